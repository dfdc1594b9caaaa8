import ReceiptKit
import ReceiptMint
import Testing

@testable import ReceiptLedger

/// A customer of the App Store subscribes again from another account of the app: Apple signs that one's
/// `appAccountToken`.
@Suite("A subscription that is bought again for another account", .overBothStorages)
struct ResubscriptionTests {
  private let shop: Shop
  private static let (janes, joes) = ("aaaaaaaa-0000-4000-8000-000000000001", "bbbbbbbb-0000-4000-8000-000000000002")

  init() throws { shop = try Shop() }

  private static func payload(
    _ transaction: String, from start: String, to end: String, token: String?, revoked: String? = nil,
    signed: String? = nil
  ) -> String {
    Payload.period(
      transaction, from: start, to: end, signed: signed ?? start, revoked: revoked,
      token.map { ",\"appAccountToken\":\"\($0)\"" } ?? "")
  }

  private static func period(
    _ transaction: String, from start: String, to end: String, token: String?
  ) throws -> String {
    try Shop.jws(.transaction, payload(transaction, from: start, to: end, token: token))
  }

  private func first(to end: String = "2025-11-10", token: String? = janes) throws -> String {
    try Self.period("1000", from: "2025-10-10", to: end, token: token)
  }

  private func second(token: String? = joes, from start: String = "2025-12-20") throws -> String {
    try Self.period("1009", from: start, to: "2026-01-20", token: token)
  }

  private func entitled() throws -> [String] {
    try ["jane", "joe", "kim"].filter {
      try !shop.ledger.entitlements(of: $0, at: shop.now).entitlements.isEmpty
    }
  }

  @Test(
    "it is that account's, with an event and a report, whether Apple tells of it first or not",
    arguments: [true, false])
  func moves(isToldBefore: Bool) throws {
    #expect(try shop.add(jws: first(), order: "A").decision == .accept)
    if isToldBefore {
      let text = Self.payload("1009", from: "2025-12-20", to: "2026-01-20", token: Self.joes)
      #expect(
        try shop.notify(Shop.notification("SUBSCRIBED/RESUBSCRIBE", "N", signed: "2025-12-20", transaction: text))
          .events
          .map(\.name) == ["renewed"])
      #expect(try entitled() == ["jane"])
    }
    let before = try shop.ledger.lastEvent()
    let moved = try shop.add(jws: second(), order: "B", account: "joe") { $0.accountToken = Self.joes.uppercased() }
    #expect(moved.decision == .accept && moved.items.map(\.outcome) == [.new])
    #expect(moved.reports.map(\.kind) == [.transferred])
    let events = try shop.ledger.events(since: before)
    #expect(events.map(\.name) == ["accepted", "transferred"] && events.map(\.sequence) == [before + 1, before + 2])
    let event = try #require(events.last)
    #expect(event.account == "joe" && event.order == "B" && event.transactionID == "1009")
    let holder = event.details.first { $0.name == "held_by" }?.value
    #expect(holder?["account"] == .string("jane"))
    #expect(try entitled() == ["joe"])
    #expect(try shop.state("1000") == "accepted joe" && shop.state("1009") == "accepted joe")
    // The first order was accepted, and stays so; its purchase is honoured no more.
    #expect(try shop.ledger.history(of: "A", now: shop.now).presentations.map(\.state) == ["accepted"])
    #expect(try shop.add(jws: first(), order: "A").decision == .replay)
    #expect(try shop.add(jws: second(), order: "B", account: "joe").decision == .duplicate)
    #expect(try shop.add(jws: second(), order: "C").decision == .replay)
    // What Apple tells of it later is the other account's.
    shop.move(to: "2026-01-21")
    let third = Self.payload("1010", from: "2026-01-20", to: "2026-02-20", token: Self.joes)
    let renewed = try shop.notify(Shop.notification("DID_RENEW", "R", signed: "2026-01-20", transaction: third))
    #expect(renewed.events.map(\.name) == ["renewed"] && renewed.events.first?.account == "joe")
    #expect(try shop.ledger.check() == [])
    // And once that is over, back again.
    shop.move(to: "2026-03-02")
    let back = try Self.period("1011", from: "2026-03-01", to: "2026-04-01", token: Self.janes)
    #expect(try shop.add(jws: back, order: "D") { $0.accountToken = Self.janes }.reports.map(\.kind) == [.transferred])
    #expect(try entitled() == ["jane"])
    #expect(
      try shop.add(jws: second(), order: "E", account: "joe") { $0.accountToken = Self.joes }.decision == .replay)
    #expect(try shop.ledger.check() == [])
  }

  @Test("an earlier period, which the other account had, is restored for the account that has it now, and not new")
  func earlierPeriod() throws {
    #expect(try shop.add(jws: first(), order: "A").decision == .accept)
    // One that Jane never presented.
    let told = Self.payload("1001", from: "2025-11-10", to: "2025-12-10", token: Self.janes)
    try shop.notify(Shop.notification("DID_RENEW", "N", signed: "2025-11-10", transaction: told))
    #expect(
      try shop.add(jws: second(), order: "B", account: "joe") { $0.accountToken = Self.joes }.items.map(\.outcome)
        == [.new])
    for (order, jws) in [("C", try first()), ("D", try Shop.jws(.transaction, told))] {
      let earlier = try shop.add(jws: jws, order: order, account: "joe")
      #expect(earlier.decision == .accept && earlier.items.map(\.outcome) == [.restored])
    }
    #expect(try shop.events().suffix(2) == ["restored", "restored"])
    // A renewal of his own is new.
    shop.move(to: "2026-01-21")
    let own = Self.payload("1010", from: "2026-01-20", to: "2026-02-20", token: Self.joes)
    try shop.notify(Shop.notification("DID_RENEW", "R", signed: "2026-01-20", transaction: own))
    let renewed = try shop.add(jws: Shop.jws(.transaction, own), order: "E", account: "joe")
    #expect(renewed.items.map(\.outcome) == [.new], "\(renewed.decision) \(renewed.failures)")
    #expect(try shop.ledger.check() == [])
  }

  @Test("an account whose period came before the app gave tokens loses it, too, and one that is not over does not")
  func tokens() throws {
    #expect(try shop.add(jws: first(token: nil), order: "A").decision == .accept)
    #expect(
      try shop.add(jws: second(), order: "B", account: "joe") { $0.accountToken = Self.joes }.decision == .accept)
    #expect(try entitled() == ["joe"])
    // A later period that begins while this one is running.
    let third = try Self.period("1010", from: "2025-12-28", to: "2026-01-28", token: Self.janes)
    let stays = try shop.add(jws: third, order: "C") { $0.accountToken = Self.janes }
    #expect(stays.decision == .replay && stays.reports.map(\.kind) == [.notTransferred])
  }

  @Test(
    "without Apple's word for the account that presents it, it stays a replay that says why",
    arguments: [
      (signed: nil, own: joes, end: "2025-11-10", rule: .transfer, reason: "signed no appAccountToken"),
      (joes, nil, "2025-11-10", .transfer, "does not say which appAccountToken"),
      (joes, janes, "2025-11-10", .transfer, "is not this account's"),
      ("cccccccc-0000-4000-8000-000000000003", joes, "2025-11-10", .transfer, "is not this account's"),
      (janes, janes, "2025-11-10", .transfer, "for the same appAccountToken"),
      // Over by now, and not when it was bought; and still running.
      (joes, joes, "2025-12-25", .transfer, "was not over"), (joes, joes, "2026-01-10", .transfer, "was not over"),
      (joes, joes, "2025-11-10", .keep, "--resubscription keep"),
    ] as [(signed: String?, own: String?, end: String, rule: ResubscriptionRule, reason: String)])
  func stays(_ signed: String?, _ own: String?, end: String, rule: ResubscriptionRule, reason: String) throws {
    shop.rules.resubscription = rule
    #expect(try shop.add(jws: first(to: end), order: "A").decision == .accept)
    let stolen = try shop.add(jws: second(token: signed), order: "B", account: "joe") { $0.accountToken = own }
    #expect(stolen.decision == .replay && stolen.items.map(\.outcome) == [.replay])
    #expect(stolen.reports.map(\.kind) == [.notTransferred])
    #expect(stolen.reports.first?.text.contains(reason) == true, "\(stolen.reports)")
    let events = try shop.ledger.events(since: 1)
    #expect(events.map(\.name) == ["replay_detected"])
    #expect(events.first?.details.first { $0.name == "text" }?.value.stringValue?.contains(reason) == true)
    #expect(try shop.state("1000") == "accepted jane" && shop.state("1009") == nil)
    #expect(try shop.ledger.check() == [])
  }

  @Test("what an order has is stolen, whatever its token is; so is a receipt, which has none")
  func stolen() throws {
    #expect(try shop.add(jws: first(), order: "A").decision == .accept)
    #expect(try shop.add(jws: second(), order: "A2").decision == .accept)
    for jws in [try first(), try second()] {
      let decision = try shop.add(jws: jws, order: "B", account: "joe") { $0.accountToken = Self.joes }
      #expect(decision.decision == .replay && decision.reports.isEmpty)
    }
    let receipt = try shop.receipt(.monthly("1010", from: "2025-12-25T00:00:00Z", to: "2026-01-25T00:00:00Z"))
    let decision = try shop.add(receipt, order: "C", account: "joe") { $0.accountToken = Self.joes }
    #expect(decision.decision == .replay && decision.reports.isEmpty)
    #expect(try shop.ledger.check() == [])
  }

  @Test("a period that Apple ended for another product is over when it would have been")
  func upgraded() throws {
    let ended = try Shop.jws(
      .transaction,
      Self.payload("1000", from: "2025-12-10", to: "2026-01-10", token: Self.janes, signed: "2025-12-21")
        .replacing("}", with: ",\"isUpgraded\":true}"))
    let running = try Self.period("1000", from: "2025-12-10", to: "2026-01-10", token: Self.janes)
    #expect(try shop.add(jws: running, order: "A").decision == .accept)
    _ = try shop.add(jws: ended, order: "A")
    let decision = try shop.add(jws: second(), order: "B", account: "joe") { $0.accountToken = Self.joes }
    #expect(decision.decision == .replay && decision.reports.map(\.kind) == [.notTransferred])
  }

  @Test("an order that waits for Apple keeps it until Apple answers")
  func pending() throws {
    shop.rules.asksApple = true
    try shop.add(
      shop.receipt(.monthly("1000", from: "2025-10-10T00:00:00Z", to: "2025-11-10T00:00:00Z")), order: "A")
    shop.rules.asksApple = false
    let decision = try shop.add(jws: second(), order: "B", account: "joe") { $0.accountToken = Self.joes }
    #expect(decision.decision == .replay && decision.reports.first?.text.contains("waits for Apple") == true)
    #expect(
      Shop.error { _ = try shop.ledger.transfer(transaction: "1000", to: "joe", now: shop.now) }?.code == .unusableName)
    #expect(try shop.state("1000") == "pending jane")
  }

  @Test("by hand: a subscription whole, of other purchases one transaction")
  func byHand() throws {
    shop.rules.keepsReceipts = true
    let coins = [InAppDescription.purchase("1"), .purchase("2")]
    try shop.add(
      shop.receipt(coins + [.monthly("1000", from: "2025-12-20T00:00:00Z", to: "2026-01-20T00:00:00Z")]), order: "A")
    let moved = try shop.ledger.transfer(transaction: "1000", to: "joe", now: shop.now)
    #expect(moved.event == 2 && moved.purchases == 1 && moved.subscriptions == 1)
    #expect(try entitled() == ["joe"])
    #expect(try shop.ledger.transfer(transaction: "1", to: "kim", now: shop.now).purchases == 1)
    #expect(try ["1", "2", "1000"].map { try shop.state($0) } == ["accepted kim", "accepted jane", "accepted joe"])
    let events = try shop.ledger.events(since: 1)
    #expect(events.map(\.name) == ["transferred", "transferred"] && events.map(\.account) == ["joe", "kim"])
    #expect(events.map(\.sequence) == [2, 3])
    let renewal = Self.payload("1001", from: "2026-01-20", to: "2026-02-20", token: nil)
    shop.move(to: "2026-01-21")
    let renewed = try shop.notify(Shop.notification("DID_RENEW", "R", signed: "2026-01-20", transaction: renewal))
    #expect(renewed.events.map(\.account) == ["joe"])
    #expect(try shop.ledger.transfer(transaction: "1001", to: "jane", now: shop.now).purchases == 2)
    #expect(try entitled() == ["jane"])
    // Whose a transfer was, later ones do not change.
    let transfers = try shop.ledger.events(since: 1).filter { $0.name == "transferred" }
    #expect(transfers.map(\.account) == ["joe", "kim", "jane"])
    for (transaction, account, code) in [
      ("1000", "jane", LedgerError.Code.unusableName), ("1000", "", .unusableName), ("9", "joe", .unknownAccount),
    ] {
      let error = Shop.error { _ = try shop.ledger.transfer(transaction: transaction, to: account, now: shop.now) }
      #expect(error?.code == code, "\(transaction) \(account)")
    }
    #expect(try shop.ledger.check() == [])
  }

  @Test("erased afterwards: each account takes what names it, and the subscription is the other's")
  func erasure() throws {
    for account in ["jane", "joe"] {
      let shop = try Shop()
      #expect(try shop.add(jws: first(), order: "A").decision == .accept)
      #expect(
        try shop.add(jws: second(), order: "B", account: "joe") { $0.accountToken = Self.joes }.decision == .accept)
      _ = try shop.ledger.erase(account: account, now: shop.now)
      let events = try shop.ledger.events(since: 0)
      let text = events.map { "\($0)" }.joined()
      #expect(!text.contains(account))
      // Jane's order, and the event that says who had it before; or everything.
      let orderOfJoe = account == "jane" ? "accepted" : "erased"
      #expect(events.map(\.name) == ["erased", orderOfJoe, "erased", "account_erased"])
      let isJoes = try !shop.ledger.entitlements(of: "joe", at: shop.now).entitlements.isEmpty
      #expect(isJoes == (account == "jane"))
      for jws in [try first(), try second()] {
        #expect(try shop.add(jws: jws, order: "C", account: "kim").decision == .replay)
      }
      #expect(try shop.ledger.check() == [])
    }
  }
}
