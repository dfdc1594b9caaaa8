import ReceiptKit

/// Finds out in one statement which of many names a ledger knows.
extension PostgreSQLConnection {
  func unknown(among names: LedgerNames, rows: Int) throws -> LedgerNames {
    var unknown = names
    // PostgreSQL stores no NUL. Such a name is rejected when it is written.
    unknown.transactions = names.transactions.filter { !$0.contains(0) }
    unknown.orders = names.orders.filter { !$0.contains(0) }
    let found = try self.rows(
      Self.lookup,
      [
        Self.list(unknown.transactions), Self.list(unknown.orders),
        Self.hexadecimalList(unknown.digests), Self.hexadecimalList(unknown.requests), rows,
      ], isCached: true)
    var numbers: [String: [Int64]] = [:]
    for row in found {
      let kind: String = try row[0]
      let number: Int64 = try row[3]
      if let text: String = try row[1] {
        let name = Array(text.utf8)
        if kind == "order" { unknown.orders.remove(name) } else { unknown.transactions.remove(name) }
      } else if let digest: [UInt8] = try row[2] {
        if kind == "digest" { unknown.digests.remove(digest) } else { unknown.requests.remove(digest) }
      } else {
        numbers[kind, default: []].append(number)
      }
    }
    reserved = numbers.mapValues { $0.sorted()[...] }
    return unknown
  }

  /// Each row has the kind of a name, or the table that a number is for; the name as text or bytes; and the number.
  ///
  /// Its arguments are lists of the names of each kind, and the number of row numbers to take. `OFFSET 0` makes
  /// PostgreSQL look up each name in an index. Otherwise it may read a whole table, and then conflicts with every other
  /// transaction that writes into it.
  private static let lookup = """
    SELECT CAST('transaction' AS text), x, CAST(NULL AS bytea), CAST(0 AS bigint) FROM unnest(CAST(?1 AS text[])) x
    WHERE \(LedgerNames.transactionColumns.map { table, column in
      "EXISTS (SELECT 1 FROM \(table) WHERE \(column) = x OFFSET 0)"
    }.joined(separator: " OR "))
    UNION ALL SELECT 'order', x, NULL, 0 FROM unnest(CAST(?2 AS text[])) x
    WHERE EXISTS (SELECT 1 FROM presentation WHERE order_id = x OFFSET 0)
    UNION ALL SELECT 'digest', NULL, x, 0 FROM unnest(CAST(?3 AS bytea[])) x
    WHERE EXISTS (SELECT 1 FROM receipt WHERE sha256 = x OFFSET 0) OR EXISTS (SELECT 1 FROM receipt WHERE \
    signed_sha256 = x OFFSET 0)
    UNION ALL SELECT 'request', NULL, x, 0 FROM unnest(CAST(?4 AS bytea[])) x
    WHERE EXISTS (SELECT 1 FROM request WHERE key = x OFFSET 0)
    UNION ALL SELECT 'receipt', NULL, NULL, nextval('receipt_id_seq') FROM generate_series(1, ?5)
    UNION ALL SELECT 'presentation', NULL, NULL, nextval('presentation_id_seq') FROM generate_series(1, ?5)
    UNION ALL SELECT 'event', NULL, NULL, nextval('event_rowid_seq') FROM generate_series(1, ?5)
    """

  /// Texts in the form of a PostgreSQL array (documentation, 8.15.2 "Array Value Input").
  private static func list(_ names: Set<[UInt8]>) -> String {
    var text: [UInt8] = [UInt8(ascii: "{")]
    for name in names {
      if text.count > 1 { text.append(UInt8(ascii: ",")) }
      text.append(UInt8(ascii: "\""))
      for byte in name {
        if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { text.append(UInt8(ascii: "\\")) }
        text.append(byte)
      }
      text.append(UInt8(ascii: "\""))
    }
    text.append(UInt8(ascii: "}"))
    return String(decoding: text, as: UTF8.self)
  }

  /// Bytes in the form of a PostgreSQL array, as hexadecimal digits.
  private static func hexadecimalList(_ names: Set<[UInt8]>) -> String {
    list(Set(names.map { Array("\\x\(hexadecimal($0))".utf8) }))
  }
}
