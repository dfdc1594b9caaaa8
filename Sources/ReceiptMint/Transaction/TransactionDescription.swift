/// An iOS 6 transaction receipt to be minted. All values are text and are written exactly as given.
package struct TransactionDescription: Hashable, Sendable {
  /// The keys of `purchase-info`, in the order of the one receipt that was examined. Keys that it lacks come last.
  package enum Key: String, CaseIterable, Sendable {
    case originalPurchaseDatePST = "original-purchase-date-pst"
    case purchaseDateMS = "purchase-date-ms"
    case uniqueIdentifier = "unique-identifier"
    case originalTransactionID = "original-transaction-id"
    /// Milliseconds since 1970, unlike `purchase-date`.
    case expiresDate = "expires-date"
    case transactionID = "transaction-id"
    case originalPurchaseDateMS = "original-purchase-date-ms"
    case webOrderLineItemID = "web-order-line-item-id"
    case applicationVersion = "bvrs"
    case uniqueVendorIdentifier = "unique-vendor-identifier"
    case expiresDateFormattedPST = "expires-date-formatted-pst"
    case itemID = "item-id"
    case expiresDateFormatted = "expires-date-formatted"
    case productID = "product-id"
    case purchaseDate = "purchase-date"
    case originalPurchaseDate = "original-purchase-date"
    case bundleIdentifier = "bid"
    case purchaseDatePST = "purchase-date-pst"
    case quantity = "quantity"
    case appItemID = "app-item-id"
    case versionExternalIdentifier = "version-external-identifier"
    case isTrialPeriod = "is-trial-period"
    case isInIntroOfferPeriod = "is-in-intro-offer-period"
    case subscriptionGroupIdentifier = "subscription-group-identifier"
    case inAppOwnershipType = "in-app-ownership-type"
  }

  /// The values of `purchase-info`; keys without a value are not written.
  package var purchaseInfo: [Key: String] = [:]
  /// Further entries of `purchase-info`, written last and in this order.
  package var extraEntries: [PropertyListEntry] = []
  /// `environment`: "Sandbox"; not written for production.
  package var environment: String?
  /// `pod`.
  package var pod: String? = "100"
  /// `signing-status`.
  package var signingStatus: String? = "0"

  /// A production receipt without values.
  package init() {}

  /// The signed octets: the property list of `purchase-info`.
  package var purchaseInfoOctets: [UInt8] {
    let known = Key.allCases.compactMap { key in purchaseInfo[key].map { PropertyListEntry(key.rawValue, $0) } }
    return Array(PropertyListEntry.list(known + extraEntries).utf8)
  }

  /// A fictitious sandbox purchase of 18 November 2015.
  package static var sample: TransactionDescription {
    var transaction = TransactionDescription()
    transaction.environment = "Sandbox"
    transaction.purchaseInfo = [
      .bundleIdentifier: "com.example.test", .applicationVersion: "1", .productID: "com.example.test.monthly",
      .itemID: "1000000001", .transactionID: "1000000000000002", .originalTransactionID: "1000000000000001",
      .quantity: "1", .purchaseDate: "2015-11-18 04:34:41 Etc/GMT", .purchaseDateMS: "1447821281000",
      .purchaseDatePST: "2015-11-17 20:34:41 America/Los_Angeles",
      .originalPurchaseDate: "2015-11-17 16:34:41 Etc/GMT", .originalPurchaseDateMS: "1447778081000",
      .originalPurchaseDatePST: "2015-11-17 08:34:41 America/Los_Angeles",
      .uniqueIdentifier: "0000000000000000000000000000000000000001",
      .uniqueVendorIdentifier: "00000000-0000-0000-0000-000000000001",
    ]
    return transaction
  }
}

/// One line of an old-style (NeXT) property list: `"key" = "value";`.
package struct PropertyListEntry: Hashable, Sendable {
  /// The text before the equals sign.
  package var key: String
  /// The text after the key.
  package var value: String

  /// An entry; only quotation marks and backslashes are escaped when it is written.
  package init(_ key: String, _ value: String) {
    self.key = key
    self.value = value
  }

  /// The dictionary, with one entry on each line after a tab, as devices write it; no line feed at the end.
  package static func list(_ entries: [PropertyListEntry]) -> String {
    let lines = entries.map { "\t\"\(escape($0.key))\" = \"\(escape($0.value))\";\n" }
    return "{\n\(lines.joined())}"
  }

  private static func escape(_ text: String) -> String {
    var escaped = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if scalar == "\"" || scalar == "\\" { escaped.append("\\") }
      escaped.append(scalar)
    }
    return String(escaped)
  }
}
