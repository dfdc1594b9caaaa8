import ReceiptKit

extension Ledger {
  /// Names of the columns of ``exportPurchases(_:)``, in order.
  package static let purchaseColumns = [
    "transaction_id", "original_transaction_id", "product_id", "product_type", "state", "order", "account",
    "presented_at", "purchased_at", "expires_at", "refunded_at", "refund_reason", "ownership", "receipt_sha256",
    "bundle_id",
  ]
  /// Names of the columns of ``exportOrders(_:)``, in order.
  package static let orderColumns = [
    "order", "account", "presented_at", "decision", "state", "repeats", "receipt_sha256", "bundle_id", "environment",
  ]

  /// Passes on every purchase with its owner, all as of one moment.
  package func exportPurchases(_ take: ([String?]) throws -> Void) throws {
    try export(
      """
      SELECT p.transaction_id, coalesce(p.original_transaction_id, p.transaction_id), p.product_id, \
      CAST(p.product_type AS TEXT), p.state,
        n.order_id, coalesce(n.account, p.account), n.at AS t1, p.purchased_at AS t2, p.expires_at AS t3, \
        p.refunded_at AS t4,
        CAST(p.refund_reason AS TEXT), p.ownership, lower(hex(r.sha256)), r.bundle_id
      FROM purchase p LEFT JOIN presentation n ON n.id = p.presentation_id LEFT JOIN receipt r ON r.id = n.receipt_id
      ORDER BY p.transaction_id
      """, times: [7, 8, 9, 10]
    ) { values, _ in try take(values) }
  }

  /// Passes on every presentation, oldest first, as of one moment.
  package func exportOrders(_ take: ([String?]) throws -> Void) throws {
    try export(
      """
      SELECT n.order_id, n.account, n.at, n.decision, n.state, CAST(n.repeats AS TEXT), lower(hex(r.sha256)), \
      r.bundle_id, r.environment,
        \(OrderState.holdings)
      FROM presentation n JOIN receipt r ON r.id = n.receipt_id ORDER BY n.id
      """, times: [2], Self.orderColumns.count
    ) { values, row in
      var values = values
      // The fifth column is the state.
      values[4] = try OrderState.word(row)
      try take(values)
    }
  }

  /// - Parameters:
  ///   - times: the places of the columns that hold moments.
  ///   - count: the number of columns to pass on; `nil` for all.
  private func export(
    _ sql: String, times: Set<Int>, _ count: Int? = nil, _ take: ([String?], StoredRow) throws -> Void
  ) throws {
    try read { db in
      // Otherwise, rows lost with a damaged page would be missing silently, or appear without an owner.
      if let damage = try db.connection.damage() { throw storage.damaged(damage) }
      try db.eachRow(sql) { row in
        let values = try (0..<(count ?? row.count)).map { index in
          times.contains(index) ? (try row[index] as Instant?)?.rfc3339 : try row[index] as String?
        }
        try take(values, row)
      }
    }
  }
}
