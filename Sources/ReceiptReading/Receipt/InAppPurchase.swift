/// One purchase, as a receipt claims it.
///
///     InAppPurchase ::= SET OF ReceiptAttribute      -- in the value of an attribute of type 17
///
/// Every property is `nil` if the purchase lacks the attribute, or if its value is unreadable or the empty date. The
/// number in each description is the attribute type.
public struct InAppPurchase: Sendable {
  /// 1701: how many were bought. Documented by Apple.
  public var quantity: Int64? { values.integer(1701) }
  /// 1702: the product identifier. Documented by Apple.
  public var productID: String? { values.string(1702) }
  /// 1703: the transaction identifier. Documented by Apple.
  public var transactionID: String? { values.string(1703) }
  /// 1704: when the product was bought or restored. Documented by Apple.
  public var purchaseDate: ReceiptDate? { values.date(1704) }
  /// 1705: the identifier of the first transaction of a restored purchase or a subscription. Documented by Apple.
  public var originalTransactionID: String? { values.string(1705) }
  /// 1706: the date of that first transaction. Documented by Apple.
  public var originalPurchaseDate: ReceiptDate? { values.date(1706) }
  /// 1707: the kind of product as a number; see ``productType``. Observed.
  public var productTypeNumber: Int64? { values.integer(1707) }
  /// 1708: when a subscription's period ends. Documented by Apple.
  public var expiresDate: ReceiptDate? { values.date(1708) }
  /// 1710: the product's identifier in the App Store; 0 in sandbox. Inferred.
  public var productItemID: Int64? { values.integer(1710) }
  /// 1711: identifies one period of a subscription; 0 without one. Documented by Apple.
  public var webOrderLineItemID: Int64? { values.integer(1711) }
  /// 1712: when Apple's customer support cancelled the purchase. Documented by Apple.
  public var cancellationDate: ReceiptDate? { values.date(1712) }
  /// 1713: 1 in a free trial. Observed, 894 of 897.
  public var trialPeriodFlag: Int64? { values.integer(1713) }
  /// 1719: 1 in an introductory price period. Observed, 800 of 800.
  public var introOfferPeriodFlag: Int64? { values.integer(1719) }
  /// 1720: 1 if cancelled for an issue with the app, 0 for another reason; only in cancelled purchases. Observed, 89 of
  /// 89.
  public var cancellationReason: Int64? { values.integer(1720) }
  /// 1721: the identifier of a promotional offer. Observed, 3 times.
  public var promotionalOfferID: String? { values.string(1721) }
  /// 1722: 0 for the customer's own purchase; the number for family sharing was never seen. Observed.
  public var ownershipType: Int64? { values.integer(1722) }

  /// Offset in ``Receipt/payload`` of the attribute of type 17 that holds this purchase.
  public internal(set) var offset = 0
  /// Every attribute, in the order of the bytes; offsets and ranges count from the start of ``Receipt/payload``.
  public internal(set) var attributes: [ReceiptAttribute] = []

  /// The decoded values of the first attribute of each type.
  package internal(set) var values = AttributeValues(InAppPurchase.table)

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
