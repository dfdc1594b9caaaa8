import Foundation
import GRDB
import ReceiptKit
import Testing

@testable import ReceiptLedger

/// A value that a column of another program's may have.
struct Fraction: StoredValue {
  static var storedType: StoredType { .integer }
  var stored: Stored { .fraction }

  init() {}

  init?(stored: Stored) { nil }
}

@Suite("Reading rows")
struct StoredRowTests {
  @Test("what does not belong there throws, and never traps")
  func wrong() throws {
    try DatabaseQueue().read { db in
      func row(_ sql: String) throws -> StoredRow { try db.rows("SELECT \(sql) AS x", [], isCached: false)[0] }
      let wrong: [(String, (StoredRow) throws -> Void)] = [
        ("NULL", { _ = try $0["x"] as String }), ("1", { _ = try $0["x"] as String? }),
        ("x'FF'", { _ = try $0["x"] as String }), ("'1'", { _ = try $0["x"] as Int64 }),
        ("1.5", { _ = try $0["x"] as Int64? }), ("-1", { _ = try $0["x"] as Int }),
        ("9223372036854775807", { _ = try $0["x"] as Int }), ("2", { _ = try $0["x"] as Bool }),
        ("'x'", { _ = try $0["x"] as [UInt8] }), ("9223372036854775807", { _ = try $0["x"] as Instant }),
        ("-9223372036854775808", { _ = try $0["x"] as Instant? }), ("'Accepted'", { _ = try $0["x"] as OrderState? }),
        ("NULL", { _ = try $0["x"] as OrderState }), ("'[1]'", { _ = try $0.members("x") }),
        ("CAST(x'6AFF' AS TEXT)", { _ = try $0.name("x") }), ("''", { _ = try $0.name("x") }),
        ("1", { _ = try $0["y"] as Int64? }), ("1", { _ = try $0[7] as Int64? }),
      ]
      for (sql, read) in wrong {
        let row = try row(sql)
        #expect(throws: StoredDamage.self, "\(sql)") { try read(row) }
      }
      #expect(try row("NULL")["x"] as OrderState? == nil)
      #expect(try row("'accepted'")["x"] == OrderState.accepted)
    }
  }

  @Test("what a database cannot take is an error, and neither NULL nor the end of the process")
  func untakenValues() throws {
    let most = Int(Int32.max)
    #expect(try PostgreSQLConnection.length(most) == Int32.max)
    #expect(Shop.error { _ = try PostgreSQLConnection.length(most + 1) }?.code == .unusableName)
    var rows = PostgreSQLRows(InsertStatement("event", "data"), [20])
    #expect(throws: StoredDamage.self) { try rows.append([Fraction()]) }
    try DatabaseQueue().read { db in
      _ = #expect(throws: StoredDamage.self) { _ = try db.rows("SELECT ? AS x", [Fraction()], isCached: false) }
    }
  }

  @Test("goes by StoredRow everywhere: GRDB's own reading ends the process at a NULL")
  func onlyHere() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Sources/ReceiptLedger")
    let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
    var count = 0
    for case let file as URL in files
    where file.pathExtension == "swift" && file.lastPathComponent != "SQLiteConnection.swift" {
      // Comments may name what the code must not use.
      let text = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        .filter { !$0.drop { $0 == " " }.hasPrefix("//") }.joined(separator: "\n")
      for word in ["fetchOne(", "fetchAll(", "fetchCursor(", "fetchSet(", "Row.", ": Row", "DatabaseValue", "try!"]
        + (file.path.contains("/SQLite/") ? [] : ["import GRDB"])
      {
        #expect(!text.contains(word), "\(file.lastPathComponent) uses \(word)")
      }
      count += 1
    }
    #expect(count > 20)
  }
}
