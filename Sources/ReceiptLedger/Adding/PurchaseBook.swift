import GRDB
import ReceiptKit

/// Who has which purchase, inside a transaction.
struct PurchaseBook {
  let db: Database

  /// Who has a purchase.
  struct Entry {
    var presentation: Int64?
    var order: String?
    var account: String?
    var at: Instant?
    var device: [UInt8]?
    var state: PurchaseState?
    var refunded: Instant?

    init(_ row: Row) {
      presentation = row["presentation_id"]
      order = row["order_id"]
      account = row["account"]
      at = (row["at"] as Int64?).map { Instant(milliseconds: $0) }
      device = (row["device"] as DatabaseValue).storage.bytes
      state = PurchaseState(rawValue: row["state"])
      refunded = (row["refunded_at"] as Int64?).map { Instant(milliseconds: $0) }
    }

    var holder: Decision.Holder { Decision.Holder(order: order, account: account, at: at) }
  }

  private static let columns = """
    SELECT p.state, p.refunded_at, p.presentation_id, n.order_id, coalesce(n.account, p.account) AS account, n.at, n.device
    FROM purchase p LEFT JOIN presentation n ON n.id = p.presentation_id
    """

  /// Who has a transaction; nobody has what Apple refused.
  func entry(ofTransaction transaction: String) throws -> Entry? {
    try fetch(Self.columns + " WHERE p.transaction_id = ? AND p.state <> 'rejected'", transaction)
  }

  /// Who has a subscription or a product that is kept, by any of its transactions.
  func entry(ofOriginal original: String) throws -> Entry? {
    if let entry = try entry(ofTransaction: original), entry.account != nil { return entry }
    return try fetch(
      Self.columns
        + """
         WHERE p.original_transaction_id = ? AND p.state <> 'rejected'
         ORDER BY p.presentation_id IS NULL, p.account IS NULL LIMIT 1
        """, original)
  }

  /// Whether Apple took a purchase back, whoever has it.
  func isRefunded(_ transaction: String) throws -> Bool {
    try Bool.fetchOne(
      db.cachedStatement(
        sql: "SELECT EXISTS (SELECT 1 FROM purchase WHERE transaction_id = ? AND state = 'refunded')"),
      arguments: [transaction]) ?? false
  }

  /// Gives an account what Apple told of a subscription or kept product before anybody presented any of it. Otherwise a second
  /// account could have a renewal of the first one's subscription.
  ///
  /// - Parameter presentation: the order that has other purchases of it now.
  /// - Returns: the original transactions of which there was something.
  func claimUnclaimed(of presentation: Int64, for account: String) throws -> [String] {
    let originals = try String.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT DISTINCT coalesce(original_transaction_id, transaction_id) FROM purchase
          WHERE presentation_id = ? AND coalesce(product_type, -1) NOT IN (\(Self.rememberedByTransaction))
          """), arguments: [presentation])
    return try originals.sorted().filter { original in
      try db.cachedStatement(
        sql: """
          UPDATE purchase SET account = ?2, state = CASE state WHEN 'unclaimed' THEN 'accepted' ELSE state END
          WHERE (transaction_id = ?1 OR original_transaction_id = ?1) AND presentation_id IS NULL AND account IS NULL
            AND state IN ('unclaimed', 'refunded')
          """
      ).execute(arguments: [original, account])
      return db.changesCount > 0
    }
  }

  /// Takes from an account what Apple told of subscriptions of which it has nothing any more, because Apple refused its order.
  func abandon(familiesOf presentation: Int64) throws {
    try db.cachedStatement(
      sql: """
        UPDATE purchase SET account = NULL, state = CASE state WHEN 'accepted' THEN 'unclaimed' ELSE state END
        WHERE presentation_id IS NULL AND account IS NOT NULL AND coalesce(original_transaction_id, transaction_id) IN (
          SELECT coalesce(q.original_transaction_id, q.transaction_id) FROM purchase q WHERE q.presentation_id = ?1)
        AND NOT EXISTS (
          SELECT 1 FROM purchase h WHERE h.presentation_id IS NOT NULL AND h.state <> 'rejected'
            AND (h.transaction_id = coalesce(purchase.original_transaction_id, purchase.transaction_id)
              OR h.original_transaction_id = coalesce(purchase.original_transaction_id, purchase.transaction_id)))
        """
    ).execute(arguments: [presentation])
  }

  /// Numbers of the kinds of product that a second transaction of is another purchase.
  private static let rememberedByTransaction =
    CustomerRule.all.filter { $0.key == .transaction }.compactMap { $0.productType.map { String($0.rawValue) } }
    .joined(separator: ", ")

  private func fetch(_ sql: String, _ argument: String) throws -> Entry? {
    try Row.fetchOne(db.cachedStatement(sql: sql), arguments: [argument]).map(Entry.init)
  }

  /// Gives a purchase to a presentation, or with `nil` to an account, or to nobody.
  func record(_ purchase: PurchaseRecord, presentation: Int64?, account: String?, state: PurchaseState) throws {
    guard let transaction = purchase.transactionID else { return }
    let original = purchase.originalTransactionID.flatMap { $0 == transaction ? nil : $0 }
    try db.cachedStatement(
      sql: """
        INSERT INTO purchase (transaction_id, original_transaction_id, product_id, product_type, purchased_at, expires_at,
          refunded_at, refund_reason, ownership, presentation_id, account, state)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (transaction_id) DO UPDATE SET
          original_transaction_id = coalesce(excluded.original_transaction_id, original_transaction_id),
          product_type = coalesce(excluded.product_type, product_type),
          expires_at = coalesce(excluded.expires_at, expires_at),
          refunded_at = coalesce(excluded.refunded_at, refunded_at),
          refund_reason = coalesce(excluded.refund_reason, refund_reason),
          presentation_id = excluded.presentation_id, account = excluded.account, state = excluded.state
        """
    ).execute(arguments: [
      transaction, original, purchase.productID, purchase.productType?.rawValue, purchase.purchased?.milliseconds,
      purchase.expires?.milliseconds, purchase.cancelled?.milliseconds, purchase.cancellationReason,
      purchase.ownership == "PURCHASED" ? nil : purchase.ownership, presentation, account, state.rawValue,
    ])
  }
}

extension DatabaseValue.Storage {
  /// The bytes of a BLOB.
  var bytes: [UInt8]? {
    guard case .blob(let data) = self else { return nil }
    return [UInt8](data)
  }
}
