import Testing

@Suite("ledger erase, killed")
struct LedgerEraseCrashTests {
  /// Tests/Fixtures/erasure_crash.py at a few points, of any number.
  @Test(
    "an erasure that is killed has erased all or nothing, and is finished by the same command", .thorough,
    arguments: [false, true])
  func killed(_ isPostgreSQL: Bool) throws {
    guard !isPostgreSQL || ServeCrashTests.hasPostgreSQL else { return }
    let run = try Python.play(
      "Fixtures/erasure_crash.py",
      [ToolRun.program(because: "it is killed in the middle").path, "5"] + (isPostgreSQL ? ["--postgresql"] : []))
    #expect((try run.json()["points"] as? [String: Int])?.values.reduce(0, +) == 5)
  }
}
