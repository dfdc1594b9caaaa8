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
