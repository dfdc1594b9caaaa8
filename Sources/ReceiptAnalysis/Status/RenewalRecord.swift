/// What Apple knew about the next renewal of a subscription when it made the statement.
///
/// The source is an element of `pending_renewal_info`, or `signedRenewalInfo`; receipts contain no such information.
/// Documented by Apple.
public struct RenewalRecord: Equatable, Sendable {
  /// `original_transaction_id`: the subscription.
  package var originalTransactionID: String?
  /// `product_id`: the current product.
  public var productID: String?
  /// `auto_renew_product_id`: the product of the next period.
  package var renewsAs: String?
  /// `auto_renew_status`: whether the subscription will renew.
  package var willRenew: Bool?
  /// `renewalDate`: the end of the newest period, even if that period is not in the history.
  package var renewsOn: Instant?
  /// `expiration_intent`, 1 to 5: the reason for the expiry.
  package var expirationIntent: Int64?
  /// `is_in_billing_retry_period`: whether Apple still tries to charge.
  package var isInBillingRetry: Bool?
  /// `grace_period_expires_date`: the end of the access that the customer keeps while Apple tries to charge. No other
  /// grace period counts.
  package var graceExpires: Instant?
  /// How the customer responded to a price increase; `nil` if Apple reports no increase.
  package var priceIncrease: PriceIncrease?
  /// `commitmentRenewalDate`: when the customer's commitment to a number of monthly payments ends; `nil` without one.
  package var commitmentEnds: Instant?
  /// `commitmentAutoRenewStatus`: whether another commitment follows. ``willRenew`` is about the months of this one.
  package var commitmentRenews: Bool?
  /// An offer that applies to the next period.
  package var offerID: String?
  /// The kind of that offer, unless it is an introductory offer.
  package var offerKind: PurchaseRecord.OfferKind?
  /// `willUnbundle`: whether the subscription leaves its bundle with the next period, and goes on alone.
  package var leavesBundle: Bool?
  /// `renewalQuantity`: the number of seats in the next period.
  public var seats: Int64?
  /// `renewalPrice`, in thousandths of a currency unit.
  package var price: Int64?
  /// `currency`: ISO 4217.
  package var currency: String?
  /// `eligibleWinBackOfferIds`: offers for winning back the customer, the best first.
  package var winBackOffers: [String] = []
  /// The source of the statement, in signed data and in histories of several pieces.
  package var statement: PurchaseStatement?

  /// Renewal information without any known value.
  package init() {}

  /// What a customer said to a price increase. Raw values are stable and appear in ledgers.
  package enum PriceIncrease: Int64, CaseIterable, Sendable {
    /// Apple asked for consent, and the customer has not answered.
    case pending = 0
    /// Apple asked for consent, and the customer agreed (`price_consent_status` 1).
    case agreed = 1
    /// The customer agreed, or was only told of an increase that needs no consent (`price_increase_status` 1,
    /// `priceIncreaseStatus` 1; Apple).
    case agreedOrTold = 2
  }

  /// Whether the customer agreed to a price increase; `nil` if that is not said.
  package var agreedToPriceIncrease: Bool? {
    switch priceIncrease {
    case .pending?: false
    case .agreed?: true
    case .agreedOrTold?, nil: nil
    }
  }

  /// Whether Apple tries to charge. It does not for a subscription that expired because of the customer, the price or
  /// the product, even if `is_in_billing_retry_period` says so beside that reason.
  package var triesToCharge: Bool { isInBillingRetry == true && !contradictsRetry }

  /// Whether the reason for the expiry, 1, 3 or 4, is another one than a failed payment, although Apple is said to
  /// retry it.
  var contradictsRetry: Bool {
    isInBillingRetry == true && expirationIntent.map { [1, 3, 4].contains($0) } ?? false
  }
}

extension RenewalRecord {
  /// All values of the statement. The statement that grants less comes first: one without a grace period, or one whose
  /// grace period ends earlier.
  var orderKey: [String] {
    [
      graceExpires.map { $0.rfc3339 } ?? "", originalTransactionID ?? "", productID ?? "", renewsAs ?? "",
      willRenew.map { String($0) } ?? "",
      isInBillingRetry.map { String($0) } ?? "",
      expirationIntent.map { String($0) } ?? "", priceIncrease.map { String($0.rawValue) } ?? "", offerID ?? "",
      seats.map { String($0) } ?? "", price.map { String($0) } ?? "", currency ?? "", offerKind?.rawValue ?? "",
      renewsOn.map { $0.rfc3339 } ?? "", commitmentEnds.map { $0.rfc3339 } ?? "",
      commitmentRenews.map { String($0) } ?? "", leavesBundle.map { String($0) } ?? "",
    ] + winBackOffers
  }

  /// Whether this statement comes before another one in the order of ``orderKey``.
  func isBefore(_ other: RenewalRecord) -> Bool { orderKey.lexicographicallyPrecedes(other.orderKey) }

  /// Whether this statement counts more than another one: see ``PurchaseStatement/outranks(_:)``. Among equal dates,
  /// the one that grants less does.
  package func outranks(_ other: RenewalRecord) -> Bool {
    if let own = statement, let others = other.statement {
      if own.outranks(others) { return true }
      if others.outranks(own) { return false }
    }
    if orderKey != other.orderKey { return isBefore(other) }
    return (statement?.piece ?? 0) < (other.statement?.piece ?? 0)
  }
}
