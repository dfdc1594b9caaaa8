import Foundation
import ReceiptMint
import TestSupport
import Testing

/// `ledger merge`, `ledger transfer` and `ledger erase`
@Suite("ledger, the accounts of customers")
struct LedgerAccountTests {
  private let tool: LedgerTool

  init() throws { tool = try LedgerTool() }

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
}
