import ReceiptKit

/// A table, for copying it: its columns with their types, and the order of its rows.
private struct CopiedTable {
  let name: String
  let columns: [(name: String, type: StoredType)]
  let key: String
  /// The column whose values the database gives; `nil` without one.
  let identity: String?

  /// - Parameter columns: `NAME` for a text, `NAME#` for a number, `NAME$` for bytes. The first ones are the key.
  init(_ name: String, keys: Int = 1, identity: String? = nil, _ columns: String) {
    self.name = name
    self.identity = identity
    self.columns = columns.split(separator: " ").map { column in
      switch column.last {
      case "#": (String(column.dropLast()), .integer)
      case "$": (String(column.dropLast()), .bytes)
      default: (String(column), .text)
      }
    }
    key = self.columns.prefix(keys).map(\.name).joined(separator: ", ")
  }

  /// In an order in which every row refers to rows that are there.
  static let all: [CopiedTable] = [
    CopiedTable("ledger", "name value"),
    CopiedTable("app", "bundle_id is_fixed#"),
    CopiedTable("hint", "original_transaction_id at#"),
    CopiedTable("refused", "transaction_id at#"),
    CopiedTable(
      "receipt", identity: "id",
      "id# sha256$ bundle_id environment created_at# verdict seen_at# is_kept# body$ signed_sha256$"),
    CopiedTable(
      "presentation", identity: "id",
      "id# order_id account receipt_id# at# ordered_at# decision state device$ details repeats# repeated_at#"),
    CopiedTable(
      "purchase",
      "transaction_id original_transaction_id product_id product_type# purchased_at# expires_at# refunded_at# refund_reason# ownership presentation_id# account state signed_at# refund_known_at# end_said_at# previous_transaction_id"
    ),
    CopiedTable("claim", keys: 2, "transaction_id presentation_id# outcome holder_id#"),
    CopiedTable(
      "subscription",
      "original_transaction_id account presentation_id# receipt_id# product_id begins_at# expires_at# state known_at# changed_at#"
    ),
    CopiedTable("answer", identity: "id", "id# receipt_id# at# endpoint status# meaning text after_event#"),
    CopiedTable(
      "task", identity: "id",
      "id# presentation_id# subscription_id due_at# attempts# refusals# refused_at# lease# leased_at# leased_until#"),
    CopiedTable("notification", "uuid name signed_at# at#"),
    CopiedTable(
      "renewal",
      "original_transaction_id said_at# begins_at# will_renew# expiration_intent# is_in_billing_retry# grace_expires_at#"
    ),
    CopiedTable(
      "event", identity: "rowid",
      "rowid# seq# at# kind presentation_id# transaction_id original_transaction_id details account"),
    CopiedTable("request", "key$ body$ at#"),
    CopiedTable("erased", "hash$ at#"),
    CopiedTable("pace", "id# next_at#"),
    CopiedTable("webhook", "name position# lease# leased_until#"),
    CopiedTable("delivery", keys: 2, "webhook seq# attempts# due_at#"),
  ]

  /// All rows in order. The version of the schema is each database's own.
  var rows: String {
    "SELECT \(names) FROM \(name)\(name == "ledger" ? " WHERE name <> 'version'" : "") ORDER BY \(key)"
  }

  func insert(_ count: Int) -> String {
    let row = "(\(columns.map { _ in "?" }.joined(separator: ", ")))"
    return "INSERT INTO \(name) (\(names))\(identity == nil ? "" : " OVERRIDING SYSTEM VALUE") VALUES "
      + Array(repeating: row, count: count).joined(separator: ", ")
  }

  private var names: String { columns.map(\.name).joined(separator: ", ") }
}

/// The number and the digest of the rows of a table.
private struct TableDigest: Equatable {
  private(set) var count = 0
  private var digest: [UInt8] = []

  mutating func add(_ row: StoredRow) {
    count += 1
    // The digest before it, then each value with its type and its length.
    var bytes = digest
    func add(_ type: UInt8, _ value: some Collection<UInt8>) {
      bytes.append(type)
      bytes += withUnsafeBytes(of: UInt64(value.count).bigEndian) { Array($0) }
      bytes += value
    }
    for value in row.values {
      switch value {
      case .null: add(0, [])
      case .integer(let number): add(1, Array(String(number).utf8))
      case .text(let text): add(2, Array(text.utf8))
      case .bytes(let value): add(3, value)
      case .fraction: add(4, [])
      }
    }
    digest = DigestAlgorithm.sha256.digest(bytes)
  }
}

extension Ledger {
  /// Copies everything into a ledger in PostgreSQL that has recorded nothing, and proves that nothing was lost: before the commit, the
  /// number and a digest of the rows of every table are compared with those that were read. Until then other processes cannot write here.
  ///
  /// - Parameter url: the database; the tables are made.
  /// - Returns: the number of rows of all tables.
  /// - Throws: a ``LedgerError``; then nothing was copied.
  package func move(to url: String, patience: Double = 30) throws -> Int {
    guard PostgreSQLAddress.isAddress(url), !PostgreSQLAddress.isAddress(path) else {
      throw LedgerError(.unavailable, "a ledger moves from a file into PostgreSQL: postgres://…")
    }
    if let flaw = try check().first {
      throw LedgerError(.damaged, "'\(path)' is not sound: \(flaw.text)", hint: "see `ledger check`")
    }
    let target = try Ledger(path: url, environment: environment, makingFor: try apps().named, patience: patience)
    return try write { source in
      try Self.refuseOtherTables(source)
      return try target.write { db in
        try Self.refuseUsed(db, url)
        try db.run("DELETE FROM app")
        try db.run("DELETE FROM ledger WHERE name <> 'version'")
        var count = 0
        for table in CopiedTable.all { count += try Self.copy(table, from: source, to: db) }
        let last = try Self.lastEvent(source)
        try db.run("UPDATE event_number SET last = ?", [last])
        // Also of numbers that were pruned: what is recorded next comes after all events of before.
        _ = try db.row("SELECT setval('event_rowid_seq', max(?, 1), ? > 0)", [last, last])
        return count
      }
    }
  }

  private static func copy(_ table: CopiedTable, from source: Database, to db: Database) throws -> Int {
    var read = TableDigest()
    var batch: [Stored] = []
    let types = table.columns.map(\.type)
    func write(isCached: Bool) throws {
      guard !batch.isEmpty else { return }
      let rows = batch.count / types.count
      let arguments = StatementArguments(
        zip(batch, (0..<rows).flatMap { _ in types }).map { ReadArgument(storedType: $1, stored: $0) })
      _ = try db.rows(table.insert(rows), arguments, isCached: isCached)
      batch.removeAll(keepingCapacity: true)
    }
    try source.eachRow(table.rows) { row in
      read.add(row)
      batch += row.values
      if batch.count == 64 * types.count { try write(isCached: true) }
    }
    try write(isCached: false)
    if let identity = table.identity, table.name != "event" {
      _ = try db.row(
        "SELECT setval('\(table.name)_\(identity)_seq', (SELECT max(\(identity)) FROM \(table.name)))")
    }
    var written = TableDigest()
    try db.eachRow(table.rows) { written.add($0) }
    guard written == read else {
      throw StoredDamage(text: "\(written.count) rows of \(table.name) are not the \(read.count) that were copied")
    }
    return read.count
  }

  /// A table that is not in the list would silently be left behind.
  private static func refuseOtherTables(_ db: Database) throws {
    let tables: [String] = try db.values(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite~_%' ESCAPE '~'")
    let known = Set(CopiedTable.all.map(\.name))
    guard let other = tables.sorted().first(where: { !known.contains($0) }) else { return }
    throw LedgerError(.unavailable, "the table \(other) cannot be moved: it is not a ledger's")
  }

  private static func refuseUsed(_ db: Database, _ url: String) throws {
    for table in CopiedTable.all where table.name != "ledger" && table.name != "app" {
      guard try db.isTrue("SELECT EXISTS (SELECT 1 FROM \(table.name))") else { continue }
      throw LedgerError(
        .unavailable, "the ledger '\(url)' has recorded something already", hint: "move into an empty database")
    }
  }
}
