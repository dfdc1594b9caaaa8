/// A member of a purchase or of renewal information by which two statements, or two histories, are compared.
struct HistoryMember<Record: Sendable>: Sendable {
  let name: String
  /// Whether every kind of source reports the member's event. If so, its absence in one kind of source is significant.
  let isReportedByAll: Bool
  let value: @Sendable (Record) -> HistoryValue?

  init(_ name: String, isReportedByAll: Bool = false, _ value: @escaping @Sendable (Record) -> HistoryValue?) {
    self.name = name
    self.isReportedByAll = isReportedByAll
    self.value = value
  }

  /// The difference between the two; `nil` if they agree.
  ///
  /// - Parameter isOneKind: whether both sources have the same kind, and so report the same members.
  func difference(
    _ before: Record, _ after: Record, isOneKind: Bool
  ) -> (before: HistoryValue?, after: HistoryValue?)? {
    let old = value(before)
    let new = value(after)
    guard old != new else { return nil }
    // A source may lack a member that its kind never reports.
    let isAbsenceSignificant = isOneKind || isReportedByAll
    guard old != nil && new != nil || isAbsenceSignificant else { return nil }
    return (old, new)
  }
}

extension HistoryMember<PurchaseRecord> {
  /// The names of members that describe only the seats of a period.
  static let ofSeats: Set = ["quantity", "seats_given_back", "additional_transaction_reason"]

  /// The names of members that describe only the customer's commitment to a number of monthly payments.
  static let ofCommitment: Set = ["commitment_period", "commitment_periods", "commitment_ends"]

  static let ofPurchase: [Self] = [
    .init("product_id") { HistoryValue($0.productID) },
    .init("transaction_id") { HistoryValue($0.transactionID) },
    .init("original_transaction_id") { HistoryValue($0.originalTransactionID) },
    .init("type") { HistoryValue($0.productType?.name) },
    .init("quantity") { HistoryValue($0.quantity) },
    .init("seats_given_back") { HistoryValue($0.revokedSeats) },
    .init("additional_transaction_reason") { HistoryValue($0.additionalReason) },
    .init("purchased") { HistoryValue($0.purchased) },
    .init("originally_purchased") { HistoryValue($0.originallyPurchased) },
    .init("expires") { HistoryValue($0.expires) },
    .init("cancelled", isReportedByAll: true) { HistoryValue($0.cancelled) },
    .init("cancelled_without_date") { HistoryValue($0.isCancelledWithoutDate ? true : nil) },
    .init("cancellation_reason") { HistoryValue($0.cancellationReason) },
    .init("revocation_type") { HistoryValue($0.revocationType) },
    .init("revocation_percentage") { HistoryValue($0.revocationPercentage) },
    .init("trial") { HistoryValue($0.isTrial) },
    .init("introductory") { HistoryValue($0.isIntroductory) },
    .init("offer_kind") { HistoryValue($0.offerKind?.rawValue) },
    .init("offer_id") { HistoryValue($0.offerID) },
    .init("upgraded") { HistoryValue($0.isUpgraded == true ? true : nil) },
    .init("ownership") { HistoryValue($0.ownership) },
    .init("subscription_group_identifier") { HistoryValue($0.groupID) },
    .init("commitment_period") { HistoryValue($0.commitmentPeriod) },
    .init("commitment_periods") { HistoryValue($0.commitmentPeriods) },
    .init("commitment_ends") { HistoryValue($0.commitmentEnds) },
    .init("price") { HistoryValue(price: $0.price, $0.currency) },
    .init("currency") { HistoryValue($0.currency) },
  ]
}

extension HistoryMember<RenewalRecord> {
  static let ofRenewal: [Self] = [
    .init("product_id") { HistoryValue($0.productID) },
    .init("auto_renew_status") { HistoryValue($0.willRenew) },
    .init("auto_renew_product_id") { HistoryValue($0.renewsAs) },
    .init("expiration_intent") { HistoryValue($0.expirationIntent) },
    .init("is_in_billing_retry_period") { HistoryValue($0.isInBillingRetry) },
    .init("grace_period_expires") { HistoryValue($0.graceExpires) },
    .init("agreed_to_price_increase") { HistoryValue($0.agreedToPriceIncrease) },
    .init("commitment_ends") { HistoryValue($0.commitmentEnds) },
    .init("commitment_renews") { HistoryValue($0.commitmentRenews) },
    .init("offer_kind") { HistoryValue($0.offerKind?.rawValue) },
    .init("offer_id") { HistoryValue($0.offerID) },
    .init("leaves_bundle") { HistoryValue($0.leavesBundle) },
    .init("seats") { HistoryValue($0.seats) },
    .init("price") { HistoryValue(price: $0.price, $0.currency) },
    .init("currency") { HistoryValue($0.currency) },
    .init("win_back_offers") {
      HistoryValue($0.winBackOffers.isEmpty ? nil : $0.winBackOffers.joined(separator: ", "))
    },
  ]
}

/// A value of a purchase or of renewal information.
package enum HistoryValue: Equatable, Sendable {
  /// A text, compared byte by byte.
  case text(String)
  /// A number.
  case number(Int64)
  /// A price in thousandths of a currency unit. Its currency is a value of its own, and not compared with it.
  case price(Int64, currency: String?)
  /// Yes or no.
  case flag(Bool)
  /// A moment, compared to the second, because receipts have no milliseconds.
  case date(Instant)

  /// Whether both have the same value.
  package static func == (left: HistoryValue, right: HistoryValue) -> Bool {
    switch (left, right) {
    case (.text(let one), .text(let other)): one.utf8.elementsEqual(other.utf8)
    case (.number(let one), .number(let other)), (.price(let one, _), .price(let other, _)): one == other
    case (.flag(let one), .flag(let other)): one == other
    case (.date(let one), .date(let other)): one.second == other.second
    default: false
    }
  }

  init?(_ text: String?) {
    guard let text else { return nil }
    self = .text(text)
  }

  init?(_ number: Int64?) {
    guard let number else { return nil }
    self = .number(number)
  }

  init?(price: Int64?, _ currency: String?) {
    guard let price else { return nil }
    self = .price(price, currency: currency)
  }

  init?(_ flag: Bool?) {
    guard let flag else { return nil }
    self = .flag(flag)
  }

  init?(_ date: Instant?) {
    guard let date else { return nil }
    self = .date(date)
  }
}
