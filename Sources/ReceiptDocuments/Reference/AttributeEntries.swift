extension ReferenceEntry {
  /// The entries of every attribute type. They come from the rows that decode the attributes.
  ///
  /// The meaning of types that Apple does not name was found by comparing receipts with verifyReceipt's answers.
  static let attributes: [ReferenceEntry] =
    Receipt.table.rows.sorted { $0.type < $1.type }.map { entry($0, of: "the receipt") }
    + InAppPurchase.table.rows.sorted { $0.type < $1.type }.map { entry($0, of: "a purchase") }

  private static func entry(_ row: AttributeRow, of owner: String) -> ReferenceEntry {
    // A name that Apple prints has its own entry, so only names chosen by this software are aliases.
    let aliases = row.printed == .never ? [row.name] : []
    return ReferenceEntry(
      .attributeType, String(row.type), aliases: aliases,
      "\(row.name), an attribute of \(owner), \(row.encoding.words). \(row.meaning) \(printed(row))",
      source: row.source.text(FactSource.guide))
  }

  private static func printed(_ row: AttributeRow) -> String {
    switch row.printed {
    case .never: "verifyReceipt does not print it; the name is ours."
    case .number where row.names.count > 1:
      "verifyReceipt prints it as \(row.names.joined(separator: " and ")), numbers."
    case .number, .numberOrNull: "verifyReceipt prints it as \(row.name), a number."
    case .date: "verifyReceipt prints it as \(row.name), \(row.name)_ms and \(row.name)_pst."
    case .purchases: "verifyReceipt prints all of them as the array \(row.name)."
    default: "verifyReceipt prints it as \(row.name), a string."
    }
  }
}

extension AttributeEncoding {
  /// The ASN.1 type in the value.
  fileprivate var words: String {
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
