import Foundation
import ReceiptKit
import TestSupport
import Testing

@testable import ReceiptMint

/// What is not proven, not read or not in both is never agreement.
@Suite("Comparison with signed data: proof, scenarios and anything")
struct CompareSignedDataProofTests {
  private func doubts(_ change: (inout SignedPair) throws -> Void) throws -> [String] {
    let comparison = try SignedPair().changed(change)
    #expect(comparison.verdict == .incomplete && comparison.unexpected.isEmpty)
    let lines = comparison.text(80).split(separator: "\n")
    #expect(lines.first?.hasPrefix("! ") == true, "what is in doubt is said first")
    return comparison.doubts.map(\.description)
  }

  @Test("what is not proven is said first, and does not count")
  func unproven() throws {
    let unsigned = SignedDataSamples.jws(SignedPair.json(SignedPair.transaction()))
    let alone = try doubts { ($0.transactions, $0.others) = ([], [unsigned]) }
    #expect(alone.count == 2 && alone[0].hasPrefix("nothing of the signed data counts: file1 is"))
    #expect(alone[1] == "no proven transaction was given")
    let beside = try doubts { $0.others = [unsigned] }
    #expect(beside.count == 1 && beside[0].contains("1 of 2 pieces") && beside[0].contains("file2 is "))
    // One character of the signature.
    let signed = try SignedPair.sign(SignedPair.transaction())
    let changed = String(signed.dropLast(4)) + (signed.hasSuffix("AAAA") ? "BBBB" : "AAAA")
    #expect(try doubts { ($0.transactions, $0.others) = ([], [changed]) }[0].contains("bad-signature"))
    // An unproven statement that is newer displaces nothing, and one that differs is not compared.
    let newer = SignedDataSamples.jws(
      SignedPair.json(SignedPair.transaction(["quantity": "7", "signedDate": "1768003200001"])))
    #expect(try doubts { $0.others = [newer] }.contains { $0.contains("it does not count") })
  }

  @Test("a receipt that is not proven agrees with nothing")
  func unprovenReceipt() throws {
    let receipt = try SignedPair().receiptText(try TransactionReceiptFixture.authority.chain())
    let comparison = try SignedPair.compare(receipt, [try SignedPair.sign(SignedPair.transaction())])
    #expect(comparison.verdict == .incomplete && comparison.doubts.count == 1)
    #expect(comparison.doubts[0].hasPrefix("the receipt is not proven: it is untrusted-chain"))
  }

  @Test("answers of verifyReceipt, renewals alone, parts that were not read, nothing in both")
  func nothing() throws {
    let answer =
      #"{"status":0,"environment":"Sandbox","receipt":{"bundle_id":"com.example.reader","in_app":[]},"latest_receipt_info":[{"transaction_id":"2000000000000001"}]}"#
    #expect(try doubts { $0.others = [answer] }.first?.contains("file2 is not signed data of StoreKit 2") == true)
    let renewal = [
      "originalTransactionId": #""\#(SignedPair.first)""#, "autoRenewStatus": "1", "environment": #""Sandbox""#,
      "signedDate": String(SignedPair.signed), "productId": #""com.example.test.monthly""#,
    ]
    let alone = try doubts { ($0.transactions, $0.others) = ([], [try SignedPair.sign(renewal, .renewal)]) }
    #expect(alone.last == "no proven transaction was given")
    let beside = try SignedPair().changed { $0.others = [try SignedPair.sign(renewal, .renewal)] }
    #expect(beside.verdict == .agrees && beside.fields.count { $0.cause == .serverState } == 3)
    let signed = try SignedPair.sign(SignedPair.transaction())
    let unread = try doubts {
      ($0.transactions, $0.others) = (
        [], [#"{"signedTransactionInfo":"\#(signed)","in_app":[{"transaction_id":"5"}]}"#]
      )
    }
    #expect(unread.contains { $0.hasPrefix("a part of the signed data was not read: ") }, "\(unread)")
    let other = try doubts {
      $0.transactions[0].merge(["transactionId": #""5""#, "purchaseDate": "1768000000000"]) { $1 }
    }
    #expect(other == ["no transaction is in both"])
  }

  @Test("no signed data, two apps, and signed data in the receipt's place are errors")
  func errors() throws {
    let pair = SignedPair()
    let receipt = try pair.receiptText()
    let signed = try SignedPair.sign(SignedPair.transaction())
    #expect(throws: ReceiptError.self) { try SignedPair.compare(receipt, [String(decoding: receipt, as: UTF8.self)]) }
    #expect(throws: ReceiptError.self) { try SignedPair.compare(receipt, []) }
    #expect(throws: ReceiptError.self) { try SignedPair.compare(Array(signed.utf8), [signed]) }
    for (name, value) in [("bundleId", #""com.example.other""#), ("environment", #""Production""#)] {
      let other = try SignedPair.sign(SignedPair.transaction(["transactionId": #""2""#, name: value]))
      let error = try #require(throws: ReceiptError.self) { try SignedPair.compare(receipt, [signed, other]) }
      #expect(error.code == .otherFormat && error.message.description.hasPrefix("data of two "))
    }
  }

  @Test("every receipt of every scenario agrees with every transaction of it", arguments: Scenario.all.map(\.name))
  func scenarios(_ name: String) throws {
    let scenario = try #require(Scenario.named(name))
    let files = try scenario.files(
      try Mint.authority, options: TemplateOptions(creationDate: Instant(milliseconds: SignedPair.signed)), seed: "1")
    let anchor = try #require(files.last { $0.name == "anchor.pem" })
    let decoder = InputDecoder(authenticator: Authenticator(anchors: try TrustAnchor.read(Array(anchor.text.utf8))))
    func texts(_ kind: String) -> [String] { files.filter { $0.name.contains(".\(kind).") }.map(\.text) }
    let receipts = texts("receipt")
    let last = try #require(receipts.last)
    for (index, receipt) in receipts.enumerated() {
      for texts in [texts("transaction"), texts("notification") + texts("renewal")] {
        let comparison = try SignedPair.compare(Array(receipt.utf8), texts, decoder)
        #expect(comparison.verdict == .agrees, "\(index): \(comparison.doubts) \(comparison.unexpected)")
        #expect(comparison.sharedCount >= 1 && comparison.onlyReceiptCount == 0)
        // What came later is expected of earlier receipts alone.
        let since = comparison.fields.filter { [.renewedSince, .refundedSince].contains($0.cause) }
        #expect(receipt != last || since.isEmpty)
      }
      // Earlier data knows less than the receipt, and contradicts nothing.
      let early = try SignedPair.compare(Array(last.utf8), [texts("transaction")[index]], decoder)
      #expect(early.verdict == .agrees, "\(index): \(early.unexpected)")
    }
  }

  /// By hand, from the table of the scenarios.
  @Test(
    "what is told of a scenario's first receipt beside all that came later",
    arguments: [
      ("trial-renew-refund", ["renewed-since"]), ("consumables", ["renewed-since", "renewed-since"]),
      ("refund-reversed", []), ("one-time-charge", []), ("family-sharing-revoked", ["renewed-since", "family-shared"]),
      ("upgrade", ["renewed-since", "renewed-since"]),
    ])
  func told(_ row: (String, [String])) throws {
    let files = try #require(Scenario.named(row.0)).files(
      try Mint.authority, options: TemplateOptions(creationDate: Instant(milliseconds: SignedPair.signed)), seed: "1")
    let anchor = try #require(files.last { $0.name == "anchor.pem" })
    let decoder = InputDecoder(authenticator: Authenticator(anchors: try TrustAnchor.read(Array(anchor.text.utf8))))
    let receipt = try #require(files.first { $0.name.contains(".receipt.") })
    let comparison = try SignedPair.compare(
      Array(receipt.text.utf8), files.filter { $0.name.contains(".transaction.") }.map(\.text), decoder)
    let causes = comparison.fields.compactMap(\.cause).filter { $0 != .serverState }.map(\.rawValue)
    #expect(causes.sorted() == row.1.sorted())
  }

  @Test("the whole text and the whole JSON")
  func golden() throws {
    let comparison = try SignedPair().changed { pair in
      var lost = InAppDescription.subscriptionSample(transactionID: "2000000000000003")
      lost.quantity = 2
      pair.receipt.inApp.append(lost)
      let other = SignedPair.transaction([
        "quantity": "2", "isUpgraded": "true", "revocationDate": "1767000000000", "revocationReason": "1",
      ])
      let later = SignedPair.transaction([
        "transactionId": #""2000000000000002""#, "purchaseDate": "1767000000000", "expiresDate": "1769000000000",
      ])
      pair.transactions = []
      pair.others = [
        SignedPair.page([try SignedPair.sign(other), try SignedPair.sign(later)], hasMore: false),
        SignedDataSamples.jws(SignedPair.json(SignedPair.transaction(["transactionId": #""\u001b[31m""#]))),
      ]
    }
    for width in [80, 140] {
      let text = comparison.text(width)
      InspectGolden.expectFits(text, width)
      try InspectGolden.expect(text, is: "compare-transactions-\(width)")
    }
    try InspectGolden.expect(comparison.text(80, showsAll: true), is: "compare-transactions-all-80")
    try InspectGolden.expect(comparison.json(showsEqual: true), is: "compare-transactions-json")
  }

  @Test("ends with a report whatever is signed", .thorough)
  func mutations() throws {
    let values = [
      "null", "true", "0", "-1", "1e999", #""""#, #""\u001b[31m""#, "[]", "{}", "9223372036854775807",
      "-62135769600000",
      #""2000000000000001""#, "\"\(String(repeating: "9", count: 5_000))\"",
    ]
    let receipt = try SignedPair().receiptText()
    var generator = SplitMix(seed: 7)
    var verdicts: Set<Comparison.Verdict> = []
    for round in 0..<300 {
      var members = SignedPair.transaction(["offerType": "2", "revocationDate": "1768000000000", "isUpgraded": "true"])
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        guard let name = members.keys.sorted().randomElement(using: &generator) else { continue }
        members[name] = Bool.random(using: &generator) ? values.randomElement(using: &generator) : nil
      }
      // What cannot be read as a purchase is an error, and not a report.
      guard let comparison = try? SignedPair.compare(receipt, [try SignedPair.sign(members)]) else { continue }
      verdicts.insert(comparison.verdict)
      let text = comparison.text(80, showsAll: round % 2 == 0)
      #expect(text.split(separator: "\n").allSatisfy { displayWidth(of: String($0)) <= 80 })
      #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || !$0.actsOnTerminals })
      #expect(try JSONReader().read(Array(comparison.json(showsEqual: true).utf8))["verdict"] != nil)
    }
    #expect(verdicts.count == 3)
  }
}
