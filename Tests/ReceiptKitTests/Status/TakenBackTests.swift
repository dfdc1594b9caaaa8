import ReceiptKit
import Testing

@Suite("What Apple took back gives no access, with or without a date")
struct TakenBackTests {
  private typealias Samples = CombinedSamples

  private static let retry =
    #","isInBillingRetryPeriod":true,"gracePeriodExpiresDate":\#(Samples.date(40).milliseconds)"#

  private func isActive(_ texts: [String], at day: Int64) throws -> Bool {
    try Samples.status(texts, at: day).believed(admittingUnverified: false).isActive(product: Samples.product)
  }

  /// One month that is over, and renewal information that names a grace period.
  private func notification(_ type: String, _ more: String = "") throws -> String {
    try Samples.sign(
      .notification,
      Samples.notification(
        type, nil, signed: 31, uuid: "002e14d5-51f5-4503-b5a8-c3a1af68eb20",
        Samples.transaction(1, signed: 31, more), Samples.renewal(signed: 31, Self.retry)))
  }

  @Test("a refund without a readable date ends a grace period and billing retry")
  func grace() throws {
    #expect(try isActive([try notification("DID_FAIL_TO_RENEW")], at: 35))
    for (type, more) in [
      ("REFUND", #","revocationType":"REFUND_FULL""#), ("DID_FAIL_TO_RENEW", #","revocationDate":"soon""#),
      ("DID_FAIL_TO_RENEW", #","revocationReason":1"#),
      ("DID_FAIL_TO_RENEW", #","revocationDate":\#(Samples.date(29).milliseconds)"#),
    ] {
      #expect(try !isActive([try notification(type, more)], at: 35), "\(type) \(more)")
      let state = try Samples.status([try notification(type, more)], at: 45).subscriptions.first?.state
      #expect(state?.name != "billing_retry", "\(type) \(more)")
    }
  }

  @Test("a kind or a share of a refund without a date takes back, and so does what cannot be read")
  func withoutDate() throws {
    func active(_ more: String) throws -> Bool {
      try isActive([try Samples.sign(.transaction, Samples.transaction(1, signed: 1, more))], at: 10)
    }
    for more in ["", #","isUpgraded":false"#, #","isUpgraded":null"#, #","revocationType":null"#] {
      #expect(try active(more), "\(more)")
    }
    for more in [
      #","revocationType":"REFUND_FULL""#, #","revocationPercentage":100000"#, #","revocationPercentage":"all""#,
      #","revocationType":[1]"#, #","isUpgraded":"yes""#, #","isUpgraded":2"#, #","isUpgraded":[]"#,
    ] {
      #expect(try !active(more), "\(more)")
    }
  }
}
