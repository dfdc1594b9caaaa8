import ReceiptKit

/// What a purchase is remembered by, as SQL: ``CustomerRule/key``, which alone decides. Whoever asks for the purchases of one original
/// transaction, to decide about a presentation or to check a file, asks with these.
enum PurchaseKey {
  /// Whether a row of `purchase` belongs to those of its original transaction. A consumable does not, and a non-renewing subscription
  /// does not: each of their transactions is a purchase of its own, whatever its original one is called.
  static func isOfFamily(_ row: String) -> String {
    "coalesce(\(row).product_type, -1) NOT IN (\(byTransaction))"
  }

  /// The original transaction of a row.
  static func family(_ row: String) -> String { "coalesce(\(row).original_transaction_id, \(row).transaction_id)" }

  /// Whether a row is one of this original transaction, as ``family(_:)`` groups them, in terms that the indexes know. A row that bears
  /// the name of the original transaction, and names another as its own original, belongs to that one.
  static func isIn(_ row: String, family: String) -> String {
    """
    (\(row).original_transaction_id = \(family)
      OR \(row).transaction_id = \(family) AND \(row).original_transaction_id IS NULL)
    """
  }

  /// Numbers of the kinds of product that a second transaction of is another purchase.
  private static let byTransaction =
    CustomerRule.all.filter { $0.key == .transaction }.compactMap { $0.productType.map { String($0.rawValue) } }
    .joined(separator: ", ")
}
