/// One row of an attribute table: decoding, JSON, the reference of fields and the rules of `redact` all come from it.
package struct AttributeRow<Owner: Sendable>: Sendable {
  package typealias Property<Value> = WritableKeyPath<Owner, Value?>

  /// How the value is encoded and which property keeps it; rows without a property are known by name only.
  ///
  /// `@unchecked Sendable`: key paths to stored properties capture nothing, the compiler cannot say so inside an optional.
  package enum Field: @unchecked Sendable {
    case utf8(Property<String>?)
    case ia5(Property<String>?)
    case integer(Property<Int64>?)
    case date(Property<ReceiptDate>)
    /// Raw octets: one in ten of them looks like valid DER, so they are never decoded.
    case bytes(Property<[UInt8]>?)
    /// A SET of attributes that make one purchase.
    case purchase
  }

  /// How verifyReceipt prints it.
  package enum Printed: Equatable, Sendable {
    /// It does not.
    case never
    /// A JSON number under the row's name, and under other names as well.
    case number(alsoAs: String? = nil, nullIfAbsent: Bool = false)
    /// A JSON string.
    case text(unlessEmpty: Bool = false)
    /// A number as a string.
    case digits(unlessZero: Bool = false)
    /// `"true"` or `"false"`.
    case flag
    /// Three strings: `name`, `name_ms`, `name_pst`.
    case date
    /// A number for which Apple prints a word, as far as the words are known.
    case word([Word])
    /// The array of purchases.
    case purchases
  }

  /// What is printed for one number.
  package struct Word: Equatable, Sendable {
    package let number: Int64
    package let text: String

    init(_ number: Int64, _ text: String) {
      self.number = number
      self.text = text
    }
  }

  package let type: Int64
  /// The key of verifyReceipt's JSON, or a name of ours where Apple has none.
  package let name: String
  package let field: Field
  package let printed: Printed
  package let facts: AttributeFacts

  /// The name, and another one under which verifyReceipt prints the same.
  package var names: [String] {
    if case .number(let second?, _) = printed { [name, second] } else { [name] }
  }

  init(
    _ type: Int64, _ name: String, _ field: Field, _ printed: Printed = .never, redaction: FieldRule? = nil,
    meaning: String, _ source: AttributeFacts.Source, keys: AttributeKey...
  ) {
    self.type = type
    self.name = name
    self.field = field
    self.printed = printed
    facts = AttributeFacts(redaction: redaction, meaning: meaning, source: source, keys: keys)
  }
}

/// The rows for one kind of owner, in the order in which verifyReceipt prints them.
package struct AttributeTable<Owner: Sendable>: Sendable {
  package let rows: [AttributeRow<Owner>]
  /// Index of a row by the distance of its type from the smallest; -1 where there is none. All types of a table are close.
  ///
  /// An array and no dictionary: the first use of a generic type whose parameter has to conform to a protocol makes the Swift
  /// runtime search all conformances of the program, a noticeable part of a run over one input (Benchmarks/README.md).
  private let indexes: [Int]
  private let smallest: Int64

  init(_ rows: [AttributeRow<Owner>]) {
    self.rows = rows
    let smallest = rows.map(\.type).min() ?? 0
    let largest = rows.map(\.type).max() ?? 0
    var indexes = [Int](repeating: -1, count: Int(largest - smallest) + 1)
    for (index, row) in rows.enumerated() { indexes[Int(row.type - smallest)] = index }
    self.smallest = smallest
    self.indexes = indexes
  }

  func row(_ type: Int64) -> (index: Int, row: AttributeRow<Owner>)? {
    let (distance, overflow) = type.subtractingReportingOverflow(smallest)
    guard !overflow, distance >= 0, distance < indexes.count else { return nil }
    let index = indexes[Int(distance)]
    return index < 0 ? nil : (index, rows[index])
  }
}
