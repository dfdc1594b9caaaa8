import ReceiptKit

extension Ledger {
  /// A purchase and its owner.
  package struct OwnedPurchase: Sendable {
    package let purchase: PurchaseRecord
    /// The account; `nil` for a purchase that Apple reported and no account presented.
    package let account: String?
    /// The app of its order or of its subscription's order; `nil` if both are unknown and the ledger is for several
    /// apps.
    package let bundleID: String?
  }

  /// Every purchase except those that Apple refused, as of one moment, oldest first.
  package func ownedPurchases() throws -> [OwnedPurchase] {
    try read { db in
      // Otherwise, rows lost with a damaged page would be missing silently.
      if let damage = try db.connection.damage() { throw storage.damaged(damage) }
      let apps = try db.namedApps()
      let rows = try db.rows(
        """
        SELECT p.*, coalesce(n.account, p.account) AS holder,
          coalesce(r.bundle_id, (SELECT b.bundle_id FROM subscription s JOIN presentation o ON o.id = s.presentation_id
            JOIN receipt b ON b.id = o.receipt_id WHERE s.original_transaction_id = \(PurchaseKey.family("p")))) AS app
        FROM purchase p LEFT JOIN presentation n ON n.id = p.presentation_id LEFT JOIN receipt r ON r.id = n.receipt_id
        WHERE p.state <> 'rejected' ORDER BY p.purchased_at NULLS FIRST, p.transaction_id
        """)
      return try rows.map { row in
        OwnedPurchase(
          purchase: try PurchaseRecord(row), account: try row["holder"],
          bundleID: try row["app"] ?? (apps.count == 1 ? apps[0] : nil))
      }
    }
  }
}
