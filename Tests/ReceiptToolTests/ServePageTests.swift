import Foundation
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
    let run = try Python.run([script, ToolRun.tool.path, Package.realReceipts.path])
    #expect(run.status == 0, "\(run.stdout)\(run.stderr)")
    #expect(run.stdout.split(separator: "\n").filter { $0.hasPrefix("ok: ") }.count == 20, "\(run.stdout)")
  }
}
