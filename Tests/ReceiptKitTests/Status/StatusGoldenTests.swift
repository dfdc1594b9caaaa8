import Foundation
import ReceiptKit
import ReceiptMint
import Testing

@Suite("status, the whole text and the whole JSON")
struct StatusGoldenTests {
  /// A subscription with everything that can happen to one, and purchases of other kinds.
  private func everything() throws -> SubscriptionStatus {
    func other(_ identifier: String, _ type: Int64, _ name: String, cancelled: Bool = false) -> InAppDescription {
      StatusSamples.period("\(identifier) 2026-0\(type + 2)-03T08:00:00Z", product: "com.example.test.\(name)") {
        ($0.productType, $0.originalTransactionID, $0.quantity) = (type, identifier, type == 1 ? 3 : 1)
        if cancelled { ($0.cancellationDate, $0.cancellationReason) = ("2026-05-01T00:00:00Z", 1) }
      }
    }
    let second = "9000000000000051"
    return try StatusSamples.status([
      StatusSamples.period("9000000000000001 2025-11-21T12:00:00Z 2025-12-05T12:00:00Z") { $0.isTrialPeriod = true },
      StatusSamples.period("9000000000000002 2025-12-05T12:00:00Z 2026-01-05T12:00:00Z") {
        $0.isInIntroOfferPeriod = true
      },
      StatusSamples.period("9000000000000003 2026-01-05T12:00:00Z 2026-02-05T12:00:00Z"),
      StatusSamples.period("9000000000000004 2026-02-05T12:00:00Z 2026-03-05T12:00:00Z"),
      StatusSamples.period("9000000000000005 2026-05-05T12:00:00Z 2026-06-05T12:00:00Z") {
        $0.promotionalOfferID = "back"
      },
      StatusSamples.period("9000000000000006 2026-06-05T12:00:00Z 2026-07-05T12:00:00Z") {
        ($0.cancellationDate, $0.cancellationReason) = ("2026-06-20T09:30:00Z", 1)
      },
      StatusSamples.period("9000000000000007 2026-08-01T00:00:00Z 2026-09-01T00:00:00Z"),
      StatusSamples.period(
        "9000000000000008 2026-08-20T00:00:00Z 2027-08-20T00:00:00Z", product: "com.example.test.annual"),
      StatusSamples.period("\(second) 2026-03-01T00:00:00Z 2026-09-01T00:00:00Z", product: "com.example.test.news") {
        $0.originalTransactionID = second
      },
      other("9000000000000031", 0, "pro", cancelled: true), other("9000000000000032", 1, "coins.100"),
      other("9000000000000033", 2, "season"),
    ])
  }

  @Test("nine periods with a trial, gaps and a change of the product", arguments: [80, 140])
  func nine(width: Int) throws {
    let text = StatusSamples.text(try StatusSamples.status(StatusSamples.nine), width)
    InspectGolden.expectFits(text, width)
    try InspectGolden.expect(text, is: "status-nine-\(width)")
  }

  @Test("everything that can happen", arguments: [80, 140])
  func everything(width: Int) throws {
    let text = StatusSamples.text(try everything(), width)
    InspectGolden.expectFits(text, width)
    try InspectGolden.expect(text, is: "status-everything-\(width)")
  }

  @Test("the same as JSON")
  func everythingJSON() throws {
    try InspectGolden.expect(StatusSamples.json(try everything()), is: "status-everything-json")
  }

  @Test("a notification of version 2, and an answer in a grace period, at a chosen moment")
  func unsigned() throws {
    let notification = try StatusSamples.status(
      json: StatusSamples.notificationV2(
        transaction: StatusSamples.transaction(["offerType": 1, "offerDiscountType": "FREE_TRIAL"]),
        renewal: StatusSamples.renewalInfo()))
    try InspectGolden.expect(StatusSamples.text(notification), is: "status-notification-80")
    let answer = try StatusSamples.status(
      json: StatusSamples.response(
        [StatusSamples.info("9000000000000001 2026-10-01T00:00:00Z 2026-11-01T00:00:00Z")],
        renewal: [
          "auto_renew_status": "1", "is_in_billing_retry_period": "1", "expiration_intent": "2",
          "grace_period_expires_date_ms": String(try StatusSamples.instant("2026-11-17T00:00:00Z").milliseconds),
          "price_consent_status": "0",
        ]), at: try StatusSamples.instant("2026-11-16T00:00:00Z"))
    try InspectGolden.expect(StatusSamples.text(answer, isChosen: true), is: "status-grace-80")
  }

  @Test("187 periods: runs of renewals are one line, and what was left out is said")
  func many() throws {
    let status = try StatusSamples.status(Self.weekly(187))
    let text = StatusSamples.text(status)
    InspectGolden.expectFits(text, 80)
    #expect(text.split(separator: "\n").count < 80)
    #expect(text.contains("renewals without a gap, not listed (--json lists them)"))
    try InspectGolden.expect(text, is: "status-many-80")
    #expect(StatusSamples.json(status).components("\"transaction_id\": \"4") == 188)
  }

  /// Weeks with a gap after every 50.
  static func weekly(_ count: Int) -> [InAppDescription] {
    (0..<count).map { number in
      let start = Int64(1_600_000_000 + number * 604_800 + number / 50 * 1_000_000) * 1_000
      let (from, until) = (Instant(milliseconds: start), Instant(milliseconds: start + 604_800_000))
      return StatusSamples.period("\(4_000_000_000_000_000 + number) \(from.rfc3339) \(until.rfc3339)")
    }
  }
}

extension String {
  /// How often a text occurs.
  fileprivate func components(_ text: String) -> Int { components(separatedBy: text).count - 1 }
}
