import Foundation
import ReceiptKit
import ReceiptMint
import Testing

@testable import ReceiptLedger

@Suite("What was delivered to webhooks", .overBothStorages)
struct WebhookStoreTests {
  private let shop: Shop
  private let store: WebhookStore

  init() throws {
    shop = try Shop()
    store = WebhookStore(shop.ledger, name: "shop")
  }

  private func accept(_ number: Int, account: String) throws {
    let decision = try shop.add(shop.receipt(.purchase("T\(number)")), order: "O\(number)", account: account)
    #expect(decision.decision == .accept)
  }

  private func due() throws -> WebhookStore.Due { try store.due(now: shop.now) }

  @Test("a webhook begins behind the last event, and one process at a time delivers")
  func leases() throws {
    try accept(0, account: "a")
    #expect(try store.condition() == nil)
    #expect(try store.lease(1, for: 10_000, now: shop.now))
    #expect(try store.condition()?.position == 1)
    #expect(try due().messages.isEmpty)
    #expect(try !store.lease(2, for: 10_000, now: shop.now))
    #expect(try store.lease(1, for: 10_000, now: shop.now))
    #expect(try WebhookStore(shop.ledger, name: "other").lease(2, for: 10_000, now: shop.now))
    // It ends by itself, also if the clock was put back meanwhile.
    var later = shop.now
    later.milliseconds += 10_000
    #expect(try store.lease(2, for: 10_000, now: later))
    #expect(try !store.lease(3, for: 10_000, now: later))
    later.milliseconds -= 30_000
    #expect(try store.lease(3, for: 10_000, now: later))
    // What the one before it sent is not recorded any more.
    #expect(try !store.settle(delivered: [], waiting: [], position: 1, lease: 2))
    try store.release(3)
    #expect(try store.lease(4, for: 10_000, now: later))
    #expect(try shop.ledger.check() == [])
  }

  @Test("after 410 no instance delivers to the URL until the administrator resumes it or names another one")
  func gone() throws {
    let store = WebhookStore(shop.ledger, name: "shop", url: "https://a.example")
    let other = WebhookStore(shop.ledger, name: "shop", url: "https://b.example")
    #expect(try store.lease(1, for: 10_000, now: shop.now) && !store.isGone())
    try accept(0, account: "a")
    try accept(1, account: "b")
    // The second was acknowledged, and the first was answered with 410.
    #expect(try store.settle(delivered: [], waiting: [], position: 0, lease: 1, isGone: true))
    shop.now.milliseconds += 3_600_000
    for number in [1, 2] as [Int64] { #expect(try !store.lease(number, for: 10_000, now: shop.now)) }
    #expect(try store.isGone() && !other.isGone())
    #expect(try !WebhookStore(shop.ledger, name: "stock", url: "https://a.example").isGone())
    #expect(try other.lease(3, for: 10_000, now: shop.now))
    try other.release(3)
    #expect(try !store.lease(1, for: 10_000, now: shop.now))
    try store.resume()
    #expect(try store.lease(1, for: 10_000, now: shop.now) && !store.isGone())
    #expect(try store.due(now: shop.now).messages.map(\.sequence) == [1, 2])
    // Who has lost the right to deliver cannot say that the receiver is gone.
    #expect(try !store.settle(delivered: [], waiting: [], position: 0, lease: 2, isGone: true))
    #expect(try !store.isGone() && shop.ledger.check() == [])
  }

  @Test("an event in vain holds back its account alone, in order, until its time has come")
  func order() throws {
    #expect(try store.lease(1, for: 10_000, now: shop.now))
    for (number, account) in ["a", "b", "a", "b"].enumerated() { try accept(number, account: account) }
    var found = try due()
    #expect(found.messages.map(\.sequence) == [1, 2, 3, 4] && found.position == 4 && found.held.isEmpty)
    // The first of a and what follows it fail; b has all.
    let later = WebhookStore.nextTry(after: 1, now: shop.now, chance: 0)
    #expect(later.milliseconds == shop.now.milliseconds + 5_000)
    #expect(try store.settle(delivered: [2, 4], waiting: [(1, 1, later), (3, 1, later)], position: 4, lease: 1))
    try accept(4, account: "a")
    try accept(5, account: "b")
    found = try due()
    #expect(found.messages.map(\.sequence) == [6] && found.held.map(\.sequence) == [5] && found.position == 6)
    #expect(try store.settle(delivered: [6], waiting: [(5, 0, shop.now)], position: 6, lease: 1))
    let condition = try #require(try store.condition())
    #expect(condition.position == 6 && condition.waiting == 3 && condition.oldest != nil)
    #expect(try due().messages.isEmpty)
    shop.now.milliseconds += 5_000
    for sequence in [1, 3, 5] as [Int64] {
      found = try due()
      #expect(found.messages.map(\.sequence) == [sequence] && found.attempts[sequence] == (sequence == 5 ? 0 : 1))
      #expect(try store.settle(delivered: [sequence], waiting: [], position: found.position, lease: 1))
    }
    #expect(try store.condition()?.waiting == 0 && store.condition()?.oldest == nil)
    #expect(try shop.ledger.check() == [])
  }

  @Test("what was pruned before it was delivered is told, and an older copy of a ledger is no ground to go on")
  func pruned() throws {
    #expect(try store.lease(1, for: 10_000, now: shop.now))
    for number in 0..<3 { try accept(number, account: "a") }
    #expect(try store.settle(delivered: [], waiting: [(1, 1, shop.now)], position: 1, lease: 1))
    try shop.ledger.write { db in try db.run("DELETE FROM event WHERE seq <= 1") }
    #expect(try due().pruned == [1] && due().messages.map(\.sequence) == [2, 3])
    try shop.ledger.write { db in try db.run("UPDATE webhook SET position = 99") }
    #expect(Shop.error { _ = try due() }?.code == .unavailable)
  }

  @Test("pauses double up to an hour, and chance takes off a quarter")
  func pauses() {
    func pause(_ attempts: Int, _ chance: Double = 0) -> Int64 {
      WebhookStore.nextTry(after: attempts, now: shop.now, chance: chance).milliseconds - shop.now.milliseconds
    }
    #expect((1...4).map { pause($0) } == [5_000, 10_000, 20_000, 40_000])
    #expect(pause(11) == 3_600_000 && pause(1_000_000) == 3_600_000 && pause(1, 1) == 3_750 && pause(0) == 5_000)
  }

  @Test("turns to ask Apple are given by the ledger, to all runners")
  func pace() async throws {
    let now = shop.now
    let ledger = shop.ledger
    func next() throws -> Int64? {
      try ledger.read { db in try db.value("SELECT next_at FROM pace WHERE id = 1") as Int64? }
    }
    let paces = (0..<2).map { _ in Pace(ledger, rate: 1_000, clock: { now }) }
    for pace in paces + paces { #expect(try await pace.wait { false }) }
    // Each reserved two hundred turns of a millisecond.
    #expect(try next() == now.milliseconds + 400)
    let slow = Pace(ledger, rate: 5, clock: { now })
    #expect(try await slow.wait { false })
    #expect(try next() == now.milliseconds + 600)
    // Far ahead: the clock was put back.
    try ledger.write { db in try db.run("UPDATE pace SET next_at = ?", [now.milliseconds + 3_600_000]) }
    #expect(try await slow.wait { false })
    #expect(try next() == now.milliseconds + 200)
    #expect(try await !slow.wait { true })
  }
}
