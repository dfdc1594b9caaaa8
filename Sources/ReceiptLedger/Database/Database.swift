import ReceiptKit

/// A database inside a transaction.
final class Database {
  let connection: any DatabaseConnection
  /// The rows of the events that this transaction appended, in order.
  private(set) var appendedEvents: [Int64] = []
  /// Names that no table contains, so that they need not be looked up. The first change empties this set.
  private(set) var unknown = LedgerNames()
  /// Transactions that have no row in `purchase`, as read a moment ago. The first change empties the set.
  private var absent: Set<[UInt8]> = []

  init(_ connection: any DatabaseConnection) {
    self.connection = connection
  }

  /// The rows that a statement finds.
  ///
  /// - Parameter isCached: whether to keep the statement for the next call; `false` for a statement whose text changes
  ///   each time.
  func rows(
    _ sql: String, _ arguments: StatementArguments = [], isCached: Bool = true
  ) throws -> [StoredRow] {
    try connection.rows(sql, arguments, isCached: isCached)
  }

  /// The first row that a statement finds.
  func row(_ sql: String, _ arguments: StatementArguments = []) throws -> StoredRow? {
    try connection.row(sql, arguments)
  }

  /// Passes on the rows of a statement one by one.
  func eachRow(_ sql: String, _ take: (StoredRow) throws -> Void) throws {
    try connection.eachRow(sql, take)
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

  /// Remembers that a transaction has no row, so that it is not looked up again.
  func note(absent transaction: String) { absent.insert(Array(transaction.utf8)) }

  func isAbsent(_ transaction: String) -> Bool { !absent.isEmpty && absent.contains(Array(transaction.utf8)) }

  private func forgetLookups() {
    unknown = LedgerNames()
    absent.removeAll(keepingCapacity: true)
  }

  /// Executes a statement, which is kept for the next call, and returns the number of changed rows.
  @discardableResult
  func run(_ sql: String, _ arguments: StatementArguments = []) throws -> Int {
    forgetLookups()
    return try connection.run(sql, arguments)
  }

  /// Executes a statement whose result is not needed. It may be sent later, but is sent before anything is read or
  /// committed.
  func change(_ sql: String, _ arguments: StatementArguments) throws {
    forgetLookups()
    try connection.change(sql, arguments)
  }

  /// Inserts one row. As in ``change(_:_:)``, it may be sent later.
  func put(_ statement: InsertStatement, _ arguments: StatementArguments) throws {
    forgetLookups()
    try connection.put(statement, arguments)
  }

  /// Inserts one row and returns the number that the database assigns to it.
  func insert(_ statement: InsertStatement, _ arguments: StatementArguments) throws -> Int64 {
    forgetLookups()
    return try connection.insert(statement, arguments)
  }

  /// Possible numbers of events, including the one before the first: a million a second for 4,000 years.
  static let possibleEvents: ClosedRange<Int64> = 0...1 << 57

  /// The number of the last event ever; 0 without events.
  func lastEvent() throws -> Int64 {
    let last = try connection.lastEvent()
    guard Self.possibleEvents.contains(last) else { throw StoredDamage(text: "the last event has the number \(last)") }
    return last
  }

  /// Appends an event, and returns the number of its row.
  func insertEvent(_ statement: InsertStatement, _ arguments: StatementArguments) throws -> Int64 {
    let row = try insert(statement, arguments)
    appendedEvents.append(row)
    return row
  }

  /// Returns a result for each of several requests. Their names are looked up beforehand, up to
  /// ``LedgerNames/maximumCount`` at once. On a connection to a server, the first lookup shares a round trip with the
  /// query that `prepare` makes.
  ///
  /// - Parameters:
  ///   - expecting: the query of `prepare`, without arguments.
  ///   - names: the names of one request. `body` writes no other names for it, except those that it reads from the
  ///     tables.
  ///   - prepare: makes the query. Its result is passed to each call of `body`.
  func map<Request, Context, Result>(
    _ requests: [Request], expecting query: String, names: (Request) -> LedgerNames, prepare: () throws -> Context,
    _ body: (Context, Request) throws -> Result
  ) throws -> [Result] {
    let named = requests.map(names)
    var unknownNames = LedgerNames()
    var lookedUp = 0
    func lookUp() throws {
      let first = lookedUp
      var next = LedgerNames()
      while lookedUp < named.count, next.count < LedgerNames.maximumCount {
        next.formUnion(named[lookedUp])
        lookedUp += 1
      }
      unknownNames = try connection.unknown(among: next, rows: lookedUp - first)
    }
    try connection.expect(query)
    try lookUp()
    let context = try prepare()
    return try requests.indices.map { index in
      if index == lookedUp { try lookUp() }
      // An earlier request may have written names that it shares with this one.
      unknown = unknownNames.remove(named[index])
      defer { unknown = LedgerNames() }
      return try body(context, requests[index])
    }
  }
}
