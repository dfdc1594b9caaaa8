import Foundation
import GRDB
import ReceiptKit

/// A transaction of SQLite's.
extension GRDB.Database: DatabaseConnection {
  func rows(_ sql: String, _ arguments: StatementArguments, isCached: Bool) throws -> [StoredRow] {
    let statement = try isCached ? cachedStatement(sql: sql) : makeStatement(sql: sql)
    let names = statement.columnNames
    let cursor = try Row.fetchCursor(statement, arguments: try arguments.grdb)
    var rows: [StoredRow] = []
    while let row = try cursor.next() { rows.append(StoredRow(names, row)) }
    return rows
  }

  func row(_ sql: String, _ arguments: StatementArguments) throws -> StoredRow? {
    let statement = try cachedStatement(sql: sql)
    // Unlike `fetchOne`, this makes no copy of the row.
    let cursor = try Row.fetchCursor(statement, arguments: try arguments.grdb)
    return try withExtendedLifetime(cursor) { try cursor.next().map { StoredRow(statement.columnNames, $0) } }
  }

  func eachRow(_ sql: String, _ take: (StoredRow) throws -> Void) throws {
    let statement = try makeStatement(sql: sql)
    let names = statement.columnNames
    let cursor = try Row.fetchCursor(statement)
    while let row = try cursor.next() { try take(StoredRow(names, row)) }
  }

  func run(_ sql: String, _ arguments: StatementArguments) throws -> Int {
    try cachedStatement(sql: sql).execute(arguments: try arguments.grdb)
    return changesCount
  }

  func change(_ sql: String, _ arguments: StatementArguments) throws {
    _ = try run(sql, arguments)
  }

  func put(_ statement: InsertStatement, _ arguments: StatementArguments) throws {
    _ = try run(statement.text, arguments)
  }

  func insert(_ statement: InsertStatement, _ arguments: StatementArguments) throws -> Int64 {
    _ = try run(statement.text, arguments)
    return lastInsertedRowID
  }

  /// Sends nothing early: a query in the same process costs no round trip.
  func expect(_ sql: String) throws {}

  func lastEvent() throws -> Int64 {
    try row("SELECT seq FROM sqlite_sequence WHERE name = 'event'", [])?[0] ?? 0
  }

  func lastEventRow() throws -> Int64 { try Database(self).lastEvent() }

  func size() throws -> Int64 {
    try row("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size", [])?[0] ?? 0
  }

  /// Empty: only one transaction writes at a time, so no other one can have locked rows.
  func skippingTaken(_ table: String) -> String { "" }

  var givenNumbers: String { "" }

  func endCopy(lastEvent: Int64) throws {
    guard lastEvent > 0 else { return }
    if try run("UPDATE sqlite_sequence SET seq = ? WHERE name = 'event'", [lastEvent]) > 0 { return }
    _ = try run("INSERT INTO sqlite_sequence (name, seq) VALUES ('event', ?)", [lastEvent])
  }

  func brokenReferences() throws -> [String] {
    try rows("PRAGMA foreign_key_check", [], isCached: true).map { try $0[0] }
  }

  func hasLost(purchase transaction: String) throws -> Bool {
    // The index may still contain rows that the table has lost: a page may have been stored in the wrong place without
    // SQLite noticing.
    try row(
      "SELECT EXISTS (SELECT 1 FROM purchase INDEXED BY purchase_again WHERE transaction_id = ?)", [transaction])?[
        0] ?? false
  }

  /// Looks up transactions only, all of them in one statement: a statement for each name would take longer. `rows` is
  /// not needed, because SQLite assigns numbers at once.
  func unknown(among names: LedgerNames, rows: Int) throws -> LedgerNames {
    var unknown = LedgerNames()
    // SQLite's JSON functions end a text at a NUL. A name with one is left out of the result, as if it were known.
    unknown.transactions = names.transactions.filter { !$0.contains(0) }
    var writer = JSONWriter(layout: .compact)
    writer.array {
      for name in unknown.transactions { $0.string(String(decoding: name, as: UTF8.self)) }
    }
    for row in try self.rows(Self.knownTransactions, [String(decoding: writer.bytes, as: UTF8.self)], isCached: true) {
      unknown.transactions.remove(Array((try row[0] as String).utf8))
    }
    return unknown
  }

  /// A row that is only in the index is damage. It is found when the purchase is looked up: ``hasLost(purchase:)``.
  private static let knownTransactions = """
    SELECT value FROM json_each(?) WHERE \(LedgerNames.transactionColumns.map { table, column in
      "EXISTS (SELECT 1 FROM \(table) WHERE \(column) = value)"
    }.joined(separator: " OR ")) OR EXISTS (SELECT 1 FROM purchase INDEXED BY purchase_again WHERE transaction_id = \
    value)
    """
}

extension StoredRow {
  fileprivate init(_ names: [String], _ row: Row) {
    self.init(names, (0..<row.count).map { Stored((row[$0] as DatabaseValue?)?.storage ?? .null) })
  }
}

extension Stored {
  fileprivate init(_ storage: DatabaseValue.Storage) {
    switch storage {
    case .null: self = .null
    case .int64(let number): self = .integer(number)
    case .double: self = .fraction
    case .string(let text): self = .text(text)
    case .blob(let data): self = .bytes(Array(data))
    }
  }

  fileprivate var databaseValue: DatabaseValue {
    get throws(StoredDamage) {
      switch self {
      case .null: .null
      case .fraction: throw .fraction
      case .integer(let number): number.databaseValue
      case .text(let text): text.databaseValue
      case .bytes(let bytes): Data(bytes).databaseValue
      }
    }
  }
}

extension StatementArguments {
  /// GRDB's initializer for a sequence is generic and not specialised across modules, which costs 15 % of the
  /// instructions of `add`. The initializer for a literal is not generic.
  fileprivate var grdb: GRDB.StatementArguments {
    get throws {
      let values = try elements.map { try $0.value.databaseValue }
      var arguments: GRDB.StatementArguments = []
      var index = 0
      while values.count - index >= 4 {
        arguments += [values[index], values[index + 1], values[index + 2], values[index + 3]]
        index += 4
      }
      switch values.count - index {
      case 1: arguments += [values[index]]
      case 2: arguments += [values[index], values[index + 1]]
      case 3: arguments += [values[index], values[index + 1], values[index + 2]]
      default: break
      }
      return arguments
    }
  }
}
