import ReceiptKit

/// One row of a list: an order, a purchase or a subscription, with its state.
package struct ListedItem: Sendable {
  /// The kind of the row. Raw values are stable and appear in JSON output.
  enum Kind: String, CaseIterable, Sendable {
    /// A presentation.
    case order
    /// A purchase without an order, or one that was refunded.
    case purchase
    case subscription
  }

  let kind: Kind
  let state: String
  let order: String?
  let account: String?
  let productID: String?
  /// The transaction, or the original transaction of a subscription.
  let transactionID: String?
  /// When the state began, by the clock.
  let at: Instant?
  /// The end, for a subscription; the time of the next request to Apple, for pending orders.
  let until: Instant?
}

/// The states that a list can be filtered by. Raw values are those of `--state`.
package enum ListedState: String, CaseIterable, Sendable {
  /// The states of orders.
  case pending, accepted, verified, rejected, replay
  /// The states of purchases.
  case refunded, unclaimed
  /// The states of subscriptions.
  case active, lapsed, gracePeriod = "grace_period", billingRetry = "billing_retry", expired

  fileprivate var kind: ListedItem.Kind {
    switch self {
    case .pending, .accepted, .verified, .rejected, .replay: .order
    case .refunded, .unclaimed: .purchase
    case .active, .lapsed, .gracePeriod, .billingRetry, .expired: .subscription
    }
  }
}

extension Ledger {
  /// The rows in a state, the newest first; for `nil`, the newest presentations.
  ///
  /// - Parameter now: the moment for which subscriptions are active or lapsed.
  package func list(_ state: ListedState?, limit: Int, now: Instant) throws -> [ListedItem] {
    try read { db in
      switch state?.kind ?? .order {
      case .order:
        try Self.orders(db, state, limit)
      case .purchase:
        // The second condition is always true here: it is that of the index of unsettled purchases, which is used only
        // by a query that contains it.
        try db.rows(
          """
          SELECT p.state, p.product_id, p.transaction_id, p.purchased_at, p.refunded_at, p.expires_at, n.order_id,
            coalesce(n.account, p.account) AS account FROM purchase p
            LEFT JOIN presentation n ON n.id = p.presentation_id
          WHERE p.state = ? AND p.state NOT IN ('accepted', 'verified')
          ORDER BY coalesce(p.refunded_at, p.purchased_at) DESC NULLS LAST, p.transaction_id LIMIT ?
          """, [state?.rawValue, limit]
        ).map {
          try Self.item(
            .purchase, $0, state: $0["state"], atColumn: state == .refunded ? "refunded_at" : "purchased_at",
            untilColumn: "expires_at")
        }
      case .subscription:
        // The latest end comes first. Subscriptions with the same end stay in the order of their original transactions.
        try StandingSubscription.all(db, at: now).filter { $0.state.rawValue == state?.rawValue }
          .enumerated().sorted { left, right in
            let ends = [left, right].map { $0.element.expires?.milliseconds ?? .min }
            return ends[0] == ends[1] ? left.offset < right.offset : ends[0] > ends[1]
          }
          .prefix(limit).map { _, one in
            ListedItem(
              kind: .subscription, state: one.state.rawValue, order: one.order, account: one.account,
              productID: one.productID, transactionID: one.original, at: one.changed, until: one.expires)
          }
      }
    }
  }

  /// The newest orders in a state.
  ///
  /// A stored state differs from its word if Apple refunded the order (``OrderState/word(_:)``). So rows are read until
  /// enough of them have the word.
  private static func orders(_ db: Database, _ state: ListedState?, _ limit: Int) throws -> [ListedItem] {
    var found: [ListedItem] = []
    var last = Int64.max
    while found.count < limit {
      let rows = try db.rows(
        """
        SELECT n.id, n.order_id, n.account, n.state, n.at, t.due_at, \(OrderState.holdings),
          (SELECT CASE WHEN count(*) = 1 THEN max(p.transaction_id) END FROM purchase p WHERE p.presentation_id = n.id)
            AS transaction_id,
          (SELECT CASE WHEN count(DISTINCT p.product_id) = 1 THEN max(p.product_id) END FROM purchase p
            WHERE p.presentation_id = n.id) AS product_id
        FROM presentation n LEFT JOIN task t ON t.presentation_id = n.id
        WHERE \(state == nil ? "?1 IS NULL" : "n.state = ?1") AND n.id < ?2 ORDER BY n.id DESC LIMIT ?3
        """, [state?.rawValue, last, limit])
      found += try rows.map { row in
        try item(.order, row, state: OrderState.word(row), atColumn: "at", untilColumn: "due_at")
      }.filter { state == nil || $0.state == state?.rawValue }
      guard rows.count == limit, let row = rows.last else { break }
      last = try row["id"]
    }
    return Array(found.prefix(limit))
  }

  private static func item(
    _ kind: ListedItem.Kind, _ row: StoredRow, state: String, atColumn: String, untilColumn: String
  ) throws -> ListedItem {
    ListedItem(
      kind: kind, state: state, order: try row["order_id"], account: try row["account"],
      productID: try row["product_id"], transactionID: try row["transaction_id"], at: try row[atColumn],
      until: try row[untilColumn])
  }
}
