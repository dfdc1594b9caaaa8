import Foundation
import Testing

@Suite("compare, run as a program")
struct CompareTests {
  @Test("Scripts/compare.txt", arguments: try CommandScript.cases("compare"))
  func script(_ one: CommandScript.Case) throws { try one.run() }

  @Test(
    "the published pair: equal, with exactly what is expected of the server",
    .enabled(if: Package.hasRealReceipts, Package.withoutRealReceipts))
  func published() throws {
    let name = "sandbox-sha1-nine-purchases"
    let arguments = ["compare", "\(name).b64", "--json", "--response"]
    let run = try ToolRun(arguments + ["\(name).verifyReceipt.json"], directory: Package.realReceipts)
    let report = try run.json()
    #expect(run.status == 0 && report["verdict"] as? String == "agrees")
    let fields = try #require(report["fields"] as? [[String: Any]])
    #expect(
      fields.compactMap { $0["pointer"] as? String } == [
        "/receipt/request_date", "/receipt/request_date_ms", "/receipt/request_date_pst", "/latest_receipt_info",
        "/latest_receipt", "/pending_renewal_info",
      ])
    #expect(fields.allSatisfy { $0["kind"] as? String == "only-apple" && $0["expected"] as? Bool == true })
    let text = try String(
      contentsOf: Package.realReceipts.appendingPathComponent("\(name).verifyReceipt.json"), encoding: .utf8)
    // The first place is in in_app.
    let id = try #require(
      text.range(of: "\"transaction_id\": \"1000000692905419\"") ?? text.range(of: "1000000692905419"))
    let edited = text.replacingCharacters(in: id, with: text[id].replacingOccurrences(of: "5419", with: "5418"))
    let second = try ToolRun(arguments + ["-"], input: Array(edited.utf8), directory: Package.realReceipts)
    let changes = try #require(try second.json()["fields"] as? [[String: Any]]).filter {
      $0["expected"] as? Bool == false
    }
    #expect(second.status == 1 && changes.count == 1)
    #expect(
      changes[0]["local"] as? String == "1000000692905419" && changes[0]["apple"] as? String == "1000000692905418")
    #expect((changes[0]["pointer"] as? String)?.hasSuffix("/transaction_id") ?? false)
    #expect(changes[0]["cause"] as? String == "edited")
  }
}
