extension PurchaseSheet {
  /// The values of signed data by the names of their columns, for the facts that receipts also contain.
  ///
  /// The mapping follows Apple's documentation of receipts and signed data. Values without a column, such as prices and
  /// offer codes, are left out.
  ///
  /// - Parameter parts: the signed data inside. A notification is represented by the transaction in it or, without one,
  ///   by the renewal.
  static func cells(_ signature: JSONWebSignature, _ parts: [SignedPart]) -> [String: SpreadsheetCell] {
    var cells = ["receipt_bundle_id": SpreadsheetCell.of(signature.bundleIdentifier)]
    switch SignedPayloadKind(signature.payload) {
    case .transaction: cells.merge(transaction(signature.payload)) { _, new in new }
    case .renewal, .realtime: cells.merge(subscription(signature.payload)) { _, new in new }
    case .appTransaction: cells.merge(app(signature.payload)) { _, new in new }
    case .notification:
      let inner = parts.compactMap { $0.signature?.payload }
      if let payload = inner.first(where: { SignedPayloadKind($0) == .transaction }) {
        cells.merge(transaction(payload)) { _, new in new }
      } else if let payload = inner.first(where: { SignedPayloadKind($0) == .renewal }) {
        cells.merge(subscription(payload)) { _, new in new }
      }
    case nil: break
    }
    return cells
  }

  private static func transaction(_ payload: JSONValue) -> [String: SpreadsheetCell] {
    var cells = subscription(payload)
    for (column, name) in [
      ("quantity", "quantity"), ("transaction_id", "transactionId"), ("web_order_line_item_id", "webOrderLineItemId"),
      ("cancellation_reason", "revocationReason"), ("in_app_ownership_type", "inAppOwnershipType"),
    ] { cells[column] = .of(payload[name]) }
    for (column, name) in [
      ("purchase_date_utc", "purchaseDate"), ("original_purchase_date_utc", "originalPurchaseDate"),
      ("expires_date_utc", "expiresDate"), ("cancellation_date_utc", "revocationDate"),
    ] { cells[column] = date(payload[name]) }
    if payload["offerType"] == .number("2") { cells["promotional_offer_id"] = .of(payload["offerIdentifier"]) }
    if payload["type"] == .string("Auto-Renewable Subscription"), let isTrial = isTrial(payload) {
      let isIntroductory = payload["offerType"] == .number("1")
      cells["is_trial_period"] = .text(isTrial ? "true" : "false")
      cells["is_in_intro_offer_period"] = .text(isIntroductory && !isTrial ? "true" : "false")
    }
    return cells
  }

  /// Returns `nil` for an introductory offer that does not say whether it is a trial.
  private static func isTrial(_ payload: JSONValue) -> Bool? {
    guard payload["offerType"] == .number("1") else { return false }
    return payload["offerDiscountType"]?.stringValue.map { $0 == "FREE_TRIAL" }
  }

  private static func subscription(_ payload: JSONValue) -> [String: SpreadsheetCell] {
    [
      "product_id": .of(payload["productId"]), "original_transaction_id": .of(payload["originalTransactionId"]),
    ]
  }

  private static func app(_ payload: JSONValue) -> [String: SpreadsheetCell] {
    [
      "receipt_adam_id": .of(payload["appAppleId"]),
      "receipt_application_version": .of(payload["applicationVersion"]),
      "receipt_version_external_identifier": .of(payload["versionExternalIdentifier"]),
      "receipt_creation_date_utc": date(payload["receiptCreationDate"]),
      "receipt_original_purchase_date_utc": date(payload["originalPurchaseDate"]),
      "receipt_original_application_version": .of(payload["originalApplicationVersion"]),
    ]
  }

  /// An empty cell for a value that is not a date, and for the year 1, which Xcode writes for an unknown date.
  private static func date(_ value: JSONValue?) -> SpreadsheetCell {
    .of(value.flatMap { Instant(millisecondsIn: $0) })
  }
}
