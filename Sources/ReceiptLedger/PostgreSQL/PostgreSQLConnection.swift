import ReceiptKit

import SystemLibrary

/// One connection to a server, for one thread at a time.
///
/// It is `@unchecked` because it has mutable properties without a lock: ``PostgreSQLPool`` gives it to one thread at a
/// time.
final class PostgreSQLConnection: DatabaseConnection, @unchecked Sendable {
  private let library: LibPQ
  private let handle: OpaquePointer
  /// The prepared statements, by their text.
  private var prepared: [String: (name: String, types: [UInt32])] = [:]
  private var cursors = 0
  /// The number of statements that were sent in a pipeline without waiting for their results.
  private var sentCount = 0
  /// The query that was sent early, and its place among the statements that were sent.
  private var earlyQuery: (query: String, place: Int)?
  /// The rows of that query, once they have arrived.
  private var earlyRows: (query: String, rows: [StoredRow])?
  /// Whether the answer to the end of a transaction has not been read yet.
  private var isEnding = false
  /// Whether the server has ended the connection, or results can no longer be assigned to statements.
  private var isBroken = false
  /// Row numbers for rows that this transaction will insert, by table.
  var reserved: [String: ArraySlice<Int64>] = [:]
  /// Whether the transaction passed on rows one by one. The caller may have written them already.
  private(set) var hasPassedOnRows = false
  /// Rows to insert before the next statement. The order of the tables is free.
  private var waitingRows: [PostgreSQLRows] = []
  /// The names of the prepared statements that insert these rows, by table and number of rows.
  private var insertions: [String: [Int: String]] = [:]

  /// The maximum number of statements to send before their results are read, so that the server need not wait for this
  /// client.
  private static let maximumSentCount = 200

  init(_ address: PostgreSQLAddress, _ library: LibPQ) throws {
    self.library = library
    let options = address.options.sorted { $0.key < $1.key }
    let texts = options.flatMap { [strdup($0.key), strdup($0.value)] }
    defer { for text in texts { free(text) } }
    let pointers = texts.map { UnsafePointer<CChar>($0) }
    let keywords = stride(from: 0, to: pointers.count, by: 2).map { pointers[$0] } + [nil]
    let values = stride(from: 1, to: pointers.count, by: 2).map { pointers[$0] } + [nil]
    guard let handle = library.connect(keywords, values, 0) else {
      // out_of_memory
      throw PostgreSQLError(state: "53200", message: "there is no memory for a connection", isLost: false)
    }
    self.handle = handle
    guard library.status(handle) == LibPQ.connectionIsGood else {
      // Not a lost connection, after which callers try again: another try would fail, too, as with a wrong password.
      // 08001: the connection could not be established.
      throw PostgreSQLError(state: "08001", message: lost().message, isLost: false)
    }
    _ = library.setNoticeProcessor(handle, { _, _ in }, nil)
  }

  deinit { library.finish(handle) }

  var isLost: Bool { isBroken || library.status(handle) != LibPQ.connectionIsGood }
  /// 150018 for version 15.18.
  var serverVersion: Int { Int(library.serverVersion(handle)) }
  /// The encoding of the database.
  var encoding: String { library.parameterStatus(handle, "server_encoding").map { String(cString: $0) } ?? "" }

  /// Whether the answering process is the one that the connection began with. A pooler names a process that does not
  /// exist, because it assigns the server's processes freely.
  func isOneSession() throws -> Bool {
    let answering: Int64? = try useResult(library.execute(handle, "SELECT pg_backend_pid()")) { result in
      try storedRows(result).first?[0]
    }
    return answering == Int64(library.serverProcess(handle))
  }

  /// The error for a lost connection.
  private func lost() -> PostgreSQLError {
    PostgreSQLError(state: "", message: Self.line(library.errorMessage(handle)), isLost: true)
  }

  private static func line(_ text: UnsafePointer<CChar>?) -> String {
    guard let text else { return "no reason was given" }
    return String(cString: text).split(separator: "\n").joined(separator: "; ")
  }

  /// Waits for notifications on the connection's channels, outside of a transaction, and takes all that have arrived.
  ///
  /// - Returns: whether any notification arrived.
  func waitForNotification(_ milliseconds: Int32) throws -> Bool {
    if takeNotifications() { return true }
    var request = pollfd(fd: library.socket(handle), events: Int16(POLLIN), revents: 0)
    guard poll(&request, 1, milliseconds) > 0 else { return false }
    guard library.consumeInput(handle) == 1 else {
      isBroken = true
      throw lost()
    }
    return takeNotifications()
  }

  /// Whether the server has closed the connection while it was idle, as a server does that restarts. Does not wait.
  func isClosedByServer() -> Bool {
    // Messages of the server may come before the end of the stream, so several reads may be needed.
    for _ in 0..<8 {
      var request = pollfd(fd: library.socket(handle), events: Int16(POLLIN), revents: 0)
      guard poll(&request, 1, 0) > 0 else { return isLost }
      if library.consumeInput(handle) != 1 { isBroken = true }
      if isLost { return true }
    }
    // The pool rather opens another connection than reads on.
    return true
  }

  private func takeNotifications() -> Bool {
    var isThere = false
    while let notification = library.notification(handle) {
      library.freeMemory(notification)
      isThere = true
    }
    return isThere
  }

  /// Begins a transaction, together with its first statement.
  func begin(_ command: String) throws {
    reserved = [:]
    waitingRows = []
    hasPassedOnRows = false
    forgetEarlyQuery()
    try sendCommand(command)
  }

  /// Commits, together with the last changes. No rows may wait.
  ///
  /// - Returns: whether it is committed.
  func commit() throws -> Bool {
    try sendCommand("COMMIT")
    return try settle { library.commandStatus($0).map { String(cString: $0) } } == "COMMIT"
  }

  /// Ends a transaction that only read, without waiting for the server. ``finish()`` reads the server's answer.
  func end() throws {
    guard sentCount == 0 else {
      // Statements were sent whose results must be read, too.
      _ = try commit()
      return
    }
    try sendCommand("COMMIT")
    try synchronize()
    sentCount = 0
    isEnding = true
  }

  /// Reads the answer that ``end()`` left unread. Call it before anything else is sent.
  func finish() throws {
    guard isEnding else { return }
    isEnding = false
    do {
      try useResult(library.nextResult(handle)) { _ in }
      while let more = library.nextResult(handle) { library.clear(more) }
      try leavePipeline()
    } catch {
      isBroken = true
      throw error
    }
  }

  /// Rolls the transaction back. If this fails, the connection is lost, and the server rolls back.
  func rollBack() {
    waitingRows = []
    do {
      if sentCount > 0 { try settle { _ in } }
    } catch {
      // The rollback undoes the statement that failed.
    }
    _ = try? command("ROLLBACK")
  }

  /// Sends a statement without arguments.
  private func sendCommand(_ text: String) throws {
    try send { library.send(handle, text, 0, nil, nil, nil, nil, 0) }
  }

  /// Sends a statement in a pipeline, without waiting for its result.
  ///
  /// - Parameter body: calls libpq, and returns 1 for success.
  private func send(_ body: () -> Int32) throws {
    if sentCount == 0, library.enterPipeline(handle) != 1 { throw lost() }
    guard body() == 1 else {
      isBroken = true
      throw lost()
    }
    sentCount += 1
  }

  /// Waits for the results of the statements that were sent.
  ///
  /// - Parameter body: takes the last result.
  /// - Throws: the error of the first statement that failed. The server skipped the statements after it.
  private func settle<T>(_ body: (OpaquePointer) throws -> T) throws -> T {
    let count = sentCount
    let early = earlyQuery
    sentCount = 0
    earlyQuery = nil
    try synchronize()
    var failure: (any Error)?
    var last: T?
    for place in 0..<count {
      do {
        try useResult(library.nextResult(handle)) { result in
          if let early, early.place == place { earlyRows = (early.query, try storedRows(result)) }
          if place == count - 1 { last = try body(result) }
        }
      } catch {
        failure = failure ?? error
      }
      while let more = library.nextResult(handle) { library.clear(more) }
    }
    do {
      try leavePipeline()
    } catch {
      throw failure ?? error
    }
    if let failure { throw failure }
    guard let last else { throw lost() }
    return last
  }

  /// Asks the server for the results of everything that was sent.
  private func synchronize() throws {
    guard library.pipelineSync(handle) == 1 else {
      isBroken = true
      throw lost()
    }
  }

  private func leavePipeline() throws {
    // The result of the synchronisation itself.
    library.clear(library.nextResult(handle))
    guard library.leavePipeline(handle) == 1 else {
      isBroken = true
      throw lost()
    }
  }

  /// Passes on a result and frees it.
  ///
  /// - Throws: the server's error, if the statement failed.
  private func useResult<T>(_ result: OpaquePointer?, _ body: (OpaquePointer) throws -> T) throws -> T {
    defer { library.clear(result) }
    guard let result, LibPQ.isSuccess(library.resultStatus(result)) else {
      let state = library.errorField(result, LibPQ.sqlState).map { String(cString: $0) } ?? ""
      guard !state.isEmpty else { throw lost() }
      // 57P01 to 57P05: the server will end the connection.
      if state.hasPrefix("57P0") { isBroken = true }
      throw PostgreSQLError(
        state: state, message: Self.line(library.errorField(result, LibPQ.primaryMessage)), isLost: isLost)
    }
    return try body(result)
  }

  /// Executes statements without arguments.
  ///
  /// - Returns: the status of the last of them: `COMMIT`.
  @discardableResult
  func command(_ sql: String) throws -> String {
    try insertWaiting()
    if sentCount > 0 { try settle { _ in } }
    return try useResult(library.execute(handle, sql)) { library.commandStatus($0).map { String(cString: $0) } ?? "" }
  }

  /// Does work, outside of a transaction, while this session alone has an advisory lock.
  func holding<T>(_ lock: Int, _ body: () throws -> T) throws -> T {
    try command("SELECT pg_advisory_lock(\(lock))")
    defer {
      // A session that kept the lock would stop all others.
      if (try? command("SELECT pg_advisory_unlock(\(lock))")) == nil { isBroken = true }
    }
    return try body()
  }

  func expect(_ sql: String) throws {
    try insertWaiting()
    let name = try prepare(sql, [], isCached: true)
    try Self.bind([]) { count, values, lengths, formats in
      try send { library.sendPrepared(handle, name, count, values, lengths, formats, 0) }
    }
    earlyQuery = (sql, sentCount - 1)
  }

  private func forgetEarlyQuery() {
    earlyQuery = nil
    earlyRows = nil
  }

  func rows(_ sql: String, _ arguments: StatementArguments, isCached: Bool) throws -> [StoredRow] {
    // `expect` sent this query, and its rows arrived with those of another one. Such queries are made here, never by
    // `row`.
    if let early = earlyRows, early.query == sql {
      earlyRows = nil
      return early.rows
    }
    return try perform(sql, arguments, isCached: isCached, storedRows)
  }

  func row(_ sql: String, _ arguments: StatementArguments) throws -> StoredRow? {
    try perform(sql, arguments, isCached: true, storedRows).first
  }

  /// Uses a cursor, so that the result is not held in memory.
  func eachRow(_ sql: String, _ take: (StoredRow) throws -> Void) throws {
    cursors += 1
    hasPassedOnRows = true
    try command("DECLARE rows_\(cursors) NO SCROLL CURSOR FOR \(sql)")
    while true {
      let rows = try rows("FETCH 1000 FROM rows_\(cursors)", [], isCached: false)
      for row in rows { try take(row) }
      if rows.count < 1_000 { break }
    }
    try command("CLOSE rows_\(cursors)")
  }

  func run(_ sql: String, _ arguments: StatementArguments) throws -> Int {
    forgetEarlyQuery()
    return try perform(sql, arguments, isCached: true) { result in
      library.changedRows(result).flatMap { Int(String(cString: $0)) } ?? 0
    }
  }

  func change(_ sql: String, _ arguments: StatementArguments) throws {
    forgetEarlyQuery()
    try insertWaiting()
    if sentCount >= Self.maximumSentCount { try settle { _ in } }
    let name = try prepare(sql, arguments.types.map(\.objectIdentifier), isCached: true)
    try Self.bind(arguments) { count, values, lengths, formats in
      try send { library.sendPrepared(handle, name, count, values, lengths, formats, 0) }
    }
  }

  func put(_ statement: InsertStatement, _ arguments: StatementArguments) throws {
    forgetEarlyQuery()
    func index() -> Int? { waitingRows.firstIndex { $0.statement.table == statement.table } }
    // This sends the rows of all tables: then none are waiting any more.
    if let found = index(), waitingRows[found].mustPrecede(arguments) { try insertWaiting() }
    if let found = index() { return try waitingRows[found].append(arguments) }
    var rows = PostgreSQLRows(statement, arguments.types.map(\.objectIdentifier))
    try rows.append(arguments)
    waitingRows.append(rows)
  }

  func insert(_ statement: InsertStatement, _ arguments: StatementArguments) throws -> Int64 {
    if let number = reserved[statement.table]?.popFirst() {
      try put(statement, [number] + arguments)
      return number
    }
    forgetEarlyQuery()
    guard let key = statement.key, let row = try row("\(statement.text) RETURNING \(key)", arguments) else {
      throw StoredDamage(text: "a new row was not stored")
    }
    return try row[0]
  }

  /// Sends the waiting rows.
  func insertWaiting() throws {
    guard !waitingRows.isEmpty else { return }
    let tables = waitingRows.sorted { $0.place < $1.place }
    waitingRows = []
    for rows in tables {
      try rows.send { count, values, lengths in
        if sentCount >= Self.maximumSentCount { try settle { _ in } }
        let known = insertions[rows.statement.table]?[count]
        let name = try known ?? prepare(rows.text(rows: count), rows.types(rows: count), isCached: true)
        if known == nil { insertions[rows.statement.table, default: [:]][count] = name }
        let formats = [Int32](repeating: 1, count: values.count)
        try send { library.sendPrepared(handle, name, Int32(values.count), values, lengths, formats, 0) }
      }
    }
  }

  func lastEvent() throws -> Int64 {
    try row("SELECT last FROM event_number", [])?[0] ?? 0
  }

  /// Reads no rows, so that transactions that append events at the same time do not contradict each other.
  func lastEventRow() throws -> Int64 {
    try row("SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM event_rowid_seq", [])?[0] ?? 0
  }

  func size() throws -> Int64 {
    try row(
      """
      SELECT CAST(coalesce(sum(pg_total_relation_size(c.oid)), 0) AS bigint) FROM pg_class c
      WHERE c.relkind = 'r' AND c.relnamespace = CAST('\(PostgreSQLSchema.name)' AS regnamespace)
      """, [])?[0] ?? 0
  }

  func skippingTaken(_ table: String) -> String { " FOR UPDATE OF \(table) SKIP LOCKED" }

  var givenNumbers: String { " OVERRIDING SYSTEM VALUE" }

  func endCopy(lastEvent: Int64) throws {
    for table in CopiedTable.all {
      guard let column = table.numbered, table.name != "event" else { continue }
      // Of an empty table, the maximum is NULL, with which `setval` does nothing.
      _ = try row("SELECT setval('\(table.name)_\(column)_seq', (SELECT max(\(column)) FROM \(table.name)))", [])
    }
    _ = try run("UPDATE event_number SET last = ?", [lastEvent])
    // This includes numbers of pruned events: new events come after all earlier ones. A sequence cannot be at 0:
    // without events it is at 1, and `false` says that this number is still free.
    _ = try row("SELECT setval('event_rowid_seq', max(?, 1), ? > 0)", [lastEvent, lastEvent])
  }

  // A server guards its storage and the references between rows itself.
  func damage() throws -> Message? { nil }
  func brokenReferences() throws -> [String] { [] }
  func hasLost(purchase transaction: String) throws -> Bool { false }

  /// Executes a statement and waits for its result, and for the results of all statements sent before it.
  private func perform<T>(
    _ sql: String, _ arguments: StatementArguments, isCached: Bool, _ body: (OpaquePointer) throws -> T
  ) throws -> T {
    try insertWaiting()
    let name = try prepare(sql, arguments.types.map(\.objectIdentifier), isCached: isCached)
    return try Self.bind(arguments) { count, values, lengths, formats in
      guard sentCount > 0 else {
        return try useResult(library.executePrepared(handle, name, count, values, lengths, formats, 0), body)
      }
      try send { library.sendPrepared(handle, name, count, values, lengths, formats, 0) }
      return try settle(body)
    }
  }

  /// Prepares a statement.
  ///
  /// - Returns: its name; empty for a statement that is not kept.
  private func prepare(_ sql: String, _ types: [UInt32], isCached: Bool) throws -> String {
    if isCached, let known = prepared[sql], known.types == types { return known.name }
    // A text that is kept for arguments of other types is prepared for this call only.
    let isKept = isCached && prepared[sql] == nil
    let name = isKept ? "s\(prepared.count)_\(types.count)" : ""
    // A statement cannot be prepared within a pipeline.
    if sentCount > 0 { try settle { _ in } }
    try useResult(library.prepare(handle, name, Self.numbered(sql), Int32(types.count), types)) { _ in }
    if isKept { prepared[sql] = (name, types) }
    return name
  }

  private func storedRows(_ result: OpaquePointer) throws -> [StoredRow] {
    let columns = library.columnCount(result)
    let names = (0..<columns).map { library.columnName(result, $0).map { String(cString: $0) } ?? "" }
    let types = (0..<columns).map { library.columnType(result, $0) }
    return (0..<library.rowCount(result)).map { row in
      StoredRow(
        names,
        (0..<columns).map { column in
          guard library.isNull(result, row, column) == 0 else { return .null }
          let value = UnsafeBufferPointer(
            start: library.value(result, row, column), count: Int(library.length(result, row, column)))
          return Stored(value, types[Int(column)])
        })
    }
  }
}
