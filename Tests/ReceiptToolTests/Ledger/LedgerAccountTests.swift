import Foundation
import ReceiptMint
import Testing

/// `ledger merge` and `ledger erase`
@Suite("ledger, the accounts of customers")
struct LedgerAccountTests {
  private let tool: LedgerTool

  init() throws { tool = try LedgerTool() }

  @Test("merge: two accounts become one, an unknown one is status 1, and a text that is no name 64")
  func merge() throws {
    let receipt = try LedgerTool.receipt([LedgerTool.coins("1")])
    #expect(try tool.add(receipt, order: "7", account: "jane").status == 0)
    let merged = try tool.run("merge", ["jane", "joe"])
    #expect(merged.status == 0 && merged.stdout == "")
    #expect(merged.stderr == "merged 1 orders, 1 purchases and 0 subscriptions into joe\n")
    #expect(try tool.run("show", ["jane"]).status == 1)
    #expect(try tool.add(receipt, order: "7", account: "joe").json()["decision"] as? String == "duplicate")
    let event = try #require(try tool.events().last)
    #expect(event["event"] as? String == "merged" && event["account"] as? String == "joe")
    #expect(event["from"] as? String == "jane" && event["into"] as? String == "joe")
    let unknown = try tool.run("merge", ["jane", "joe"])
    #expect(unknown.status == 1 && unknown.stderr.hasPrefix("error: unknown account: jane\nhint: "))
    for names in [["joe", ""], ["", "joe"], ["joe", "joe"]] {
      #expect(try tool.run("merge", names).status == 64, "\(names)")
    }
    #expect(try tool.eventNames() == ["accepted", "merged"])
    #expect(try tool.run("check").status == 0)
  }

  @Test("erase: the data goes, the purchase stays used, the key is beside the ledger, and needed")
  func erase() throws {
    let receipt = try LedgerTool.receipt([LedgerTool.coins("1")])
    #expect(try tool.add(receipt, order: "7", account: "jane").status == 0)
    let trial = try tool.run("erase", ["jane", "--dry-run"])
    let counts = "1 orders, 1 purchases, 0 subscriptions, 1 receipts, the content of 1 events\n"
    #expect(trial.status == 0 && trial.stdout == "" && trial.stderr == "would erase " + counts)
    #expect(try tool.run("show", ["jane"]).status == 0)
    let key = tool.database + ".erasure-key"
    let erased = try tool.run("erase", ["jane"])
    #expect(erased.status == 0 && erased.stdout == "")
    #expect(
      erased.stderr == "erased " + counts
        + "made the key '\(key)': keep it, and keep it apart from backups of the ledger\n")
    #expect(try tool.run("show", ["jane"]).status == 1)
    #expect(try tool.run("erase", ["jane"]).status == 1)
    #expect(try tool.run("erase", [""]).status == 64)
    let replay = try tool.add(receipt, order: "8", account: "jane")
    #expect(replay.status == 1)
    let purchase = try #require(try (replay.json()["purchases"] as? [[String: Any]])?.first)
    #expect(purchase["outcome"] as? String == "replay" && purchase["held_by"] is NSNull)
    #expect(purchase["text"] as? String == "its account was erased at the customer's request")
    #expect(try tool.eventNames() == ["erased", "account_erased", "replay_detected"])

    let other = tool.scratch.path + "/key"
    try FileManager.default.moveItem(atPath: key, toPath: other)
    let fresh = try LedgerTool.receipt([LedgerTool.coins("2")])
    let refused = try tool.add(fresh, order: "9", account: "joe")
    #expect(refused.status == 74 && refused.stdout == "" && refused.stderr.contains("'\(key)' is missing"))
    #expect(try tool.add(fresh, order: "9", account: "joe", ["--erasure-key", other]).status == 0)
    #expect(chmod(other, 0o644) == 0)
    #expect(try tool.add(fresh, order: "9", account: "joe", ["--erasure-key", other]).status == 66)
    let notification =
      #"{"notification_type":"REFUND","environment":"Sandbox","bid":"com.example.test","password":"secret0secret0","unified_receipt":{}}"#
    let secret = try tool.scratch.file("secret", "secret0secret0".utf8).path
    #expect(try tool.run("notify", ["--shared-secret-file", secret], input: notification).status == 74)
    #expect(try tool.run("run").status == 74)
    for command in ["list", "events", "stats", "check", "export"] { #expect(try tool.run(command).status == 0) }
  }
}
