import TestSupport
import Testing

@testable import ReceiptAnalysis
@testable import ReceiptDocuments
import ReceiptKit
@testable import ReceiptReading

/// Inputs of public reports that were answered wrongly, with the answers that Apple's documentation gives.
@Suite(
  "Holdings: cases that went wrong",
  .enabled(if: Samples.cases.areHere, Comment(rawValue: Samples.cases.missing)))
struct HoldingsCaseTests {
  private static func decoder() throws -> InputDecoder {
    let anchors = try ["anchor", "seats-anchor"].flatMap {
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
    return SummaryText(
      PurchaseSummary(decoded, bundleIDs: apps, at: try StatusSamples.instant(moment)), in: .english)
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
    let text = try Self.summary("R15.jws", at: "2026-07-02T00:00:00Z").lines[0].text
    #expect(text.contains("still in grace: until when is not in it, on 29 July 2026 at the latest"))
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
}
