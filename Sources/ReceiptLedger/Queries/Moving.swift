import ReceiptKit

/// The number and the digest of the rows of a table.
private struct TableDigest: Equatable {
  private(set) var count = 0
  private var digest: [UInt8] = []

  mutating func add(_ row: StoredRow) {
    count += 1
    // The digest so far, then each value with its type and its length.
    var bytes = digest
    func append(_ type: UInt8, _ value: some Collection<UInt8>) {
      bytes.append(type)
      bytes += withUnsafeBytes(of: UInt64(value.count).bigEndian) { Array($0) }
      bytes += value
    }
    for value in row.values {
      switch value {
      case .null: append(0, [])
      case .integer(let number): append(1, Array(String(number).utf8))
      case .text(let text): append(2, Array(text.utf8))
      case .bytes(let value): append(3, value)
      // No ledger holds a fraction: copying the row throws.
      case .fraction: append(4, [])
      }
    }
    digest = DigestAlgorithm.sha256.digest(bytes)
  }
}

extension Ledger {
  /// Copies everything into a PostgreSQL ledger that has recorded nothing, and proves that nothing was lost: before the
  /// commit, the number of rows and a digest of every table are compared with those of the original. Until then, other
  /// processes cannot write to this ledger.
  ///
  /// - Parameter url: the database; the tables are created in it.
  /// - Returns: the number of rows of all tables.
  /// - Throws: a ``LedgerError``; nothing is then copied.
  package func move(to url: String, lockTimeout: Double = 30) throws -> Int {
    guard PostgreSQLAddress.isAddress(url), !PostgreSQLAddress.isAddress(path) else {
      throw LedgerError(.unavailable, "a ledger moves from a file into PostgreSQL: postgres://…")
    }
    if let flaw = try check().first {
      throw LedgerError(.damaged, "'\(path)' is not sound: \(flaw.text)", hint: "see `ledger check`")
    }
    let target = try Ledger(path: url, environment: environment, makingFor: try apps().named, lockTimeout: lockTimeout)
    return try write { source in
      try Self.refuseOtherTables(source)
      return try target.write { db in
        try db.refuseUsed(url)
        try db.clearPurpose()
        var count = 0
        for table in CopiedTable.all { count += try Self.copy(table, from: source, to: db) }
        try db.connection.endCopy(lastEvent: source.lastEvent())
        return count
      }
    }
  }

  private static func copy(_ table: CopiedTable, from source: Database, to db: Database) throws -> Int {
    var read = TableDigest()
    var rows = CopiedRows(db)
    try source.eachRow(table.rows) { row in
      read.add(row)
      try rows.insert(row.values, into: table)
    }
    try rows.flush()
    var written = TableDigest()
    try db.eachRow(table.rows) { written.add($0) }
    guard written == read else {
      throw StoredDamage(text: "\(written.count) rows of \(table.name) are not the \(read.count) that were copied")
    }
    return read.count
  }

  /// Rejects a ledger with a table that is not in the list, because the table would silently not be copied.
  private static func refuseOtherTables(_ db: Database) throws {
    let tables: [String] = try db.values(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite~_%' ESCAPE '~'")
    guard let other = tables.sorted().first(where: { CopiedTable.byName[$0] == nil }) else { return }
    throw LedgerError(.unavailable, "the table \(other) cannot be moved: it is not a ledger's")
  }
}
