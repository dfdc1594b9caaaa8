import Foundation
import ReceiptMint
import Testing

@Suite("serve: the page")
struct ServePageTests {
  /// A Chromium and its driver, and selenium to lead them; where CI runs they may not be missing.
  static let canRun = ProcessInfo.processInfo.environment["CI"] != nil || hasBrowser
  private static let hasBrowser: Bool = {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/chromedriver") }
      && (try? Python.run(["-c", "import selenium"]))?.status == 0
  }()

  @Test(
    "in a real browser: receipts, timeline, themes, keyboard, and nothing sent elsewhere",
    .enabled(if: canRun, "no chromedriver with selenium: Scripts/setup tests installs them"),
    .enabled(if: Package.hasRealReceipts, Package.withoutRealReceipts))
  func browser() throws {
    let script = Package.root.appendingPathComponent("Tests/Browser/page.py").path
    let run = try Python.run([
      script, ToolRun.program(because: "a browser opens its page").path, Package.realReceipts.path,
    ])
    #expect(run.status == 0, "\(run.stdout)\(run.stderr)")
    #expect(run.stdout.split(separator: "\n").filter { $0.hasPrefix("ok: ") }.count == 22, "\(run.stdout)")
  }

  @Test(
    "in a real browser: languages, several items, a saved answer, replies, reports, and what axe finds",
    .enabled(if: canRun, "no chromedriver with selenium: Scripts/setup tests installs them"))
  func people() throws {
    let script = Package.root.appendingPathComponent("Tests/Browser/people.py").path
    let run = try Python.run([script, ToolRun.program(because: "a browser opens its page").path])
    #expect(run.status == 0, "\(run.stdout)\(run.stderr)")
    #expect(run.stdout.split(separator: "\n").filter { $0.hasPrefix("ok: ") }.count == 18, "\(run.stdout)")
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
