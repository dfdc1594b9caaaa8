import ReceiptKit

// How statements are stored: the columns of a purchase, and how purchases, renewal information and statuses are read
// from their rows.

extension PurchaseRecord {
  /// The columns of a purchase that hold statements about it, in the order of ``storedValues``.
  static let storedColumns = [
    "product_id", "product_type", "purchased_at", "expires_at", "refunded_at", "refund_reason", "ownership", "said_at",
    "previous_transaction_id", "subscription_group_id", "line_item_id", "is_renewal", "is_upgraded", "is_revoked",
    "revocation_type", "revocation_percentage", "offer", "account_token", "commitment_ends_at", "commitment_period",
    "commitment_periods", "customer",
  ]

  var storedValues: StatementArguments {
    let previous = previousOriginalTransactionID
    let original = originalTransactionID ?? transactionID
    return [
      productID, productType?.rawValue, purchased, expires, cancelled, cancellationReason, ownership, statement?.date,
      previous == original ? nil : previous, groupID, lineItemID, isRenewal, isUpgraded,
      isCancelledWithoutDate ? true as Bool? : nil, revocationType, revocationPercentage,
      Subscription.Payment.stored(self), accountToken, commitmentEnds, commitmentPeriod, commitmentPeriods, customerID,
    ]
  }

  /// Reads a purchase from its row.
  init(_ row: StoredRow) throws {
    self.init()
    transactionID = try row["transaction_id"]
    originalTransactionID = try row["original_transaction_id"] ?? transactionID
    previousOriginalTransactionID = try row["previous_transaction_id"]
    productID = try row["product_id"]
    productType = (try row["product_type"] as Int64?).flatMap { ProductType(rawValue: $0) }
    purchased = try row["purchased_at"]
    expires = try row["expires_at"]
    groupID = try row["subscription_group_id"]
    ownership = try row["ownership"]
    lineItemID = try row["line_item_id"]
    isRenewal = try row["is_renewal"]
    isUpgraded = try row["is_upgraded"]
    cancelled = try row["refunded_at"]
    isCancelledWithoutDate = try row["is_revoked"] ?? false
    cancellationReason = try row["refund_reason"]
    revocationType = try row["revocation_type"]
    revocationPercentage = try row["revocation_percentage"]
    Subscription.Payment.restore(try row["offer"], in: &self)
    accountToken = try row["account_token"]
    commitmentEnds = try row["commitment_ends_at"]
    commitmentPeriod = try row["commitment_period"]
    commitmentPeriods = try row["commitment_periods"]
    customerID = try row["customer"]
    statement = PurchaseStatement(date: try row["said_at"], isProven: true)
  }
}

extension Subscription.Payment {
  /// The stored word for the kind of payment; `nil` if it is unknown.
  fileprivate static func stored(_ purchase: PurchaseRecord) -> String? {
    let kind = Self(purchase)
    return kind == .unknown ? nil : kind.rawValue
  }

  fileprivate static func restore(_ word: String?, in purchase: inout PurchaseRecord) {
    guard let kind = word.flatMap(Self.init(rawValue:)) else { return }
    purchase.isTrial = kind == .trial
    purchase.isIntroductory = kind == .introductory
    if kind == .offer { purchase.offerKind = .promotional }
    if kind == .free { purchase.price = 0 }
  }
}

extension RenewalRecord {
  /// Reads renewal information from its row.
  init(_ row: StoredRow, of original: String) throws {
    self.init()
    originalTransactionID = original
    productID = try row["renewal_product_id"]
    renewsAs = try row["renews_as"]
    willRenew = try row["will_renew"]
    renewsOn = try row["renews_at"]
    expirationIntent = try row["expiration_intent"]
    isInBillingRetry = try row["is_in_billing_retry"]
    graceExpires = try row["grace_expires_at"]
    commitmentEnds = try row["renewal_commitment_ends_at"]
    commitmentRenews = try row["commitment_renews"]
    priceIncrease = (try row["price_increase"] as Int64?).flatMap(PriceIncrease.init(rawValue:))
    let said: Instant = try row["renewal_said_at"]
    // Both columns are equal if the date was only inferred. Such information has no date of its own.
    let inferred: Instant? = try row["renewal_begins_at"]
    statement = inferred == said ? nil : PurchaseStatement(date: said, isProven: true)
  }
}

extension StatusRecord {
  /// Reads Apple's status from its row; `nil` if there is none.
  init?(_ row: StoredRow, of original: String) throws {
    guard let code: Int64 = try row["status_code"] else { return nil }
    self.init(
      originalTransactionID: original, code: code,
      statement: PurchaseStatement(date: try row["status_said_at"], isProven: true))
  }
}

extension PurchaseHistory {
  /// Makes a history from rows of ``StatementStore/storedColumns``.
  init(stored rows: [StoredRow]) throws {
    self.init(.signedHistory)
    var seen: Set<String> = []
    for row in rows {
      let purchase = try PurchaseRecord(row)
      purchases.append(purchase)
      guard let original = purchase.originalTransactionID, seen.insert(original).inserted else { continue }
      if try row["renewal_said_at"] as Instant? != nil { renewals.append(try RenewalRecord(row, of: original)) }
      if let status = try StatusRecord(row, of: original) { statuses.append(status) }
    }
  }
}
