/// One purchase from any source: a receipt, a saved answer of verifyReceipt, a notification, a StoreKit 2 transaction.
///
/// These are claims; ``PurchaseHistory/authenticity`` says how far they can be believed. A property is `nil` if the
/// source has no value, an empty string or an unreadable value for it.
public struct PurchaseRecord: Equatable, Sendable {
  /// `product_id`.
  public var productID: String?
  /// `transaction_id`.
  public var transactionID: String?
  /// `original_transaction_id`: the same for all periods of a subscription. Documented by Apple.
  package var originalTransactionID: String?
  /// `previousOriginalTransactionId`: the original transaction of the subscription that this one continues after a
  /// migration, or that a bundle replaced. Documented by Apple.
  package var previousOriginalTransactionID: String?
  /// `web_order_line_item_id`: one for each period of a subscription, even if the period has several transactions.
  package var lineItemID: String?
  /// Other transactions of the same purchase, because it was restored or seen on another device.
  package var otherTransactionIDs: [String] = []
  /// `appAccountToken` of signed data, in lower case: the UUID that the app gave for its own account at the time of the
  /// purchase.
  package var accountToken: String?
  /// `appTransactionId` of signed data: Apple's customer, one for each account and app.
  package var customerID: String?
  /// `transactionReason`: whether Apple renewed the subscription, instead of the customer buying it.
  package var isRenewal: Bool?
  /// The kind of product, if the source names it; answers of verifyReceipt do not.
  package var productType: ProductType?
  /// The number of bought items; for a subscription, the number of seats.
  package var quantity: Int64?
  /// Whether signed data has `multiSeatInfo`, so that the purchase is for several people.
  public var isForSeats = false
  /// `revokedSeatQuantity`: how many of the seats Apple refunded.
  public var revokedSeats: Int64?
  /// `additionalTransactionReason`: why the period has several transactions.
  public var additionalReason: String?
  /// `purchase_date`: when a period was paid for, which is also its start.
  package var purchased: Instant?
  /// `original_purchase_date`.
  package var originallyPurchased: Instant?
  /// `expires_date`: when a period ends. Never computed from a duration.
  package var expires: Instant?
  /// `cancellation_date`: when Apple refunded or revoked the purchase, or ended it for an upgrade. Documented by Apple.
  public var cancelled: Instant?
  /// Whether the purchase was cancelled at an unreadable time. The purchase then counts as never begun.
  package var isCancelledWithoutDate = false
  /// `cancellation_reason`: 1 for an issue with the app, 0 for another reason. Documented by Apple.
  public var cancellationReason: Int64?
  /// `is_trial_period`.
  package var isTrial: Bool?
  /// `is_in_intro_offer_period`.
  package var isIntroductory: Bool?
  /// The kind of the offer, unless it is an introductory offer.
  package var offerKind: OfferKind?
  /// The identifier of that offer.
  package var offerID: String?
  /// `is_upgraded`: Apple ended the period because the customer changed to another product. Documented by Apple.
  package var isUpgraded: Bool?
  /// `in_app_ownership_type`: `PURCHASED`, `FAMILY_SHARED`, `ASSIGNED` for a seat, or an unknown number.
  package var ownership: String?
  /// `subscription_group_identifier`.
  package var groupID: String?
  /// `price` of signed data, in thousandths of a currency unit.
  package var price: Int64?
  /// `currency`: ISO 4217.
  package var currency: String?
  /// `revocationType`: how Apple took the purchase back, `REFUND_FULL`, `REFUND_PRORATED`, `FAMILY_REVOKE` or
  /// `ASSIGNMENT_REVOKE`.
  package var revocationType: String?
  /// `revocationPercentage`: the share that was refunded, in thousandths of a percent.
  package var revocationPercentage: Int64?
  /// `commitmentExpiresDate`: when the customer's commitment to a number of monthly payments ends; `nil` without one.
  package var commitmentEnds: Instant?
  /// `billingPeriodNumber`: the number of this period in the commitment; the first is 1.
  package var commitmentPeriod: Int64?
  /// `totalBillingPeriods`: the number of periods of the commitment.
  package var commitmentPeriods: Int64?
  /// The source of the statement, in signed data and in histories of several pieces.
  package var statement: PurchaseStatement?

  /// Offers other than introductory ones.
  package enum OfferKind: String, CaseIterable, Sendable {
    /// `promotional_offer_id`, or `offerType` 2.
    case promotional = "promotional_offer"
    /// `offer_code_ref_name`, or `offerType` 3.
    case code = "offer_code"
    /// `offerType` 4.
    case winBack = "win_back_offer"
    /// `offerType` 5, according to second-hand reports of WWDC 2026.
    case retention = "retention_offer"
  }

  /// A purchase without any known value.
  package init() {}

  /// Whether this is a period of a subscription that Apple renews.
  ///
  /// The type decides; without a type, a period is a purchase with an expiry. A non-renewing subscription has no expiry
  /// (observed).
  package var isSubscriptionPeriod: Bool {
    switch productType {
    case .autoRenewableSubscription?, .freeSubscription?: true
    case .nonRenewingSubscription?, .consumable?, .nonConsumable?: false
    case nil: expires != nil
    }
  }
}

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
  /// What the customer said to a price increase; `nil` if there is none.
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

/// An irregularity in the purchases of a source. The rest of the source is still read.
public struct PurchaseIrregularity: Equatable, Sendable {
  /// Classes of irregularities. Raw values are stable and appear in JSON output.
  package enum Kind: String, CaseIterable, Sendable {
    /// An unreadable value, which is treated as absent.
    case unreadableValue = "unreadable_value"
    /// A value that every purchase should have is absent.
    case missingValue = "missing_value"
    /// Dates in an impossible order.
    case dateOrder = "date_order"
    /// A transaction that occurs more than once.
    case duplicateTransaction = "duplicate_transaction"
    /// Two values that contradict each other.
    case contradiction
    /// A finding from decoding the receipt.
    case receipt
  }

  /// The class of the irregularity.
  package var kind: Kind
  /// The purchase with the irregularity, if it has an identifier.
  public var transactionID: String?
  /// The irregularity, in one sentence without a final full stop.
  public var message: Message

  init(_ kind: Kind, _ transactionID: String?, _ message: Message) {
    self.kind = kind
    self.transactionID = transactionID
    self.message = message
  }
}
