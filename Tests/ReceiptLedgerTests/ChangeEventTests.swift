import ReceiptKit
import ReceiptMint
import TestSupport
import Testing

@testable import ReceiptAnalysis
@testable import ReceiptLedger

/// The events of a ledger are what `diff` says of the history before and after a statement.
@Suite("Events are changes", .overBothStorages)
struct ChangeEventTests {
  private struct Period {
    var end: Int64
    var revoked: Int64?
    var word = ""
    var isUpgraded = false
  }

  private static func moment(_ day: Int64) -> Instant {
    Instant(milliseconds: Said.milliseconds("2025-11-01") + day * 86_400_000)
  }

  private static func transaction(_ periods: [Period], _ index: Int, signed: Int64) -> String {
    let period = periods[index]
    var more = period.isUpgraded ? #","isUpgraded":true"# : ""
    if period.revoked != nil { more += period.word }
    return Payload.period(
      "100\(index)", from: moment(period.end - 30).rfc3339, to: moment(period.end).rfc3339,
      signed: moment(signed).rfc3339, revoked: period.revoked.map { moment($0).rfc3339 }, more)
  }

  @Test("each notification tells what changed between the histories before and after it", arguments: 0..<12)
  func changes(_ seed: Int) throws {
    var chance = SplitMix(seed: UInt64(seed))
    let shop = try Shop()
    let words = [#","revocationType":"FAMILY_REVOKE""#, #","revocationType":"ASSIGNMENT_REVOKE""#, ""]
    var periods = [Period(end: 30)]
    var day: Int64 = 0
    shop.now = Self.moment(1)
    let first = try Shop.jws(.transaction, Self.transaction(periods, 0, signed: 0))
    #expect(try shop.add(jws: first, order: "S").decision == .accept)
    var merged = CombinedHistory(PurchaseHistoryReader(shop.decoder))
    try merged.add(Array(first.utf8), from: "order")
    var told: Set<LedgerEventKind> = []
    for number in 0..<9 {
      let before = try merged.history()
      day += Int64(1 + chance.below(9))
      var index = chance.below(periods.count)
      switch chance.below(6) {
      case 0, 1:
        index = periods.count
        day = max(day, periods[index - 1].end)
        periods.append(Period(end: day + 30))
      case 2 where periods[index].revoked == nil: periods[index].isUpgraded = true
      default:
        guard !periods[index].isUpgraded else { continue }
        periods[index].revoked = periods[index].revoked == nil ? day : nil
        periods[index].word = words[chance.below(3)]
      }
      let notification = try Shop.notification(
        "NEW", "N\(number)", signed: Self.moment(day).rfc3339,
        transaction: Self.transaction(periods, index, signed: day))
      shop.now = Self.moment(day)
      let events = try shop.notify(notification).events.map(\.name)
      try merged.add(Array(notification.utf8), from: "notification")
      let difference = HistoryDifference(before, try merged.history(), at: shop.now)
      let changes = difference.changes.flatMap(\.causes).compactMap { LedgerEventKind($0) }
      told.formUnion(changes)
      #expect(events == changes.map(\.rawValue), "seed \(seed), notification \(number)")
    }
    #expect(!told.isEmpty)
    #expect(try shop.ledger.check() == [])
  }
}
