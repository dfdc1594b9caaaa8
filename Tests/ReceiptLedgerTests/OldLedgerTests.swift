import Foundation
import GRDB
import ReceiptKit
import ReceiptMint
import Testing

@testable import ReceiptLedger

/// Ledgers of the first version knew a receipt by its bytes alone.
@Suite("A ledger from before")
struct OldLedgerTests {
  private let shop: Shop
  private let path: String

  /// Makes one as version 1 made it, with one receipt of each fate.
  init() throws {
    shop = try Shop()
    path = shop.folder.appendingPathComponent("old.sqlite").path
    let receipts = try ["gone": ["1", "1b"], "kept": ["2", "2b"], "waiting": ["3"], "good": ["4"]].mapValues {
      try shop.receipt(.der, $0.map(Self.purchase), created: Self.date($0[0])).bytes
    }
    try DatabaseQueue(path: path).writeWithoutTransaction { db in
      for statement in LedgerSchema.migrations[0] { try db.execute(sql: statement) }
      try db.execute(sql: "INSERT INTO ledger VALUES ('environment', 'sandbox'); PRAGMA user_version = 1")
      let rows: [(name: String, transaction: String, state: String, isStored: Bool)] = [
        ("gone", "1", "rejected", false), ("kept", "2", "rejected", true), ("waiting", "3", "pending", true),
        ("good", "4", "verified", false),
      ]
      for (index, row) in rows.enumerated() {
        let (number, bytes) = (index + 1, try #require(receipts[row.name]))
        let created = ReceiptDate(Self.date(row.transaction))?.instant.milliseconds
        try db.execute(
          sql: "INSERT INTO receipt VALUES (?, ?, ?, 'ProductionSandbox', ?, 'test-signed', 0, ?, ?)",
          arguments: [
            number, Data(DigestAlgorithm.sha256.digest(bytes)), Shop.bundle, created, row.name == "kept",
            row.isStored ? Data(bytes) : nil,
          ])
        try db.execute(
          sql: """
            INSERT INTO presentation (id, order_id, account, receipt_id, at, decision, state)
            VALUES (?, ?, 'jane', ?, 0, 'pending', ?)
            """, arguments: [number, "order \(row.transaction)", number, row.state])
        try db.execute(
          sql: "INSERT INTO purchase (transaction_id, product_type, presentation_id, state) VALUES (?, 1, ?, ?)",
          arguments: [row.transaction, number, row.state])
        try db.execute(
          sql: "INSERT INTO event (at, kind, presentation_id) VALUES (0, 'pending', ?)", arguments: [number])
        if row.state == "pending" {
          try db.execute(sql: "INSERT INTO task (presentation_id, due_at) VALUES (?, 0)", arguments: [number])
        } else {
          try db.execute(
            sql:
              "INSERT INTO answer (receipt_id, at, endpoint, meaning, after_event) VALUES (?, 0, 'production', ?, 0)",
            arguments: [number, row.state == "rejected" ? "refused" : "valid"])
        }
      }
    }
  }

  /// Every receipt has a date of its own.
  private static func date(_ transaction: String) -> String { "2025-12-2\(transaction.prefix(1))T00:00:00Z" }

  private static func purchase(_ transaction: String) -> InAppDescription {
    .purchase(transaction, product: transaction, at: "2025-12-01T00:00:00Z")
  }

  /// Opens it and names its app, without which a ledger of this age takes nothing.
  private func opened() throws -> Ledger {
    let ledger = try Ledger(path: path)
    try ledger.add(apps: [Shop.bundle])
    return ledger
  }

  private func add(
    _ ledger: Ledger, _ form: Form, _ transactions: [String], order: String = "new", created: String? = nil,
    about products: [String] = [], asksApple: Bool = false
  ) throws -> Decision {
    let bytes = try shop.receipt(
      form, transactions.map(Self.purchase), created: created ?? Self.date(transactions[0])
    ).bytes
    var rules = AdmissionRules()
    rules.asksApple = asksApple
    shop.now.milliseconds += 1
    return try ledger.add(
      shop.presentation(bytes, order: order) { $0.products = products }, rules: rules, now: shop.now)
  }

  @Test("is brought to the newest version, and is sound")
  func migration() throws {
    let ledger = try Ledger(path: path)
    #expect(try ledger.check() == [])
    let known = try ledger.read { db in
      try db.values("SELECT id FROM receipt WHERE signed_sha256 IS NOT NULL ORDER BY id") as [Int]
    }
    // Of the others nothing is stored but the digest of their bytes.
    #expect(known == [2, 3])
    #expect(try Ledger(path: path).statistics(now: shop.now).receipts == (4, 2))
  }

  @Test("a receipt that was refused and is stored is refused in every form", arguments: Form.allCases, [true, false])
  func stored(_ form: Form, _ asksApple: Bool) throws {
    let ledger = try opened()
    let decision = try add(ledger, form, ["2", "2b"], asksApple: asksApple)
    #expect(decision.decision == .reject && decision.failures.map(\.reason) == ["Apple refused this very receipt"])
    // Its other purchase stands in another receipt: Apple has to say.
    let other = try add(ledger, form, ["2b"], created: "2025-12-30T00:00:00Z", asksApple: asksApple)
    #expect(other.decision == (asksApple ? .pending : .reject))
  }

  @Test("one that was refused and is not stored is refused in its own form, and no other is taken without Apple")
  func gone() throws {
    let ledger = try opened()
    #expect(try add(ledger, .der, ["1", "1b"], asksApple: true).decision == .reject)
    for form in Form.allCases {
      #expect(try add(ledger, form, ["1", "1b"], order: "x").decision == .reject)
      // Nobody wrote down that 1b was in it; the date says that it may be the same receipt.
      #expect(try add(ledger, form, ["1", "1b"], order: "y", about: ["1b"]).decision == .reject)
      #expect(try add(ledger, form, ["1b"], order: "z", created: Self.date("1")).decision == .reject)
    }
    #expect(try add(ledger, .ber, ["1", "1b"], order: "asked", asksApple: true).decision == .reject)
    #expect(try add(ledger, .der, ["5"], order: "other").decision == .accept)
    #expect(try ledger.check() == [])
  }

  @Test("what waits and what is good is known again")
  func known() throws {
    let ledger = try opened()
    for form in Form.allCases {
      let waiting = try add(ledger, form, ["3"], order: "order 3")
      #expect(waiting.decision == .duplicate && waiting.state == .pending)
      let good = try add(ledger, form, ["4"], order: "order 4")
      #expect(good.decision == .duplicate && good.isGood)
      #expect(try add(ledger, form, ["4"], order: "order 5").decision == .replay)
    }
    #expect(try ledger.check() == [])
  }

  /// A ledger of the last version that decided in SQL: one date for each of three things, and no status.
  private func makeDecided() throws -> String {
    var rows = [
      "INSERT INTO ledger VALUES ('environment', 'sandbox')", "INSERT INTO app VALUES ('\(Shop.bundle)', 1)",
      """
      INSERT INTO receipt (sha256, bundle_id, environment, created_at, verdict, seen_at)
        VALUES (\(TestStorage.isPostgreSQL ? #"'\x01'"# : "x'01'"), '\(Shop.bundle)', 'ProductionSandbox', 1765000000000,
          'test-signed', 0)
      """,
      """
      INSERT INTO presentation (order_id, account, receipt_id, at, decision, state)
        VALUES ('A', 'jane', 1, 0, 'accept', 'accepted')
      """,
      """
      INSERT INTO purchase (transaction_id, product_id, product_type, purchased_at, presentation_id, state, refunded_at,
          refund_known_at)
        VALUES ('1', 'coins', 1, 1764000000000, 1, 'refunded', 1764100000000, 1764200000000),
          ('2', 'coins', 1, 1764000000000, 1, 'refunded', NULL, 1764200000000),
          ('3', 'coins', 1, 1764000000000, 1, 'refunded', 1764100000000, 1764200000000),
          ('4', 'coins', 1, 1764000000000, 1, 'refunded', 1764100000000, 1764200000000),
          ('5', 'coins', 1, 1764000000000, 1, 'accepted', NULL, NULL),
          ('6', 'coins', 1, 1764000000000, 1, 'refunded', 1764100000000, 1764200000000),
          ('7', 'coins', 1, 1764000000000, 1, 'refunded', 1764100000000, 1764200000000)
      """,
      """
      INSERT INTO purchase (transaction_id, product_id, product_type, purchased_at, expires_at, presentation_id, state,
          end_said_at)
        VALUES ('1000', 'com.example.monthly', 3, 1764000000000, 1767500000000, 1, 'accepted', 1765000000000)
      """,
      """
      INSERT INTO subscription VALUES ('1000', 'jane', 1, NULL, 'com.example.monthly', 1764000000000, 1767500000000,
        'active', 1765000000000, 0)
      """,
      """
      INSERT INTO event (at, kind, transaction_id, details) VALUES (0, 'accepted', NULL, NULL),
        (0, 'upgraded', '3', NULL), (0, 'refunded', '4', '{"revocation_type":"FAMILY_REVOKE"}'),
        (0, 'refunded', '6', '{"revocation_type":"ASSIGNMENT_REVOKE","source":"REVOKE"}'),
        (0, 'refunded', '7', '{"revocation_type":"REFUND_PRORATED","revocation_percentage":40000,"source":"REFUND"}')
      """,
    ]
    guard TestStorage.isPostgreSQL else {
      let path = shop.file("before.sqlite")
      rows.append("PRAGMA user_version = 12")
      try DatabaseQueue(path: path).writeWithoutTransaction { db in
        for statement in LedgerSchema.migrations.prefix(12).joined() { try db.execute(sql: statement) }
        for statement in rows { try db.execute(sql: statement) }
      }
      return path
    }
    // As a process of that version left it, with events that are numbered by the next one.
    let library = try LibPQ.loaded.get()
    let connection = try PostgreSQLConnection(PostgreSQLAddress(shop.path, library), library)
    try connection.command("DROP SCHEMA \(PostgreSQLSchema.name) CASCADE")
    try connection.command("SET search_path = \(PostgreSQLSchema.name)")
    rows.append("INSERT INTO ledger VALUES ('version', '7')")
    for statement in PostgreSQLSchema.migrations.prefix(7).joined() { try connection.command(statement) }
    for statement in rows { try connection.command(statement) }
    return shop.path
  }

  @Test(
    "what an older version called refunded is told as what it was, and states follow from statements", .overBothStorages
  )
  func statements() throws {
    let path = try makeDecided()
    let ledger = try Ledger(path: path)
    #expect(try ledger.check() == [])
    let events = try ledger.events(since: 0).map(\.name)
    #expect(events == ["accepted", "upgraded", "refunded", "refunded", "refunded"])
    let states = try ledger.history(of: "A", now: shop.now).purchases.map {
      "\($0.record.transactionID ?? "-") \($0.state)"
    }
    #expect(
      Set(states) == [
        "1 refunded", "2 refunded", "3 upgraded", "4 no_longer_shared", "5 accepted", "6 seat_taken_back",
        "7 refunded", "1000 accepted",
      ])
    let shares: [String] = try ledger.read { db in
      try db.values(
        "SELECT transaction_id || ' ' || revocation_percentage FROM purchase WHERE revocation_percentage IS NOT NULL")
    }
    #expect(shares == ["7 40000"])
    #expect(try ledger.entitlements(of: "jane", at: shop.now).entitlements.map(\.productID) == ["com.example.monthly"])
    // An older statement changes nothing, a newer one does.
    func notify(_ uuid: String, signed: String) throws -> [String] {
      let payload = Payload.transaction("1", product: "coins", from: "2025-11-24", signed: signed)
      let notification = try shop.signed(Shop.notification("NEW", uuid, signed: signed, transaction: payload))
      return try ledger.take(notification, allowsTestSigned: true, now: shop.now).events.map(\.name)
    }
    #expect(try notify("A", signed: "2025-11-26") == [])
    #expect(try notify("B", signed: "2025-11-28") == ["refund_reversed"])
    #expect(try ledger.check() == [])
  }
}
