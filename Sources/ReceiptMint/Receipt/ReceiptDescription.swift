/// A receipt to be minted.
///
/// A nil value is not written, an empty one is written as empty, as Apple does. Dates are written exactly as given. The
/// table in FORMAT.md gives the meaning of each attribute, and how certain it is.
public struct ReceiptDescription: Hashable, Sendable {
  /// The value of attribute 5.
  public enum DeviceHash: Hashable, Sendable {
    /// SHA-1 over GUID ‖ opaque value ‖ value octets of the bundle identifier with their ASN.1 header (Apple, "Validating
    /// receipts on the device"). An absent opaque value or bundle identifier adds nothing.
    case device(guid: [UInt8])
    /// These octets, right or wrong.
    case octets([UInt8])
  }

  /// 0, UTF8String: `Production`, `ProductionSandbox`, `ProductionVPP`, `ProductionVPPSandbox`, `Xcode`.
  public var receiptType: String?
  /// 1, INTEGER: `adam_id` and `app_item_id`.
  public var appItemID: Int64?
  /// 2, UTF8String.
  public var bundleIdentifier: String?
  /// 3, UTF8String.
  public var applicationVersion: String?
  /// 4, raw octets: 16 from Apple, 8 from Xcode (observed).
  public var opaqueValue: [UInt8]?
  /// 5, raw octets.
  public var deviceHash: DeviceHash?
  /// 6, raw octets; meaning unknown.
  public var attribute6: [UInt8]?
  /// 7, raw octets; meaning unknown.
  public var attribute7: [UInt8]?
  /// 8, IA5String: a second creation-like date, empty in sandbox and Xcode (observed).
  public var secondCreationDate: String?
  /// 9, INTEGER whose content octets are this ASCII text: "P305" (observed).
  public var generatorVersion: String?
  /// 10, IA5String: "4+" (observed).
  public var ageRating: String?
  /// 11, INTEGER (inferred).
  public var developerID: Int64?
  /// 12, IA5String.
  public var creationDate: String?
  /// 13, INTEGER: 180602 is 18.6.2 (inferred).
  public var osVersion: Int64?
  /// 14, INTEGER; meaning unknown.
  public var attribute14: Int64?
  /// 15, INTEGER, up to 8 octets.
  public var downloadID: Int64?
  /// 16, INTEGER.
  public var versionExternalIdentifier: Int64?
  /// 17, one attribute for each, in this order.
  public var inApp: [InAppDescription] = []
  /// 18, IA5String.
  public var originalPurchaseDate: String?
  /// 19, UTF8String.
  public var originalApplicationVersion: String?
  /// 20, UTF8String; meaning unknown, empty (observed).
  public var attribute20: String?
  /// 21, IA5String.
  public var expirationDate: String?
  /// 25, INTEGER: 2 on macOS, 3 on iOS (observed).
  public var platform: Int64?
  /// Further attributes, written after all others in the order given. A type may repeat.
  public var extraAttributes: [RawAttribute] = []
  /// The order of attributes, here and inside purchases.
  public var order: AttributeOrder = .apple

  /// A receipt without any attribute.
  public init() {}

  /// Gives it the hash of a device. Since the hash requires an opaque value, it adds an arbitrary one if absent.
  public mutating func bind(to guid: [UInt8]) {
    opaqueValue = opaqueValue ?? Array(0x10...0x1F)
    deviceHash = .device(guid: guid)
  }

  /// `Payload ::= SET OF ReceiptAttribute`, DER except for the order of purchases and of extra attributes, which is as
  /// given.
  ///
  /// - Throws: ``MintError/openSSL(call:reason:)`` if a device hash cannot be computed.
  public func payload() throws(MintError) -> [UInt8] {
    let purchases = inApp.map { RawAttribute(type: 17, value: $0.encoded(order: order)) }
    let arranged =
      switch order {
      case .apple: order.arrange(try attributes()) + purchases.map(\.encoded)
      case .xcode: order.arrange(try attributes() + purchases)
      }
    return DEREncoder.set(arranged + extraAttributes.map(\.encoded))
  }

  /// The attributes that have a value, by type, without purchases and extra ones.
  private func attributes() throws(MintError) -> [RawAttribute] {
    let hash = try deviceHashOctets()
    // Type 4 has version 2 in receipts of Apple's servers, 1 in those of Xcode (3 of 3 each).
    let opaqueVersion: Int64 = order == .apple ? 2 : 1
    let table: [RawAttribute?] = [
      receiptType.map { .utf8(0, $0) },
      appItemID.map { .integer(1, $0) },
      bundleIdentifier.map { .utf8(2, $0) },
      applicationVersion.map { .utf8(3, $0) },
      opaqueValue.map { RawAttribute(type: 4, version: opaqueVersion, value: $0) },
      hash.map { RawAttribute(type: 5, value: $0) },
      attribute6.map { RawAttribute(type: 6, value: $0) },
      attribute7.map { RawAttribute(type: 7, value: $0) },
      secondCreationDate.map { .ia5(8, $0) },
      generatorVersion.map { RawAttribute(type: 9, value: DEREncoder.element(0x02, Array($0.utf8))) },
      ageRating.map { .ia5(10, $0) },
      developerID.map { .integer(11, $0) },
      creationDate.map { .ia5(12, $0) },
      osVersion.map { .integer(13, $0) },
      attribute14.map { .integer(14, $0) },
      downloadID.map { .integer(15, $0) },
      versionExternalIdentifier.map { .integer(16, $0) },
      originalPurchaseDate.map { .ia5(18, $0) },
      originalApplicationVersion.map { .utf8(19, $0) },
      attribute20.map { .utf8(20, $0) },
      expirationDate.map { .ia5(21, $0) },
      platform.map { .integer(25, $0) },
    ]
    return table.compactMap(\.self)
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
