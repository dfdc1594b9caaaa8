import Foundation
import ReceiptKit
import ReceiptMint
import Testing

@testable import ReceiptLedger

/// Renewals, refunds, billing retries and recoveries, from answers of Apple and from notifications.
@Suite("Subscriptions", .overBothStorages)
struct SubscriptionTests {
  private let shop: Shop

  init() throws {
    shop = try Shop()
    shop.rules.keepsReceipts = true
  }

  private static func answer(_ periods: [String], _ renewal: String = "") -> String {
    Said.answer(
      periods,
      renewals: [#"{"original_transaction_id":"1000","product_id":"com.example.monthly"\#(renewal)}"#])
  }

  private static let december = Said.period("1000", from: "2025-12-01", to: "2026-01-02")
  private static let january = Said.period("1001", from: "2026-01-02", to: "2026-02-02")

  private func state() throws -> String? {
    for state in ListedState.allCases {
      let item = try shop.ledger.list(state, limit: 1, now: shop.now).first
      if let item, item.kind == .subscription { return item.state }
    }
    return nil
  }

  /// Polls at a day, with an answer; returns the events that it made.
  private func poll(_ day: String, _ answer: String) async throws -> [String] {
    shop.move(to: day)
    let last = try shop.ledger.lastEvent()
    let apple = try ScriptedVerifier(answer)
    try await shop.run(apple)
    #expect(await apple.calls.count == 1, "\(day)")
    return try shop.events(since: last)
  }

  @Test("the poll sees a renewal, a billing retry, a recovery, a refund")
  func poll() async throws {
    try shop.subscribe()
    #expect(try state() == "active")
    // Far from its expiry nothing is asked.
    let silent = try ScriptedVerifier(Self.answer([Self.december]))
    try await shop.run(silent)
    #expect(await silent.calls.isEmpty)

    #expect(try await poll("2026-01-02", Self.answer([Self.december, Self.january])) == ["renewed"])
    #expect(try state() == "active")
    let retry = Self.answer([Self.december, Self.january], #","is_in_billing_retry_period":"1""#)
    #expect(try await poll("2026-02-03", retry) == ["in_billing_retry"])
    #expect(try state() == "billing_retry")
    #expect(try await poll("2026-02-04", retry) == [])
    let february = Said.period("1002", from: "2026-02-05", to: "2026-03-05")
    let periods = [Self.december, Self.january, february]
    #expect(try await poll("2026-02-05", Self.answer(periods)) == ["recovered"])
    let refunded = Said.period(
      "1002", from: "2026-02-05", to: "2026-03-05",
      #","cancellation_date_ms":"\#(Said.milliseconds("2026-03-01"))","cancellation_reason":"1""#)
    #expect(try await poll("2026-03-05", Self.answer([Self.december, Self.january, refunded])) == ["refunded"])
    #expect(try state() == nil)
    #expect(try shop.ledger.list(.refunded, limit: 9, now: shop.now).map(\.transactionID) == ["1002"])
    let event = try #require(try shop.ledger.events(since: 0).last)
    #expect(event.order == "S" && event.account == "jane" && event.transactionID == "1002")
    #expect(event.details.first { $0.name == "reason" }?.value == .string("1"))
    // Nothing is asked any more.
    shop.move(to: "2026-06-01")
    let after = try ScriptedVerifier(Self.answer([]))
    try await shop.run(after)
    #expect(await after.calls.isEmpty)
    #expect(try shop.ledger.check() == [])
  }

  @Test("a grace period, then the end")
  func grace() async throws {
    try shop.subscribe()
    let grace = Self.answer(
      [Self.december],
      #","is_in_billing_retry_period":"1","grace_period_expires_date_ms":"\#(Said.milliseconds("2026-01-18"))""#)
    #expect(try await poll("2026-01-03", grace) == ["in_grace_period"])
    let retry = Self.answer([Self.december], #","is_in_billing_retry_period":"1""#)
    #expect(try await poll("2026-01-19", retry) == ["in_billing_retry"])
    let over = Self.answer([Self.december], #","is_in_billing_retry_period":"0","expiration_intent":"2""#)
    #expect(try await poll("2026-03-02", over) == ["expired"])
    #expect(
      try shop.ledger.events(since: 0).last?.details.first { $0.name == "expiration_intent" }?.value == .string("2"))
  }

  @Test("what Apple told of belongs to the account, and to the first order that presents it")
  func renewedThenPresented() async throws {
    try shop.subscribe()
    #expect(try await poll("2026-01-02", Self.answer([Self.december, Self.january])) == ["renewed"])
    let receipt = try shop.receipt(
      .monthly("1001", original: "1000", from: "2026-01-02T00:00:00Z", to: "2026-02-02T00:00:00Z"),
      created: "2026-01-02T00:00:01Z")
    #expect(try shop.add(receipt, order: "T", account: "joe").decision == .replay)
    #expect(try shop.add(receipt, order: "T").items.map(\.outcome) == [.new])
    #expect(try shop.add(receipt, order: "U").items.map(\.outcome) == [.restored])
  }

  @Test("notifications make the same events; twice or late they make none")
  func notifications() throws {
    try shop.subscribe()
    shop.move(to: "2026-01-02")
    let renewal = try Said.notification("DID_RENEW", [Self.january, Self.december])
    #expect(try shop.ledger.record(renewal, now: shop.now).map(\.name) == ["renewed"])
    #expect(try shop.ledger.record(renewal, now: shop.now).isEmpty)
    let late = try Said.notification("DID_FAIL_TO_RENEW", [Self.december])
    #expect(try shop.ledger.record(late, now: shop.now).isEmpty)
    #expect(try state() == "active")
    let refund = try Said.notification(
      "REFUND",
      [
        Said.period(
          "1001", from: "2026-01-02", to: "2026-02-02",
          #","cancellation_date_ms":"\#(Said.milliseconds("2026-01-10"))""#)
      ])
    shop.move(to: "2026-01-11")
    #expect(try shop.ledger.record(refund, now: shop.now).map(\.name) == ["refunded"])
    // Notifications call production PROD, answers call it Production; and what nobody knows is refused.
    for environment in ["PROD", "Production", "production", "Xcode", "LocalTesting", "?", ""] {
      let other = try Said.statement("DID_RENEW", [Self.january], environment: environment)
      #expect(throws: LedgerError.self) {
        _ = try shop.ledger.receiveUnsigned(other, provenBy: Secret(Array(Said.secret.utf8)), now: shop.now)
      }
    }
  }

  @Test("the environment is a word in any case, and named twice it has to be the same")
  func environments() throws {
    try shop.subscribe()
    shop.move(to: "2026-01-02")
    func statement(_ outer: String, _ inner: String) throws -> AppleStatement {
      let text = """
        {"notification_type":"DID_RENEW","environment":"\(outer)","bid":"\(Shop.bundle)","password":"s","unified_receipt":
        {"environment":"\(inner)","latest_receipt_info":[\(Self.january)]}}
        """
      return try AppleStatement(Array(text.utf8))
    }
    let secret = Secret(Array("s".utf8))
    for (outer, inner) in [("Sandbox", "Production"), ("PROD", "Sandbox"), ("Sandbox", "Xcode")] {
      #expect(throws: LedgerError.self) {
        try shop.ledger.receiveUnsigned(try statement(outer, inner), provenBy: secret, now: shop.now)
      }
    }
    let taken = try shop.ledger.receiveUnsigned(try statement("SANDBOX", "sandbox"), provenBy: secret, now: shop.now)
    #expect(taken.events.map(\.name) == ["renewed"])
  }

  @Test("a period that ended since Apple was asked last is shown as lapsed")
  func shownAsLapsed() throws {
    try shop.subscribe()
    #expect(try shop.ledger.list(.active, limit: 9, now: shop.now).count == 1)
    shop.move(to: "2026-01-02")
    #expect(try shop.ledger.list(.active, limit: 9, now: shop.now).isEmpty)
    #expect(try shop.ledger.list(.lapsed, limit: 9, now: shop.now).map(\.state) == ["lapsed"])
    #expect(try shop.ledger.history(of: "1000", now: shop.now).subscriptions.map(\.state) == ["lapsed"])
    #expect(try shop.ledger.statistics(now: shop.now).subscriptions.map(\.name) == ["lapsed"])
  }

  @Test("a grace period that ended since Apple spoke is shown as that of Holdings, in lists, histories and numbers")
  func endedGrace() async throws {
    try shop.subscribe()
    let failed =
      #","is_in_billing_retry_period":"1","grace_period_expires_date_ms":"\#(Said.milliseconds("2026-01-08"))""#
    #expect(try await poll("2026-01-03", Self.answer([Self.december], failed)) == ["in_grace_period"])
    for (day, state) in [("2026-01-04", "grace_period"), ("2026-01-09", "billing_retry")] {
      shop.move(to: day)
      #expect(try self.state() == state)
      #expect(try shop.ledger.history(of: "1000", now: shop.now).subscriptions.map(\.state) == [state])
      #expect(try shop.ledger.statistics(now: shop.now).subscriptions.map(\.name) == [state])
    }
    #expect(try shop.ledger.check() == [])
  }

  @Test("orders are listed by what is left of them, however many of the newest were refunded")
  func listedOrders() throws {
    for number in 1...5 { try shop.add(shop.receipt(.purchase("c\(number)")), order: "\(number)") }
    for number in 3...5 {
      let refund = Said.purchase("c\(number)", from: "2025-12-26", cancelled: "2025-12-27")
      _ = try shop.ledger.record(Said.notification("REFUND", [refund]), now: shop.now)
    }
    #expect(try shop.ledger.list(.accepted, limit: 2, now: shop.now).map(\.order) == ["2", "1"])
    #expect(
      try shop.ledger.list(nil, limit: 3, now: shop.now).map(\.state) == ["refunded", "refunded", "refunded"])
    var exported: [String?] = []
    try shop.ledger.exportOrders { values in
      #expect(values.count == Ledger.orderColumns.count)
      exported.append(values[4])
    }
    #expect(exported == ["accepted", "accepted", "refunded", "refunded", "refunded"])
    // The order keeps the other one of two purchases.
    try shop.add(shop.receipt(.purchase("c6"), .purchase("c7")), order: "6")
    let refund = Said.purchase("c6", from: "2025-12-26", cancelled: "2025-12-27")
    _ = try shop.ledger.record(Said.notification("REFUND", [refund]), now: shop.now)
    #expect(try shop.ledger.list(nil, limit: 1, now: shop.now).map(\.state) == ["accepted"])
  }

  @Test("what was refunded since is shown as refunded, with its account")
  func shownAsRefunded() throws {
    try shop.subscribe()
    let restore = try shop.receipt(
      .monthly("1000", original: "1000", from: "2025-12-01T00:00:00Z", to: "2026-01-02T00:00:00Z"))
    #expect(try shop.add(restore, order: "T").decision == .accept)
    let refund = try Said.notification(
      "REFUND", [Said.period("1000", from: "2025-12-01", to: "2026-01-02", #","cancellation_date_ms":"1766900000000""#)]
    )
    #expect(try shop.ledger.record(refund, now: shop.now).map(\.name) == ["refunded"])
    #expect(try shop.ledger.list(nil, limit: 9, now: shop.now).map(\.state) == ["refunded", "refunded"])
    #expect(try shop.ledger.list(.accepted, limit: 9, now: shop.now).isEmpty)
    #expect(try shop.ledger.history(of: "S", now: shop.now).presentations.map(\.state) == ["refunded"])
    var states: [String?] = []
    try shop.ledger.exportOrders { states.append($0[4]) }
    #expect(states == ["refunded", "refunded"])
    // A renewal that Apple told of has an account and no order.
    let renewal = try Said.notification(
      "DID_RENEW",
      [Said.period("1001", from: "2026-01-02", to: "2026-02-02", #","cancellation_date_ms":"1767400000000""#)])
    _ = try shop.ledger.record(renewal, now: shop.now)
    #expect(try shop.ledger.list(.refunded, limit: 9, now: shop.now).map(\.account) == ["jane", "jane"])
  }

  @Test("a purchase that no order asked for is told once, and goes to the order that asks")
  func unclaimed() throws {
    let stranger = try Said.notification("INITIAL_BUY", [Self.december])
    #expect(try shop.ledger.record(stranger, now: shop.now).map(\.name) == ["unclaimed"])
    #expect(try shop.ledger.record(stranger, now: shop.now).isEmpty)
    #expect(try shop.ledger.list(.unclaimed, limit: 9, now: shop.now).map(\.transactionID) == ["1000"])
    try shop.subscribe()
    #expect(try shop.ledger.list(.unclaimed, limit: 9, now: shop.now).isEmpty)
    #expect(try shop.events() == ["unclaimed", "accepted"])
  }

  @Test("every way from one state to another", arguments: RenewalState.allCases, RenewalState.allCases)
  func changes(_ old: RenewalState, _ new: RenewalState) {
    func events(_ hasLaterPeriod: Bool) -> [LedgerEventKind] {
      HistoryChange.Cause.causes(from: old, to: new, hasLaterPeriod: hasLaterPeriod).compactMap {
        LedgerEventKind($0, in: new)
      }
    }
    let (same, later) = (events(false), events(true))
    if old == new { #expect(same.isEmpty) }
    let failures: [RenewalState: LedgerEventKind] = [.billingRetry: .inBillingRetry, .gracePeriod: .inGracePeriod]
    if old != new, let failure = failures[new] { #expect(same == [failure]) }
    let hadFailed = old == .billingRetry || old == .gracePeriod
    #expect(later.first == (hadFailed ? .recovered : .renewed))
    #expect(later.count == (new == .active || new == .refunded || new == .lapsed ? 1 : 2))
  }
}
