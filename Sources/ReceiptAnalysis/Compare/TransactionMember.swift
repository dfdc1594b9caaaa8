/// A member of a purchase or of the app in a receipt, and the corresponding member of signed data.
///
/// Sources: Apple, responseBody.Receipt of verifyReceipt, JWSTransactionDecodedPayload and
/// JWSAppTransactionDecodedPayload.
struct TransactionMember: Sendable {
  /// Why a difference is expected, in words without a final full stop; `nil` if it is not expected.
  typealias Explanation = @Sendable (TransactionPair) -> (DifferenceCause, Message)?

  /// verifyReceipt's name, without `_ms`.
  let receiptName: String
  /// The name in signed data.
  let signedName: String
  /// Whether the values are dates, which must agree to the second, because receipts have no milliseconds. Other values
  /// must have the same characters, whether JSON has a string or a number.
  let isDate: Bool
  /// Whether receipts may lack the member, because no receipt or no older receipt contains it.
  let receiptMayLack: Bool
  /// Whether signed data without the member contradicts nothing.
  let signedMayLack: Bool
  /// The value of signed data in the receipt's form; `nil` without one.
  let value: @Sendable (TransactionPair) -> JSONValue?
  /// The value that signed data would have for a purchase in a receipt; `nil` if it follows from the member's type.
  let makeSignedValue: (@Sendable (JSONValue) -> JSONValue?)?
  let explanation: Explanation

  init(
    _ receiptName: String, _ signedName: String, isDate: Bool = false, receiptMayLack: Bool = false,
    signedMayLack: Bool = false,
    explanation: @escaping Explanation = { _ in nil }, value: (@Sendable (TransactionPair) -> JSONValue?)? = nil,
    makeSignedValue: (@Sendable (JSONValue) -> JSONValue?)? = nil
  ) {
    self.receiptName = receiptName
    self.signedName = signedName
    self.isDate = isDate
    self.receiptMayLack = receiptMayLack
    self.signedMayLack = signedMayLack
    self.value = value ?? { $0.payload[signedName] }
    self.makeSignedValue = makeSignedValue
    self.explanation = explanation
  }

  static let ofTransaction = [
    TransactionMember("transaction_id", "transactionId"),
    TransactionMember("original_transaction_id", "originalTransactionId"),
    TransactionMember("product_id", "productId"), TransactionMember("quantity", "quantity"),
    TransactionMember("purchase_date", "purchaseDate", isDate: true),
    TransactionMember("original_purchase_date", "originalPurchaseDate", isDate: true),
    TransactionMember("expires_date", "expiresDate", isDate: true, explanation: { $0.extensionOfPeriod }),
    TransactionMember("cancellation_date", "revocationDate", isDate: true, explanation: { $0.cancellation }),
    TransactionMember(
      "cancellation_reason", "revocationReason", signedMayLack: true, explanation: { $0.cancellation }),
    TransactionMember("web_order_line_item_id", "webOrderLineItemId", receiptMayLack: true),
    TransactionMember(
      "is_trial_period", "offerDiscountType", receiptMayLack: true, signedMayLack: true, value: { $0.says($0.isFree) },
      makeSignedValue: { $0["is_trial_period"]?.scalarText == "true" ? .string("FREE_TRIAL") : nil }),
    TransactionMember(
      "is_in_intro_offer_period", "offerType", receiptMayLack: true, signedMayLack: true,
      value: { pair in pair.says(pair.isFree.map { !$0 && pair.offerType == "1" }) },
      makeSignedValue: { purchase in
        if purchase["promotional_offer_id"] != nil { return .number("2") }
        let isOffer = ["is_trial_period", "is_in_intro_offer_period"].contains { purchase[$0]?.scalarText == "true" }
        return isOffer ? .number("1") : nil
      }),
    // Receipts have only promotional offers (attribute 1721).
    TransactionMember(
      "promotional_offer_id", "offerIdentifier",
      value: { $0.offerType == "2" || $0.local["promotional_offer_id"] != nil ? $0.payload["offerIdentifier"] : nil }),
    TransactionMember(
      "in_app_ownership_type", "inAppOwnershipType", receiptMayLack: true, explanation: { $0.sharing }),
    TransactionMember("is_upgraded", "isUpgraded", receiptMayLack: true),
    TransactionMember("subscription_group_identifier", "subscriptionGroupIdentifier", receiptMayLack: true),
    // Later transactions of a subscription can lack it.
    TransactionMember("app_account_token", "appAccountToken", receiptMayLack: true, signedMayLack: true),
  ]

  static let ofAppTransaction = [
    // Sandbox receipts have 0.
    TransactionMember(
      "adam_id", "appAppleId", receiptMayLack: true,
      value: { $0.payload["appAppleId"] ?? ($0.local["adam_id"]?.scalarText == "0" ? .number("0") : nil) }),
    TransactionMember("original_application_version", "originalApplicationVersion", receiptMayLack: true),
    TransactionMember("original_purchase_date", "originalPurchaseDate", isDate: true, receiptMayLack: true),
  ]
}

/// A purchase or the app in a receipt, and signed data about the same.
struct TransactionPair {
  let local: JSONValue
  let payload: JSONValue
  /// When the receipt was made.
  let madeAt: Instant?
  /// When the data was signed.
  let signedAt: Instant?

  func localDate(_ name: String) -> Instant? {
    var reader = FieldReader(members: local.members)
    return reader.date(name)
  }

  func signedDate(_ name: String) -> Instant? {
    var reader = FieldReader(members: payload.members)
    return reader.milliseconds(name)
  }

  var offerType: String? { payload["offerType"]?.scalarText }

  /// Whether the period is free; `nil` for an offer without that information: `offerDiscountType` is newer than
  /// `offerType`.
  var isFree: Bool? {
    guard let discount = payload["offerDiscountType"]?.stringValue else { return offerType == nil ? false : nil }
    return discount == "FREE_TRIAL"
  }

  /// A flag in the form of receipts.
  func says(_ flag: Bool?) -> JSONValue? { flag.map { .string($0 ? "true" : "false") } }

  /// The newer of the two may have a later end (Apple, Extend a Subscription Renewal Date).
  var extensionOfPeriod: (DifferenceCause, Message)? {
    guard let madeAt, let signedAt, let ours = localDate("expires_date"), let theirs = signedDate("expiresDate"),
      signedAt > madeAt ? theirs > ours : ours > theirs
    else { return nil }
    return (.extendedSince, "the newer of the two says that the period ends later: it was extended")
  }

  var cancellation: (DifferenceCause, Message)? {
    switch (localDate("cancellation_date"), signedDate("revocationDate")) {
    case (_, let revoked?):
      guard let madeAt else { return nil }
      if revoked > madeAt {
        return (.refundedSince, "refunded or revoked \(revoked.rfc3339), after the receipt was made")
      }
      guard let signedAt, signedAt < madeAt, localDate("cancellation_date") == nil else { return nil }
      return (
        .refundReversed, "revoked when the data was signed at \(signedAt.rfc3339), and not any more in the receipt"
      )
    case (let cancelled?, nil):
      if payload["isUpgraded"] == .bool(true) {
        return (.upgradedSince, "the receipt says when the period ended, and signed data that it was for an upgrade")
      }
      guard let signedAt else { return nil }
      if signedAt < cancelled {
        return (.signedEarlier, "cancelled \(cancelled.rfc3339), after the data was signed at \(signedAt.rfc3339)")
      }
      guard let madeAt, signedAt > madeAt else { return nil }
      return (.refundReversed, "not revoked any more when the data was signed at \(signedAt.rfc3339)")
    case (nil, nil): return nil
    }
  }

  var sharing: (DifferenceCause, Message)? {
    guard payload["inAppOwnershipType"]?.stringValue == "FAMILY_SHARED",
      local["in_app_ownership_type"]?.scalarText != "PURCHASED"
    else { return nil }
    return (.familyShared, "receipts have a number for it whose meaning Apple does not document")
  }
}
