/// One row of an attribute table. Decoding, JSON, the reference of fields and the rules of `redact` are all derived
/// from it.
///
/// The row is a class, because rows are passed on for every value that is read or printed.
package final class AttributeRow: Sendable {
  package let type: Int64
  /// The key in verifyReceipt's JSON, or a name chosen by this software if Apple has none.
  package let name: String
  package let encoding: AttributeEncoding
  package let printed: PrintedForm
  /// Another name under which verifyReceipt prints the same number.
  let alsoAs: String?
  /// The known words that verifyReceipt prints for numbers.
  package let words: [(number: Int64, text: String)]
  package let facts: AttributeFacts

  /// All names under which verifyReceipt prints the value.
  package var names: [String] { [name] + (alsoAs.map { [$0] } ?? []) }

  /// Whether the value is never decoded.
  package var isRaw: Bool { encoding == .bytes || encoding == .purchase }

  init(
    _ type: Int64, _ name: String, _ encoding: AttributeEncoding, _ printed: PrintedForm = .never,
    alsoAs: String? = nil,
    words: [(number: Int64, text: String)] = [], redaction: FieldRule? = nil, meaning: String,
    _ source: AttributeFacts.Source, keys: AttributeKey...
  ) {
    self.type = type
    self.name = name
    self.encoding = encoding
    self.printed = printed
    self.alsoAs = alsoAs
    self.words = words
    facts = AttributeFacts(redaction: redaction, meaning: meaning, source: source, keys: keys)
  }
}

/// The encoding of an attribute's value.
package enum AttributeEncoding: UInt8, Sendable {
  case utf8
  case ia5
  case integer
  case date
  /// Raw octets: one in ten of them looks like valid DER, so they are never decoded.
  case bytes
  /// A SET of attributes that form one purchase.
  case purchase
}

/// The form in which verifyReceipt prints a value.
package enum PrintedForm: UInt8, Sendable {
  /// The attribute is never printed.
  case never
  case number
  case numberOrNull
  case text
  case textUnlessEmpty
  /// A number as a string.
  case digits
  case digitsUnlessZero
  /// `"true"` or `"false"`.
  case flag
  /// Three strings: `name`, `name_ms`, `name_pst`.
  case date
  /// A number for which Apple prints a word.
  case word
  /// The array of purchases.
  case purchases
}

/// The rows for one kind of owner, in the order in which verifyReceipt prints them.
package struct AttributeTable: Sendable {
  package let rows: [AttributeRow]
  let types: AttributeTypes

  init(_ rows: [AttributeRow]) {
    self.rows = rows
    types = AttributeTypes(rows)
  }

  package func row(_ type: Int64) -> (index: Int, row: AttributeRow)? {
    // If this subtraction wraps because the type is very low, the result is still beyond the table, as for a type that
    // is too high.
    let distance = type &- types.smallest
    guard distance >= 0, distance < types.entries.count else { return nil }
    let entry = types.entries[Int(distance)]
    return entry.encoding == nil ? nil : (Int(entry.row), rows[Int(entry.row)])
  }

  /// The names of all attributes, with their rules for redaction.
  package var redactions: [(name: String, rule: FieldRule)] {
    rows.flatMap { row in row.facts.redaction.map { rule in row.names.map { ($0, rule) } } ?? [] }
  }
}
