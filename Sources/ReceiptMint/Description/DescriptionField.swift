/// A subject that JSON members describe: a receipt or a purchase.
protocol Described {
  /// Attributes beside those that have a property.
  var extraAttributes: [RawAttribute] { get set }
}

extension ReceiptDescription: Described {}
extension InAppDescription: Described {}

/// The conversion of one member of a description to an attribute.
///
/// Names are those in the output of `decode`, or, for values that it does not print, those in its list of attributes.
struct DescriptionField<Owner: Described>: Sendable {
  /// The type of the value, and its target; closures, because key paths are not Sendable.
  enum Kind: Sendable {
    case text(@Sendable (inout Owner, String) -> Void)
    /// A text of digits.
    case digits(@Sendable (inout Owner, String) -> Void)
    case integer(@Sendable (inout Owner, Int64) -> Void)
    case flag(@Sendable (inout Owner, Bool) -> Void)
    /// A number for which Apple prints a word, if the word is known.
    case word([String: Int64], @Sendable (inout Owner, Int64) -> Void)
    /// Up to three members: the name, and the name with `_ms` and `_pst`.
    case date(@Sendable (inout Owner, String) -> Void)
    /// Hexadecimal digits.
    case octets(@Sendable (inout Owner, [UInt8]) -> Void)
  }

  let type: Int64
  /// The name, and an alternative name of the same value.
  let names: [String]
  let kind: Kind

  init(_ type: Int64, _ names: String..., kind: Kind) {
    self.type = type
    self.names = names
    self.kind = kind
  }

  /// Every key that belongs to it.
  var keys: [String] {
    guard case .date = kind else { return names }
    return names.flatMap { [$0, $0 + "_ms", $0 + "_pst"] }
  }
}

extension DescriptionField where Owner == ReceiptDescription {
  /// The members of `receipt`, except `in_app`.
  static let receipt: [DescriptionField] = [
    DescriptionField(0, "receipt_type", kind: .text { $0.receiptType = $1 }),
    DescriptionField(1, "adam_id", "app_item_id", kind: .integer { $0.appItemID = $1 }),
    DescriptionField(2, "bundle_id", kind: .text { $0.bundleIdentifier = $1 }),
    DescriptionField(3, "application_version", kind: .text { $0.applicationVersion = $1 }),
    DescriptionField(4, "opaque_value", kind: .octets { $0.opaqueValue = $1 }),
    DescriptionField(5, "device_hash", kind: .octets { $0.deviceHash = .octets($1) }),
    DescriptionField(6, "unknown_6", kind: .octets { $0.attribute6 = $1 }),
    DescriptionField(7, "unknown_7", kind: .octets { $0.attribute7 = $1 }),
    DescriptionField(8, "second_creation_date", kind: .date { $0.secondCreationDate = $1 }),
    DescriptionField(9, "generator_version", kind: .text { $0.generatorVersion = $1 }),
    DescriptionField(10, "age_rating", kind: .text { $0.ageRating = $1 }),
    DescriptionField(11, "developer_id", kind: .integer { $0.developerID = $1 }),
    DescriptionField(12, "receipt_creation_date", kind: .date { $0.creationDate = $1 }),
    DescriptionField(13, "os_version", kind: .integer { $0.osVersion = $1 }),
    DescriptionField(14, "unknown_14", kind: .integer { $0.attribute14 = $1 }),
    DescriptionField(15, "download_id", kind: .integer { $0.downloadID = $1 }),
    DescriptionField(16, "version_external_identifier", kind: .integer { $0.versionExternalIdentifier = $1 }),
    DescriptionField(18, "original_purchase_date", kind: .date { $0.originalPurchaseDate = $1 }),
    DescriptionField(19, "original_application_version", kind: .text { $0.originalApplicationVersion = $1 }),
    DescriptionField(20, "unknown_20", kind: .text { $0.attribute20 = $1 }),
    DescriptionField(21, "expiration_date", kind: .date { $0.expirationDate = $1 }),
    DescriptionField(25, "platform", kind: .integer { $0.platform = $1 }),
  ]
}

extension DescriptionField where Owner == InAppDescription {
  /// The members of an element of `in_app`.
  static let purchase: [DescriptionField] = [
    DescriptionField(1701, "quantity", kind: .integer { $0.quantity = $1 }),
    DescriptionField(1702, "product_id", kind: .text { $0.productID = $1 }),
    DescriptionField(1703, "transaction_id", kind: .digits { $0.transactionID = $1 }),
    DescriptionField(1704, "purchase_date", kind: .date { $0.purchaseDate = $1 }),
    DescriptionField(1705, "original_transaction_id", kind: .digits { $0.originalTransactionID = $1 }),
    DescriptionField(1706, "original_purchase_date", kind: .date { $0.originalPurchaseDate = $1 }),
    DescriptionField(1707, "product_type", kind: .integer { $0.productType = $1 }),
    DescriptionField(1708, "expires_date", kind: .date { $0.expiresDate = $1 }),
    DescriptionField(1709, "unknown_1709", kind: .text { $0.attribute1709 = $1 }),
    DescriptionField(1710, "product_item_id", kind: .integer { $0.itemID = $1 }),
    DescriptionField(1711, "web_order_line_item_id", kind: .integer { $0.webOrderLineItemID = $1 }),
    DescriptionField(1712, "cancellation_date", kind: .date { $0.cancellationDate = $1 }),
    DescriptionField(1713, "is_trial_period", kind: .flag { $0.isTrialPeriod = $1 }),
    DescriptionField(1714, "unknown_1714", kind: .text { $0.attribute1714 = $1 }),
    DescriptionField(1715, "unknown_1715", kind: .text { $0.attribute1715 = $1 }),
    DescriptionField(1716, "unknown_1716", kind: .text { $0.attribute1716 = $1 }),
    DescriptionField(1717, "unknown_1717", kind: .text { $0.attribute1717 = $1 }),
    DescriptionField(1718, "unknown_1718", kind: .text { $0.attribute1718 = $1 }),
    DescriptionField(1719, "is_in_intro_offer_period", kind: .flag { $0.isInIntroOfferPeriod = $1 }),
    DescriptionField(1720, "cancellation_reason", kind: .integer { $0.cancellationReason = $1 }),
    DescriptionField(1721, "promotional_offer_id", kind: .text { $0.promotionalOfferID = $1 }),
    DescriptionField(1722, "in_app_ownership_type", kind: .word(["PURCHASED": 0]) { $0.ownershipType = $1 }),
  ]
}
