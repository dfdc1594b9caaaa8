import ReceiptKit

/// The key of a purchase, as SQL: ``CustomerRule/key``, which alone decides.
///
/// All queries for the purchases of one original transaction use these, in decisions on a presentation and in checks of
/// a file.
enum PurchaseKey {
  /// Whether a row of `purchase` belongs to those of its original transaction.
  ///
  /// Consumables and non-renewing subscriptions do not: each of their transactions is a separate purchase, regardless
  /// of its original transaction.
  static func isOfFamily(_ row: String) -> String {
    "coalesce(\(row).product_type, -1) NOT IN (\(byTransaction))"
  }

  /// The original transaction of a row.
  static func family(_ row: String) -> String { "coalesce(\(row).original_transaction_id, \(row).transaction_id)" }

  /// Whether a row belongs to this original transaction, as ``family(_:)`` groups them, in terms that the indexes know.
  ///
  /// If the transaction of a row is this original transaction, but the row names another as its own original, it
  /// belongs to that other one.
  static func isIn(_ row: String, family: String) -> String {
    """
    (\(row).original_transaction_id = \(family)
      OR \(row).transaction_id = \(family) AND \(row).original_transaction_id IS NULL)
    """
  }

  /// Numbers of the kinds of product for which a second transaction is another purchase.
  private static let byTransaction =
    CustomerRule.all.filter { $0.key == .transaction }.compactMap { $0.productType.map { String($0.rawValue) } }
    .joined(separator: ", ")
}
