import Foundation
import GRDB
import ReceiptMint
import Testing

/// `ledger apps`, and what the first `add` has to say.
@Suite("ledger, for named apps")
struct LedgerAppsTests {
  private let tool: LedgerTool

  init() throws { tool = try LedgerTool() }

  private func receipt(_ transaction: String = "1", bundle: String = LedgerTool.bundle) throws -> String {
    try tool.scratch.file(
      "\(transaction)-\(bundle).b64", try LedgerTool.receipt([LedgerTool.coins(transaction)], bundle: bundle).utf8
    ).path
  }

  private func add(_ receipt: String, _ more: [String], order: String = "1") throws -> ToolRun {
    try ToolRun(["ledger", "add"] + tool.trusting + more + [receipt, "--order", order, "--account", "a"])
  }

  @Test(
    "genuine receipts of strangers' apps are rejected, each with the app's name",
    .enabled(if: Package.hasRealReceipts, Package.withoutRealReceipts), arguments: ["production", "sandbox"])
  func genuine(_ environment: String) throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Package.realReceipts.path)
      .filter { $0.hasSuffix(".b64") }.sorted()
    #expect(names.count > 5)
    var strangers = 0
    for name in names {
      let file = Package.realReceipts.appendingPathComponent(name).path
      let run = try ToolRun(
        ["ledger", "add", "--database", tool.database, "--bundle-id", LedgerTool.bundle]
          + ["--environment", environment, file, "--order", name, "--account", "a"])
      #expect(run.status == 1, "\(name): \(run.stderr)")
      let json = try run.json()
      #expect(json["decision"] as? String == "reject")
      let app = try #require((json["receipt"] as? [String: Any])?["bundle_id"] as? String)
      let checks = try #require(json["failed_checks"] as? [[String: Any]])
      let failed = try #require(checks.first { $0["check"] as? String == "bundle_identifier" })
      #expect((failed["reason"] as? String)?.contains(app) == true)
      // Nothing else is wrong with some of them.
      if checks.count == 1 { strangers += 1 }
    }
    #expect(environment == "production" || strangers >= 4)
    #expect(Set(try tool.eventNames()) == ["rejected"])
  }

  @Test("a ledger without apps refuses adds, tells its apps, and takes receipts when they are named")
  func unnamed() throws {
    func again() throws -> ToolRun { try add(receipt(), ["--bundle-id", LedgerTool.bundle]) }
    #expect(try add(receipt(), ["--environment", "sandbox", "--bundle-id", LedgerTool.bundle]).status == 0)
    #expect(try tool.run("apps", ["add", "com.example.stranger"]).status == 0)
    #expect(try add(receipt("2"), [], order: "2").status == 0)
    #expect(try add(receipt("3", bundle: "com.example.stranger"), [], order: "3").status == 0)
    try DatabaseQueue(path: tool.database).write { try $0.execute(sql: "DELETE FROM app") }
    let refused = try again()
    #expect(refused.status == 64 && refused.stdout == "")
    #expect(refused.stderr.contains("`receipt-tool ledger apps add ID`"), "\(refused.stderr)")
    #expect(refused.stderr.contains("\(LedgerTool.bundle) (2), com.example.stranger (1)"))
    for command in ["run", "notify"] {
      let notification =
        #"{"notification_type":"REFUND","environment":"Sandbox","bid":"com.example.test","unified_receipt":{}}"#
      #expect(try tool.run(command, [], input: notification).status == 64, "\(command)")
    }
    for command in ["list", "events", "stats", "check", "export"] { #expect(try tool.run(command).status == 0) }
    let apps = try tool.run("apps", ["list", "--json"]).json()
    #expect(apps["apps"] as? [String] == [] && (apps["other_apps"] as? [Any])?.count == 2)
    #expect(try tool.run("apps", ["add", LedgerTool.bundle]).status == 0)
    let accepted = try again()
    #expect(accepted.status == 0)
    #expect(try accepted.json()["decision"] as? String == "duplicate")
    #expect(try tool.run("apps").stderr.contains("com.example.stranger"))
    #expect(try tool.run("check").status == 0)
  }
}
