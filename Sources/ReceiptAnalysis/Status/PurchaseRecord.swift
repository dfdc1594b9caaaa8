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

  /// Whether it has anything that tells one purchase from another: an identifier or a date.
  var namesPurchase: Bool {
    let isIdentified = [productID, transactionID, originalTransactionID, lineItemID].contains { $0 != nil }
    let isDated = [purchased, originallyPurchased, expires, cancelled].contains { $0 != nil }
    return isIdentified || isDated || isCancelledWithoutDate
  }

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
