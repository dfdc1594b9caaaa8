import Foundation
import ReceiptKit
import ReceiptMint
import Testing

/// What Apple signs for StoreKit 2 and the App Store Server API, through the compiled tool.
@Suite("ledger, with signed data")
struct LedgerSignedDataTests {
  private let tool: LedgerTool
  private let anchor: String

  init() throws {
    tool = try LedgerTool()
    anchor = try tool.scratch.file("jws.pem", Minted.signedAnchors().utf8).path
  }

  private var trusting: [String] {
    ["--trust-anchor", anchor, "--allow-test-signed", "--database", tool.database]
  }

  /// 2025-12-26T18:00:00Z and later.
  private func milliseconds(_ minutes: Int) -> Int { 1_766_772_000_000 + minutes * 60_000 }

  private func transaction(_ identifier: String, signed: Int = 0, _ more: String = "") -> String {
    #"{"transactionId":"\#(identifier)","originalTransactionId":"\#(identifier)","bundleId":"com.example.test","#
      + #""productId":"com.example.coins","type":"Consumable","quantity":1,"inAppOwnershipType":"PURCHASED","#
      + #""purchaseDate":\#(milliseconds(-60)),"originalPurchaseDate":\#(milliseconds(-60)),"environment":"Sandbox","#
      + #""signedDate":\#(milliseconds(signed))\#(more)}"#
  }

  private func add(_ text: String, order: String, account: String = "jane", _ more: [String] = []) throws -> ToolRun {
    let file = try tool.scratch.file("\(UUID().uuidString).jws", text.utf8).path
    return try ToolRun(
      ["ledger", "add"] + trusting + ["--environment", "sandbox", "--bundle-id", LedgerTool.bundle, "--compact"] + more
        + [file, "--order", order, "--account", account])
  }

  @Test("a transaction is accepted once, for one account, and not with a forged signature")
  func add() throws {
    let jws = try Minted.signed(.transaction, transaction("1"))
    for (order, account, status, decision) in [
      ("A", "jane", Int32(0), "accept"), ("A", "jane", 0, "duplicate"), ("B", "joe", 1, "replay"),
    ] {
      let run = try add(jws, order: order, account: account)
      #expect(run.status == status, "\(run.stdout)")
      #expect(try run.json()["decision"] as? String == decision)
    }
    let signature = String(try Minted.signed(.transaction, transaction("2")).split(separator: ".")[2])
    let forged = jws.split(separator: ".").dropLast().joined(separator: ".") + "." + signature
    let run = try add(forged, order: "C")
    #expect(run.status == 1, "\(run.stdout)")
    #expect(try run.json()["decision"] as? String == "reject")
    #expect(try tool.eventNames().filter { $0 == "accepted" }.count == 1)
  }

  @Test("an order is about one transaction: what else is handed in is refused with what to do")
  func refused() throws {
    let (one, two) = (
      try Minted.signed(.transaction, transaction("1")), try Minted.signed(.transaction, transaction("2"))
    )
    let renewal = try Minted.signed(
      .renewal,
      #"{"originalTransactionId":"1","productId":"a","autoRenewProductId":"a","autoRenewStatus":1,"environment":"Sandbox","signedDate":\#(milliseconds(0))}"#
    )
    for (input, options, words) in [
      (#"{"signedTransactions":["\#(one)","\#(two)"]}"#, [], "an order is about one transaction"),
      (renewal, [], "present the transaction of the same subscription"),
      (one, ["--device-guid", "00:1B:63:84:45:E6"], "leave the GUID out"),
    ] as [(String, [String], String)] {
      let run = try add(input, order: "A", options)
      #expect(run.status == 1 && run.stdout.contains(words), "\(words): \(run.stdout)")
    }
    #expect(try add(one, order: "A").status == 0)
  }

  @Test("a signed refund is taken in once; one that is not proven changes nothing")
  func notify() throws {
    #expect(try add(try Minted.signed(.transaction, transaction("1")), order: "A").status == 0)
    func refund(_ uuid: String) throws -> String {
      let revoked = transaction(
        "1", signed: 30, #","revocationDate":\#(milliseconds(20)),"revocationReason":0"#)
      let payload = try Minted.signed(
        .notification,
        #"{"notificationType":"REFUND","notificationUUID":"\#(uuid)","version":"2.0","signedDate":\#(milliseconds(31)),"#
          + #""data":{"bundleId":"com.example.test","environment":"Sandbox","signedTransactionInfo":\#(revoked)}}"#
      )
      return #"{"signedPayload":"\#(payload)"}"#
    }
    let body = try refund("002e14d5-51f5-4503-b5a8-c3a1af68eb20")
    let doubted = try tool.run("notify", [], input: body)
    #expect(doubted.status == 1 && doubted.stderr.contains("it changed nothing"), "\(doubted.stderr)")
    #expect(try doubted.json()["is_believed"] as? Bool == false)
    let options = Array(trusting.prefix(3))
    let run = try tool.run("notify", options, input: body)
    #expect(run.status == 0, "\(run.stderr)")
    #expect(try LedgerTool.lines(run.stdout).map { $0["event"] as? String } == ["refunded"])
    let again = try tool.run("notify", options, input: body)
    #expect(again.status == 0 && again.stdout.isEmpty, "\(again.stdout)")
    #expect(try tool.eventNames().filter { $0 == "refunded" }.count == 1)
    #expect(try add(try Minted.signed(.transaction, transaction("1", signed: 5)), order: "A").status == 1)
  }
}
