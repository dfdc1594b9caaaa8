import ReceiptKit

/// Where a ledger is stored. All storages run the same statements, so that they decide the same.
///
/// Statements are written in what both dialects have in common: `ON CONFLICT` instead of `INSERT OR`, columns with the
/// name of their table in `DO UPDATE`, `IS` only before NULL, no truth value where a number belongs and no number where
/// a truth value does, no empty list, and `NULLS FIRST` or `NULLS LAST` where a sorted column can be NULL. `max` and
/// `min` of two numbers, and `hex`, are functions that ``PostgreSQLSchema`` defines as SQLite has them.
protocol LedgerStorage: Sendable {
  /// Notes for its user about others who can read or change it.
  var notes: [String] { get }

  /// The same with connections of its own: a write that waits for a lock holds up nothing that is read there.
  func another() throws -> any LedgerStorage

  /// Reads a consistent state, while others write.
  func read<T>(_ body: (Database) throws -> T) throws -> T

  /// Commits everything or nothing; the changes are on disk when it returns.
  ///
  /// - Parameter body: what is done; repeated if the commit would contradict another one.
  /// - Returns: the result of `body`, and the rows of the events that it appended and that have no numbers yet: see
  ///   ``numbers(of:)``.
  func commit<T>(_ body: (Database) throws -> T) throws -> (result: T, unnumbered: [Int64])

  /// Numbers committed events, and all that were committed before them.
  ///
  /// - Parameter rows: the rows of events.
  /// - Throws: a ``LedgerError`` if their numbers are unknown. They are recorded all the same.
  func numbers(of rows: [Int64]) throws -> EventNumbers

  /// Takes work for this process: commits as ``commit(_:)`` does, and skips the rows that another process takes at this
  /// moment, if they are read with ``DatabaseConnection/skippingTaken(_:)``. Nothing is decided in it.
  func claim<T>(_ body: (Database) throws -> T) throws -> T

  /// Opens what says when events got their numbers; `nil` where nothing does, so that readers have to look.
  func listenForEvents() throws -> (any EventListener)?

  /// Makes sure that all committed events have their numbers.
  func numberEvents() throws

  /// Writes a copy as of one moment to a path where no file may exist.
  func backUp(to path: String) throws

  /// Returns freed space to the file system.
  func shrink() throws

  /// Makes sure that what was deleted is nowhere in the files of the storage.
  func dropFreedContent() throws

  /// Where the key of erased purchases is, unless its user says so.
  var usualErasureKey: String { get }

  /// The error for what this software never writes.
  ///
  /// - Parameter what: the fault, without a final full stop.
  func damaged(_ what: String) -> LedgerError
}

extension LedgerStorage {
  /// Commits everything or nothing, with the numbers of events; the changes are on disk when it returns.
  ///
  /// - Parameters:
  ///   - body: what is done; repeated if the commit would contradict another one.
  ///   - number: puts the numbers of events into the result, where they are known only after the commit.
  func write<T>(_ body: (Database) throws -> T, number: (inout T, EventNumbers) -> Void) throws -> T {
    var (result, unnumbered) = try commit(body)
    if !unnumbered.isEmpty { number(&result, try numbers(of: unnumbered)) }
    return result
  }
}

/// Says that events got their numbers, whichever process gave them. It may say so without need, and a lost connection
/// says nothing.
protocol EventListener: AnyObject, Sendable {
  /// Waits, and blocks the thread meanwhile.
  ///
  /// - Returns: whether there are new events.
  /// - Throws: if nothing more will come of it.
  func waitForNotification(milliseconds: Int32) throws -> Bool
}

/// The numbers of events, by the numbers of their rows.
typealias EventNumbers = [Int64: Int64]

/// What one kind of database does inside a transaction.
protocol DatabaseConnection: AnyObject {
  func rows(_ sql: String, _ arguments: StatementArguments, isCached: Bool) throws -> [StoredRow]
  func row(_ sql: String, _ arguments: StatementArguments) throws -> StoredRow?
  func eachRow(_ sql: String, _ take: (StoredRow) throws -> Void) throws
  /// - Returns: the number of changed rows.
  func run(_ sql: String, _ arguments: StatementArguments) throws -> Int
  /// Executes a statement whose result is not needed: it may be sent later, but before anything is read or committed.
  func change(_ sql: String, _ arguments: StatementArguments) throws
  /// Inserts one row, which may be sent later, as in ``change(_:_:)``, and together with others of its table.
  func put(_ statement: InsertStatement, _ arguments: StatementArguments) throws
  /// The same for a table whose rows are numbered.
  ///
  /// - Returns: the number of the row.
  func insert(_ statement: InsertStatement, _ arguments: StatementArguments) throws -> Int64

  /// The number of the last event ever; 0 without events.
  func lastEvent() throws -> Int64
  /// The number of the last row of an event, for the order of answers and events in one history.
  func lastEventRow() throws -> Int64
  /// The size of the ledger in bytes.
  func size() throws -> Int64

  /// What stands at the end of a query for rows of a table that are then taken: it locks them until the commit, and
  /// leaves out those that another transaction has locked.
  func skippingTaken(_ table: String) -> String
  /// What stands behind the columns of an INSERT that brings the numbers of its rows.
  var givenNumbers: String { get }
  /// Lets the numbers of rows and of events go on behind those that a copy brought.
  ///
  /// - Parameter lastEvent: the number of the last event ever, which may have been pruned.
  func endCopy(lastEvent: Int64) throws

  /// Damage of the storage that the database itself does not notice; `nil` if none was found.
  func damage() throws -> String?
  /// The tables with rows that refer to nothing.
  func brokenReferences() throws -> [String]
  /// Whether a purchase that was not found was there, and is lost.
  func hasLost(purchase transaction: String) throws -> Bool

  /// Looks up several names at once.
  ///
  /// - Parameter rows: how many rows are expected for each table that is numbered.
  /// - Returns: names that no table contains; not necessarily all of them.
  func unknown(among names: LedgerNames, rows: Int) throws -> LedgerNames
}

/// A connection on which each query is a round trip to a server.
protocol RemoteConnection: DatabaseConnection {
  /// Sends a query without waiting: its rows come with those of the next one, and are there when it is made. A change
  /// before that makes it a query like any other.
  func expect(_ sql: String) throws
}

/// A database inside a transaction.
final class Database {
  let connection: any DatabaseConnection
  /// The rows of the events that this transaction appended, in order.
  private(set) var appendedEvents: [Int64] = []
  /// Names that no table contains, so that they need not be looked up. The first change empties it.
  private(set) var unknown = LedgerNames()
  /// Transactions that have no row in `purchase`, as read a moment ago. The first change empties the set.
  private var absent: Set<[UInt8]> = []

  init(_ connection: any DatabaseConnection) {
    self.connection = connection
  }

  /// The rows that a statement finds.
  ///
  /// - Parameter isCached: whether the statement is kept for the next call: not for one whose text changes each time.
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

  private func forget() {
    unknown = LedgerNames()
    absent.removeAll(keepingCapacity: true)
  }

  /// Executes a statement, which is kept for the next call, and returns the number of changed rows.
  @discardableResult
  func run(_ sql: String, _ arguments: StatementArguments = []) throws -> Int {
    forget()
    return try connection.run(sql, arguments)
  }

  /// Executes a statement whose result is not needed. It may be sent later, but before anything is read or committed.
  func change(_ sql: String, _ arguments: StatementArguments) throws {
    forget()
    try connection.change(sql, arguments)
  }

  /// Inserts one row, which may be sent later, as in ``change(_:_:)``.
  func put(_ statement: InsertStatement, _ arguments: StatementArguments) throws {
    forget()
    try connection.put(statement, arguments)
  }

  /// Inserts one row, and returns its number, which the database gives to it.
  func insert(_ statement: InsertStatement, _ arguments: StatementArguments) throws -> Int64 {
    forget()
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

  /// The result for each of several requests. Their names are looked up before, as many at once as
  /// ``LedgerNames/most``; on a remote connection the first ones in one round trip with a query that is made before the
  /// first request.
  ///
  /// - Parameters:
  ///   - expecting: a query without arguments.
  ///   - names: the names of one request. What `body` writes for it has no other names, except those that it reads from
  ///     the tables.
  ///   - prepare: makes that query. What it returns is passed to each call of `body`.
  func map<Request, Context, Result>(
    _ requests: [Request], expecting query: String, names: (Request) -> LedgerNames, prepare: () throws -> Context,
    _ body: (Context, Request) throws -> Result
  ) throws -> [Result] {
    let named = requests.map(names)
    var left = LedgerNames()
    var lookedUp = 0
    func lookUp() throws {
      let first = lookedUp
      var next = LedgerNames()
      while lookedUp < named.count, next.count < LedgerNames.most {
        next.formUnion(named[lookedUp])
        lookedUp += 1
      }
      left = try connection.unknown(among: next, rows: lookedUp - first)
    }
    try (connection as? any RemoteConnection)?.expect(query)
    try lookUp()
    let context = try prepare()
    return try requests.indices.map { index in
      if index == lookedUp { try lookUp() }
      // An earlier request may have written the names that it has in common with this one.
      unknown = left.remove(named[index])
      defer { unknown = LedgerNames() }
      return try body(context, requests[index])
    }
  }
}
