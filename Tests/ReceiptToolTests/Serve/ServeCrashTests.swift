import Foundation
import Testing

/// Tests/Fixtures/service_crash.py, at twenty points: it takes any number.
@Suite("serve: the purchase service, killed")
struct ServeCrashTests {
  /// Where CI runs, PostgreSQL may not be missing.
  static let hasPostgreSQL =
    ProcessInfo.processInfo.environment["CI"] != nil
    || ((try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib/postgresql"))?.isEmpty == false)

  private func crash(_ options: [String]) throws -> [String: Any] {
    let script = Package.root.appendingPathComponent("Tests/Fixtures/service_crash.py").path
    let run = try Python.run([script, ToolRun.tool.path, "20"] + options)
    #expect(run.status == 0, "\(run.stdout)\(run.stderr)")
    return try run.json()
  }

  @Test(
    "instances over one file: nothing that was answered is lost, nothing is granted twice, a follower sees each event once"
  )
  func file() throws {
    let found = try crash(["--instances", "2"])
    #expect((found["points"] as? [String: Int])?["instance"] == 20)
  }

  @Test(
    "instances over PostgreSQL, which is killed, too",
    .enabled(if: hasPostgreSQL, "PostgreSQL is not installed: Scripts/setup tests installs it"))
  func postgreSQL() throws {
    let found = try crash(["--postgresql"])
    #expect((found["points"] as? [String: Int])?.values.reduce(0, +) == 20)
    #expect(((found["points"] as? [String: Int])?["postgresql"] ?? 0) > 0)
  }
}
