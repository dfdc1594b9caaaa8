import Foundation
import TestSupport
import Testing

/// Tests/Fixtures/service_crash.py at twenty points, of any number, and service_failover.py with few purchases.
@Suite("serve: the purchase service, killed")
struct ServeCrashTests {
  /// Where CI runs, PostgreSQL may not be missing.
  static let hasPostgreSQL = SystemPart.postgresql.isExpected

  private func play(_ script: String, _ options: [String] = []) throws -> ToolRun {
    let program = ToolRun.program(because: "servers are killed and started again").path
    return try Python.play("Fixtures/" + script, [program] + options)
  }

  @Test(
    "instances over one file: nothing that was answered is lost, nothing is granted twice, a follower sees each event once"
  )
  func file() throws {
    let found = try play("service_crash.py", ["20", "--instances", "2"]).json()
    #expect((found["points"] as? [String: Int])?["instance"] == 20)
  }

  @Test(
    "PostgreSQL fails over to a replica, and an older backup of a file is restored", .thorough,
    .enabled(if: hasPostgreSQL, "PostgreSQL is not installed: Scripts/setup tests installs it"))
  func failover() throws {
    let found = try play("service_failover.py", ["60"]).json()
    #expect((found["synchronous"] as? [String: Int])?["missing after"] == 0)
    // The replica was behind on purpose.
    #expect(((found["asynchronous"] as? [String: Int])?["follower was told"] ?? 0) > 0)
  }

  @Test(
    "instances over PostgreSQL, which is killed, too", .thorough,
    .enabled(if: hasPostgreSQL, "PostgreSQL is not installed: Scripts/setup tests installs it"))
  func postgreSQL() throws {
    let found = try play("service_crash.py", ["20", "--postgresql"]).json()
    #expect((found["points"] as? [String: Int])?.values.reduce(0, +) == 20)
    #expect(((found["points"] as? [String: Int])?["postgresql"] ?? 0) > 0)
  }

  @Test(
    "networks to PostgreSQL are cut: no instance waits without end for an answer that is lost", .thorough,
    .enabled(if: hasPostgreSQL && canCutNetworks, "only root can make networks"))
  func network() throws {
    let found = try play("service_network.py", ["20"]).json()
    let points = try #require(found["points"] as? [String: Int])
    #expect(points.values.reduce(0, +) == 20 && points.keys.contains { $0.hasPrefix("network cut") })
  }

  @Test(
    "an older backup of a file and of PostgreSQL, and a clock that jumps", .thorough,
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
