/// One purchase, as a receipt claims it.
///
///     InAppPurchase ::= SET OF ReceiptAttribute      -- in the value of an attribute of type 17
///
/// Every property is `nil` if the purchase lacks the attribute, or if its value is unreadable or the empty date. The
/// number in each description is the attribute type.
public struct InAppPurchase: Sendable {
  /// 1701: how many were bought. Documented by Apple.
  public internal(set) var quantity: Int64?
  /// 1702: the product identifier. Documented by Apple.
  public internal(set) var productID: String?
  /// 1703: the transaction identifier. Documented by Apple.
  public internal(set) var transactionID: String?
  /// 1704: when the product was bought or restored. Documented by Apple.
  public internal(set) var purchaseDate: ReceiptDate?
  /// 1705: the identifier of the first transaction of a restored purchase or a subscription. Documented by Apple.
  public internal(set) var originalTransactionID: String?
  /// 1706: the date of that first transaction. Documented by Apple.
  public internal(set) var originalPurchaseDate: ReceiptDate?
  /// 1707: the kind of product as a number; see ``productType``. Observed.
  public internal(set) var productTypeNumber: Int64?
  /// 1708: when a subscription's period ends. Documented by Apple.
  public internal(set) var expiresDate: ReceiptDate?
  /// 1710: the product's identifier in the App Store; 0 in sandbox. Inferred.
  public internal(set) var productItemID: Int64?
  /// 1711: identifies one period of a subscription; 0 without one. Documented by Apple.
  public internal(set) var webOrderLineItemID: Int64?
  /// 1712: when Apple's customer support cancelled the purchase. Documented by Apple.
  public internal(set) var cancellationDate: ReceiptDate?
  /// 1713: 1 in a free trial. Observed, 894 of 897.
  public internal(set) var trialPeriodFlag: Int64?
  /// 1719: 1 in an introductory price period. Observed, 800 of 800.
  public internal(set) var introOfferPeriodFlag: Int64?
  /// 1720: 1 if cancelled for an issue with the app, 0 for another reason; only in cancelled purchases. Observed, 89 of
  /// 89.
  public internal(set) var cancellationReason: Int64?
  /// 1721: the identifier of a promotional offer. Observed, 3 times.
  public internal(set) var promotionalOfferID: String?
  /// 1722: 0 for the customer's own purchase; the number for family sharing was never seen. Observed.
  public internal(set) var ownershipType: Int64?

  /// Offset in ``Receipt/payload`` of the attribute of type 17 that holds this purchase.
  public internal(set) var offset = 0
  /// Every attribute, in the order of the bytes; offsets and ranges count from the start of ``Receipt/payload``.
  public internal(set) var attributes: [ReceiptAttribute] = []

  /// The kind of product, as far as the numbers are known.
  public var productType: ProductType? { productTypeNumber.flatMap(ProductType.init) }

  /// Whether the period is a free trial.
  public var isTrialPeriod: Bool? { trialPeriodFlag.map { $0 != 0 } }

  /// Whether the period has an introductory price.
  public var isInIntroOfferPeriod: Bool? { introOfferPeriodFlag.map { $0 != 0 } }
}

/// Kinds of products, by the number in attribute 1707. Observed on 1,348 purchases.
public enum ProductType: Int64, CaseIterable, Sendable {
  /// Bought once, kept for ever.
  case nonConsumable = 0
  /// Bought and used up.
  case consumable = 1
  /// A subscription that ends by itself.
  case nonRenewingSubscription = 2
  /// A subscription that Apple renews.
  case autoRenewableSubscription = 3
  /// A free subscription (Newsstand); seen once.
  case freeSubscription = 4

  /// The kind in the words that App Store Connect uses.
  public var name: String {
    switch self {
    case .nonConsumable: "non-consumable"
    case .consumable: "consumable"
    case .nonRenewingSubscription: "non-renewing subscription"
    case .autoRenewableSubscription: "auto-renewable subscription"
    case .freeSubscription: "free subscription"
    }
  }
}
