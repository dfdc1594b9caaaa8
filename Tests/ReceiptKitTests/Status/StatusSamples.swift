import Foundation
import ReceiptKit
import ReceiptMint

/// Invented purchases in every form in which they arrive.
enum StatusSamples {
  /// The moment at which most of these tests ask: 2026-11-21T12:00:00Z.
  static let now = InspectSamples.now

  static func instant(_ text: String) throws -> Instant {
    guard let date = ReceiptDate(text) else { throw ReceiptError(.defect, "'\(text)' is not a date") }
    return date.instant
  }

  /// A period of a minted subscription; `text` is `TRANSACTION FROM UNTIL`, dates in RFC 3339.
  static func period(
    _ text: String, product: String = "com.example.test.monthly", _ change: (inout InAppDescription) -> Void = { _ in }
  ) -> InAppDescription {
    let parts = text.split(separator: " ").map(String.init)
    var purchase = InAppDescription.subscriptionSample(transactionID: parts[0], productID: product)
    purchase.originalTransactionID = "9000000000000001"
    (purchase.purchaseDate, purchase.expiresDate) = (parts[1], parts.count > 2 ? parts[2] : "")
    purchase.originalPurchaseDate = parts[1]
    change(&purchase)
    return purchase
  }

  /// The shape of the published receipt with nine purchases: a trial, gaps of seconds, hours and days, a change of the
  /// product, and an order that is not that of time.
  static var nine: ReceiptDescription {
    var receipt = ReceiptDescription.sandboxSample()
    receipt.creationDate = "2025-03-10T09:00:05Z"
    receipt.inApp = [
      period("9000000000000002 2025-03-02T10:03:15Z 2025-03-02T10:08:15Z"),
      period("9000000000000003 2025-03-02T12:10:00Z 2025-03-02T12:15:00Z"),
      period("9000000000000004 2025-03-02T12:15:00Z 2025-03-02T12:20:00Z"),
      period("9000000000000005 2025-03-02T12:20:00Z 2025-03-02T12:25:00Z"),
      period("9000000000000006 2025-03-02T12:25:00Z 2025-03-02T12:30:00Z"),
      period("9000000000000007 2025-03-02T12:30:00Z 2025-03-02T12:35:00Z"),
      period("9000000000000008 2025-03-02T12:35:25Z 2025-03-02T12:40:25Z"),
      period("9000000000000009 2025-03-10T09:00:00Z 2025-03-10T10:00:00Z", product: "com.example.test.annual"),
      period("9000000000000001 2025-03-02T10:00:00Z 2025-03-02T10:03:00Z") { $0.isTrialPeriod = true },
    ]
    return receipt
  }

  static func status(_ receipt: ReceiptDescription, at moment: Instant = now) throws -> SubscriptionStatus {
    SubscriptionStatus(try PurchaseHistory(try InspectSamples.decode(receipt)), at: moment)
  }

  static func status(_ periods: [InAppDescription], at moment: Instant = now) throws -> SubscriptionStatus {
    var receipt = ReceiptDescription.sandboxSample()
    receipt.inApp = periods
    return try status(receipt, at: moment)
  }

  static func status(json: Any, at moment: Instant = now) throws -> SubscriptionStatus {
    try status(bytes: Array(try JSONSerialization.data(withJSONObject: json)), at: moment)
  }

  static func status(bytes: [UInt8], at moment: Instant = now) throws -> SubscriptionStatus {
    SubscriptionStatus(try PurchaseHistoryReader().read(bytes), at: moment)
  }

  /// An element of `latest_receipt_info`; `text` as in ``period(_:product:_:)``.
  static func info(
    _ text: String, product: String = "com.example.test.monthly", _ more: [String: String] = [:]
  ) throws -> [String: Any] {
    let parts = text.split(separator: " ").map(String.init)
    var info: [String: Any] = [
      "transaction_id": parts[0], "original_transaction_id": "9000000000000001", "product_id": product, "quantity": "1",
      "is_trial_period": "false", "is_in_intro_offer_period": "false", "in_app_ownership_type": "PURCHASED",
      "subscription_group_identifier": "20000001",
    ]
    for (name, date) in zip(["purchase_date", "expires_date"], parts.dropFirst()) {
      let instant = try instant(date)
      info[name] = instant.gmtText
      info[name + "_ms"] = String(instant.milliseconds)
      info[name + "_pst"] = instant.pacificText
    }
    info.merge(more) { $1 }
    return info
  }

  /// A saved answer of verifyReceipt.
  static func response(_ latest: [[String: Any]], renewal: [String: String]? = nil) -> [String: Any] {
    var response: [String: Any] = [
      "status": 0, "environment": "Production", "latest_receipt_info": latest, "latest_receipt": "",
      "receipt": [
        "bundle_id": "com.example.test", "in_app": [Any](), "request_date_ms": "1795262400000",
        "request_date": "2026-11-21 12:00:00 Etc/GMT",
      ] as [String: Any],
    ]
    if let renewal {
      response["pending_renewal_info"] = [
        renewal.merging([
          "original_transaction_id": "9000000000000001", "product_id": "com.example.test.monthly",
          "auto_renew_product_id": renewal["auto_renew_product_id"] ?? "com.example.test.monthly",
        ]) { $1 }
      ]
    }
    return response
  }

  /// A JWS whose signature is made up.
  static func jws(_ payload: Any) throws -> String {
    func part(_ value: Any) throws -> String {
      try JSONSerialization.data(withJSONObject: value, options: .sortedKeys).base64EncodedString()
        .replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
        .replacingOccurrences(of: "=", with: "")
    }
    return try part(["alg": "ES256", "x5c": ["none"]]) + "." + part(payload) + ".c2lnbmF0dXJl"
  }

  static func transaction(_ more: [String: Any] = [:]) throws -> [String: Any] {
    [
      "transactionId": "9000000000000021", "originalTransactionId": "9000000000000021",
      "productId": "com.example.test.monthly", "bundleId": "com.example.test", "environment": "Production",
      "purchaseDate": try instant("2026-11-01T00:00:00Z").milliseconds,
      "expiresDate": try instant("2026-12-01T00:00:00Z").milliseconds, "quantity": 1,
      "type": "Auto-Renewable Subscription", "inAppOwnershipType": "PURCHASED",
      "subscriptionGroupIdentifier": "20000001", "signedDate": try instant("2026-11-01T00:00:09Z").milliseconds,
    ].merging(more) { $1 }
  }

  static func renewalInfo(_ more: [String: Any] = [:]) -> [String: Any] {
    [
      "originalTransactionId": "9000000000000021", "productId": "com.example.test.monthly",
      "autoRenewProductId": "com.example.test.annual", "autoRenewStatus": 1,
    ].merging(more) { $1 }
  }

  static func notificationV2(
    transaction: [String: Any], renewal: [String: Any], type: String = "DID_RENEW"
  ) throws -> [String: Any] {
    let payload: [String: Any] = [
      "notificationType": type, "subtype": "BILLING_RECOVERY", "version": "2.0",
      "signedDate": try instant("2026-11-01T00:00:10Z").milliseconds,
      "data": [
        "bundleId": "com.example.test", "environment": "Production", "signedTransactionInfo": try jws(transaction),
        "signedRenewalInfo": try jws(renewal),
      ],
    ]
    return ["signedPayload": try jws(payload)]
  }

  static func text(_ status: SubscriptionStatus, _ width: Int = 80, isChosen: Bool = false) -> String {
    StatusReport(status, momentIsChosen: isChosen).text(InspectSamples.layout(width))
  }

  static func json(_ status: SubscriptionStatus) -> String {
    var writer = JSONWriter(layout: .pretty)
    StatusRenderer(PurchaseHistoryReader(), at: status.moment, from: .option)
      .write(status, head: DocumentHead(source: "-"), to: &writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}
