import ReceiptKit
import ReceiptMint
import Testing

@testable import ReceiptLedger

/// A refund is remembered whoever tells of it, and whether or not anybody has the purchase.
@Suite("Refunds of what nobody has", .overBothStorages)
struct RefundTests {
  private let shop: Shop
  private let old: [UInt8]

  init() throws {
    shop = try Shop()
    old = try shop.receipt(.purchase("1"))
  }

  /// An older receipt, which does not know of the refund, is worth nothing to anybody.
  private func expectForgottenByNobody() throws {
    for (order, account) in [("A", "jane"), ("B", "joe")] {
      let decision = try shop.add(old, order: order, account: account)
      #expect(decision.decision == .reject && decision.items.map(\.outcome) == [.refunded])
    }
    #expect(try shop.ledger.list(.refunded, limit: 9, now: shop.now).map(\.transactionID) == ["1"])
    #expect(try shop.ledger.check() == [])
  }

  @Test("told by a notification, before anybody presented the purchase")
  func notified() throws {
    let said = Said.purchase("1", from: "2025-12-26", cancelled: "2025-12-27")
    #expect(try shop.ledger.record(Said.notification("REFUND", [said]), now: shop.now).isEmpty)
    try expectForgottenByNobody()
  }

  @Test("told by a receipt that is refused for it, also where a product is asked for")
  func refusedReceipt() throws {
    let refunded = try shop.receipt(.refunded("1"))
    shop.expectations.products = ["com.example.coins"]
    let decision = try shop.add(refunded, order: "A") { $0.products = ["com.example.coins"] }
    #expect(decision.decision == .reject && decision.failures.map(\.check) == ["products"])
    shop.expectations.products = []
    try expectForgottenByNobody()
  }

  @Test("told by a receipt after Apple had told of the purchase")
  func unclaimed() throws {
    let said = Said.purchase("1", from: "2025-12-26")
    #expect(try shop.ledger.record(Said.notification("ONE_TIME_CHARGE", [said]), now: shop.now).count == 1)
    #expect(try shop.add(shop.receipt(.refunded("1")), order: "A").decision == .reject)
    try expectForgottenByNobody()
  }

  @Test("told by Apple's answer about another purchase")
  func answered() async throws {
    shop.rules.asksApple = true
    try shop.add(shop.receipt(.purchase("2")), order: "Z")
    let answer = Said.answer([
      Said.purchase("2", from: "2025-12-26"), Said.purchase("1", from: "2025-12-26", cancelled: "2025-12-27"),
    ])
    try await shop.run(try ScriptedVerifier(answer))
    #expect(try shop.events() == ["pending", "verified"])
    shop.rules.asksApple = false
    try expectForgottenByNobody()
  }

  @Test("a restored copy of what was taken back is refused too; a receipt of another app tells nothing")
  func copies() throws {
    let said = Said.purchase("1", from: "2025-12-26", cancelled: "2025-12-27")
    _ = try shop.ledger.record(Said.notification("REFUND", [said]), now: shop.now)
    let copy = try shop.receipt(.purchase("2", original: "1", type: 0))
    #expect(try shop.add(copy, order: "A").items.map(\.outcome) == [.refunded])
    shop.expectations.bundleIdentifiers = [Shop.bundle]
    let foreign = try shop.receipt(.refunded("3")) { $0.bundleIdentifier = "com.example.other" }
    #expect(try shop.add(foreign, order: "B").failures.map(\.check) == ["bundle_identifier"])
    #expect(try shop.add(shop.receipt(.purchase("3")), order: "B").decision == .accept)
  }
}
