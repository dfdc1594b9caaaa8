import ReceiptKit

/// A subscription that an account has, with its state at a moment according to ``Holdings``. Not only Apple's
/// statements change the state; time does, too.
struct StandingSubscription {
  let original: String
  let account: String?
  let order: String?
  let productID: String?
  let changed: Instant
  let expires: Instant?
  let state: RenewalState

  /// - Parameters:
  ///   - rows: the rows of one subscription and its purchases.
  ///   - row: the first of them.
  private init(_ rows: [StoredRow], _ row: StoredRow, at moment: Instant) throws {
    original = try row["subscription"]
    account = try row["holder"]
    order = try row["order_id"]
    productID = try row["newest_product"]
    changed = try row["changed_at"]
    let hasPurchases = try row["transaction_id"] as String? != nil
    let found = hasPurchases ? try StatementStore.subscription(original, rows, at: moment) : nil
    let state: RenewalState = try found.map { RenewalState($0, at: moment) } ?? row["stored_state"]
    self.state = state
    let storedEnd: Instant? = try row["newest_end"]
    // Without any period, the row is all that is known, and it does not name the end of a running period.
    expires =
      if let found { found.end(in: state, stored: storedEnd, at: moment) } else { state == .active ? nil : storedEnd }
  }

  /// All subscriptions, in the order of their original transactions.
  static func all(_ db: Database, at moment: Instant) throws -> [StandingSubscription] {
    var found: [StandingSubscription] = []
    var rows: [StoredRow] = []
    /// Adds the subscription whose rows were read.
    func finish() throws {
      if let first = rows.first { found.append(try StandingSubscription(rows, first, at: moment)) }
      rows = []
    }
    // Of a settled subscription the stored state counts, so that its purchases are not read.
    let settled = RenewalState.allCases.filter(\.isSettled).map { "'\($0.rawValue)'" }.joined(separator: ", ")
    try db.eachRow(
      """
      SELECT s.original_transaction_id AS subscription, s.account AS holder, s.product_id AS newest_product, \
      s.changed_at,
        s.expires_at AS newest_end, s.state AS stored_state, n.order_id, \(StatementStore.statementColumns)
      FROM subscription s LEFT JOIN presentation n ON n.id = s.presentation_id
        LEFT JOIN purchase p ON \(PurchaseKey.isIn("p", family: "s.original_transaction_id"))
          AND \(PurchaseKey.isOfFamily("p")) AND p.state <> 'rejected' AND s.state NOT IN (\(settled))
        \(StatementStore.joins)
      ORDER BY s.original_transaction_id
      """
    ) { row in
      let original: String = try row["subscription"]
      if let first = rows.first, try first["subscription"] as String != original { try finish() }
      rows.append(row)
    }
    try finish()
    return found
  }
}

extension OrderState {
  private static let restored = "claim c JOIN purchase p ON p.transaction_id = c.transaction_id"
  /// The purchases that a presentation `n` holds and restored, and how many of them Apple took back, as SQL.
  static let holdings = """
    (SELECT count(*) FROM purchase p WHERE p.presentation_id = n.id) AS held,
      (SELECT count(*) FROM purchase p WHERE p.presentation_id = n.id AND p.state = 'refunded') AS held_refunded,
      (SELECT count(*) FROM \(restored) WHERE c.presentation_id = n.id AND c.outcome = 'restored') AS restored,
      (SELECT count(*) FROM \(restored) WHERE c.presentation_id = n.id AND c.outcome = 'restored'
        AND p.state = 'refunded') AS restored_refunded
    """

  /// The word for the state of an order. It is "refunded" if Apple took back everything that the order owns or, if it
  /// owns nothing, everything that it restored.
  static func word(_ row: StoredRow) throws -> String {
    let state: OrderState = try row["state"]
    let held: Int = try row["held"]
    let count: Int = held > 0 ? held : try row["restored"]
    let refunded: Int = try row[held > 0 ? "held_refunded" : "restored_refunded"]
    let canBeRefunded = state == .accepted || state == .verified || state == .rejected
    return canBeRefunded && count > 0 && count == refunded ? PurchaseState.refunded.rawValue : state.rawValue
  }
}
