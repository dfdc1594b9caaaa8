import ReceiptKit

/// The database of purchases, which any number of processes may read and write at the same time.
///
/// Every returned result was committed and is on disk. A ledger reads no clock: functions that need the time take it as
/// an argument.
///
/// A program that has a ledger open must not open its file in another way: closing a descriptor of a file drops all
/// locks of the process on it, including SQLite's.
package final class Ledger: Sendable {
  /// The path or URL of the ledger.
  package let path: String
  /// The path of the key of erased purchases, even if there are none.
  package let erasureKeyPath: String
  /// The environment whose receipts the ledger accepts.
  package let environment: LedgerEnvironment
  /// Notes for the user about other users who can read or change the ledger.
  package let notes: [String]
  let storage: any LedgerStorage

  /// Opens a ledger, or creates one for the named apps.
  ///
  /// - Parameters:
  ///   - path: its path, whose folders are not created; or the URL of a PostgreSQL database: `postgres://…`.
  ///   - environment: the required environment; `nil` accepts any. A new ledger without it is for production.
  ///   - apps: bundle identifiers of the apps of a new ledger; with `nil` a missing file is not created. Until the
  ///     ledger accepts something, these and `environment` replace the earlier settings, which may have been a mistake.
  ///   - lockTimeout: how many seconds to wait for a lock.
  ///   - erasureKey: the path of the key of erased purchases; `nil` means beside the ledger.
  /// - Throws: a ``LedgerError``; `.unnamedApps` if a new one would have no app.
  package init(
    path: String, environment: LedgerEnvironment? = nil, makingFor apps: [String]? = nil, lockTimeout: Double = 30,
    erasureKey: String? = nil
  ) throws {
    self.path = path
    let purpose = try apps.map { try LedgerPurpose(environment: environment, apps: $0) }
    if PostgreSQLAddress.isAddress(path) {
      storage = try PostgreSQLStorage(path: path, purpose, lockTimeout: lockTimeout)
    } else {
      storage = try SQLiteStorage(path: path, purpose, lockTimeout: lockTimeout)
    }
    erasureKeyPath = erasureKey ?? storage.usualErasureKey
    notes = storage.notes + ErasureKey.notes(erasureKeyPath)
    do {
      try purpose?.replaceMistake(in: storage)
      self.environment = try storage.read(LedgerEnvironment.init(of:))
    } catch let error as LedgerError where error.code == .defect {
      // None of these statements depends on a presentation, so the database must be at fault.
      throw storage.damaged(error.message)
    }
    if let environment, environment != self.environment { throw otherEnvironment(self.environment, environment) }
  }

  private init(_ other: Ledger, _ storage: any LedgerStorage) {
    path = other.path
    erasureKeyPath = other.erasureKeyPath
    environment = other.environment
    notes = other.notes
    self.storage = storage
  }

  /// The same ledger with its own connections for reading, so that a write that waits for a lock does not block reads.
  package func forReading() throws -> Ledger { Ledger(self, try storage.another(lockTimeout: nil)) }

  /// The same ledger with its own connections, for ``refuseUnwritable()``.
  package func forTrying() throws -> Ledger { Ledger(self, try storage.another(lockTimeout: 0)) }

  /// Tries whether a commit is possible now, by one that changes nothing. It waits for no lock: what others are writing
  /// can be written.
  ///
  /// - Throws: a ``LedgerError`` if nothing can be recorded: the disk is full, or the ledger can only be read.
  package func refuseUnwritable() throws {
    do {
      try storage.commitNothing()
    } catch let error as LedgerError where error.code == .locked {}
  }

  /// Reads a consistent state, while others write.
  func read<T>(_ body: (Database) throws -> T) throws -> T {
    try storage.read(body)
  }

  /// Commits everything or nothing; the changes are on disk when it returns.
  @discardableResult
  func write<T>(_ body: (Database) throws -> T) throws -> T {
    try storage.write(body) { _, _ in }
  }

  /// Is thrown to roll back a write that only counts what it would change.
  struct Trial: Error {}
}

/// The conditions for everything that a ledger accepts, read inside the transaction that accepts it.
struct LedgerTerms {
  /// Bundle identifiers of the apps whose receipts, notifications and answers are accepted.
  let apps: [String]
  /// The names of the receivers that get Apple's notifications.
  let forwardReceivers: [String]
  /// Whether purchases were erased, and the identifier of the key of their hashes.
  fileprivate let hasErased: Bool
  fileprivate let erasureKeyIdentifier: String?

  /// This is one query, because each query is a round trip if the database is a server. It returns a row for each app,
  /// or one row without an app if none is named.
  static let query = """
    SELECT (SELECT value FROM ledger WHERE name = 'environment') AS environment,
      EXISTS (SELECT 1 FROM erased) AS has_erased,
      (SELECT value FROM ledger WHERE name = '\(ErasedPurchases.keyName)') AS erasure_key,
      (SELECT value FROM ledger WHERE name = '\(ForwardedNotifications.receiversName)') AS forward, a.bundle_id
    FROM (SELECT 1 AS one) o LEFT JOIN app a ON o.one = 1 ORDER BY a.bundle_id NULLS FIRST
    """
}

extension Ledger {
  /// Reads the terms.
  ///
  /// - Throws: `.unnamedApps` if no app is named; `.otherEnvironment` if the ledger's environment has changed since it
  ///   was opened.
  func terms(_ db: Database) throws -> LedgerTerms {
    let rows = try db.rows(LedgerTerms.query)
    guard let first = rows.first, let found = try first["environment"] as LedgerEnvironment? else {
      throw LedgerEnvironment.unknown
    }
    if found != environment { throw otherEnvironment(found, environment) }
    let apps = try rows.compactMap { try $0["bundle_id"] as String? }
    if apps.isEmpty { throw try unnamedApps(db) }
    return LedgerTerms(
      apps: apps, forwardReceivers: ForwardedNotifications.receivers(try first["forward"]),
      hasErased: try first["has_erased"], erasureKeyIdentifier: try first["erasure_key"])
  }

  /// The purchases of erased accounts. All code that records purchases must check them first.
  ///
  /// - Throws: `.erasureKey` if purchases were erased, and the file does not have their key.
  func erased(_ terms: LedgerTerms, _ db: Database) throws -> ErasedPurchases {
    try ErasedPurchases(db, of: self, hasAny: terms.hasErased, keyIdentifier: terms.erasureKeyIdentifier)
  }

  /// The purchases of erased accounts, for callers that need no other terms.
  func erased(_ db: Database) throws -> ErasedPurchases { try erased(terms(db), db) }

  private func otherEnvironment(_ found: LedgerEnvironment, _ wanted: LedgerEnvironment) -> LedgerError {
    LedgerError(
      .otherEnvironment, "'\(path)' is a ledger for \(found.rawValue), not for \(wanted.rawValue)",
      hint: "keep a ledger of its own for each: --database FILE --environment \(wanted.rawValue)")
  }

  private func unnamedApps(_ db: Database) throws -> LedgerError {
    let others = try db.otherApps().prefix(5).map { "\($0.bundleID) (\($0.orders))" }
    return LedgerError(
      .unnamedApps, "'\(path)' does not say which apps it is for, and takes nothing in until it does",
      hint: "name them with `receipt-tool ledger apps add ID`"
        + (others.isEmpty ? "" : "; so far it accepted orders with receipts of \(others.joined(separator: ", "))"))
  }
}
