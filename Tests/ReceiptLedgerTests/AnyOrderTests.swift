import ReceiptKit
import ReceiptMint
import TestSupport
import Testing

@testable import ReceiptAnalysis
@testable import ReceiptLedger

/// A ledger that is told a subscription's life in any order, some of it twice, ends with what Holdings says of the
/// merged history.
@Suite("Statements in any order", .overBothStorages)
struct AnyOrderTests {
  private static func day(_ number: Int) -> String {
    Instant(milliseconds: Said.milliseconds("2025-11-01") + Int64(number) * 86_400_000).rfc3339
  }

  /// What Apple says of a subscription, by chance: periods that are extended, refunded and given back, failed renewals,
  /// statuses.
  private static func life(_ chance: inout SplitMix) -> [String] {
    (0..<3 + chance.below(6)).map { number in
      let signed = 1 + chance.below(110)
      let period = chance.below(4)
      var transaction: String?
      if chance.below(5) > 0 {
        let isRevoked = chance.below(3) == 0
        let end = 30 * period + 30 + (chance.below(4) == 0 ? 10 : 0)
        var more = #","webOrderLineItemId":"\#(period)""#
        if isRevoked { more += #","revocationType":"\#(chance.below(3) == 0 ? "FAMILY_REVOKE" : "REFUND_FULL")""# }
        if chance.below(3) == 0 { more += #","transactionReason":"RENEWAL""# }
        // One period may have two transactions.
        let id = period > 0 && chance.below(4) == 0 ? "100\(period)b" : "100\(period)"
        transaction = Payload.period(
          period == 0 ? "1000" : id, from: day(30 * period), to: day(end), signed: day(signed),
          revoked: isRevoked ? day(min(signed, 30 * period + 5)) : nil, more)
      }
      var renewal: String?
      if transaction == nil || chance.below(2) == 0 {
        var more = #","autoRenewStatus":\#(chance.below(2))"#
        if chance.below(3) == 0 { more += #","isInBillingRetryPeriod":\#(chance.below(2) == 0)"# }
        if chance.below(3) == 0 { more += #","expirationIntent":\#(1 + chance.below(2))"# }
        if chance.below(3) == 0 {
          more += #","gracePeriodExpiresDate":\#(Said.milliseconds(day(signed + chance.below(20))))"#
        }
        if chance.below(3) == 0 { more += #","renewalDate":\#(Said.milliseconds(day(30 * (1 + chance.below(5)))))"# }
        renewal = Payload.renewal(signed: day(signed), more)
      }
      let status = chance.below(2) == 0 ? #","status":\#(1 + chance.below(5))"# : ""
      return Payload.notification(
        ["DID_RENEW", "REFUND", "EXPIRED", "NEW"][chance.below(4)], "N\(number)", signed: day(signed),
        transaction: transaction, renewal: renewal, status)
    }
  }

  /// A receipt that tells of the periods which have begun when it is made, some of them refunded.
  private static func receipt(_ chance: inout SplitMix, _ shop: Shop) throws -> [UInt8] {
    let made = chance.below(110)
    let periods = (0...made / 30).map { period in
      var purchase = InAppDescription.monthly(
        "100\(period)", from: day(30 * period), to: day(30 * period + 30 + (chance.below(4) == 0 ? 10 : 0)))
      if chance.below(4) == 0 {
        purchase.cancellationDate = day(min(made, 30 * period + 5))
        purchase.cancellationReason = 0
      }
      return purchase
    }
    return try shop.receipt(periods, created: day(made))
  }

  /// What a ledger is told.
  private enum Told {
    case receipt([UInt8])
    case notification(String)
  }

  @Test("the states are those of the merged history", .thorough, arguments: 0..<20)
  func orders(_ seed: Int) throws {
    var chance = SplitMix(seed: UInt64(seed))
    let first = try Shop.jws(
      .transaction, Payload.period("1000", from: Self.day(0), to: Self.day(30), signed: Self.day(0)))
    var life = try Self.life(&chance).map { Told.notification(try Shop.jws(.notification, $0)) }
    let maker = try Shop()
    for _ in 0..<chance.below(3) { life.append(.receipt(try Self.receipt(&chance, maker))) }
    let moment = Said.instant(Self.day(112))
    var expected: Holding?
    for order in 0..<2 {
      let shop = try Shop()
      shop.move(to: Self.day(111))
      if order == 0 {
        var merged = CombinedHistory(PurchaseHistoryReader(shop.decoder))
        try merged.add(Array(first.utf8), from: "order")
        for told in life {
          switch told {
          case .receipt(let bytes): try merged.add(bytes, from: "receipt")
          case .notification(let text): try merged.add(Array(text.utf8), from: "notification")
          }
        }
        expected = SubscriptionStatus(try merged.history(), at: moment).subscriptions.first?.holding
      }
      #expect(try shop.add(jws: first, order: "S").decision == .accept)
      var told = life + life.filter { _ in chance.below(3) == 0 }
      for index in told.indices.reversed() { told.swapAt(index, chance.below(index + 1)) }
      for (number, one) in told.enumerated() {
        switch one {
        case .receipt(let bytes): try shop.add(bytes, order: "R\(number)")
        case .notification(let text): try shop.notify(text)
        }
      }
      let found = try shop.ledger.read { db in try StatementStore(db: db).subscription("1000", at: moment)?.holding }
      let place: Comment = "seed \(seed), order \(order): \(told.count) statements"
      #expect(found?.state == expected?.state && found?.access == expected?.access, place)
      #expect(found?.products == expected?.products, place)
      #expect(try shop.ledger.check() == [], place)
    }
  }
}
