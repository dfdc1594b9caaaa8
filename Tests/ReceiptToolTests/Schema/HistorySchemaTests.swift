import Foundation
import Testing

@Suite("JSON Schemas of history and notifications", .enabled(if: SchemaCheck.canRun, SchemaCheck.missing))
struct HistorySchemaTests {
  private func line(_ document: Any) throws -> String {
    String(decoding: try JSONSerialization.data(withJSONObject: document, options: [.sortedKeys]), as: UTF8.self)
  }

  @Test("every document is valid, and wrong ones are refused")
  func valid() throws {
    try ScriptedAPI.with { api in
      let receipt = try api.life.file(1, "receipt")
      let histories = try [[], ["--subscriptions"], ["--refunds"]].map { part in
        try line(try api.run(["history", "--json"] + part + [receipt]).json())
      }
      #expect(try SchemaCheck.complaints(histories, schema: "history-1") == ["", "", ""])
      let notifications = try api.run(["notifications", "list", "--json", "--bundle-id", "com.example.app"])
        .stdout.split(separator: "\n").map(String.init)
      #expect(notifications.count == 4)
      let untried = notifications[0].replacing("\"delivered\":false", with: "\"delivered\":null")
      let complaints = try SchemaCheck.complaints(notifications + [untried], schema: "notification-1")
      #expect(complaints == Array(repeating: "", count: 5))
      for (document, schema, wrong) in [
        (
          histories[0], "history-1",
          [("test-signed", "untrusted"), ("\"renewals\"", "\"renewal\""), ("\"host\":", "\"x\":")]
        ),
        (
          notifications[0], "notification-1",
          [
            ("\"access\":\"grant\"", "\"access\":\"yes\""), ("\"attempts\":[{", "\"attempts\":[{},{"),
            ("\"delivered\":false", "\"delivered\":0"),
          ]
        ),
      ] {
        let changed = try wrong.map { found, replacement in
          let text = document.replacingOccurrences(of: found, with: replacement)
          try #require(text != document, "\(found)")
          return text
        }
        let complaints = try SchemaCheck.complaints(changed, schema: schema)
        for (change, complaint) in zip(wrong, complaints) { #expect(!complaint.isEmpty, "\(change)") }
      }
    }
  }
}
