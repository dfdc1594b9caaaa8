import ReceiptKit
import ReceiptMint
import Testing

@testable import ReceiptLedger

/// What one account has no other one gets, by whichever transaction it is presented.
@Suite("Whose a purchase is")
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
      try shop.ledger.take(Said.notification("DID_RENEW", [said]), now: shop.now).map(\.name) == ["unclaimed"])
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
    #expect(try shop.ledger.list(.unclaimed, limit: 9).isEmpty)
    #expect(try shop.add(onlySecond, order: "2", account: "joe").decision == .replay)
    #expect(try shop.add(both, order: "3").items.map(\.outcome) == [.restored, .new])
    #expect(try shop.ledger.check() == [])
  }
}
