import Foundation
import ReceiptKit
import ReceiptMint
import Testing

@testable import ReceiptAnalysis

@Suite("Status: where purchases come from")
struct StatusSourceTests {
  private let october = "9000000000000001 2026-10-01T00:00:00Z 2026-11-01T00:00:00Z"
  private let november = "9000000000000002 2026-11-01T00:00:00Z 2026-12-01T00:00:00Z"

  private func firstNotification() throws -> [String: Any] {
    var unified = StatusSamples.response(
      [try StatusSamples.info(november), try StatusSamples.info(october)], renewal: ["auto_renew_status": "0"])
    unified["receipt"] = nil
    return [
      "notification_type": "DID_CHANGE_RENEWAL_STATUS", "bid": "com.example.test", "environment": "PROD",
      "unified_receipt": unified,
    ]
  }

  @Test("a saved answer: latest_receipt_info, what is only in in_app, and renewal information")
  func response() throws {
    var response = StatusSamples.response([try StatusSamples.info(november)], renewal: ["auto_renew_status": "1"])
    response["receipt"] = [
      "bundle_id": "com.example.test", "in_app": [try StatusSamples.info(october), try StatusSamples.info(november)],
    ]
    response["latest_receipt"] = String(repeating: "MIIT", count: 100)
    let status = try StatusSamples.status(json: response)
    #expect(status.history.kind == .verifyReceiptResponse)
    #expect(status.history.authenticity == nil && status.history.unverifiedBecause != nil)
    #expect(status.history.environment == "Production" && status.history.bundleID == "com.example.test")
    #expect(status.subscriptions.map(\.periods.count) == [2])
    #expect(status.subscriptions[0].renewal?.willRenew == true && status.subscriptions[0].groupID == "20000001")
    #expect(status.history.notes.count == 2)
    #expect(status.history.notes[0].hasPrefix("1 of the purchases is only in `in_app`"))
    #expect(status.history.notes[1].contains("latest_receipt"))
    #expect(status.irregularities.isEmpty)
    // Without latest_receipt_info, what the receipt itself had.
    response["latest_receipt_info"] = nil
    #expect(try StatusSamples.status(json: response).subscriptions.map(\.periods.count) == [2])
  }

  @Test("pending_renewal_info has an element for each product: two with different products are no contradiction")
  func renewalsOfTwoProducts() throws {
    var response = StatusSamples.response([try StatusSamples.info(november)], renewal: ["auto_renew_status": "1"])
    var elements = try #require(response["pending_renewal_info"] as? [[String: Any]])
    var other = elements[0]
    other["product_id"] = "com.example.test.annual"
    other["auto_renew_status"] = "0"
    for list in [[elements[0], other], [other, elements[0]]] {
      response["pending_renewal_info"] = list
      let status = try StatusSamples.status(json: response)
      #expect(status.irregularities.isEmpty, "\(status.irregularities)")
      #expect(status.subscriptions.map { $0.renewal?.willRenew } == [true])
    }
    elements.append(elements[0])
    response["pending_renewal_info"] = elements
    #expect(try StatusSamples.status(json: response).irregularities.map(\.kind) == [.contradiction])
  }

  @Test("a saved answer below a byte-order mark, as UTF-16, and with the escapes of a string")
  func encodings() throws {
    let data = try JSONSerialization.data(withJSONObject: StatusSamples.response([try StatusSamples.info(november)]))
    let text = String(decoding: data, as: UTF8.self)
    let escaped = text.replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(of: "\"", with: "\\\"")
    let units: [UInt8] = text.utf16.flatMap { unit in [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
    let forms: [[UInt8]] = [
      [0xEF, 0xBB, 0xBF] + Array(data), [0xFF, 0xFE] + units, Array(escaped.utf8), Array(" \n\(text)\n".utf8),
    ]
    for bytes in forms {
      #expect(try StatusSamples.status(bytes: bytes).history.kind == .verifyReceiptResponse)
    }
  }

  @Test("an answer about an iOS 6 receipt is itself the purchase")
  func oldResponse() throws {
    let receipt: [String: Any] = [
      "bid": "com.example.test", "product_id": "com.example.test.monthly", "transaction_id": "9000000000000002",
      "original_transaction_id": "9000000000000001", "purchase_date_ms": "1793491200000",
      "expires_date": "1796083200000", "expires_date_formatted": "2026-12-01 00:00:00 Etc/GMT",
    ]
    for latest in [nil, receipt] {
      var response: [String: Any] = ["status": 0, "receipt": receipt]
      response["latest_receipt_info"] = latest
      let status = try StatusSamples.status(json: response)
      #expect(status.claimsActive("com.example.test.monthly"))
      #expect(status.subscriptions.map(\.periods.count) == [1] && status.irregularities.isEmpty)
    }
    // Some are pasted without the milliseconds.
    let response = ["status": 0, "receipt": receipt.filter { $0.key != "expires_date" }] as [String: Any]
    #expect(try StatusSamples.status(json: response).claimsActive("com.example.test.monthly"))
  }

  @Test("a notification of version 1")
  func notificationV1() throws {
    let status = try StatusSamples.status(json: try firstNotification())
    #expect(status.history.kind == .notificationV1)
    #expect(status.history.notificationType == "DID_CHANGE_RENEWAL_STATUS")
    #expect(status.subscriptions.map(\.periods.count) == [2])
    #expect(status.subscriptions[0].renewal?.willRenew == false)
    #expect(status.history.unverifiedBecause != nil)
  }

  @Test("a notification of version 2, whole or its signedPayload alone")
  func notificationV2() throws {
    let notification = try StatusSamples.notificationV2(
      transaction: StatusSamples.transaction(["offerType": 4, "offerIdentifier": "come-back"]),
      renewal: StatusSamples.renewalInfo(["priceIncreaseStatus": 1]))
    let alone = try #require(notification["signedPayload"] as? String)
    for bytes in [Array(try JSONSerialization.data(withJSONObject: notification)), Array(alone.utf8)] {
      let status = try StatusSamples.status(bytes: bytes)
      #expect(status.history.kind == .notificationV2)
      #expect(status.history.authenticity?.verdict.isAtLeast(.testSigned) == false)
      #expect(
        status.history.notificationType == "DID_RENEW" && status.history.notificationSubtype == "BILLING_RECOVERY")
      #expect(status.history.bundleID == "com.example.test" && status.history.environment == "Production")
      #expect(status.history.knownUntil?.source == .signedDate)
      let subscription = try #require(status.subscriptions.first)
      #expect(subscription.state.isActive && subscription.groupID == "20000001")
      #expect(subscription.periods.map(\.payment) == [.offer] && subscription.periods[0].purchase.offerKind == .winBack)
      #expect(subscription.renewal?.renewsAs == "com.example.test.annual")
      #expect(subscription.renewal?.priceIncrease == .agreedOrTold)
    }
  }

  @Test("a damaged JWS inside a notification is reported, and the rest is told")
  func damagedInside() throws {
    let payload: [String: Any] = [
      "notificationType": "REFUND",
      "data": [
        "signedTransactionInfo": "eyJhIjoxfQ.broken",
        "signedRenewalInfo": try StatusSamples.jws(StatusSamples.renewalInfo()),
      ],
    ]
    let status = try StatusSamples.status(bytes: Array(try StatusSamples.jws(payload).utf8))
    #expect(status.irregularities.map(\.kind) == [.unreadableValue])
    #expect(status.subscriptions.count == 1 && status.subscriptions[0].state == .renewalOnly(renews: true))
  }

  @Test("signed transactions and renewal information of StoreKit 2; anything else is refused")
  func storeKit2() throws {
    func status(_ payload: [String: Any]) throws -> SubscriptionStatus {
      try StatusSamples.status(bytes: Array(try StatusSamples.jws(payload).utf8))
    }
    let transaction = try status(StatusSamples.transaction())
    #expect(transaction.history.kind == .signedTransaction && transaction.claimsActive("com.example.test.monthly"))
    let revoked = try status(StatusSamples.transaction(["revocationDate": 1_793_600_000_000, "revocationReason": 0]))
    #expect(revoked.subscriptions[0].state == .refunded(at: Instant(milliseconds: 1_793_600_000_000), reason: 0))
    let consumable = try status(StatusSamples.transaction(["type": "Consumable", "expiresDate": NSNull()]))
    #expect(consumable.subscriptions.isEmpty && consumable.otherPurchases.count == 1)
    #expect(try status(StatusSamples.renewalInfo()).history.kind == .signedRenewal)
    #expect(throws: ReceiptError.self) { try status(["nonce": "1"]) }
  }

  @Test("an iOS 6 transaction receipt is one purchase")
  func transactionReceipt() throws {
    let info = """
      { "bid" = "com.example.test"; "product-id" = "com.example.test.monthly"; "transaction-id" = "9000000000000002";
        "original-transaction-id" = "9000000000000001"; "purchase-date-ms" = "1793491200000";
        "expires-date" = "1796083200000"; "is-trial-period" = "true"; "quantity" = "1"; }
      """
    let list = """
      { "signature" = "AAAA"; "purchase-info" = "\(Data(info.utf8).base64EncodedString())"; "environment" = "Sandbox"; }
      """
    let status = try StatusSamples.status(bytes: Array(list.utf8))
    #expect(status.history.kind == .transactionReceipt && status.history.authenticity != nil)
    #expect(status.subscriptions.map(\.state) == [.active(until: Instant(milliseconds: 1_796_083_200_000))])
    #expect(status.subscriptions[0].periods.map(\.payment) == [.trial])
    #expect(status.history.environment == "Sandbox" && status.history.knownUntil?.source == .purchaseDate)
  }

  @Test("values that cannot be read are reported, and taken for absent")
  func unreadable() throws {
    let cases: [(field: String, value: Any, kind: PurchaseIrregularity.Kind)] = [
      ("expires_date_ms", "soon", .unreadableValue), ("expires_date_ms", "9223372036854775807", .unreadableValue),
      ("expires_date_ms", ["1"], .unreadableValue), ("is_trial_period", "maybe", .unreadableValue),
      ("quantity", "many", .unreadableValue), ("quantity", "1.5", .unreadableValue),
      ("purchase_date_ms", "1793491201000", .contradiction), ("purchase_date", "yesterday", .unreadableValue),
      ("product_id", ["a": 1], .unreadableValue), ("cancellation_reason", "1", .contradiction),
    ]
    for (field, value, kind) in cases {
      var info = try StatusSamples.info(november)
      info[field] = value
      let status = try StatusSamples.status(json: StatusSamples.response([info]))
      #expect(status.irregularities.contains { $0.kind == kind }, "\(field) = \(value)")
      #expect(status.subscriptions.count + status.otherPurchases.count == 1, "\(field) = \(value)")
    }
    // What has no identifier counts and is reported once, too.
    var nameless = try StatusSamples.info(november)
    nameless["transaction_id"] = nil
    nameless["quantity"] = "many"
    let once = try StatusSamples.status(json: StatusSamples.response([nameless]))
    #expect(once.history.purchases.count == 1)
    #expect(once.irregularities.map(\.kind) == [.unreadableValue, .missingValue])
    let numbers = try StatusSamples.info(november).merging([
      "purchase_date_ms": 1_793_491_200_000, "is_trial_period": true, "quantity": 1,
      "transaction_id": 9_000_000_000_000_002,
    ]) { $1 }
    let status = try StatusSamples.status(json: StatusSamples.response([numbers]))
    #expect(status.irregularities.isEmpty && status.subscriptions[0].periods.map(\.payment) == [.trial])
  }

  @Test("an answer without purchases is what the decoder says it is")
  func withoutPurchases() throws {
    let error = #expect(throws: ReceiptError.self) { try StatusSamples.status(json: ["status": 21_002]) }
    #expect(error?.message.description.contains("21002") == true)
    let empty = try StatusSamples.status(json: ["status": 0, "receipt": ["in_app": [Any]()]])
    #expect(empty.subscriptions.isEmpty && StatusSamples.text(empty).contains("Subscriptions: none"))
  }
}
