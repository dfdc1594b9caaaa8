import GRDB
import ReceiptKit

import SystemLibrary

/// The memory of purchases: one file, which any number of processes may read and write at the same time.
///
/// What a function returns was committed and is on the disk: SQLite's log is synchronised with every commit
/// (`synchronous=FULL`). It reads no clock: every function that needs the time is told it.
public final class Ledger: Sendable {
  /// Where it lies.
  public let path: String
  /// Which receipts it takes.
  public let environment: Environment
  /// What its user has to be told about who else can read or change it.
  public let notes: [String]
  private let queue: DatabaseQueue

  /// What a ledger is for. Raw values are those of `--environment`.
  public enum Environment: String, CaseIterable, Sendable {
    /// The App Store, and the Volume Purchase Program.
    case production
    /// Test accounts, TestFlight, App Review.
    case sandbox

    /// The environment that Apple means by a word; `nil` for Xcode's, and for words that nobody knows. Notifications call production
    /// PROD, answers call it Production.
    init?(named name: String) {
      switch name.lowercased() {
      case "production", "prod": self = .production
      case "sandbox": self = .sandbox
      default: return nil
      }
    }
  }

  /// Opens a ledger, or makes it for the apps that are named.
  ///
  /// - Parameters:
  ///   - path: where it lies; folders are not made.
  ///   - environment: what it has to be for; `nil`: whatever it is for. A new one without it is for production.
  ///   - apps: bundle identifiers of the apps that a new one is for; `nil`: a missing file is not made. As long as nothing was
  ///     accepted, these and `environment` take the place of what was said before: the first to say it may have been wrong.
  ///   - patience: for how many seconds a lock is waited for.
  /// - Throws: a ``LedgerError``; `.unnamedApps` if a new one would be for no app.
  public init(
    path: String, environment: Environment? = nil, makingFor apps: [String]? = nil, patience: Double = 30
  ) throws {
    self.path = path
    let purpose = try apps.map { try LedgerPurpose(environment: environment, apps: $0) }
    let file = LedgerFile(path: path)
    if try !file.inspect(newestVersion: LedgerSchema.newestVersion) {
      try Self.make(file, LedgerPurpose.demand(purpose, path), patience)
    }
    notes = try file.permissionNotes()
    do {
      (queue, self.environment) = try Self.storageErrors(path) {
        let queue = try DatabaseQueue(path: path, configuration: Self.configuration(patience: patience))
        let found = try queue.writeWithoutTransaction { db in try Self.prepare(db, path, purpose, patience) }
        return (queue, found)
      }
    } catch let error as LedgerError where error.code == .defect {
      // Nothing of what is said here depends on what anybody presents: only the file can be the reason.
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

  /// Changes everything or nothing; when it returns, it is on the disk.
  func write<T>(_ body: (Database) throws -> T) throws -> T {
    try blamingDamage { try queue.write(body) }
  }

  /// For what cannot be done inside a transaction.
  func withoutTransaction<T>(_ body: (Database) throws -> T) throws -> T {
    try blamingDamage { try queue.writeWithoutTransaction(body) }
  }

  /// SQLite refuses statements that are right where tables, indexes or rows are not as they were made. So before anything is called a
  /// defect of this software, the file is looked at.
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
    // Short sleeps of different lengths: with SQLite's own, which grow to 100 ms, one of several writers can starve.
    configuration.busyMode = .callback { tries in
      guard Double(tries) * 0.003 < patience else { return false }
      usleep(UInt32.random(in: 500...5_500))
      return true
    }
    return configuration
  }

  /// Makes a ledger, unless another process has just made it.
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

  /// Most databases of other programs have no number that tells whose they are; but they have tables.
  private static func refuseForeign(_ db: Database, _ path: String) throws {
    // In this order: another process may be making the tables of a ledger, and the number comes with them.
    guard try db.isTrue("SELECT EXISTS (SELECT 1 FROM sqlite_master)"),
      try db.value("PRAGMA application_id") != Int64(LedgerFile.applicationID)
    else { return }
    throw LedgerFile.foreign(path)
  }

  /// Switches to the write-ahead log. Where another process does the same, SQLite gives up at once instead of waiting.
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

extension Ledger {
  /// Makes the folders that a ledger's path names and that are missing, for their owner only.
  ///
  /// - Throws: a ``LedgerError``.
  public static func createFolders(for path: String) throws {
    try LedgerFile.createFolders(for: path)
  }

  /// The process that keeps others from writing to a ledger: `process 4711 (receipt-tool)`; `nil` if nobody does, or nobody knows.
  ///
  /// To be asked only when this process has no connection to the ledger: asking ends the locks that it has.
  public static func lockHolder(_ path: String) -> String? { LockHolder.name(ofLedgerAt: path) }
}
