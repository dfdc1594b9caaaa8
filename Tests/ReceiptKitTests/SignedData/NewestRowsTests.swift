import ReceiptKit
import Testing

@testable import ReceiptAnalysis
@testable import ReceiptMint
@testable import ReceiptReading
@testable import ReceiptRedaction

/// Apple's newest (API 1.22 and 1.23, Notifications 2.23, bundles), of which nothing was seen in real data: without any
/// one row of the tables, every answer about access is the same. A row that is missing is a name that is not known.
@Suite("Signed data: without Apple's newest")
struct NewestRowsTests {
  private static let versions: Set = [
    "App Store Server API 1.22", "App Store Server API 1.23", "App Store Server Notifications 2.23", "StoreKit 27",
  ]
  static let members = Set(
    PayloadTable.all.flatMap(\.members).filter { versions.contains($0.since?.text ?? "") }.map(\.name))
  /// Values of members that are older, and types and subtypes of notifications.
  static let values = [
    "ASSIGNED", "ASSIGNMENT_REVOKE", "SEAT_ADDITION", "APPLE", "DEVELOPER", "CONSUMER", "IN_APP", "LINK_OUT", "SEATS",
    "INCREASE_QUANTITY", "DECREASE_QUANTITY", "UNCLAIM_SEATS",
  ]

  @Test("the list has what the tables have")
  func list() {
    let words = PayloadTable.all.flatMap(\.members).compactMap(\.type.words).flatMap { $0.values.map(\.code) }
    let known = Set(words + NotificationMeaning.types + NotificationMeaning.subtypes)
    for value in Self.values { #expect(known.contains(value), "\(value)") }
    #expect(
      Self.members.isSuperset(of: [
        "multiSeatInfo", "additionalTransactionReason", "renewalQuantity", "priceTiers", "renewalPriceTiers",
        "invitationManagement", "revokedSeatQuantity", "storeType", "unclaimInfo", "unclaimSeatIds",
        "bundleProductId", "bundleOriginalTransactionId", "willUnbundle",
      ]))
    for name in ["additionalTransactionReason", "invitationManagement", "storeType"] {
      let words = PayloadTable.all.flatMap(\.members).first { $0.name == name }?.type.words
      #expect(words?.values.allSatisfy { Self.values.contains($0.code) } == true, "\(name)")
    }
  }

  /// The same with another name for a member or a value, also in signed data inside.
  private static func renamed(_ value: JSONValue, _ name: String, _ count: inout Int) -> JSONValue {
    switch value {
    case .object(let members):
      return .object(
        members.map { member in
          if member.name == name { count += 1 }
          return .init(member.name == name ? "another" + name : member.name, renamed(member.value, name, &count))
        })
    case .array(let elements): return .array(elements.map { renamed($0, name, &count) })
    case .string(name):
      count += 1
      return .string("ANOTHER_" + name)
    case .string(let text):
      guard let payload = JSONWebSignature(text: text)?.payload else { return value }
      return .string(SignedDataSamples.jws(renamed(payload, name, &count).compactText))
    default: return value
    }
  }

  /// Access at every step of a life and long after it, by all that was said until then.
  private static func access(
    _ payloads: [JSONValue], at moments: [Instant], to products: Set<String>
  ) throws -> [[String]] {
    var decoder = InputDecoder()
    decoder.verifies = false
    var answers: [[String]] = []
    for count in 1...payloads.count {
      var combined = CombinedHistory(PurchaseHistoryReader(decoder))
      for (index, payload) in payloads.prefix(count).enumerated() {
        try combined.add(Array(SignedDataSamples.jws(payload.compactText).utf8), from: "\(index)")
      }
      let history = try combined.history()
      for days: Int64 in [0, 20, 1_000] {
        let moment = Instant(milliseconds: moments[count - 1].milliseconds + days * 86_400_000)
        let status = SubscriptionStatus(history, at: moment)
        answers.append(
          (status.holdings.subscriptions + status.holdings.purchases).map(\.access.rawValue)
            + products.sorted().map { "\(status.holdings.access(to: $0)) \(status.claimsActive($0))" }
            + history.notifications.map { $0.access?.rawValue ?? "none" })
      }
    }
    return answers
  }

  @Test("every answer about access is the same, over every scenario", arguments: Scenario.all.map(\.name))
  func scenarios(_ name: String) throws {
    let events = try ScenarioTests.events(try ScenarioTests.files(try #require(Scenario.named(name))))
    var products: Set<String> = []
    let payloads = try events.map { event in
      products.insert(try #require(try event.json("transaction")["productId"] as? String))
      let text = String(decoding: try event.bytes("notification"), as: UTF8.self)
      return try #require(JSONWebSignature(text: text)?.payload)
    }
    let moments = events.map(\.moment)
    let known = try Self.access(payloads, at: moments, to: products)
    var tried = 0
    for row in Self.members.sorted() + Self.values {
      var count = 0
      let others = payloads.map { Self.renamed($0, row, &count) }
      guard count > 0 else { continue }
      tried += 1
      #expect(try Self.access(others, at: moments, to: products) == known, "\(row)")
    }
    #expect(tried >= (["team-grows-and-shrinks", "seat-taken-back", "bundle-and-back"].contains(name) ? 5 : 0))
  }

  @Test("every answer about access is the same, over every notification that Apple documents")
  func notifications() throws {
    var tried: Set<String> = []
    for sample in try FutureTests.payloads.get() {
      let payload = try JSONReader().read(Array(sample.text.utf8))
      let moment = Instant(milliseconds: Int64(SignedDataSamples.signed))
      guard SignedPayloadKind(payload) != .realtime, (try? PurchaseHistory(payload, asPiece: true)) != nil else {
        continue
      }
      func holdings(_ payload: JSONValue) throws -> [Holding.Access] {
        let holdings = Holdings(try PurchaseHistory(payload, asPiece: true), at: moment)
        return (holdings.subscriptions + holdings.purchases).map(\.access)
      }
      let known = try holdings(payload)
      for row in Self.members.sorted() + Self.values {
        var count = 0
        let other = Self.renamed(payload, row, &count)
        guard count > 0 else { continue }
        tried.insert(row)
        #expect(try holdings(other) == known, "\(sample.name): \(row)")
      }
    }
    // Each row that has a sample.
    #expect(tried.isSuperset(of: ["SEATS", "ASSIGNMENT_REVOKE", "UNCLAIM_SEATS", "unclaimInfo", "INCREASE_QUANTITY"]))
  }
}
