import Foundation
import TestSupport
import Testing

/// The scripts of Tests/Browser, which drive a real browser.
enum BrowserScript {
  static let canRun =
    SystemPart.chromium.isExpected && (ProcessInfo.processInfo.environment["CI"] != nil || hasSelenium)
  static let missing: Comment = "no chromedriver with selenium: Scripts/setup tests installs them"

  private static let hasSelenium = (try? Python.run(["-c", "import selenium"]))?.status == 0

  /// Expects a script to succeed, with this number of findings.
  static func expect(
    _ count: Int, from name: String, _ arguments: [String] = [], sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let program = ToolRun.program(because: "a browser opens what it serves and writes").path
    let run = try Python.play("Browser/\(name).py", [program] + arguments, sourceLocation: sourceLocation)
    #expect(run.lines.count { $0.hasPrefix("ok: ") } == count, "\(run.stdout)", sourceLocation: sourceLocation)
  }
}
