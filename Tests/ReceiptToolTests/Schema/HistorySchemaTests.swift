import Testing

@Suite("JSON Schemas of history and notifications", .enabled(if: SchemaCheck.canRun, SchemaCheck.missing))
struct HistorySchemaTests {
  @Test("every document is valid, and wrong ones are refused")
  func valid() throws {
    try ScriptedAPI.with { api in
      let receipt = try api.life.file(1, "receipt")
      let histories = try [[], ["--subscriptions"], ["--refunds"]].map { part in
        try api.run(["history", "--json"] + part + [receipt]).oneLine()
      }
      try SchemaCheck.expectValid(histories, "history-1")
      let notifications = try api.run(["notifications", "list", "--json", "--bundle-id", "com.example.app"]).lines
      #expect(notifications.count == 4)
      let untried = notifications[0].replacing("\"delivered\":false", with: "\"delivered\":null")
      try SchemaCheck.expectValid(notifications + [untried], "notification-1")
      try SchemaCheck.expectRefused(
        histories[0], "history-1",
        [("test-signed", "untrusted"), ("\"renewals\"", "\"renewal\""), ("\"host\":", "\"x\":")])
      try SchemaCheck.expectRefused(
        notifications[0], "notification-1",
        [
          ("\"access\":\"grant\"", "\"access\":\"yes\""), ("\"attempts\":[{", "\"attempts\":[{},{"),
          ("\"delivered\":false", "\"delivered\":0"),
        ])
    }
  }
}
