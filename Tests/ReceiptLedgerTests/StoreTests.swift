import Foundation
import GRDB
import ReceiptKit
import ReceiptMint
import SystemLibrary
import TestSupport
import Testing

@testable import ReceiptLedger

@Suite("The file of a ledger")
struct StoreTests {
  private let shop: Shop

  init() throws { shop = try Shop() }

  /// A database of another program, or of another version of this one.
  private func database(_ name: String, _ sql: String) throws -> String {
    let path = shop.file(name)
    let queue = try DatabaseQueue(path: path)
    try queue.write { db in try db.execute(sql: "CREATE TABLE t (x); \(sql)") }
    try queue.close()
    return path
  }

  @Test("is its owner's alone, as are its log and its index")
  func permissions() throws {
    try shop.add(shop.receipt(.purchase("1")), order: "A")
    for suffix in ["", "-wal", "-shm"] {
      let attributes = try FileManager.default.attributesOfItem(atPath: shop.path + suffix)
      #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600, "\(suffix)")
    }
  }

  @Test("a new one is its owner's alone, and the permissions of one that is there stay")
  func keptPermissions() throws {
    let path = shop.file("new.sqlite")
    func mode() throws -> Int? {
      (try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber)?.intValue
    }
    _ = try Ledger(path: path, makingFor: [Shop.bundle])
    #expect(try mode() == 0o600)
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
    _ = try Ledger(path: path)
    #expect(try mode() == 0o640)
  }

  @Test("what was emptied is no new ledger: purchases would be honoured again", arguments: [0, 1, 2])
  func emptied(_ how: Int) throws {
    let path = shop.file("emptied.sqlite")
    _ = try Ledger(path: path, makingFor: [Shop.bundle])
    if how == 1 {
      // All that a database without tables has.
      try FileManager.default.removeItem(atPath: path)
      try DatabaseQueue(path: path).writeWithoutTransaction { try $0.execute(sql: "PRAGMA user_version = 0; VACUUM") }
    } else {
      try Data(count: how == 0 ? 0 : 4_096).write(to: URL(fileURLWithPath: path))
    }
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    let codes: Set<LedgerError.Code?> = [.damaged, .notALedger]
    #expect(codes.contains(Shop.error { _ = try Ledger(path: path, makingFor: [Shop.bundle]) }?.code))
    #expect(codes.contains(Shop.error { _ = try Ledger(path: path) }?.code))
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before || how == 1)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: shop.folder.path).filter { $0.contains(".new-") } == [])
  }

  @Test("survives power cuts: the log is synchronised with every commit, and foreign keys are on")
  func pragmas() throws {
    let found = try shop.ledger.read { db in
      // The last two matter on Apple's systems, where a medium is reached by F_FULLFSYNC alone.
      try [
        "journal_mode", "synchronous", "foreign_keys", "secure_delete", "fullfsync", "checkpoint_fullfsync",
      ].map {
        try db.value("SELECT CAST(\($0) AS TEXT) FROM pragma_\($0)") as String?
      }
    }
    #expect(found == ["wal", "2", "1", "1", "1", "1"])
  }

  @Test("of a newer version it is refused, and not touched")
  func newer() throws {
    let path = try database(
      "newer.sqlite",
      "PRAGMA application_id = \(LedgerFile.applicationID); PRAGMA user_version = \(LedgerSchema.versions.count + 1)")
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    #expect(Shop.error { _ = try Ledger(path: path) }?.code == .newerVersion)
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: shop.folder.path).filter { $0.hasPrefix("newer") } == [
        "newer.sqlite"
      ])
  }

  @Test("of a build before the first release it is refused, and not touched", arguments: [0, 1, 16])
  func former(_ version: Int) throws {
    let path = try database(
      "former.sqlite", "PRAGMA application_id = 0x52544C67; PRAGMA user_version = \(version)")
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    for apps in [[], [Shop.bundle]] {
      let error = Shop.error { _ = try Ledger(path: path, makingFor: apps) }
      #expect(error?.code == .notALedger && error?.message.contains("export it with the build that made it") == true)
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
  }

  @Test("a migration adds its version, once, and keeps what is there; builds without it refuse the file")
  func migration() throws {
    try shop.add(shop.receipt(.purchase("1")), order: "A")
    let path = shop.file("backup.sqlite")
    try shop.ledger.backUp(to: path)
    let queue = try DatabaseQueue(path: path)
    let versions = LedgerSchema.versions + [["CREATE TABLE example (x)"]]
    for _ in 0..<2 { try queue.writeWithoutTransaction { try LedgerSchema.migrate($0, path: path, by: versions) } }
    let orders: Int64? = try queue.read { try Database($0).value("SELECT count(*) FROM presentation, example") }
    #expect(orders == 0)
    #expect(try queue.read { try Database($0).value("SELECT count(*) FROM presentation") } == 1 as Int64)
    // A migration that fails leaves the version before it.
    #expect(throws: (any Error).self) {
      try queue.writeWithoutTransaction {
        try LedgerSchema.migrate($0, path: path, by: versions + [["CREATE TABLE more (x)", "no SQL"]])
      }
    }
    #expect(try queue.read { try Database($0).value("PRAGMA user_version") } == Int64(versions.count))
    #expect(try queue.read { try $0.tableExists("more") } == false)
    try queue.close()
    #expect(Shop.error { _ = try Ledger(path: path) }?.code == .newerVersion)
  }

  @Test("another program's database, and what is none, are refused, and not touched")
  func foreign() throws {
    let other = try database("other.sqlite", "PRAGMA user_version = 1")
    // What most programs' databases look like.
    let nameless = try database("nameless.sqlite", "")
    let text = shop.file("text")
    try Data(String(repeating: "no database ", count: 50).utf8).write(to: URL(fileURLWithPath: text))
    for path in [other, nameless, text] {
      let before = try Data(contentsOf: URL(fileURLWithPath: path))
      #expect(Shop.error { _ = try Ledger(path: path) }?.code == .notALedger)
      #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
    }
    #expect(Shop.error { _ = try Ledger(path: shop.file("none")) }?.code == .unavailable)
    #expect(
      Shop.error { _ = try Ledger(path: shop.file("no folder/ledger"), makingFor: [Shop.bundle]) }?.code
        == .inaccessible)
  }

  @Test(
    "databases with a log that others may still need are refused, and neither they nor their logs are touched",
    arguments: [false, true])
  func foreignLog(_ isLedger: Bool) throws {
    let folder = shop.folder.appendingPathComponent("other")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    let (source, path) = (shop.file("source.sqlite"), folder.path + "/other.sqlite")
    let queue = try DatabaseQueue(path: source)
    try queue.writeWithoutTransaction { db in
      _ = try String.fetchOne(db, sql: "PRAGMA journal_mode = WAL")
      let application = isLedger ? LedgerFile.applicationID : 1
      try db.execute(sql: "PRAGMA application_id = \(application); PRAGMA user_version = 1000; CREATE TABLE t (x)")
      // Into the file itself; what follows stays in the log.
      _ = try String.fetchOne(db, sql: "PRAGMA wal_checkpoint(TRUNCATE)")
      try db.execute(sql: "INSERT INTO t VALUES (1)")
    }
    // As after a crash: a file and its log, and no process that uses them.
    for suffix in ["", "-wal"] { try FileManager.default.copyItem(atPath: source + suffix, toPath: path + suffix) }
    func contents() throws -> [String: Data] {
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      return try Dictionary(
        uniqueKeysWithValues: names.map { ($0, try Data(contentsOf: folder.appendingPathComponent($0))) })
    }
    let before = try contents()
    #expect(before["other.sqlite-wal"]?.isEmpty == false)
    let code: LedgerError.Code = isLedger ? .newerVersion : .notALedger
    #expect(Shop.error { _ = try Ledger(path: path) }?.code == code)
    #expect(Shop.error { _ = try Ledger(path: path, makingFor: [Shop.bundle]) }?.code == code)
    #expect(try contents() == before)
    withExtendedLifetime(queue) {}
  }

  @Test("what is no file is refused at once")
  func noFile() throws {
    let pipe = shop.file("pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    for (path, code) in [
      (pipe, LedgerError.Code.notALedger), ("/dev/null", .notALedger), (shop.folder.path, .inaccessible),
    ] {
      #expect(Shop.error { _ = try Ledger(path: path, makingFor: [Shop.bundle]) }?.code == code, "\(path)")
    }
  }

  @Test("one with a second name is refused under both: SQLite would keep two logs")
  func hardLinks() throws {
    try shop.add(shop.receipt(.purchase("1")), order: "A")
    let other = shop.file("other-name.sqlite")
    try FileManager.default.linkItem(atPath: shop.path, toPath: other)
    for path in [shop.path, other] {
      let error = Shop.error { _ = try Ledger(path: path) }
      #expect(error?.code == .inaccessible && error?.message.contains("2 names (hard links)") == true)
      #expect(error?.hint?.contains("-samefile") == true)
    }
    try FileManager.default.removeItem(atPath: other)
    #expect(try Ledger(path: shop.path).events(since: 0).map(\.name) == ["accepted"])
  }

  @Test("the creation of one is ended by who opens it: its creator may have been killed")
  func creation() throws {
    let link = shop.file("symbolic.sqlite")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: shop.path)
    for path in [shop.path, link] {
      let temporary = shop.path + ".new-4711-12345"
      try FileManager.default.linkItem(atPath: shop.path, toPath: temporary)
      _ = try Ledger(path: path)
      #expect(!FileManager.default.fileExists(atPath: temporary))
    }
  }

  @Test(
    "SQLite's lock stays while the process does something else with the file",
    .enabled(if: RecordLocks.areKnown, "only Linux says who has locks"))
  func locks() throws {
    let path = shop.file("locked.sqlite")
    let ledger = try Ledger(path: path, makingFor: [Shop.bundle])
    func isLocked() throws -> Bool { try RecordLocks.sharers(of: path).contains(getpid()) }
    #expect(try isLocked())
    let reading = try ledger.forReading()
    #expect(try reading.events(since: 0).isEmpty && isLocked())
    _ = try Ledger(path: path)
    #expect(try isLocked(), "another one was opened and closed")
    _ = try? Ledger(path: path, environment: .sandbox)
    #expect(try isLocked(), "another one was refused")
    #expect(Shop.error { _ = try ErasureKey.read(path) }?.code == .erasureKey)
    #expect(try isLocked(), "it is no key")
    #expect(LedgerFile(path: path).lockHolder() == nil)
    #expect(try isLocked(), "the holder of a lock was looked for")
    try ledger.backUp(to: shop.file("locked-copy.sqlite"))
    _ = try Ledger(path: shop.file("locked-copy.sqlite")).check()
    #expect(try isLocked(), "a copy was made and opened")
    withExtendedLifetime((ledger, reading)) {}
  }

  @Test("one without tables is damaged, and no new one: they may have been there")
  func noTables() throws {
    let path = shop.file("half.sqlite")
    let queue = try DatabaseQueue(path: path)
    try queue.writeWithoutTransaction { db in _ = try String.fetchOne(db, sql: "PRAGMA journal_mode = WAL") }
    try queue.close()
    #expect(Shop.error { _ = try Ledger(path: path) }?.code == .damaged)
    #expect(
      Shop.error { _ = try Ledger(path: path, environment: .sandbox, makingFor: [Shop.bundle]) }?.code == .damaged)
  }

  @Test("a full disk records nothing of what failed")
  func full() throws {
    try shop.add(shop.receipt(.purchase("1")), order: "A")
    try shop.ledger.write { db in
      let pages: Int = try db.value("PRAGMA page_count") ?? 0
      _ = try db.connection.run("PRAGMA max_page_count = \(pages)", [])
    }
    shop.rules.keepsReceipts = true
    let purchases = (0..<200).map { InAppDescription.purchase("F\($0)") }
    let large = try shop.receipt(purchases)
    #expect(Shop.error { try shop.add(large, order: "B") }?.code == .full)
    #expect(try shop.ledger.history(of: "B", now: shop.now).subjects == [])
    #expect(try shop.events() == ["accepted"])
    #expect(try shop.ledger.check() == [])
  }

  @Test("damage is found")
  func damaged() throws {
    let purchases = (0..<300).map { InAppDescription.purchase("D\($0)") }
    try shop.add(shop.receipt(purchases), order: "A")
    let copy = shop.file("copy.sqlite")
    try shop.ledger.backUp(to: copy)
    var bytes = try Data(contentsOf: URL(fileURLWithPath: copy))
    for page in 4..<(bytes.count / 4096) {
      bytes.replaceSubrange(page * 4096..<page * 4096 + 200, with: Data(repeating: 0xFF, count: 200))
    }
    try bytes.write(to: URL(fileURLWithPath: copy))
    #expect(Shop.error { _ = try Ledger(path: copy).check() }?.code == .damaged)
  }

  @Test("what is exported of a damaged file is what was in it, or nothing")
  func damagedExport() throws {
    for number in 0..<5 { try shop.add(shop.receipt(.purchase("E\(number)")), order: "O\(number)") }
    let copy = shop.file("copy.sqlite")
    try shop.ledger.backUp(to: copy)
    func export(_ ledger: Ledger) throws -> [[String?]] {
      var rows: [[String?]] = []
      try ledger.exportPurchases { rows.append($0) }
      try ledger.exportOrders { rows.append($0) }
      return rows
    }
    let whole = try export(shop.ledger)
    #expect(whole.count == 10)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: copy))
    var refused = 0
    // Whole pages, and parts of two: SQLite takes many of the latter for values.
    for (length, step) in [(4096, 4096), (3_000, 1_500)] {
      for start in stride(from: 4096, to: bytes.count - length, by: step) {
        var damaged = bytes
        damaged.replaceSubrange(start..<start + length, with: Data(count: length))
        try damaged.write(to: URL(fileURLWithPath: copy))
        do {
          #expect(try export(Ledger(path: copy)) == whole, "\(length) at \(start)")
        } catch let error as LedgerError {
          #expect([.damaged, .notALedger].contains(error.code), "\(length) at \(start): \(error)")
          refused += 1
        }
      }
    }
    #expect(refused > 20)
  }

  @Test("a backup is whole, is its owner's alone, and never replaces a file")
  func backup() throws {
    try shop.add(shop.receipt(.purchase("1")), order: "A")
    let copy = shop.file("copy.sqlite")
    try shop.ledger.backUp(to: copy)
    #expect(Shop.error { try shop.ledger.backUp(to: copy) }?.code == .inaccessible)
    let nowhere = Shop.error { try shop.ledger.backUp(to: shop.file("no folder/copy.sqlite")) }
    #expect(nowhere?.code == .inaccessible)
    #expect(nowhere?.message.hasPrefix("the backup '\(shop.file("no folder/copy.sqlite"))' cannot be made") == true)
    let attributes = try FileManager.default.attributesOfItem(atPath: copy)
    #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
    let opened = try Ledger(path: copy)
    #expect(try opened.events(since: 0).map(\.name) == ["accepted"])
    #expect(try opened.check() == [] && opened.environment == .sandbox)
    #expect(try FileManager.default.contentsOfDirectory(atPath: shop.folder.path).filter { $0.contains(".part") } == [])
  }

  @Test("numbers of events never skip, also when a commit fails, and never come again after pruning")
  func sequence() throws {
    try shop.add(shop.receipt(.purchase("1")), order: "A")
    struct Failed: Error {}
    #expect(throws: Failed.self) {
      try shop.ledger.write { db in
        try db.appendEvent(.verified, at: shop.now, presentation: nil)
        throw Failed()
      }
    }
    try shop.add(shop.receipt(.purchase("2")), order: "B")
    #expect(try shop.ledger.events(since: 0).map(\.sequence) == [1, 2])
    #expect(try shop.ledger.events(since: 1).map(\.sequence) == [2])
    let all = Instant(milliseconds: shop.now.milliseconds + 1)
    let trial = try shop.ledger.prune(before: all, isTrial: true)
    #expect(trial.events == 2)
    #expect(try shop.ledger.events(since: 0).count == 2)
    #expect(try shop.ledger.prune(before: all, isTrial: false) == trial)
    try shop.ledger.shrink()
    #expect(Shop.error { _ = try shop.ledger.events(since: 1) }?.code == .unavailable)
    #expect(try shop.ledger.events(since: 2).isEmpty)
    for number in [3, Int64.max - 1, .max] {
      let beyond = Shop.error { _ = try shop.ledger.events(since: number) }
      #expect(beyond?.code == .unavailable && beyond?.message.contains("the last event is 2") == true)
    }
    try shop.add(shop.receipt(.purchase("3")), order: "C")
    #expect(try shop.ledger.events(since: 2).map(\.sequence) == [3])
    #expect(try shop.ledger.check() == [])
  }

  @Test("pruning keeps what recognises a purchase")
  func prune() throws {
    shop.rules.keepsReceipts = true
    let receipt = try shop.receipt(.purchase("1"))
    try shop.add(receipt, order: "A")
    try shop.add(receipt, order: "B", account: "joe")
    let summary = try shop.ledger.prune(before: Instant(milliseconds: shop.now.milliseconds + 1), isTrial: false)
    #expect(summary == PruneSummary(events: 2, answers: 0, presentations: 1, receipts: 1))
    #expect(try shop.add(receipt, order: "A").decision == .duplicate)
    #expect(try shop.add(receipt, order: "B", account: "joe").decision == .replay)
    #expect(try shop.ledger.check() == [])
  }

  @Test(
    "every contradiction is found",
    arguments: [
      (
        "one_account",
        "INSERT INTO purchase (transaction_id, original_transaction_id, account, state) VALUES ('2', '1', 'joe', 'accepted')"
      ),
      ("accepted_has_purchases", "DELETE FROM purchase"),
      ("purchase_has_good_order", "UPDATE presentation SET state = 'rejected'"),
      ("pending_has_task", "UPDATE presentation SET state = 'pending'"),
      ("task_is_pending", "INSERT INTO task (presentation_id, due_at) VALUES (1, 0)"),
      ("receipt_is_needed", "UPDATE receipt SET body = x'00'"),
      ("event_sequence", "UPDATE event SET seq = 7 WHERE seq = 2"),
    ])
  func contradictions(_ rule: String, _ damage: String) throws {
    try shop.add(shop.receipt(.purchase("1", type: 0)), order: "A")
    try shop.add(shop.receipt(.purchase("1", type: 0)), order: "B")
    #expect(try shop.ledger.check() == [])
    try shop.ledger.write { db in _ = try db.connection.run(damage, []) }
    #expect(try shop.ledger.check().contains { $0.rule == rule })
  }

  @Test("what is exported is all there is")
  func export() throws {
    try shop.add(shop.receipt(.purchase("1"), .purchase("2")), order: "A")
    try shop.add(shop.receipt(.purchase("1")), order: "B", account: "joe")
    var purchases: [[String?]] = []
    try shop.ledger.exportPurchases { purchases.append($0) }
    #expect(purchases.map { $0[0] } == ["1", "2"])
    #expect(purchases.allSatisfy { $0.count == Ledger.purchaseColumns.count && $0[5] == "A" && $0[3] == "1" })
    var orders: [[String?]] = []
    try shop.ledger.exportOrders { orders.append($0) }
    #expect(orders.map { $0[4] } == ["accepted", "replay"])
    #expect(orders.allSatisfy { $0.count == Ledger.orderColumns.count })
  }

  @Test("a statement that refers to a missing row is a defect where the file is sound, and else damage")
  func references() throws {
    func insertion(_ transaction: String) -> String {
      "INSERT INTO claim (transaction_id, presentation_id, outcome) VALUES ('\(transaction)', 99, 'replay')"
    }
    #expect(Shop.error { try shop.ledger.write { db in _ = try db.run(insertion("1")) } }?.code == .defect)
    try DatabaseQueue(path: shop.path).writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA foreign_keys = OFF; \(insertion("1"))")
    }
    #expect(Shop.error { try shop.ledger.write { db in _ = try db.run(insertion("2")) } }?.code == .damaged)
  }
}
