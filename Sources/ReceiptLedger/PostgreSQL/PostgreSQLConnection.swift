import ReceiptKit

import SystemLibrary

/// The error as the server or libpq describes it.
struct PostgreSQLError: Error {
  /// SQLSTATE (PostgreSQL's documentation, appendix A); empty if the connection is lost.
  let state: String
  /// The message without a final line feed. The message contains no password, because libpq was given none.
  let message: String
  /// Whether the connection can no longer be used.
  let isLost: Bool

  /// Whether the same transaction may succeed if it is repeated, because it conflicted with another one or was part of
  /// a deadlock.
  var isConflict: Bool { state == "40001" || state == "40P01" }
}

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
  private var sent = 0
  /// The query that was sent early, and its place among the statements that were sent.
  private var awaited: (query: String, place: Int)?
  /// The query that was sent early, and its rows once they have arrived.
  private var expected: (query: String, rows: [StoredRow])?
  /// Whether the answer to the end of a transaction has not been read yet.
  private var isEnding = false
  /// Whether the server has ended the connection, or results can no longer be assigned to statements.
  private var isOver = false
  /// Row numbers for rows that this transaction will insert, by table.
  var reserved: [String: ArraySlice<Int64>] = [:]
  /// Rows to insert before the next statement. The order of the tables is free.
  private var waiting: [PostgreSQLRows] = []
  /// The names of the prepared statements that insert these rows, by table and number of rows.
  private var insertions: [String: [Int: String]] = [:]

  /// The maximum number of statements to send before their results are read, so that the server need not wait for this
  /// client.
  private static let mostSent = 200

  init(_ address: PostgreSQLAddress, _ library: LibPQ) throws {
    self.library = library
    let options = address.options.sorted { $0.key < $1.key }
    let texts = options.flatMap { [strdup($0.key), strdup($0.value)] }
    defer { for text in texts { free(text) } }
    let pointers = texts.map { UnsafePointer<CChar>($0) }
    let keywords = stride(from: 0, to: pointers.count, by: 2).map { pointers[$0] } + [nil]
    let values = stride(from: 1, to: pointers.count, by: 2).map { pointers[$0] } + [nil]
    guard let handle = library.connect(keywords, values, 0) else {
      throw PostgreSQLError(state: "53200", message: "there is no memory for a connection", isLost: false)
    }
    self.handle = handle
    guard library.status(handle) == 0 else {
      // Another try would fail, too, because the password would still be wrong: do not treat this as a lost connection.
      throw PostgreSQLError(state: "08001", message: lost().message, isLost: false)
    }
    _ = library.setNoticeProcessor(handle, { _, _ in }, nil)
  }

  deinit { library.finish(handle) }

  var isLost: Bool { isOver || library.status(handle) != 0 }
  /// 150018 for version 15.18.
  var serverVersion: Int { Int(library.serverVersion(handle)) }
  /// The encoding of the database.
  var encoding: String { library.parameterStatus(handle, "server_encoding").map { String(cString: $0) } ?? "" }

  /// Whether the answering process is the one that the connection began with. A pooler names a process that does not
  /// exist, because it assigns the server's processes freely.
  func isOneSession() throws -> Bool {
    let answering: Int64? = try take(library.execute(handle, "SELECT pg_backend_pid()")) { result in
      try storedRows(result).first?[0]
    }
    return answering == Int64(library.serverProcess(handle))
  }

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
      isOver = true
      throw lost()
    }
    return takeNotifications()
  }

  /// Whether the server has closed the connection while it was idle, as a server does that restarts. Does not wait.
  func isClosedByServer() -> Bool {
    // An end may stand behind messages.
    for _ in 0..<8 {
      var request = pollfd(fd: library.socket(handle), events: Int16(POLLIN), revents: 0)
      guard poll(&request, 1, 0) > 0 else { return isLost }
      if library.consumeInput(handle) != 1 { isOver = true }
      if isLost { return true }
    }
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
    waiting = []
    hasPassedOnRows = false
    forgetExpected()
    try send { library.send(handle, command, 0, nil, nil, nil, nil, 0) }
  }

  /// Commits, together with the last changes. No rows may wait.
  ///
  /// - Returns: whether it is committed.
  func commit() throws -> Bool {
    try send { library.send(handle, "COMMIT", 0, nil, nil, nil, nil, 0) }
    return try settle { library.commandStatus($0).map { String(cString: $0) } } == "COMMIT"
  }

  /// Ends a transaction that only read, without waiting for the server. ``finish()`` reads the server's answer.
  func end() throws {
    guard sent == 0 else {
      _ = try commit()
      return
    }
    try send { library.send(handle, "COMMIT", 0, nil, nil, nil, nil, 0) }
    try synchronize()
    sent = 0
    isEnding = true
  }

  /// Reads the answer that ``end()`` left unread. Call it before anything else is sent.
  func finish() throws {
    guard isEnding else { return }
    isEnding = false
    do {
      try take(library.nextResult(handle)) { _ in }
      while let more = library.nextResult(handle) { library.clear(more) }
      try leavePipeline()
    } catch {
      isOver = true
      throw error
    }
  }

  /// Rolls the transaction back. If this fails, the connection is lost, and the server rolls back.
  func rollBack() {
    waiting = []
    do {
      if sent > 0 { try settle { _ in } }
    } catch {
      // The rollback undoes the statement that failed.
    }
    _ = try? command("ROLLBACK")
  }

  private func send(_ body: () -> Int32) throws {
    if sent == 0, library.enterPipeline(handle) != 1 { throw lost() }
    guard body() == 1 else {
      isOver = true
      throw lost()
    }
    sent += 1
  }

  /// Waits for the results of the statements that were sent.
  ///
  /// - Parameter body: takes the last result.
  /// - Throws: the error of the first statement that failed. The server skipped the statements after it.
  private func settle<T>(_ body: (OpaquePointer) throws -> T) throws -> T {
    let count = sent
    let early = awaited
    sent = 0
    awaited = nil
    try synchronize()
    var failure: (any Error)?
    var last: T?
    for place in 0..<count {
      do {
        try take(library.nextResult(handle)) { result in
          if let early, early.place == place { expected = (early.query, try storedRows(result)) }
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

  private func synchronize() throws {
    guard library.pipelineSync(handle) == 1 else {
      isOver = true
      throw lost()
    }
  }

  private func leavePipeline() throws {
    // The result of the synchronisation itself.
    library.clear(library.nextResult(handle))
    guard library.leavePipeline(handle) == 1 else {
      isOver = true
      throw lost()
    }
  }

  /// Passes on a result and frees it.
  private func take<T>(_ result: OpaquePointer?, _ body: (OpaquePointer) throws -> T) throws -> T {
    defer { library.clear(result) }
    // PGRES_COMMAND_OK and PGRES_TUPLES_OK.
    guard let result, [1, 2].contains(library.resultStatus(result)) else {
      let state = library.errorField(result, 67).map { String(cString: $0) } ?? ""
      guard !state.isEmpty else { throw lost() }
      // The server announces that it will end the connection.
      if state.hasPrefix("57P0") { isOver = true }
      throw PostgreSQLError(state: state, message: Self.line(library.errorField(result, 77)), isLost: isLost)
    }
    return try body(result)
  }

  /// Executes statements without arguments.
  ///
  /// - Returns: the status of the last of them: `COMMIT`.
  @discardableResult
  func command(_ sql: String) throws -> String {
    try insertWaiting()
    if sent > 0 { try settle { _ in } }
    return try take(library.execute(handle, sql)) { library.commandStatus($0).map { String(cString: $0) } ?? "" }
  }

  /// Does work, outside of a transaction, while this session alone has an advisory lock.
  func holding<T>(_ lock: Int, _ body: () throws -> T) throws -> T {
    try command("SELECT pg_advisory_lock(\(lock))")
    defer {
      // A session that kept the lock would stop all others.
      if (try? command("SELECT pg_advisory_unlock(\(lock))")) == nil { isOver = true }
    }
    return try body()
  }

  func expect(_ sql: String) throws {
    try insertWaiting()
    let name = try prepare(sql, [], isCached: true)
    try bind([]) { count, values, lengths, formats in
      try send { library.sendPrepared(handle, name, count, values, lengths, formats, 0) }
    }
    awaited = (sql, sent - 1)
  }

  private func forgetExpected() {
    awaited = nil
    expected = nil
  }

  func rows(_ sql: String, _ arguments: StatementArguments, isCached: Bool) throws -> [StoredRow] {
    if let (query, rows) = expected, query == sql {
      expected = nil
      return rows
    }
    return try perform(sql, arguments, isCached: isCached, storedRows)
  }

  func row(_ sql: String, _ arguments: StatementArguments) throws -> StoredRow? {
    try perform(sql, arguments, isCached: true, storedRows).first
  }

  /// Whether the transaction passed on rows one by one. The caller may have written them already.
  private(set) var hasPassedOnRows = false

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
    forgetExpected()
    return try perform(sql, arguments, isCached: true) { result in
      library.changedRows(result).flatMap { Int(String(cString: $0)) } ?? 0
    }
  }

  func change(_ sql: String, _ arguments: StatementArguments) throws {
    forgetExpected()
    try insertWaiting()
    if sent >= Self.mostSent { try settle { _ in } }
    let name = try prepare(sql, arguments.types.map(\.objectIdentifier), isCached: true)
    try bind(arguments) { count, values, lengths, formats in
      try send { library.sendPrepared(handle, name, count, values, lengths, formats, 0) }
    }
  }

  func put(_ statement: InsertStatement, _ arguments: StatementArguments) throws {
    forgetExpected()
    func place() -> Int? { waiting.firstIndex { $0.statement.table == statement.table } }
    if let found = place(), waiting[found].isBefore(arguments) { try insertWaiting() }
    if let found = place() { return try waiting[found].append(arguments) }
    var rows = PostgreSQLRows(statement, arguments.types.map(\.objectIdentifier))
    try rows.append(arguments)
    waiting.append(rows)
  }

  func insert(_ statement: InsertStatement, _ arguments: StatementArguments) throws -> Int64 {
    if let number = reserved[statement.table]?.popFirst() {
      try put(statement, [number] + arguments)
      return number
    }
    forgetExpected()
    guard let key = statement.key, let row = try row("\(statement.text) RETURNING \(key)", arguments) else {
      throw StoredDamage(text: "a new row was not stored")
    }
    return try row[0]
  }

  /// Sends the waiting rows.
  func insertWaiting() throws {
    guard !waiting.isEmpty else { return }
    let tables = waiting.sorted { $0.place < $1.place }
    waiting = []
    for rows in tables {
      try rows.send { count, values, lengths in
        if sent >= Self.mostSent { try settle { _ in } }
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
      _ = try row("SELECT setval('\(table.name)_\(column)_seq', (SELECT max(\(column)) FROM \(table.name)))", [])
    }
    _ = try run("UPDATE event_number SET last = ?", [lastEvent])
    // This includes numbers of pruned events: new events come after all earlier ones.
    _ = try row("SELECT setval('event_rowid_seq', max(?, 1), ? > 0)", [lastEvent, lastEvent])
  }

  func damage() throws -> Message? { nil }
  func brokenReferences() throws -> [String] { [] }
  func hasLost(purchase transaction: String) throws -> Bool { false }

  private func perform<T>(
    _ sql: String, _ arguments: StatementArguments, isCached: Bool, _ body: (OpaquePointer) throws -> T
  ) throws -> T {
    try insertWaiting()
    let name = try prepare(sql, arguments.types.map(\.objectIdentifier), isCached: isCached)
    return try bind(arguments) { count, values, lengths, formats in
      guard sent > 0 else {
        return try take(library.executePrepared(handle, name, count, values, lengths, formats, 0), body)
      }
      try send { library.sendPrepared(handle, name, count, values, lengths, formats, 0) }
      return try settle(body)
    }
  }

  /// The length of a value in libpq's type.
  static func length(_ count: Int) throws(LedgerError) -> Int32 {
    guard let length = Int32(exactly: count) else {
      throw LedgerError(.unusableName, "a value has \(count.grouped) octets, which PostgreSQL cannot store")
    }
    return length
  }

  static let textWithNUL = LedgerError(.unusableName, "a text contains a NUL, which PostgreSQL cannot store")

  /// Passes arguments in libpq's form: addresses, lengths and formats.
  private func bind<T>(
    _ arguments: StatementArguments, _ body: (Int32, [UnsafePointer<CChar>?], [Int32], [Int32]) throws -> T
  ) throws -> T {
    // One buffer for all values. Texts end with a NUL; bytes are sent as they are.
    var buffer: [CChar] = []
    var offsets: [Int?] = []
    var lengths: [Int32] = []
    var formats: [Int32] = []
    for (_, value) in arguments.elements {
      let start = buffer.count
      switch value {
      case .fraction: throw StoredDamage.fraction
      case .null:
        offsets.append(nil)
        lengths.append(0)
        formats.append(0)
        continue
      case .integer(let number): buffer.append(contentsOf: String(number).utf8CString)
      case .text(let text):
        guard !text.utf8.contains(0) else { throw Self.textWithNUL }
        buffer.append(contentsOf: text.utf8CString)
      case .bytes(let bytes):
        buffer.append(contentsOf: bytes.lazy.map { CChar(bitPattern: $0) })
        offsets.append(start)
        lengths.append(try Self.length(bytes.count))
        formats.append(1)
        continue
      }
      offsets.append(start)
      lengths.append(0)
      formats.append(0)
    }
    // An empty value needs an address, too.
    buffer.append(0)
    return try buffer.withUnsafeBufferPointer { buffer in
      let values = offsets.map { offset in offset.flatMap { offset in buffer.baseAddress.map { $0 + offset } } }
      return try body(Int32(values.count), values, lengths, formats)
    }
  }

  private func prepare(_ sql: String, _ types: [UInt32], isCached: Bool) throws -> String {
    if isCached, let known = prepared[sql], known.types == types { return known.name }
    let name = isCached ? "s\(prepared.count)_\(types.count)" : ""
    let isReplaced = prepared[sql] != nil
    // A statement cannot be prepared within a pipeline.
    if sent > 0 { try settle { _ in } }
    let text = Self.numbered(sql)
    try take(library.prepare(handle, isReplaced ? "" : name, text, Int32(types.count), types)) { _ in }
    guard isCached, !isReplaced else { return "" }
    prepared[sql] = (name, types)
    return name
  }

  /// Writes a statement with `$1` for `?1`. A bare `?` gets the number after the greatest one before it, as in SQLite
  /// (sqlite.org/c3ref/bind_blob.html).
  static func numbered(_ sql: String) -> String {
    var text: [UInt8] = []
    var greatest = 0
    var isQuoted = false
    var bytes = Array(sql.utf8)[...]
    while let byte = bytes.popFirst() {
      if byte == UInt8(ascii: "'") { isQuoted.toggle() }
      guard byte == UInt8(ascii: "?"), !isQuoted else {
        text.append(byte)
        continue
      }
      let digits = bytes.prefix { (0x30...0x39).contains($0) }
      bytes = bytes.dropFirst(digits.count)
      let number = Int(String(decoding: digits, as: UTF8.self)) ?? greatest + 1
      greatest = max(greatest, number)
      text += Array("$\(number)".utf8)
    }
    return String(decoding: text, as: UTF8.self)
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

extension StoredType {
  /// The object identifiers of `int8`, `text` and `bytea` (pg_type.dat).
  fileprivate var objectIdentifier: UInt32 {
    switch self {
    case .integer: 20
    case .text: 25
    case .bytes: 17
    }
  }
}

extension Stored {
  /// - Parameter type: the object identifier of a PostgreSQL type (pg_type.dat).
  fileprivate init(_ value: UnsafeBufferPointer<UInt8>, _ type: UInt32) {
    switch type {
    // bool: 0 or 1, as in SQLite.
    case 16: self = .integer(value.first == UInt8(ascii: "t") ? 1 : 0)
    // int8, int2, int4
    case 20, 21, 23: self = Int64(String(decoding: value, as: UTF8.self)).map { .integer($0) } ?? .fraction
    // bytea: \x and hexadecimal digits.
    case 17:
      var bytes: [UInt8] = []
      bytes.reserveCapacity(value.count / 2)
      for index in stride(from: 2, to: value.count - 1, by: 2) {
        bytes.append(Self.digit(value[index]) << 4 | Self.digit(value[index + 1]))
      }
      self = .bytes(bytes)
    // text, name, varchar, unknown
    case 25, 19, 1043, 705: self = .text(String(decoding: value, as: UTF8.self))
    default: self = .fraction
    }
  }

  /// The value of a digit. It wraps, so that a server that sends other octets cannot end the process.
  private static func digit(_ byte: UInt8) -> UInt8 {
    byte <= UInt8(ascii: "9") ? byte &- UInt8(ascii: "0") : byte &- UInt8(ascii: "a") &+ 10
  }
}
