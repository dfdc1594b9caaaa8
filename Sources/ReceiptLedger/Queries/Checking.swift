import ReceiptKit

/// A flaw found by `ledger check`.
package struct LedgerFlaw: Equatable, Sendable {
  /// The broken rule; its name is stable.
  package var rule: String
  /// The violation.
  package var text: String
}

extension Ledger {
  /// The invariants, as queries for violations.
  private static let invariants: [(rule: String, text: String, sql: String)] = [
    (
      "one_account", "a subscription or kept product has purchases of two accounts",
      """
      SELECT \(PurchaseKey.family("p")) FROM purchase p LEFT JOIN presentation n ON n.id = p.presentation_id
      WHERE p.state <> 'rejected' AND \(PurchaseKey.isOfFamily("p")) AND coalesce(n.account, p.account) IS NOT NULL
      GROUP BY 1 HAVING count(DISTINCT coalesce(n.account, p.account)) > 1
      """
    ),
    (
      "accepted_has_purchases", "an order was accepted, and nothing is written down for it",
      """
      SELECT n.order_id FROM presentation n WHERE n.decision IN ('accept', 'pending') AND n.state <> 'rejected'
        AND NOT EXISTS (SELECT 1 FROM purchase p WHERE p.presentation_id = n.id)
        AND NOT EXISTS (SELECT 1 FROM claim c WHERE c.presentation_id = n.id AND c.outcome <> 'refunded')
      """
    ),
    (
      "purchase_has_good_order", "a purchase belongs to an order that was not accepted",
      """
      SELECT p.transaction_id FROM purchase p JOIN presentation n ON n.id = p.presentation_id
      WHERE p.state IN ('accepted', 'verified', 'pending') AND n.state IN ('rejected', 'replay')
      """
    ),
    (
      "pending_has_task", "an order waits for Apple, and no task will ask",
      """
      SELECT n.order_id FROM presentation n JOIN receipt r ON r.id = n.receipt_id LEFT JOIN task t ON \
      t.presentation_id = n.id
      WHERE n.state = 'pending' AND (t.id IS NULL OR r.body IS NULL) AND NOT EXISTS (
        SELECT 1 FROM claim c JOIN presentation h ON h.id = c.holder_id
        WHERE c.presentation_id = n.id AND h.state = 'pending')
      """
    ),
    (
      "task_is_pending", "Apple would be asked about an order that is settled",
      """
      SELECT n.order_id FROM task t JOIN presentation n ON n.id = t.presentation_id WHERE n.state <> 'pending'
      """
    ),
    (
      "receipt_is_needed", "a receipt is stored that no order waits for and that was not to be kept",
      """
      SELECT lower(hex(r.sha256)) FROM receipt r WHERE r.body IS NOT NULL AND r.is_kept = 0 AND NOT EXISTS (
        SELECT 1 FROM presentation n WHERE n.receipt_id = r.id AND n.state = 'pending')
      """
    ),
    (
      "refusal_is_remembered", "Apple refused a purchase, and another receipt with it would be taken without asking",
      """
      SELECT p.transaction_id FROM purchase p
      WHERE p.state = 'rejected' AND NOT EXISTS (SELECT 1 FROM refused f WHERE f.transaction_id = p.transaction_id)
      """
    ),
    (
      "erasures_have_key", "purchases were erased, and nothing says with which key",
      """
      SELECT 'hashes: ' || e.count FROM (SELECT count(*) AS count FROM erased) e
      WHERE e.count > 0 AND NOT EXISTS (SELECT 1 FROM ledger WHERE name = '\(ErasedPurchases.keyName)')
      """
    ),
  ]

  /// The rule about the numbers of events. The argument of its query is the number of the last event.
  private static let eventSequence = (
    rule: "event_sequence", text: "the numbers of events skip or repeat",
    sql: """
    SELECT 'up to ' || e.high FROM (SELECT min(seq) AS low, max(seq) AS high, count(seq) AS count FROM event) e
    WHERE e.count > 0 AND (e.high - e.low + 1 <> e.count OR e.high <> ?)
    """
  )

  /// Searches the whole file for damage. The time is proportional to its size.
  ///
  /// - Throws: `.damaged` if there is any damage.
  package func refuseDamage() throws {
    try read { db in if let damage = try db.connection.damage() { throw storage.damaged(damage) } }
  }

  /// Checks the file and all invariants.
  ///
  /// - Returns: the flaws; empty if the ledger is sound.
  /// - Throws: `.damaged` if the file itself is broken.
  package func check() throws -> [LedgerFlaw] {
    try read { db in try flaws(db) }
  }

  /// Computes the states of purchases and subscriptions again, from the recorded statements and decisions, and compares
  /// them with the stored ones.
  private func staleStates(_ db: Database) throws -> [LedgerFlaw] {
    var flaws: [LedgerFlaw] = []
    func add(_ name: String, _ stored: String, _ derived: String) {
      guard flaws.count < 20 else { return }
      flaws.append(
        LedgerFlaw(
          rule: "state_follows",
          text: "a state does not follow from what Apple said: \(name) is \(stored), not \(derived)"))
    }
    try db.eachRow(
      """
      SELECT p.*, n.state AS order_state FROM purchase p LEFT JOIN presentation n ON n.id = p.presentation_id
      WHERE p.state <> 'rejected'
      """
    ) { row in
      let stored: PurchaseState = try row["state"]
      let derived = PurchaseState(try PurchaseRecord(row), order: try row["order_state"], account: try row["account"])
      if stored != derived { add(try row["transaction_id"], stored.rawValue, derived.rawValue) }
    }
    for row in try db.rows("SELECT * FROM subscription WHERE judged_at IS NOT NULL") {
      let original: String = try row["original_transaction_id"]
      let moment: Instant = try row["judged_at"]
      guard let found = try StatementStore(db: db).subscription(original, at: moment) else { continue }
      let stored = try SubscriptionSnapshot(row)
      let derived = SubscriptionSnapshot(found, at: moment)
      if stored != derived { add(original, stored.words, derived.words) }
    }
    return flaws
  }

  /// The flaws, inside a transaction.
  func flaws(_ db: Database) throws -> [LedgerFlaw] {
    if let damage = try db.connection.damage() { throw storage.damaged(damage) }
    var flaws: [LedgerFlaw] = []
    for table in try db.connection.brokenReferences() {
      flaws.append(LedgerFlaw(rule: "foreign_keys", text: "a row of \(table) refers to nothing"))
    }
    func add(_ invariant: (rule: String, text: String, sql: String), _ arguments: StatementArguments = []) throws {
      for name in try db.values(invariant.sql + " LIMIT 20", arguments) as [String] {
        flaws.append(LedgerFlaw(rule: invariant.rule, text: "\(invariant.text): \(name)"))
      }
    }
    for invariant in Self.invariants { try add(invariant) }
    flaws += try staleStates(db)
    try add(Self.eventSequence, [try db.connection.lastEvent()])
    return flaws
  }
}

extension SubscriptionSnapshot {
  /// All of it: two snapshots with the same state may differ in the rest.
  fileprivate var words: String {
    let dates = [begins, expires].map { $0 == 0 ? "–" : Instant(milliseconds: $0).rfc3339 }
    return "\(state.rawValue) (\(productID ?? "–"), \(dates.joined(separator: " to ")))"
  }
}
