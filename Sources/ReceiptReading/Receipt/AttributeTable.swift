/// One row of an attribute table. Decoding, JSON, the reference of fields and the rules of `redact` are all derived
/// from it.
///
/// The row is a class, because rows are passed on for every value that is read or printed.
package final class AttributeRow: Sendable {
  /// The source of a fact.
  package enum Source: Sendable {
    /// Apple documents the fact.
    case documented
    /// The fact was observed by comparing receipts with verifyReceipt's answers for them.
    case observed
    /// Observed in this many cases: `894 of 897`.
    case counted(String)
    /// Consistent with all receipts seen.
    case inferred
  }

  package let type: Int64
  /// The key in verifyReceipt's JSON, or a name chosen by this software if Apple has none.
  package let name: String
  package let encoding: AttributeEncoding
  package let printed: PrintedForm
  /// Another name under which verifyReceipt prints the same number.
  let alsoAs: String?
  /// The known words that verifyReceipt prints for numbers.
  package let words: [(number: Int64, text: String)]
  /// How `redact` treats the value; `nil` replaces it, because its meaning is unknown.
  package let redaction: FieldRule?
  package let meaning: String
  package let source: Source
  /// One entry for each key under which verifyReceipt prints the value, unless another row has it.
  package let keys: [AttributeKey]

  /// All names under which verifyReceipt prints the value.
  package var names: [String] { [name] + (alsoAs.map { [$0] } ?? []) }

  /// Whether the value is never decoded.
  package var isRaw: Bool { encoding == .bytes || encoding == .purchase }

  init(
    _ type: Int64, _ name: String, _ encoding: AttributeEncoding, _ printed: PrintedForm = .never,
    alsoAs: String? = nil,
    words: [(number: Int64, text: String)] = [], redaction: FieldRule? = nil, meaning: String,
    _ source: Source, keys: AttributeKey...
  ) {
    self.type = type
    self.name = name
    self.encoding = encoding
    self.printed = printed
    self.alsoAs = alsoAs
    self.words = words
    self.redaction = redaction
    self.meaning = meaning
    self.source = source
    self.keys = keys
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

/// The rows of receipts or of purchases, in the order in which verifyReceipt prints them.
package struct AttributeTable: Sendable {
  /// What reading needs to know of a type, without reference counting and lookups.
  struct Entry: Sendable {
    /// The index of the row in ``rows``.
    var rowIndex: UInt8
    /// `nil` if there is no such type.
    var encoding: AttributeEncoding?
  }

  package let rows: [AttributeRow]
  let smallest: Int64
  /// The entries, by the distance from the smallest type. All types of a table are close together.
  ///
  /// The entries are in an array and not in a dictionary: the first use of a generic type whose parameter must conform
  /// to a protocol makes the Swift runtime search all conformances of the program, a noticeable part of a run over one
  /// input (Benchmarks/README.md).
  let entries: [Entry]

  init(_ rows: [AttributeRow]) {
    self.rows = rows
    let types = rows.map(\.type)
    smallest = types.min() ?? 0
    let count = Int((types.max() ?? 0) - smallest) + 1
    var entries = [Entry](repeating: Entry(rowIndex: 0, encoding: nil), count: count)
    for (index, row) in rows.enumerated() {
      entries[Int(row.type - smallest)] = Entry(rowIndex: UInt8(truncatingIfNeeded: index), encoding: row.encoding)
    }
    self.entries = entries
  }

  /// The encoding of a type; `nil` if there is no such type.
  func encoding(of type: Int64) -> AttributeEncoding? { findEntry(type)?.encoding }

  /// The row of a type, and its index; `nil` if there is no such type.
  package func row(_ type: Int64) -> (index: Int, row: AttributeRow)? {
    guard let entry = findEntry(type), entry.encoding != nil else { return nil }
    return (Int(entry.rowIndex), rows[Int(entry.rowIndex)])
  }

  private func findEntry(_ type: Int64) -> Entry? {
    // If this subtraction wraps because the type is very low, the result is still beyond the table, as for a type that
    // is too high.
    let distance = type &- smallest
    return distance >= 0 && distance < entries.count ? entries[Int(distance)] : nil
  }

  /// The names of all attributes, with their rules for redaction.
  package var redactions: [(name: String, rule: FieldRule)] {
    rows.flatMap { row in row.redaction.map { rule in row.names.map { ($0, rule) } } ?? [] }
  }
}
