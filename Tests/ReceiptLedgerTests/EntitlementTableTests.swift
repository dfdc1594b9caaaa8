import ReceiptKit
import TestSupport
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
  private static func day(_ number: Int64) -> Instant {
    Instant(milliseconds: Said.milliseconds("2025-10-10") + number * 86_400_000)
  }

  private static func transaction(_ id: String, from start: Int64, signed: Int64, revoked: Bool = false) -> String {
    Payload.period(
      id, from: day(start).rfc3339, to: day(start + 30).rfc3339, signed: day(signed).rfc3339,
      revoked: revoked ? day(signed).rfc3339 : nil)
  }

  private static let names = ["DID_RENEW", "EXPIRED/VOLUNTARY", "REFUND", "REVOKE", "SOMETHING_NEW", "EXPIRED/NEW"]

  @Test("what the ledger gives is what the facts say, and the type decides nothing", arguments: NotificationContent.all)
  func table(_ content: NotificationContent) throws {
    let shop = try Shop()
    shop.now = Self.day(61)
    let order = Self.transaction("1000", from: 60, signed: 60)
    #expect(try shop.add(jws: Shop.jws(.transaction, order), order: "S").decision == .accept)
    let signed = Self.day(100).rfc3339
    let transaction: String? =
      switch content.period {
      case .running: Self.transaction("1001", from: 90, signed: 100, revoked: content.isRevoked)
      case .earlier: Self.transaction("1000", from: 60, signed: 100, revoked: content.isRevoked)
      case .none: nil
      }
    let renewal = content.renewalMembers { Self.day($0).milliseconds }.map { Payload.renewal(signed: signed, $0) }
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

extension NotificationContent {
  /// Until which day the account may use it; `nil` for not at all, and 0 where the facts name no day.
  fileprivate var expected: Int64? {
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
    //    ledger does not have, it cannot tell: what was granted stays until that ends.
    default:
      if period == .running || renewal == .plain { return 120 }
      if isRevoked { return nil }
      return renewal == .grace ? 106 : nil
    }
  }
}
