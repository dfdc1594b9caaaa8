import Foundation
import ReceiptKit
import ReceiptMint
import TestSupport
import Testing

@testable import ReceiptLedger

/// A customer's data goes at the customer's request, and a purchase still counts once.
@Suite("Erasing an account")
struct ErasureTests {
  private let shop: Shop

  init() throws { shop = try Shop() }

  private let coins = "770000000000001"
  private let pro = "770000000000002"
  private let monthly = "770000000000010"
  private let renewal = "770000000000011"

  private var bought: [InAppDescription] {
    [
      .purchase(coins), .purchase(pro, product: "com.example.pro", type: 0),
      .monthly(monthly, original: monthly, from: "2025-12-20T00:00:00Z", to: "2026-01-20T00:00:00Z"),
    ]
  }

  @discardableResult
  private func erase(_ account: String = "jane") throws -> LedgerErasure {
    shop.now.milliseconds += 1_000
    return try shop.ledger.erase(account: account, now: shop.now)
  }

  private func tell(_ type: String, _ purchases: [String], renewals: [String] = []) throws -> StatementOutcome {
    try shop.ledger.receiveUnsigned(
      Said.statement(type, purchases, renewals: renewals), provenBy: Secret(Array(Said.secret.utf8)), now: shop.now)
  }

  /// Which texts stand in the file or its log.
  private func found(_ texts: [String]) throws -> [String] {
    let octets = try [shop.path, shop.path + "-wal"].map { try Data(contentsOf: URL(fileURLWithPath: $0)) }
    return texts.filter { text in octets.contains { $0.range(of: Data(text.utf8)) != nil } }
  }

  private func count(_ table: String) throws -> Int {
    try shop.ledger.read { db in try db.value("SELECT count(*) FROM \(table)") ?? -1 }
  }

  @Test("no byte of it stays in the file or its log, also where others' orders name it")
  func octets() async throws {
    let jane = "jane@customer.example"
    shop.rules.keepsReceipts = true
    let names = [coins, pro, monthly, renewal, "770000000000003", "770000000000004", "770000000000005"]
    try shop.add(shop.receipt(bought), order: "ORDER-OF-JANE", account: jane)
    // Between others', so that SQLite splits and rearranges its pages.
    for number in 0..<150 {
      shop.rules.keepsReceipts = number % 2 == 0
      try shop.add(
        shop.receipt(.purchase("6\(number * 7919 % 1_000_003)")), order: "o\(number)", account: "a\(number % 40)")
    }
    shop.rules.keepsReceipts = false
    // Renewed, and refused by Apple, and waiting for Apple.
    shop.now.milliseconds += 25 * 86_400_000
    #expect(
      try tell("DID_RENEW", [Said.period(renewal, original: monthly, from: "2026-01-20", to: "2026-02-20")]).events
        .count
        == 1)
    shop.rules.asksApple = true
    try shop.add(
      shop.receipt(.purchase("770000000000003"), .purchase("770000000000004")), order: "SECOND-OF-JANE", account: jane
    ) { $0.transactions = ["770000000000003"] }
    try await shop.run(ScriptedVerifier([try .status(21003)])) { $0.jobs = 1 }
    try shop.add(shop.receipt(.purchase("770000000000005")), order: "THIRD-OF-JANE", account: jane)
    shop.rules.asksApple = false
    // Others: a replay, a renewal that is not known, an order that Jane used, and what Apple refused.
    #expect(try shop.add(shop.receipt(bought[0]), order: "J1", account: "joe").decision == .replay)
    let copy = InAppDescription.purchase("880000000000001", original: pro, product: "com.example.pro", type: 0)
    #expect(try shop.add(shop.receipt(copy), order: "J2", account: "joe").decision == .replay)
    try shop.add(shop.receipt(.purchase("880000000000002")), order: "SHARED-ORDER", account: jane)
    #expect(
      try shop.add(shop.receipt(.purchase("880000000000003")), order: "SHARED-ORDER", account: "joe").reports.count == 1
    )
    let refused = try shop.receipt(.purchase("770000000000003"), created: "2025-12-27T00:00:00Z")
    let doubted = try shop.add(refused, order: "J3", account: "joe")
    #expect(doubted.decision == .reject)
    func reason() throws -> String? {
      let told = try shop.ledger.history(of: "J3", as: .order, now: shop.now).presentations[0].details
      guard case .array(let checks)? = told.first?.value else { return nil }
      return checks.first?["reason"]?.stringValue
    }
    #expect(try reason() == doubted.failures.first?.reason && reason()?.contains(" 770000000000003: ") == true)
    let texts = [jane, "ORDER-OF-JANE", "SECOND-OF-JANE", "THIRD-OF-JANE"] + names
    // The fourth stood beside a refused one, and the ledger remembers it as refused.
    #expect(try found(texts) == texts)
    let numbers = try shop.ledger.events(since: 0).map(\.sequence)

    let erasure = try erase(jane)
    #expect(try reason()?.hasPrefix("Apple refused another receipt with transaction that was erased: only ") == true)
    #expect(erasure.orders == 4 && erasure.subscriptions == 1 && erasure.remainder == nil && erasure.hasNewKey)
    #expect(erasure.purchases == 7 && erasure.receipts == 4)
    // Receipts of others that stand in the ledger are theirs: that of a replay has the same purchase.
    #expect(try found(texts) == [])
    #expect(try shop.ledger.check() == [])
    #expect(try shop.ledger.events(since: 0).map(\.sequence) == numbers + [numbers.count + 1].map(Int64.init))
    #expect(try count("task") == 0 && count("renewal") == 0 && count("subscription") == 0)
    let shared = try shop.ledger.history(of: "SHARED-ORDER", as: .order, now: shop.now)
    #expect(shared.presentations.map(\.account) == ["joe"])
    guard case .array(let reports)? = shared.presentations[0].details.first(where: { $0.name == "reports" })?.value
    else {
      throw LedgerError(.defect, "no reports")
    }
    #expect(
      reports.map { $0["text"]?.stringValue } == ["order SHARED-ORDER was used before by an account that was erased"])
  }

  /// Everything that the storage has. SQLite's file may have more than its tables: there the octets themselves are
  /// searched.
  private func everything() throws -> Data {
    var all = Data()
    try shop.ledger.exportEverything { all += $0 }
    guard !TestStorage.isPostgreSQL else {
      // The rows of every table that there is, whether it is exported or not.
      try shop.ledger.read { db in
        let tables: [String] = try db.values(
          "SELECT tablename FROM pg_tables WHERE schemaname = '\(PostgreSQLSchema.name)'")
        #expect(tables.count > 20)
        for table in tables {
          let rows: [String] = try db.values("SELECT CAST(t AS text) FROM \(table) t")
          for row in rows { all += Data(row.utf8) }
        }
      }
      return all
    }
    for path in [shop.path, shop.path + "-wal"] { all += try Data(contentsOf: URL(fileURLWithPath: path)) }
    return all
  }

  @Test("its name goes from every place where one can be stored, whatever the sentences say", .overBothStorages)
  func everyName() throws {
    // JSON writes some of these characters otherwise.
    func name(_ core: String) -> String { "\"J\\\(core)/é" }
    let cores = ["NAME-OF-JANE", "FORMER-OF-JANE", "OLDEST-OF-JANE", "NAMED-ONLY"]
    let (jane, former, oldest) = (name(cores[0]), name(cores[1]), name(cores[2]))
    func found() throws -> [String] {
      let all = try everything()
      return cores.filter { all.range(of: Data($0.utf8)) != nil }
    }
    func receipt(_ transaction: String) throws -> [UInt8] { try shop.receipt(.purchase(transaction)) }
    func period(_ transaction: String, from start: String, to end: String, token: String) throws -> String {
      try Shop.jws(
        .transaction,
        Payload.period(transaction, from: start, to: end, signed: start, ",\"appAccountToken\":\"\(token)\""))
    }
    // Orders that others used, replays, and a hash that is another's.
    for (number, account) in [jane, former, oldest].enumerated() {
      try shop.add(receipt("1\(number)"), order: "S\(number)", account: account)
      let reused = try shop.add(receipt("2\(number)"), order: "S\(number)", account: "joe")
      #expect(reused.reports.map(\.text) == ["order S\(number) was used before by account \(account)"])
      #expect(try shop.add(receipt("1\(number)"), order: "R\(number)", account: "joe").decision == .replay)
      try shop.add(receipt("3\(number)"), order: "M\(number)", account: account) {
        $0.applicationUsername = "0123"
      }
    }
    // Transfers: one that Apple's token proves, and others by hand.
    let first = try period("1000", from: "2025-10-10", to: "2025-11-10", token: "janes")
    #expect(try shop.add(jws: first, order: "T", account: jane).decision == .accept)
    let moved = try period("1009", from: "2025-12-20", to: "2026-01-20", token: "joes")
    #expect(try shop.add(jws: moved, order: "T2", account: "joe") { $0.accountToken = "joes" }.reports.count == 1)
    for account in [oldest, name(cores[3]), "joe", jane, "joe"] {
      _ = try shop.ledger.transfer(transaction: "20", to: account, now: shop.now)
    }
    _ = try shop.ledger.merge(account: oldest, into: former, now: shop.now)
    #expect(
      try shop.ledger.history(of: "S2", as: .order, now: shop.now).presentations.last?.details.last?.value
        == .array([
          .object([
            JSONValue.Member("report", .string("order_reused")),
            JSONValue.Member("text", .string("order S2 was used before by account \(oldest)")),
          ])
        ]))
    _ = try shop.ledger.merge(account: former, into: jane, now: shop.now)
    // What the events of the merges told is gone before the account is.
    let isPruned = try shop.ledger.prune(before: Instant(milliseconds: shop.now.milliseconds + 1), isTrial: false)
    #expect(isPruned.events > 0)
    try shop.add(receipt("10"), order: "R3", account: "joe")
    _ = try shop.ledger.transfer(transaction: "20", to: name(cores[3]), now: shop.now)
    _ = try shop.ledger.transfer(transaction: "20", to: "joe", now: shop.now)
    #expect(try found() == cores)

    _ = try shop.ledger.erase(account: jane, now: shop.now)
    #expect(try found() == [cores[3]])
    // An account that has nothing any more is named by the events of what it had.
    _ = try shop.ledger.erase(account: name(cores[3]), now: shop.now)
    #expect(try found() == [])
    #expect(try shop.ledger.check() == [])
    for number in 0..<3 {
      let told = try shop.ledger.history(of: "S\(number)", as: .order, now: shop.now).presentations.last?.details.last
      guard case .array(let reports)? = told?.value else { throw LedgerError(.defect, "no reports") }
      #expect(
        reports.map { $0["text"]?.stringValue } == ["order S\(number) was used before by an account that was erased"])
    }
    #expect(Shop.error { _ = try shop.ledger.erase(account: name(cores[3]), now: shop.now) }?.code == .unknownAccount)
  }

  @Test("the digests of its requests' keys go, those of others stay", .overBothStorages)
  func requests() throws {
    func present(_ transaction: String, _ account: String, key: String) throws -> Presentation {
      let body = Array("\(transaction) \(account)".utf8)
      return shop.presentation(
        try shop.receipt(.purchase(transaction)), order: "O" + transaction, account: account
      ) { $0.key = RequestKey(key, of: "shop", body: body) }
    }
    let requests = try [
      present("1", "jane", key: "a"), present("2", "joe", key: "b"),
      // Duplicates and replays are recorded with the presentation that they repeat, or their own.
      present("1", "jane", key: "c"), present("2", "jane", key: "d"), present("1", "joe", key: "e"),
    ]
    for request in requests { _ = try shop.decide(request) }
    let keys = requests.compactMap { $0.key }
    func known() throws -> [Bool] {
      let all = try everything()
      return keys.map { key in
        [key.name, key.body].contains {
          all.range(of: Data($0)) != nil || all.range(of: Data(hexadecimal($0).utf8)) != nil
        }
      }
    }
    #expect(try known() == [true, true, true, true, true])
    _ = try shop.ledger.erase(account: "jane", now: shop.now)
    #expect(try known() == [false, true, false, false, true])
    // A key that was used is refused with another body, and that of an erased request is a new one.
    var other = try present("3", "joe", key: "b")
    other.key = RequestKey("b", of: "shop", body: [1])
    let refused = try shop.decide(other)
    #expect(refused.count == 1 && refused[0] == nil)
    let again = try shop.decide(requests[0])
    #expect(again[0]?.decision == .replay)
    #expect(try shop.ledger.check() == [])
  }

  @Test(
    "a refund that only its receipt told of goes, too, and where another order was about its transaction",
    .overBothStorages)
  func unlinked() throws {
    // A receipt tells of a refund of what no account has; another order wants a transaction that is not in its receipt.
    try shop.add(shop.receipt(.purchase(coins), .refunded("770000000000008")), order: "A") { $0.transactions = [coins] }
    try shop.add(shop.receipt(.purchase("5")), order: "B", account: "joe") { $0.transactions = [coins, "5x"] }
    // What joe's receipt told of, too, stays his.
    try shop.add(shop.receipt(.purchase("6"), .refunded("770000000000009")), order: "C") { $0.transactions = ["6"] }
    try shop.add(shop.receipt(.purchase("7"), .refunded("770000000000009")), order: "D", account: "joe") {
      $0.transactions = ["7"]
    }
    func found() throws -> [Bool] {
      let all = try everything()
      return [coins, "770000000000008", "770000000000009"].map { all.range(of: Data($0.utf8)) != nil }
    }
    #expect(try found() == [true, true, true])
    _ = try shop.ledger.erase(account: "jane", now: shop.now)
    #expect(try found() == [false, false, true])
    let rejected = try shop.ledger.history(of: "B", as: .order, now: shop.now).presentations[0].details
    guard case .array(let checks)? = rejected.first(where: { $0.name == "failed_checks" })?.value else {
      throw LedgerError(.defect, "no checks")
    }
    #expect(checks.map { $0["expected"]?.stringValue } == ["erased, 5x"])
    #expect(try shop.ledger.check() == [])
    // The hash of the refunded one stays.
    let again = try shop.add(shop.receipt(.purchase("770000000000008")), order: "E", account: "joe")
    #expect(again.decision == .replay && again.items.allSatisfy(\.isErased))
    _ = try shop.ledger.erase(account: "joe", now: shop.now)
    #expect(try found() == [false, false, false])
    #expect(try shop.ledger.check() == [])
  }

  @Test("SQLite's copies in pages that it rearranged go, too: secure_delete does not reach them", arguments: 0..<2)
  func rearrangedPages(_ seed: Int) throws {
    var chance = SplitMix(seed: UInt64(seed))
    try shop.ledger.write { db in
      try db.run("INSERT INTO receipt (sha256, seen_at) VALUES (?, 0)", [[UInt8](repeating: 0, count: 32)])
      for number in 1...8_000 {
        let isOwn = chance.below(6) == 0
        let name = "\(chance.below(1_000_000_000))" + (isOwn ? "TRANSACTION-OF-JANE" : "other")
        try db.run(
          """
          INSERT INTO presentation (id, order_id, account, receipt_id, at, decision, state)
          VALUES (?, ?, ?, 1, 0, 'accept', 'accepted')
          """, [number, name, isOwn ? "jane" : name])
        try db.run(
          "INSERT INTO purchase (transaction_id, product_id, presentation_id, state) VALUES (?, ?, ?, 'accepted')",
          [name, String(repeating: "p", count: chance.below(60)), number])
        // Rows that grow move others to new pages.
        try db.run(
          "UPDATE purchase SET product_id = ? WHERE presentation_id = ?",
          [String(repeating: "q", count: chance.below(200)), chance.below(number) + 1])
      }
    }
    #expect(try found(["TRANSACTION-OF-JANE"]).count == 1)
    try erase()
    #expect(try found(["TRANSACTION-OF-JANE"]) == [])
  }

  @Test("what was the account's is a replay for everybody, also for a new account of its name, and nobody holds it")
  func replays() throws {
    try shop.add(shop.receipt(bought), order: "A")
    try shop.add(shop.receipt(.purchase("5", product: "season", type: 2)), order: "B")
    try erase()
    let presented: [[InAppDescription]] = [
      bought, [bought[0]], [bought[1]],
      [.purchase("88", original: pro, product: "com.example.pro", type: 0)],
      [.monthly(renewal, original: monthly, from: "2025-12-25T00:00:00Z", to: "2026-02-20T00:00:00Z")],
      [.purchase("5", product: "season", type: 2)], [.refunded(coins)],
    ]
    var order = 0
    for account in ["jane", "joe"] {
      for purchases in presented {
        order += 1
        let decision = try shop.add(shop.receipt(purchases), order: "N\(order)", account: account)
        #expect(decision.decision == .replay && !decision.isGood, "\(purchases.map(\.transactionID))")
        #expect(decision.items.allSatisfy { $0.outcome == .replay && $0.holder == nil })
        var writer = JSONWriter(layout: .compact)
        decision.write(source: "-", to: &writer)
        let text = String(decoding: writer.bytes, as: UTF8.self)
        #expect(text.contains(#""held_by":null,"text":"its account was erased at the customer's request""#))
        let event = try #require(decision.event)
        let told = try #require(try shop.ledger.events(since: event - 1).first)
        #expect(told.kind == .replayDetected && told.details.last?.value.stringValue == ErasedPurchases.text)
      }
    }
    // A second purchase of a kind of which each transaction counts alone is a new one.
    #expect(
      try shop.add(shop.receipt(.purchase("6", original: "5", product: "season", type: 2)), order: "C").decision
        == .accept)
    let jws = try shop.add(jws: Shop.jws(.transaction, Payload.transaction(coins)), order: "D")
    #expect(jws.decision == .replay)
    // A subscription that continues it under another original transaction.
    let continued = try Shop.jws(
      .transaction,
      Payload.period(
        "9000", original: "9000", from: "2025-12-30", to: "2026-01-30", signed: "2025-12-31",
        ",\"previousOriginalTransactionId\":\"\(monthly)\""))
    #expect(try shop.add(jws: continued, order: "E").decision == .replay)
    // Beside something new it is left out.
    let beside = try shop.add(shop.receipt(bought[0], .purchase("7")), order: "F") { $0.transactions = ["7"] }
    #expect(beside.decision == .accept && beside.items.map(\.outcome) == [.other, .new])
    #expect(try shop.ledger.check() == [])
  }

  @Test("what Apple says of it later is acknowledged, and stores nothing")
  func told() async throws {
    try shop.add(shop.receipt(bought), order: "A")
    shop.rules.asksApple = true
    try shop.add(shop.receipt(.purchase("9")), order: "B", account: "joe")
    try erase()
    let events = try shop.ledger.lastEvent()
    let renewed = Said.period(renewal, original: monthly, from: "2026-01-20", to: "2026-02-20")
    let refund = Said.purchase(coins, from: "2025-12-26", cancelled: "2025-12-27")
    for statement in [
      try tell("DID_RENEW", [renewed], renewals: [Said.renewal(#""auto_renew_status":"1""#, original: monthly)]),
      try tell("REFUND", [refund]),
      try shop.notify(
        Shop.notification(
          "DID_RENEW", "A", signed: "2026-01-01",
          transaction: Payload.period(
            renewal, original: monthly, from: "2026-01-20", to: "2026-02-20", signed: "2026-01-01"),
          renewal: Payload.renewal(monthly, signed: "2026-01-01"))),
      try shop.notify(
        Shop.notification(
          "CONSUMPTION_REQUEST", "B", signed: "2026-01-01", transaction: Payload.transaction(coins))),
    ] {
      #expect(statement.doubt == nil && statement.events.isEmpty && !statement.isNew)
      #expect(statement.note == "it is about a purchase of which nothing is stored: \(ErasedPurchases.text)")
    }
    // Beside another customer's, only that one counts.
    let both = try tell("ONE_TIME_CHARGE", [refund, Said.purchase("50", from: "2025-12-26")])
    #expect(both.events.map(\.name) == ["unclaimed"] && both.note != nil)
    // An answer about another account's receipt.
    try await shop.run(
      try ScriptedVerifier(Said.answer([Said.purchase("9", from: "2025-12-26"), renewed, refund])))
    #expect(try shop.events(since: events) == ["unclaimed", "verified"])
    #expect(try found([coins, renewal, monthly]) == [])
    #expect(try count("renewal") == 0 && count("notification") == 0)
    #expect(try shop.ledger.check() == [])
  }

  @Test("an answer for what waited comes too late")
  func lateAnswer() async throws {
    shop.rules.asksApple = true
    try shop.add(shop.receipt(.purchase(coins)), order: "A")
    let task = try shop.ledger.write { db in
      try TaskStore(db: db, now: shop.now).lease(1, dueBy: shop.now, polls: true, milliseconds: 60_000)[0]
    }
    try erase()
    let meaning = try shop.ledger.write { db in
      try AnswerStore(db: db, now: shop.now, environment: .sandbox, erased: shop.ledger.erased(db))
        .record(
          [(.sandbox, try .status(0))], for: task, backoff: Backoff(), fraction: 0)
    }
    #expect(meaning == nil)
    #expect(try count("answer") == 0 && count("receipt") == 0 && count("purchase") == 0)
    shop.rules.asksApple = false
    #expect(try shop.add(shop.receipt(.purchase(coins)), order: "B", account: "joe").decision == .replay)
  }

  @Test("events keep number and date, and one tells which lost the rest")
  func events() throws {
    try shop.add(shop.receipt(.purchase("1")), order: "A")
    try shop.add(shop.receipt(.purchase("2")), order: "B", account: "joe")
    try shop.add(shop.receipt(.purchase("3")), order: "C")
    try shop.add(shop.receipt(.purchase("1")), order: "D", account: "joe")
    try shop.add(shop.receipt(.purchase("4")), order: "E", account: "joe")
    let before = try shop.ledger.events(since: 0)
    let trial = try shop.ledger.erase(account: "jane", now: shop.now, isTrial: true)
    // The first one's receipt is joe's, too.
    #expect(trial.orders == 2 && trial.purchases == 2 && trial.receipts == 1 && trial.events == 3)
    #expect(try shop.events() == before.map(\.name) && trial.event == nil && !trial.hasNewKey)
    #expect(!FileManager.default.fileExists(atPath: shop.ledger.erasureKeyPath))
    let erasure = try erase()
    #expect(erasure.events == 3 && erasure.event == 6)
    let after = try shop.ledger.events(since: 0)
    #expect(after.map(\.name) == ["erased", "accepted", "erased", "erased", "accepted", "account_erased"])
    #expect(after.prefix(5).map(\.at) == before.map(\.at))
    for event in after where event.kind == .erased {
      #expect(event.order == nil && event.account == nil && event.transactionID == nil && event.details.isEmpty)
    }
    var writer = JSONWriter(layout: .compact)
    after[5].write(to: &writer)
    let text = String(decoding: writer.bytes, as: UTF8.self)
    #expect(text.contains(#""erased_events":[{"first":1,"last":1},{"first":3,"last":4}]}"#), "\(text)")
    #expect(!text.contains("jane"))
    #expect(try shop.ledger.history(of: "jane", now: shop.now).subjects == [])
    #expect(
      try shop.ledger.history(of: "joe", as: .account, now: shop.now).presentations.map(\.order) == ["B", "D", "E"])
    // A second time there is nothing.
    #expect(Shop.error { _ = try erase() }?.code == .unknownAccount)
    #expect(Shop.error { _ = try erase("") }?.code == .unusableName)
    #expect(try shop.ledger.check() == [])
  }

  @Test("the name of an account that was merged into it goes, too")
  func merged() throws {
    try shop.add(shop.receipt(.purchase(coins)), order: "A", account: "jane@old.example")
    try shop.add(shop.receipt(.purchase(coins)), order: "B", account: "joe")
    _ = try shop.ledger.merge(account: "jane@old.example", into: "jane@new.example", now: shop.now)
    _ = try shop.ledger.merge(account: "jane@new.example", into: "jane", now: shop.now)
    #expect(try found(["jane@old.example", "jane@new.example"]).count == 2)
    try erase()
    #expect(try found(["jane@old.example", "jane@new.example", "jane"]) == [])
    #expect(try shop.events() == ["erased", "erased", "erased", "erased", "account_erased"])
  }

  @Test("what another account restored stays its own, also under an identifier of the erased one")
  func restored() throws {
    try shop.add(shop.receipt(.purchase("1", product: "pro", type: 0)), order: "A")
    let copy = try shop.add(shop.receipt(.purchase("9", original: "1", product: "pro", type: 0)), order: "B")
    #expect(copy.items.map(\.outcome) == [.restored])
    #expect(try shop.add(shop.receipt(.purchase("9")), order: "C", account: "kim").decision == .accept)
    try erase("kim")
    #expect(try shop.ledger.check() == [])
  }

  @Test("a receipt that another account presented stays")
  func sharedReceipt() throws {
    shop.rules.keepsReceipts = true
    let both = try shop.receipt(.purchase("1"), .purchase("2"))
    try shop.add(both, order: "A") { $0.transactions = ["1"] }
    try shop.add(both, order: "B", account: "joe") { $0.transactions = ["2"] }
    #expect(try erase().receipts == 0)
    #expect(try count("receipt WHERE body IS NOT NULL") == 1)
    #expect(try shop.state("2") == "accepted joe" && shop.state("1") == nil)
    #expect(try shop.ledger.check() == [])
  }

  @Test(
    "the hashes are HMAC-SHA256 with the key of the file, as openssl computes them; there is nothing beside but the date"
  )
  func hashes() throws {
    let key = (0..<32).map { String(format: "%02x", $0) }.joined()
    try Data((key + "\n").utf8).write(to: URL(fileURLWithPath: shop.ledger.erasureKeyPath))
    #expect(chmod(shop.ledger.erasureKeyPath, 0o600) == 0)
    try shop.add(
      shop.receipt(
        .purchase("1"), .monthly("2", original: "1000", from: "2025-12-20T00:00:00Z", to: "2026-01-20T00:00:00Z")),
      order: "A")
    #expect(try !erase().hasNewKey)
    let rows = try shop.ledger.read { db in
      try db.rows("SELECT * FROM erased ORDER BY hash").map { row in
        (row.count, hexadecimal(try row["hash"] as [UInt8]), try row["at"] as Int64)
      }
    }
    // openssl dgst -sha256 -mac HMAC -macopt hexkey:KEY of "receipt-tool ledger erasure 1\ntransaction\n" and 1, 2,
    // 1000.
    #expect(
      rows.map(\.1) == [
        "4d7d828a7a57dd06a527508ad95051290cf752e8a34854b2a43b674046648a11",
        "d9f468c13f68111be9eeb96a84810df95e22f00e6f7baf0e9457e8bdae358784",
        "db37658ebb9ad46fdd8cecff8e50992dc38a8a52dd7c2aa23719676acf880b3d",
      ])
    #expect(rows.allSatisfy { $0.0 == 2 && $0.2 == shop.now.milliseconds })
  }

  @Test("without its key nothing is taken in: none, another one, one that others can read, and what is no key")
  func key() async throws {
    try shop.add(shop.receipt(.purchase("1")), order: "A")
    try erase()
    let path = shop.ledger.erasureKeyPath
    let key = try Data(contentsOf: URL(fileURLWithPath: path))
    #expect(key.count == 65 && key.dropLast().allSatisfy { $0.hexValue != nil })
    var information = stat()
    #expect(stat(path, &information) == 0 && information.st_mode & 0o777 == 0o600)
    // No backup has it.
    let copy = shop.file("backup.sqlite")
    try shop.ledger.backUp(to: copy)
    #expect(try !Data(contentsOf: URL(fileURLWithPath: copy)).contains(key.dropLast()))
    let backup = try Ledger(path: copy)
    #expect(backup.erasureKeyPath == copy + ".erasure-key")

    let receipt = try shop.receipt(.purchase("1"))
    let now = shop.now
    func refused(_ ledger: Ledger) async -> [LedgerError.Code?] {
      let run = Result {
        Runner(ledger: ledger, verifier: ScriptedVerifier([.unreachable(reason: "")]), settings: .init()) { now }
      }
      var codes: [LedgerError.Code?] = [
        Shop.error {
          _ = try ledger.add(shop.presentation(receipt, order: "B"), rules: shop.rules, now: shop.now)
        }?.code,
        Shop.error {
          _ = try ledger.receiveUnsigned(
            Said.statement("REFUND", [Said.purchase("1", from: "2025-12-26")]),
            provenBy: Secret(Array(Said.secret.utf8)), now: shop.now)
        }?.code,
        Shop.error {
          _ = try ledger.receiveNotification(
            shop.signed(
              Shop.notification("REFUND", "A", signed: "2026-01-01", transaction: Payload.transaction("1"))),
            allowsTestSigned: true, now: shop.now)
        }?.code,
      ]
      do {
        _ = try await run.get().pass { _, _ in }
        codes.append(nil)
      } catch {
        codes.append((error as? LedgerError)?.code)
      }
      return codes
    }
    let all: [LedgerError.Code?] = [.erasureKey, .erasureKey, .erasureKey, .erasureKey]
    #expect(await refused(backup) == all)
    #expect(
      Shop.error { _ = try backup.add(shop.presentation(receipt, order: "B"), rules: shop.rules, now: shop.now) }?
        .message.contains("is missing") == true)
    // Questions are answered without it.
    #expect(try backup.check() == [] && backup.history(of: "jane", now: shop.now).subjects.isEmpty)
    let named = try Ledger(path: copy, erasureKey: path)
    #expect(await refused(named) == [nil, nil, nil, nil])

    let file = URL(fileURLWithPath: path)
    for wrong in [
      "", "00", String(repeating: "0", count: 64), String(repeating: "0", count: 66),
      "x" + String(repeating: "0", count: 63),
    ] {
      try Data(wrong.utf8).write(to: file)
      #expect(chmod(path, 0o600) == 0)
      #expect(await refused(shop.ledger) == all, "\(wrong)")
      #expect(Shop.error { _ = try shop.ledger.erase(account: "x", now: shop.now) }?.code == .unknownAccount)
    }
    try key.write(to: file)
    for mode in [0o644, 0o620, 0o602] {
      #expect(chmod(path, mode_t(mode)) == 0)
      #expect(await refused(shop.ledger) == all)
    }
    #expect(chmod(path, 0o600) == 0)
    #expect(await refused(shop.ledger) == [nil, nil, nil, nil])
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    #expect(await refused(shop.ledger) == all)
  }

  @Test("an erasure with the wrong key erases nothing")
  func erasureWithoutKey() throws {
    try shop.add(shop.receipt(.purchase("1")), order: "A")
    try shop.add(shop.receipt(.purchase("2")), order: "B", account: "joe")
    try erase()
    try FileManager.default.removeItem(atPath: shop.ledger.erasureKeyPath)
    #expect(Shop.error { _ = try erase("joe") }?.code == .erasureKey)
    #expect(try shop.state("2") == "accepted joe")
    #expect(!FileManager.default.fileExists(atPath: shop.ledger.erasureKeyPath))
  }

  @Test("a ledger whose only account was erased is still for its apps")
  func purpose() throws {
    try shop.add(shop.receipt(.purchase("1")), order: "A")
    try erase()
    let other = try Ledger(path: shop.path, makingFor: ["com.example.other"])
    #expect(try other.apps().named == [Shop.bundle] && other.environment == .sandbox)
  }

  /// A ledger in PostgreSQL with Jane, who has all the subscriptions, and others; what names her, and where it is
  /// found.
  private struct Erased {
    let shop: Shop
    let jane = "jane-\(UUID().uuidString)"
    let names: [String]

    init() throws {
      let shop = try TestStorage.$isPostgreSQL.withValue(true) { try Shop() }
      self.shop = shop
      let number = UInt32.random(in: 1_000_000...UInt32.max)
      let (coins, months) = ("77\(number)", (0..<4).map { "88\(number)\($0)" })
      shop.rules.keepsReceipts = true
      for order in 0..<40 {
        try shop.add(shop.receipt(.purchase("66\(number)\(order)")), order: "o\(order)", account: "a\(order)")
      }
      for account in (0..<40).map({ "a\($0)" }) + [jane] {
        let consent = Consent(isGiven: true, source: "mail of \(account)", at: Said.instant("2025-12-27"))
        _ = try shop.ledger.record(consent, of: account, now: shop.now)
      }
      try shop.add(shop.receipt(.purchase(coins)), order: "coins of \(jane)", account: jane)
      try shop.notify(
        Shop.notification(
          "CONSUMPTION_REQUEST", "A", signed: "2026-01-01", transaction: Payload.transaction(coins)))
      for month in months {
        let period = InAppDescription.monthly(
          month, original: month, from: "2025-12-20T00:00:00Z", to: "2026-01-20T00:00:00Z")
        try shop.add(shop.receipt(period), order: "\(month) of \(jane)", account: jane)
      }
      names = [jane, coins] + months
      try connection().command("ANALYZE")
      try connection().command("CHECKPOINT")
    }

    func connection() throws -> PostgreSQLConnection {
      let library = try LibPQ.loaded.get()
      return try PostgreSQLConnection(PostgreSQLAddress(shop.path, library), library)
    }

    /// The names in the files of the server, but for its write-ahead log.
    func inFiles() throws -> [String] {
      let data = try #require(try PostgreSQLServer.shared.get()).folder + "/data"
      var found: Set<String> = []
      for name in try #require(FileManager.default.enumerator(atPath: data)) {
        // Other tests drop their databases meanwhile.
        guard let name = name as? String, !name.hasPrefix("pg_wal"),
          let octets = FileManager.default.contents(atPath: data + "/" + name)
        else { continue }
        for text in names where octets.range(of: Data(text.utf8)) != nil { found.insert(text) }
      }
      return names.filter(found.contains)
    }

    /// The names in the statistics of the server.
    func inStatistics() throws -> [String] {
      let all =
        try connection().rows(
          "SELECT concat(most_common_vals::text, histogram_bounds::text) FROM pg_stats WHERE schemaname = 'receipt_ledger'",
          [], isCached: false
        ).map { try $0[0] as String }.joined()
      return names.filter(all.contains)
    }

    func erase(by ledger: Ledger? = nil) throws -> LedgerErasure {
      shop.now.milliseconds += 1_000
      return try (ledger ?? shop.ledger).erase(account: jane, now: shop.now)
    }
  }

  @Test(
    "PostgreSQL: no file but the write-ahead log and no statistic has it",
    .enabled(if: TestStorage.canRun, "PostgreSQL is not installed"))
  func postgreSQL() throws {
    let erased = try Erased()
    #expect(try erased.inFiles() == erased.names && erased.inStatistics() == erased.names)
    let erasure = try erased.erase()
    #expect(erasure.orders == 5 && erasure.subscriptions == 4 && erasure.remainder == nil)
    #expect(try erased.inStatistics() == [])
    try erased.connection().command("CHECKPOINT")
    #expect(try erased.inFiles() == [])
    #expect(try erased.shop.ledger.check() == [])
    // The others' are as they were, and planned with statistics.
    #expect(try erased.shop.add(erased.shop.receipt(.purchase("1")), order: "o0", account: "a0").decision == .accept)
    let planned = try erased.connection().row(
      "SELECT count(*) FROM pg_stats WHERE schemaname = 'receipt_ledger' AND tablename = 'presentation'", [])
    #expect(try (planned?[0] as Int64? ?? 0) > 5)
  }

  @Test(
    "PostgreSQL: what another transaction may still read stays, which is told, and the same call finishes it later",
    .enabled(if: TestStorage.canRun, "PostgreSQL is not installed"))
  func postgreSQLReader() throws {
    let erased = try Erased()
    let reader = try erased.connection()
    try reader.command("BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT count(*) FROM receipt_ledger.event")
    let ledger = try Ledger(
      path: erased.shop.path, lockTimeout: 0.2, erasureKey: erased.shop.file("erasure-key"))
    #expect(try erased.erase(by: ledger).remainder?.code == .locked)
    try reader.command("COMMIT")
    let finished = try erased.erase(by: ledger)
    #expect(finished.event == nil && finished.remainder == nil)
    try erased.connection().command("CHECKPOINT")
    #expect(try erased.inFiles() == [] && erased.inStatistics() == [])
  }

  @Test(
    "PostgreSQL: former statistics are the database's, which says so to who does not own it",
    .enabled(if: TestStorage.canRun, "PostgreSQL is not installed"))
  func postgreSQLOwner() throws {
    let erased = try Erased()
    let role = "r\(UInt32.random(in: 0...UInt32.max))"
    for statement in [
      "CREATE ROLE \(role) LOGIN", "GRANT USAGE, CREATE ON SCHEMA receipt_ledger TO \(role)",
      "DO $$ DECLARE t record; BEGIN FOR t IN SELECT relname FROM pg_class WHERE relkind = 'r' "
        + "AND relnamespace = 'receipt_ledger'::regnamespace LOOP "
        + "EXECUTE 'ALTER TABLE receipt_ledger.' || t.relname || ' OWNER TO \(role)'; END LOOP; END $$",
    ] {
      try erased.connection().command(statement)
    }
    let path = erased.shop.path.replacingOccurrences(of: "receipt@", with: role + "@")
    let ledger = try Ledger(path: path, erasureKey: erased.shop.file("erasure-key"))
    let erasure = try erased.erase(by: ledger)
    #expect(erasure.event != nil && erasure.remainder?.message.contains("pg_statistic") == true)
    #expect(erasure.remainder?.hint?.contains("owner") == true)
    #expect(try erased.inStatistics() == [])
    // As the owner of the database the same call finishes it.
    #expect(try erased.erase().remainder == nil)
    try erased.connection().command("CHECKPOINT")
    #expect(try erased.inFiles() == [])
    try erased.connection().command("REASSIGN OWNED BY \(role) TO receipt; DROP OWNED BY \(role); DROP ROLE \(role)")
  }

  @Test("what another process reads keeps the log: that is told, and the same call finishes it later")
  func reader() throws {
    try shop.add(shop.receipt(.purchase(coins)), order: "A")
    let ledger = try Ledger(path: shop.path, lockTimeout: 0.05)
    try shop.ledger.read { db in
      _ = try db.value("SELECT count(*) FROM purchase") as Int64?
      let erasure = try ledger.erase(account: "jane", now: shop.now)
      #expect(erasure.event == 2 && erasure.remainder?.code == .locked)
      #expect(try ledger.erase(account: "jane", now: shop.now).remainder?.code == .locked)
    }
    #expect(try shop.state(coins) == nil)
    #expect(Shop.error { _ = try ledger.erase(account: "jane", now: shop.now, isTrial: true) }?.code == .unknownAccount)
    let finished = try ledger.erase(account: "jane", now: shop.now)
    #expect(finished.event == nil && finished.remainder == nil && finished.events == 0)
    #expect(try found([coins]) == [])
    #expect(Shop.error { _ = try ledger.erase(account: "jane", now: shop.now) }?.code == .unknownAccount)
    #expect(try shop.events() == ["erased", "account_erased"])
  }
}
