import ReceiptKit
import TestSupport
import Testing

@testable import ReceiptAnalysis

/// Inputs of public reports that were answered wrongly, with the answers that Apple's documentation gives.
@Suite("Holdings: cases that went wrong", .enabled(if: Samples.cases.areHere, Comment(rawValue: Samples.cases.missing)))
struct HoldingsCaseTests {
  private static func decoder() throws -> InputDecoder {
    let anchors = try ["anchor", "seats-anchor", "anchor-2"].flatMap {
      try TrustAnchor.read(try Samples.cases.read("\($0).pem"))
    }
    return InputDecoder(authenticator: Authenticator(anchors: anchors))
  }

  private static func status(_ names: [String], at moment: String) throws -> SubscriptionStatus {
    var combined = CombinedHistory(PurchaseHistoryReader(try decoder()))
    for name in names { try combined.add(try Samples.cases.read(name), from: name) }
    return SubscriptionStatus(try combined.history(), at: try StatusSamples.instant(moment))
  }

  private static func summary(_ name: String, at moment: String, apps: [String] = []) throws -> SummaryText {
    let decoded = try decoder().decode(try Samples.cases.read(name))
    return SummaryText(PurchaseSummary(decoded, bundleIDs: apps, at: try StatusSamples.instant(moment)), in: .english)
  }

  @Test("a refund of an earlier period does not end the running one, with and without its transaction")
  func earlierRefund() throws {
    let product = "com.example.app.monthly"
    for names in [["R14.jws"], ["R14.jws", "R14-current.jws"], ["R14-current.jws", "R14.jws"]] {
      let status = try Self.status(names, at: "2026-06-11T00:00:00Z")
      #expect(try status.believed(admittingUnverified: false).isActive(product: product), "\(names)")
      #expect(status.subscriptions.map(\.state) == [.active(until: try StatusSamples.instant("2026-07-01T10:00:00Z"))])
      #expect(status.subscriptions.map(\.holding.basis.name) == ["status"])
      #expect(status.irregularities.isEmpty)
    }
    let text = try Self.summary("R14.jws", at: "2026-06-11T00:00:00Z")
    #expect(text.lines[0].text.contains("Subscribed until 1 July 2026, auto-renew on"))
    #expect(text.remarks.contains { $0.hasPrefix("Apple refunded an earlier period") })
    // After the end that it names nothing is known.
    let later = try Self.status(["R14.jws"], at: "2026-07-02T00:00:00Z")
    #expect(later.holdings.access(to: product) == .unknown && !later.claimsActive(product))
  }

  @Test("a refunded period that another product replaced: subscribed to that product, with and without its transaction")
  func replacedPeriod() throws {
    for names in [["S33-refund.jws"], ["S33-refund.jws", "S33-new.jws"], ["S33-new.jws", "S33-refund.jws"]] {
      let status = try Self.status(names, at: "2026-11-10T00:00:00Z")
      let believed = try status.believed(admittingUnverified: false)
      #expect(believed.isActive(product: "com.example.reader.monthly"), "\(names)")
      #expect(!believed.isActive(product: "com.example.reader.yearly"), "\(names)")
      let checked = ProductOwnership(ofSubscription: "com.example.reader.monthly", status.history, at: status.moment)
      #expect(checked.access == .yes && !checked.words.isEmpty, "\(names): \(checked.words)")
      #expect(status.subscriptions.map(\.state) == [.active(until: try StatusSamples.instant("2026-12-01T12:00:00Z"))])
      #expect(status.irregularities.isEmpty)
    }
    #expect(
      try Self.summary("S33-refund.jws", at: "2026-11-10T00:00:00Z").lines[0].text
        .contains("Subscribed until 1 December 2026"))
    let report = StatusSamples.text(try Self.status(["S33-refund.jws"], at: "2026-11-10T00:00:00Z"))
    #expect(report.contains("  1  com.example.reader.monthly\n"), "\(report)")
    #expect(report.contains("Before that  com.example.reader.yearly\n") && report.contains("Renewal      on\n"))
  }

  @Test("seats that were refunded take nothing from the purchaser")
  func seats() throws {
    let status = try Self.status(["refund-seats.jws"], at: "2025-11-27T00:00:00Z")
    let product = "com.example.reader.team"
    #expect(try status.believed(admittingUnverified: false).isActive(product: product))
    #expect(try Self.summary("refund-seats.jws", at: "2025-11-27T00:00:00Z").lines[0].text.contains("Subscribed until"))
  }

  @Test("an assigned seat is access, and no purchase of the customer's")
  func assigned() throws {
    let status = try Self.status(["assigned.jws"], at: "2025-11-27T00:00:00Z")
    #expect(
      status.subscriptions.map(\.holding.access) == [.yes] && status.subscriptions.map(\.holding.origin) == [.seat])
    let text = try Self.summary("assigned.jws", at: "2025-11-27T00:00:00Z")
    #expect(text.lines[0].text.contains("A seat, assigned until 18 November 2026"))
    #expect(
      StatusSamples.text(status).contains("By way of")
        && StatusSamples.text(status).contains("a seat that was assigned"))
  }

  @Test("a grace period without its end is access, for 28 days at the longest")
  func grace() throws {
    let product = "com.example.app.monthly"
    // The period ended on 2026-07-01T10:00:00Z.
    for (moment, isActive) in [
      ("2026-07-02T00:00:00Z", true), ("2026-07-29T09:59:59Z", true), ("2026-07-29T10:00:00Z", false),
    ] {
      let status = try Self.status(["R15.jws"], at: moment)
      #expect(try status.believed(admittingUnverified: false).isActive(product: product) == isActive, "\(moment)")
    }
    let status = try Self.status(["R15.jws"], at: "2026-07-02T00:00:00Z")
    let latest = try StatusSamples.instant("2026-07-29T10:00:00Z")
    #expect(status.subscriptions.map(\.state) == [.graceWithoutEnd(atLatest: latest)])
    #expect(status.subscriptions.map(\.state.question) == [.status])
    // Apple said it during the grace period, and has not said since that the payment failed for good.
    let over = try Self.status(["R15.jws"], at: "2026-11-01T00:00:00Z")
    #expect(over.subscriptions.map(\.state) == [.lapsed(at: latest)])
    #expect(over.subscriptions.map(\.holding.access) == [.unknown])
    let text = try Self.summary("R15.jws", at: "2026-07-02T00:00:00Z").lines[0].text
    #expect(text.contains("access continues until 29 July 2026 at the latest"))
  }

  @Test("renewal information names no app, which is not another app")
  func withoutApp() throws {
    let text = try Self.summary("R04-renewal.jws", at: "2026-11-26T00:00:00Z", apps: ["com.example.app"])
    #expect(text.lines.map(\.text) == ["Cannot tell: it does not say which app it is of; ask for the transaction."])
    #expect(text.lines[0].tone == .caution)
  }

  @Test("one period with two transactions is one purchase, and keeps both identifiers")
  func twoTransactions() throws {
    for names in [["R09a.jws", "R09b.jws"], ["R09b.jws", "R09a.jws"]] {
      let status = try Self.status(names, at: "2026-06-10T00:00:00Z")
      let periods = try #require(status.subscriptions.first).periods
      #expect(periods.map(\.purchase.transactionID) == ["190002224000004"])
      #expect(periods.map(\.purchase.otherTransactionIDs) == [["190002223966278"]])
      #expect(status.claimsActive("com.example.app.monthly"))
    }
  }

  /// What nothing signs, with the state of its only subscription, which counts only for those who believe it.
  private static func claims(_ name: String, at moment: String, _ product: String, isActive: Bool) throws
    -> SubscriptionStatus
  {
    let bytes = try Samples.cases.read(name)
    let history = try PurchaseHistoryReader(try decoder()).read(bytes)
    let status = SubscriptionStatus(history, at: try StatusSamples.instant(moment))
    #expect(throws: BelievedStatus.Objection.self) { try status.believed(admittingUnverified: false) }
    #expect(try status.believed(admittingUnverified: true).isActive(product: product) == isActive)
    // The same beside other inputs.
    #expect(try Self.status([name], at: moment).claimsActive(product) == isActive)
    let report = try Inspection(bytes, try decoder(), at: status.moment)
    #expect(report.text(InspectSamples.layout(80)).hasPrefix("! Cannot tell: it is not signed"))
    let question = Examination.Question(Expectations(), now: status.moment, in: .english)
    let html = PageDocument([PastedItem(bytes)], question, try decoder()).report.html
    #expect(html.contains("Cannot tell: it is not signed") && html.contains(product))
    return status
  }

  @Test("an answer about an iOS 6 receipt tells of a refund in latest_expired_receipt_info")
  func iOS6Answer() throws {
    let status = try Self.claims("R17-21006.json", at: "2018-03-05T00:00:00Z", "com.example.app.month", isActive: false)
    #expect(
      status.subscriptions.map(\.state)
        == [.refundedOrUnshared(at: try StatusSamples.instant("2018-03-01T00:00:00Z"))])
    #expect(status.subscriptions.first?.renewal?.expirationIntent == 1 && status.history.purchases.count == 1)
    #expect(status.history.unread.isEmpty && status.irregularities.isEmpty)
  }

  @Test("a notification of version 1: expired after a billing error, in production")
  func notificationV1() throws {
    let status = try Self.claims("R27.json", at: "2023-01-04T00:00:00Z", "com.example.app.weekly", isActive: false)
    #expect(
      status.subscriptions.map(\.state)
        == [.expired(at: try StatusSamples.instant("2022-11-01T09:15:38Z"), intent: 2)])
    #expect(status.history.environment == "Production" && status.history.unread.isEmpty)
    let text = StatusSamples.text(status)
    #expect(!text.contains("does not want") && !text.contains("may be missing"))
  }

  @Test("decoded signed data is read as a claim", arguments: ["R29.json", "R30d.json"])
  func decodedPayloads(name: String) throws {
    let product = "com.example.app.monthly"
    let status = try Self.claims(name, at: "2026-06-20T00:00:00Z", product, isActive: true)
    #expect(status.subscriptions.map(\.state) == [.active(until: try StatusSamples.instant("2026-07-01T10:00:00Z"))])
    #expect(status.history.kind == .decodedPayload && status.history.bundleID == "com.example.app")
    #expect(status.history.environment == (name == "R29.json" ? "Production" : "Sandbox"))
    #expect(status.subscriptions.first?.renewal?.willRenew == (name == "R29.json" ? nil : true))
    let later = try Self.claims(name, at: "2026-07-02T00:00:00Z", product, isActive: false)
    #expect(later.subscriptions.map(\.holding.access) == [.unknown])
  }

  @Test(
    "the status in a decoded answer is a claim like the rest of it",
    arguments: [(1, true), (2, false), (3, false), (5, false)])
  func decodedStatus(code: Int, isActive: Bool) throws {
    let text = String(decoding: try Samples.cases.read("R30d.json"), as: UTF8.self)
    try #require(text.contains(#""status": 1,"#))
    let changed = Array(text.replacing(#""status": 1,"#, with: #""status": \#(code),"#).utf8)
    let history = try PurchaseHistoryReader(try Self.decoder()).read(changed)
    let status = SubscriptionStatus(history, at: try StatusSamples.instant("2026-06-11T00:00:00Z"))
    #expect(try status.believed(admittingUnverified: true).isActive(product: "com.example.app.monthly") == isActive)
    #expect(!history.isProven && history.statuses.map(\.statement.isProven) == [false])
  }

  @Test("a saved answer about a consumable says what was bought")
  func consumable() throws {
    let product = "com.example.app.coins"
    let status = try Self.claims("R40.json", at: "2019-10-16T00:00:00Z", product, isActive: false)
    #expect(
      status.holdings.purchases.map(\.state)
        == [.bought(at: try StatusSamples.instant("2019-10-15T14:01:41Z"), times: 1)])
    #expect(status.holdings.purchases.map(\.products) == [[product]])
  }
}
