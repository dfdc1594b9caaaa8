import Foundation
import ReceiptKit
import ReceiptMint
import TestSupport
import Testing

@testable import ReceiptLedger

/// What one ledger exports, another one takes in: the same decisions follow.
@Suite("Export of everything, and import", .overBothStorages)
struct ImportTests {
  private let shop: Shop

  init() throws { shop = try Shop() }

  /// An empty place of the same storage, or of the other one.
  private func target(isOther: Bool = false) throws -> Shop {
    try TestStorage.$isPostgreSQL.withValue(TestStorage.isPostgreSQL != isOther && TestStorage.canRun) { try Shop() }
  }

  private func export(_ ledger: Ledger) throws -> [[UInt8]] {
    var lines: [[UInt8]] = []
    try ledger.exportEverything { lines.append($0) }
    return lines
  }

  private func take(_ lines: [[UInt8]], into path: String) throws -> Int {
    try Ledger.imported(
      from: {
        var rest = lines[...]
        return { rest.popFirst() }
      }, at: path, lockTimeout: 10)
  }

  private func text(_ decision: Decision) -> String {
    var writer = JSONWriter(layout: .compact, reservingCapacity: 1_024)
    decision.write(source: "-", to: &writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  @Test(
    "the export of the copy is the same to the byte, and a hundred presentations get the same decisions", .thorough,
    arguments: 0..<2, [false, true])
  func same(_ seed: UInt64, _ isOther: Bool) async throws {
    var story = RandomHistory(shop: shop, chance: SplitMix(seed: 4_000 + seed), customers: 40)
    for _ in 0..<150 { _ = try await story.step() }
    let lines = try export(shop.ledger)
    let tables = Set(lines.compactMap { try? JSONReader().read($0)["table"]?.stringValue })
    #expect(tables.isSuperset(of: ["ledger", "app", "receipt", "presentation", "purchase", "event"]), "\(tables)")
    let copy = try target(isOther: isOther)
    #expect(try take(lines, into: copy.path) == lines.count - 2)
    #expect(try export(copy.ledger) == lines)
    #expect(try copy.ledger.check() == [])
    // The key of erased purchases is no part of the ledger.
    if FileManager.default.fileExists(atPath: shop.ledger.erasureKeyPath) {
      try FileManager.default.copyItem(atPath: shop.ledger.erasureKeyPath, toPath: copy.ledger.erasureKeyPath)
    }
    shop.rules.asksApple = false
    var chance = SplitMix(seed: 5_000 + seed)
    var decisions: Set<LedgerDecision> = []
    for number in 0..<100 {
      let (rules, now) = (shop.rules, Instant(milliseconds: shop.now.milliseconds + Int64(number + 1) * 1_000))
      let name = "t\(chance.below(9))"
      let (type, fresh) = (Int64(chance.below(4)), chance.below(40))
      let receipt = try shop.receipt(
        .purchase(name, type: type, expires: type == 3 ? "2026-03-0\(1 + chance.below(9))T00:00:00Z" : nil),
        .purchase("new \(fresh)"))
      let presentation = shop.presentation(
        receipt, order: "O\(fresh % 3)", account: ["jane", "joe", "kim"][(fresh + chance.below(4) / 3) % 3]
      ) { if chance.below(3) > 0 { $0.transactions = [chance.below(3) == 0 ? name : "new \(fresh)"] } }
      let ours = try shop.ledger.add(presentation, rules: rules, now: now)
      let theirs = try copy.ledger.add(presentation, rules: rules, now: now)
      try #require(text(ours) == text(theirs))
      decisions.insert(ours.decision)
    }
    #expect(decisions.isSuperset(of: [.accept, .duplicate, .replay]))
    #expect(try events(copy.ledger) == events(shop.ledger))
    #expect(try copy.ledger.check() == [])
  }

  private func events(_ ledger: Ledger) throws -> [String] {
    // Older ones may have been pruned.
    let first: Int64 = try ledger.read { db in try db.value("SELECT min(seq) FROM event") ?? 1 }
    return try ledger.events(since: first - 1).map { event in
      var writer = JSONWriter(layout: .compact, reservingCapacity: 256)
      event.write(to: &writer)
      return String(decoding: writer.bytes, as: UTF8.self)
    }
  }

  @Test("numbers of events go on, also behind pruned ones")
  func numbers() throws {
    for number in 0..<5 { try shop.add(shop.receipt(.purchase("\(number)")), order: "O\(number)") }
    _ = try shop.ledger.prune(before: Instant(milliseconds: shop.now.milliseconds + 1), isTrial: false)
    let copy = try target(isOther: true)
    _ = try take(try export(shop.ledger), into: copy.path)
    #expect(try copy.ledger.lastEvent() == 5)
    copy.now = shop.now
    #expect(try copy.add(shop.receipt(.purchase("next")), order: "next").event == 6)
    #expect(try copy.add(shop.receipt(.purchase("3")), order: "O", account: "joe").decision == .replay)
  }

  @Test("a ledger that has recorded something is refused, and stays as it is")
  func used() throws {
    try shop.add(shop.receipt(.purchase("1")), order: "A")
    let lines = try export(shop.ledger)
    let copy = try target()
    try copy.add(copy.receipt(.purchase("2")), order: "B")
    let before = try export(copy.ledger)
    #expect(Shop.error { _ = try take(lines, into: copy.path) }?.code == .unavailable)
    #expect(try export(copy.ledger) == before)
  }

  @Test("what is damaged, cut off, unknown or in another order is refused, and nothing is written")
  func damaged() throws {
    try shop.add(shop.receipt(.purchase("1"), .purchase("2")), order: "A")
    try shop.add(shop.receipt(.purchase("3")), order: "B")
    let lines = try export(shop.ledger)
    let copy = try target()
    let empty = try export(copy.ledger)
    func change(_ line: Int, _ old: String, _ new: String) -> [[UInt8]] {
      var changed = lines
      changed[line].replace(Array(old.utf8), with: Array(new.utf8))
      #expect(changed != lines, "\(old)")
      return changed
    }
    let purchase = try #require(lines.firstIndex { $0.starts(with: Array(#"{"table":"purchase""#.utf8)) })
    var wrong = [
      [], Array(lines.dropLast()), Array(lines.dropFirst()), lines + [lines[1]], lines + [lines[lines.count - 1]],
      change(0, "ledger-export/1", "ledger-export/2"), change(0, "last_event\":2", "last_event\":3"),
      change(purchase, #""account":null"#, #""account":null,"more":1"#),
      change(purchase, #","account":null"#, ""), change(purchase, #""table":"purchase""#, #""table":"purse""#),
      change(purchase, #""state":"accepted""#, #""state":1"#), change(purchase, "}", ""),
      change(lines.count - 1, "rows\":", "rows\":1"),
    ]
    for number in lines.indices {
      for octet in stride(from: 3, to: lines[number].count - 1, by: 29) {
        var changed = lines
        changed[number][octet] ^= 1
        wrong.append(changed)
      }
    }
    for lines in wrong {
      let error = Shop.error { _ = try take(lines, into: copy.path) }
      try #require(error?.code == .unavailable || error?.code == .unusableName, "\(String(describing: error))")
    }
    // With a last line that fits, the rows themselves have to.
    func sealed(_ lines: [[UInt8]]) throws -> [[UInt8]] {
      let digest = DigestAlgorithm.sha256.digest(Array(lines.joined()))
      return lines + [WholeExport.lastLine(lines.count - 1, digest)]
    }
    var swapped = Array(lines.dropLast())
    swapped.swapAt(purchase, purchase + 1)
    for forged in [
      swapped, Array(lines.dropLast()) + [lines[purchase]],
      Array(change(purchase, #""transaction_id":"1""#, #""transaction_id":"9""#).dropLast()),
      Array(change(purchase, #""presentation_id":1"#, #""presentation_id":77"#).dropLast()),
      Array(change(purchase, #""state":"accepted""#, #""state":"rejected""#).dropLast()),
    ] {
      let error = Shop.error { _ = try take(sealed(forged), into: copy.path) }
      try #require(error?.code == .unavailable, "\(String(describing: error))")
    }
    #expect(try export(copy.ledger) == empty)
    #expect(try take(try sealed(Array(lines.dropLast())), into: copy.path) == lines.count - 2)
  }

  /// A column that is not in the list would silently be left behind.
  @Test("every table and column of the storage is copied")
  func columns() throws {
    for table in CopiedTable.all {
      let columns: [String] = try shop.ledger.read { db in
        try db.values(
          TestStorage.isPostgreSQL
            ? "SELECT CAST(column_name AS text) FROM information_schema.columns WHERE table_schema = 'receipt_ledger' AND table_name = ?"
            : "SELECT name FROM pragma_table_info(?)", [table.name])
      }
      #expect(Set(columns).subtracting(["rowid"]) == Set(table.columns.map(\.name)), "\(table.name)")
    }
    let tables: [String] = try shop.ledger.read { db in
      try db.values(
        TestStorage.isPostgreSQL
          ? "SELECT CAST(table_name AS text) FROM information_schema.tables WHERE table_schema = 'receipt_ledger'"
          : "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite~_%' ESCAPE '~'")
    }
    #expect(Set(tables).subtracting(["event_number"]) == Set(CopiedTable.all.map(\.name)))
  }
}
