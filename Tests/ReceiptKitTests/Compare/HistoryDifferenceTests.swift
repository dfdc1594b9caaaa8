import Testing

@testable import ReceiptAnalysis
import ReceiptKit

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

  @Test("inputs of what can be two customers are said, for receipts beside signed data, too")
  func mayBeOfTwo() throws {
    let receipt = String(decoding: try Samples.receipt(months: 1...2, made: 31), as: UTF8.self)
    func shares(_ text: String) throws -> Bool { try !Samples.status([receipt, text], at: 40).history.sharesNothing }
    // A further month of the same subscription.
    #expect(try shares(try Samples.sign(.transaction, Samples.transaction(3, signed: 60))))
    // Bought before the receipt was made, and not in it.
    let earlier = try Self.transaction("70", original: "70", signed: 40)
    #expect(try !shares(earlier))
    #expect(
      try Samples.status([receipt, earlier], at: 40).history.notes.contains(PurchaseHistory.sharesNothingNote))
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
