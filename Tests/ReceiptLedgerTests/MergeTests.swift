import ReceiptKit
import ReceiptMint
import Testing

@testable import ReceiptLedger

/// Two accounts of one customer become one.
@Suite("Merging accounts", .overBothStorages)
struct MergeTests {
  private let shop: Shop

  init() throws { shop = try Shop() }

  private let period = InAppDescription.monthly(
    "1000", from: "2025-12-20T00:00:00Z", to: "2026-01-20T00:00:00Z")
  private let renewal = Said.period("1001", from: "2026-01-20", to: "2026-02-20")

  @Test("all that was one account's is the other's: orders, purchases, subscriptions, and what Apple told of")
  func merge() async throws {
    try shop.add(shop.receipt(.purchase("1"), .purchase("2", product: "com.example.pro", type: 0)), order: "A")
    try shop.add(shop.receipt(period), order: "B")
    shop.now.milliseconds += 25 * 86_400_000
    _ = try shop.ledger.record(Said.notification("DID_RENEW", [renewal]), now: shop.now)
    shop.rules.asksApple = true
    try shop.add(shop.receipt(.purchase("3")), order: "C")
    shop.rules.asksApple = false
    try shop.add(shop.receipt(.purchase("4")), order: "D", account: "joe")
    let before = try shop.ledger.lastEvent()

    let merge = try shop.ledger.merge(account: "jane", into: "joe", now: shop.now)
    #expect(merge == LedgerMerge(event: before + 1, orders: 3, purchases: 5, subscriptions: 1))
    let event = try #require(try shop.ledger.events(since: before).first)
    #expect(event.kind == .merged && event.account == "joe" && event.order == nil && event.at == shop.now)
    #expect(event.details.map(\.name) == ["from", "into"])
    #expect(event.details.map(\.value.stringValue) == ["jane", "joe"])

    #expect(try shop.ledger.history(of: "jane", now: shop.now).subjects == [])
    #expect(try !shop.ledger.entitlements(of: "jane", at: shop.now).isKnown)
    let all = try shop.ledger.history(of: "joe", as: .account, now: shop.now)
    #expect(all.presentations.map(\.order) == ["A", "B", "C", "D"])
    #expect(all.purchases.allSatisfy { $0.account == "joe" } && all.purchases.count == 6)
    #expect(all.subscriptions.map(\.account) == ["joe"])
    guard case .event(let last)? = all.entries.last else { throw LedgerError(.defect, "no entry") }
    #expect(last.kind == .merged)
    #expect(
      try shop.ledger.entitlements(of: "joe", at: shop.now).entitlements.map(\.purchase.transactionID)
        == ["1001", "2"])
    // What waits for Apple is the other account's when the answer comes.
    try await shop.run(ScriptedVerifier([try .status(0)])) { $0.jobs = 1 }
    #expect(try shop.state("3") == "verified joe")
    #expect(try shop.ledger.check() == [])
  }

  @Test("what was presented is a replay for the name that ended, and a duplicate for the other")
  func afterwards() throws {
    let receipt = try shop.receipt(.purchase("1"))
    try shop.add(receipt, order: "A")
    _ = try shop.ledger.merge(account: "jane", into: "new", now: shop.now)
    #expect(try shop.add(receipt, order: "A", account: "new").decision == .duplicate)
    let replay = try shop.add(receipt, order: "A")
    #expect(replay.decision == .replay && replay.items.map(\.holder?.account) == ["new"])
    #expect(try shop.ledger.check() == [])
  }

  @Test("a third account gets the events of the first merge, too")
  func twice() throws {
    try shop.add(shop.receipt(.purchase("1")), order: "A")
    _ = try shop.ledger.merge(account: "jane", into: "joe", now: shop.now)
    _ = try shop.ledger.merge(account: "joe", into: "jim", now: shop.now)
    #expect(try shop.ledger.events(since: 0).map(\.account) == ["jim", "jim", "jim"])
    #expect(try shop.events() == ["accepted", "merged", "merged"])
  }

  @Test("an unknown account, one that can be no name, and one account twice are refused, and nothing changes")
  func refused() throws {
    try shop.add(shop.receipt(.purchase("1")), order: "A")
    let cases: [(String, String, LedgerError.Code)] = [
      ("joe", "jane", .unknownAccount), ("jane", "", .unusableName), ("", "jane", .unusableName),
      ("jane", "a\0b", .unusableName), ("jane", "jane", .unusableName),
      ("jane", String(repeating: "x", count: 1_025), .unusableName),
    ]
    for (from, into, code) in cases {
      #expect(
        Shop.error { _ = try shop.ledger.merge(account: from, into: into, now: shop.now) }?.code == code,
        "\(from) into \(into.prefix(9))")
    }
    #expect(try shop.events() == ["accepted"])
    #expect(try shop.state("1") == "accepted jane")
  }
}
