/// A receipt to be minted. The number in each description is the attribute type.
///
/// A nil value is not written. An empty value is written as empty, as Apple does. Dates are written exactly as given.
/// `receipt-tool explain NUMBER` says what an attribute means, and where that is from.
public struct ReceiptDescription: Hashable, Sendable {
  /// The value of attribute 5.
  package enum DeviceHash: Hashable, Sendable {
    /// SHA-1 over GUID ‖ opaque value ‖ value octets of the bundle identifier with their ASN.1 header (Apple,
    /// "Validating receipts on the device"). An absent opaque value or bundle identifier adds nothing.
    case device(guid: [UInt8])
    /// These octets, right or wrong.
    case octets([UInt8])
  }

  /// 0, UTF8String: `Production`, `ProductionSandbox`, `ProductionVPP`, `ProductionVPPSandbox`, `Xcode`.
  package var receiptType: String?
  /// 1, INTEGER: `adam_id` and `app_item_id`.
  package var appItemID: Int64?
  /// 2, UTF8String.
  package var bundleIdentifier: String?
  /// 3, UTF8String.
  package var applicationVersion: String?
  /// 4, raw octets: 16 from Apple, 8 from Xcode (observed).
  package var opaqueValue: [UInt8]?
  /// 5, raw octets.
  package var deviceHash: DeviceHash?
  /// 6, raw octets; meaning unknown.
  package var attribute6: [UInt8]?
  /// 7, raw octets; meaning unknown.
  package var attribute7: [UInt8]?
  /// 8, IA5String: a second creation-like date, empty in sandbox and Xcode (observed).
  package var secondCreationDate: String?
  /// 9, INTEGER whose content octets are this ASCII text: "P305" (observed).
  package var generatorVersion: String?
  /// 10, IA5String: "4+" (observed).
  package var ageRating: String?
  /// 11, INTEGER (observed).
  package var developerID: Int64?
  /// 12, IA5String.
  package var creationDate: String?
  /// 13, INTEGER: 180602 is 18.6.2 (observed).
  package var osVersion: Int64?
  /// 14, INTEGER; meaning unknown.
  package var attribute14: Int64?
  /// 15, INTEGER, up to 8 octets.
  package var downloadID: Int64?
  /// 16, INTEGER.
  package var versionExternalIdentifier: Int64?
  /// 17: the purchases. Each becomes one attribute, in this order.
  public var inApp: [InAppDescription] = []
  /// 18, IA5String.
  package var originalPurchaseDate: String?
  /// 19, UTF8String.
  package var originalApplicationVersion: String?
  /// 20, UTF8String; meaning unknown, empty (observed).
  package var attribute20: String?
  /// 21, IA5String.
  package var expirationDate: String?
  /// 25, INTEGER: 2 on macOS, 3 on iOS (observed).
  package var platform: Int64?
  /// 32, IA5String: when the app was ordered ahead (observed).
  package var preorderDate: String?
  /// Further attributes, written after all others in the order given. A type may repeat.
  package var extraAttributes: [RawAttribute] = []
  /// The order of attributes, here and inside purchases.
  package var order: AttributeOrder = .apple

  /// A receipt without any attribute.
  package init() {}

  /// Gives the receipt the hash of a device. The hash requires an opaque value, so an arbitrary one is added if the
  /// receipt has none.
  package mutating func bind(to guid: [UInt8]) {
    opaqueValue = opaqueValue ?? Array(0x10...0x1F)
    deviceHash = .device(guid: guid)
  }

  /// `Payload ::= SET OF ReceiptAttribute`, DER except for the order of purchases and of extra attributes, which is as
  /// given.
  ///
  /// - Throws: ``MintError/openSSL(call:reason:)`` if a device hash cannot be computed.
  package func payload() throws(MintError) -> [UInt8] {
    let purchases = inApp.map { RawAttribute(type: 17, value: $0.encoded(order: order)) }
    let arranged =
      switch order {
      case .apple: order.arrange(try attributes()) + purchases.map(\.encoded)
      case .xcode: order.arrange(try attributes() + purchases)
      }
    return DEREncoder.set(arranged + extraAttributes.map(\.encoded))
  }

  /// The attributes that have a value, without purchases and extra ones.
  private func attributes() throws(MintError) -> [RawAttribute] {
    var attributes = DescriptionField.receipt.compactMap { $0.attribute(of: self) }
    // Type 4 has version 2 in receipts of Apple's servers, 1 in those of Xcode (3 of 3 each).
    if order == .apple, let opaque = attributes.firstIndex(where: { $0.type == 4 }) { attributes[opaque].version = 2 }
    if let hash = try deviceHashOctets() { attributes.append(RawAttribute(type: 5, value: hash)) }
    return attributes
  }

  private func deviceHashOctets() throws(MintError) -> [UInt8]? {
    switch deviceHash {
    case nil: return nil
    case .octets(let octets): return octets
    case .device(let guid):
      let bundle = bundleIdentifier.map(DEREncoder.utf8String) ?? []
      return try Digest.sha1.hash(guid + (opaqueValue ?? []) + bundle)
    }
  }
}

extension DescriptionField where Owner == ReceiptDescription {
  /// The attributes of a receipt except 17, its purchases.
  static let receipt: [DescriptionField] = [
    DescriptionField(0, "receipt_type", kind: .text(\.receiptType)),
    DescriptionField(1, "adam_id", "app_item_id", kind: .integer(\.appItemID)),
    DescriptionField(2, "bundle_id", kind: .text(\.bundleIdentifier)),
    DescriptionField(3, "application_version", kind: .text(\.applicationVersion)),
    DescriptionField(4, "opaque_value", kind: .octets(\.opaqueValue)),
    DescriptionField(5, "device_hash", kind: .computed { $0.deviceHash = .octets($1) }),
    DescriptionField(6, "unknown_6", kind: .octets(\.attribute6)),
    DescriptionField(7, "unknown_7", kind: .octets(\.attribute7)),
    DescriptionField(8, "second_creation_date", kind: .date(\.secondCreationDate)),
    DescriptionField(9, "generator_version", kind: .spelled(\.generatorVersion)),
    DescriptionField(10, "age_rating", kind: .ascii(\.ageRating)),
    DescriptionField(11, "developer_id", kind: .integer(\.developerID)),
    DescriptionField(12, "receipt_creation_date", kind: .date(\.creationDate)),
    DescriptionField(13, "os_version", kind: .integer(\.osVersion)),
    DescriptionField(14, "unknown_14", kind: .integer(\.attribute14)),
    DescriptionField(15, "download_id", kind: .integer(\.downloadID)),
    DescriptionField(16, "version_external_identifier", kind: .integer(\.versionExternalIdentifier)),
    DescriptionField(18, "original_purchase_date", kind: .date(\.originalPurchaseDate)),
    DescriptionField(19, "original_application_version", kind: .text(\.originalApplicationVersion)),
    DescriptionField(20, "unknown_20", kind: .text(\.attribute20)),
    DescriptionField(21, "expiration_date", kind: .date(\.expirationDate)),
    DescriptionField(25, "platform", kind: .integer(\.platform)),
    DescriptionField(32, "preorder_date", kind: .date(\.preorderDate)),
  ]
}
