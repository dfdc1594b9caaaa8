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
    #expect(run.stdout.split(separator: "\n").filter { $0.hasPrefix("ok: ") }.count == 20, "\(run.stdout)")
  }

  /// Sections with their lines, as words: what a person reads from above to below.
  private func words(_ report: [String: Any]) throws -> String {
    func text(_ pieces: Any?) -> String {
      ((pieces as? [[String: String]]) ?? []).compactMap { $0["text"] }.joined()
    }
    func lines(_ group: [[String: Any]]) -> [String] {
      group.flatMap { line in
        [text(line["name"]), text(line["text"])] + lines(line["lines"] as? [[String: Any]] ?? [])
      }
    }
    let sections = try #require(report["sections"] as? [[String: Any]])
    return sections.flatMap { section in
      [text(section["title"]), text(section["remark"])]
        + (section["groups"] as? [[[String: Any]]] ?? []).flatMap(lines)
    }.joined(separator: " ").split(whereSeparator: \.isWhitespace).joined(separator: " ")
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
      let answer = try server.ask("POST", "/page/inspect", [], Array(input.utf8))
      // On a terminal this wide no word is broken.
      let run = try ToolRun(["inspect"] + trust, input: Array(input.utf8), environment: ["COLUMNS": "2000"])
      // The answer stands before the first empty line; the page asks for it apart.
      let rest = try #require(run.stdout.range(of: "\n\n")).upperBound
      let printed = run.stdout[rest...].split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(try words(try answer.json()) == printed && printed.contains("Notification: \(name) "), "\(name)")
    }
    #expect(names.count == 40)
    let status = try server.ask("POST", "/page/status?at=2026-02-01", [], Array(inputs[0].utf8)).json()
    let history = try words(try #require(status["rest"] as? [String: Any]))
    #expect(history.contains("As of 2026-02-01 00:00:00 UTC, as asked for"), "\(history)")
    #expect(try server.post("/page/inspect?at=now", inputs[0]).status == 400)
    #expect(try ["inspect", "status"].allSatisfy { try server.post("/page/\($0)", "hello").status == 422 })
  }
}
