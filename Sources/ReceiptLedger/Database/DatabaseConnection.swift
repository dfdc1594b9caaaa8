import ReceiptKit

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
