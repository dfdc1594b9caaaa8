/// What a receipt claims. Whether the claims can be believed is another question: see ``Authenticity``.
///
///     Payload ::= SET OF ReceiptAttribute
///
/// Every property is `nil` if the receipt lacks the attribute, or if its value is unreadable; ``irregularities`` then
/// says so. The number in each description is the attribute type.
public struct Receipt: Sendable {
  /// 0: `Production`, `ProductionSandbox`, `ProductionVPP`, `ProductionVPPSandbox` or `Xcode`. Observed; the VPP ones
  /// documented.
  public var receiptType: String? { values.string(0) }
  /// 1: the app's identifier in the App Store, which verifyReceipt prints as `adam_id` and `app_item_id`; 0 in sandbox.
  /// Observed.
  public var appItemID: Int64? { values.integer(1) }
  /// 2: the bundle identifier. Documented by Apple.
  public var bundleIdentifier: String? { values.string(2) }
  /// 3: `CFBundleVersion` (iOS) or `CFBundleShortVersionString` (macOS) of the app. Documented by Apple.
  public var applicationVersion: String? { values.string(3) }
  /// 4: the salt of the device hash; 16 octets, 8 from Xcode. Documented by Apple.
  public var opaqueValue: [UInt8]? { octets(4) }
  /// 5: SHA-1 over device GUID, opaque value and bundle identifier; 20 octets. Documented by Apple.
  public var deviceHash: [UInt8]? { octets(5) }
  /// 8: a second date close to the creation date; empty in sandbox and Xcode. Observed, meaning unknown.
  public var secondCreationDate: ReceiptDate? { values.date(8) }
  /// 9: version of Apple's receipt generator; its octets are ASCII, `P305`. Observed.
  public var generatorVersionNumber: Int64? { values.integer(9) }
  /// 10: the age rating, always `4+` in sandbox. Observed.
  public var ageRating: String? { values.string(10) }
  /// 11: the developer's identifier; 0 in sandbox. Observed.
  public var developerID: Int64? { values.integer(11) }
  /// 12: when the receipt was made; certificates are judged at this moment. Documented by Apple.
  public var creationDate: ReceiptDate? { values.date(12) }
  /// 13: version of the operating system as one number, 180602 for 18.6.2. Observed.
  public var osVersionNumber: Int64? { values.integer(13) }
  /// 15: an identifier of the download, often above 2^53. Observed.
  public var downloadID: Int64? { values.integer(15) }
  /// 16: the App Store's identifier of the app's version. Observed.
  public var versionExternalIdentifier: Int64? { values.integer(16) }
  /// 18: when the app was first bought; 2013-08-01T07:00:00Z in sandbox. Observed.
  public var originalPurchaseDate: ReceiptDate? { values.date(18) }
  /// 19: the version of the app that was first bought; `1.0` in sandbox. Documented by Apple.
  public var originalApplicationVersion: String? { values.string(19) }
  /// 21: when a receipt of the Volume Purchase Program expires. Documented by Apple.
  public var expirationDate: ReceiptDate? { values.date(21) }
  /// 32: when the app was ordered ahead. Observed by a third party.
  public var preorderDate: ReceiptDate? { values.date(32) }
  /// 25: 2 on macOS, 3 on iOS. Observed, 226 of 226.
  public var platform: Int64? { values.integer(25) }

  /// 17: the purchases, in the order of the bytes, which is not chronological.
  public internal(set) var inApp: [InAppPurchase] = []

  /// Every attribute, in the order of the bytes, unknown ones included.
  public internal(set) var attributes: [ReceiptAttribute] = []
  /// The irregularities of the receipt and its purchases, in the order in which they were found.
  public internal(set) var irregularities: [ReceiptIrregularity] = []
  /// The decoded values of the first attribute of each type.
  package internal(set) var values = AttributeValues(Receipt.table)
  /// The octets of the SET; offsets and ranges of all attributes count from its start.
  public let payload: [UInt8]

  init(empty payload: [UInt8]) {
    self.payload = payload
  }

  /// The raw octets of the first attribute of a type.
  private func octets(_ type: Int64) -> [UInt8]? {
    attributes.first { $0.type == type }.map { Array(payload[$0.value]) }
  }

  /// The environment that issued the receipt, by ``receiptType``; `nil` for an unknown type.
  public var environment: ReceiptEnvironment? {
    receiptType.flatMap { ReceiptEnvironment(receiptType: $0) }
  }
}

/// The environment that issued a receipt. Raw values are those of verifyReceipt's `environment`, and `Xcode`, which
/// verifyReceipt never returns.
public enum ReceiptEnvironment: String, CaseIterable, Sendable {
  /// The App Store.
  case production = "Production"
  /// The sandbox: test accounts, TestFlight, App Review.
  case sandbox = "Sandbox"
  /// StoreKit testing in Xcode. Apple did not sign it.
  case xcode = "Xcode"
}

extension ReceiptEnvironment {
  /// All known receipt types.
  static let receiptTypes = ["Production", "ProductionVPP", "ProductionSandbox", "ProductionVPPSandbox", "Xcode"]

  /// The environment of a receipt type; `nil` for an unknown type.
  package init?(receiptType: String) {
    switch receiptType {
    case "Production", "ProductionVPP": self = .production
    case "ProductionSandbox", "ProductionVPPSandbox": self = .sandbox
    case "Xcode": self = .xcode
    default: return nil
    }
  }
}
