import ReceiptKit
import ReceiptMint
import Testing

@testable import ReceiptAnalysis

@Suite("Status: states of subscriptions")
struct StatusStateTests {
  private func only(_ status: SubscriptionStatus) throws -> Subscription {
    try #require(status.subscriptions.count == 1)
    return status.subscriptions[0]
  }

  private func state(_ periods: [InAppDescription], at moment: String = "2026-11-21T12:00:00Z") throws -> Holding.State
  {
    try only(try StatusSamples.status(periods, at: try StatusSamples.instant(moment))).state
  }

  private let october = StatusSamples.period("9000000000000001 2026-10-01T00:00:00Z 2026-11-01T00:00:00Z")
  private let november = StatusSamples.period("9000000000000002 2026-11-01T00:00:00Z 2026-12-01T00:00:00Z")

  @Test("active from the first moment to the last, and not at the expiry itself")
  func edges() throws {
    let end = try StatusSamples.instant("2026-12-01T00:00:00Z")
    for (moment, expected) in [
      ("2026-10-01T00:00:00Z", Holding.State.active(until: end)),
      ("2026-11-30T23:59:59.999Z", .active(until: end)),
      ("2026-12-01T00:00:00Z", .lapsed(at: end)),
      ("2026-09-30T23:59:59.999Z", .notStarted(begins: try StatusSamples.instant("2026-10-01T00:00:00Z"))),
    ] {
      #expect(try state([november, october], at: moment) == expected, "\(moment)")
    }
  }

  @Test("in a gap it has expired; what comes after is not known then")
  func gap() throws {
    let later = StatusSamples.period("9000000000000003 2027-01-01T00:00:00Z 2027-02-01T00:00:00Z")
    let periods = [later, october, november]
    let end = try StatusSamples.instant("2026-12-01T00:00:00Z")
    #expect(try state(periods, at: "2026-12-15T00:00:00Z") == .lapsed(at: end))
    #expect(try state(periods, at: "2026-11-15T00:00:00Z") == .active(until: end))
    let subscription = try only(try StatusSamples.status(periods))
    #expect(subscription.periods.map(\.gapBefore) == [nil, 0, 31 * 86_400])
  }

  @Test("a cancelled period is active until its cancellation and not from then on")
  func refunded() throws {
    var refunded = november
    (refunded.cancellationDate, refunded.cancellationReason) = ("2026-11-10T00:00:00Z", 1)
    let cancelled = try StatusSamples.instant("2026-11-10T00:00:00Z")
    #expect(try state([october, refunded]) == .refunded(at: cancelled, reason: 1))
    #expect(try state([october, refunded], at: "2026-11-10T00:00:00Z") == .refunded(at: cancelled, reason: 1))
    #expect(try state([october, refunded], at: "2026-11-09T23:59:59Z").isActive)
    #expect(!(try StatusSamples.status([october, refunded]).claimsActive("com.example.test.monthly")))
    // Bought again: active, with the time since the refund as a gap.
    let again = StatusSamples.period("9000000000000003 2026-11-20T00:00:00Z 2026-12-20T00:00:00Z")
    #expect(try state([again, october, refunded]).isActive)
    #expect(try only(try StatusSamples.status([again, refunded])).periods.last?.gapBefore == 10 * 86_400)
  }

  @Test("only a trial")
  func trial() throws {
    var trial = november
    trial.isTrialPeriod = true
    let subscription = try only(try StatusSamples.status([trial]))
    #expect(subscription.state.isActive)
    #expect(subscription.periods.map(\.payment) == [.trial])
  }

  @Test("another product while a period runs takes its place")
  func upgraded() throws {
    let annual = StatusSamples.period(
      "9000000000000003 2026-11-11T00:00:00Z 2027-11-11T00:00:00Z", product: "com.example.test.annual")
    let status = try StatusSamples.status([annual, november, october])
    let subscription = try only(status)
    #expect(subscription.periods.map(\.replacement) == [nil, .inferred, nil])
    #expect(subscription.periods[1].end == subscription.periods[2].start)
    #expect(subscription.products == ["com.example.test.monthly", "com.example.test.annual"])
    #expect(status.claimsActive("com.example.test.annual") && !status.claimsActive("com.example.test.monthly"))
    // In receipts Apple ends the old product at the moment of the change, without is_upgraded: that is no refund.
    var ended = november
    (ended.cancellationDate, ended.cancellationReason) = ("2026-11-11T00:00:00Z", 0)
    let changed = try only(try StatusSamples.status([annual, ended]))
    #expect(changed.periods.map(\.replacement) == [.inferred, nil])
    #expect(!changed.periods[0].isTakenBack(at: StatusSamples.now))
    // Before, it was the other way round.
    let before = try StatusSamples.status(
      [annual, november, october], at: try StatusSamples.instant("2026-11-05T00:00:00Z"))
    #expect(!before.claimsActive("com.example.test.annual") && before.claimsActive("com.example.test.monthly"))
  }

  @Test("is_upgraded is Apple's word, with and without a cancellation date")
  func statedUpgrade() throws {
    let moment = try StatusSamples.instant("2026-11-11T00:00:00Z")
    let annual = try StatusSamples.info(
      "9000000000000003 2026-11-11T00:00:00Z 2027-11-11T00:00:00Z", product: "com.example.test.annual")
    for more in [
      ["is_upgraded": "true"], ["is_upgraded": "true", "cancellation_date_ms": String(moment.milliseconds)],
    ] {
      let monthly = try StatusSamples.info("9000000000000002 2026-11-01T00:00:00Z 2026-12-01T00:00:00Z", more)
      let subscription = try only(try StatusSamples.status(json: StatusSamples.response([monthly, annual])))
      #expect(subscription.state.isActive && subscription.periods[0].replacement == .stated)
      #expect(subscription.periods[0].end == moment && !subscription.periods[0].isTakenBack(at: StatusSamples.now))
      // Without the product that took its place nothing is known to be active.
      let alone = try only(try StatusSamples.status(json: StatusSamples.response([monthly])))
      #expect(!alone.state.isActive)
    }
  }

  @Test("periods of one product that overlap are no upgrade and no gap")
  func overlapping() throws {
    let early = StatusSamples.period("9000000000000002 2026-10-31T00:00:00Z 2026-12-01T00:00:00Z")
    let subscription = try only(try StatusSamples.status([early, october]))
    #expect(subscription.periods.map(\.overlapsEarlier) == [false, true])
    #expect(subscription.periods.map(\.gapBefore) == [nil, 0])
    #expect(subscription.periods.map(\.replacement) == [nil, nil])
  }

  @Test("billing retry is no access; the grace period that Apple names is, and no other")
  func billing() throws {
    let latest = [try StatusSamples.info("9000000000000001 2026-10-01T00:00:00Z 2026-11-01T00:00:00Z")]
    let expired = try StatusSamples.instant("2026-11-01T00:00:00Z")
    let grace = try StatusSamples.instant("2026-11-17T00:00:00Z")
    func state(_ renewal: [String: String], at moment: String) throws -> (Holding.State, Bool) {
      let status = try StatusSamples.status(
        json: StatusSamples.response(latest, renewal: renewal), at: try StatusSamples.instant(moment))
      return (try only(status).state, status.claimsActive("com.example.test.monthly"))
    }
    let retry = ["is_in_billing_retry_period": "1", "auto_renew_status": "1"]
    let withGrace = retry.merging(["grace_period_expires_date_ms": String(grace.milliseconds)]) { $1 }
    #expect(try state(retry, at: "2026-11-02T00:00:00Z") == (.billingRetry(since: expired), false))
    #expect(try state(retry, at: "2026-10-15T00:00:00Z") == (.active(until: expired), true))
    #expect(try state(withGrace, at: "2026-11-16T23:59:59Z") == (.gracePeriod(until: grace), true))
    #expect(try state(withGrace, at: "2026-11-17T00:00:00Z") == (.billingRetry(since: expired), false))
    #expect(try state(["auto_renew_status": "0"], at: "2026-11-02T00:00:00Z") == (.expired(at: expired), false))
    // An answer of the grace period does not know how it ended.
    var early = StatusSamples.response(latest, renewal: withGrace)
    early["receipt"] = ["bundle_id": "com.example.test", "request_date": "2026-11-10 00:00:00 Etc/GMT"]
    let later = try StatusSamples.status(json: early, at: try StatusSamples.instant("2026-11-18T00:00:00Z"))
    #expect(try only(later).state == .lapsed(at: grace))
    let other = try StatusSamples.status(
      json: StatusSamples.response(latest, renewal: withGrace), at: try StatusSamples.instant("2026-11-10T00:00:00Z"))
    #expect(!other.claimsActive("com.example.test.annual"))
    // Apple does not try to charge and yet grants grace: one of the two is wrong, and doubt is no access.
    let contradictory = withGrace.merging(["is_in_billing_retry_period": "0"]) { $1 }
    #expect(try state(contradictory, at: "2026-11-10T00:00:00Z") == (.expired(at: expired), false))
    let odd = try StatusSamples.status(json: StatusSamples.response(latest, renewal: contradictory))
    #expect(odd.irregularities.map(\.kind) == [.contradiction])
  }

  @Test("the type of a notification takes nothing back: the transaction and Apple's status do")
  func announcedRefund() throws {
    for type in ["REFUND", "REVOKE", "REFUND_DECLINED", "EXPIRED", "SOMETHING_NEW"] {
      let notification = try StatusSamples.notificationV2(
        transaction: try StatusSamples.transaction(), renewal: StatusSamples.renewalInfo(), type: type)
      let status = try StatusSamples.status(json: notification)
      #expect(status.claimsActive("com.example.test.monthly") && status.irregularities.isEmpty, "\(type)")
    }
  }

  @Test("nothing without an expiry is active, and nothing is computed from a duration")
  func withoutExpiry() throws {
    let endless = StatusSamples.period("9000000000000001 2026-11-01T00:00:00Z")
    let status = try StatusSamples.status([endless])
    #expect(try only(status).state == .unknown)
    #expect(!status.claimsActive("com.example.test.monthly"))
    #expect(status.irregularities.map(\.kind) == [.missingValue])
    // After periods with one it does not hide that they are over.
    let after = StatusSamples.period("9000000000000002 2026-11-01T00:00:00Z")
    #expect(try state([october, after]) == .lapsed(at: try StatusSamples.instant("2026-11-01T00:00:00Z")))
  }

  @Test("an expiry before the beginning is reported and never active")
  func backwards() throws {
    let backwards = StatusSamples.period("9000000000000001 2026-12-01T00:00:00Z 2026-11-01T00:00:00Z")
    for moment in ["2026-11-15T00:00:00Z", "2026-12-01T00:00:00Z", "2026-12-02T00:00:00Z"] {
      #expect(!(try state([backwards], at: moment).isActive), "\(moment)")
    }
    #expect(try StatusSamples.status([backwards]).irregularities.map(\.kind) == [.dateOrder])
  }

  @Test("other kinds are no subscriptions; without original transactions the product groups")
  func kinds() throws {
    let others = (0...2).map { type in
      StatusSamples.period("900000000000000\(type) 2026-11-01T00:00:00Z") { $0.productType = Int64(type) }
    }
    let status = try StatusSamples.status(others)
    #expect(status.subscriptions.isEmpty && status.otherPurchases.count == 3)
    #expect(!status.claimsActive("com.example.test.monthly"))
    #expect(status.isOtherPurchase("com.example.test.monthly") && !status.knows("com.example.test"))
    let nameless = [october, november].map { period in
      var period = period
      (period.originalTransactionID, period.productType) = (nil, nil)
      return period
    }
    #expect(try only(try StatusSamples.status(nameless)).periods.count == 2)
  }

  @Test("a product that is kept is one purchase in the list, whatever the number of its transactions")
  func copies() throws {
    let copies = ["9000000000000001", "9000000000000002"].map { transaction in
      StatusSamples.period("\(transaction) 2026-11-01T00:00:00Z") {
        $0.productType = 0
        $0.originalTransactionID = "9000000000000001"
      }
    }
    let status = try StatusSamples.status(copies)
    #expect(
      status.listedPurchases.map { [$0.transactionID ?? ""] + $0.otherTransactionIDs }.map { $0.sorted() }
        == [["9000000000000001", "9000000000000002"]])
    let coins = copies.map { purchase in
      var purchase = purchase
      purchase.productType = 1
      return purchase
    }
    #expect(try StatusSamples.status(coins).listedPurchases.count == 2)
  }

  @Test("products whose names only look the same are two products")
  func lookAlikes() {
    var purchase = PurchaseRecord()
    purchase.productID = "caf\u{E9}"
    #expect(purchase.isOf("caf\u{E9}") && !purchase.isOf("cafe\u{301}"))
  }

  @Test("a transaction that occurs twice counts once, with the earlier end")
  func duplicates() throws {
    var other = october
    other.expiresDate = "2026-11-05T00:00:00Z"
    #expect(try only(try StatusSamples.status([october, october])).periods.count == 1)
    let status = try StatusSamples.status([october, other])
    #expect(try only(status).periods.map(\.end) == [try StatusSamples.instant("2026-11-01T00:00:00Z")])
    #expect(status.irregularities.map(\.kind) == [.duplicateTransaction])
    // The third one is equal to the second, not to the first.
    let three = try StatusSamples.status([october, other, other])
    #expect(three.history.purchases.count == 3 && three.irregularities.count == 2)
    #expect(three.irregularities.count { $0.message.contains("with different contents") } == 1)
  }
}
