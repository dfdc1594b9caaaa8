/// One row of an attribute table: decoding, JSON and the reference of fields all come from it.
struct AttributeRow<Owner: Sendable>: Sendable {
  typealias Property<Value> = WritableKeyPath<Owner, Value?>

  /// How the value is encoded and which property keeps it; rows without a property are known by name only.
  ///
  /// `@unchecked Sendable`: key paths to stored properties capture nothing, the compiler cannot say so inside an optional.
  enum Field: @unchecked Sendable {
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
  enum Printed: Equatable, Sendable {
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
  struct Word: Equatable, Sendable {
    let number: Int64
    let text: String

    init(_ number: Int64, _ text: String) {
      self.number = number
      self.text = text
    }
  }

  let type: Int64
  /// The key of verifyReceipt's JSON, or a name of ours where Apple has none.
  let name: String
  let field: Field
  let printed: Printed

  init(_ type: Int64, _ name: String, _ field: Field, _ printed: Printed = .never) {
    self.type = type
    self.name = name
    self.field = field
    self.printed = printed
  }
}

/// The rows for one kind of owner, in the order in which verifyReceipt prints them.
struct AttributeTable<Owner: Sendable>: Sendable {
  let rows: [AttributeRow<Owner>]
  /// Index of a row by the distance of its type from the smallest; -1 where there is none. All types of a table are close.
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
