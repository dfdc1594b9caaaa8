import ReceiptKit
import ReceiptMint
import TestSupport
import Testing

@testable import ReceiptAnalysis

/// A customer upgrades on the day of the renewal: Apple has charged for the renewal already, and takes it back before
/// it begins. Apple's own answer beside a genuine receipt of this kind says that the new product runs.
@Suite("What Apple took back before it began")
struct NeverBeganTests {
  private static let pro = "com.example.test.pro"
  private static let monthly = "com.example.test.monthly"
  private static let asked = "2026-11-10T00:00:00Z"
  private static let renewal = "9000000000000003 2026-11-05T18:00:00Z 2026-12-05T18:00:00Z"
  private static let first = "9000000000000001 2026-10-05T18:00:00Z 2026-11-05T18:00:00Z"
  private static let upgrade = "9000000000000002 2026-11-05T12:00:00Z 2026-12-05T12:00:00Z"

  private static func cancelled(_ date: String = "2026-11-05T12:00:02Z") -> InAppDescription {
    StatusSamples.period(renewal) {
      $0.cancellationDate = date
      $0.cancellationReason = 0
    }
  }

  private static func status(_ periods: [InAppDescription], at moment: String = asked) throws -> SubscriptionStatus {
    try StatusSamples.status(periods, at: StatusSamples.instant(moment))
  }

  @Test("a receipt: the new product runs, nothing is refunded, and what never ran is not drawn")
  func receipt() throws {
    let periods = [
      StatusSamples.period(Self.first), StatusSamples.period(Self.upgrade, product: Self.pro), Self.cancelled(),
    ]
    for periods in [periods, periods.reversed()] {
      let status = try Self.status(periods)
      let subscription = try #require(status.subscriptions.first)
      #expect(subscription.state == .active(until: try StatusSamples.instant("2026-12-05T12:00:00Z")))
      #expect(subscription.holding.products == [Self.pro] && subscription.products == [Self.monthly, Self.pro])
      #expect(subscription.periods.map(\.purchase.productID) == [Self.monthly, Self.pro])
      #expect(subscription.cancelledBeforeStart.map(\.replacement) == [.inferred])
      #expect(status.claimsActive(Self.pro) && !status.claimsActive(Self.monthly))
      #expect(status.holdings.access(to: Self.monthly) == .no)
      #expect(status.irregularities.isEmpty)
      let text = StatusSamples.text(status)
      #expect(!text.contains("refunded") && !text.contains("-5h") && !text.contains("-6h"), "\(text)")
      let summary = SummaryText(PurchaseSummary(status), in: .english)
      #expect(!summary.lines.contains { $0.text.lowercased().contains("refund") }, "\(summary.lines)")
      #expect(StatusSamples.json(status).contains(#""transaction_id": "9000000000000003""#))
    }
    // Before the upgrade the first product was running; afterwards the new one, also before the renewal would begin.
    #expect(try Self.status(periods, at: "2026-11-05T11:59:59Z").claimsActive(Self.monthly))
    for moment in ["2026-11-05T12:00:00Z", "2026-11-05T18:00:00Z"] {
      #expect(try Self.status(periods, at: moment).claimsActive(Self.pro), "\(moment)")
      #expect(try !Self.status(periods, at: moment).claimsActive(Self.monthly), "\(moment)")
    }
    // After the new product's period nothing is active.
    #expect(try !Self.status(periods, at: "2026-12-05T12:00:00Z").claimsActive(Self.pro))
  }

  @Test("what was taken back after it had begun did run, and is a refund")
  func ran() throws {
    let status = try Self.status([StatusSamples.period(Self.first), Self.cancelled("2026-11-05T18:00:01Z")])
    #expect(status.subscriptions.map(\.state.name) == ["refunded"])
    #expect(status.subscriptions.map(\.state.instant) == [try StatusSamples.instant("2026-11-05T18:00:01Z")])
    #expect(status.subscriptions.first?.cancelledBeforeStart.isEmpty == true)
  }

  @Test("alone it gives nothing at any moment, and is refunded from then on", arguments: ["2026-11-05T18:00:00Z", nil])
  func alone(cancelled: String?) throws {
    let period = cancelled.map { Self.cancelled($0) } ?? Self.cancelled()
    for moment in ["2026-11-05T17:00:00Z", "2026-11-05T18:00:00Z", Self.asked] {
      let status = try Self.status([period], at: moment)
      #expect(!status.claimsActive(Self.monthly), "\(moment)")
      #expect(status.holdings.access(to: Self.monthly) == .no, "\(moment)")
    }
    let status = try Self.status([period])
    #expect(status.subscriptions.map(\.state.name) == ["refunded"])
    #expect(!StatusSamples.text(status).contains("-5h"))
    #expect(
      try Self.status([Self.cancelled()], at: "2026-11-05T17:00:00Z").subscriptions.map(\.state.name) == ["refunded"])
  }

  @Test("without another product, the period before it runs to its end, and nothing after it")
  func refundedRenewal() throws {
    let periods = [StatusSamples.period(Self.first), Self.cancelled()]
    let before = try Self.status(periods, at: "2026-11-05T17:00:00Z")
    #expect(before.subscriptions.map(\.state) == [.active(until: try StatusSamples.instant("2026-11-05T18:00:00Z"))])
    #expect(try !Self.status(periods).claimsActive(Self.monthly))
  }

  @Test("an answer of verifyReceipt with is_upgraded, with the date of the cancellation")
  func answer() throws {
    let date = try StatusSamples.instant("2026-11-05T12:00:02Z")
    let upgraded = ["is_upgraded": "true", "cancellation_date_ms": String(date.milliseconds)]
    let status = try StatusSamples.status(
      json: StatusSamples.response([
        StatusSamples.info(Self.renewal, upgraded), StatusSamples.info(Self.upgrade, product: Self.pro),
        StatusSamples.info(Self.first),
      ]), at: StatusSamples.instant(Self.asked))
    #expect(status.claimsActive(Self.pro) && !status.claimsActive(Self.monthly))
    #expect(status.subscriptions.first?.cancelledBeforeStart.map(\.replacement) == [.stated])
  }

  private typealias Samples = CombinedSamples

  /// Month 1, the renewal that never ran, and the other product: it begins an hour before the renewal would.
  private static func signed(_ upgraded: String, isRenewal: Bool) throws -> [String] {
    let begin = Samples.date(30).milliseconds - 3_600_000
    let reason = isRenewal ? #","transactionReason":"RENEWAL""# : ""
    let other = Samples.transaction(9, signed: 30)
      .replacing(Samples.product, with: pro)
      .replacing(
        "\"purchaseDate\":\(Samples.date(240).milliseconds),\"expiresDate\":\(Samples.date(270).milliseconds)",
        with: "\"purchaseDate\":\(begin),\"expiresDate\":\(Samples.date(395).milliseconds)")
    return try [Samples.transaction(1, signed: 29), Samples.transaction(2, signed: 31, upgraded + reason), other]
      .map { try Samples.sign(.transaction, $0) }
  }

  @Test(
    "signed data with isUpgraded, with and without a date",
    arguments: [true, false], [#","isUpgraded":true"#, #","isUpgraded":true,"revocationDate":"#])
  func upgraded(isRenewal: Bool, member: String) throws {
    let isDated = member.hasSuffix(":")
    let texts = try Self.signed(
      member + (isDated ? String(Samples.date(30).milliseconds - 3_599_000) : ""), isRenewal: isRenewal)
    for texts in [texts, texts.reversed()] {
      let status = try Samples.status(texts, at: 40)
      #expect(status.subscriptions.map(\.state) == [.active(until: Samples.date(395))])
      #expect(status.claimsActive(Self.pro) && !status.claimsActive(Samples.product))
      #expect(status.subscriptions.first?.cancelledBeforeStart.map(\.replacement) == [.stated])
    }
    // Without the other product nothing decides, and nothing is granted.
    let unknown = try Samples.status(Array(texts.prefix(2)), at: 40)
    #expect(unknown.subscriptions.map(\.holding.access) == [.unknown] && !unknown.claimsActive(Samples.product))
  }

  @Test("a renewal that was refunded before it began is not granted, whatever renewal information and the status say")
  func refundedAhead() throws {
    let revoked =
      #","revocationDate":\#(Samples.date(29).milliseconds),"revocationReason":0,"revocationType":"REFUND_FULL""#
    let renewal = Samples.renewal(signed: 31, #","renewalDate":\#(Samples.date(60).milliseconds)"#)
    let first = try Samples.sign(.transaction, Samples.transaction(1, signed: 1))
    let second = Samples.transaction(2, signed: 31, revoked)
    for status in [1, nil] {
      let notification = try Samples.sign(
        .notification,
        Samples.notification(
          "REFUND", nil, signed: 31, uuid: "002e14d5-51f5-4503-b5a8-c3a1af68eb27", second, renewal, status: status))
      let known = try Samples.status([first, notification], at: 40)
      #expect(known.subscriptions.map(\.holding.access) == [.no], "\(status ?? 0)")
      #expect(!known.claimsActive(Samples.product))
    }
  }

  @Test("diff: another product took its place, and nothing was refunded")
  func difference() throws {
    let dated = #","isUpgraded":true,"revocationDate":\#(Samples.date(30).milliseconds - 3_599_000)"#
    for cancellation in [dated, dated.replacing(#""isUpgraded":true,"#, with: "")] {
      let texts = try Self.signed(cancellation, isRenewal: true)
      let renewed = try Samples.sign(.transaction, Samples.transaction(2, signed: 29))
      func history(_ texts: [String]) throws -> PurchaseHistory {
        var combined = CombinedHistory(try Samples.reader)
        for text in texts { try combined.add(Array(text.utf8), from: "x") }
        return try combined.history()
      }
      let difference = HistoryDifference(try history([texts[0], renewed]), try history(texts), at: Samples.date(40))
      let causes = difference.changes.filter { $0.purchase?.transactionID == "2" }.map(\.causes)
      #expect(causes == [[.replaced]], "\(cancellation)")
    }
  }
}

/// The same in the shape of a genuine receipt.
@Suite("W70", .enabled(if: Samples.cases.areHere, Comment(rawValue: Samples.cases.missing)))
struct NeverBeganCaseTests {
  @Test("an upgrade hours before the renewal: pro until 2027-11-24")
  func upgrade() throws {
    let anchors = try TrustAnchor.read(try Samples.cases.read("anchor-3.pem"))
    let decoder = InputDecoder(authenticator: Authenticator(anchors: anchors))
    let decoded = try decoder.decode(try Samples.cases.read("W70-upgrade-on-renewal-day.b64"))
    let status = SubscriptionStatus(try PurchaseHistory(decoded), at: try StatusSamples.instant("2026-11-27T00:00:00Z"))
    #expect(status.subscriptions.map(\.state) == [.active(until: try StatusSamples.instant("2027-11-24T11:28:05Z"))])
    #expect(try status.believed(admittingUnverified: false).isActive(product: "com.example.app.yearly.pro"))
    #expect(try !status.believed(admittingUnverified: false).isActive(product: "com.example.app.yearly"))
  }
}
