import ReceiptKit

/// Up to which moment an app's notifications were read from Apple's notification history.
extension Ledger {
  /// Notifications may appear in the history at any time after their signing. So each request begins this much earlier,
  /// in milliseconds. Repeated notifications are recognised by their `notificationUUID`.
  private static let overlap: Int64 = 24 * 3_600_000
  /// Apple keeps notifications of production for 180 days, and those of the sandbox for 30 (Apple, "Get Notification
  /// History"). An hour is subtracted, because the clocks of both sides differ.
  private var retention: Int64 { (environment == .production ? 180 : 30) * 86_400_000 - 3_600_000 }

  /// Determines which notifications of an app to request: from a day before the newest one that Apple's history had, or
  /// from as far back as Apple keeps them.
  ///
  /// - Returns: the earliest possible signing date of the first missing notification; and the date of the newest
  ///   recorded notification, if Apple no longer keeps all notifications after it.
  /// - Throws: a ``LedgerError``; `.otherApp` if the ledger is not for the app.
  package func notificationsMissing(
    of bundleID: String, now: Instant
  ) throws -> (start: Instant, lostSince: Instant?) {
    try read { db in
      guard try db.namedApps().contains(where: { $0.isSame(as: bundleID) }) else {
        throw LedgerError(.otherApp, "'\(path)' is not for the app \(bundleID)")
      }
      let oldest = Instant(milliseconds: now.milliseconds - retention)
      let text: String? = try db.value("SELECT value FROM ledger WHERE name = ?", [Self.rowName(db, bundleID)])
      guard let text else { return (oldest, nil) }
      guard let number = Int64(text), Instant.storable.contains(number) else {
        throw StoredDamage(text: "it does not say up to when notifications were taken")
      }
      // A moment in the future was stored before the clock was set back.
      let newest = min(Instant(milliseconds: number), now)
      let start = max(oldest, Instant(milliseconds: newest.milliseconds - Self.overlap))
      return (start, newest < oldest ? newest : nil)
    }
  }

  /// Records that all notifications of an app up to a moment were read from Apple's history. The moment is the date of
  /// the newest one, by Apple's clock. Notifications of other servers do not count.
  ///
  /// - Throws: a ``LedgerError``.
  package func tookNotifications(of bundleID: String, until newest: Instant) throws {
    try write { db in
      try db.run(
        "INSERT INTO ledger (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
        [Self.rowName(db, bundleID), String(newest.milliseconds)])
    }
  }

  /// The row of `ledger` with the moment. It names the environment, which can change until something is accepted.
  private static func rowName(_ db: Database, _ bundleID: String) throws -> String {
    "\(try LedgerEnvironment(of: db).rawValue) notifications of \(bundleID)"
  }
}
