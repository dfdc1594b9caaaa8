/// One purchase to be minted: the value of a receipt attribute 17.
///
/// A nil value is not written, an empty one is written as empty, as Apple does. Dates are written exactly as given.
public struct InAppDescription: Hashable, Sendable {
  /// 1701, INTEGER.
  public var quantity: Int64?
  /// 1702, UTF8String.
  public var productID: String?
  /// 1703, UTF8String.
  public var transactionID: String?
  /// 1704, IA5String.
  public var purchaseDate: String?
  /// 1705, UTF8String.
  public var originalTransactionID: String?
  /// 1706, IA5String.
  public var originalPurchaseDate: String?
  /// 1707, INTEGER; 0 non-consumable, 1 consumable, 2 non-renewing, 3 auto-renewable, 4 free subscription (observed).
  public var productType: Int64?
  /// 1708, IA5String.
  public var expiresDate: String?
  /// 1709, UTF8String; meaning unknown, always empty (observed).
  public var attribute1709: String?
  /// 1710, INTEGER; the product's item identifier (inferred).
  public var itemID: Int64?
  /// 1711, INTEGER.
  public var webOrderLineItemID: Int64?
  /// 1712, IA5String.
  public var cancellationDate: String?
  /// 1713, INTEGER 0 or 1.
  public var isTrialPeriod: Bool?
  /// 1714, UTF8String; meaning unknown, always empty (observed), as up to 1718.
  public var attribute1714: String?
  /// 1715, UTF8String.
  public var attribute1715: String?
  /// 1716, UTF8String.
  public var attribute1716: String?
  /// 1717, UTF8String.
  public var attribute1717: String?
  /// 1718, UTF8String.
  public var attribute1718: String?
  /// 1719, INTEGER 0 or 1.
  public var isInIntroOfferPeriod: Bool?
  /// 1720, INTEGER.
  public var cancellationReason: Int64?
  /// 1721, UTF8String.
  public var promotionalOfferID: String?
  /// 1722, INTEGER; 0 is `PURCHASED`.
  public var ownershipType: Int64?
  /// Further attributes, written after all others in the order given.
  public var extraAttributes: [RawAttribute] = []

  /// A purchase without any attribute.
  public init() {}

  /// The attributes that have a value, by type, without the extra ones.
  var attributes: [RawAttribute] {
    let table: [RawAttribute?] = [
      quantity.map { .integer(1701, $0) },
      productID.map { .utf8(1702, $0) },
      transactionID.map { .utf8(1703, $0) },
      purchaseDate.map { .ia5(1704, $0) },
      originalTransactionID.map { .utf8(1705, $0) },
      originalPurchaseDate.map { .ia5(1706, $0) },
      productType.map { .integer(1707, $0) },
      expiresDate.map { .ia5(1708, $0) },
      attribute1709.map { .utf8(1709, $0) },
      itemID.map { .integer(1710, $0) },
      webOrderLineItemID.map { .integer(1711, $0) },
      cancellationDate.map { .ia5(1712, $0) },
      isTrialPeriod.map { .integer(1713, $0 ? 1 : 0) },
      attribute1714.map { .utf8(1714, $0) },
      attribute1715.map { .utf8(1715, $0) },
      attribute1716.map { .utf8(1716, $0) },
      attribute1717.map { .utf8(1717, $0) },
      attribute1718.map { .utf8(1718, $0) },
      isInIntroOfferPeriod.map { .integer(1719, $0 ? 1 : 0) },
      cancellationReason.map { .integer(1720, $0) },
      promotionalOfferID.map { .utf8(1721, $0) },
      ownershipType.map { .integer(1722, $0) },
    ]
    return table.compactMap(\.self)
  }

  /// The SET of attributes: the value of attribute 17.
  public func encoded(order: AttributeOrder) -> [UInt8] {
    DEREncoder.set(order.arrange(attributes) + extraAttributes.map(\.encoded))
  }
}
