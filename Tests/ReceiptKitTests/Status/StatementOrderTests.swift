import ReceiptKit
import Testing

@Suite("Of two proven statements of one moment the same is taken in every order")
struct StatementOrderTests {
  private typealias Samples = CombinedSamples

  private static let type = #""type":"Auto-Renewable Subscription""#

  /// Of one transaction and one date, each with another value somewhere.
  private static let variants: [String] = {
    let plain = Samples.transaction(1, signed: 10)
    func with(_ more: String) -> String { Samples.transaction(1, signed: 10, "," + more) }
    func revoked(_ more: String) -> String {
      with(#""revocationDate":\#(Samples.date(9).milliseconds),"revocationReason":1,"# + more)
    }
    return [
      plain, with(#""isUpgraded":true"#), with(#""isUpgraded":false"#), with(#""offerType":2,"offerIdentifier":"a""#),
      with(#""offerType":3,"offerIdentifier":"a""#), with(#""offerType":4"#), with(#""appAccountToken":"x""#),
      plain.replacing("9990", with: "1"), plain.replacing("EUR", with: "USD"),
      plain.replacing(type, with: #""type":"Non-Consumable""#), plain.replacing(type + ",", with: ""),
      plain.replacing(#""quantity":1"#, with: #""quantity":2"#),
      revoked(#""revocationType":"REFUND_FULL""#), revoked(#""revocationType":"FAMILY_REVOKE""#),
      revoked(#""revocationPercentage":60000"#), revoked(#""revocationPercentage":70000"#),
    ]
  }()

  @Test("every two and every three of sixteen statements, in every order")
  func permutations() throws {
    let texts = try Self.variants.map { try Samples.sign(.transaction, $0) }
    func document(_ indexes: [Int]) throws -> String {
      StatusSamples.json(try Samples.status(indexes.map { texts[$0] }, at: 20))
    }
    for first in texts.indices {
      for second in texts.indices where second > first {
        #expect(try document([first, second]) == document([second, first]), "\(first) \(second)")
        let third = (first * 7 + second * 3) % texts.count
        guard third != first, third != second else { continue }
        let expected = try document([first, second, third])
        for order in [
          [first, third, second], [second, first, third], [second, third, first], [third, first, second],
          [third, second, first],
        ] { #expect(try document(order) == expected, "\(order)") }
      }
    }
  }

  @Test("renewal information of one moment, too, and the one that grants less is taken")
  func renewals() throws {
    let transaction = try Samples.sign(.transaction, Samples.transaction(1, signed: 10))
    let grace = #","isInBillingRetryPeriod":true,"gracePeriodExpiresDate":\#(Samples.date(40).milliseconds)"#
    let variants = try [
      "", grace, #","offerType":2"#, #","offerType":3"#, #","offerType":2,"offerIdentifier":"a""#,
    ].map { try Samples.sign(.renewal, Samples.renewal(signed: 29, $0)) }
    for one in variants {
      for other in variants where other != one {
        let status = try Samples.status([transaction, one, other], at: 35)
        #expect(
          StatusSamples.json(status) == StatusSamples.json(try Samples.status([other, transaction, one], at: 35)))
        #expect(status.subscriptions.first?.state.isActive == false)
      }
    }
  }

  @Test("of two types the one that gives no access counts, and every difference is told")
  func failsClosed() throws {
    func status(_ one: Int, _ other: Int) throws -> SubscriptionStatus {
      try Samples.status(try [one, other].map { try Samples.sign(.transaction, Self.variants[$0]) }, at: 20)
    }
    for (one, other) in [(0, 9), (9, 0), (0, 1), (1, 0)] {
      let believed = try status(one, other).believed(admittingUnverified: false)
      #expect(!believed.isActive(product: Samples.product), "\(one) \(other)")
    }
    func differences(_ one: Int, _ other: Int) throws -> String {
      try status(one, other).irregularities.filter { $0.kind == .contradiction }.map(\.message.description).joined()
    }
    #expect(try differences(12, 13).contains("revocation_type"))
    #expect(try differences(14, 15).contains("revocation_percentage"))
    #expect(try differences(3, 4).contains("offer_kind"))
    #expect(try differences(0, 9).contains("type"))
  }
}
