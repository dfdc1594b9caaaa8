import Foundation
import GRDB
import ReceiptKit

/// A type of a column. A file may be damaged: columns may contain anything, and only intended values are converted.
protocol StoredValue {
  /// Makes a value from the stored one; `nil` for any other value.
  init?(stored: DatabaseValue.Storage)
}

/// One row of the file. Every access states the expected type, and throws for any other value.
///
/// This is the only way from a row to a value: GRDB's own subscripts end the process at a NULL or at text instead of a
/// number. A test makes sure that the rest of the library does not use them.
struct StoredRow {
  private let row: Row

  fileprivate init(_ row: Row) {
    self.row = row
  }

  /// The value of a column; NULL only where an optional is expected.
  subscript<Value: StoredValue>(_ column: String) -> Value {
    get throws {
      // A damaged schema table may have lost the column.
      guard row.hasColumn(column) else { throw StoredDamage(text: "the column \(column) is missing") }
      return try Self.value(row[column] as DatabaseValue?, column)
    }
  }

  /// The value of a column by its index.
  subscript<Value: StoredValue>(_ index: Int) -> Value {
    get throws {
      guard index < row.count else { throw StoredDamage(text: "column \(index) is missing") }
      return try Self.value(row[index] as DatabaseValue?, "number \(index)")
    }
  }

  /// A name of an order or an account.
  ///
  /// Names that would not be accepted are not returned either: a name that reads differently than it was written would
  /// belong to another owner.
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
  var count: Int { row.count }

  private static func value<Value: StoredValue>(_ found: DatabaseValue?, _ column: String) throws -> Value {
    let stored = found?.storage ?? .null
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

extension Database {
  /// The rows that a statement finds.
  ///
  /// - Parameter isCached: whether the statement is kept for the next call: not for one whose text changes each time.
  func rows(
    _ sql: String, _ arguments: StatementArguments = [], isCached: Bool = true
  ) throws -> [StoredRow] {
    try Row.fetchAll(try statement(sql, isCached), arguments: arguments).map(StoredRow.init)
  }

  /// The first row that a statement finds.
  func row(_ sql: String, _ arguments: StatementArguments = []) throws -> StoredRow? {
    try Row.fetchOne(try statement(sql, true), arguments: arguments).map(StoredRow.init)
  }

  /// Passes on the rows of a statement one by one.
  func eachRow(_ sql: String, _ take: (StoredRow) throws -> Void) throws {
    let rows = try Row.fetchCursor(self, sql: sql)
    while let row = try rows.next() { try take(StoredRow(row)) }
  }

  /// The first column of every row.
  func values<Value: StoredValue>(_ sql: String, _ arguments: StatementArguments = []) throws -> [Value] {
    try rows(sql, arguments).map { try $0[0] }
  }

  /// The first column of the first row; `nil` without a row, or if it is NULL.
  func value<Value: StoredValue>(_ sql: String, _ arguments: StatementArguments = []) throws -> Value? {
    guard let row = try row(sql, arguments) else { return nil }
    return try row[0] as Value?
  }

  /// Whether a query that begins with `SELECT EXISTS` finds a row.
  func isTrue(_ sql: String, _ arguments: StatementArguments = []) throws -> Bool {
    try value(sql, arguments) ?? false
  }

  /// Executes a statement, which is kept for the next call.
  func run(_ sql: String, _ arguments: StatementArguments = []) throws {
    try cachedStatement(sql: sql).execute(arguments: arguments)
  }

  private func statement(_ sql: String, _ isCached: Bool) throws -> Statement {
    try isCached ? cachedStatement(sql: sql) : makeStatement(sql: sql)
  }
}

extension DatabaseValue.Storage {
  /// Its name in messages.
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

/// A count: never negative, and small enough that adding one does not overflow.
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
  /// Moments within years of four digits, and all values computed from them.
  static let storable: ClosedRange<Int64> = -1 << 48...1 << 48

  init?(stored: DatabaseValue.Storage) {
    guard case .int64(let number) = stored, Instant.storable.contains(number) else { return nil }
    self.init(milliseconds: number)
  }
}

/// A known word of a list.
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
extension Ledger.Environment: StoredValue {}
