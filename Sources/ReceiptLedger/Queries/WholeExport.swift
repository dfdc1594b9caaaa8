import ReceiptKit

/// The lines of a whole ledger: everything that it knows, in the same form for every storage.
///
/// The first line states the format, the environment, the apps, and the number of the last event. Then each row of each
/// table is a line. The last line has the number of rows and SHA-256 of all lines before it, so that a truncated or
/// changed export is noticed.
struct WholeExport {
  static let schema = "receipt-tool/ledger-export/1"

  let environment: LedgerEnvironment
  let apps: [String]
  let lastEvent: Int64

  /// The first line.
  private var heading: [UInt8] {
    var writer = JSONWriter(layout: .compact, reservingCapacity: 256)
    writer.object { writer in
      writer.member("schema", Self.schema)
      writer.member("environment", environment.rawValue)
      writer.member("bundle_ids", apps)
      writer.key("last_event")
      writer.integer(lastEvent)
    }
    writer.endLine()
    return Array(writer.bytes)
  }

  /// Writes all lines as of one moment, inside a transaction.
  ///
  /// - Returns: the last line.
  @discardableResult
  static func write(_ db: Database, _ take: ([UInt8]) throws -> Void) throws -> [UInt8] {
    let digest = try RunningDigest()
    var count = 0
    func add(_ line: [UInt8]) throws {
      try digest.update(line)
      try take(line)
    }
    try add(
      WholeExport(environment: LedgerEnvironment(of: db), apps: db.namedApps(), lastEvent: db.lastEvent()).heading)
    for table in CopiedTable.all {
      try db.eachRow(table.rows) { row in
        count += 1
        try add(line(row.values, table))
      }
    }
    let last = lastLine(count, try digest.finish())
    try take(last)
    return last
  }

  private static func line(_ values: [Stored], _ table: CopiedTable) throws -> [UInt8] {
    var writer = JSONWriter(layout: .compact, reservingCapacity: 512)
    try writer.object { writer throws(StoredDamage) in
      writer.member("table", table.name)
      for (column, value) in zip(table.columns, values) {
        writer.key(column.name)
        switch (column.type, value) {
        case (_, .null): writer.null()
        case (.integer, .integer(let number)): writer.integer(number)
        case (.text, .text(let text)): writer.string(text)
        case (.bytes, .bytes(let bytes)): writer.string(hexadecimal(bytes))
        default: throw StoredDamage(text: "the column \(table.name).\(column.name) holds what never was written there")
        }
      }
    }
    writer.endLine()
    return Array(writer.bytes)
  }

  /// The last line.
  static func lastLine(_ count: Int, _ digest: [UInt8]) -> [UInt8] {
    var writer = JSONWriter(layout: .compact, reservingCapacity: 128)
    writer.object { writer in
      writer.member("rows", count)
      writer.member("sha256", hexadecimal(digest))
    }
    writer.endLine()
    return Array(writer.bytes)
  }
}

extension Ledger {
  /// Passes on everything that the ledger knows, as of one moment, as lines for ``imported(from:at:lockTimeout:)``.
  ///
  /// - Throws: `.locked` if events are recorded so fast that some events never have a number yet.
  package func exportEverything(_ take: ([UInt8]) throws -> Void) throws {
    for _ in 0..<Self.tries {
      try storage.numberEvents()
      let isDone = try read { db in
        // Otherwise, rows lost with a damaged page would be missing silently.
        if let damage = try db.connection.damage() { throw storage.damaged(damage) }
        guard try !db.isTrue("SELECT EXISTS (SELECT 1 FROM event WHERE seq IS NULL)") else { return false }
        try WholeExport.write(db, take)
        return true
      }
      if isDone { return }
    }
    throw LedgerError(
      .locked, "at no moment all events had their numbers: nothing was exported",
      hint: "run it again, when less is recorded")
  }

  private static let tries = 20
}
