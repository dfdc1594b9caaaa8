import ReceiptKit
import Testing

@Suite("What happened between two histories")
struct HistoryDifferenceTests {
  private typealias Samples = CombinedSamples

  private static func difference(_ first: [String], _ second: [String]) throws -> HistoryDifference {
    let histories = try [first, second].map { try Samples.status($0, at: 50).history }
    return HistoryDifference(histories[0], histories[1], at: Samples.date(50))
  }

  private static func transaction(_ identifier: String, original: String, signed: Int64, _ more: String = "") throws
    -> String
  {
    try Samples.sign(
      .transaction,
      Samples.transaction(1, signed: signed, more).replacing(
        #""transactionId":"1","originalTransactionId":"1""#,
        with: #""transactionId":"\#(identifier)","originalTransactionId":"\#(original)""#))
  }

  @Test("two customers' purchases of one product in one second are never paired", arguments: [10, 20] as [Int64])
  func twoCustomers(signed: Int64) throws {
    let item = #","webOrderLineItemId":"90""#
    for (one, other) in [("", ""), (item, ""), (item, item.replacing("90", with: "91"))] {
      let difference = try Self.difference(
        [try Self.transaction("1", original: "1", signed: 10, one)],
        [try Self.transaction("7", original: "7", signed: signed, other)])
      #expect(difference.changes.map(\.kind).sorted { $0.rawValue < $1.rawValue } == [.added, .gone])
      #expect(difference.doubts == [.nothingShared] && difference.unchangedCount == 0)
    }
  }

  @Test("one period under another transaction is the same purchase")
  func anotherTransaction() throws {
    let item = #","webOrderLineItemId":"90""#
    let (one, other) = (
      try Self.transaction("1", original: "1", signed: 10, item),
      try Self.transaction("7", original: "1", signed: 11, item)
    )
    for (first, second) in [([one], [other]), ([one], [one, other])] {
      let difference = try Self.difference(first, second)
      #expect(difference.changes.isEmpty && difference.doubts.isEmpty && difference.unchangedCount == 1)
      #expect(difference.verdict == .same)
    }
  }

  @Test("what Apple ended for a reason that is no refund is told as moved", arguments: [1, 2])
  func moved(reason: Int) throws {
    let revocation = #","revocationDate":\#(Samples.date(11).milliseconds),"revocationReason":\#(reason)"#
    let difference = try Self.difference(
      [try Samples.sign(.transaction, Samples.transaction(1, signed: 10))],
      [try Samples.sign(.transaction, Samples.transaction(1, signed: 12, revocation))])
    #expect(difference.changes.map(\.causes) == [reason == 1 ? [.refunded] : [.moved]])
  }

  /// A month of twelve, and what renews after it.
  private static func month(
    _ month: Int64, signed: Int64, renews: Int, ends: Int64 = 360, consent: Int? = nil
  ) throws -> [String] {
    let end = Samples.date(ends).milliseconds
    return [
      try Samples.sign(
        .transaction,
        Samples.transaction(
          month, signed: signed,
          #","commitmentInfo":{"billingPeriodNumber":\#(month),"totalBillingPeriods":12,"commitmentExpiresDate":\#(end)}"#
        )),
      try Samples.sign(
        .renewal,
        Samples.renewal(
          signed: signed,
          #","commitmentInfo":{"commitmentAutoRenewStatus":\#(renews),"commitmentRenewalDate":\#(end)}"#
            + (consent.map { #","priceIncreaseStatus":\#($0)"# } ?? ""))),
    ]
  }

  @Test("a commitment: which month, its cancellation and its return, and a late payment, which moves its end")
  func commitment() throws {
    let begun = try Self.month(1, signed: 10, renews: 1)
    let next = try Self.difference(begun, begun + Self.month(2, signed: 31, renews: 1))
    #expect(next.changes.map(\.causes) == [[.renewed]])
    #expect("\(next.changes[0].note)".hasSuffix("number 2 of 12 of a commitment"), "\(next.changes[0].note)")
    let period = next.changes[0].members.filter { $0.name.hasPrefix("commitment") }
    #expect(period.map(\.name) == ["commitment_period", "commitment_periods", "commitment_ends"])
    #expect(period.map(\.after) == [.number(2), .number(12), .date(Samples.date(360))])
    let cancelled = try Self.month(1, signed: 11, renews: 0)
    #expect(try Self.difference(begun, cancelled).changes.map(\.causes) == [[.commitmentCancelled]])
    #expect(
      try Self.difference(cancelled, Self.month(1, signed: 12, renews: 1)).changes.map(\.causes)
        == [[.commitmentResumed]])
    #expect(
      try Self.difference(begun, Self.month(1, signed: 12, renews: 1, ends: 365)).changes.map(\.causes)
        == [[.commitmentMoved], [.commitmentMoved]])
    #expect(
      try Self.difference(begun, Self.month(1, signed: 12, renews: 0, consent: 0)).changes.map(\.causes)
        == [[.commitmentCancelled, .priceIncrease]])
  }

  @Test("inputs of what can be two customers are said, for receipts beside signed data, too")
  func mayBeOfTwo() throws {
    let receipt = String(decoding: try Samples.receipt(months: 1...2, made: 31), as: UTF8.self)
    func shares(_ text: String) throws -> Bool { try !Samples.status([receipt, text], at: 40).history.sharesNothing }
    // A further month of the same subscription.
    #expect(try shares(try Samples.sign(.transaction, Samples.transaction(3, signed: 60))))
    // Bought before the receipt was made, and not in it.
    let earlier = try Self.transaction("70", original: "70", signed: 40)
    #expect(try !shares(earlier))
    #expect(try Samples.status([receipt, earlier], at: 40).history.notes.contains(PurchaseHistory.sharesNothingNote))
    // A consumable is taken out of receipts, and what was bought later cannot be in this one.
    let coins = Samples.transaction(1, signed: 40).replacing("Auto-Renewable Subscription", with: "Consumable")
      .replacing(
        #""transactionId":"1","originalTransactionId":"1""#, with: #""transactionId":"8","originalTransactionId":"8""#)
    #expect(try shares(try Samples.sign(.transaction, coins)))
    let later = Samples.transaction(3, signed: 60)
      .replacing(
        #""transactionId":"3","originalTransactionId":"1""#, with: #""transactionId":"8","originalTransactionId":"8""#)
    #expect(try shares(try Samples.sign(.transaction, later)))
  }
}
