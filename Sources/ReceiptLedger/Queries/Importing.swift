import ReceiptKit

extension Ledger {
  /// Opens the lines of an export. Each call starts again at the first line; each call of its result returns the next
  /// line, and `nil` after the last.
  package typealias ExportedLines = () throws -> () throws -> [UInt8]?

  /// Imports an export into a ledger that has recorded nothing, and proves the result: before the commit, everything is
  /// exported again and must equal the original byte by byte.
  ///
  /// All lines are read before anything is written, so that a damaged export leaves no trace.
  ///
  /// - Parameters:
  ///   - lines: the output of ``exportEverything(_:)``; untrusted.
  ///   - path: the file or the URL of the ledger, which is created if it does not exist.
  ///   - lockTimeout: how many seconds to wait for a lock.
  /// - Returns: the number of rows.
  /// - Throws: a ``LedgerError``; `.unavailable` for invalid lines, and if the ledger has recorded something. Nothing
  ///   is then imported.
  package static func imported(from lines: ExportedLines, at path: String, lockTimeout: Double = 30) throws -> Int {
    var trial = try WholeImport()
    let next = try lines()
    while let line = try next() { _ = try trial.read(line) }
    try trial.finish()
    guard let heading = trial.heading, let lastLine = trial.lastLine else {
      throw LedgerError(.defect, "an export without lines")
    }
    let ledger = try Ledger(
      path: path, environment: heading.environment, makingFor: heading.apps, lockTimeout: lockTimeout)
    do {
      return try ledger.write { db in try insert(lines, heading, lastLine, into: db, of: ledger) }
    } catch let error as LedgerError where error.code == .defect {
      // The statements of an import depend only on the rows, so the rows are at fault.
      throw LedgerError(
        .unavailable, "the rows of the export contradict each other: \(error.message); nothing was imported",
        hint: "take another copy of the export")
    }
  }

  /// Inserts the rows of an export that was read before, and compares the result with it.
  ///
  /// - Returns: the number of rows.
  private static func insert(
    _ lines: ExportedLines, _ heading: WholeExport, _ lastLine: [UInt8], into db: Database, of ledger: Ledger
  ) throws -> Int {
    try db.refuseUsed(ledger.path)
    try db.clearPurpose()
    var reader = try WholeImport()
    var rows = CopiedRows(db)
    let next = try lines()
    while let line = try next() {
      if let (table, values) = try reader.read(line) { try rows.insert(values, into: table) }
    }
    try rows.flush()
    try reader.finish()
    try db.connection.endCopy(lastEvent: heading.lastEvent)
    let copied = try WholeExport.write(db) { _ in }
    guard copied == lastLine, reader.lastLine == lastLine else {
      throw LedgerError(
        .unavailable,
        "what was imported is not what was exported: other rows, or in another order; nothing was imported",
        hint: "take another copy of the export")
    }
    if let flaw = try ledger.flaws(db).first {
      throw LedgerError(
        .unavailable, "the export is not sound: \(flaw.text); nothing was imported", hint: "see `ledger check`")
    }
    return rows.count
  }
}

/// Reads the lines of ``WholeExport``, and rejects everything that an export never contains.
private struct WholeImport {
  private(set) var heading: WholeExport?
  /// The last line, after it was read.
  private(set) var lastLine: [UInt8]?
  private var lineNumber = 0
  private var rowCount = 0
  private let digest: RunningDigest

  init() throws {
    digest = try RunningDigest()
  }

  /// Reads the next line.
  ///
  /// - Returns: the row in the line; `nil` for the first and the last line.
  mutating func read(_ line: [UInt8]) throws -> (CopiedTable, [Stored])? {
    lineNumber += 1
    guard lastLine == nil else { throw fault("something stands behind the last line") }
    let document: JSONValue
    do throws(ReceiptError) { document = try JSONReader(maximumDepth: 4, maximumValues: 10_000).read(line) } catch {
      throw fault(error.message)
    }
    guard case .object(let members) = document else { throw fault("it is no object") }
    if lineNumber == 1 {
      heading = try readHeading(members)
    } else if members.first?.name == "rows" {
      let last = WholeExport.lastLine(rowCount, try digest.finish())
      guard line == last else { throw fault("the lines before it are not those that were exported") }
      lastLine = line
      return nil
    }
    try digest.update(line)
    guard lineNumber > 1 else { return nil }
    rowCount += 1
    return try readRow(members)
  }

  /// Checks that the export is complete; must be called after its last line.
  ///
  /// - Throws: `.unavailable` for an export that is empty or lacks its last line.
  func finish() throws {
    guard lineNumber > 0 else { throw LedgerError(.unavailable, "the export is empty") }
    guard lastLine != nil else {
      throw LedgerError(.unavailable, "the export is cut off after line \(lineNumber): its last line is missing")
    }
  }

  private func readHeading(_ members: [JSONValue.Member]) throws -> WholeExport {
    guard members.first?.name == "schema", case .string(let schema)? = members.first?.value else {
      throw fault("it does not say that this is a ledger", hint: "`receipt-tool ledger export --all` writes one")
    }
    guard schema == WholeExport.schema else { throw fault("it has the schema \(schema.prefix(60)), which is unknown") }
    try compare(members, ["schema", "environment", "bundle_ids", "last_event"])
    guard let environment = members[1].value.stringValue.flatMap(LedgerEnvironment.init(rawValue:)),
      case .array(let elements) = members[2].value, case .number(let digits) = members[3].value,
      let last = Int64(digits), last >= 0
    else { throw fault("a member has a value that is never written there") }
    let apps = elements.compactMap(\.stringValue)
    guard apps.count == elements.count else { throw fault("`bundle_ids` is no list of strings") }
    return WholeExport(environment: environment, apps: apps, lastEvent: last)
  }

  private func readRow(_ members: [JSONValue.Member]) throws -> (CopiedTable, [Stored]) {
    guard members.first?.name == "table", let name = members.first?.value.stringValue else {
      throw fault("it does not say of which table it is")
    }
    guard let table = CopiedTable.byName[name] else { throw fault("the table `\(name.prefix(40))` is unknown") }
    try compare(members, ["table"] + table.columns.map(\.name))
    return (
      table,
      try zip(table.columns, members.dropFirst()).map { column, member in
        guard let value = Self.value(member.value, column.type) else {
          throw fault("`\(column.name)` has a value that is never written there")
        }
        return value
      }
    )
  }

  /// Rejects members other than these, in this order.
  private func compare(_ members: [JSONValue.Member], _ names: [String]) throws {
    if let other = members.first(where: { !names.contains($0.name) }) {
      throw fault("the member `\(other.name.prefix(40))` is unknown")
    }
    guard members.map(\.name) == names else {
      let missing = names.first { name in !members.contains { $0.name == name } }
      throw fault(missing.map { "the member `\($0)` is missing" } ?? "its members are not in their order")
    }
  }

  private static func value(_ value: JSONValue, _ type: StoredType) -> Stored? {
    switch (type, value) {
    case (_, .null): .null
    case (.integer, .number(let digits)): Int64(digits).map { .integer($0) }
    case (.text, .string(let text)): .text(text)
    case (.bytes, .string(let digits)): octets(ofHexadecimal: digits).map { .bytes($0) }
    default: nil
    }
  }

  private func fault(_ what: Message, hint: Message? = nil) -> LedgerError {
    LedgerError(
      .unavailable, "line \(lineNumber) of the export: \(what); nothing was imported",
      hint: hint ?? "take another copy of the export")
  }
}
