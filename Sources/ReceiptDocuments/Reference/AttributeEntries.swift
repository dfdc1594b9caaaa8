/// Every attribute type: names, encodings and printed forms come from the rows that decode them, the meaning from here.
///
/// Types that Apple does not name were understood by comparing receipts with what verifyReceipt answered for them.
enum AttributeEntries {
  static let all: [ReferenceEntry] =
    Receipt.table.rows.sorted { $0.type < $1.type }.map { entry($0, of: "the receipt") }
    + InAppPurchase.table.rows.sorted { $0.type < $1.type }.map { entry($0, of: "a purchase") }

  /// Meaning and source by type; a test demands one for each row.
  static let facts: [Int64: (meaning: String, source: String)] = [
    0: ("Where the receipt comes from.", FactSource.observed),
    1: ("The app's identifier in the App Store; 0 in the sandbox.", FactSource.observed),
    2: ("The bundle identifier. Its octets, ASN.1 header included, are part of the device hash.", FactSource.guide),
    3: ("The version of the app.", FactSource.guide),
    4: ("Opaque bytes that salt the device hash: 16, from Xcode 8. Never to be decoded.", FactSource.guide),
    5: (
      "SHA-1 over the device's GUID, the opaque value and the bundle identifier with its ASN.1 header.",
      FactSource.guide
    ),
    6: ("Meaning unknown. Raw bytes.", FactSource.observed),
    7: ("Meaning unknown. Raw bytes.", FactSource.observed),
    8: ("A second date, close to the creation date; empty in sandbox and Xcode.", FactSource.observed),
    9: ("The version of Apple's receipt generator: its octets are ASCII, P231 to P305.", FactSource.observed),
    10: ("The age rating, 4+.", FactSource.observed),
    11: ("The developer's identifier; 0 in the sandbox.", "inferred"),
    12: ("When the receipt was made. Certificates are judged at this moment.", FactSource.guide),
    13: ("The version of the operating system: 180602 is 18.6.2.", "inferred"),
    14: ("Meaning unknown.", FactSource.observed),
    15: ("An identifier of the download, often above 2^53.", FactSource.observed),
    16: ("The App Store's number for the version of the app.", FactSource.observed),
    17: ("One purchase: a SET of attributes 1701 to 1722. Once for each purchase.", FactSource.guide),
    18: ("When the app was first bought; always 2013-08-01T07:00:00Z in the sandbox.", FactSource.observed),
    19: ("The version of the app that was first bought.", FactSource.guide),
    20: ("Meaning unknown; empty.", FactSource.observed),
    21: ("When a receipt of the Volume Purchase Program expires.", FactSource.guide),
    25: ("The platform: 2 is macOS, 3 is iOS.", FactSource.observed),
    1701: ("How many were bought.", FactSource.guide),
    1702: ("The product identifier.", FactSource.guide),
    1703: ("The transaction identifier.", FactSource.guide),
    1704: ("When it was bought or restored.", FactSource.guide),
    1705: ("The identifier of the first transaction.", FactSource.guide),
    1706: ("When the first transaction was made.", FactSource.guide),
    1707: ("The kind of product: 0 to 4, see the product types.", FactSource.observed),
    1708: ("When the period of a subscription ends; empty for other products.", FactSource.guide),
    1709: ("Meaning unknown; always empty.", FactSource.observed),
    1710: ("The product's identifier in the App Store; 0 in the sandbox.", "inferred"),
    1711: ("Identifies one period of a subscription; 0 where there is none.", FactSource.guide),
    1712: ("When Apple's support cancelled it; empty otherwise.", FactSource.guide),
    1713: ("1 in a free trial.", "observed, 894 of 897"),
    1714: ("Meaning unknown; always empty.", FactSource.observed),
    1715: ("Meaning unknown; always empty.", FactSource.observed),
    1716: ("Meaning unknown; always empty.", FactSource.observed),
    1717: ("Meaning unknown; always empty.", FactSource.observed),
    1718: ("Meaning unknown; always empty.", FactSource.observed),
    1719: ("1 in a period with an introductory price.", "observed, 800 of 800"),
    1720: ("Why it was cancelled; only where it was.", "observed, 89 of 89"),
    1721: ("The promotional offer that was used.", "observed, 3 times"),
    1722: ("0 for a purchase of one's own. The number for family sharing was never seen.", "observed, 911 of 911"),
  ]

  private static func entry<Owner>(_ row: AttributeRow<Owner>, of owner: String) -> ReferenceEntry {
    let fact = facts[row.type]
    // A name that Apple prints has an entry of its own; only names of ours lead here.
    let aliases = row.printed == .never ? [row.name] : []
    return ReferenceEntry(
      .attributeType, String(row.type), aliases: aliases,
      "\(row.name), an attribute of \(owner), \(row.field.encoding). \(fact?.meaning ?? "") \(printed(row))",
      source: fact?.source ?? FactSource.observed)
  }

  private static func printed<Owner>(_ row: AttributeRow<Owner>) -> String {
    switch row.printed {
    case .never: "verifyReceipt does not print it; the name is ours."
    case .number(let second?, _): "verifyReceipt prints it as \(row.name) and \(second), numbers."
    case .number(nil, _): "verifyReceipt prints it as \(row.name), a number."
    case .date: "verifyReceipt prints it as \(row.name), \(row.name)_ms and \(row.name)_pst."
    case .purchases: "verifyReceipt prints all of them as the array \(row.name)."
    default: "verifyReceipt prints it as \(row.name), a string."
    }
  }
}

extension AttributeRow.Field {
  /// The ASN.1 type in the value.
  fileprivate var encoding: String {
    switch self {
    case .utf8: "a UTF8String"
    case .ia5: "an IA5String"
    case .date: "an IA5String with a date"
    case .integer: "an INTEGER"
    case .bytes: "raw bytes"
    case .purchase: "a SET"
    }
  }
}
