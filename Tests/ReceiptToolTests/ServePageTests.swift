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

  /// The words of a part, as a person reads them from above to below.
  private func words(_ html: String, in part: String) -> String {
    html.components(separatedBy: "<section ").filter { $0.contains("data-part=\"\(part)\"") }
      .map { section in
        ("<" + section).replacing(/<p class="claim.*?<\/p>/, with: "").replacing(
          /<\/?(bdi|span|time|small)\b[^>]*>/, with: ""
        ).replacing(/<[^>]*>/, with: " ")
          .replacing("&quot;", with: "\"").replacing("&#39;", with: "'").replacing("&amp;", with: "&")
      }
      .joined(separator: " ").split(whereSeparator: \.isWhitespace).joined(separator: " ")
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
      let html = try #require(page["html"] as? String)
      // On a terminal this wide no word is broken.
      let run = try ToolRun(["inspect"] + trust, input: Array(input.utf8), environment: ["COLUMNS": "2000"])
      // The answer stands before the first empty line.
      let rest = try #require(run.stdout.range(of: "\n\n")).upperBound
      let printed = run.stdout[rest...].split(whereSeparator: \.isWhitespace).joined(separator: " ")
      let shown = words(html, in: "inspect")
      #expect(shown == "Proof " + printed && printed.contains("Notification: \(name) "), "\(name): \(shown)")
      let title = try #require(page["title"] as? String)
      let answer = run.stdout[..<rest].split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(answer.hasPrefix(title) && words(html, in: "answer").hasPrefix(title), "\(name): \(title)")
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
    let preset = try document(server, "language=en", receipt)
    #expect(preset["title"] as? String == "✗ Of another app: com.example.reader.")
    #expect(
      (preset["html"] as? String)?.contains(">Checked for: com.example.other, com.example.&lt;third&gt;.</p>") == true)
    let replies = try #require(preset["replies"] as? [[String: String]])
    #expect(replies[0]["text"]?.hasPrefix("Dear reader,\n") == true && replies[1]["text"]?.hasPrefix("Guten") == true)
    let entered = try document(server, "language=en&bundle-id=com.example.reader", receipt)
    #expect((entered["title"] as? String)?.hasPrefix("✗ Test: Expired") == true)
    let page = String(decoding: try server.ask("GET", "/", [], []).body, as: UTF8.self)
    #expect(
      page.contains(
        #"const preset = {"apps":["com.example.other","com.example.\u003cthird>"],"language":"zh-Hans"};"#
      ))
    // Programs say themselves what they expect.
    let checked = try server.post("/v1/validate", receipt)
    let checks = try #require(try checked.json()["checks"] as? [[String: Any]])
    #expect(checks.contains { $0["check"] as? String == "bundle_identifier" && $0["outcome"] as? String == "skipped" })
  }

  @Test(
    "what cannot be preset ends the start",
    arguments: [
      (["--language", "fr"], "'en', 'de' or 'zh-Hans'", 64), (["--bundle-id", "a b"], "white space", 64),
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
    #expect(page["is_undated"] as? Bool == true)
    let html = try #require(page["html"] as? String)
    #expect(html.hasPrefix("<section class=\"answer bad\" data-part=\"answer\" lang=\"de\">"))
    #expect(
      words(html, in: "answer")
        .hasPrefix("✗ Das lässt sich nicht als Beleg lesen. ! Das Datum „soon“ wurde nicht verstanden"), "\(html)")
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
