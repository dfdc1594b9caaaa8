import ReceiptKit
import ReceiptMint
import Testing

@testable import ReceiptAnalysis
@testable import ReceiptLedger

/// Receipts, answers of verifyReceipt and signed data about the same purchases, in any order: the latest statement
/// counts.
@Suite("The latest statement counts", .overBothStorages)
struct LatestStatementTests {
  private let shop: Shop

  init() throws { shop = try Shop() }

  private func old(_ more: String = "") -> String {
    Payload.period("1000", from: "2025-12-01", to: "2026-01-05", signed: "2025-12-01T00:00:10Z", more)
  }

  private func notification(_ name: String, _ uuid: String, _ transaction: String, signed: String, _ renewal: String)
    throws -> String
  {
    try Shop.notification(
      name, uuid, signed: signed, transaction: transaction, renewal: Payload.renewal(signed: signed, renewal))
  }

  @Test("an older signature does not move the end that a newer receipt says, whoever presents it")
  func olderSignature() throws {
    try shop.add(
      shop.receipt(.monthly("1000", from: "2025-12-01T00:00:00Z", to: "2026-02-20T00:00:00Z")), order: "S")
    #expect(try shop.subscription("1000") == "active 2026-02-20")
    #expect(try shop.add(jws: Shop.jws(.transaction, old()), order: "X", account: "joe").decision == .replay)
    #expect(try shop.subscription("1000") == "active 2026-02-20")
    #expect(try shop.add(jws: Shop.jws(.transaction, old()), order: "S").decision == .duplicate)
    #expect(try shop.subscription("1000") == "active 2026-02-20")
  }

  @Test("a newer receipt moves the end that an older notification said")
  func newerReceipt() throws {
    try shop.notify(
      notification("SUBSCRIBED/INITIAL_BUY", "A", old(), signed: "2025-12-01T00:00:10Z", ",\"autoRenewStatus\":1"))
    try shop.add(
      shop.receipt(.monthly("1000", from: "2025-12-01T00:00:00Z", to: "2026-02-20T00:00:00Z")), order: "S")
    #expect(try shop.subscription("1000") == "active 2026-02-20")
  }

  @Test("what Apple answered of the renewal and of the end stays when signed data comes")
  func answers() async throws {
    shop.rules.keepsReceipts = true
    try shop.add(
      shop.receipt(.monthly("1000", from: "2025-12-01T00:00:00Z", to: "2026-01-05T00:00:00Z")), order: "S")
    shop.move(to: "2026-01-06")
    let retry =
      #""is_in_billing_retry_period":"1","expiration_intent":"2","grace_period_expires_date_ms":"\#(Said.milliseconds("2026-01-12"))""#
    let grace = Said.answer(
      [Said.period("1000", from: "2025-12-01", to: "2026-01-05")], renewals: [Said.renewal(retry)])
    try await shop.run(ScriptedVerifier(grace))
    #expect(try shop.subscription("1000") == "grace_period 2026-01-05")
    let newer = Payload.period("1000", from: "2025-12-01", to: "2026-01-05", signed: "2026-01-06T00:00:00Z")
    #expect(try shop.add(jws: Shop.jws(.transaction, newer), order: "S").decision == .duplicate)
    #expect(try shop.subscription("1000") == "grace_period 2026-01-05")

    shop.move(to: "2026-01-08")
    let longer = Said.answer(
      [Said.period("1000", from: "2025-12-01", to: "2026-03-05")],
      renewals: [Said.renewal(#""auto_renew_status":"1","is_in_billing_retry_period":"0""#)])
    try await shop.run(ScriptedVerifier(longer))
    #expect(try shop.subscription("1000") == "active 2026-03-05")
    // About an earlier period.
    let earlier = Payload.period("999", from: "2025-11-01", to: "2025-12-01", signed: "2026-01-08T00:00:00Z")
    try shop.notify(Shop.notification("REFUND_DECLINED", "A", signed: "2026-01-08", transaction: earlier))
    #expect(try shop.subscription("1000") == "active 2026-03-05")
    #expect(try shop.ledger.check() == [])
  }

  @Test("a subscription stays when Apple refuses another order of it")
  func refusedOrder() async throws {
    shop.rules.asksApple = true
    try shop.add(
      shop.receipt(.monthly("1000", from: "2025-12-01T00:00:00Z", to: "2025-12-20T00:00:00Z")), order: "Q1")
    shop.rules.asksApple = false
    let second = Payload.period("1001", from: "2025-12-20", to: "2026-01-20", signed: "2025-12-27")
    #expect(try shop.add(jws: Shop.jws(.transaction, second), order: "Q2").decision == .accept)
    try await shop.run(ScriptedVerifier([try .status(21010)]))
    #expect(try shop.subscription("1000") == "active 2026-01-20")
    let third = Payload.period("1002", from: "2026-01-20", to: "2026-02-20", signed: "2026-01-20")
    shop.move(to: "2026-01-21")
    let renewed = try shop.notify(
      notification("DID_RENEW", "A", third, signed: "2026-01-20", ",\"autoRenewStatus\":1"))
    #expect(renewed.events.map(\.name) == ["renewed"] && renewed.events.first?.order == "Q2")
    #expect(try shop.ledger.check() == [])
  }

  @Test("a statement from the future says nothing of a purchase")
  func future() throws {
    #expect(try shop.add(jws: Shop.jws(.transaction, Payload.transaction("1")), order: "A").decision == .accept)
    let future = try Shop.jws(.transaction, Payload.transaction("1", signed: "2027-05-01"))
    #expect(try shop.add(jws: future, order: "B", account: "eve").decision == .reject)
    let refund = try Shop.notification(
      "REFUND", "A", signed: "2025-12-28",
      transaction: Payload.transaction("1", signed: "2025-12-28", revoked: "2025-12-28"))
    #expect(try shop.notify(refund).events.map(\.name) == ["refunded"])
  }

  @Test("a subscription that continues another is its owner's, whichever comes first", arguments: [true, false])
  func migration(isOldFirst: Bool) throws {
    let new = Payload.period(
      "2000", original: "2000", from: "2025-12-20", to: "2026-01-20", signed: "2025-12-27",
      ",\"previousOriginalTransactionId\":\"1000\"")
    if isOldFirst {
      #expect(try shop.add(jws: Shop.jws(.transaction, old()), order: "S").decision == .accept)
      let events = try shop.notify(
        Shop.notification(
          "MIGRATION", "A", signed: "2025-12-27", transaction: new,
          renewal: Payload.renewal("2000", signed: "2025-12-27", ",\"autoRenewStatus\":1"))
      ).events
      #expect(events.map(\.name) == ["renewed"] && events.first?.account == "jane" && events.first?.order == "S")
      #expect(try shop.subscription("2000") == "active 2026-01-20")
      #expect(try shop.add(jws: Shop.jws(.transaction, new), order: "X", account: "joe").decision == .replay)
      #expect(try shop.add(jws: Shop.jws(.transaction, new), order: "S2").decision == .accept)
    } else {
      #expect(try shop.add(jws: Shop.jws(.transaction, new), order: "S").decision == .accept)
      #expect(try shop.add(jws: Shop.jws(.transaction, old()), order: "X", account: "joe").decision == .replay)
      #expect(try shop.add(jws: Shop.jws(.transaction, old()), order: "S2").decision == .accept)
    }
    #expect(try shop.ledger.check() == [])
  }

  @Test("what does not name its kind is of the kind that is known")
  func kind() throws {
    shop.rules.allowsRestore = true
    #expect(try shop.add(jws: Shop.jws(.transaction, Payload.transaction("1")), order: "A").decision == .accept)
    for type in ["", "Something New"] {
      let other = try Shop.jws(.transaction, Payload.transaction("1", type: type, signed: "2025-12-28"))
      #expect(try shop.add(jws: other, order: "B").decision == .replay)
    }
  }

  @Test("a copy of a product that Apple told of is an account's, and no other device's")
  func copy() throws {
    func copy(_ transaction: String) -> String {
      Payload.transaction(
        transaction, original: "800", type: "Non-Consumable", product: "com.example.pro", signed: "2025-12-28")
    }
    let devices = try ["11111111-1111-1111-1111-111111111111", "22222222-2222-2222-2222-222222222222"].map {
      try DeviceGUID($0)
    }
    #expect(
      try shop.add(jws: Shop.jws(.transaction, copy("800")), order: "A") { $0.device = devices[0] }.decision == .accept)
    let told = try shop.notify(
      Shop.notification("CONSUMPTION_REQUEST", "A", signed: "2025-12-28", transaction: copy("801")))
    #expect(told.events.map(\.name) == ["consumption_requested"] && told.events.first?.account == "jane")
    #expect(
      try shop.add(jws: Shop.jws(.transaction, copy("801")), order: "B") { $0.device = devices[1] }.decision == .replay)
  }

  @Test("events about a renewal name the order of its subscription, and how much was refunded")
  func events() throws {
    #expect(try shop.add(jws: Shop.jws(.transaction, old()), order: "S").decision == .accept)
    let second = Payload.period("1001", from: "2026-01-05", to: "2026-02-05", signed: "2026-01-05T00:00:10Z")
    shop.move(to: "2026-01-06")
    try shop.notify(
      notification("DID_RENEW", "A", second, signed: "2026-01-05T00:00:10Z", ",\"autoRenewStatus\":1"))
    let asked = try shop.notify(
      notification("CONSUMPTION_REQUEST", "B", second, signed: "2026-01-05T00:00:20Z", ",\"autoRenewStatus\":1"))
    #expect(asked.events.map(\.name) == ["consumption_requested"] && asked.events.first?.order == "S")
    let refund = Payload.period(
      "1001", from: "2026-01-05", to: "2026-02-05", signed: "2026-01-05T12:00:00Z", revoked: "2026-01-05T11:00:00Z",
      ",\"revocationType\":\"REFUND_PRORATED\",\"revocationPercentage\":40000")
    let told = try shop.notify(
      notification("REFUND", "C", refund, signed: "2026-01-05T12:00:00Z", ",\"autoRenewStatus\":1"))
    let event = try #require(told.events.first)
    #expect(event.name == "refunded" && event.order == "S")
    let details = Dictionary(uniqueKeysWithValues: event.details.map { ($0.name, $0.value) })
    #expect(details["revocation_type"] == .string("REFUND_PRORATED"))
    #expect(details["revocation_percentage"] == .number("40000"))
  }

  @Test("of two notifications of version 1 the one that tells of a failed renewal is later", arguments: [true, false])
  func failedRenewal(isFirst: Bool) throws {
    try shop.add(
      shop.receipt(.monthly("1000", from: "2025-12-01T00:00:00Z", to: "2025-12-30T00:00:00Z")), order: "S")
    let period = Said.period("1000", from: "2025-12-01", to: "2025-12-30")
    let failed = Said.renewal(
      #""auto_renew_status":"1","is_in_billing_retry_period":"1","grace_period_expires_date_ms":"\#(Said.milliseconds("2026-01-10"))""#
    )
    let told = try [
      Said.notification("DID_FAIL_TO_RENEW", [period], renewals: [failed]),
      Said.notification("DID_CHANGE_RENEWAL_STATUS", [period], renewals: [Said.renewal(#""auto_renew_status":"1""#)]),
    ]
    for history in isFirst ? told : told.reversed() { _ = try shop.ledger.record(history, now: shop.now) }
    #expect(try shop.subscription("1000") == "grace_period 2025-12-30")
    #expect(try shop.ledger.check() == [])
  }

  /// A receipt may not tell of a refund yet: it takes none back, and what else it says counts by its date.
  @Test("a receipt between two signed statements about a refund, in every order", arguments: 0..<6, [true, false])
  func receiptBetween(_ order: Int, isReversedLast: Bool) throws {
    let (first, last) = ("2025-12-10", isReversedLast ? "2025-12-20" : "2025-12-05")
    let refund = try Shop.notification(
      "REFUND", "A", signed: first,
      transaction: Payload.period("1000", from: "2025-12-01", to: "2026-01-05", signed: first, revoked: first))
    let good = try Shop.notification(
      "REFUND_REVERSED", "B", signed: last,
      transaction: Payload.period("1000", from: "2025-12-01", to: "2026-01-15", signed: last))
    let receipt = try shop.receipt(.monthly("1000", from: "2025-12-01T00:00:00Z", to: "2026-02-20T00:00:00Z"))
    let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]
    var merged = CombinedHistory(PurchaseHistoryReader(shop.decoder))
    for bytes in [receipt, Array(refund.utf8), Array(good.utf8)] { try merged.add(bytes, from: "input") }
    let expected = SubscriptionStatus(try merged.history(), at: shop.now).subscriptions.first?.holding
    for index in orders[order] {
      switch index {
      case 0: try shop.add(receipt, order: "S")
      case 1: try shop.notify(refund)
      default: try shop.notify(good)
      }
    }
    let found = try shop.ledger.read { db in try StatementStore(db: db).subscription("1000", at: shop.now)?.holding }
    #expect(found?.state == expected?.state)
    let end = Said.instant("2026-02-20")
    #expect(isReversedLast ? found?.state == .active(until: end) : found?.access == .no)
    #expect(try shop.ledger.check() == [])
  }

  /// Apple's status 1, or a renewal that is known only by its date, outlives the newest period that the ledger knows.
  @Test(
    "a subscription that is active is not shown with an end in the past",
    arguments: [("", nil), (#","renewalDate":\#(Said.milliseconds("2026-02-20"))"#, "2026-02-20T00:00:00Z")])
  func shownEnd(_ renewal: String, _ end: String?) throws {
    let shop = try Shop()
    let period = Payload.period("1000", from: "2025-12-20", to: "2026-01-20", signed: "2025-12-20")
    #expect(try shop.add(jws: Shop.jws(.transaction, period), order: "S").decision == .accept)
    shop.move(to: "2026-01-25")
    try shop.notify(
      Shop.jws(
        .notification,
        Payload.notification(
          "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_ENABLED", "N", signed: "2026-01-25",
          transaction: Payload.period("1000", from: "2025-12-20", to: "2026-01-20", signed: "2026-01-25"),
          renewal: Payload.renewal(signed: "2026-01-25", renewal), #","status":1"#)))
    let shown = try #require(try shop.ledger.history(of: "jane", as: .account, now: shop.now).subscriptions.first)
    #expect(shown.state == "active" && shown.expires?.rfc3339 == end, "\(shown)")
    let listed = try #require(try shop.ledger.list(.active, limit: 9, now: shop.now).first)
    #expect(listed.until?.rfc3339 == end)
    let entitlement = try shop.ledger.entitlements(of: "jane", at: shop.now).entitlements.first
    #expect(entitlement?.until?.rfc3339 == end)
  }
}
