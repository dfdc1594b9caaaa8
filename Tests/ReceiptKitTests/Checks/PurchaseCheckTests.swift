import ReceiptKit
import ReceiptMint
import Testing

@testable import ReceiptAnalysis

/// The sample was made at 18:39:47, and its purchase at 17:43:07 runs until 18:13:07.
@Suite("Dates of purchases")
struct PurchaseCheckTests {
  private struct Case: Sendable {
    let what: String
    let outcome: CheckOutcome
    let change: @Sendable (inout InAppDescription) -> Void
  }

  private static let cases: [Case] = [
    Case(what: "in order", outcome: .passed) { _ in },
    // sandbox-sha1-g7 is 5 seconds off.
    Case(what: "booked 5 seconds later", outcome: .passed) { $0.originalPurchaseDate = "2025-12-26T17:43:12Z" },
    Case(what: "booked a minute later", outcome: .passed) { $0.originalPurchaseDate = "2025-12-26T17:44:07Z" },
    Case(what: "booked later still", outcome: .failed) { $0.originalPurchaseDate = "2025-12-26T17:44:08Z" },
    Case(what: "no original", outcome: .passed) { $0.originalPurchaseDate = nil },
    Case(what: "without expiry", outcome: .passed) { $0.expiresDate = "" },
    Case(what: "expires before it begins", outcome: .failed) { $0.expiresDate = "2025-12-26T17:43:06Z" },
    Case(what: "expires at once", outcome: .passed) { $0.expiresDate = "2025-12-26T17:43:07Z" },
    Case(what: "expires a second later", outcome: .passed) { $0.expiresDate = "2025-12-26T17:43:08Z" },
    Case(what: "expires in another zone", outcome: .passed) { $0.expiresDate = "2025-12-26T10:43:08-0700" },
    Case(what: "as late as the receipt", outcome: .passed) {
      ($0.purchaseDate, $0.expiresDate) = ("2025-12-26T18:40:47Z", "")
    },
    Case(what: "later than the receipt", outcome: .failed) {
      ($0.purchaseDate, $0.expiresDate) = ("2025-12-26T18:40:48Z", "")
    },
    Case(what: "a period that begins a day later", outcome: .warning) {
      ($0.purchaseDate, $0.expiresDate) = ("2025-12-27T18:39:47Z", "2026-01-27T18:39:47Z")
    },
    Case(what: "a period that begins later still", outcome: .failed) {
      ($0.purchaseDate, $0.expiresDate) = ("2025-12-27T18:39:48Z", "2026-01-27T18:39:47Z")
    },
    Case(what: "cancelled at once", outcome: .passed) { $0.cancellationDate = "2025-12-26T17:43:07Z" },
    Case(what: "a period cancelled before it began", outcome: .warning) {
      $0.cancellationDate = "2025-12-25T17:43:07Z"
    },
    Case(what: "a period cancelled long before", outcome: .failed) { $0.cancellationDate = "2025-12-25T17:43:06Z" },
    Case(what: "a product cancelled before", outcome: .failed) {
      ($0.expiresDate, $0.cancellationDate) = ("", "2025-12-26T17:43:06Z")
    },
    Case(what: "no date", outcome: .warning) { $0.purchaseDate = nil },
    Case(what: "an unreadable date", outcome: .warning) { $0.purchaseDate = "2024-13-01T00:00:00Z" },
    Case(what: "an empty date", outcome: .warning) { $0.purchaseDate = "" },
  ]

  @Test(
    "of nothing nothing was bought", arguments: [(-1, .failed), (0, .failed), (1, .passed)] as [(Int64, CheckOutcome)])
  func quantity(number: Int64, expected: CheckOutcome) throws {
    #expect(try CheckSamples.outcome("quantity", purchase: { $0.quantity = number }).outcome == expected)
  }

  @Test("are judged to the second")
  func order() throws {
    for item in Self.cases {
      let result = try CheckSamples.outcome("purchase_dates", purchase: item.change)
      #expect(result.outcome == item.outcome, "\(item.what): \(result.finding)")
      #expect(result.outcome == .passed || result.reason?.description.contains("transaction 2000000000000001") == true)
    }
  }

  @Test("of many purchases are named in part")
  func many() throws {
    let decoded = try CheckSamples.decoded { receipt in
      receipt.inApp = (1...9).map { number in
        var purchase = InAppDescription.subscriptionSample(transactionID: "\(number)")
        purchase.expiresDate = "2000-01-01T00:00:00Z"
        return purchase
      }
    }
    let reason = try #require(try CheckSamples.validate(decoded)["purchase_dates"]?.reason).description
    #expect(
      reason.contains("transaction 1 ") && reason.contains("transaction 3 ") && !reason.contains("transaction 4 "))
    #expect(reason.hasSuffix("; and 6 more"))
  }
}

@Suite("Subscriptions")
struct ActiveSubscriptionTests {
  private static let product = "com.example.test.monthly"

  private func state(
    at time: String, grace: String? = nil, product: String = product,
    _ purchase: (inout InAppDescription) -> Void = { _ in }
  ) throws -> CheckOutcome {
    try CheckSamples.outcome("active_subscription", now: CheckSamples.moment(time), purchase: purchase) {
      $0.activeProducts = [product]
      $0.gracePeriod = try grace.map { try DurationText($0) }
    }.outcome
  }

  @Test("are active until their date and no longer")
  func expiry() throws {
    #expect(try state(at: "2025-12-26T18:13:06Z") == .passed)
    #expect(try state(at: "2025-12-26T18:13:07Z") == .failed)
    #expect(try state(at: "2025-12-26T18:13:07Z", grace: "6h") == .warning)
    #expect(try state(at: "2025-12-27T00:13:06Z", grace: "6h") == .warning)
    #expect(try state(at: "2025-12-27T00:13:07Z", grace: "6h") == .failed)
    #expect(try state(at: "2025-12-26T18:13:06Z", grace: "0s") == .passed)
    #expect(try state(at: "2025-12-26T18:13:07Z", grace: "0s") == .failed)
  }

  @Test("are not active before they begin, but for a clock that is slow")
  func beginning() throws {
    #expect(try state(at: "2025-12-26T17:38:07Z") == .passed)
    #expect(try state(at: "2025-12-26T17:38:06Z") == .failed)
    #expect(try state(at: "2025-12-26T18:00:00Z") { $0.purchaseDate = nil } == .failed)
  }

  @Test("that were cancelled are not active, grace or not, from that moment on")
  func cancelled() throws {
    let cancel: (inout InAppDescription) -> Void = { $0.cancellationDate = "2025-12-26T18:00:00Z" }
    #expect(try state(at: "2025-12-26T18:00:00Z", cancel) == .failed)
    #expect(try state(at: "2025-12-26T18:13:07Z", grace: "16d", cancel) == .failed)
    #expect(try state(at: "2025-12-26T17:59:59Z", cancel) == .passed)
  }

  @Test("without expires_date are no subscriptions, and other products are not this one")
  func others() throws {
    #expect(try state(at: "2025-12-26T18:00:00Z") { $0.expiresDate = "" } == .failed)
    #expect(try state(at: "2025-12-26T18:00:00Z", product: "com.example.test.Monthly") == .failed)
    #expect(try state(at: "2025-12-26T18:00:00Z", product: "com.example.test") == .failed)
  }

  @Test("are not active where another product took their place, as `status` has it")
  func replaced() throws {
    var annual = InAppDescription.subscriptionSample(
      transactionID: "9000000000000099", productID: "com.example.test.annual")
    annual.purchaseDate = "2025-12-26T18:00:00Z"
    annual.expiresDate = "2026-12-26T18:00:00Z"
    var monthly = InAppDescription.subscriptionSample(transactionID: "9000000000000098", productID: Self.product)
    (annual.originalTransactionID, monthly.originalTransactionID) = ("9000000000000098", "9000000000000098")
    let decoded = try CheckSamples.decoded { $0.inApp = [monthly, annual] }
    func check(_ product: String) throws -> CheckResult {
      let now = CheckSamples.moment("2025-12-26T18:10:00Z")
      return try #require(
        try CheckSamples.validate(decoded, now: now) { $0.activeProducts = [product] }["active_subscription"])
    }
    #expect(try check("com.example.test.annual").outcome == .passed)
    #expect(try check(Self.product).outcome == .failed)
    #expect(
      try check(Self.product).reason?.description
        .contains("replaced by com.example.test.annual at 2025-12-26T18:00:00Z") == true)
  }

  @Test("dates at the ends of time do not overflow")
  func extremes() throws {
    #expect(
      try state(at: "2025-12-26T18:00:00Z", grace: "36525d") { $0.expiresDate = "9999-12-31T23:59:59Z" } == .passed)
    #expect(Instant(milliseconds: .max).adding(Subscription.longestRenewalLead) == Instant(milliseconds: .max))
  }
}
