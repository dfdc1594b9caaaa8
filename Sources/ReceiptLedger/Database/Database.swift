import ReceiptKit

/// The storage of a ledger. All storages run the same statements, so that they make the same decisions.
///
/// Statements use only what both dialects have in common: `ON CONFLICT` instead of `INSERT OR`, columns with the name
/// of their table in `DO UPDATE`, `IS` only before NULL, truth values and numbers never mixed, no empty list, and
/// `NULLS FIRST` or `NULLS LAST` where a sorted column can be NULL. `max` and `min` of two numbers, and `hex`, are
/// functions that ``PostgreSQLSchema`` defines as SQLite has them.
protocol LedgerStorage: Sendable {
  /// Notes for the user about other users who can read or change the ledger.
  var notes: [String] { get }

  /// The same storage with separate connections, so that a write that waits for a lock does not block their reads.
  ///
  /// - Parameter lockTimeout: how many seconds to wait for a lock, if not as long as this one.
  func another(lockTimeout: Double?) throws -> any LedgerStorage

  /// Commits a transaction that changes nothing.
  ///
  /// - Throws: a ``LedgerError`` if nothing can be committed; `.locked` if others are writing.
  func commitNothing() throws

  /// Reads a consistent state, while others write.
  func read<T>(_ body: (Database) throws -> T) throws -> T

  /// Commits everything or nothing; the changes are on disk when it returns.
  ///
  /// - Parameters:
  ///   - alone: whether decisions of other processes wait. Otherwise work that reads much would conflict with each of
  ///     them.
  ///   - body: the work. It is repeated if the commit conflicts with another one.
  /// - Returns: the result of `body`, and the rows of the events that it appended and that have no numbers yet: see
  ///   ``numbers(of:)``.
  func commit<T>(alone: Bool, _ body: (Database) throws -> T) throws -> (result: T, unnumbered: [Int64])

  /// Numbers committed events, and all events committed before them.
  ///
  /// - Parameter rows: the rows of events.
  /// - Throws: a ``LedgerError`` if their numbers are unknown. The events are recorded nevertheless.
  func numbers(of rows: [Int64]) throws -> EventNumbers

  /// Reserves work for this process. The function commits as ``commit(_:)`` does, but queries with
  /// ``DatabaseConnection/skippingTaken(_:)`` skip the rows that another process is reserving at the same time. `body`
  /// must make no decisions.
  func claim<T>(_ body: (Database) throws -> T) throws -> T

  /// Begins to listen for new event numbers, whichever process assigns them.
  ///
  /// - Returns: a function that blocks the thread for up to a number of milliseconds, and returns whether there may be
  ///   new events. It misses events while its connection is lost, and throws if it cannot report anything more. The
  ///   result is `nil` if the storage has no such function, so that readers must poll.
  func listenForEvents() throws -> ((Int32) throws -> Bool)?

  /// Makes sure that all committed events have their numbers.
  func numberEvents() throws

  /// Writes a copy as of one moment to a path where no file may exist.
  func backUp(to path: String) throws

  /// Returns freed space to the file system.
  func shrink() throws

  /// Makes sure that deleted data is nowhere in the files of the storage.
  func dropFreedContent() throws

  /// The default path of the key of erased purchases.
  var usualErasureKey: String { get }

  /// The error for data that this software never writes.
  ///
  /// - Parameter what: the fault, without a final full stop.
  func damaged(_ what: Message) -> LedgerError
}

extension LedgerStorage {
  /// Commits everything or nothing; the changes are on disk when it returns. See ``commit(alone:_:)``.
  func commit<T>(_ body: (Database) throws -> T) throws -> (result: T, unnumbered: [Int64]) {
    try commit(alone: false, body)
  }

  /// Commits everything or nothing, with the numbers of events; the changes are on disk when it returns.
  ///
  /// - Parameters:
  ///   - alone: as in ``commit(alone:_:)``.
  ///   - body: the work. It is repeated if the commit conflicts with another one.
  ///   - number: puts the numbers of events into the result if they become known only after the commit.
  func write<T>(
    alone: Bool = false, _ body: (Database) throws -> T, number: (inout T, EventNumbers) -> Void
  ) throws -> T {
    var (result, unnumbered) = try commit(alone: alone, body)
    if !unnumbered.isEmpty { number(&result, try numbers(of: unnumbered)) }
    return result
  }
}

/// The numbers of events, by the numbers of their rows.
typealias EventNumbers = [Int64: Int64]

/// The operations inside a transaction that each kind of database implements.
protocol DatabaseConnection: AnyObject {
  func rows(_ sql: String, _ arguments: StatementArguments, isCached: Bool) throws -> [StoredRow]
  func row(_ sql: String, _ arguments: StatementArguments) throws -> StoredRow?
  func eachRow(_ sql: String, _ take: (StoredRow) throws -> Void) throws
  /// - Returns: the number of changed rows.
  func run(_ sql: String, _ arguments: StatementArguments) throws -> Int
  /// Executes a statement whose result is not needed. It may be sent later, but is sent before anything is read or
  /// committed.
  func change(_ sql: String, _ arguments: StatementArguments) throws
  /// Inserts one row. As in ``change(_:_:)``, it may be sent later, together with other rows of its table.
  func put(_ statement: InsertStatement, _ arguments: StatementArguments) throws
  /// Inserts one row into a table whose rows are numbered.
  ///
  /// - Returns: the number of the row.
  func insert(_ statement: InsertStatement, _ arguments: StatementArguments) throws -> Int64

  /// The number of the last event ever; 0 without events.
  func lastEvent() throws -> Int64
  /// The number of the last row of an event. The row numbers put answers and events into one order.
  func lastEventRow() throws -> Int64
  /// The size of the ledger in bytes.
  func size() throws -> Int64

  /// The end of a query that reserves rows of a table: it locks them until the commit, and skips rows that another
  /// transaction has locked.
  func skippingTaken(_ table: String) -> String
  /// The clause after the columns of an INSERT that states the row numbers itself.
  var givenNumbers: String { get }
  /// Makes the numbers of rows and events continue after those of a copy.
  ///
  /// - Parameter lastEvent: the highest number that an event ever had; that event may have been pruned.
  func endCopy(lastEvent: Int64) throws

  /// Damage of the storage that the database itself does not notice; `nil` if none is found.
  func damage() throws -> Message?
  /// The tables with rows that refer to missing rows.
  func brokenReferences() throws -> [String]
  /// Whether a purchase that was not found once existed and was lost.
  func hasLost(purchase transaction: String) throws -> Bool

  /// Looks up several names at once.
  ///
  /// - Parameter rows: the expected number of new rows in each table whose rows are numbered.
  /// - Returns: names that no table contains, but not necessarily all such names.
  func unknown(among names: LedgerNames, rows: Int) throws -> LedgerNames
  /// On a connection to a server, where each query is a round trip, sends a query early, without waiting for its rows.
  /// They arrive with the rows of the next query, and are returned once this query is made. If a change is made before
  /// that, the query is made normally.
  func expect(_ sql: String) throws
}

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
