import GRDB
import ReceiptKit

/// Up to when the notifications of an app were taken from Apple's notification history.
extension Ledger {
  /// Notifications appear in the history at any time after they were signed: each request begins this much earlier, in milliseconds. Those that
  /// come twice are known by their `notificationUUID`.
  private static let overlap: Int64 = 24 * 3_600_000
  /// Apple keeps notifications of production for 180 days, those of the sandbox for 30 (Apple, "Get Notification History"). An hour less,
  /// since the clocks of both sides differ.
  private var kept: Int64 { (environment == .production ? 180 : 30) * 86_400_000 - 3_600_000 }

  /// The moment from which on notifications of an app have to be asked for: a day before the newest of those that were taken in, or as far
  /// back as Apple keeps them.
  ///
  /// - Throws: a ``LedgerError``; `.otherApp` if the ledger is not for the app.
  public func notificationsMissing(of bundleID: String, now: Instant) throws -> Instant {
    try read { db in
      guard try AppTable(db: db).named().contains(where: { $0.isSame(as: bundleID) }) else {
        throw LedgerError(.otherApp, "'\(path)' is not for the app \(bundleID)")
      }
      let oldest = Instant(milliseconds: now.milliseconds - kept)
      let text: String? = try db.value("SELECT value FROM ledger WHERE name = ?", [Self.name(bundleID)])
      guard let text else { return oldest }
      guard let end = Int64(text), Instant.storable.contains(end) else {
        throw StoredDamage(text: "it does not say up to when notifications were taken")
      }
      // A moment in the future was written before the clock was put back.
      return max(oldest, Instant(milliseconds: min(end, now.milliseconds) - Self.overlap))
    }
  }

  /// Records that all notifications of an app up to a moment were taken in: the date of the newest, which is of Apple's clock.
  ///
  /// - Throws: a ``LedgerError``.
  public func tookNotifications(of bundleID: String, until end: Instant) throws {
    try write { db in
      try db.run(
        "INSERT OR REPLACE INTO ledger (name, value) VALUES (?, ?)", [Self.name(bundleID), String(end.milliseconds)])
    }
  }

  private static func name(_ bundleID: String) -> String { "notifications of " + bundleID }
}
