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
  /// The start of the state, by the clock.
  let at: Instant?
  /// The end, for a subscription; the time of the next request to Apple, for pending orders.
  let until: Instant?
}

/// The states that a list can be filtered by. Raw values are those of `--state`.
package enum ListedState: String, CaseIterable, Sendable {
  /// Of orders.
  case pending, accepted, verified, rejected, replay
  /// Of purchases.
  case refunded, unclaimed
  /// Of subscriptions.
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
  /// The rows in a state, the newest first; with `nil` the newest presentations.
  ///
  /// - Parameter now: the moment for which subscriptions are active or lapsed.
  package func list(_ state: ListedState?, limit: Int, now: Instant) throws -> [ListedItem] {
    try read { db in
      switch state?.kind ?? .order {
      case .order:
        try db.rows(
          """
          SELECT n.id, n.order_id, n.account, \(DerivedState.order) AS state, n.at, t.due_at,
            (SELECT CASE WHEN count(*) = 1 THEN max(p.transaction_id) END FROM purchase p WHERE p.presentation_id = n.id)
              AS transaction_id,
            (SELECT CASE WHEN count(DISTINCT p.product_id) = 1 THEN max(p.product_id) END FROM purchase p
              WHERE p.presentation_id = n.id) AS product_id
          FROM presentation n LEFT JOIN task t ON t.presentation_id = n.id
          \(state == nil ? "WHERE ?1 IS NULL" : "WHERE \(DerivedState.order) = ?1") ORDER BY n.id DESC LIMIT ?2
          """, [state?.rawValue, limit]
        ).map { try Self.item(.order, $0, at: "at", until: "due_at") }
      case .purchase:
        try db.rows(
          """
          SELECT p.state, p.product_id, p.transaction_id, p.purchased_at, p.refunded_at, p.expires_at, n.order_id,
            coalesce(n.account, p.account) AS account FROM purchase p
            LEFT JOIN presentation n ON n.id = p.presentation_id
          WHERE p.state = ? AND p.state NOT IN ('accepted', 'verified')
          ORDER BY coalesce(p.refunded_at, p.purchased_at) DESC NULLS LAST, p.transaction_id LIMIT ?
          """, [state?.rawValue, limit]
        ).map {
          try Self.item(.purchase, $0, at: state == .refunded ? "refunded_at" : "purchased_at", until: "expires_at")
        }
      case .subscription:
        try db.rows(
          """
          SELECT \(DerivedState.subscription("?3")) AS state, s.account, s.product_id, s.changed_at, s.expires_at,
            s.original_transaction_id AS transaction_id, n.order_id
          FROM subscription s LEFT JOIN presentation n ON n.id = s.presentation_id
          WHERE \(DerivedState.subscription("?3")) = ?1 ORDER BY s.expires_at DESC NULLS LAST, s.original_transaction_id LIMIT ?2
          """, [state?.rawValue, limit, now.milliseconds]
        ).map { try Self.item(.subscription, $0, at: "changed_at", until: "expires_at") }
      }
    }
  }

  private static func item(_ kind: ListedItem.Kind, _ row: StoredRow, at: String, until: String) throws -> ListedItem {
    ListedItem(
      kind: kind, state: try row["state"], order: try row["order_id"], account: try row["account"],
      productID: try row["product_id"], transactionID: try row["transaction_id"], at: try row[at],
      until: try row[until])
  }
}
