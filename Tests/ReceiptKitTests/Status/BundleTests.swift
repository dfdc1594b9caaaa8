import ReceiptKit
import Testing

@testable import ReceiptAnalysis
@testable import ReceiptDocuments
@testable import ReceiptMint
@testable import ReceiptReading

/// A subscription that moves to a bundle and back, step by step (FACTS-2026.md, 1.4): a period that Apple revoked
/// because the customer moved to a bundle is no refund, and access goes on through the bundle.
@Suite("A subscription that moves to a bundle and back")
struct BundleTests {
  private static let product = "com.example.app.monthly"

  /// What the table of scenarios says, by hand. Subscriptions are those of the bundle and of before and behind it.
  private struct Step {
    let name: String
    /// By all that is known, the newest one first.
    let states: [String]
    /// What the notification alone says.
    let alone: Holding.Access
    /// The day on which access ends, by what is known so far.
    let until: Int64
    /// What `diff` says of it beside the step before.
    let changes: [String]
    /// Values that have no meaning yet.
    var new: [String] = []
  }

  private static let steps = [
    Step(name: "SUBSCRIBED/INITIAL_BUY", states: ["active"], alone: .yes, until: 30, changes: []),
    Step(
      name: "SUBSCRIBED/INITIAL_BUY", states: ["active", "active"], alone: .yes, until: 42,
      changes: ["added purchase bought", "added renewal not-told"]),
    Step(
      name: "REVOKE", states: ["active", "replaced"], alone: .unknown, until: 42,
      changes: ["changed purchase moved", "changed renewal ended"],
      new: ["/data/signedTransactionInfo/revocationReason"]),
    Step(
      name: "DID_RENEW", states: ["active", "replaced"], alone: .yes, until: 72,
      changes: ["added purchase renewed"]),
    Step(
      name: "DID_CHANGE_RENEWAL_PREF/DOWNGRADE", states: ["active", "replaced"], alone: .yes, until: 72,
      changes: ["changed renewal next-period"]),
    Step(
      name: "DID_RENEW", states: ["active", "expired", "replaced"], alone: .yes, until: 102,
      changes: ["added purchase renewed", "added renewal not-told"]),
    Step(
      name: "EXPIRED", states: ["active", "expired", "replaced"], alone: .no, until: 102,
      changes: ["changed renewal ended"], new: ["/data/signedRenewalInfo/expirationIntent"]),
    Step(
      name: "DID_RENEW", states: ["active", "expired", "replaced"], alone: .yes, until: 132,
      changes: ["added purchase renewed"]),
  ]

  private static func life() throws -> (reader: PurchaseHistoryReader, events: [ScenarioTests.Event]) {
    let files = try ScenarioTests.files(try #require(Scenario.named("bundle-and-back")))
    return (PurchaseHistoryReader(try ScenarioTests.decoder(files)), try ScenarioTests.events(files))
  }

  private static func history(
    _ reader: PurchaseHistoryReader, _ events: [ScenarioTests.Event], _ kinds: [String] = ["notification"]
  ) throws -> PurchaseHistory {
    var combined = CombinedHistory(reader)
    for event in events {
      for kind in kinds { try combined.add(try event.bytes(kind), from: "\(event.number) \(kind)") }
    }
    return try combined.history()
  }

  @Test("status: the customer has the product at every step, and no period is a refund")
  func status() throws {
    let (reader, events) = try Self.life()
    #expect(events.map(\.name) == Self.steps.map { $0.name })
    let begin = try #require(events.first).moment
    for (index, step) in Self.steps.enumerated() {
      let known = Array(events.prefix(index + 1))
      for (order, kinds) in [
        (known, ["notification"]), (known.reversed(), ["notification"]), (known, ["transaction", "renewal"]),
        (known, ["notification", "receipt"]),
      ] {
        let status = SubscriptionStatus(try Self.history(reader, order, kinds), at: events[index].moment)
        let place = "\(index + 1) \(kinds)"
        #expect(status.irregularities.isEmpty, "\(place): \(status.irregularities.map(\.message))")
        #expect(status.holdings.access(to: Self.product) == .yes && status.claimsActive(Self.product), "\(place)")
        #expect(!status.subscriptions.contains { $0.state.name == "refunded" }, "\(place)")
        #expect(status.otherPurchases.isEmpty, "\(place)")
        let end = begin.milliseconds + step.until * 86_400_000 - 60_000
        let running = status.subscriptions.compactMap(\.state.activeUntil?.milliseconds)
        #expect(running.max() == end, "\(place)")
        // Receipts know of the move when the bundle is bought, and notifications tell of it a day later.
        if !kinds.contains("receipt") {
          #expect(status.subscriptions.map(\.state.name) == step.states, "\(place)")
        }
      }
      // The receipt alone.
      let receipt = SubscriptionStatus(try reader.read(try events[index].bytes("receipt")), at: events[index].moment)
      #expect(receipt.holdings.access(to: Self.product) == .yes, "\(index + 1)")
    }
  }

  @Test("inspect: each notification alone, and none asks to take anything back because of the move")
  func inspect() throws {
    let (reader, events) = try Self.life()
    for (event, step) in zip(events, Self.steps) {
      let history = try reader.read(try event.bytes("notification"))
      let holding = try #require(SubscriptionStatus(history, at: event.moment).subscriptions.first).holding
      #expect(holding.access == step.alone, "\(event.number)")
      #expect(history.notifications.first?.access == step.alone, "\(event.number)")
      let payload = try #require(
        JSONWebSignature(text: String(decoding: try event.bytes("notification"), as: UTF8.self))?.payload)
      #expect(UnknownFacts(payload).facts.map(\.pointer) == step.new, "\(event.number)")
      var page = TextPage(InspectSamples.layout(2_000))
      page.jws(JSONWebSignature(header: .object([]), payload: payload))
      let text = page.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      let words = [Holding.Access.yes: "yes", .no: "no", .unknown: "cannot tell"]
      #expect(text.contains("Access then \(try #require(words[step.alone])): "), "\(text)")
      #expect(text.contains("Bundle com.example.app.bundle ") == [2, 4, 5, 7].contains(event.number), "\(text)")
      #expect(text.contains("Unbundles yes") == (event.number == 5 || event.number == 7), "\(text)")
      guard event.number == 3 else { continue }
      #expect(text.contains("for a reason that need not be a refund, such as a move to a bundle"), "\(text)")
      #expect(text.contains("What to do Ask Apple for the status of the subscriptions before you take anything back."))
      #expect(holding.question == .status)
    }
  }

  @Test("diff: what happened between each step and the next")
  func changes() throws {
    let (reader, events) = try Self.life()
    for index in Self.steps.indices.dropFirst() {
      let before = try Self.history(reader, Array(events.prefix(index)))
      let after = try Self.history(reader, Array(events.prefix(index + 1)))
      let difference = HistoryDifference(before, after, at: events[index].moment)
      let changes = difference.changes.map { change in
        ([change.kind.rawValue, change.subject.rawValue] + change.causes.map(\.rawValue)).joined(separator: " ")
      }
      #expect(changes.sorted() == Self.steps[index].changes.sorted(), "\(index + 1)")
      #expect(difference.doubts.isEmpty, "\(index + 1)")
    }
  }
}
