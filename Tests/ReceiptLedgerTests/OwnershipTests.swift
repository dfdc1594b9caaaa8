import ReceiptKit
import ReceiptMint
import Testing

@testable import ReceiptLedger

/// What one account has no other one gets, by whichever transaction it is presented.
@Suite("Whose a purchase is", .overBothStorages)
struct OwnershipTests {
  private let shop: Shop

  init() throws { shop = try Shop() }

  private let first = InAppDescription.monthly(
    "100", original: "100", from: "2025-11-26T00:00:00Z", to: "2025-12-26T00:00:00Z")
  private let second = InAppDescription.monthly(
    "101", original: "100", from: "2025-12-26T00:00:00Z", to: "2026-01-26T00:00:00Z")
  private let said = Said.period("101", original: "100", from: "2025-12-26", to: "2026-01-26")

  @Test("a renewal that Apple told of first is that of whoever has the subscription", arguments: [false, true])
  func unclaimedRenewal(asksApple: Bool) async throws {
    #expect(
      try shop.ledger.record(Said.notification("DID_RENEW", [said]), now: shop.now).map(\.name) == ["unclaimed"])
    shop.rules.asksApple = asksApple
    let good: LedgerDecision = asksApple ? .pending : .accept
    #expect(try shop.add(shop.receipt(first), order: "1").decision == good)
    let both = try shop.receipt(first, second)
    #expect(try shop.add(both, order: "2", account: "joe").items.map(\.outcome) == [.replay, .replay])
    let onlySecond = try shop.receipt(second)
    #expect(try shop.add(onlySecond, order: "2", account: "joe").decision == .replay)
    if asksApple {
      try await shop.run(
        try ScriptedVerifier(
          Said.answer([Said.period("100", original: "100", from: "2025-11-26", to: "2025-12-26")])))
    }
    #expect(try shop.ledger.list(.unclaimed, limit: 9, now: shop.now).isEmpty)
    #expect(try shop.add(onlySecond, order: "2", account: "joe").decision == .replay)
    #expect(try shop.add(both, order: "3").items.map(\.outcome) == [.restored, .new])
    #expect(try shop.ledger.check() == [])
  }

  @Test("a restored copy for the order that bought the product is a duplicate of that order's answer")
  func copyForSameOrder() throws {
    #expect(try shop.add(shop.receipt(.purchase("1000", product: "pro", type: 0)), order: "1").decision == .accept)
    let copy = try shop.receipt(.purchase("2000", original: "1000", product: "pro", type: 0))
    let again = try shop.add(copy, order: "1")
    #expect(again.decision == .duplicate && again.state == .accepted && again.isGood)
    #expect(again.first?.decision == .accept)
  }

  @Test("the same order with a newer receipt takes nothing that another order is about")
  func newerReceipt() throws {
    #expect(try shop.add(shop.receipt(.purchase("1")), order: "1").decision == .accept)
    let both = try shop.receipt(.purchase("1"), .purchase("2"))
    let again = try shop.add(both, order: "1")
    #expect(again.decision == .duplicate && again.items.map(\.outcome) == [.duplicate, .other])
    #expect(try shop.add(both, order: "2").items.map(\.outcome) == [.known, .new])
    // Who says what the order is about gets it.
    let third = try shop.receipt(.purchase("1"), .purchase("3"))
    #expect(try shop.add(third, order: "1") { $0.transactions = ["1", "3"] }.decision == .accept)
    #expect(try shop.events() == ["accepted", "accepted", "accepted"])
  }

  @Test("a newer receipt for the order of a subscription tells of the renewal, which stays the account's")
  func newerPeriod() throws {
    #expect(try shop.add(shop.receipt(first), order: "1").decision == .accept)
    let both = try shop.receipt(first, second)
    #expect(try shop.add(both, order: "1").decision == .duplicate)
    #expect(try shop.events() == ["accepted", "renewed"])
    #expect(
      try shop.ledger.history(of: "jane", now: shop.now).subscriptions.first?.expires?.rfc3339 == "2026-01-26T00:00:00Z"
    )
    #expect(try shop.add(both, order: "1").decision == .duplicate)
    #expect(try shop.events() == ["accepted", "renewed"])
    #expect(try shop.add(shop.receipt(second), order: "2", account: "joe").decision == .replay)
    #expect(try shop.add(both, order: "2").items.map(\.outcome) == [.restored, .new])
    #expect(try shop.ledger.check() == [])
  }

  @Test("receipts can be kept from the second time on")
  func keptLater() throws {
    let receipt = try shop.receipt(second)
    #expect(try shop.add(receipt, order: "1").decision == .accept)
    let newer = try shop.receipt(second, created: "2025-12-27T00:00:00Z")
    for (bytes, stored) in [(receipt, 1), (newer, 2)] {
      shop.rules.keepsReceipts = true
      #expect(try shop.add(bytes, order: "1").decision == .duplicate)
      #expect(try shop.ledger.statistics(now: shop.now).receipts.stored == stored)
    }
    #expect(try shop.ledger.history(of: "1", as: .order, now: shop.now).subscriptions.first?.nextPoll != nil)
    #expect(try shop.ledger.check() == [])
  }

  @Test("names are what their bytes are", arguments: ["jose\u{301}", "jos\u{e9} ", "JOS\u{e9}"])
  func names(_ other: String) throws {
    let kept = try shop.receipt(.purchase("1", product: "pro", type: 0))
    #expect(try shop.add(kept, order: "1", account: "jos\u{e9}").decision == .accept)
    #expect(try shop.add(kept, order: "1", account: other).decision == .replay)
    #expect(try shop.add(kept, order: "2", account: other).decision == .replay)
    #expect(try shop.add(kept, order: "2", account: "jos\u{e9}").decision == .accept)
    #expect(try shop.ledger.check() == [])
  }

  @Test("names that could not be told from others are refused")
  func unusableNames() throws {
    let receipt = try shop.receipt(.purchase("1"))
    for name in ["", "jane\0evil", "jane\u{FFFD}", String(repeating: "é", count: 513)] {
      #expect(throws: LedgerError.self) { try shop.add(receipt, order: "1", account: name) }
      #expect(throws: LedgerError.self) { try shop.add(receipt, order: name) }
    }
    #expect(try shop.events().isEmpty)
    #expect(try shop.add(receipt, order: "1", account: String(repeating: "é", count: 512)).decision == .accept)
  }

  @Test("beside a new purchase an old one is stale all the same")
  func stale() throws {
    shop.rules.maximumOrderAge = try DurationText("1d")
    let ordered = try #require(ReceiptDate("2025-12-26T18:00:00Z")).instant
    func reports(_ old: String, _ new: String, _ transactions: [String]) throws -> [LedgerReport] {
      let receipt = try shop.receipt(.purchase(old, at: "2025-12-20T00:00:00Z"), .purchase(new))
      let decision = try shop.add(receipt, order: new) {
        $0.orderedAt = ordered
        $0.transactions = transactions
      }
      #expect(decision.decision == .accept)
      return decision.reports.map(\.kind)
    }
    #expect(try reports("1", "2", ["2"]) == [])
    #expect(try reports("3", "4", []) == [.staleReceipt])
  }
}
