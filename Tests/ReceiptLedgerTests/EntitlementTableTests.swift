import ReceiptKit
import Testing

@testable import ReceiptLedger

/// What an account may use after `ledger notify`, for each status and each transaction and renewal information that can
/// stand in a notification.
///
/// The expectation is written from the facts about `data.status` and from the order in which they decide, as that of
/// the table of Holdings is. A ledger knows more than one notification: the order has the period of days 60 to 90,
/// which Apple signed on day 60.
@Suite("Entitlements: every notification, every status")
struct EntitlementTableTests {
  enum Period: CaseIterable {
    /// Days 90 to 120; the notification is signed on day 100.
    case running
    /// Days 60 to 90: that of the order, signed again.
    case earlier
    case none
  }

  enum Renewal: CaseIterable {
    case none
    /// As Apple writes it beside the status; for a subscription that goes on it names the end of the newest period.
    case plain
    /// Apple fails to charge, and grants access until day 106.
    case grace
  }

  struct Content {
    let number: Int
    let status: Int?
    let period: Period
    let isRevoked: Bool
    let renewal: Renewal

    static let all: [Content] = {
      var all: [Content] = []
      for status in [nil, 1, 2, 3, 4, 5] as [Int?] {
        for period in Period.allCases {
          for isRevoked in period == .none ? [false] : [false, true] {
            for renewal in Renewal.allCases where status != nil || period != .none || renewal != .none {
              all.append(
                Content(number: all.count, status: status, period: period, isRevoked: isRevoked, renewal: renewal))
            }
          }
        }
      }
      return all
    }()

    /// Until which day the account may use it; `nil` for not at all, and 0 where the facts name no day.
    var expected: Int? {
      // 1. Status 5, or every transaction of the running period revoked.
      if status == 5 || period == .running && isRevoked { return nil }
      switch status {
      // 2. Status 4: until the end that Apple names; without one at the longest 28 days after the end of the period.
      case 4?: return period == .running ? 0 : renewal == .grace ? 106 : 90 + 28
      // 3. Status 1: until the newest end known; the transaction may be another period's.
      case 1?: return period == .running || renewal == .plain ? 120 : 0
      // 4.
      case 2?, 3?: return nil
      // 5. No status: the dates of each period. Where Apple's renewal information tells of a later period that the
      //    ledger does not have,
      // it cannot tell: what was granted stays until that ends.
      default:
        if period == .running || renewal == .plain { return 120 }
        if isRevoked { return nil }
        return renewal == .grace ? 106 : nil
      }
    }
  }

  private static func day(_ number: Int) -> Instant {
    Instant(milliseconds: Said.milliseconds("2025-10-10") + Int64(number) * 86_400_000)
  }

  private static func transaction(_ id: String, from start: Int, signed: Int, revoked: Bool = false) -> String {
    Payload.period(
      id, from: day(start).rfc3339, to: day(start + 30).rfc3339, signed: day(signed).rfc3339,
      revoked: revoked ? day(signed).rfc3339 : nil)
  }

  private static let names = ["DID_RENEW", "EXPIRED/VOLUNTARY", "REFUND", "REVOKE", "SOMETHING_NEW", "EXPIRED/NEW"]

  @Test("what the ledger gives is what the facts say, and the type decides nothing", arguments: Content.all)
  func table(_ content: Content) throws {
    let shop = try Shop()
    shop.now = Self.day(61)
    let order = Self.transaction("1000", from: 60, signed: 60)
    #expect(try shop.add(jws: Shop.jws(.transaction, order), order: "S").decision == .accept)
    let (signed, grace) = (Self.day(100).rfc3339, Self.day(106).milliseconds)
    let transaction: String? =
      switch content.period {
      case .running: Self.transaction("1001", from: 90, signed: 100, revoked: content.isRevoked)
      case .earlier: Self.transaction("1000", from: 60, signed: 100, revoked: content.isRevoked)
      case .none: nil
      }
    let plain =
      switch content.status {
      case 3?, 4?: #","isInBillingRetryPeriod":true"#
      case 2?, 5?: #","expirationIntent":2"#
      default: #","renewalDate":\#(Self.day(120).milliseconds)"#
      }
    let renewal: String? =
      switch content.renewal {
      case .none: nil
      case .plain: Payload.renewal(signed: signed, plain)
      case .grace:
        Payload.renewal(signed: signed, #","isInBillingRetryPeriod":true,"gracePeriodExpiresDate":\#(grace)"#)
      }
    // Nothing in it names the subscription.
    guard transaction != nil || renewal != nil else { return }
    let name = Self.names[content.number % Self.names.count]
    shop.now = Self.day(100)
    let taken = try shop.notify(
      Shop.jws(
        .notification,
        Payload.notification(
          name, "A", signed: signed, transaction: transaction, renewal: renewal,
          content.status.map { #","status":\#($0)"# } ?? "")))
    #expect(taken.doubt == nil)
    let found = try shop.ledger.entitlements(of: "jane", at: shop.now).entitlements
    #expect(found.isEmpty == (content.expected == nil), "\(name) \(content) \(found)")
    if let day = content.expected, day > 0 { #expect(found.first?.until == Self.day(day), "\(name) \(content)") }
    #expect(try shop.ledger.check() == [])
  }
}
