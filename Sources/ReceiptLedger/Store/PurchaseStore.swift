import ReceiptKit

/// The owners of purchases, inside a transaction.
struct PurchaseStore {
  let db: Database

  /// The owner of a purchase: an order and an account.
  struct Entry {
    var presentation: Int64?
    /// The order; `nil` if Apple reported a renewal that was never presented.
    var order: String?
    var account: String?
    /// When the receipt was presented.
    var at: Instant?
    var device: [UInt8]?
    var state: PurchaseState
    /// The kind of product, if anything said so.
    var productType: ProductType?

    /// - Throws: ``StoredDamage``, also if the owner of a purchase is missing: the purchase must never be treated as
    ///   unclaimed.
    init(_ row: StoredRow) throws {
      presentation = try row["presentation_id"]
      state = try row["state"]
      productType = (try row["product_type"] as Int64?).flatMap { ProductType(rawValue: $0) }
      device = try row["device"]
      if presentation != nil {
        order = try row.name("order_id")
        account = try row.name("account")
        at = try row["at"] as Instant
      } else {
        account = try row["account"] as String? == nil ? nil : row.name("account")
        guard account != nil || state == .unclaimed || state == .refunded else {
          throw StoredDamage(text: "a purchase is \(state.rawValue), and nothing says who has it")
        }
      }
    }
  }

  /// Selects owners; the conditions follow.
  private static let selection = """
    SELECT p.state, p.product_type, p.presentation_id, n.order_id,
      coalesce(n.account, p.account) AS account, n.at, n.device
    FROM purchase p LEFT JOIN presentation n ON n.id = p.presentation_id
    """

  /// The owner of a transaction. Purchases that Apple refused have no owner.
  func entry(ofTransaction transaction: String) throws -> Entry? {
    // Each of the two spares a query. `unknown` was looked up in all tables and in the index that is asked below;
    // `isAbsent` only means that a query of `purchase` has just found no row.
    if db.unknown.contains(transaction: transaction) { return nil }
    if !db.isAbsent(transaction), let entry = try fetch(Self.selection + " WHERE p.transaction_id = ?", transaction) {
      return entry.state == .rejected ? nil : entry
    }
    if try db.connection.hasLost(purchase: transaction) {
      throw StoredDamage(text: "the purchase \(transaction) is in an index and not in its table")
    }
    return nil
  }

  /// The owner of a subscription or non-consumable product, found by any of its transactions.
  func entry(ofOriginal original: String) throws -> Entry? {
    if db.unknown.contains(transaction: original) { return nil }
    let isOfFamily = " AND p.state <> 'rejected' AND \(PurchaseKey.isOfFamily("p"))"
    // A purchase with an order comes before a purchase that Apple only reported.
    let order = """
       ORDER BY p.presentation_id IS NULL, p.account IS NULL, p.original_transaction_id IS NOT NULL, p.transaction_id \
       LIMIT 1
      """
    let isIn = " WHERE \(PurchaseKey.isIn("p", family: "?1"))"
    let named = try fetch(Self.selection + isIn + isOfFamily + order, original)
    guard named?.account == nil else { return named }
    // A subscription that continues this one under another original transaction may have been recorded first.
    return try fetch(Self.selection + " WHERE p.previous_transaction_id = ?" + isOfFamily + order, original) ?? named
  }

  /// The owner of the subscription or non-consumable product that a purchase belongs to, or of the subscription that it
  /// continues under another original transaction. `nil` for kinds of products where every transaction is a separate
  /// purchase.
  func family(of purchase: PurchaseRecord) throws -> Entry? {
    guard CustomerRule.of(purchase).key == .originalTransaction, let transaction = purchase.transactionID else {
      return nil
    }
    let entry = try entry(ofOriginal: purchase.originalTransactionID ?? transaction)
    guard entry?.account == nil, let previous = purchase.previousOriginalTransactionID else { return entry }
    return try self.entry(ofOriginal: previous) ?? entry
  }

  /// An order that was refused because of a refund, and its account.
  struct RefusedOrder {
    let presentation: Int64
    let account: String
  }

  /// Marks that an order asked for a refunded purchase that no account has, so that the order's account gets it if
  /// Apple reverses the refund.
  ///
  /// The mark is a claim whose holder is its own order.
  func remember(_ purchase: PurchaseRecord, refusedTo presentation: Int64) throws {
    let rule = CustomerRule.of(purchase)
    let isCopied = rule.key == .originalTransaction && !rule.renews
    // Apple may have refunded the original of a restored copy.
    for name in Set([purchase.transactionID, isCopied ? purchase.originalTransactionID : nil].compactMap(\.self)) {
      try db.change(
        Self.marking + " WHERE p.transaction_id = ?2" + Self.isRefundedAndFree + Self.marked, [presentation, name])
    }
  }

  /// Marks the same for the refunded purchases that an order had while it waited for Apple.
  func rememberRefunded(of presentation: Int64) throws {
    try db.change(
      Self.marking + " WHERE p.presentation_id = ?1 AND p.state = 'refunded'" + Self.marked, [presentation])
  }

  private static let marking = """
    INSERT INTO claim (transaction_id, presentation_id, outcome, holder_id)
    SELECT p.transaction_id, n.id, '\(PurchaseOutcome.refunded.rawValue)', n.id
    FROM purchase p JOIN presentation n ON n.id = ?1
    """
  private static let isRefundedAndFree = """
     AND p.state = 'refunded' AND p.presentation_id IS NULL AND p.account IS NULL
    """
  /// The order may have a claim on the purchase already, which then becomes the mark.
  private static let marked = """
     ON CONFLICT (transaction_id, presentation_id) DO UPDATE SET holder_id = excluded.holder_id
    """

  /// Removes the marks of an order whose receipt Apple refused.
  func forgetRefused(of presentation: Int64) throws {
    try db.run("UPDATE claim SET holder_id = NULL WHERE presentation_id = ?1 AND holder_id = ?1", [presentation])
  }

  /// The first order that asked for a refunded purchase, or for a refunded period of a subscription.
  func refusedOrder(for purchase: PurchaseRecord) throws -> RefusedOrder? {
    guard let transaction = purchase.transactionID else { return nil }
    let isOfFamily = CustomerRule.of(purchase).key == .originalTransaction
    let family = isOfFamily ? purchase.originalTransactionID ?? transaction : transaction
    let row = try db.row(
      """
      SELECT n.id, n.account FROM purchase p JOIN claim c ON c.transaction_id = p.transaction_id
        JOIN presentation n ON n.id = c.presentation_id
      WHERE (p.transaction_id = ?1 OR \(PurchaseKey.isIn("p", family: "?2")) AND \(PurchaseKey.isOfFamily("p")))
        AND c.holder_id = c.presentation_id AND n.state <> 'pending'
      ORDER BY n.id LIMIT 1
      """, [transaction, family])
    return try row.map { RefusedOrder(presentation: try $0["id"], account: try $0.name("account")) }
  }

  /// Gives periods of a subscription that Apple reported and no account has to the account whose order asked for a
  /// refunded one.
  ///
  /// - Parameter purchase: a period of the subscription.
  /// - Returns: the order; `nil` if there is none, or nothing to give.
  func giveUnclaimed(of purchase: PurchaseRecord) throws -> RefusedOrder? {
    guard CustomerRule.of(purchase).renews, let original = purchase.originalTransactionID ?? purchase.transactionID,
      let order = try refusedOrder(for: purchase)
    else { return nil }
    let isFree = """
      \(PurchaseKey.isIn("purchase", family: "?1")) AND presentation_id IS NULL AND account IS NULL
        AND \(PurchaseKey.isOfFamily("purchase"))
      """
    let accepted = try db.run(
      "UPDATE purchase SET account = ?2, state = 'accepted' WHERE \(isFree) AND state = 'unclaimed'",
      [original, order.account])
    guard accepted > 0 else { return nil }
    try db.run("UPDATE purchase SET account = ?2 WHERE \(isFree) AND state = 'refunded'", [original, order.account])
    return order
  }

  /// Whether an order had a purchase that was transferred to another account since.
  func wasTransferred(_ transaction: String) throws -> Bool {
    try db.isTrue(
      "SELECT EXISTS (SELECT 1 FROM claim WHERE transaction_id = ? AND outcome = ?)",
      [transaction, PurchaseOutcome.transferred])
  }

  /// Whether Apple refunded a purchase, with or without an owner.
  func isRefunded(_ transaction: String) throws -> Bool {
    if db.unknown.contains(transaction: transaction) { return false }
    return try db.value("SELECT state FROM purchase WHERE transaction_id = ?", [transaction]) == PurchaseState.refunded
  }

  /// Gives a purchase that has no order, because Apple reported it, to an order; if that is `nil`, to an account.
  ///
  /// Its kind and original transaction replace earlier values, because the owner was looked up by these.
  ///
  /// - Returns: the original transaction that the purchase had before, if that was a different one; `nil` also for a
  ///   purchase that is not stored.
  @discardableResult
  func assign(
    _ purchase: PurchaseRecord, presentation: Int64?, account: String?, order: OrderState?
  ) throws -> String? {
    guard let transaction = purchase.transactionID,
      let row = try db.row("SELECT * FROM purchase WHERE transaction_id = ?", [transaction])
    else { return nil }
    let known = try PurchaseRecord(row)
    let original = purchase.originalTransactionID ?? transaction
    try db.run(
      """
      UPDATE purchase SET original_transaction_id = ?2, product_type = coalesce(?3, product_type), presentation_id = ?4,
        account = ?5, state = ?6 WHERE transaction_id = ?1
      """,
      [
        transaction, original == transaction ? nil : original, purchase.productType?.rawValue, presentation, account,
        PurchaseState(known, order: order, account: account),
      ])
    return known.originalTransactionID == original ? nil : known.originalTransactionID
  }

  /// The purchases of a subscription or kept product, except those that Apple refused.
  func rows(ofFamily original: String) throws -> [StoredRow] {
    try db.rows(
      """
      SELECT p.* FROM purchase p WHERE \(PurchaseKey.isIn("p", family: "?1")) AND \(PurchaseKey.isOfFamily("p"))
        AND p.state <> 'rejected' ORDER BY p.transaction_id
      """, [original])
  }

  /// Gives purchases and their subscription to an account, without an order. The earlier orders keep a record of them.
  ///
  /// - Returns: whether a subscription was transferred.
  @discardableResult
  func transfer(_ rows: [StoredRow], of original: String?, to account: String) throws -> Bool {
    // The order of a subscription stands for its renewals, which have none of their own.
    let subscriptionOrder: Int64? = try original.flatMap { original in
      try db.value("SELECT presentation_id FROM subscription WHERE original_transaction_id = ?", [original])
    }
    for row in rows {
      let purchase = try PurchaseRecord(row)
      if let presentation = try row["presentation_id"] as Int64? ?? subscriptionOrder {
        try db.run(
          "INSERT INTO claim (transaction_id, presentation_id, outcome) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
          [purchase.transactionID, presentation, PurchaseOutcome.transferred])
      }
      try assign(purchase, presentation: nil, account: account, order: nil)
    }
    return try db.run(
      """
      UPDATE subscription SET account = ?2, presentation_id = NULL, receipt_id = NULL WHERE original_transaction_id = ?1
      """, [original, account]) > 0
  }

  /// Gives an account the purchases of a subscription or non-consumable that Apple reported earlier and that were never
  /// presented.
  ///
  /// Otherwise a second account could claim a renewal of the first one's subscription.
  ///
  /// - Parameter presentation: the order that now owns other purchases of the same subscription or product.
  /// - Returns: the original transactions of these purchases.
  @discardableResult
  func claimUnclaimed(of presentation: Int64, for account: String) throws -> [String] {
    let originals: [String] = try db.values(
      """
      SELECT DISTINCT \(PurchaseKey.family("p")) FROM purchase p
      WHERE p.presentation_id = ? AND \(PurchaseKey.isOfFamily("p"))
      """, [presentation])
    return try originals.sorted().filter { original in
      try db.run(
        """
        UPDATE purchase SET account = ?2, state = CASE state WHEN 'unclaimed' THEN 'accepted' ELSE state END
        WHERE \(PurchaseKey.isIn("purchase", family: "?1")) AND presentation_id IS NULL AND account IS NULL
          AND state IN ('unclaimed', 'refunded') AND \(PurchaseKey.isOfFamily("purchase"))
        """, [original, account]) > 0
    }
  }

  /// Removes reported periods of subscriptions from an account after Apple refused its order.
  ///
  /// Accounts that own another purchase of the subscription keep its periods.
  func abandon(familiesOf presentation: Int64) throws {
    try db.run(
      """
      UPDATE purchase SET account = NULL, state = CASE state WHEN 'accepted' THEN 'unclaimed' ELSE state END
      WHERE presentation_id IS NULL AND account IS NOT NULL AND \(PurchaseKey.isOfFamily("purchase"))
        AND \(PurchaseKey.family("purchase")) IN (
          SELECT \(PurchaseKey.family("q")) FROM purchase q
          WHERE q.presentation_id = ?1 AND \(PurchaseKey.isOfFamily("q")))
        AND NOT EXISTS (
          SELECT 1 FROM purchase h
          WHERE h.presentation_id IS NOT NULL AND h.state <> 'rejected' AND \(PurchaseKey.isOfFamily("h"))
            AND \(PurchaseKey.isIn("h", family: PurchaseKey.family("purchase"))))
      """, [presentation])
  }

  private func fetch(_ sql: String, _ argument: String) throws -> Entry? {
    try db.row(sql, [argument]).map(Entry.init)
  }
}
