/// Receipts that can be minted by name.
package enum ReceiptTemplate: String, CaseIterable, Sendable {
  /// One consumable.
  case consumable
  /// One product that is bought once.
  case nonConsumable = "non-consumable"
  /// An auto-renewable subscription with its renewals.
  case subscription
  /// A product bought by another member of the family.
  case family
  /// A receipt of the Volume Purchase Program.
  case vpp
  /// A paid app without purchases in it.
  case paidApp = "paid-app"
  /// A receipt of the Mac App Store.
  case mac
  /// StoreKit testing in Xcode.
  case xcode
  /// A receipt without purchases.
  case empty
  /// A receipt with many purchases.
  case large
  /// The receipt of one transaction, in the form of iOS 6.
  case legacy

  /// A description in one sentence without a final full stop.
  package var summary: String {
    switch self {
    case .consumable: "a consumable, bought once; --quantity for more of it"
    case .nonConsumable: "a product that is bought once"
    case .subscription: "an auto-renewable subscription: --renewals, --period, --trial, --intro, --gap, --cancelled"
    case .family:
      "a product shared by the family (attribute 1722 is 1; no such receipt was ever seen, this is self-made)"
    case .vpp: "the Volume Purchase Program: it expires (documented, never seen; this is self-made)"
    case .paidApp: "an app that was paid for, without purchases"
    case .mac: "a receipt of the Mac App Store, with fractional seconds"
    case .xcode: "StoreKit testing in Xcode: indefinite lengths, one self-signed certificate"
    case .empty: "a receipt without purchases"
    case .large: "many purchases: --purchases, 187 unless told otherwise, as in the largest that was seen"
    case .legacy: "an iOS 6 transaction receipt"
    }
  }

  /// The default environment of receipts of this kind.
  package var environment: MintEnvironment {
    switch self {
    case .family, .paidApp, .mac, .large: .production
    case .vpp: .vpp
    case .xcode: .xcode
    case .consumable, .nonConsumable, .subscription, .empty, .legacy: .sandbox
    }
  }

  /// The possible environments of receipts of this kind.
  package var environments: [MintEnvironment] {
    switch self {
    case .vpp: [.vpp, .vppSandbox]
    case .xcode: [.xcode]
    case .legacy: [.production, .sandbox]
    case .consumable, .nonConsumable, .subscription, .family, .paidApp, .mac, .empty, .large: MintEnvironment.allCases
    }
  }
}

/// The environment that a receipt claims.
package enum MintEnvironment: String, CaseIterable, Sendable {
  /// The App Store.
  case production
  /// The sandbox.
  case sandbox
  /// StoreKit testing in Xcode.
  case xcode
  /// The Volume Purchase Program.
  case vpp
  /// The sandbox of the Volume Purchase Program.
  case vppSandbox = "vpp-sandbox"

  /// The value of attribute 0 (observed; the VPP ones documented).
  package var receiptType: String {
    switch self {
    case .production: "Production"
    case .sandbox: "ProductionSandbox"
    case .xcode: "Xcode"
    case .vpp: "ProductionVPP"
    case .vppSandbox: "ProductionVPPSandbox"
    }
  }

  /// Makes the environment for a value of attribute 0.
  package init?(receiptType: String) {
    guard let found = Self.allCases.first(where: { $0.receiptType == receiptType }) else { return nil }
    self = found
  }

  /// Whether identifiers of the App Store are 0, as in every sandbox receipt.
  var isSandbox: Bool { self == .sandbox || self == .vppSandbox || self == .xcode }
}
