import Foundation
import Testing

/// Tests/Fixtures/service_crash.py at twenty points, of any number, and service_failover.py with few purchases.
@Suite("serve: the purchase service, killed")
struct ServeCrashTests {
  /// Where CI runs, PostgreSQL may not be missing.
  static let hasPostgreSQL =
    ProcessInfo.processInfo.environment["CI"] != nil
    || ((try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib/postgresql"))?.isEmpty == false)

  private func crash(_ options: [String]) throws -> [String: Any] {
    let script = Package.root.appendingPathComponent("Tests/Fixtures/service_crash.py").path
    let run = try Python.run([script, ToolRun.program(because: "it is killed in the middle").path, "20"] + options)
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
    "PostgreSQL fails over to a replica, and an older backup of a file is restored",
    .enabled(if: hasPostgreSQL, "PostgreSQL is not installed: Scripts/setup tests installs it"))
  func failover() throws {
    let script = Package.root.appendingPathComponent("Tests/Fixtures/service_failover.py").path
    let run = try Python.run([script, ToolRun.program(because: "servers of a database are killed under it").path, "60"])
    #expect(run.status == 0, "\(run.stdout)\(run.stderr)")
    let found = try run.json()
    #expect((found["synchronous"] as? [String: Int])?["missing after"] == 0)
    // The replica was behind on purpose.
    #expect(((found["asynchronous"] as? [String: Int])?["follower was told"] ?? 0) > 0)
  }

  @Test(
    "instances over PostgreSQL, which is killed, too",
    .enabled(if: hasPostgreSQL, "PostgreSQL is not installed: Scripts/setup tests installs it"))
  func postgreSQL() throws {
    let found = try crash(["--postgresql"])
    #expect((found["points"] as? [String: Int])?.values.reduce(0, +) == 20)
    #expect(((found["points"] as? [String: Int])?["postgresql"] ?? 0) > 0)
  }

  private func play(_ script: String, _ options: [String] = []) throws -> ToolRun {
    let path = Package.root.appendingPathComponent("Tests/Fixtures/\(script)").path
    let run = try Python.run([path, ToolRun.program(because: "servers are killed and started again").path] + options)
    #expect(run.status == 0, "\(run.stdout)\(run.stderr)")
    return run
  }

  @Test(
    "networks to PostgreSQL are cut: no instance waits without end for an answer that is lost",
    .enabled(if: hasPostgreSQL && canCutNetworks, "only root can make networks"))
  func network() throws {
    let found = try play("service_network.py", ["20"]).json()
    let points = try #require(found["points"] as? [String: Int])
    #expect(points.values.reduce(0, +) == 20 && points.keys.contains { $0.hasPrefix("network cut") })
  }

  @Test(
    "an older backup of a file and of PostgreSQL, and a clock that jumps",
    .enabled(if: hasPostgreSQL, "PostgreSQL is not installed: Scripts/setup tests installs it"))
  func recovery() throws {
    #expect(try play("service_recovery.py").stdout.split(separator: "\n").count == 2)
  }

  private static let canCutNetworks: Bool = {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", "unshare --net ip link add a0 type veth peer name b0 && nsenter --version"]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    return (try? process.run()).map { process.waitUntilExit() } != nil && process.terminationStatus == 0
  }()
}
