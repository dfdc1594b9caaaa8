import Foundation
import ReceiptKit

@testable import ReceiptMint

/// What a customer of one app sends in over the months, minted under one authority.
enum CombinedSamples {
  static let day: Int64 = 86_400_000
  /// 2026-01-01T00:00:00Z
  static let start: Int64 = 1_767_225_600_000
  static let product = "com.example.reader.monthly"

  static func date(_ days: Int64) -> Instant { Instant(milliseconds: start + days * day) }

  private static let minter = Result {
    try JWSMinter(try Mint.authority, signedAt: "2026-01-01T00:00:00Z")
  }

  static var reader: PurchaseHistoryReader {
    get throws {
      let anchors = try minter.get().anchors + [try Mint.authority.chain().root]
      return PurchaseHistoryReader(InputDecoder(authenticator: Authenticator(anchors: try anchors.map(Mint.anchor))))
    }
  }

  static func sign(_ kind: SignedPayloadKind, _ payload: String) throws -> String {
    try minter.get().mint(JWSDescription(kind: kind, payload: try JSONReader().read(Array(payload.utf8))))
  }

  /// The payload of a transaction of a month.
  ///
  /// - Parameters:
  ///   - month: which one, and its identifier.
  ///   - signed: the day on which it is signed.
  static func transaction(_ month: Int64, signed: Int64, app: String = "com.example.reader", _ more: String = "")
    -> String
  {
    #"{"transactionId":"\#(month)","originalTransactionId":"1","bundleId":"\#(app)","productId":"\#(product)","#
      + #""purchaseDate":\#(date((month - 1) * 30).milliseconds),"expiresDate":\#(date(month * 30).milliseconds),"#
      + #""quantity":1,"type":"Auto-Renewable Subscription","inAppOwnershipType":"PURCHASED","#
      + #""signedDate":\#(date(signed).milliseconds),"environment":"Sandbox","price":9990,"currency":"EUR","#
      + #""subscriptionGroupIdentifier":"21000000"\#(more)}"#
  }

  /// Revoked on the day before it is signed, for three fifths of its price.
  static func revoked(_ month: Int64, signed: Int64) -> String {
    transaction(
      month, signed: signed,
      #","revocationDate":\#(date(signed - 1).milliseconds),"revocationReason":1,"revocationType":"REFUND_PRORATED","revocationPercentage":60000"#
    )
  }

  static func renewal(signed: Int64, original: String = "1", _ more: String = "") -> String {
    #"{"originalTransactionId":"\#(original)","productId":"\#(product)","autoRenewProductId":"\#(product)","#
      + #""autoRenewStatus":1,"environment":"Sandbox","signedDate":\#(date(signed).milliseconds),"#
      + #""renewalPrice":9990,"currency":"EUR","eligibleWinBackOfferIds":["back"]\#(more)}"#
  }

  static func notification(
    _ type: String, _ subtype: String?, signed: Int64, uuid: String, _ transaction: String, _ renewal: String? = nil,
    status: Int? = nil
  ) -> String {
    #"{"notificationType":"\#(type)","# + (subtype.map { #""subtype":"\#($0)","# } ?? "")
      + #""notificationUUID":"\#(uuid)","version":"2.0","signedDate":\#(date(signed).milliseconds),"#
      + #""data":{"bundleId":"com.example.reader","environment":"Sandbox","signedTransactionInfo":\#(transaction)"#
      + (status.map { #","status":\#($0)"# } ?? "")
      + (renewal.map { #","signedRenewalInfo":\#($0)"# } ?? "") + "}}"
  }

  /// A receipt of the first months, made on a day.
  static func receipt(months: ClosedRange<Int64>, made: Int64) throws -> [UInt8] {
    var receipt = ReceiptDescription.sandboxSample()
    receipt.bundleIdentifier = "com.example.reader"
    receipt.creationDate = date(made).rfc3339
    receipt.inApp = months.map { month in
      var purchase = InAppDescription.subscriptionSample(transactionID: String(month), productID: product)
      purchase.originalTransactionID = "1"
      (purchase.purchaseDate, purchase.expiresDate) = (date((month - 1) * 30).rfc3339, date(month * 30).rfc3339)
      purchase.originalPurchaseDate = purchase.purchaseDate
      return purchase
    }
    let minted = try EnvelopeMinter(try Mint.authority.chain()).envelope(receipt).mint()
    return Array(Data(minted.bytes).base64EncodedString().utf8)
  }

  /// A saved answer of verifyReceipt about one month.
  static func answer(month: Int64, asked: Int64, _ more: String = "") -> String {
    #"{"status":0,"environment":"Sandbox","receipt":{"bundle_id":"com.example.reader","in_app":[],"#
      + #""request_date_ms":"\#(date(asked).milliseconds)"},"latest_receipt_info":[{"transaction_id":"\#(month)","#
      + #""original_transaction_id":"1","product_id":"\#(product)","quantity":"1","#
      + #""purchase_date_ms":"\#(date((month - 1) * 30).milliseconds)","expires_date_ms":"\#(date(month * 30).milliseconds)"\#(more)}]}"#
  }

  /// Four months: the second was refunded, the third ends in a grace period, the fifth is only said.
  static func everything() throws -> [(source: String, bytes: [UInt8])] {
    let (third, third2) = (transaction(3, signed: 60), transaction(3, signed: 90))
    let failing = renewal(
      signed: 90,
      original: "1",
      #","isInBillingRetryPeriod":true,"expirationIntent":2,"gracePeriodExpiresDate":\#(date(106).milliseconds)"#)
    return [
      ("receipt.b64", try receipt(months: 1...2, made: 31)),
      (
        "history.json",
        Array(
          #"{"signedTransactions":["\#(try sign(.transaction, transaction(2, signed: 30)))","\#(try sign(.transaction, third))"],"revision":"1","hasMore":false}"#
            .utf8)
      ),
      (
        "refund.json",
        Array(
          #"{"signedPayload":"\#(try sign(.notification, notification("REFUND", nil, signed: 41, uuid: "002e14d5-51f5-4503-b5a8-c3a1af68eb20", revoked(2, signed: 40))))"}"#
            .utf8)
      ),
      (
        "failed.json",
        Array(
          #"{"signedPayload":"\#(try sign(.notification, notification("DID_FAIL_TO_RENEW", "GRACE_PERIOD", signed: 91, uuid: "002e14d5-51f5-4503-b5a8-c3a1af68eb21", third2, failing)))"}"#
            .utf8)
      ),
      ("answer.json", Array(answer(month: 5, asked: 130).utf8)),
    ]
  }

  static func status(_ inputs: [(source: String, bytes: [UInt8])], at day: Int64) throws -> SubscriptionStatus {
    var combined = CombinedHistory(try reader)
    for input in inputs { try combined.add(input.bytes, from: input.source) }
    return SubscriptionStatus(try combined.history(), at: date(day))
  }

  static func status(_ texts: [String], at day: Int64 = 0) throws -> SubscriptionStatus {
    try status(texts.map { ("x", Array($0.utf8)) }, at: day)
  }
}
