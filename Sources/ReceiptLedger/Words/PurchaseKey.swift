import ReceiptKit

/// The key of a purchase and its account, as SQL. ``CustomerRule/key`` alone determines the key.
///
/// All queries for the purchases of one original transaction use these conditions, in decisions on a presentation and
/// in checks of a file.
enum PurchaseKey {
  /// Whether a row of `purchase` is grouped with the other rows of its original transaction.
  ///
  /// Consumables and non-renewing subscriptions are not: each of their transactions is a separate purchase, whatever
  /// its original transaction.
  static func isOfFamily(_ row: String) -> String {
    "coalesce(\(row).product_type, -1) NOT IN (\(byTransaction))"
  }

  /// The original transaction of a row.
  static func family(_ row: String) -> String { "coalesce(\(row).original_transaction_id, \(row).transaction_id)" }

  /// Whether a row belongs to this original transaction, as ``family(_:)`` groups them, in expressions for which there
  /// are indexes.
  ///
  /// If the transaction of a row is this original transaction, but the row names another one as its original, the row
  /// belongs to that other one.
  static func isIn(_ row: String, family: String) -> String {
    """
    (\(row).original_transaction_id = \(family)
      OR \(row).transaction_id = \(family) AND \(row).original_transaction_id IS NULL)
    """
  }

  /// Whether a row belongs to an account: through its order, or because Apple reported it.
  static func isHeld(_ row: String, by account: String) -> String {
    """
    CASE WHEN \(row).presentation_id IS NULL THEN \(row).account = \(account)
      ELSE \(row).presentation_id IN (SELECT id FROM presentation WHERE account = \(account)) END
    """
  }

  /// Numbers of the kinds of product for which every transaction is a separate purchase.
  private static let byTransaction =
    CustomerRule.all.filter { $0.key == .transaction }.compactMap { $0.productType.map { String($0.rawValue) } }
    .joined(separator: ", ")
}
