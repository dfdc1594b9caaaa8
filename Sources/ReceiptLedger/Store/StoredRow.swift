import Foundation
import GRDB
import ReceiptKit

/// What a column may hold. A file may be damaged: what is read may be anything, and only what is meant makes a value.
protocol StoredValue {
  /// Makes a value of what the file has; `nil` if it is something else.
  init?(stored: DatabaseValue.Storage)
}

/// One row as the file has it. Every reading says what it expects, and throws where something else is there.
///
/// This is the only way from a row to a value: GRDB's own subscripts end the process at a NULL or a word in the place of a number,
/// and a test sees to it that the rest of the library does without them.
struct StoredRow {
  private let row: Row

  fileprivate init(_ row: Row) {
    self.row = row
  }

  /// The value of a column; NULL only where an optional is expected.
  subscript<Value: StoredValue>(_ column: String) -> Value {
    get throws {
      // A damaged list of tables may have lost the column.
      guard row.hasColumn(column) else { throw StoredDamage(text: "the column \(column) is missing") }
      return try Self.value(row[column] as DatabaseValue?, column)
    }
  }

  /// The value of a column by its place.
  subscript<Value: StoredValue>(_ index: Int) -> Value {
    get throws {
      guard index < row.count else { throw StoredDamage(text: "column \(index) is missing") }
      return try Self.value(row[index] as DatabaseValue?, "number \(index)")
    }
  }

  /// A name of an order or an account. Those that would not be taken in are not let out either: what is read as another name than was
  /// written would belong to somebody else.
  func name(_ column: String) throws -> String {
    let name: String = try self[column]
    guard LedgerName.problem(name) == nil else { throw StoredDamage(text: "the column \(column) holds no name") }
    return name
  }

  /// Details that were written as JSON; none where there is NULL.
  func members(_ column: String) throws -> [JSONValue.Member] {
    guard let text = try self[column] as String? else { return [] }
    guard case .object(let members)? = try? JSONReader().read(Array(text.utf8)) else {
      throw StoredDamage(text: "the column \(column) holds no JSON object")
    }
    return members
  }

  /// How many columns it has.
  var count: Int { row.count }

  private static func value<Value: StoredValue>(_ found: DatabaseValue?, _ column: String) throws -> Value {
    let stored = found?.storage ?? .null
    guard let value = Value(stored: stored) else {
      throw StoredDamage(text: "the column \(column) holds \(stored.name), where \(Value.self) belongs")
    }
    return value
  }
}

/// Something in the file that this software never writes there.
struct StoredDamage: Error {
  /// What is wrong, without a final full stop.
  let text: String
}

extension Database {
  /// The rows that a statement finds.
  ///
  /// - Parameter isCached: whether the statement is kept for the next time: not for one whose text changes from call to call.
  func rows(
    _ sql: String, _ arguments: StatementArguments = [], isCached: Bool = true
  ) throws -> [StoredRow] {
    try Row.fetchAll(try statement(sql, isCached), arguments: arguments).map(StoredRow.init)
  }

  /// The first row that a statement finds.
  func row(_ sql: String, _ arguments: StatementArguments = []) throws -> StoredRow? {
    try Row.fetchOne(try statement(sql, true), arguments: arguments).map(StoredRow.init)
  }

  /// Hands out the rows of a statement one by one.
  func eachRow(_ sql: String, _ take: (StoredRow) throws -> Void) throws {
    let rows = try Row.fetchCursor(self, sql: sql)
    while let row = try rows.next() { try take(StoredRow(row)) }
  }

  /// The first column of every row.
  func values<Value: StoredValue>(
    _ sql: String, _ arguments: StatementArguments = [], isCached: Bool = true
  ) throws -> [Value] {
    try rows(sql, arguments, isCached: isCached).map { try $0[0] }
  }

  /// The first column of the first row; `nil` where there is no row, or NULL in it.
  func value<Value: StoredValue>(_ sql: String, _ arguments: StatementArguments = []) throws -> Value? {
    guard let row = try row(sql, arguments) else { return nil }
    return try row[0] as Value?
  }

  /// Whether a question that begins with `SELECT EXISTS` has the answer yes.
  func isTrue(_ sql: String, _ arguments: StatementArguments = []) throws -> Bool {
    try value(sql, arguments) ?? false
  }

  private func statement(_ sql: String, _ isCached: Bool) throws -> Statement {
    try isCached ? cachedStatement(sql: sql) : makeStatement(sql: sql)
  }
}

extension DatabaseValue.Storage {
  /// What it is, for messages.
  fileprivate var name: String {
    switch self {
    case .null: "NULL"
    case .int64(let number): "the number \(number)"
    case .double: "a fraction"
    case .string(let text): "the text '\(text.prefix(40))'"
    case .blob(let data): "\(data.count) bytes"
    }
  }
}

extension Optional: StoredValue where Wrapped: StoredValue {
  init?(stored: DatabaseValue.Storage) {
    if case .null = stored {
      self = .none
    } else {
      guard let value = Wrapped(stored: stored) else { return nil }
      self = .some(value)
    }
  }
}

extension Int64: StoredValue {
  init?(stored: DatabaseValue.Storage) {
    guard case .int64(let number) = stored else { return nil }
    self = number
  }
}

/// A number of things: never negative, and with room above it, so that one more is no overflow.
extension Int: StoredValue {
  static let storable = 0...Int(Int32.max)

  init?(stored: DatabaseValue.Storage) {
    guard case .int64(let number) = stored, let count = Int(exactly: number), Int.storable.contains(count) else {
      return nil
    }
    self = count
  }
}

extension Bool: StoredValue {
  init?(stored: DatabaseValue.Storage) {
    switch stored {
    case .int64(0): self = false
    case .int64(1): self = true
    default: return nil
    }
  }
}

extension String: StoredValue {
  init?(stored: DatabaseValue.Storage) {
    guard case .string(let text) = stored else { return nil }
    self = text
  }
}

extension [UInt8]: StoredValue {
  init?(stored: DatabaseValue.Storage) {
    guard case .blob(let data) = stored else { return nil }
    self = Array(data)
  }
}

extension Instant: StoredValue {
  /// Moments that a calendar with four digits for the year can write, and all that is computed from them.
  static let storable: ClosedRange<Int64> = -1 << 48...1 << 48

  init?(stored: DatabaseValue.Storage) {
    guard case .int64(let number) = stored, Instant.storable.contains(number) else { return nil }
    self.init(milliseconds: number)
  }
}

/// A word of a list that is known.
extension StoredValue where Self: RawRepresentable<String> {
  init?(stored: DatabaseValue.Storage) {
    guard case .string(let word) = stored else { return nil }
    self.init(rawValue: word)
  }
}

extension LedgerDecision: StoredValue {}
extension OrderState: StoredValue {}
extension PurchaseState: StoredValue {}
extension PurchaseOutcome: StoredValue {}
extension RenewalState: StoredValue {}
extension AnswerMeaning: StoredValue {}
extension AppleEndpoint: StoredValue {}
extension Ledger.Environment: StoredValue {}
