import ReceiptKit

/// A type of a column. A file may be damaged: columns may contain anything, and only intended values are converted.
protocol StoredValue {
  /// Makes a value from the stored one; `nil` if the stored value has another form.
  init?(stored: Stored)
}

/// One row. Every access states the expected type, and throws for any other value.
///
/// This is the only way from a row to a value. GRDB's own subscripts end the process if they find NULL, or text instead
/// of a number. A test makes sure that no other code uses them.
struct StoredRow {
  private let names: [String]
  let values: [Stored]

  init(_ names: [String], _ values: [Stored]) {
    (self.names, self.values) = (names, values)
  }

  /// The value of a column. NULL is accepted only for an optional. If two columns have the name, the first one counts.
  subscript<Value: StoredValue>(_ column: String) -> Value {
    get throws {
      // A damaged schema table may have lost the column.
      guard let index = names.firstIndex(of: column), index < values.count else {
        throw StoredDamage(text: "the column \(column) is missing")
      }
      return try Self.value(values[index], column)
    }
  }

  /// The value of a column by its index.
  subscript<Value: StoredValue>(_ index: Int) -> Value {
    get throws {
      guard index < values.count else { throw StoredDamage(text: "column \(index) is missing") }
      return try Self.value(values[index], "number \(index)")
    }
  }

  /// A name of an order or an account.
  ///
  /// Names that would not be accepted are not returned, either: a name that changed in storage would belong to another
  /// owner.
  func name(_ column: String) throws -> String {
    let name: String = try self[column]
    guard LedgerName.problem(name) == nil else { throw StoredDamage(text: "the column \(column) holds no name") }
    return name
  }

  /// Details that were written as JSON; empty for NULL.
  func members(_ column: String) throws -> [JSONValue.Member] {
    guard let text = try self[column] as String? else { return [] }
    guard case .object(let members)? = try? JSONReader().read(Array(text.utf8)) else {
      throw StoredDamage(text: "the column \(column) holds no JSON object")
    }
    return members
  }

  /// The number of columns.
  var count: Int { values.count }

  private static func value<Value: StoredValue>(_ stored: Stored, _ column: String) throws -> Value {
    guard let value = Value(stored: stored) else {
      throw StoredDamage(text: "the column \(column) holds \(stored.name), where \(Value.self) belongs")
    }
    return value
  }
}

/// A value in the file that this software never writes there.
struct StoredDamage: Error {
  /// The fault, without a final full stop.
  let text: String
}

extension Stored {
  /// The name of the type in messages.
  fileprivate var name: String {
    switch self {
    case .null: "NULL"
    case .integer(let number): "the number \(number)"
    case .fraction: "a fraction"
    case .text(let text): "the text '\(text.prefix(40))'"
    case .bytes(let bytes): "\(bytes.count) bytes"
    }
  }
}

extension Optional: StoredValue where Wrapped: StoredValue {
  init?(stored: Stored) {
    if case .null = stored {
      self = .none
    } else {
      guard let value = Wrapped(stored: stored) else { return nil }
      self = .some(value)
    }
  }
}

extension Int64: StoredValue {
  init?(stored: Stored) {
    guard case .integer(let number) = stored else { return nil }
    self = number
  }
}

/// A count: never negative, and small enough that adding one does not overflow.
extension Int: StoredValue {
  static let storable = 0...Int(Int32.max)

  init?(stored: Stored) {
    guard case .integer(let number) = stored, let count = Int(exactly: number), Int.storable.contains(count) else {
      return nil
    }
    self = count
  }
}

extension Bool: StoredValue {
  init?(stored: Stored) {
    switch stored {
    case .integer(0): self = false
    case .integer(1): self = true
    default: return nil
    }
  }
}

extension String: StoredValue {
  init?(stored: Stored) {
    guard case .text(let text) = stored else { return nil }
    self = text
  }
}

extension [UInt8]: StoredValue {
  init?(stored: Stored) {
    guard case .bytes(let bytes) = stored else { return nil }
    self = bytes
  }
}

extension Instant: StoredValue {
  /// Moments within years of four digits, including all values computed from them.
  static let storable: ClosedRange<Int64> = -1 << 48...1 << 48

  init?(stored: Stored) {
    guard case .integer(let number) = stored, Instant.storable.contains(number) else { return nil }
    self.init(milliseconds: number)
  }
}

/// A known word of a list.
extension StoredValue where Self: RawRepresentable<String> {
  init?(stored: Stored) {
    guard case .text(let word) = stored else { return nil }
    self.init(rawValue: word)
  }
}

extension LedgerDecision: StoredValue {}
extension OrderState: StoredValue {}
extension PurchaseState: StoredValue {}
extension PurchaseOutcome: StoredValue {}
extension RenewalState: StoredValue {}
extension AnswerMeaning: StoredValue {}
extension LedgerEnvironment: StoredValue {}
