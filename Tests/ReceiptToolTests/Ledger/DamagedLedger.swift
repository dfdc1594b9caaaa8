import Foundation
import GRDB
import ReceiptKit
import ReceiptLedger
import ReceiptMint
import TestSupport
import Testing

/// A ledger in which everything has happened that can, and copies of it that are damaged: in their bytes, their pages,
/// their tables or their values. The same number gives the same damage.
final class DamagedLedger {
  let tool: LedgerTool
  /// What jane has: nobody else may ever get it.
  let owned: String
  /// What nobody presented yet.
  let fresh: String
  let notification: URL
  /// The secret that ``notification`` carries.
  static let secret = Secret(Array("0123456789abcdef".utf8))
  let secretFile: URL
  private let sound: [UInt8]

  init() throws {
    tool = try LedgerTool()
    let (tool, apple) = (
      tool,
      try LoopbackApple { call in
        .init(
          call.receipt.contains("x") && call.sequence % 3 == 0 ? #"{"status":21003}"# : LedgerTool.valid(call.receipt))
      }
    )
    func add(_ purchases: [InAppDescription], _ order: String, _ account: String, _ more: [String] = []) throws {
      let run = try tool.add(LedgerTool.receipt(purchases), order: order, account: account, more)
      #expect([0, 1, 75].contains(run.status), "\(run.stderr)")
    }
    func purchase(_ transaction: String, _ type: Int64?, to end: String? = nil) -> InAppDescription {
      var purchase = LedgerTool.coins(transaction, product: "p\(type ?? 9)")
      purchase.productType = type
      purchase.expiresDate = end
      return purchase
    }
    let mine = (0..<60).map { LedgerTool.coins("T\($0)") }
    owned = try LedgerTool.receipt(mine)
    fresh = try LedgerTool.receipt([LedgerTool.coins("new")])
    try add(mine, "1", "jane", ["--keep-receipts"])
    try add(mine, "stolen", "joe")
    for (index, type) in ([nil, 0, 2, 3] as [Int64?]).enumerated() {
      let end = type == 3 ? "2099-01-01T00:00:00Z" : nil
      try add([purchase("K\(index)", type, to: end)], "k\(index)", "kim", ["--keep-receipts"])
      try add([purchase("K\(index)", type, to: end)], "k\(index)", "kim", ["--keep-receipts"])
      try add([purchase("V\(index)", type, to: end)], "v\(index)", "kim", ["--verify"])
    }
    _ = try tool.run("run", apple.options)
    for index in 0..<4 { try add([LedgerTool.coins("W\(index)")], "w\(index)", "lee", ["--verify"]) }
    notification = try tool.scratch.file(
      "notification.json",
      """
      {"notification_type":"REFUND","environment":"Sandbox","password":"0123456789abcdef","bid":"\(LedgerTool.bundle)","unified_receipt":{"environment":"Sandbox","latest_receipt_info":[
      {"transaction_id":"T1","product_id":"com.example.coins","purchase_date_ms":"1766770987000",
      "cancellation_date_ms":"1766780987000"},{"transaction_id":"lost","product_id":"x","purchase_date_ms":"1766770987000"},
      {"transaction_id":"K3b","original_transaction_id":"K3","product_id":"p3","purchase_date_ms":"1766870987000",
      "expires_date_ms":"1766970987000"}]}}
      """.utf8)
    secretFile = try tool.scratch.file("secret", "0123456789abcdef\n".utf8)
    guard chmod(secretFile.path, 0o600) == 0 else { throw POSIXError(.EACCES) }
    let told = try tool.run("notify", ["--shared-secret-file", secretFile.path, notification.path])
    #expect(told.status == 0, "\(told.stderr)")
    let copy = tool.scratch.path + "/sound.sqlite"
    let backup = try tool.run("backup", [copy])
    #expect(backup.status == 0, "\(backup.stderr)")
    let check = try ToolRun(["ledger", "check", "--database", copy])
    #expect(check.status == 0, "\(check.stderr)")
    sound = Array(try Data(contentsOf: URL(fileURLWithPath: copy)))
    withExtendedLifetime(apple) {}
  }

  /// Writes the damaged copy of a number.
  ///
  /// - Returns: what was done to it.
  func write(_ number: Int, to path: String) throws -> String {
    for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
    var chance = SplitMix(seed: UInt64(number))
    var bytes = sound
    let what: String
    if number % 2 == 0 {
      what = DamagedLedger.damage(&bytes, &chance)
      try Data(bytes).write(to: URL(fileURLWithPath: path))
    } else {
      try Data(bytes).write(to: URL(fileURLWithPath: path))
      what = try DamagedLedger.damage(path, &chance)
    }
    // Readable for everybody it would be told on standard error besides.
    guard chmod(path, 0o600) == 0 else { throw POSIXError(.EACCES) }
    return "damage \(number): \(what)"
  }

  private static let page = 4_096

  /// Bytes: flipped, overwritten, moved, cut off.
  private static func damage(_ bytes: inout [UInt8], _ chance: inout SplitMix) -> String {
    let pages = bytes.count / page
    switch chance.below(6) {
    case 0:
      let offset = chance.below(100)
      bytes[offset] ^= UInt8(1 + chance.below(255))
      return "byte \(offset) of the header"
    case 1:
      let count = 1 + chance.below(20)
      let offsets = (0..<count).map { _ in 100 + chance.below(bytes.count - 100) }
      for offset in offsets { bytes[offset] ^= UInt8(1 + chance.below(255)) }
      return "bytes \(offsets)"
    case 2:
      let (number, byte) = (chance.below(pages), UInt8([0, 0xFF, 0x0A][chance.below(3)]))
      for offset in 0..<page where number > 0 || offset >= 100 { bytes[number * page + offset] = byte }
      return "page \(number + 1) overwritten with \(byte)"
    case 3:
      let (first, second) = (1 + chance.below(pages - 1), 1 + chance.below(pages - 1))
      let kept = Array(bytes[first * page..<(first + 1) * page])
      bytes.replaceSubrange(first * page..<(first + 1) * page, with: bytes[second * page..<(second + 1) * page])
      bytes.replaceSubrange(second * page..<(second + 1) * page, with: kept)
      return "pages \(first + 1) and \(second + 1) swapped"
    case 4:
      let count = chance.below(4) == 0 ? chance.below(100) : chance.below(bytes.count)
      bytes.removeLast(bytes.count - count)
      return "cut to \(count) bytes"
    default:
      // The first bytes of a page say what it is and where its cells are.
      let offset = chance.below(pages) * page + chance.below(40)
      guard offset >= 100 else { return damage(&bytes, &chance) }
      bytes[offset] = UInt8(chance.below(256))
      return "byte \(offset), which is about the page"
    }
  }

  /// Values, tables and indexes: by SQL that a ledger never runs.
  private static func damage(_ path: String, _ chance: inout SplitMix) throws -> String {
    var configuration = Configuration()
    configuration.foreignKeysEnabled = false
    func run(_ sql: String) throws {
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      try queue.writeWithoutTransaction { db in
        try db.execute(sql: sql)
        try db.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
      }
      try queue.close()
    }
    let (columns, objects) = try DatabaseQueue(path: path, configuration: configuration).read { db in
      (
        try Row.fetchAll(
          db,
          sql: """
            SELECT m.name AS t, c.name AS c FROM sqlite_master m JOIN pragma_table_info(m.name) c
            WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%' AND c.name NOT IN ('id', 'seq')
              -- Another name of a purchase is another purchase: nothing could tell.
              AND (m.name <> 'purchase' OR c.name <> 'transaction_id')
            ORDER BY 1, 2
            """
        ).map { ($0["t"] as String, $0["c"] as String) },
        try Row.fetchAll(
          db, sql: "SELECT type, name FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY 2"
        ).map { ($0["type"] as String, $0["name"] as String) }
      )
    }
    switch chance.below(8) {
    case 0:
      let (type, name) = objects[chance.below(objects.count)]
      try run("DROP \(type) \(name)")
      return "without the \(type) \(name)"
    case 1:
      let sql = [
        "PRAGMA user_version = 0", "PRAGMA user_version = -1", "PRAGMA user_version = 1",
        "PRAGMA user_version = 2147483647", "PRAGMA application_id = 1", "DELETE FROM ledger",
        "UPDATE ledger SET value = 'moon'", "DELETE FROM sqlite_sequence", "UPDATE sqlite_sequence SET seq = 'x'",
        "UPDATE sqlite_sequence SET seq = 9223372036854775807",
        "UPDATE event SET seq = -9223372036854775807 WHERE seq = 1",
        "UPDATE sqlite_sequence SET seq = NULL", "DELETE FROM presentation", "DELETE FROM presentation WHERE id % 2",
        "DELETE FROM receipt", "DELETE FROM task",
        "CREATE TRIGGER t AFTER INSERT ON purchase BEGIN DELETE FROM purchase; END", "DELETE FROM subscription",
        "PRAGMA foreign_keys = OFF; UPDATE purchase SET presentation_id = 999",
      ]
      let chosen = sql[chance.below(sql.count)]
      try run(chosen)
      return chosen
    default:
      let (table, column) = columns[chance.below(columns.count)]
      let values = [
        "NULL", "''", "'x'", "'Accepted'", "x'00FF'", "CAST(x'6A616E65FF' AS TEXT)", "CAST(x'6A616E6500' AS TEXT)",
        "1.5", "-1",
        "9223372036854775807", "-9223372036854775808", "1e300", "'123'", "zeroblob(100)",
      ]
      let value = values[chance.below(values.count)]
      let condition = chance.below(2) == 0 ? "" : " WHERE instr(coalesce(\(column), ''), '1') > 0"
      // Without what the table says of its columns anything can be written; then it says so again.
      try run(
        """
        CREATE TEMP TABLE kept AS SELECT name, sql FROM sqlite_master WHERE name = '\(table)';
        PRAGMA writable_schema = ON;
        UPDATE sqlite_master SET sql = replace(replace(replace(sql, 'NOT NULL', ''), 'STRICT, ', ''), 'STRICT', '')
          WHERE name = '\(table)';
        PRAGMA writable_schema = RESET;
        PRAGMA ignore_check_constraints = ON;
        UPDATE OR IGNORE \(table) SET \(column) = \(value)\(condition);
        PRAGMA writable_schema = ON;
        UPDATE sqlite_master SET sql = (SELECT sql FROM kept WHERE kept.name = sqlite_master.name) WHERE name = '\(table)';
        PRAGMA writable_schema = RESET
        """)
      return "\(table).\(column) = \(value)\(condition)"
    }
  }
}
