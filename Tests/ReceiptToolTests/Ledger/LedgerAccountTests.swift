import Foundation
import ReceiptMint
import TestSupport
import Testing

/// `ledger merge`, `ledger transfer` and `ledger erase`
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

  @Test("transfer: one purchase is another account's, an unknown one is status 1, and what cannot be moved 64")
  func transfer() throws {
    let receipt = try LedgerTool.receipt([LedgerTool.coins("1")])
    #expect(try tool.add(receipt, order: "7", account: "jane").status == 0)
    let moved = try tool.run("transfer", ["1", "joe"])
    #expect(moved.status == 0 && moved.stdout == "")
    #expect(moved.stderr == "transferred 1 purchases and 0 subscriptions to joe\n")
    #expect(try tool.add(receipt, order: "7", account: "jane").json()["decision"] as? String == "replay")
    let event = try #require(try tool.events(since: 1).first)
    #expect(event["event"] as? String == "transferred" && event["account"] as? String == "joe")
    #expect((event["held_by"] as? [String: Any])?["account"] as? String == "jane")
    let unknown = try tool.run("transfer", ["2", "joe"])
    #expect(unknown.status == 1 && unknown.stderr.hasPrefix("error: unknown transaction: 2\nhint: "))
    for account in ["joe", ""] { #expect(try tool.run("transfer", ["1", account]).status == 64, "\(account)") }
    #expect(try tool.eventNames() == ["accepted", "transferred", "replay_detected"])
    #expect(try tool.run("check").status == 0)
  }

  @Test(
    "a subscription that was bought again for another account, which Apple signed (R61)",
    .enabled(if: Samples.cases.areHere, Comment(rawValue: Samples.cases.missing)))
  func resubscription() throws {
    let folder = Samples.cases.folder.path
    func add(_ name: String, _ account: String, _ more: [String] = []) throws -> ToolRun {
      try ToolRun(
        ["ledger", "add", "--database", tool.database, "--trust-anchor", folder + "/anchor.pem", "--allow-test-signed"]
          + ["--environment", "sandbox", "--bundle-id", "com.example.app", "--compact", folder + "/" + name]
          + ["--order", "\(name) \(account) \(more.count)", "--account", account] + more)
    }
    func reports(_ run: ToolRun) throws -> [String?] {
      (try run.json()["reports"] as? [[String: Any]])?.map { $0["report"] as? String } ?? []
    }
    #expect(try add("R61a.jws", "jane").status == 0)
    let joes = ["--account-token", "bbbbbbbb-0000-4000-8000-000000000002"]
    for more in [[], joes + ["--resubscription", "keep"]] {
      let stays = try add("R61b.jws", "joe", more)
      #expect(try stays.status == 1 && reports(stays) == ["not_transferred"], "\(stays.stdout)")
    }
    // Another account's token is a check that fails.
    let wrong = try add("R61b.jws", "eve", ["--account-token", "aaaaaaaa-0000-4000-8000-000000000001"])
    #expect(try wrong.status == 1 && wrong.json()["decision"] as? String == "reject", "\(wrong.stdout)")
    let line = try Samples.cases.read("R61b.jws")
    let jws = String(decoding: line, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    let record = #"{"receipt":"\#(jws)","#
    let stream = try ToolRun(
      ["ledger", "add", "--stream", "--database", tool.database, "--trust-anchor", folder + "/anchor.pem"]
        + ["--allow-test-signed"],
      input: Array(
        (record + #""order":"1","account":"kim","account_token":"cccccccc-0000-4000-8000-000000000003"}"# + "\n"
          + record + #""order":"2","account":"kim","account_token":"jane"}"# + "\n"
          + record + #""order":"3","account":"joe","account_token":"BBBBBBBB-0000-4000-8000-000000000002"}"# + "\n")
          .utf8)
    )
    let lines = try LedgerTool.lines(stream.stdout)
    #expect(lines.map { $0["decision"] as? String } == ["reject", nil, "accept"], "\(stream.stdout)")
    let checks = (lines.first?["failed_checks"] as? [[String: Any]])?.map { $0["check"] as? String }
    #expect(checks == ["account_token"])
    let last = (lines.last?["reports"] as? [[String: Any]])?.map { $0["report"] as? String }
    #expect(last == ["transferred"])
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
