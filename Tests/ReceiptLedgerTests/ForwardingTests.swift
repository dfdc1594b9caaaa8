import Foundation
import ReceiptKit
import ReceiptMint
import Testing

@testable import ReceiptLedger

/// What waits for other receivers of Apple's notifications.
@Suite("Passing notifications on", .overBothStorages)
struct ForwardingTests {
  private let shop: Shop

  init() throws { shop = try Shop() }

  private func notification(_ name: String, about transaction: String = "1") throws -> SignedNotification {
    try shop.signed(
      Shop.notification(
        "TEST_\(name)", name, signed: "2025-12-27", transaction: Payload.transaction(transaction, signed: "2025-12-27"))
    )
  }

  /// Takes in a notification whose body has a space more than Apple's.
  @discardableResult
  private func take(_ name: String, about transaction: String = "1") throws -> [UInt8] {
    shop.now.milliseconds += 1_000
    let body = Array("{ \"\(name)\": 1}".utf8)
    let taken = try shop.ledger.receiveNotification(
      notification(name, about: transaction), body: body, allowsTestSigned: true, now: shop.now)
    #expect(taken.doubt == nil)
    return body
  }

  private func store(_ name: String) -> WebhookStore { WebhookStore(shop.ledger, name: name, .notifications) }

  private func names(_ store: WebhookStore) throws -> [String] {
    try store.due(now: shop.now).messages.map { message in
      guard case .notification(let notification) = message else { return "an event" }
      return notification.name
    }
  }

  private func bodies(_ store: WebhookStore) throws -> [[UInt8]?] {
    try store.due(now: shop.now).messages.map { message in
      guard case .notification(let notification) = message else { return nil }
      return try store.body(of: notification)
    }
  }

  private func count(_ table: String) throws -> Int {
    try shop.ledger.read { db in try db.value("SELECT count(*) FROM \(table)") ?? -1 }
  }

  private func settle(_ store: WebhookStore, delivered: [Int64], _ waiting: [Int64] = [], in seconds: Int64 = 5) throws
  {
    let due = Instant(milliseconds: shop.now.milliseconds + seconds * 1_000)
    #expect(
      try store.settle(
        delivered: delivered, waiting: waiting.map { (sequence: $0, attempts: 1, due: due) }, position: 0, lease: 1))
  }

  @Test("without a receiver nothing is stored; with two, each gets the bytes, and then nothing is stored any more")
  func bytes() throws {
    try take("A")
    #expect(try count("forwarded") == 0)
    try shop.ledger.forwardNotifications(to: ["crm", "b"])
    #expect(try shop.ledger.forwardReceivers() == ["b", "crm"])
    let body = try take("B")
    // One that was taken in before is not passed on again.
    try take("B")
    // One that did not come from Apple's server is passed on as Apple would send it.
    let other = try notification("C", about: "2")
    _ = try shop.ledger.receiveNotification(other, allowsTestSigned: true, now: shop.now)
    let stores = [store("b"), store("crm")]
    for store in stores {
      #expect(try store.lease(1, for: 10_000, now: shop.now))
      #expect(try names(store) == ["TEST_B", "TEST_C"])
      #expect(try bodies(store) == [body, Array("{\"signedPayload\":\"".utf8) + other.text + Array("\"}".utf8)])
      #expect(try store.condition()?.waiting == 2)
    }
    #expect(try count("forwarded") == 2)
    let numbers = try stores[0].due(now: shop.now).messages.map(\.sequence)
    try settle(stores[0], delivered: numbers)
    #expect(try count("forwarded") == 2 && stores[0].condition()?.waiting == 0 && stores[0].condition()?.oldest == nil)
    try settle(stores[1], delivered: numbers)
    #expect(try count("forwarded") == 0 && count("delivery") == 0)
    // Events and their webhooks are separate, also under the same name.
    let webhook = WebhookStore(shop.ledger, name: "crm")
    #expect(try webhook.lease(1, for: 10_000, now: shop.now) && webhook.due(now: shop.now).messages.isEmpty)
    #expect(try shop.ledger.check() == [])
  }

  @Test("those of one purchase stay in their order, and hold up no other's")
  func order() throws {
    try shop.ledger.forwardNotifications(to: ["crm"])
    let crm = store("crm")
    #expect(try crm.lease(1, for: 10_000, now: shop.now))
    for (name, transaction) in [("A", "1"), ("B", "2"), ("C", "1")] { try take(name, about: transaction) }
    let due = try crm.due(now: shop.now)
    #expect(try names(crm) == ["TEST_A", "TEST_B"])
    try settle(crm, delivered: [due.messages[1].sequence], [due.messages[0].sequence])
    #expect(try names(crm) == [])
    try take("D", about: "3")
    #expect(try names(crm) == ["TEST_D"])
    shop.now.milliseconds += 5_000
    #expect(try names(crm) == ["TEST_A", "TEST_D"])
    #expect(try crm.due(now: shop.now).attempts[due.messages[0].sequence] == 1)
    // What is in the ledger is there after the process has ended.
    let again = try Ledger(path: shop.path)
    #expect(try WebhookStore(again, name: "crm", .notifications).due(now: shop.now).messages.count == 2)
    try settle(crm, delivered: [due.messages[0].sequence])
    #expect(try names(crm) == ["TEST_C", "TEST_D"])
  }

  @Test("a receiver that is down costs no more than the latest ones, and what it never gets is counted")
  func bounded() throws {
    try shop.ledger.forwardNotifications(to: ["b", "crm"])
    let (b, crm) = (store("b"), store("crm"))
    let signed = try notification("A")
    func add(_ count: Int) throws {
      try shop.ledger.write { db in
        for _ in 0..<count {
          try ForwardedNotifications(db, maximumCount: 100).add(signed, nil, for: ["b", "crm"], now: shop.now)
        }
      }
    }
    try add(10)
    #expect(try b.lease(1, for: 10_000, now: shop.now))
    try settle(b, delivered: Array(1...10))
    try add(310)
    // 320 is a multiple of the step.
    #expect(try count("forwarded") == 100 && count("delivery") == 200)
    #expect(try crm.condition()?.waiting == 100 && crm.condition()?.dropped == 220)
    #expect(try b.condition()?.waiting == 100 && b.condition()?.dropped == 210)
    #expect(try crm.due(now: shop.now).dropped == 220)
    try add(63)
    #expect(try count("forwarded") == 100 + Int(ForwardedNotifications.step) - 1)
    #expect(ForwardedNotifications.maximumCount == 10_000)
    // Pruning drops them, too.
    shop.now.milliseconds += 1_000
    try take("B")
    _ = try shop.ledger.prune(before: shop.now, isTrial: false)
    #expect(try names(crm) == ["TEST_B"] && count("forwarded") == 1 && crm.condition()?.dropped == 383)
    #expect(try shop.ledger.check() == [])
  }

  @Test("a receiver that is no longer named, and an erased account, leave nothing behind")
  func forgotten() throws {
    try shop.ledger.forwardNotifications(to: ["b", "crm"])
    _ = try shop.add(jws: Shop.jws(.transaction, Payload.transaction("1")), order: "A", account: "jane")
    try take("A")
    try take("B", about: "2")
    _ = try shop.ledger.erase(account: "jane", now: shop.now)
    #expect(try names(store("b")) == ["TEST_B"] && count("forwarded") == 1 && count("delivery") == 2)
    // Of a purchase that was erased nothing is stored.
    try take("C")
    #expect(try count("forwarded") == 1)
    try shop.ledger.forwardNotifications(to: ["crm"])
    #expect(try store("b").condition() == nil && count("delivery") == 1)
    #expect(try !store("b").lease(1, for: 10_000, now: shop.now))
    try shop.ledger.forwardNotifications(to: [])
    #expect(try count("forwarded") == 0 && count("delivery") == 0 && shop.ledger.forwardReceivers() == [])
    try take("D", about: "2")
    #expect(try count("forwarded") == 0 && shop.ledger.check() == [])
  }
}
