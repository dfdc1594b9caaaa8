import Foundation
import ReceiptMint
import Testing

@Suite("serve: the page")
struct ServePageTests {
  @Test(
    "in a real browser: receipts, timeline, themes, keyboard, and nothing sent elsewhere",
    .enabled(if: BrowserScript.canRun, BrowserScript.missing),
    .enabled(if: Package.hasRealReceipts, Package.withoutRealReceipts))
  func browser() throws {
    try BrowserScript.expect(22, from: "page", [Package.realReceipts.path])
  }

  @Test(
    "in a real browser: languages, several items, a saved answer, replies, reports, and what axe finds",
    .enabled(if: BrowserScript.canRun, BrowserScript.missing))
  func people() throws {
    try BrowserScript.expect(20, from: "people")
  }

  /// Sections with their lines, as words: what a person reads from above to below.
  private func words(_ sections: [[String: Any]]) -> String {
    func text(_ pieces: Any?) -> String {
      ((pieces as? [[String: String]]) ?? []).compactMap { $0["text"] }.joined()
    }
    func lines(_ group: [[String: Any]]) -> [String] {
      group.flatMap { line in
        [text(line["name"]), text(line["text"])] + lines(line["lines"] as? [[String: Any]] ?? [])
      }
    }
    return sections.flatMap { section in
      [text(section["title"]), text(section["remark"])]
        + (section["groups"] as? [[[String: Any]]] ?? []).flatMap(lines)
    }.joined(separator: " ").split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private func document(_ server: RunningServer, _ query: String, _ text: String) throws -> [String: Any] {
    let body = try JSONSerialization.data(withJSONObject: ["text": text])
    let answer = try server.ask(
      "POST", "/page/document?\(query)", ["Content-Type: application/json"], Array(body))
    #expect(answer.status == 200)
    return try answer.json()
  }

  @Test("what the page lays out of every notification is what inspect prints, word for word")
  func notifications() throws {
    let scratch = try Scratch()
    let trust = ["--trust-anchor", scratch.url.appendingPathComponent("anchor.pem").path]
    let names = NotificationTemplate.all.map(\.name)
    let inputs = try names.map { name in
      let run = try ToolRun(
        ["mint", "--seed", "1", "--creation-date", "2026-01-15T12:00:00Z", "--notification", name]
          + ["--write-anchor", trust[1]])
      #expect(run.status == 0, "\(run.stderr)")
      return run.stdout
    }
    let server = try RunningServer(trust)
    for (name, input) in zip(names, inputs) {
      let page = try document(server, "language=en", input)
      let sections = try #require(page["sections"] as? [[String: Any]])
      // On a terminal this wide no word is broken.
      let run = try ToolRun(["inspect"] + trust, input: Array(input.utf8), environment: ["COLUMNS": "2000"])
      // The answer stands before the first empty line.
      let rest = try #require(run.stdout.range(of: "\n\n")).upperBound
      let printed = run.stdout[rest...].split(whereSeparator: \.isWhitespace).joined(separator: " ")
      let shown = words(sections.filter { $0["name"] as? String == "inspect" })
      #expect(shown == "Proof " + printed && printed.contains("Notification: \(name) "), "\(name): \(shown)")
      let lines = try #require(page["lines"] as? [[String: String]])
      let answer = run.stdout[..<rest].split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(answer.hasPrefix(lines.first?["text"] ?? "–"), "\(name): \(lines)")
    }
    #expect(names.count == 44)
  }

  @Test("whoever starts it presets app, language and reply; the reader can enter another app")
  func presets() throws {
    let receipt = try Package.text("TestReceipts/production.b64")
    let scratch = try Scratch()
    let file = try scratch.file("reply.json", #"{"en": {"greeting": "Dear reader,"}}"#.utf8).path
    let anchor = ["--trust-anchor", Package.root.appendingPathComponent("TestReceipts/root.pem").path]
    let server = try RunningServer(
      anchor + ["--bundle-id", "com.example.other", "--bundle-id", "com.example.<third>", "--language", "zh"]
        + ["--reply-file", file])
    func lines(_ document: [String: Any]) throws -> [String] {
      try #require(document["lines"] as? [[String: String]]).compactMap { $0["text"] }
    }
    let preset = try document(server, "language=en", receipt)
    #expect(try lines(preset)[0] == "✗ Of another app: com.example.reader.")
    #expect(
      (preset["remarks"] as? [String])?.contains("Checked for: com.example.other, com.example.<third>.") == true)
    let replies = try #require(preset["replies"] as? [[String: String]])
    #expect(replies[0]["text"]?.hasPrefix("Dear reader,\n") == true && replies[1]["text"]?.hasPrefix("Guten") == true)
    let entered = try document(server, "language=en&bundle-id=com.example.reader", receipt)
    #expect(try lines(entered)[0].hasPrefix("✗ Test: Expired"))
    let page = String(decoding: try server.ask("GET", "/", [], []).body, as: UTF8.self)
    #expect(
      page.contains(
        #"const preset = {"apps":["com.example.other","com.example.\u003cthird>"],"language":"zh-Hans","asks_apple":false};"#
      ))
    // Programs say themselves what they expect.
    let checked = try server.post("/v1/validate", receipt)
    let checks = try #require(try checked.json()["checks"] as? [[String: Any]])
    #expect(checks.contains { $0["check"] as? String == "bundle_identifier" && $0["outcome"] as? String == "skipped" })
  }

  @Test(
    "what cannot be preset ends the start",
    arguments: [
      (["--language", "fr"], "en, de or zh", 64), (["--bundle-id", "a b"], "white space", 64),
      (["--bundle-id", ""], "empty", 64), (["--reply-file", "/nowhere/reply.json"], "--reply-file", 66),
      (
        ["--reply-file", Package.root.appendingPathComponent("Schemas/policy-1.schema.json").path], "nested",
        64
      ),
    ])
  func wrongPresets(_ options: [String], _ words: String, _ status: Int32) throws {
    let run = try ToolRun(["serve"] + options)
    #expect(run.status == status && run.stdout == "" && run.stderr.contains(words), "\(run)")
  }

  @Test("one request is answered whole, and what is no request is refused")
  func request() throws {
    let server = try RunningServer()
    let page = try document(server, "language=de&at=soon", "hello")
    #expect(page["tone"] as? String == "bad" && page["is_undated"] as? Bool == true)
    let lines = try #require(page["lines"] as? [[String: String]])
    #expect(
      lines.map { $0["text"]?.prefix(40) } == [
        "✗ Das lässt sich nicht als Beleg lesen.", "! Das Datum „soon“ wurde nicht verstande",
      ])
    for body in [
      "hello", "{}", #"{"text":1}"#, #"{"text":"a","files":[]}"#, #"{"files":[]}"#, #"{"files":[{"name":"a"}]}"#,
      #"{"files":[{"name":"a","base64":"AB"}]}"#, #"{"text":"a","other":1}"#, #"{"text":"a","more":"b"}"#,
    ] {
      #expect(try server.post("/page/document", body, ["Content-Type: application/json"]).status == 400, "\(body)")
    }
    let json = ["Content-Type: application/json"]
    #expect(try server.post("/page/document?environment=mars", #"{"text":"a"}"#, json).status == 400)
    #expect(try server.post("/page/document?colour=red", #"{"text":"a"}"#, json).status == 400)
    #expect(try server.post("/page/document", #"{"files":[{"name":"a","base64":""}]}"#, json).status == 200)
  }
}
