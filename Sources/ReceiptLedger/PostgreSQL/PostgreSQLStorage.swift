import ReceiptKit

import SystemLibrary

/// A ledger in a PostgreSQL database, for several machines.
///
/// Writes are SERIALIZABLE transactions, which are repeated if one conflicts with another. Events get their numbers
/// after the commit: the writer, or another writer that is faster, numbers all committed events under one lock, so that
/// numbers neither skip nor appear out of order.
struct PostgreSQLStorage: LedgerStorage {
  private let path: String
  private let pool: PostgreSQLPool
  /// Opens a connection that is not part of the pool.
  private let connect: @Sendable () throws -> PostgreSQLConnection
  /// The time to wait for a lock, and the time for which a write is repeated, in seconds.
  private let lockTimeout: Double

  var notes: [String] { [] }

  /// Opens a ledger, or creates one for this purpose.
  init(path: String, _ purpose: LedgerPurpose?, lockTimeout: Double) throws {
    self.path = path
    self.lockTimeout = lockTimeout
    let library = try LibPQ.loaded.get()
    let address = try PostgreSQLAddress(path, library)
    connect = { try Self.connect(address, library, lockTimeout) }
    pool = PostgreSQLPool(connect)
    try convertingErrors {
      let newest = PostgreSQLSchema.versions.count
      let version = try pool.use { try Self.version($0, path) }
      if version < newest {
        let purpose = version == 0 ? try LedgerPurpose.demand(purpose, path) : nil
        try pool.use { try Self.migrate($0, path: path, purpose: purpose) }
      }
      // Another process may have migrated the ledger meanwhile, also to a newer version.
      let found = try pool.use { try Self.version($0, path) }
      if found > newest { throw LedgerFile.newer(path, found, newest) }
    }
  }

  private init(
    _ path: String, _ lockTimeout: Double, _ connect: @escaping @Sendable () throws -> PostgreSQLConnection
  ) {
    self.path = path
    self.lockTimeout = lockTimeout
    self.connect = connect
    pool = PostgreSQLPool(connect)
  }

  func another(lockTimeout: Double?) -> any LedgerStorage {
    PostgreSQLStorage(path, lockTimeout ?? self.lockTimeout, connect)
  }

  /// Asks for the number of a transaction, which a server that only follows another one does not assign.
  func commitNothing() throws {
    _ = try commit { db in try db.row("SELECT CAST(pg_current_xact_id() AS text)") }
  }

  private static func connect(
    _ address: PostgreSQLAddress, _ library: LibPQ, _ lockTimeout: Double
  ) throws -> PostgreSQLConnection {
    let connection = try PostgreSQLConnection(address, library)
    guard connection.serverVersion >= 150_000 else {
      throw LedgerError(
        .inaccessible, "the server is PostgreSQL \(connection.serverVersion / 10_000): 15 or later is needed")
    }
    guard connection.encoding == "UTF8" else {
      throw LedgerError(
        .inaccessible, "the database has the encoding \(connection.encoding): UTF8 is needed",
        hint: "CREATE DATABASE NAME ENCODING 'UTF8' TEMPLATE template0")
    }
    guard try connection.isOneSession() else {
      throw LedgerError(
        .inaccessible,
        "a pooler stands between this process and PostgreSQL, and may hand out another connection for each transaction",
        hint:
          """
          connect to the server itself: each process keeps a pool of its own, of at most \
          \(PostgreSQLPool.maximumCount + 1) connections
          """
      )
    }
    // A `lock_timeout` of 0 would mean no limit, so 1 ms is the least. Keepalives are in seconds, the user timeout is
    // in milliseconds.
    try connection.command(
      """
      SET client_min_messages = warning;
      SET search_path = \(PostgreSQLSchema.name), pg_temp;
      SET default_transaction_isolation = 'read committed';
      SET default_transaction_read_only = off;
      SET standard_conforming_strings = on;
      SET bytea_output = hex;
      SET jit = off;
      SET statement_timeout = '10min';
      SET lock_timeout = '\(max(1, Int(lockTimeout * 1_000)))ms';
      SET idle_in_transaction_session_timeout = '10min';
      SET tcp_keepalives_idle = 15;
      SET tcp_keepalives_interval = 5;
      SET tcp_keepalives_count = 3;
      SET tcp_user_timeout = 30000;
      SELECT set_config('synchronous_commit', 'on', false)
        WHERE current_setting('synchronous_commit') NOT IN ('on', 'remote_apply')
      """)
    return connection
  }

  /// The version of the tables; 0 without any.
  private static func version(_ connection: PostgreSQLConnection, _ path: String) throws -> Int {
    let isThere: Bool =
      try connection.row("SELECT to_regclass('\(PostgreSQLSchema.name).ledger') IS NOT NULL", [])?[0] ?? false
    guard isThere else { return 0 }
    // Builds before the first release called it "version".
    let rows = try connection.rows(
      "SELECT name, value FROM ledger WHERE name IN ('schema', 'version') ORDER BY name", [], isCached: false)
    if try rows.first?[0] == "version" { throw LedgerFile.former(path) }
    guard let version = try rows.first.flatMap({ Int(try $0[1] as String) }), version > 0 else {
      throw StoredDamage(text: "it does not say which version it has")
    }
    return version
  }

  /// Creates or migrates the tables, unless another process has just done it.
  ///
  /// - Parameters:
  ///   - purpose: the purpose of a new ledger; `nil` for a ledger that has tables.
  ///   - versions: other versions, for a test.
  static func migrate(
    _ connection: PostgreSQLConnection, path: String, purpose: LedgerPurpose? = nil,
    by versions: [[String]] = PostgreSQLSchema.versions
  ) throws {
    try transaction(connection, "BEGIN") { db in
      try connection.command("SELECT pg_advisory_xact_lock(\(PostgreSQLSchema.migrationLock))")
      let version = try version(connection, path)
      guard version < versions.count else { return }
      for statement in versions.dropFirst(version).joined() { try connection.command(statement) }
      try db.run(
        """
        INSERT INTO ledger (name, value) VALUES ('schema', ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value
        """, [String(versions.count)])
      if version == 0 { try purpose?.write(to: db) }
    }
  }

  func read<T>(_ body: (Database) throws -> T) throws -> T {
    // The transaction is not repeated after it passed on rows, which the caller may have written.
    var hasPassedOnRows = false
    return try convertingErrors {
      try repeating(unless: { hasPassedOnRows }) {
        try pool.use { connection in
          do {
            try connection.begin("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
            let result = try body(Database(connection))
            try connection.end()
            return result
          } catch {
            hasPassedOnRows = connection.hasPassedOnRows
            connection.rollBack()
            throw error
          }
        }
      }
    }
  }

  func commit<T>(alone: Bool, _ body: (Database) throws -> T) throws -> (result: T, unnumbered: [Int64]) {
    try convertingErrors {
      try repeating {
        try pool.use { connection in
          func attempt() throws -> (T, [Int64]) {
            try Self.transaction(connection, "BEGIN ISOLATION LEVEL SERIALIZABLE READ WRITE") { db in
              // A transaction that reads a whole table conflicts with every other one that writes into it.
              try connection.change(alone ? Self.useIndexes : Self.useIndexesAmongOthers, [])
              return (try body(db), db.appendedEvents)
            }
          }
          // The lock comes before the transaction, which then sees everything that others committed.
          return alone ? try connection.holding(PostgreSQLSchema.committingLock, attempt) : try attempt()
        }
      }
    }
  }

  /// READ COMMITTED: a row that was locked is read again, and two transactions that reserve work never conflict. A
  /// serializable transaction would fail if another one reserved a row at the same time.
  func claim<T>(_ body: (Database) throws -> T) throws -> T {
    try convertingErrors {
      try repeating {
        try pool.use { try Self.transaction($0, "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE", body) }
      }
    }
  }

  /// `LISTEN` belongs to a session, so the listener has its own connection outside the pool.
  func listenForEvents() throws -> ((Int32) throws -> Bool)? {
    let connection = try connect()
    try connection.command("LISTEN \(PostgreSQLSchema.newsChannel)")
    return connection.waitForNotification
  }

  func numberEvents() throws {
    try convertingErrors {
      try repeating {
        try pool.use { connection in
          let hasUnnumbered: Bool =
            try connection.row("SELECT EXISTS (SELECT 1 FROM event WHERE seq IS NULL)", [])?[0] ?? false
          if hasUnnumbered { _ = try connection.row("SELECT number_events()", []) }
        }
      }
    }
  }

  /// Makes the transaction look up rows in indexes, even before the server has statistics of the tables, and plan each
  /// statement only once.
  private static let useIndexes =
    "SELECT set_config('enable_seqscan', 'off', true), set_config('plan_cache_mode', 'force_generic_plan', true)"
  private static let useIndexesAmongOthers =
    useIndexes + ", pg_advisory_xact_lock_shared(\(PostgreSQLSchema.committingLock))"

  func numbers(of rows: [Int64]) throws -> EventNumbers {
    let rows = "{\(rows.map { String($0) }.joined(separator: ","))}"
    return try convertingErrors {
      do {
        return try repeating {
          try pool.use { connection in
            try connection.change(Self.useIndexes, [])
            try connection.change("SELECT number_events()", [])
            let found = try connection.rows(
              "SELECT rowid, seq FROM event WHERE rowid = ANY (CAST(? AS bigint[])) AND seq IS NOT NULL", [rows],
              isCached: true)
            return try EventNumbers(uniqueKeysWithValues: found.map { (try $0[0], try $0[1]) })
          }
        }
      } catch let error as PostgreSQLError {
        throw LedgerError(
          .inaccessible, "it was recorded, but the database could not say the number of its event: \(error.message)",
          hint: Self.again)
      }
    }
  }

  func backUp(to path: String) throws {
    throw LedgerError(
      .unavailable, "a ledger in PostgreSQL is backed up by PostgreSQL's own programs",
      hint:
        """
        pg_dump --schema=\(PostgreSQLSchema.name) --format=custom --file=\(path) DATABASE; or pg_basebackup for the \
        whole server
        """
    )
  }

  /// Does nothing: PostgreSQL's autovacuum frees space.
  func shrink() throws {}

  /// Rewrites the tables that contain, or contained, names of customers, with their indexes, and makes new statistics.
  /// Otherwise deleted rows stay in their pages, and their values in statistics. The write-ahead log and its archive
  /// contain the values as long as the server keeps them.
  func dropFreedContent() throws {
    let tables = [
      "presentation", "mention", "purchase", "claim", "subscription", "renewal", "status", "task", "hint", "refused",
      "answer", "receipt", "event", "request", "consent", "consumption",
    ]
    try convertingErrors {
      try repeating {
        try pool.use { connection in
          // Two erasures would disturb each other.
          try connection.holding(PostgreSQLSchema.rewritingLock) {
            // A transaction that began before the erasure may still read its rows, so PostgreSQL keeps them. Until it
            // ends, it holds a lock on each table that it read. When all these locks are free at one moment, no such
            // transaction is left.
            try connection.holding(PostgreSQLSchema.committingLock) {
              try Self.transaction(connection, "BEGIN") { _ in
                let wait = Int(min(lockTimeout, Self.exclusiveTimeout) * 1_000)
                try connection.command("SET LOCAL lock_timeout = '\(wait)ms'")
                try connection.command("LOCK TABLE \(tables.joined(separator: ", ")) IN ACCESS EXCLUSIVE MODE")
              }
            }
            try waitForOlderTransactions(connection)
            for table in tables {
              try rewrite(table, "FULL, ANALYZE", connection)
              try connection.command(Self.dropStatistics(ofEmpty: table))
            }
            // This table is rewritten, because old statistics are its rows.
            try rewrite("pg_catalog.pg_statistic", "FULL", connection)
          }
        }
      }
    }
  }

  /// The time, in seconds, that an erasure waits for readers. Later transactions wait behind it.
  private static let exclusiveTimeout = 5.0

  /// Waits for transactions of other databases of the server, which may keep deleted rows, too. They are not ours to
  /// end: after 10 seconds the tables are rewritten nevertheless.
  private func waitForOlderTransactions(_ connection: PostgreSQLConnection) throws {
    let now: Int64? = try connection.row("SELECT CAST(CAST(pg_current_xact_id() AS text) AS bigint)", [])?[0]
    let oldest = "SELECT CAST(CAST(pg_snapshot_xmin(pg_current_snapshot()) AS text) AS bigint)"
    for _ in 0..<100 {
      let found: Int64? = try connection.row(oldest, [])?[0]
      // Every transaction that began before this one has ended.
      guard let now, let found, found <= now else { return }
      let _: Int64? = try connection.row("SELECT CAST(1 AS bigint) FROM pg_sleep(0.1)", [])?[0]
    }
  }

  /// Rewrites a table, and makes sure that it was rewritten.
  private func rewrite(_ table: String, _ options: String, _ connection: PostgreSQLConnection) throws {
    func file() throws -> Int64? {
      try connection.row("SELECT CAST(pg_relation_filenode('\(table)') AS bigint)", [])?[0]
    }
    let old = try file()
    try connection.command("VACUUM (\(options)) \(table)")
    // If the user lacks the right to do this, the server only warns.
    guard try file() == old else { return }
    throw LedgerError(
      .inaccessible, "its user may not rewrite \(table), whose file may still have values that were erased",
      hint: "make that user the owner of the database, and run it again")
  }

  /// ANALYZE keeps the old statistics of a table without rows. Setting the type of a column, even to the same type,
  /// drops the statistics of the column.
  private static func dropStatistics(ofEmpty table: String) -> String {
    """
    DO $$
    DECLARE c record;
    BEGIN
      IF EXISTS (SELECT 1 FROM \(table)) THEN RETURN; END IF;
      FOR c IN SELECT a.attname AS name, CASE a.atttypid WHEN CAST('text' AS regtype) THEN 'text COLLATE "C"' ELSE \
      'bytea' END AS type
        FROM pg_attribute a JOIN pg_stats s ON s.attname = a.attname
        WHERE s.schemaname = '\(PostgreSQLSchema.name)' AND s.tablename = '\(table)'
          AND a.attrelid = CAST('\(table)' AS regclass)
          AND a.atttypid IN (CAST('text' AS regtype), CAST('bytea' AS regtype))
      LOOP
        EXECUTE format('ALTER TABLE \(table) ALTER COLUMN %I TYPE %s', c.name, c.type);
      END LOOP;
    END $$
    """
  }

  /// Empty, because the database has no folder on this machine.
  var usualErasureKey: String { "" }

  func damaged(_ what: Message) -> LedgerError {
    LedgerError(
      .damaged, "the ledger '\(path)' is damaged: \(what)", hint: "restore the last backup of the database")
  }

  /// The hint for a client that got no answer. The ledger recognises a presentation that it has already recorded.
  private static let again: Message = "present it again: what was recorded is recognised, and nothing is granted twice"

  /// - Throws: the error of `body`, after a rollback; a ``LedgerError`` if the connection was lost during the commit.
  private static func transaction<T>(
    _ connection: PostgreSQLConnection, _ begin: String, _ body: (Database) throws -> T
  ) throws -> T {
    let result: T
    do {
      try connection.begin(begin)
      result = try body(Database(connection))
      // The commit is sent later. So if this call fails, nothing was recorded.
      try connection.insertWaiting()
    } catch {
      connection.rollBack()
      throw error
    }
    do {
      guard try connection.commit() else {
        // 25P02: the transaction has failed.
        throw PostgreSQLError(state: "25P02", message: "the transaction failed before its commit", isLost: false)
      }
    } catch let error as PostgreSQLError where !error.isLost {
      // One of the last changes failed; they were sent together with the commit.
      connection.rollBack()
      throw error
    } catch is PostgreSQLError {
      throw LedgerError(
        .inaccessible,
        "the connection to the database was lost during the commit, and whether it was recorded is unknown",
        hint: again)
    }
    return result
  }

  /// Repeats a transaction that conflicted with another one, or lost its connection before the commit.
  ///
  /// - Parameter isOver: whether a repetition is impossible.
  private func repeating<T>(unless isOver: () -> Bool = { false }, _ body: () throws -> T) throws -> T {
    var losses = 0
    var tries = 0
    var waited = 0.0
    while true {
      do {
        return try body()
      } catch let error as PostgreSQLError where error.isConflict && waited < lockTimeout && !isOver() {
        tries += 1
        // In microseconds: up to 1 ms more with each try, at most 50 ms. It is random, so that two transactions that
        // conflicted do not meet again.
        let delay = UInt32.random(in: 200...1_000 * UInt32(min(tries, 50)))
        usleep(delay)
        waited += Double(delay) / 1_000_000
      } catch let error as PostgreSQLError where error.isLost && losses < 3 && !isOver() {
        losses += 1
        pool.empty()
      }
    }
  }

  /// Converts errors of PostgreSQL to errors that users can act on.
  private func convertingErrors<T>(_ body: () throws -> T) throws -> T {
    do {
      return try body()
    } catch let error as PostgreSQLError {
      throw ledgerError(error)
    } catch let error as StoredDamage {
      throw damaged(error.text)
    }
  }

  private func ledgerError(_ error: PostgreSQLError) -> LedgerError {
    switch error.state {
    // Conflict, deadlock, lock timeout.
    case "40001", "40P01", "55P03":
      LedgerError(
        .locked, "the ledger '\(path)' is locked by another process", hint: "--wait waits longer for it to finish")
    // The disk is full.
    case "53100":
      LedgerError(
        .full, "the disk of the server is full: nothing of this was recorded in '\(path)'",
        hint: "make room, then run it again")
    // The statement timeout.
    case "57014":
      LedgerError(
        .locked, "the database did not answer in time: nothing of this was recorded in '\(path)'",
        hint: "look at what else the server is doing, then run it again")
    // The connection (08), the operator (57P), the login (28), the resources (53).
    case _
    where error.isLost || error.state.hasPrefix("08") || error.state.hasPrefix("57P")
      || error.state.hasPrefix("28") || error.state.hasPrefix("53"):
      LedgerError(.inaccessible, "the database '\(path)' cannot be reached: \(error.message)")
    // Missing privilege, read-only transaction.
    case "42501", "25006":
      LedgerError(
        .inaccessible, "the database '\(path)' cannot be written: \(error.message)",
        hint: "its user needs CREATE on the database, or the ledger's own user has to open it")
    // Damaged data, damaged index.
    case "XX001", "XX002": damaged("\(error.message)")
    default: LedgerError(.defect, "PostgreSQL says of '\(path)': \(error.message) (\(error.state))")
    }
  }
}
