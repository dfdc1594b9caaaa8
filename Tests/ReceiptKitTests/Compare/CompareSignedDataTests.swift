import Foundation
import ReceiptKit
import Testing

@testable import ReceiptAnalysis
@testable import ReceiptDocuments
@testable import ReceiptMint

@Suite("Comparison with signed data")
struct CompareSignedDataTests {
  @Test("the same purchase agrees, to the second")
  func equal() throws {
    let comparison = try SignedPair().compare()
    #expect(comparison.verdict == .agrees && comparison.doubts.isEmpty && comparison.unexpected.isEmpty)
    #expect(comparison.expected.isEmpty && comparison.hasDifferences)
    #expect(
      comparison.fields.filter { $0.cause == .milliseconds }.map(\.pointer) == ["/purchaseDate", "/expiresDate"])
    // No receipt contains them.
    #expect(
      comparison.fields.filter { $0.cause == .serverState }.map(\.pointer)
        == ["/subscriptionGroupIdentifier", "/appAccountToken"])
    // Bundle, environment, three identifiers, product, quantity, one date, two flags, ownership.
    #expect(comparison.fields.count(.equal, expected: true) == 11)
    #expect(comparison.sharedCount == 1 && comparison.onlyReceiptCount == 0 && comparison.onlySignedCount == 0)
  }

  @Test(
    "what contradicts the receipt is named",
    arguments: [
      ("productId", #""com.example.test.yearly""#, "contradicted /productId"),
      ("originalTransactionId", #""2000000000000009""#, "contradicted /originalTransactionId"),
      ("purchaseDate", "1766770988000", "contradicted /purchaseDate"),
      ("purchaseDate", "1766770986999", "contradicted /purchaseDate"),
      ("originalPurchaseDate", "1", "contradicted /originalPurchaseDate"),
      ("originalPurchaseDate", #""soon""#, "contradicted /originalPurchaseDate"),
      // Earlier than the receipt says, although it is newer.
      ("expiresDate", "1766772786000", "contradicted /expiresDate"),
      ("expiresDate", "null", "contradicted /receipt/in_app/0/expires_date_ms"),
      ("quantity", "2", "contradicted /quantity"),
      ("webOrderLineItemId", #""1999999999999998""#, "contradicted /webOrderLineItemId"),
      ("inAppOwnershipType", #""FAMILY_SHARED""#, "contradicted /inAppOwnershipType"),
      // A minute before the receipt was made.
      ("revocationDate", "1766774327000", "contradicted /revocationDate"),
      ("bundleId", #""com.example.other""#, "another-app /bundleId"),
      ("environment", #""Production""#, "another-environment /environment"),
    ])
  func contradicted(_ row: (String, String, String)) throws {
    let comparison = try SignedPair().changed { $0.transactions[0][row.0] = row.1 }
    #expect(comparison.verdict == .differs && comparison.unexpected == [row.2])
    #expect(comparison.findings.filter { !$0.cause.isExpected }.count == 1)
  }

  @Test("offers: free trials, introductory prices and promotional offers")
  func offers() throws {
    let pair = SignedPair()
    func compare(
      _ offer: [String: String], trial: Bool, introductory: Bool, promotional: String? = nil
    ) throws -> [String] {
      try pair.changed {
        $0.transactions[0].merge(offer) { _, new in new }
        $0.receipt.inApp[0].isTrialPeriod = trial
        $0.receipt.inApp[0].isInIntroOfferPeriod = introductory
        $0.receipt.inApp[0].promotionalOfferID = promotional
      }.unexpected
    }
    let trial = ["offerType": "1", "offerDiscountType": #""FREE_TRIAL""#]
    let price = ["offerType": "1", "offerDiscountType": #""PAY_AS_YOU_GO""#]
    let promotion = ["offerType": "2", "offerDiscountType": #""PAY_UP_FRONT""#, "offerIdentifier": #""summer""#]
    let code = ["offerType": "3", "offerDiscountType": #""FREE_TRIAL""#, "offerIdentifier": #""spring""#]
    #expect(try compare(trial, trial: true, introductory: false) == [])
    #expect(try compare(price, trial: false, introductory: true) == [])
    #expect(try compare(promotion, trial: false, introductory: false, promotional: "summer") == [])
    #expect(try compare(code, trial: true, introductory: false) == [])
    // Signed before `offerDiscountType` was there.
    #expect(try compare(["offerType": "1"], trial: true, introductory: false) == [])
    #expect(try compare(trial, trial: false, introductory: false) == ["contradicted /offerDiscountType"])
    #expect(
      try compare(price, trial: true, introductory: false) == [
        "contradicted /offerDiscountType", "contradicted /offerType",
      ])
    #expect(try compare([:], trial: true, introductory: false) == ["contradicted /offerDiscountType"])
    #expect(try compare([:], trial: false, introductory: true) == ["contradicted /offerType"])
    for other in [nil, "winter"] {
      #expect(
        try compare(promotion, trial: false, introductory: false, promotional: other) == [
          "contradicted /offerIdentifier"
        ])
    }
    #expect(
      try compare([:], trial: false, introductory: false, promotional: "summer") == [
        "contradicted /receipt/in_app/0/promotional_offer_id"
      ])
  }

  @Test("what happened between the two, whichever is newer")
  func later() throws {
    let pair = SignedPair()
    func compare(_ more: [String: String], _ change: (inout InAppDescription) -> Void = { _ in }) throws -> [String] {
      let comparison = try pair.changed {
        $0.transactions[0].merge(more) { _, new in new }
        change(&$0.receipt.inApp[0])
      }
      #expect(comparison.verdict == (comparison.unexpected.isEmpty ? .agrees : .differs))
      return comparison.expected + comparison.unexpected
    }
    let cancelled = "2025-12-26T18:00:00Z"
    let before = String(SignedPair.made - SignedPair.hour)
    // A second after the receipt was made.
    #expect(
      try compare(["revocationDate": "1766774388000", "revocationReason": "1"]) == [
        "refunded-since /revocationDate", "refunded-since /revocationReason",
      ])
    #expect(try compare(["expiresDate": "1766779999000"]) == ["extended-since /expiresDate"])
    #expect(
      try compare(["signedDate": before]) { $0.expiresDate = "2025-12-27T18:13:07Z" } == ["extended-since /expiresDate"]
    )
    #expect(
      try compare([:]) { $0.expiresDate = "2025-12-27T18:13:07Z" } == ["contradicted /expiresDate"])
    #expect(
      try compare(["isUpgraded": "true"]) { ($0.cancellationDate, $0.cancellationReason) = (cancelled, 0) } == [
        "upgraded-since /receipt/in_app/0/cancellation_date_ms", "upgraded-since /receipt/in_app/0/cancellation_reason",
      ])
    #expect(
      try compare([:]) { $0.cancellationDate = cancelled } == [
        "refund-reversed /receipt/in_app/0/cancellation_date_ms"
      ])
    #expect(
      try compare(["signedDate": before]) { $0.cancellationDate = cancelled } == [
        "signed-earlier /receipt/in_app/0/cancellation_date_ms"
      ])
    // Signed between the refund and the receipt, and without it.
    #expect(
      try compare(["signedDate": String(SignedPair.made - 60_000)]) { $0.cancellationDate = cancelled } == [
        "contradicted /receipt/in_app/0/cancellation_date_ms"
      ])
    // The receipt is newer, and the refund is gone.
    #expect(
      try compare(["revocationDate": "1766771000000", "signedDate": before]) == ["refund-reversed /revocationDate"])
    let same = ["revocationDate": "1766772000000", "revocationReason": "0"]
    #expect(try compare(same) { ($0.cancellationDate, $0.cancellationReason) = (cancelled, 0) } == [])
    #expect(
      try compare(same) { ($0.cancellationDate, $0.cancellationReason) = (cancelled, 1) } == [
        "contradicted /revocationReason"
      ])
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

  @Test("transactions that only the signed data has")
  func onlySigned() throws {
    func compare(_ more: [String: String]) throws -> [String] {
      let comparison = try SignedPair().changed {
        $0.transactions.append(SignedPair.transaction(["transactionId": #""2000000000000007""#].merging(more) { $1 }))
      }
      #expect(comparison.onlySignedCount == 1)
      return comparison.expected + comparison.unexpected
    }
    #expect(try compare([:]) == ["not-in-receipt "])
    #expect(try compare(["purchaseDate": "null"]) == ["not-in-receipt "])
    // The very moment at which the receipt was made is not after it.
    #expect(try compare(["purchaseDate": String(SignedPair.made)]) == ["not-in-receipt "])
    #expect(try compare(["purchaseDate": String(SignedPair.made + 1)]) == ["renewed-since "])
    // Paid in a grace period, which lasts up to 28 days: the period began a minute before the receipt was made.
    let minute = String(SignedPair.made - 60_000)
    let running = ["purchaseDate": minute, "expiresDate": String(SignedPair.made + SignedPair.hour)]
    #expect(try compare(running) == ["renewed-since "])
    #expect(try compare(["purchaseDate": minute, "expiresDate": minute]) == ["not-in-receipt "])
    #expect(
      try compare(running.merging(["originalTransactionId": #""2000000000000007""#]) { $1 }) == ["not-in-receipt "])
    #expect(try compare(running.merging(["signedDate": minute]) { $1 }) == ["not-in-receipt "])
    #expect(
      try compare(running.merging(["purchaseDate": String(SignedPair.made - 28 * 24 * SignedPair.hour - 1)]) { $1 })
        == [
          "not-in-receipt "
        ])
    #expect(try compare(["type": #""Consumable""#]) == ["consumable-left-out "])
    #expect(try compare(["inAppOwnershipType": #""FAMILY_SHARED""#]) == ["family-shared "])
  }

  @Test("the number that a receipt has for family sharing contradicts nothing, and is told")
  func familyNumber() throws {
    let comparison = try SignedPair().changed {
      $0.receipt.inApp[0].ownershipType = 1
      $0.transactions[0]["inAppOwnershipType"] = #""FAMILY_SHARED""#
    }
    #expect(comparison.expected == ["family-shared /inAppOwnershipType"] && comparison.verdict == .agrees)
    let own = try SignedPair().changed { $0.receipt.inApp[0].ownershipType = 1 }
    #expect(own.unexpected == ["contradicted /inAppOwnershipType"])
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
    #expect(
      try compare(["originalPurchaseDate": "1375340401000"]).unexpected == ["contradicted /originalPurchaseDate"])
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
    reader.authenticator = Authenticator(
      anchors: reader.authenticator.anchors + [try Mint.anchor(chain.issuer)])
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
    let equal = try SignedPair.compare(
      receipt, [try SignedPair.sign(transaction), try SignedPair.sign(later)], reader)
    #expect(equal.verdict == .agrees && equal.unexpected.isEmpty, "\(equal.doubts) \(equal.unexpected)")
    #expect(equal.sharedCount == 1 && equal.onlySignedCount == 1)
    for (name, value) in [("subscriptionGroupIdentifier", #""21000001""#), ("productId", #""x""#)] {
      let other = try SignedPair.compare(
        receipt, [try SignedPair.sign(transaction.merging([name: value]) { $1 })], reader)
      #expect(other.unexpected == ["contradicted /\(name)"])
    }
  }
}
