import ReceiptKit

/// The apps of a ledger, inside a transaction.
struct AppTable {
  let db: Database

  /// The bundle identifiers of the apps that the ledger accepts, in order.
  func named() throws -> [String] {
    try db.values("SELECT bundle_id FROM app ORDER BY bundle_id")
  }

  /// Apps that are not named although receipts of them were accepted: ledgers of the first version accepted any app.
  func others() throws -> [LedgerApps.Other] {
    try db.rows(
      """
      SELECT r.bundle_id, count(*) AS orders FROM presentation n JOIN receipt r ON r.id = n.receipt_id
      WHERE n.decision IN ('accept', 'pending') AND r.bundle_id IS NOT NULL
        AND r.bundle_id NOT IN (SELECT bundle_id FROM app)
      GROUP BY r.bundle_id ORDER BY count(*) DESC, r.bundle_id LIMIT 1000
      """
    ).map { row in LedgerApps.Other(bundleID: try row["bundle_id"], orders: try row["orders"]) }
  }

  func add(_ apps: [String]) throws {
    for app in apps {
      try db.run(
        "INSERT INTO app (bundle_id, is_fixed) VALUES (?, 1) ON CONFLICT (bundle_id) DO UPDATE SET is_fixed = 1", [app])
    }
  }
}

/// The apps of a ledger.
package struct LedgerApps: Equatable, Sendable {
  /// An app that is not named, although receipts of it were accepted.
  package struct Other: Equatable, Sendable {
    /// The bundle identifier of the app.
    package var bundleID: String
    /// The number of orders with receipts of the app that were accepted or waited for Apple.
    package var orders: Int
  }

  /// Bundle identifiers of the apps whose receipts the ledger accepts, in order.
  package var named: [String]
  /// Apps that are not named. Their receipts were accepted before naming apps was required.
  ///
  /// For information only: an attacker's app may be among them.
  package var others: [Other]
}
