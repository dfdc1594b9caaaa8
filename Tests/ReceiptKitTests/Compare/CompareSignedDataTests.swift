import Foundation
import ReceiptKit
import Testing

@testable import ReceiptAnalysis
@testable import ReceiptMint

@Suite("Comparison with signed data")
struct CompareSignedDataTests {
  @Test("the same purchase agrees, to the second")
  func equal() throws {
    let comparison = try SignedPair().compare()
    #expect(comparison.verdict == .agrees && comparison.doubts.isEmpty && comparison.unexpected.isEmpty)
    #expect(comparison.expected.isEmpty && comparison.hasDifferences)
    #expect(comparison.fields.filter { $0.cause == .milliseconds }.map(\.pointer) == ["/purchaseDate", "/expiresDate"])
    // No receipt contains them.
    #expect(
      comparison.fields.filter { $0.cause == .serverState }.map(\.pointer)
        == ["/subscriptionGroupIdentifier", "/appAccountToken"])
    // Bundle, environment, three identifiers, product, quantity, one date, two flags, ownership.
    #expect(comparison.fields.count(.equal, expected: true) == 11)
    #expect(comparison.sharedCount == 1 && comparison.onlyReceiptCount == 0 && comparison.onlySignedCount == 0)
  }

  /// The members of an object as JSON texts.
  private static func members(_ object: String) throws -> [String: String] {
    let members = try JSONReader().read(Array(object.utf8)).members
    return Dictionary(
      uniqueKeysWithValues: members.map { ($0.name, String(decoding: $0.value.compactBytes, as: UTF8.self)) })
  }

  /// A row has members of the signed data, and behind ` | ` those of the receipt.
  @Test(
    "what is said of one purchase: contradictions, offers, and what happened between the two, whichever is newer",
    arguments: try TableCase.read("signed-comparisons", "the same purchase"))
  func samePurchase(_ row: TableCase) throws {
    let objects = row.text.components(separatedBy: " | ")
    let changes = objects.count > 1 ? try Self.members(objects[1]) : [:]
    func text(_ name: String) -> String? { changes[name]?.replacing("\"", with: "") }
    let comparison = try SignedPair().changed {
      $0.transactions[0].merge(try Self.members(objects[0])) { _, new in new }
      var purchase = $0.receipt.inApp[0]
      purchase.isTrialPeriod = text("is_trial_period").map { $0 == "true" } ?? purchase.isTrialPeriod
      purchase.isInIntroOfferPeriod =
        text("is_in_intro_offer_period").map { $0 == "true" } ?? purchase.isInIntroOfferPeriod
      purchase.promotionalOfferID = text("promotional_offer_id") ?? purchase.promotionalOfferID
      purchase.expiresDate = text("expires_date") ?? purchase.expiresDate
      purchase.cancellationDate = text("cancellation_date") ?? purchase.cancellationDate
      purchase.cancellationReason = text("cancellation_reason").flatMap { Int64($0) } ?? purchase.cancellationReason
      purchase.ownershipType = text("in_app_ownership_type").flatMap { Int64($0) } ?? purchase.ownershipType
      $0.receipt.inApp[0] = purchase
    }
    #expect(comparison.expected + comparison.unexpected == row.expected)
    #expect(comparison.verdict == (comparison.unexpected.isEmpty ? .agrees : .differs))
    let causes = Set(comparison.unexpected.compactMap { $0.split(separator: " ").first })
    #expect(comparison.findings.filter { !$0.cause.isExpected }.count == causes.count)
  }

  @Test(
    "transactions that only the signed data has",
    arguments: try TableCase.read("signed-comparisons", "another transaction"))
  func onlySigned(_ row: TableCase) throws {
    let comparison = try SignedPair().changed {
      let members = try ["transactionId": #""2000000000000007""#].merging(Self.members(row.text)) { $1 }
      $0.transactions.append(SignedPair.transaction(members))
    }
    #expect(comparison.onlySignedCount == 1)
    #expect(comparison.expected + comparison.unexpected == row.expected.map { $0 + " " })
  }

  @Test("purchases that only the receipt has: the history decides")
  func onlyReceipt() throws {
    var pair = SignedPair()
    var second = InAppDescription.subscriptionSample(transactionID: "2000000000000002")
    (second.purchaseDate, second.expiresDate) = ("2025-12-26T18:13:07Z", "2025-12-26T18:43:07Z")
    pair.receipt.inApp.append(second)
    let single = try pair.compare()
    #expect(single.verdict == .agrees && single.expected == ["not-given /receipt/in_app/1"])
    let signed = try SignedPair.sign(pair.transactions[0])
    func compare(_ texts: [String]) throws -> TransactionComparison {
      try pair.changed { ($0.transactions, $0.others) = ([], texts) }
    }
    let page = try compare([SignedPair.page([signed], hasMore: true)])
    #expect(page.expected == ["not-given /receipt/in_app/1"] && !page.hasWholeHistory)
    let whole = try compare([SignedPair.page([signed], hasMore: false)])
    #expect(whole.verdict == .differs && whole.unexpected == ["not-in-history /receipt/in_app/1"])
    let pages = try compare([
      SignedPair.page([signed], hasMore: true), SignedPair.page([signed, signed], hasMore: false),
    ])
    #expect(pages.unexpected == ["not-in-history /receipt/in_app/1"])
    // A refund history has no end that says anything of other purchases.
    let refunds = try compare([#"{"signedTransactions":["\#(signed)"],"hasMore":false,"revision":"1"}"#])
    #expect(refunds.expected == ["not-given /receipt/in_app/1"])
    // Bought after the data was signed.
    let old = try pair.changed { $0.transactions[0]["signedDate"] = "1766771000000" }
    #expect(old.expected == ["signed-earlier /receipt/in_app/1"])
    let another = try pair.changed { $0.transactions[0]["bundleId"] = #""com.example.other""# }
    #expect(another.unexpected == ["another-app /bundleId", "another-app /receipt/in_app/1"])
  }

  @Test("an AppTransaction beside what the receipt says of the app")
  func appTransaction() throws {
    let members = [
      "bundleId": #""com.example.reader""#, "receiptType": #""Sandbox""#, "originalApplicationVersion": #""1.0""#,
      "originalPurchaseDate": "1375340400000", "receiptCreationDate": String(SignedPair.signed),
    ]
    func compare(_ more: [String: String]) throws -> TransactionComparison {
      try SignedPair().changed {
        $0.others = [try SignedPair.sign(members.merging(more) { $1 }, .appTransaction)]
      }
    }
    let equal = try compare([:])
    // The same, and the app's number, version and date.
    #expect(equal.verdict == .agrees && equal.fields.count(.equal, expected: true) == 14)
    #expect(
      try compare(["originalApplicationVersion": #""2.0""#]).unexpected == [
        "contradicted /originalApplicationVersion"
      ])
    #expect(try compare(["originalPurchaseDate": "1375340401000"]).unexpected == ["contradicted /originalPurchaseDate"])
    #expect(try compare(["appAppleId": "5"]).unexpected == ["contradicted /appAppleId"])
    // No purchase: nothing is said of the receipt's.
    let alone = try SignedPair().changed {
      ($0.transactions, $0.others) = ([], [try SignedPair.sign(members, .appTransaction)])
    }
    #expect(alone.verdict == .incomplete && alone.doubts == ["no proven transaction was given"])
  }

  @Test("of several statements the newest proven one counts, also inside a notification")
  func newest() throws {
    let old = SignedPair.transaction(["signedDate": "1766771000000", "quantity": "7"])
    let inner = try SignedPair.sign(SignedPair.transaction())
    let notification = try CombinedSamples.sign(
      .notification,
      #"{"notificationType":"DID_RENEW","notificationUUID":"002e14d5-51f5-4503-b5a8-c3a1af68eb20","version":"2.0","#
        + #""signedDate":\#(SignedPair.signed),"data":{"bundleId":"com.example.reader","environment":"Sandbox","#
        + #""signedTransactionInfo":"\#(inner)"}}"#)
    for newer in [inner, #"{"signedPayload":"\#(notification)"}"#] {
      let comparison = try SignedPair().changed { ($0.transactions, $0.others) = ([old], [newer]) }
      #expect(comparison.verdict == .agrees && comparison.sharedCount == 1, "\(comparison.unexpected)")
    }
    #expect(try SignedPair().changed { $0.transactions = [old] }.unexpected == ["contradicted /quantity"])
  }

  @Test("an iOS 6 receipt has one purchase, and a group")
  func transactionReceipt() throws {
    var description = TransactionReceiptFixture.description(.three)
    description.purchaseInfo[.subscriptionGroupIdentifier] = "21000000"
    let chain = try TransactionReceiptFixture.chain(.three)
    let receipt = Array(try chain.mint(description).base64.utf8)
    var reader = try CombinedSamples.reader.decoder
    reader.authenticator = Authenticator(anchors: reader.authenticator.anchors + [try Mint.anchor(chain.issuer)])
    func info(_ key: TransactionDescription.Key) -> String { description.purchaseInfo[key] ?? "" }
    let transaction = [
      "transactionId": #""\#(info(.transactionID))""#, "originalTransactionId": #""\#(info(.originalTransactionID))""#,
      "productId": #""\#(info(.productID))""#, "bundleId": #""\#(info(.bundleIdentifier))""#,
      "purchaseDate": info(.purchaseDateMS), "originalPurchaseDate": info(.originalPurchaseDateMS),
      "quantity": info(.quantity), "signedDate": String(SignedPair.signed), "environment": #""Sandbox""#,
      "subscriptionGroupIdentifier": #""21000000""#, "inAppOwnershipType": #""PURCHASED""#,
      "expiresDate": info(.expiresDate).isEmpty ? "null" : info(.expiresDate),
      "webOrderLineItemId": info(.webOrderLineItemID).isEmpty ? "null" : #""\#(info(.webOrderLineItemID))""#,
    ]
    let later = transaction.merging(["transactionId": #""9""#, "purchaseDate": "1"]) { $1 }
    let equal = try SignedPair.compare(receipt, [try SignedPair.sign(transaction), try SignedPair.sign(later)], reader)
    #expect(equal.verdict == .agrees && equal.unexpected.isEmpty, "\(equal.doubts) \(equal.unexpected)")
    #expect(equal.sharedCount == 1 && equal.onlySignedCount == 1)
    for (name, value) in [("subscriptionGroupIdentifier", #""21000001""#), ("productId", #""x""#)] {
      let other = try SignedPair.compare(
        receipt, [try SignedPair.sign(transaction.merging([name: value]) { $1 })], reader)
      #expect(other.unexpected == ["contradicted /\(name)"])
    }
  }
}
