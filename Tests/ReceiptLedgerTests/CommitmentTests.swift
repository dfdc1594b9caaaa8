import ReceiptKit
import Testing

@testable import ReceiptAnalysis
@testable import ReceiptLedger

/// Monthly payments of a commitment, and prices that need consent (FACTS-2026.md, 13.3 and 13.4).
@Suite("Commitments and prices in a ledger", .overBothStorages)
struct CommitmentTests {
  private let shop: Shop

  init() throws {
    shop = try Shop()
    try shop.add(
      shop.receipt(.monthly("1000", from: "2025-12-20T00:00:00Z", to: "2026-01-20T00:00:00Z")), order: "S")
  }

  private static func at(_ day: String) throws -> Instant {
    Instant(milliseconds: Int64(Said.milliseconds(day)))
  }

  private static let plan =
    #","billingPlanType":"MONTHLY","commitmentInfo":{"commitmentExpiresDate":\#(Said.milliseconds("2026-12-20"))}"#

  private static func renewal(_ renews: Int, signed: String, _ more: String = "") -> String {
    Payload.renewal(
      signed: signed,
      #","autoRenewStatus":1,"commitmentInfo":{"commitmentAutoRenewStatus":\#(renews),"#
        + #""commitmentRenewalDate":\#(Said.milliseconds("2026-12-20"))}\#(more)"#)
  }

  private func notify(
    _ name: String, _ uuid: String, signed: String, _ transaction: String = "1000", from start: String = "2025-12-20",
    to end: String = "2026-01-20", renewal: String, plan: String = CommitmentTests.plan
  ) throws {
    shop.now = try Self.at(signed)
    try shop.notify(
      Shop.notification(
        name, uuid, signed: signed,
        transaction: Payload.period(transaction, from: start, to: end, signed: signed, plan), renewal: renewal))
  }

  private func willRenew(at day: String) throws -> [Bool?] {
    try shop.ledger.entitlements(of: "jane", at: try Self.at(day)).entitlements.map(\.willRenew)
  }

  private func summary(at day: String, _ language: SummaryLanguage = .english) throws -> String? {
    let question = Ledger.EntitlementQuestion(account: "jane", moment: try Self.at(day), language: language)
    return try shop.ledger.entitlements(of: [question])[0].summary?.lines.first?.text
  }

  @Test("a cancelled commitment goes on until it ends, and then nothing is expected")
  func cancelled() throws {
    try notify(
      "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED", "A", signed: "2026-01-05",
      renewal: Self.renewal(0, signed: "2026-01-05"))
    #expect(try willRenew(at: "2026-01-06") == [true])
    #expect(
      try summary(at: "2026-01-06")?.contains("renews every month until 20 December 2026, then ends") == true)
    // The renewal may be missing, and Apple is asked, as long as it collects: 90 days.
    shop.now = try Self.at("2026-04-01")
    try shop.ledger.write { db in try SubscriptionStore(db: db, now: shop.now).refresh("1000", from: "test") }
    #expect(try shop.subscription("1000") == "lapsed 2026-01-20")
    shop.now = try Self.at("2026-04-22")
    try shop.ledger.write { db in try SubscriptionStore(db: db, now: shop.now).refresh("1000", from: "test") }
    #expect(try shop.subscription("1000") == "expired 2026-01-20")
    #expect(try shop.ledger.check() == [])
  }

  @Test("after the last month of a cancelled commitment it is over at once")
  func last() throws {
    try notify(
      "DID_RENEW", "A", signed: "2026-11-20", "1011", from: "2026-11-20", to: "2026-12-20",
      renewal: Self.renewal(0, signed: "2026-11-20"))
    #expect(try willRenew(at: "2026-11-21") == [false])
    shop.now = try Self.at("2026-12-20")
    try shop.ledger.write { db in try SubscriptionStore(db: db, now: shop.now).refresh("1000", from: "test") }
    #expect(try shop.subscription("1000") == "expired 2026-12-20")
  }

  @Test("a price that needs consent: nothing says that it renews")
  func price() throws {
    let pending = Payload.renewal(signed: "2026-01-05", #","autoRenewStatus":1,"priceIncreaseStatus":0"#)
    try notify("PRICE_INCREASE/PENDING", "A", signed: "2026-01-05", renewal: pending, plan: "")
    #expect(try willRenew(at: "2026-01-06") == [nil])
    #expect(try summary(at: "2026-01-06")?.contains("ends then unless the customer agrees") == true)
    #expect(try summary(at: "2026-01-06", .german)?.contains("endet dann, wenn der Kunde") == true)
    #expect(try summary(at: "2026-01-06", .chinese)?.contains("若不同意涨价则届时结束") == true)
    let agreed = Payload.renewal(signed: "2026-01-08", #","autoRenewStatus":1,"priceIncreaseStatus":1"#)
    try notify("PRICE_INCREASE/ACCEPTED", "B", signed: "2026-01-08", renewal: agreed, plan: "")
    #expect(try willRenew(at: "2026-01-09") == [true])
    #expect(try shop.ledger.check() == [])
  }
}
