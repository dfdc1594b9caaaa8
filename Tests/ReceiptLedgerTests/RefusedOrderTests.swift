import ReceiptKit
import ReceiptMint
import Testing

@testable import ReceiptLedger

/// An order that was refused because of a refund: what its account gets when the refund no longer stands.
@Suite("Orders that were refused for a refund", .overBothStorages)
struct RefusedOrderTests {
  private let shop: Shop

  init() throws { shop = try Shop() }

  private static func kept(_ transaction: String = "1", signed: String, revoked: String? = nil) -> String {
    Payload.transaction(
      transaction, original: "1", type: "Non-Consumable", product: "com.example.pro", signed: signed, revoked: revoked)
  }

  private static func period(
    _ transaction: String, from start: String, to end: String, signed: String, revoked: String? = nil
  ) -> String {
    Payload.period(transaction, from: start, to: end, signed: signed, revoked: revoked)
  }

  private func notify(_ name: String, _ transaction: String, signed: String) throws -> [LedgerEvent] {
    try shop.notify(Shop.notification(name, name + signed, signed: signed, transaction: transaction)).events
  }

  /// The orders of an account that were refused, by what it may use.
  private func refusedOrders(of account: String) throws -> [String?] {
    try shop.ledger.entitlements(of: account, at: shop.now).entitlements.map(\.purchase.refusedOrder)
  }

  private func saysRefused(_ event: LedgerEvent?) -> Bool {
    JSONValue.object(event?.details ?? [])["order_was_refused"] == .bool(true)
  }

  private func products(of account: String) throws -> [String] {
    try shop.ledger.entitlements(of: account, at: shop.now).entitlements.map(\.productID)
  }

  @Test(
    "Apple reverses the refund: the account that presented the purchase first has it, and an event says so",
    arguments: [true, false])
  func reversed(isRefundPresented: Bool) throws {
    let refunded = Self.kept(signed: "2025-12-28", revoked: "2025-12-28")
    #expect(try notify("REFUND", refunded, signed: "2025-12-28").isEmpty)
    let presented = try Shop.jws(.transaction, isRefundPresented ? refunded : Self.kept(signed: "2025-12-26"))
    for (order, account) in [("A", "jane"), ("B", "joe")] {
      let decision = try shop.add(jws: presented, order: order, account: account)
      #expect(decision.decision == .reject && decision.items.map(\.outcome) == [.refunded])
    }
    #expect(try products(of: "jane") == [])
    let events = try notify("REFUND_REVERSED", Self.kept(signed: "2025-12-30"), signed: "2025-12-30")
    #expect(events.map(\.name) == ["refund_reversed"])
    #expect(events.first?.account == "jane" && events.first?.order == "A" && events.first?.transactionID == "1")
    #expect(saysRefused(events.first))
    #expect(try shop.state("1") == "accepted jane" && refusedOrders(of: "jane") == ["A"])
    #expect(try products(of: "jane") == ["com.example.pro"] && products(of: "joe") == [])
    // The order is honoured when it is presented again, and for nobody else.
    #expect(try shop.add(jws: presented, order: "B", account: "joe").decision == .replay)
    #expect(try shop.add(jws: presented, order: "A").items.map(\.outcome) == [.new])
    #expect(try products(of: "jane") == ["com.example.pro"] && refusedOrders(of: "jane") == [nil])
    #expect(try shop.ledger.check() == [])
  }

  @Test("a subscription's period is given in the same way")
  func reversedPeriod() throws {
    let refunded = Self.period(
      "1000", from: "2025-12-20", to: "2026-01-20", signed: "2025-12-28", revoked: "2025-12-28")
    #expect(try shop.add(jws: Shop.jws(.transaction, refunded), order: "A").decision == .reject)
    let back = Self.period("1000", from: "2025-12-20", to: "2026-01-20", signed: "2025-12-30")
    let events = try notify("REFUND_REVERSED", back, signed: "2025-12-30")
    #expect(events.map(\.name) == ["refund_reversed"] && events.map(\.account) == ["jane"])
    #expect(try products(of: "jane") == ["com.example.monthly"])
    #expect(try shop.subscription("1000") == "active 2026-01-20")
    // Its renewals are the account's.
    shop.move(to: "2026-01-21")
    let next = Self.period("1001", from: "2026-01-20", to: "2026-02-20", signed: "2026-01-20")
    let renewed = try notify("DID_RENEW", next, signed: "2026-01-20")
    #expect(renewed.map(\.account) == ["jane"] && !saysRefused(renewed.first))
    #expect(try refusedOrders(of: "jane") == ["A"])
    #expect(try shop.ledger.check() == [])
  }

  @Test("so is what an order had while it waited for Apple, and nothing of a receipt that Apple refused")
  func pending() async throws {
    shop.rules.asksApple = true
    let receipt = try shop.receipt(.purchase("1", product: "com.example.pro", type: 0))
    #expect(try shop.add(receipt, order: "A").decision == .pending)
    let answer = Said.answer([
      Said.purchase("1", product: "com.example.pro", from: "2025-12-26", cancelled: "2025-12-27")
    ])
    try await shop.run(try ScriptedVerifier(answer))
    #expect(try shop.ledger.history(of: "A", now: shop.now).presentations.map(\.state) == ["refunded"])
    let back = "2026-01-01T06:00:00Z"
    let events = try notify("REFUND_REVERSED", Self.kept(signed: back), signed: back)
    #expect(events.map(\.name) == ["refund_reversed"] && events.map(\.account) == ["jane"])
    #expect(try products(of: "jane") == ["com.example.pro"])
    // An order about two purchases, one of them refunded, whose receipt is not genuine.
    #expect(try shop.add(shop.receipt(.refunded("8"), .purchase("9")), order: "C", account: "kim").decision == .pending)
    try await shop.run(try ScriptedVerifier(#"{"status":21003}"#))
    let later = "2026-01-01T07:00:00Z"
    let coins = Payload.transaction("8", signed: later)
    #expect(try notify("REFUND_REVERSED", coins, signed: later).map(\.name) == ["unclaimed"])
    #expect(try shop.ledger.check() == [])
  }

  /// How the ledger learns of the period that is running.
  enum Way: CaseIterable { case before, after, inReceipt }

  @Test(
    "the first period was refunded and the subscription runs: the order is refused, the subscription is the account's",
    arguments: Way.allCases)
  func running(_ way: Way) throws {
    let first = Self.period("1000", from: "2025-11-25", to: "2025-12-25", signed: "2025-11-25")
    let refunded = Self.period(
      "1000", from: "2025-11-25", to: "2025-12-25", signed: "2025-12-27", revoked: "2025-12-27")
    let second = Self.period("1001", from: "2025-12-25", to: "2026-01-25", signed: "2025-12-25")
    if way == .before {
      #expect(try notify("DID_RENEW", second, signed: "2025-12-25").map(\.name) == ["unclaimed"])
    }
    #expect(try notify("REFUND", refunded, signed: "2025-12-27").isEmpty)
    let presented = try Array(Shop.jws(.transaction, first).utf8)
    let receipt = try shop.receipt(
      .monthly("1000", from: "2025-11-25T00:00:00Z", to: "2025-12-25T00:00:00Z"),
      .monthly("1001", from: "2025-12-25T00:00:00Z", to: "2026-01-25T00:00:00Z"))
    let decision = try shop.add(way == .inReceipt ? receipt : presented, order: "A") {
      if way == .inReceipt { $0.transactions = ["1000"] }
    }
    #expect(decision.decision == .reject && decision.items.first?.outcome == .refunded)
    if way == .after {
      #expect(try products(of: "jane") == [])
      #expect(try notify("DID_RENEW", second, signed: "2025-12-25").map(\.name) == ["renewed"])
    }
    let last = try #require(try shop.ledger.events(since: 0).last)
    #expect(last.name == "renewed" && last.account == "jane" && last.order == "A" && last.transactionID == "1001")
    #expect(saysRefused(last) == (way == .after))
    #expect(try products(of: "jane") == ["com.example.monthly"] && refusedOrders(of: "jane") == ["A"])
    #expect(try shop.state("1000") == "refunded jane" && shop.state("1001") == "accepted jane")
    #expect(try shop.subscription("1000") == "active 2026-01-25")
    #expect(try shop.add(presented, order: "B", account: "joe").decision == .replay)
    #expect(try shop.add(presented, order: "A").decision == .reject)
    #expect(try shop.add(jws: Shop.jws(.transaction, second), order: "C").items.map(\.outcome) == [.new])
    #expect(try shop.ledger.check() == [])
  }

  @Test("a check that failed keeps the account from it, and an erased account gets nothing")
  func others() throws {
    let refunded = Self.kept(signed: "2025-12-28", revoked: "2025-12-28")
    shop.expectations.products = ["com.example.other"]
    #expect(try shop.add(jws: Shop.jws(.transaction, refunded), order: "A").failures.map(\.check) == ["products"])
    shop.expectations.products = []
    #expect(try shop.add(jws: Shop.jws(.transaction, refunded), order: "B", account: "joe").decision == .reject)
    #expect(try shop.add(jws: Shop.jws(.transaction, refunded), order: "C", account: "kim").decision == .reject)
    _ = try shop.ledger.erase(account: "joe", now: shop.now)
    let events = try notify("REFUND_REVERSED", Self.kept(signed: "2025-12-30"), signed: "2025-12-30")
    #expect(events.map(\.account) == ["kim"])
    #expect(try shop.ledger.check() == [])
  }

  /// The case of two ids of a product that is kept: a restored copy, which an older device may have made.
  @Test("a kept product under two transactions is one purchase, whoever tells of it first")
  func copies() throws {
    func copy(_ transaction: String) -> InAppDescription {
      .purchase(transaction, original: "1", product: "com.example.pro", type: 0)
    }
    let both = try shop.receipt(copy("1"), copy("2"))
    #expect(try shop.add(both, order: "A").items.map(\.outcome) == [.new, .known])
    #expect(try notify("ONE_TIME_CHARGE", Self.kept("3", signed: "2025-12-27"), signed: "2025-12-27").isEmpty)
    func rows(_ shop: Shop) throws -> Int {
      var count = 0
      try shop.ledger.exportPurchases { _ in count += 1 }
      return count
    }
    #expect(try rows(shop) == 1 && products(of: "jane") == ["com.example.pro"])
    #expect(
      try shop.add(jws: Shop.jws(.transaction, Self.kept("3", signed: "2025-12-27")), order: "B").decision == .accept)
    #expect(try rows(shop) == 1)
    // A refund of a copy counts.
    #expect(
      try notify("REFUND", Self.kept("3", signed: "2025-12-28", revoked: "2025-12-28"), signed: "2025-12-28")
        .map(\.name) == ["refunded"])
    #expect(try products(of: "jane") == [])
    #expect(try shop.ledger.check() == [])
    // No order has it yet.
    let other = try Shop()
    for (name, events) in [("1", ["unclaimed"]), ("2", [])] {
      let notification = try Shop.notification(
        "ONE_TIME_CHARGE", name, signed: "2025-12-27", transaction: Self.kept(name, signed: "2025-12-27"))
      #expect(try other.notify(notification).events.map(\.name) == events)
    }
    #expect(try rows(other) == 1)
  }
}
