import ReceiptKit

/// The apps of a ledger.
package struct LedgerApps: Sendable {
  /// Bundle identifiers of the apps whose receipts the ledger accepts, in order.
  package var named: [String]
  /// Apps that are not named, although orders were accepted for them. There are none unless an app was removed from the
  /// database by other means.
  ///
  /// For information only: an attacker's app may be among them.
  package var others: [UnnamedApp]
}

extension Ledger {
  /// The apps of the ledger.
  package func apps() throws -> LedgerApps {
    try read { db in LedgerApps(named: try db.namedApps(), others: try db.otherApps()) }
  }

  /// Adds apps whose receipts the ledger accepts from now on.
  ///
  /// - Throws: a ``LedgerError``; `.unusableName` for a text that cannot be a bundle identifier. No app is then added.
  package func add(apps: [String]) throws {
    try LedgerPurpose.check(apps)
    try write { db in
      for app in apps {
        try db.run(
          """
          INSERT INTO app (bundle_id, is_fixed) VALUES (?, 1) ON CONFLICT (bundle_id) DO UPDATE SET is_fixed = 1
          """, [app])
      }
    }
  }
}
