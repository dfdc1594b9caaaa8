import ReceiptKit
import TestSupport
import Testing

@testable import ReceiptAnalysis
@testable import ReceiptDocuments
@testable import ReceiptMint
@testable import ReceiptReading

/// What follows a running period: monthly payments of a commitment, and prices that need consent (FACTS-2026.md, 13.3
/// and 13.4).
@Suite("Subscriptions: what follows the running period")
struct ContinuationTests {
  private typealias Samples = CombinedSamples

  /// A month of twelve; the first begins on day 0.
  private static func month(_ month: Int64, signed: Int64) -> String {
    Samples.transaction(
      month, signed: signed,
      #","billingPlanType":"MONTHLY","commitmentInfo":{"billingPeriodNumber":\#(month),"totalBillingPeriods":12,"#
        + #""commitmentExpiresDate":\#(Samples.date(360).milliseconds)}"#)
  }

  private static func renewal(_ renews: Int, signed: Int64, _ more: String = "") -> String {
    Samples.renewal(
      signed: signed,
      #","renewalBillingPlanType":"MONTHLY","commitmentInfo":{"commitmentAutoRenewStatus":\#(renews),"#
        + #""commitmentRenewalDate":\#(Samples.date(360).milliseconds)}\#(more)"#)
  }

  private static func notification(
    _ name: String, signed: Int64, _ transaction: String, _ renewal: String, status: Int,
    environment: String = "Sandbox"
  ) throws -> String {
    let parts = name.split(separator: "/").map(String.init)
    let payload = Samples.notification(
      parts[0], parts.dropFirst().first, signed: signed, uuid: "002e14d5-51f5-4503-b5a8-c3a1af68eb20", transaction,
      renewal, status: status)
    return try Samples.sign(.notification, payload.replacing("Sandbox", with: environment))
  }

  private static func sentence(_ text: String, at day: Int64, _ language: SummaryLanguage = .english) throws -> String {
    let decoded = try Samples.reader.decoder.decode(text)
    let summary = PurchaseSummary(decoded, at: Samples.date(day))
    return try #require(SummaryText(summary, in: language).lines.first).text
  }

  private static func only(_ text: String, at day: Int64) throws -> Subscription {
    try #require(try Samples.status([text], at: day).subscriptions.first)
  }

  private static func reply(_ text: String, at day: Int64) throws -> String {
    var decoded = try Samples.reader.decoder.decode(text)
    decoded = InspectSamples.authentic(decoded)
    return ReplyText(
      summary: PurchaseSummary(decoded, at: Samples.date(day)), cause: nil, choices: nil, language: .english,
      isDoubted: false, moment: nil, frames: ReplyFrames()
    ).text(namesProducts: false)
  }

  @Test("a cancelled commitment goes on month by month until it ends, and then ends")
  func cancelledCommitment() throws {
    let text = try Self.notification(
      "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED", signed: 95, Self.month(4, signed: 95),
      Self.renewal(0, signed: 95), status: 1)
    // 120 days after 2026-01-01, and 360.
    #expect(
      try Self.sentence(text, at: 100)
        == "Test: Subscribed until 1 May 2026; renews every month until 27 December 2026, then ends.")
    #expect(try Self.sentence(text, at: 100, .german).contains("monatlich bis 27. Dezember 2026"))
    #expect(try Self.sentence(text, at: 100, .chinese).contains("按月续订至2026年12月27日"))
    let subscription = try Self.only(text, at: 100)
    #expect(subscription.continuation == .renewsUntil(Samples.date(360)) && subscription.isCommitted)
    #expect(subscription.continuation.willRenew == true)
    let report = StatusSamples.text(try Samples.status([text], at: 100))
    #expect(report.contains("every month until the commitment ends") && !report.contains("does not want"))
    // A month without news of a renewal: it may be missing, and is not expected to.
    #expect(try Self.only(text, at: 121).state.access == .unknown)
    let over = StatusSamples.text(try Samples.status([text], at: 121), 200)
    #expect(over.contains("renewals may") && over.contains("the commitment ends"), "\(over)")
    // The last month.
    let last = try Self.notification(
      "DID_RENEW", signed: 330, Self.month(12, signed: 330), Self.renewal(0, signed: 330), status: 1)
    #expect(try Self.only(last, at: 331).continuation == .ends)
    #expect(try Self.sentence(last, at: 331).hasSuffix("27 December 2026, auto-renew off."))
    // Without a cancellation it is a subscription as others are.
    let other = try Self.notification(
      "DID_RENEW", signed: 95, Self.month(4, signed: 95), Self.renewal(1, signed: 95), status: 1)
    #expect(try Self.sentence(other, at: 100) == "Test: Subscribed until 1 May 2026, auto-renew on.")
  }

  @Test("a monthly payment that failed is collected for 90 days, others for 60")
  func retry() throws {
    let more = #","isInBillingRetryPeriod":true,"expirationIntent":2"#
    let failed = try Self.notification(
      "DID_FAIL_TO_RENEW", signed: 90, Self.month(3, signed: 90), Self.renewal(1, signed: 90, more), status: 3)
    let other = try Self.notification(
      "DID_FAIL_TO_RENEW", signed: 90, Samples.transaction(3, signed: 90), Samples.renewal(signed: 90, more),
      status: 3)
    for (text, days) in [(failed, Int64(90)), (other, 60)] {
      #expect(
        !(try Self.only(text, at: 90 + days - 1).isRetryOver(at: Samples.date(90 + days - 1), newestStatement: nil)))
      #expect(try Self.only(text, at: 90 + days).isRetryOver(at: Samples.date(90 + days), newestStatement: nil))
      #expect(StatusSamples.text(try Samples.status([text], at: 95)).contains("for up to \(days) days"))
    }
  }

  @Test("Apple grants a commitment no grace period: a status that says so without an end decides nothing")
  func grace() throws {
    let more = #","isInBillingRetryPeriod":true"#
    let text = try Self.notification(
      "DID_FAIL_TO_RENEW/GRACE_PERIOD", signed: 91, Self.month(3, signed: 91), Self.renewal(1, signed: 91, more),
      status: 4)
    let status = try Samples.status([text], at: 95)
    #expect(status.subscriptions.map(\.state) == [.unknown])
    #expect(status.irregularities.contains { $0.message.contains("a commitment, which has no grace period") })
    // An end that Apple names counts.
    let named = try Self.notification(
      "DID_FAIL_TO_RENEW/GRACE_PERIOD", signed: 91, Self.month(3, signed: 91),
      Self.renewal(1, signed: 91, more + #","gracePeriodExpiresDate":\#(Samples.date(106).milliseconds)"#), status: 4)
    #expect(try Self.only(named, at: 95).state == .gracePeriod(until: Samples.date(106)))
  }

  @Test("a price that needs consent: it ends unless the customer agrees, and nothing says that it renews")
  func price() throws {
    let month = Samples.transaction(4, signed: 95)
    func text(_ more: String) throws -> String {
      try Self.notification("PRICE_INCREASE/PENDING", signed: 95, month, Samples.renewal(signed: 95, more), status: 1)
    }
    let pending = try text(#","priceIncreaseStatus":0"#)
    #expect(
      try Self.sentence(pending, at: 100)
        == "Test: Subscribed until 1 May 2026; ends then unless the customer agrees to a higher price.")
    #expect(try Self.sentence(pending, at: 100, .german).contains("endet dann, wenn der Kunde"))
    #expect(try Self.sentence(pending, at: 100, .chinese).contains("若不同意涨价则届时结束"))
    #expect(try Self.only(pending, at: 100).continuation.willRenew == nil)
    #expect(StatusSamples.text(try Samples.status([pending], at: 100)).contains("has not agreed to the increase yet"))
    let over = StatusSamples.text(try Samples.status([pending], at: 121))
    #expect(over.contains("had not agreed to a higher price yet") && !over.contains("renewal may be missing"))
    // 1 says that the customer agreed, or was only told.
    let told = try text(#","priceIncreaseStatus":1"#)
    #expect(try Self.sentence(told, at: 100).hasSuffix("auto-renew on."))
    #expect(try Self.only(told, at: 100).renewal?.agreedToPriceIncrease == nil)
    #expect(StatusSamples.text(try Samples.status([told], at: 100)).contains("or was only told of it"))
  }

  @Test(
    "price_increase_status is not price_consent_status",
    arguments: [
      (#""price_consent_status":"1""#, RenewalRecord.PriceIncrease.agreed),
      (#""price_consent_status":"0""#, .pending), (#""price_increase_status":"1""#, .agreedOrTold),
      (#""price_increase_status":"0""#, .pending),
      (#""price_consent_status":"0","price_increase_status":"1""#, .pending),
      (#""price_consent_status":"1","price_increase_status":"1""#, .agreed),
    ])
  func members(_ members: String, _ expected: RenewalRecord.PriceIncrease) throws {
    let answer =
      Samples.answer(month: 4, asked: 95).dropLast()
      + #","pending_renewal_info":[{"original_transaction_id":"1","product_id":"\#(Samples.product)","#
      + #""auto_renew_product_id":"\#(Samples.product)","auto_renew_status":"1",\#(members)}]}"#
    let status = try Samples.status([String(answer)], at: 100)
    #expect(status.subscriptions.first?.renewal?.priceIncrease == expected)
  }

  @Test("what the customer is told of it")
  func replies() throws {
    let cancelled = try Self.notification(
      "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED", signed: 95, Self.month(4, signed: 95),
      Self.renewal(0, signed: 95), status: 1, environment: "Production")
    let pending = try Self.notification(
      "PRICE_INCREASE/PENDING", signed: 95, Samples.transaction(4, signed: 95),
      Samples.renewal(signed: 95, #","priceIncreaseStatus":0"#), status: 1, environment: "Production")
    #expect(try Self.reply(cancelled, at: 100).contains("it renews every month until 27 December 2026 and then ends."))
    #expect(try Self.reply(pending, at: 100).contains("It ends then unless you agree to the new price"))
  }

  @Test("renewal that was off is said after the end, too, and has no next price")
  func off() throws {
    let renewal = Samples.renewal(signed: 95)
    let off = renewal.replacing(#""autoRenewStatus":1"#, with: #""autoRenewStatus":0"#)
    let month = Samples.transaction(4, signed: 95)
    for (renewal, isOff) in [(renewal, false), (off, true)] {
      let text = try Self.notification("DID_CHANGE_RENEWAL_STATUS", signed: 95, month, renewal, status: 1)
      let running = StatusSamples.text(try Samples.status([text], at: 100))
      #expect(running.contains("Next price") != isOff, "\(running)")
      let over = try Samples.status([text], at: 121)
      #expect(over.subscriptions.map(\.state) == [.lapsed(at: Samples.date(120))])
      let report = StatusSamples.text(over, 140)
      #expect(report.contains("; renewal was off") == isOff, "\(report)")
      #expect(report.contains("a renewal may be missing") != isOff, "\(report)")
      let sentence = try Self.sentence(text, at: 121)
      #expect(sentence.hasSuffix(isOff ? "1 May 2026, 00:00; renewal was off." : "1 May 2026, 00:00."), "\(sentence)")
      #expect(try Self.sentence(text, at: 121, .german).contains("Verlängerung war abgeschaltet") == isOff)
      #expect(!(try Self.reply(text, at: 121)).contains("Automatic renewal"))
    }
  }

  /// What a source says that contradicts itself is said (an answer of 2023 in a public report).
  @Test("a subscription that the customer cancelled is not charged, whatever stands beside it")
  func contradiction() throws {
    func status(_ intent: String) throws -> SubscriptionStatus {
      let period =
        #"{"product_id":"\#(Samples.product)","transaction_id":"1","original_transaction_id":"1","#
        + #""purchase_date_ms":"\#(Samples.date(0).milliseconds)","#
        + #""expires_date":"\#(Samples.date(30).milliseconds)","bid":"com.example.reader"}"#
      let answer =
        #"{"status":21006,"receipt":\#(period),"latest_expired_receipt_info":\#(period),"auto_renew_status":0,"#
        + #""expiration_intent":"\#(intent)","is_in_billing_retry_period":"1"}"#
      return try StatusSamples.status(bytes: Array(answer.utf8), at: Samples.date(100))
    }
    for intent in ["1", "3", "4"] {
      let found = try status(intent)
      #expect(found.subscriptions.map(\.state) == [.expired(at: Samples.date(30), intent: Int64(intent))], "\(intent)")
      #expect(
        found.irregularities.map(\.message.description) == [
          "it expired for reason \(intent) although Apple tries to charge; the reason counts"
        ])
      #expect(!StatusSamples.text(found).contains("tried to charge"))
    }
    for intent in ["2", "5", "9"] {
      #expect(try status(intent).subscriptions.map(\.state) == [.billingRetry(since: Samples.date(30))], "\(intent)")
    }
  }

  @Test("a period that ends when it begins is nothing to complain of; one that ends before is")
  func noLength() throws {
    for (end, count) in [(Int64(0), 0), (-1, 1)] {
      let answer = Samples.answer(month: 1, asked: 40)
        .replacing(
          #""expires_date_ms":"\#(Samples.date(30).milliseconds)""#,
          with: #""expires_date_ms":"\#(Samples.date(0).milliseconds + end)""#)
      let status = try Samples.status([answer], at: 40)
      #expect(status.irregularities.count { $0.kind == .dateOrder } == count, "\(end)")
    }
  }

  @Test(
    "cases that went wrong", .enabled(if: TestSupport.Samples.cases.areHere),
    arguments: [
      ("S62.jws", "anchor-2", "2026-11-27", "renews every month until 1 May 2027, then ends"),
      ("W15-price-pending.jws", "anchor-3", "2026-12-01", "until 10 December 2026; ends then unless the customer"),
      ("W74-non-renewing-18-months.jws", "anchor-3", "2026-11-27", "the app decides how long it lasts"),
      ("S45.b64", "anchor-2", "2026-11-28", "has had the app itself since 23 October 2025"),
    ])
  func cases(_ name: String, _ anchor: String, _ day: String, _ words: String) throws {
    let anchors = try TrustAnchor.read(try TestSupport.Samples.cases.read(anchor + ".pem"))
    let decoder = InputDecoder(authenticator: Authenticator(anchors: anchors))
    let decoded = try decoder.decode(try TestSupport.Samples.cases.read(name))
    let moment = try StatusSamples.instant(day + "T00:00:00Z")
    let text = SummaryText(decoded, at: moment)
    #expect(try #require(text.lines.first).text.contains(words), "\(text.lines)")
    if name.hasPrefix("S45") {
      let bought = "The app itself was bought, or downloaded for free, on 23 October 2025, first version 1."
      #expect(text.remarks.contains(bought))
      let report = try Inspection(decoded).text(InspectSamples.layout(140))
      let status = StatusSamples.text(SubscriptionStatus(try PurchaseHistory(decoded), at: moment))
      for text in [report, status] {
        #expect(text.contains("The app itself was bought or downloaded for free 2025-10-23"), "\(text)")
      }
    }
  }
}
