/// One purchase to be minted: the value of an attribute of type 17. The number in each description is the attribute
/// type.
///
/// A nil value is not written. An empty value is written as empty, as Apple does. Dates are written exactly as given.
public struct InAppDescription: Hashable, Sendable {
  /// 1701, INTEGER.
  package var quantity: Int64?
  /// 1702, UTF8String.
  package var productID: String?
  /// 1703, UTF8String.
  package var transactionID: String?
  /// 1704, IA5String.
  public var purchaseDate: String?
  /// 1705, UTF8String.
  package var originalTransactionID: String?
  /// 1706, IA5String.
  package var originalPurchaseDate: String?
  /// 1707, INTEGER; 0 non-consumable, 1 consumable, 2 non-renewing, 3 auto-renewable, 4 free subscription (observed).
  package var productType: Int64?
  /// 1708, IA5String.
  public var expiresDate: String?
  /// 1710, INTEGER; the product's item identifier (inferred).
  package var itemID: Int64?
  /// 1711, INTEGER.
  public var webOrderLineItemID: Int64?
  /// 1712, IA5String.
  package var cancellationDate: String?
  /// 1713, INTEGER 0 or 1.
  package var isTrialPeriod: Bool?
  /// 1719, INTEGER 0 or 1.
  package var isInIntroOfferPeriod: Bool?
  /// 1720, INTEGER.
  package var cancellationReason: Int64?
  /// 1721, UTF8String.
  package var promotionalOfferID: String?
  /// 1722, INTEGER; 0 is `PURCHASED`.
  package var ownershipType: Int64?
  /// 1709 and 1714 to 1718, each a UTF8String, by type. Their meaning is unknown; they are always empty (observed).
  package var unknown: [Int64: String] = [:]
  /// Further attributes, written after all others in the order given.
  package var extraAttributes: [RawAttribute] = []

  /// A purchase without any attribute.
  package init() {}

  /// The SET of attributes: the value of attribute 17.
  package func encoded(order: AttributeOrder) -> [UInt8] {
    DEREncoder.set(
      order.arrange(DescriptionField.purchase.compactMap { $0.attribute(of: self) }) + extraAttributes.map(\.encoded))
  }
}

extension DescriptionField where Owner == InAppDescription {
  /// The attributes of a purchase.
  static let purchase: [DescriptionField] = [
    DescriptionField(1701, "quantity", kind: .integer(\.quantity)),
    DescriptionField(1702, "product_id", kind: .text(\.productID)),
    DescriptionField(1703, "transaction_id", kind: .digits(\.transactionID)),
    DescriptionField(1704, "purchase_date", kind: .date(\.purchaseDate)),
    DescriptionField(1705, "original_transaction_id", kind: .digits(\.originalTransactionID)),
    DescriptionField(1706, "original_purchase_date", kind: .date(\.originalPurchaseDate)),
    DescriptionField(1707, "product_type", kind: .integer(\.productType)),
    DescriptionField(1708, "expires_date", kind: .date(\.expiresDate)),
    DescriptionField(1709, "unknown_1709", kind: .text(\.unknown[1709])),
    DescriptionField(1710, "product_item_id", kind: .integer(\.itemID)),
    DescriptionField(1711, "web_order_line_item_id", kind: .integer(\.webOrderLineItemID)),
    DescriptionField(1712, "cancellation_date", kind: .date(\.cancellationDate)),
    DescriptionField(1713, "is_trial_period", kind: .flag(\.isTrialPeriod)),
    DescriptionField(1714, "unknown_1714", kind: .text(\.unknown[1714])),
    DescriptionField(1715, "unknown_1715", kind: .text(\.unknown[1715])),
    DescriptionField(1716, "unknown_1716", kind: .text(\.unknown[1716])),
    DescriptionField(1717, "unknown_1717", kind: .text(\.unknown[1717])),
    DescriptionField(1718, "unknown_1718", kind: .text(\.unknown[1718])),
    DescriptionField(1719, "is_in_intro_offer_period", kind: .flag(\.isInIntroOfferPeriod)),
    DescriptionField(1720, "cancellation_reason", kind: .integer(\.cancellationReason)),
    DescriptionField(1721, "promotional_offer_id", kind: .text(\.promotionalOfferID)),
    DescriptionField(1722, "in_app_ownership_type", kind: .word(["PURCHASED": 0], \.ownershipType)),
  ]
}
