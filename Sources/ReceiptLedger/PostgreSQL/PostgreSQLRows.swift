import ReceiptKit

/// Rows of one table that are inserted together.
struct PostgreSQLRows {
  /// The tables whose rows are inserted together, each after the tables that its rows refer to.
  static let order = ["receipt", "presentation", "purchase", "subscription", "event", "request"]
  /// The maximum number of bytes that wait to be sent.
  static let maximumBytes = 1 << 20
  /// Up to this number, each number of rows has its own statement. More rows are sent in groups whose size is a power
  /// of two, so that few statements have to be prepared.
  private static let maximumExactCount = 8
  private static let maximumCount = 64

  let statement: InsertStatement
  private let types: [UInt32]
  /// The values of all rows in PostgreSQL's binary form.
  private var bytes: [UInt8] = []
  /// The end of each value in ``bytes``; `nil` for NULL.
  private var ends: [Int?] = []
  /// The keys of the rows, for tables in which a conflict is not an error.
  private var keys: Set<[UInt8]> = []

  /// - Parameter types: the types of the values of a row; the first is the row number, if the table has row numbers.
  init(_ statement: InsertStatement, _ types: [UInt32]) {
    self.statement = statement
    self.types = types
  }

  /// The place of the table among those of ``order``.
  var place: Int { Self.order.firstIndex(of: statement.table) ?? Self.order.count }

  /// Whether the rows must be sent before this one is added: they are large enough, or this row changes one of them,
  /// and PostgreSQL cannot change a row twice in one statement.
  func mustPrecede(_ arguments: StatementArguments) -> Bool {
    bytes.count > Self.maximumBytes || (!keys.isEmpty && keys.contains(Self.key(of: arguments)))
  }

  /// The first value of a row, if it is a text.
  private static func key(of arguments: StatementArguments) -> [UInt8] {
    if case .text(let text)? = arguments.elements.first?.value { Array(text.utf8) } else { [] }
  }

  /// - Throws: a ``LedgerError`` for a text that PostgreSQL cannot store, ``StoredDamage`` for ``Stored/fraction``.
  mutating func append(_ arguments: StatementArguments) throws {
    for (_, value) in arguments.elements {
      switch value {
      case .fraction: throw StoredDamage.fraction
      case .null:
        ends.append(nil)
        continue
      case .integer(let number): withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
      case .text(let text):
        guard !text.utf8.contains(0) else { throw PostgreSQLConnection.textWithNUL }
        bytes.append(contentsOf: text.utf8)
      case .bytes(let octets): bytes.append(contentsOf: octets)
      }
      ends.append(bytes.count)
    }
    if !statement.onConflict.isEmpty { keys.insert(Self.key(of: arguments)) }
  }

  /// Passes on the rows in parts, each of a size that has a statement: the number of rows, and the values in libpq's
  /// form with their lengths.
  func send(_ body: (Int, [UnsafePointer<CChar>?], [Int32]) throws -> Void) throws {
    // An empty value needs an address, too.
    try (bytes + [0]).withUnsafeBytes { bytes in
      let address = bytes.bindMemory(to: CChar.self).baseAddress
      var next = 0
      var start = 0
      while next < ends.count {
        let left = (ends.count - next) / types.count
        let powerOfTwo = 1 << (Int.bitWidth - 1 - left.leadingZeroBitCount)
        let count = left <= Self.maximumExactCount ? left : min(powerOfTwo, Self.maximumCount)
        var values: [UnsafePointer<CChar>?] = []
        var lengths: [Int32] = []
        values.reserveCapacity(count * types.count)
        lengths.reserveCapacity(count * types.count)
        for end in ends[next..<next + count * types.count] {
          guard let end else {
            values.append(nil)
            lengths.append(0)
            continue
          }
          values.append(address.map { $0 + start })
          lengths.append(try PostgreSQLConnection.length(end - start))
          start = end
        }
        try body(count, values, lengths)
        next += count * types.count
      }
    }
  }

  /// The types of the values of this number of rows.
  func types(rows: Int) -> [UInt32] { Array(repeatElement(types, count: rows).joined()) }

  /// The statement that inserts this number of rows. PostgreSQL must be told that row numbers are given.
  func text(rows: Int) -> String {
    let names = [statement.key].compactMap(\.self) + statement.columns
    let row = "(\(repeatElement("?", count: names.count).joined(separator: ", ")))"
    return "INSERT INTO \(statement.table) (\(names.joined(separator: ", ")))"
      + (statement.key == nil ? "" : " OVERRIDING SYSTEM VALUE")
      + " VALUES \(repeatElement(row, count: rows).joined(separator: ", ")) \(statement.onConflict)"
  }
}
