import ReceiptAnalysis

extension DescriptionReader {
  private static let transactionKeys = Dictionary(
    uniqueKeysWithValues: TransactionDescription.Key.allCases.map { ($0.rawValue.underscored, $0) })

  /// Entries that are whole numbers. Unlike the other dates, `expires_date` is in milliseconds without saying so.
  private static let wholeNumbers: Set<String> = [
    "quantity", "transaction_id", "original_transaction_id", "item_id", "app_item_id", "web_order_line_item_id",
    "version_external_identifier", "purchase_date_ms", "original_purchase_date_ms", "expires_date",
  ]

  /// Reads an iOS 6 transaction receipt as `decode` prints it: every entry is a string, and its name has underscores
  /// instead of hyphens.
  func transaction(_ document: [String: JSONValue]) throws(DescriptionError) -> TransactionDescription {
    let pointer = JSONPointer() / "receipt"
    guard let receipt = document["receipt"] else {
      throw DescriptionError(JSONPointer(), "there is no member receipt")
    }
    let members = try complaints.members(receipt, pointer, known: Set(Self.transactionKeys.keys))
    var transaction = TransactionDescription()
    // The entries keep the given order, which is also the order in which `decode` prints them.
    for name in Self.names(receipt) {
      guard let value = members[name], value != .null else { continue }
      guard let text = value.stringValue else {
        try complaints.complain(pointer / name, "\(value.kind), where a string should be")
        continue
      }
      if Self.wholeNumbers.contains(name), Int64(text) == nil {
        try complaints.complain(pointer / name, "\(Complaints.quoted(text)) is not a whole number of 64 bits")
      }
      if name == "quantity", let quantity = Int64(text), quantity < 1 {
        try complaints.complain(pointer / name, "\(quantity) were bought; a purchase is of one at least")
      }
      let key = Self.transactionKeys[name]?.rawValue ?? name.hyphenated
      transaction.extraEntries.append(PropertyListEntry(key, text))
    }
    // The three forms of a date must agree.
    for name in ["purchase_date", "original_purchase_date"] {
      _ = try complaints.date(name, members, pointer)
    }
    try readUnsigned(document["unsigned_entries"], &transaction)
    return transaction
  }

  private func readUnsigned(
    _ value: JSONValue?, _ transaction: inout TransactionDescription
  ) throws(DescriptionError) {
    guard let value, value != .null else { return }
    let pointer = JSONPointer() / "unsigned_entries"
    let members = try complaints.members(value, pointer, known: ["environment", "pod", "signing-status"])
    transaction.environment = members["environment"]?.stringValue
    transaction.pod = members["pod"]?.stringValue
    transaction.signingStatus = members["signing-status"]?.stringValue
  }

  private static func names(_ receipt: JSONValue) -> [String] {
    guard case .object(let members) = receipt else { return [] }
    var seen: Set<String> = []
    return members.map(\.name).filter { seen.insert($0).inserted }
  }
}

extension String {
  fileprivate var underscored: String { String(map { $0 == "-" ? "_" : $0 }) }
  fileprivate var hyphenated: String { String(map { $0 == "_" ? "-" : $0 }) }
}
