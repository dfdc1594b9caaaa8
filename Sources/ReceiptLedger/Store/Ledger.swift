import GRDB
import ReceiptKit

import SystemLibrary

/// The database of purchases: one file, which any number of processes may read and write at the same time.
///
/// Every returned result was committed and is on disk: SQLite's log is synchronised with every commit
/// (`synchronous=FULL`). It reads no clock: functions that need the time take it as an argument.
public final class Ledger: Sendable {
  /// Its path.
  public let path: String
  /// The path of the key of erased purchases, whether or not there are any.
  package let erasureKeyPath: String
  /// The environment whose receipts it accepts.
  public let environment: Environment
  /// Notes for its user about others who can read or change it.
  public let notes: [String]
  private let queue: DatabaseQueue

  /// The environment of a ledger. Raw values are those of `--environment`.
  public enum Environment: String, CaseIterable, Sendable {
    /// The App Store, and the Volume Purchase Program.
    case production
    /// Test accounts, TestFlight, App Review.
    case sandbox

    /// The environment for a word of Apple's; `nil` for Xcode's, and for unknown words.
    ///
    /// Notifications call production PROD, answers call it Production.
    init?(named name: String) {
      switch name.lowercased() {
      case "production", "prod": self = .production
      case "sandbox": self = .sandbox
      default: return nil
      }
    }
  }

  /// Opens a ledger, or creates one for the named apps.
  ///
  /// - Parameters:
  ///   - path: its path; folders are not created.
  ///   - environment: the required environment; `nil` accepts any. A new ledger without it is for production.
  ///   - apps: bundle identifiers of the apps of a new ledger; with `nil` a missing file is not created. Until the
  ///     ledger accepts something, these and `environment` replace the earlier settings, which may have been a mistake.
  ///   - patience: how many seconds to wait for a lock.
  ///   - erasureKey: the path of the key of erased purchases; `nil` means beside the ledger.
  /// - Throws: a ``LedgerError``; `.unnamedApps` if a new one would have no app.
  public init(
    path: String, environment: Environment? = nil, makingFor apps: [String]? = nil, patience: Double = 30,
    erasureKey: String? = nil
  ) throws {
    self.path = path
    let purpose = try apps.map { try LedgerPurpose(environment: environment, apps: $0) }
    let file = LedgerFile(path: path)
    if try !file.inspect(newestVersion: LedgerSchema.newestVersion) {
      try Self.make(file, LedgerPurpose.demand(purpose, path), patience)
    }
    erasureKeyPath = erasureKey ?? file.resolvedPath + ".erasure-key"
    notes = try file.permissionNotes() + ErasureKey.notes(erasureKeyPath)
    do {
      (queue, self.environment) = try Self.storageErrors(path) {
        let queue = try DatabaseQueue(path: path, configuration: Self.configuration(patience: patience))
        let found = try queue.writeWithoutTransaction { db in try Self.prepare(db, path, purpose, patience) }
        return (queue, found)
      }
    } catch let error as LedgerError where error.code == .defect {
      // Nothing said here depends on a presentation: only the file can be the reason.
      throw Self.damaged(path, error.message)
    }
    if let environment, environment != self.environment { throw otherEnvironment(self.environment, environment) }
  }

  func otherEnvironment(_ found: Environment, _ wanted: Environment) -> LedgerError {
    LedgerError(
      .otherEnvironment, "'\(path)' is a ledger for \(found.rawValue), not for \(wanted.rawValue)",
      hint: "keep a ledger of its own for each: --database FILE --environment \(wanted.rawValue)")
  }

  /// Reads a consistent state, while others write.
  func read<T>(_ body: (Database) throws -> T) throws -> T {
    try blamingDamage { try queue.read(body) }
  }

  /// Commits everything or nothing; the changes are on disk when it returns.
  func write<T>(_ body: (Database) throws -> T) throws -> T {
    try blamingDamage { try queue.write(body) }
  }

  /// For statements that cannot run inside a transaction.
  func withoutTransaction<T>(_ body: (Database) throws -> T) throws -> T {
    try blamingDamage { try queue.writeWithoutTransaction(body) }
  }

  /// Checks the file for damage before an error is called a defect of this software.
  ///
  /// SQLite rejects correct statements if tables, indexes or rows are not as they were created.
  private func blamingDamage<T>(_ body: () throws -> T) throws -> T {
    do {
      return try Self.storageErrors(path, body)
    } catch let error as LedgerError where error.code == .defect || error.code == .full {
      let found = try Self.storageErrors(path) { try queue.read { db in try Damage.first(db) } }
      throw found.map { Self.damaged(path, $0) } ?? error
    }
  }

  private static func configuration(patience: Double) -> Configuration {
    var configuration = Configuration()
    configuration.label = "ledger"
    configuration.foreignKeysEnabled = true
    // Short sleeps of varying lengths: with SQLite's own, which grow to 100 ms, one of several writers can starve.
    configuration.busyMode = .callback { tries in
      guard Double(tries) * 0.003 < patience else { return false }
      usleep(UInt32.random(in: 500...5_500))
      return true
    }
    return configuration
  }

  /// Creates a ledger, unless another process has just created it.
  private static func make(_ file: LedgerFile, _ purpose: LedgerPurpose, _ patience: Double) throws {
    let isNew = try file.create { temporary in
      try storageErrors(file.path) {
        let queue = try DatabaseQueue(path: temporary, configuration: configuration(patience: patience))
        try queue.writeWithoutTransaction { db in
          try db.execute(sql: "PRAGMA synchronous = FULL")
          try LedgerSchema.make(db, purpose)
        }
        try queue.close()
      }
    }
    guard !isNew, try !file.inspect(newestVersion: LedgerSchema.newestVersion) else { return }
    throw file.danglingLink
  }

  private static func prepare(
    _ db: Database, _ path: String, _ purpose: LedgerPurpose?, _ patience: Double
  ) throws -> Environment {
    try refuseForeign(db, path)
    try useLog(db, patience)
    try db.execute(sql: "PRAGMA synchronous = FULL; PRAGMA secure_delete = ON; PRAGMA cache_size = -16384")
    try LedgerSchema.migrate(db, path: path)
    if let problem = try LedgerSchema.problem(db) { throw StoredDamage(text: problem) }
    try purpose?.replaceMistake(in: db)
    return try environment(db)
  }

  static func environment(_ db: Database) throws -> Environment {
    let found: Environment? = try db.value("SELECT value FROM ledger WHERE name = 'environment'")
    guard let found else { throw StoredDamage(text: "it does not say which environment it is for") }
    return found
  }

  /// Most databases of other programs have no application number, but they have tables.
  private static func refuseForeign(_ db: Database, _ path: String) throws {
    // In this order: another process may be creating the tables of a ledger, and the number comes with them.
    guard try db.isTrue("SELECT EXISTS (SELECT 1 FROM sqlite_master)"),
      try db.value("PRAGMA application_id") != Int64(LedgerFile.applicationID)
    else { return }
    throw LedgerFile.foreign(path)
  }

  /// Switches to the write-ahead log. If another process does the same, SQLite fails at once instead of waiting.
  private static func useLog(_ db: Database, _ patience: Double) throws {
    var waited = 0.0
    while true {
      do {
        try db.execute(sql: "PRAGMA journal_mode = WAL")
        return
      } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY && waited < patience {
        usleep(5_000)
        waited += 0.005
      }
    }
  }
}
