import ReceiptKit
import Testing

@testable import ReceiptLedger

/// Monthly payments of a commitment, and prices that need consent, in events and entitlements (FACTS-2026.md, 13.3 and
/// 13.4).
@Suite("Commitments and prices: events and entitlements", .overBothStorages)
struct CommitmentEventTests {
  private let shop: Shop

  init() throws { shop = try Shop() }

  /// The fourth month begins on 2026-01-20.
  private static func month(_ number: Int, from start: String, to end: String, signed: String) -> String {
    Payload.period(
      "100\(number)", from: start, to: end, signed: signed,
      ",\"billingPlanType\":\"MONTHLY\",\"commitmentInfo\":{\"billingPeriodNumber\":\(number),\"totalBillingPeriods\":12,"
        + "\"commitmentExpiresDate\":\(Said.milliseconds("2026-10-20"))}")
  }

  private static let third = month(3, from: "2025-12-20", to: "2026-01-20", signed: "2025-12-20")
  private static func fourth(_ signed: String) -> String {
    month(4, from: "2026-01-20", to: "2026-02-20", signed: signed)
  }

  private func notify(_ name: String, _ period: String, signed: String, _ renewal: String) throws -> [LedgerEvent] {
    try shop.notify(
      Shop.notification(
        name, name + signed, signed: signed, transaction: period,
        renewal: Payload.renewal(signed: signed, ",\"autoRenewStatus\":1" + renewal))
    ).events
  }

  private static func commitment(_ renews: Int) -> String {
    ",\"commitmentInfo\":{\"commitmentAutoRenewStatus\":\(renews),\"commitmentRenewalDate\":\(Said.milliseconds("2026-10-20"))}"
  }

  private func entitlement() throws -> LedgerEntitlements.Entitlement {
    try #require(try shop.ledger.entitlements(of: "jane", at: shop.now).entitlements.first)
  }

  private func details(_ event: LedgerEvent?) throws -> JSONValue { .object(try #require(event).details) }

  @Test("each month says its number, and the end of the commitment; its cancellation and its return are told once")
  func commitment() throws {
    #expect(try shop.add(jws: Shop.jws(.transaction, Self.third), order: "A").decision == .accept)
    shop.move(to: "2026-01-21")
    let renewed = try notify("DID_RENEW", Self.fourth("2026-01-20"), signed: "2026-01-20", Self.commitment(1))
    #expect(renewed.map(\.name) == ["renewed"])
    let told = try details(renewed.first)["commitment"]
    #expect(told?["period"] == .number("4") && told?["periods"] == .number("12"))
    #expect(told?["ends_at"]?.stringValue == "2026-10-20T00:00:00Z")
    var found = try entitlement()
    #expect(found.commitment?.period == 4 && found.commitment?.periods == 12 && found.commitment?.renews == true)
    #expect(found.commitment?.ends?.rfc3339 == "2026-10-20T00:00:00Z" && found.priceIncrease == nil)

    let name = "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED"
    let cancelled = try notify(name, Self.fourth("2026-01-21"), signed: "2026-01-21", Self.commitment(0))
    #expect(cancelled.map(\.name) == ["commitment_cancelled"] && cancelled.first?.account == "jane")
    #expect(try details(cancelled.first)["commitment"]?["ends_at"]?.stringValue == "2026-10-20T00:00:00Z")
    found = try entitlement()
    // The months go on.
    #expect(found.commitment?.renews == false && found.willRenew == true && found.state == "active")
    // Version 1 knows of no commitment; that is no change.
    shop.move(to: "2026-01-23")
    let old = Said.period("1004", from: "2026-01-20", to: "2026-02-20")
    _ = try shop.ledger.record(
      Said.notification("DID_CHANGE_RENEWAL_STATUS", [old], renewals: [Said.renewal("\"auto_renew_status\":\"1\"")]),
      now: shop.now)
    let again = try notify(name, Self.fourth("2026-01-24"), signed: "2026-01-24", Self.commitment(0))
    #expect(again.map(\.name) == [])
    shop.move(to: "2026-01-25")
    let resumed = try notify(
      "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_ENABLED", Self.fourth("2026-01-24T01:00:00Z"),
      signed: "2026-01-24T01:00:00Z", Self.commitment(1))
    #expect(resumed.map(\.name) == ["commitment_resumed"])
    // An older statement that comes late changes nothing.
    #expect(
      try notify(name, Self.fourth("2026-01-22"), signed: "2026-01-22", Self.commitment(0)).map(\.name) == [])
    #expect(try entitlement().commitment?.renews == true)
    #expect(try shop.ledger.check() == [])
  }

  @Test("a higher price is told when consent is asked for, and when it is there")
  func price() throws {
    let period = Payload.period("1000", from: "2025-12-20", to: "2026-01-20", signed: "2025-12-20")
    #expect(try shop.add(jws: Shop.jws(.transaction, period), order: "A").decision == .accept)
    let asked = try notify("PRICE_INCREASE/PENDING", period, signed: "2025-12-28", ",\"priceIncreaseStatus\":0")
    #expect(asked.map(\.name) == ["price_increase"])
    #expect(try details(asked.first)["price_consent"]?.stringValue == "pending")
    #expect(try details(asked.first)["commitment"] == nil)
    #expect(try entitlement().priceIncrease == .pending && entitlement().willRenew == nil)
    #expect(try entitlement().commitment == nil)
    let agreed = try notify("PRICE_INCREASE/ACCEPTED", period, signed: "2025-12-29", ",\"priceIncreaseStatus\":1")
    #expect(agreed.map(\.name) == ["price_increase"])
    #expect(try details(agreed.first)["price_consent"]?.stringValue == "agreed_or_told")
    #expect(try entitlement().priceIncrease == .agreedOrTold && entitlement().willRenew == true)
    // Another source says it in another word, and the next one nothing.
    #expect(try notify("PRICE_INCREASE/ACCEPTED", period, signed: "2025-12-30", ",\"priceIncreaseStatus\":1").isEmpty)
    #expect(try notify("DID_CHANGE_RENEWAL_PREF", period, signed: "2025-12-31", "").isEmpty)
    #expect(try entitlement().priceIncrease == nil)
    let next = try notify("PRICE_INCREASE/PENDING", period, signed: "2026-01-02", ",\"priceIncreaseStatus\":0")
    #expect(
      try next.map(\.name) == ["price_increase"] && details(next.first)["price_consent"]?.stringValue == "pending")
    #expect(try shop.ledger.check() == [])
  }
}
