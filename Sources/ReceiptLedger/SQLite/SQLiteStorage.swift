import GRDB
import GRDBSQLite
import ReceiptKit

import SystemLibrary

/// A ledger in one file, which any number of processes may read and write at the same time.
///
/// Every commit is on disk: SQLite's log is synchronised with every commit (`synchronous=FULL`).
///
/// GRDB opens the file, keeps statements, begins and ends transactions, calls the busy handler and vacuums; its
/// connection is our ``DatabaseConnection``. The rest of GRDB was weighed against our lines that it would replace:
/// - `DatabaseMigrator` (22 lines of ``LedgerSchema``) needs a table of its own, which changes the format, and a
///   transaction for each version. The version is in the header of the file, which is read before a lock is taken.
/// - Records and the query interface (no line) write SQL for SQLite only. Each query has one text for both databases.
/// - `DatabaseValue` and `DatabaseValueConvertible` (about 60 of 110 lines of ``StoredValue``) read 2 as true and
///   octets as text, and rows end the process at NULL. We refuse these, because a file may be damaged; and PostgreSQL's
///   rows need a type for NULL and would pass through GRDB.
/// - `DatabasePool` (one line, ``another(lockTimeout:)``) would not save the second pool of connections that PostgreSQL
///   needs.
/// - A busy timeout (4 lines) would use SQLite's sleeps, with which one of several writers could starve.
struct SQLiteStorage: LedgerStorage {
  private let path: String
  private let lockTimeout: Double
  private let queue: DatabaseQueue
  let notes: [String]

  /// Opens a ledger, or creates one for this purpose.
  ///
  /// - Parameter lockTimeout: how many seconds to wait for a lock.
  init(path: String, _ purpose: LedgerPurpose?, lockTimeout: Double) throws {
    let file = LedgerFile(path: path)
    if try !file.exists() { try Self.make(file, LedgerPurpose.demand(purpose, path), lockTimeout) }
    try self.init(path, lockTimeout, notes: file.permissionNotes())
  }

  private init(_ path: String, _ lockTimeout: Double, notes: [String]) throws {
    self.path = path
    self.lockTimeout = lockTimeout
    self.notes = notes
    queue = try Self.convertingErrors(path) {
      var configuration = Self.configuration(lockTimeout: lockTimeout)
      // The file is checked before the first statement, which would lock the file and open its log.
      configuration.prepareDatabase { db in
        try LedgerFile(path: path).refuseOther(
          db.beginning(LedgerFile.headerLength), newestVersion: LedgerSchema.versions.count)
      }
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      try queue.writeWithoutTransaction { db in try Self.prepare(db, path, lockTimeout) }
      return queue
    }
  }

  func another(lockTimeout: Double?) throws -> any LedgerStorage {
    try SQLiteStorage(path, lockTimeout ?? self.lockTimeout, notes: notes)
  }

  /// Writes the version into the header of the file as it is: SQLite writes it even if it does not change.
  func commitNothing() throws {
    try Self.convertingErrors(path) {
      try queue.write { db in
        let version: Int64 = try Database(db).value("PRAGMA user_version") ?? 0
        try db.execute(sql: "PRAGMA user_version = \(version)")
      }
    }
  }

  func read<T>(_ body: (Database) throws -> T) throws -> T {
    try blamingDamage { try queue.read { db in try body(Database(db)) } }
  }

  /// The number of an event is its row number, so it is known at once. Only one process writes at a time.
  func commit<T>(alone: Bool, _ body: (Database) throws -> T) throws -> (result: T, unnumbered: [Int64]) {
    (try blamingDamage { try queue.write { db in try body(Database(db)) } }, [])
  }

  func numbers(of rows: [Int64]) throws -> EventNumbers { [:] }

  func claim<T>(_ body: (Database) throws -> T) throws -> T { try commit(body).result }

  func listenForEvents() throws -> ((Int32) throws -> Bool)? { nil }

  func numberEvents() throws {}

  func backUp(to path: String) throws {
    guard access(path, F_OK) != 0 else { throw Self.alreadyExists(path) }
    let isNew = try LedgerFile(path: path, name: "backup").create { temporary in
      try blamingDamage {
        do {
          try queue.vacuum(into: temporary)
        } catch let error as DatabaseError {
          throw Self.backupError(error, path)
        }
      }
      try Self.synchronize(temporary)
    }
    guard isNew else { throw Self.alreadyExists(path) }
  }

  func shrink() throws {
    try blamingDamage { try queue.vacuum() }
  }

  /// Rewrites the file, because SQLite leaves copies of deleted data in rearranged pages and in its log.
  func dropFreedContent() throws {
    try shrink()
    let isBusy: Bool? = try blamingDamage {
      try queue.writeWithoutTransaction { db in try Database(db).value("PRAGMA wal_checkpoint(TRUNCATE)") }
    }
    guard isBusy == false else {
      throw LedgerError(.locked, "another process reads an earlier state of '\(path)', which its log keeps until then")
    }
  }

  var usualErasureKey: String { LedgerFile(path: path).resolvedPath + ".erasure-key" }

  func damaged(_ what: Message) -> LedgerError { Self.damaged(path, what) }

  /// Checks the file for damage before an error is called a defect of this software.
  ///
  /// SQLite rejects correct statements if tables, indexes or rows differ from what was created. It also calls the disk
  /// full if a damaged row number is the largest possible one (sqlite.org/autoinc.html).
  private func blamingDamage<T>(_ body: () throws -> T) throws -> T {
    do {
      return try Self.convertingErrors(path, body)
    } catch let error as LedgerError where error.code == .defect || error.code == .full {
      let found = try Self.convertingErrors(path) {
        try queue.read { db in
          try db.damage() ?? db.brokenReferences().first.map { "a row of \($0) refers to nothing" }
        }
      }
      throw found.map { damaged($0) } ?? error
    }
  }

  private static func configuration(lockTimeout: Double) -> Configuration {
    var configuration = Configuration()
    configuration.label = "ledger"
    configuration.foreignKeysEnabled = true
    // Sleeps for short and varying times. SQLite's own sleeps grow to 100 ms, so one of several writers could starve.
    configuration.busyMode = .callback { tries in
      // A sleep takes 3 ms on average.
      guard Double(tries) * 0.003 < lockTimeout else { return false }
      usleep(UInt32.random(in: 500...5_500))
      return true
    }
    return configuration
  }

  /// Settings with which everything that is committed is on the medium. The last two matter on Apple's systems only,
  /// where `fsync` leaves it in the cache of the drive.
  private static let durable =
    "PRAGMA synchronous = FULL; PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON"

  /// Creates a ledger, unless another process has just created it.
  private static func make(_ file: LedgerFile, _ purpose: LedgerPurpose, _ lockTimeout: Double) throws {
    let isNew = try file.create { temporary in
      try convertingErrors(file.path) {
        let queue = try DatabaseQueue(path: temporary, configuration: configuration(lockTimeout: lockTimeout))
        try queue.writeWithoutTransaction { db in
          try db.execute(sql: Self.durable)
          try LedgerSchema.migrate(db, path: temporary, purpose: purpose)
        }
        try queue.close()
      }
    }
    guard !isNew, try !file.exists() else { return }
    throw file.danglingLink
  }

  private static func prepare(_ db: GRDB.Database, _ path: String, _ lockTimeout: Double) throws {
    try refuseForeign(db, path)
    try useLog(db, lockTimeout)
    // A negative size of the cache is in KiB.
    try db.execute(sql: "\(durable); PRAGMA secure_delete = ON; PRAGMA cache_size = -16384")
    try LedgerSchema.migrate(db, path: path)
    if let problem = try LedgerSchema.problem(Database(db)) { throw StoredDamage(text: problem) }
  }

  /// Rejects databases of other programs. Most of them have no application number, but they have tables.
  private static func refuseForeign(_ db: GRDB.Database, _ path: String) throws {
    let db = Database(db)
    // The order of these checks matters: another process may be creating the tables of a ledger, and the application
    // number comes with them.
    guard try db.isTrue("SELECT EXISTS (SELECT 1 FROM sqlite_master)") else { return }
    let application: Int64? = try db.value("PRAGMA application_id")
    if application == Int64(LedgerFile.formerApplicationID) { throw LedgerFile.former(path) }
    if application != Int64(LedgerFile.applicationID) { throw LedgerFile.foreign(path) }
  }

  /// Switches to the write-ahead log. If another process does the same, SQLite fails at once instead of waiting.
  private static func useLog(_ db: GRDB.Database, _ lockTimeout: Double) throws {
    var waited = 0.0
    while true {
      do {
        try db.execute(sql: "PRAGMA journal_mode = WAL")
        return
      } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY && waited < lockTimeout {
        usleep(5_000)
        waited += 0.005
      }
    }
  }

  private static func alreadyExists(_ path: String) -> LedgerError {
    LedgerError(.inaccessible, "'\(path)' already exists", hint: "a backup never replaces another file")
  }

  /// The error for a fault of the copy; faults of the ledger itself are reported as everywhere.
  private static func backupError(_ error: DatabaseError, _ path: String) -> any Error {
    switch error.resultCode {
    case .SQLITE_FULL: LedgerError(.full, "the disk is full: there is no backup at '\(path)'", hint: "make room there")
    case .SQLITE_IOERR, .SQLITE_CANTOPEN, .SQLITE_READONLY, .SQLITE_PERM:
      LedgerError(
        .inaccessible, "the backup '\(path)' cannot be written: \(error.message ?? "")",
        hint: "look at its disk: it may be full, or the file may have reached a limit of its size")
    default: error
    }
  }

  /// Synchronises a file to disk that no process has a connection to.
  private static func synchronize(_ path: String) throws {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    defer { if descriptor >= 0 { close(descriptor) } }
    guard descriptor >= 0, SystemLibrary.synchronize(descriptor) == 0 else {
      throw LedgerError(.inaccessible, "the backup cannot be written: \(errorText(errno))")
    }
  }
}

extension GRDB.Database {
  /// The first bytes of the file, or the whole file if it is shorter, read through SQLite's own descriptor and without
  /// a lock.
  fileprivate func beginning(_ length: Int) throws -> [UInt8] {
    var file: UnsafeMutablePointer<sqlite3_file>?
    guard sqlite3_file_control(sqliteConnection, "main", SQLITE_FCNTL_FILE_POINTER, &file) == SQLITE_OK, let file,
      let methods = file.pointee.pMethods?.pointee
    else { throw DatabaseError(resultCode: .SQLITE_CANTOPEN) }
    var size: sqlite3_int64 = 0
    guard methods.xFileSize(file, &size) == SQLITE_OK else { throw DatabaseError(resultCode: .SQLITE_IOERR) }
    var bytes = [UInt8](repeating: 0, count: max(0, min(length, Int(size))))
    guard bytes.isEmpty || methods.xRead(file, &bytes, Int32(bytes.count), 0) == SQLITE_OK else {
      throw DatabaseError(resultCode: .SQLITE_IOERR)
    }
    return bytes
  }
}
