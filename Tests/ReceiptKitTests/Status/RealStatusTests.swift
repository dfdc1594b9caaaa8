import Foundation
import ReceiptKit
import Testing

@testable import ReceiptAnalysis

/// The published receipt with nine purchases, and what Apple answered for it. Identifiers are not committed: the golden
/// files have numbers in the order of time instead.
@Suite("Status of published receipts", .enabled(if: RealReceipts.areHere, RealReceipts.missing))
struct RealStatusTests {
  private static let name = "sandbox-sha1-nine-purchases"
  private static var answer: [UInt8] {
    get throws { try RealReceipts.file(name + ".verifyReceipt.json") }
  }

  /// The same history with names and numbers for identifiers, by the order of time.
  private func masked(_ history: PurchaseHistory) -> PurchaseHistory {
    var history = history
    let sorted = history.purchases.sorted(by: PurchaseRecord.isEarlier)
    let transactions = sorted.compactMap(\.transactionID)
    let products = sorted.compactMap(\.productID)
    func number(_ identifier: String?, _ all: [String], _ prefix: String) -> String? {
      var seen: [String] = []
      for name in all where !seen.contains(name) { seen.append(name) }
      return identifier.map { prefix + String((seen.firstIndex(of: $0) ?? 98) + 1) }
    }
    history.bundleID = history.bundleID.map { _ in "com.example.masked" }
    for index in history.purchases.indices {
      let purchase = history.purchases[index]
      history.purchases[index].transactionID = number(purchase.transactionID, transactions, "transaction-")
      history.purchases[index].originalTransactionID = number(
        purchase.originalTransactionID, transactions, "transaction-")
      history.purchases[index].productID = number(purchase.productID, products, "product-")
      history.purchases[index].groupID = purchase.groupID.map { _ in "group-1" }
    }
    for index in history.renewals.indices {
      let renewal = history.renewals[index]
      history.renewals[index].originalTransactionID = number(
        renewal.originalTransactionID, transactions, "transaction-")
      history.renewals[index].productID = number(renewal.productID, products, "product-")
      history.renewals[index].renewsAs = number(renewal.renewsAs, products, "product-")
    }
    return history
  }

  private func status(_ bytes: [UInt8], masked isMasked: Bool = false) throws -> SubscriptionStatus {
    let history = try PurchaseHistoryReader().read(bytes)
    return SubscriptionStatus(isMasked ? masked(history) : history, at: StatusSamples.now)
  }

  /// Beginning, end and gap of each period in the order of time, computed by Foundation from Apple's answer.
  private func expected() throws -> [(identifier: String, start: Int64, end: Int64, gap: Int64?)] {
    let answer = try JSONSerialization.jsonObject(with: Data(try Self.answer)) as? [String: Any]
    let purchases = try #require((answer?["receipt"] as? [String: Any])?["in_app"] as? [[String: String]])
    let rows = try purchases.map { purchase in
      (
        try #require(purchase["transaction_id"]), try #require(purchase["purchase_date_ms"].flatMap { Int64($0) }),
        try #require(purchase["expires_date_ms"].flatMap { Int64($0) })
      )
    }.sorted { $0.1 < $1.1 }
    return rows.enumerated().map { index, row in
      (row.0, row.1, row.2, index == 0 ? nil : (row.1 - rows[index - 1].2) / 1_000)
    }
  }

  @Test("the nine purchases are in the order of time, with their gaps; receipt and answer agree")
  func nine() throws {
    let expected = try expected()
    try #require(expected.count == 9)
    #expect(expected.compactMap(\.gap).count { $0 > 0 } == 4)
    for bytes in [try RealReceipts.text(Self.name), try Self.answer] {
      let status = try status(bytes)
      try #require(status.subscriptions.count == 1)
      let periods = status.subscriptions[0].periods
      #expect(periods.map(\.purchase.transactionID) == expected.map(\.identifier))
      #expect(periods.map(\.start?.milliseconds) == expected.map(\.start))
      #expect(periods.map(\.end?.milliseconds) == expected.map(\.end))
      #expect(periods.map(\.gapBefore) == expected.map(\.gap))
      #expect(periods.map(\.payment) == [.trial] + Array(repeating: .paid, count: 8))
      #expect(status.subscriptions[0].products.count == 2 && status.irregularities.isEmpty)
      #expect(status.subscriptions[0].state == .lapsed(at: Instant(milliseconds: expected[8].end)))
    }
    #expect(try status(try RealReceipts.text(Self.name)).history.authenticity?.verdict == .authentic)
    let answered = try status(try Self.answer)
    #expect(answered.history.authenticity == nil && answered.subscriptions[0].renewal?.willRenew == true)
  }

  @Test("active at every moment at which Apple's answer has a period, and at no other")
  func active() throws {
    let expected = try expected()
    let history = try PurchaseHistoryReader().read(try RealReceipts.text(Self.name))
    for moment in expected.flatMap({ [$0.start - 1, $0.start, $0.end - 1, $0.end] }) {
      let status = SubscriptionStatus(history, at: Instant(milliseconds: moment))
      let isActive = expected.contains { $0.start <= moment && moment < $0.end }
      #expect(status.subscriptions[0].state.isActive == isActive, "\(moment)")
    }
  }

  @Test("text and JSON, with identifiers masked", arguments: [80, 140])
  func golden(width: Int) throws {
    for (file, bytes) in [("receipt", try RealReceipts.text(Self.name)), ("answer", try Self.answer)] {
      let status = try status(bytes, masked: true)
      let text = StatusSamples.text(status, width)
      InspectGolden.expectFits(text, width)
      #expect(!text.contains("10000006") && !text.contains("revenuecat"))
      try InspectGolden.expect(text, is: "status-real-\(file)-\(width)")
      guard width == 80 else { continue }
      let json = StatusSamples.json(status)
      #expect(!json.contains("10000006") && !json.contains("revenuecat"))
      try InspectGolden.expect(json, is: "status-real-\(file)-json")
    }
    InspectGolden.expectFits(StatusSamples.text(try status(try RealReceipts.text(Self.name)), width), width)
  }

  @Test("every published receipt has a status")
  func others() throws {
    for name in RealReceipts.sandbox + RealReceipts.xcode + ["legacy-transaction-receipt"] {
      let status = try status(try RealReceipts.text(name))
      InspectGolden.expectFits(StatusSamples.text(status), 80)
      #expect(status.history.authenticity != nil)
    }
  }
}
