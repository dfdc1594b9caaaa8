import ReceiptKit
import ReceiptMint
import Testing

@testable import ReceiptLedger

/// How a subscription is followed: until Apple says that it is over, by its newest period, and never back in time.
@Suite("Following a subscription", .overBothStorages)
struct FollowingTests {
  private let shop: Shop

  init() throws {
    shop = try Shop()
    shop.rules.keepsReceipts = true
  }

  private static let december = Said.period("1000", from: "2025-12-01", to: "2026-01-02")
  private static let january = Said.period("1001", from: "2026-01-02", to: "2026-02-02")
  private static let retry = Said.renewal(
    #""auto_renew_status":"1","is_in_billing_retry_period":"1","expiration_intent":"2""#)
  private static let over = Said.renewal(
    #""auto_renew_status":"0","is_in_billing_retry_period":"0","expiration_intent":"2""#)

  /// How often Apple is asked from one day to another, looking every ten minutes.
  private func polls(from start: String, days: Int64, _ answer: String) async throws -> Int {
    let apple = try ScriptedVerifier(answer)
    shop.move(to: start)
    for _ in 0..<days * 144 {
      try await shop.run(apple)
      shop.now.milliseconds += 600_000
    }
    return await apple.calls.count
  }

  private func subscription() throws -> LedgerHistory.Renewal? {
    try shop.ledger.history(of: "1000", as: .transaction, now: shop.now).subscriptions.first
  }

  private func take(_ type: String, _ purchases: [String], _ renewals: String...) throws -> [String] {
    try shop.ledger.record(Said.notification(type, purchases, renewals: renewals), now: shop.now).map(\.name)
  }

  @Test("the old list right after the expiry is no end: asked every hour for a day, then every day")
  func notRenewedYet() async throws {
    try shop.subscribe()
    let same = Said.answer([Self.december], renewals: [Said.renewal(#""auto_renew_status":"1""#)])
    #expect((23...26).contains(try await polls(from: "2026-01-02", days: 1, same)))
    #expect(try subscription()?.state == "lapsed")
    #expect((9...11).contains(try await polls(from: "2026-01-03", days: 10, same)))
    shop.move(to: "2026-02-01")
    try await shop.run(try ScriptedVerifier(Said.answer([Self.december, Self.january])))
    #expect(try shop.events() == ["accepted", "renewed"])
    #expect(try subscription()?.state == "active")
  }

  @Test("after as long as Apple may try to charge it is over all the same")
  func givenUp() async throws {
    try shop.subscribe()
    let same = Said.answer([Self.december])
    _ = try await polls(from: "2026-03-01", days: 5, same)
    #expect(try shop.events() == ["accepted", "expired"])
    #expect(try await polls(from: "2026-03-10", days: 1, same) == 0)
  }

  @Test("a subscription that comes back is asked about again", arguments: ["2026-01-10", "2026-03-20"])
  func resubscribed(_ day: String) async throws {
    try shop.subscribe()
    shop.move(to: "2026-01-03")
    #expect(try take("EXPIRED", [Self.december], Self.over) == ["expired"])
    #expect(try subscription()?.nextPoll == nil)
    shop.move(to: day)
    let again = Said.period("1002", from: day, to: "2026-04-20")
    #expect(try take("INTERACTIVE_RENEWAL", [Self.december, again]) == ["renewed"])
    #expect(try subscription()?.nextPoll?.rfc3339 == "2026-04-19T23:00:00Z")
  }

  @Test("after a change to a shorter product its period counts, and not the expiry of the one that was ended")
  func downgraded() throws {
    let yearly = try shop.receipt(
      .purchase("1000", product: "yearly", type: 3, at: "2025-12-20T00:00:00Z", expires: "2026-12-20T00:00:00Z"))
    #expect(try shop.add(yearly, order: "S").decision == .accept)
    let ended = Said.period(
      "1000", product: "yearly", from: "2025-12-20", to: "2026-12-20", cancelled: "2026-01-01",
      #","is_upgraded":"true""#)
    let monthly = Said.period("1001", from: "2026-01-01", to: "2026-02-01")
    #expect(try take("INTERACTIVE_RENEWAL", [ended, monthly]) == ["upgraded", "renewed"])
    #expect(try subscription()?.expires?.rfc3339 == "2026-02-01T00:00:00Z")
    #expect(try subscription()?.productID == "com.example.monthly")
    #expect(try subscription()?.nextPoll?.rfc3339 == "2026-01-31T23:00:00Z")
    let next = Said.period("1002", from: "2026-02-01", to: "2026-03-01")
    shop.move(to: "2026-02-01")
    #expect(try take("DID_RENEW", [ended, monthly, next]) == ["renewed"])
    #expect(try subscription()?.expires?.rfc3339 == "2026-03-01T00:00:00Z")
  }

  @Test("of a receipt too the newest period counts")
  func newestOfReceipt() throws {
    let both = try shop.receipt(
      .purchase("1000", product: "yearly", type: 3, at: "2025-12-20T00:00:00Z", expires: "2026-12-20T00:00:00Z"),
      .monthly("1001", from: "2025-12-25T00:00:00Z", to: "2026-01-25T00:00:00Z"))
    #expect(try shop.add(both, order: "S").decision == .accept)
    #expect(try subscription()?.expires?.rfc3339 == "2026-01-25T00:00:00Z")
  }

  @Test("a late notification does not bring back what was refunded")
  func lateAfterRefund() throws {
    try shop.subscribe()
    let refunded = Said.period("1000", from: "2025-12-01", to: "2026-01-02", cancelled: "2026-01-01")
    #expect(try take("REFUND", [refunded]) == ["refunded"])
    for _ in 0..<2 {
      #expect(try take("INITIAL_BUY", [Self.december]) == [])
      #expect(try take("REFUND", [refunded]) == [])
      #expect(try subscription()?.state == "refunded")
    }
  }

  @Test("the refund of the newest period counts, although the list has older ones that nobody refunded")
  func refundOfNewest() throws {
    try shop.subscribe()
    shop.move(to: "2026-01-03")
    #expect(try take("DID_RENEW", [Self.december, Self.january]) == ["renewed"])
    let refunded = Said.period("1001", from: "2026-01-02", to: "2026-02-02", cancelled: "2026-01-03")
    #expect(try take("REFUND", [Self.december, refunded]) == ["refunded"])
    #expect(try subscription()?.state == "refunded" && subscription()?.nextPoll == nil)
    #expect(try take("DID_RENEW", [Self.december, Self.january]) == [])
    #expect(try subscription()?.state == "refunded")
    let february = Said.period("1002", from: "2026-01-20", to: "2026-02-20")
    shop.move(to: "2026-01-20")
    #expect(try take("DID_RENEW", [Self.december, refunded, february]) == ["renewed"])
    #expect(try subscription()?.state == "active")
  }

  @Test("a late notification does not bring back a billing retry that is over")
  func lateAfterEnd() throws {
    try shop.subscribe()
    shop.move(to: "2026-03-03")
    #expect(try take("DID_FAIL_TO_RENEW", [Self.december], Self.retry) == ["in_billing_retry"])
    #expect(try take("EXPIRED", [Self.december], Self.over) == ["expired"])
    for _ in 0..<2 { #expect(try take("DID_FAIL_TO_RENEW", [Self.december], Self.retry) == []) }
    #expect(try take("EXPIRED", [Self.december], Self.over) == [])
    #expect(try subscription()?.state == "expired")
  }

  @Test("of two saved answers the one that was given later counts, whichever is taken in last")
  func savedAnswers() throws {
    try shop.subscribe()
    shop.move(to: "2026-01-20")
    func answer(_ renewal: String, asked: String) throws -> [String] {
      let text = Said.answer([Self.december], renewals: [renewal], asked: asked)
      return try shop.ledger.record(try PurchaseHistoryReader().read(Array(text.utf8)), now: shop.now).map(\.name)
    }
    #expect(try answer(Self.over, asked: "2026-01-10") == ["expired"])
    #expect(try answer(Self.retry, asked: "2026-01-05") == [])
    #expect(try subscription()?.state == "expired")
    // A date that lies ahead would make everything that follows late.
    #expect(try answer(Self.retry, asked: "2030-01-01") == [])
    #expect(try answer(Self.retry, asked: "2026-01-11") == ["in_billing_retry"])
  }
}
