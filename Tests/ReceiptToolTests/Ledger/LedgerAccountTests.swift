import Foundation
import ReceiptMint
import Testing

/// `ledger merge`
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
    #expect(unknown.status == 1 && unknown.stderr.hasPrefix("error: nothing is known of the account jane\nhint: "))
    for names in [["joe", ""], ["", "joe"], ["joe", "joe"]] {
      #expect(try tool.run("merge", names).status == 64, "\(names)")
    }
    #expect(try tool.eventNames() == ["accepted", "merged"])
    #expect(try tool.run("check").status == 0)
  }
}
