import ReceiptKit

/// Events that have to be erased were committed, and have no numbers yet. The report of the erasure names the numbers.
struct UnnumberedEvents: Error {}

/// Erases one account, inside a transaction.
struct AccountEraser {
  let db: Database
  let account: String
  /// The transactions of the account.
  private var transactions: Set<String> = []
  /// The original transactions of the account's subscriptions and kept products.
  private var families: Set<String> = []
  /// The purchases whose refusals by Apple were removed.
  private var refused: Set<String> = []
  /// The erased events, in order.
  private var events: [Int64] = []

  private static let ownPresentations = "(SELECT id FROM presentation WHERE account = ?1)"

  init(_ db: Database, _ account: String) throws {
    self.db = db
    self.account = account
    try findPurchases()
    events = try findEvents()
  }

  /// The names whose hashes remain, in order.
  var names: [String] { transactions.union(families).union(refused).sorted() }

  mutating func erase(_ erasure: inout LedgerErasure) throws {
    erasure.events = events.count
    for event in events {
      try db.run(
        """
        UPDATE event SET kind = ?2, presentation_id = NULL, transaction_id = NULL, original_transaction_id = NULL,
          account = NULL, named_account = NULL, details = NULL
        WHERE seq = ?1
        """, [event, LedgerEventKind.erased])
    }
    try forgetMentions()
    // The rows that name these receipts and refusals are deleted below.
    let receipts: [Int64] = try db.values(
      """
      SELECT receipt_id FROM presentation WHERE account = ?1
      UNION SELECT receipt_id FROM subscription WHERE account = ?1 AND receipt_id IS NOT NULL
      """, [account])
    let refusals: [Int64] = try db.values(
      """
      SELECT DISTINCT a.at FROM answer a JOIN presentation n ON n.receipt_id = a.receipt_id
      WHERE n.account = ? AND a.meaning = 'refused' AND a.at > 0
      """, [account])
    try db.run(
      """
      DELETE FROM task WHERE presentation_id IN \(Self.ownPresentations)
        OR subscription_id IN (SELECT original_transaction_id FROM subscription WHERE account = ?1)
      """, [account])
    erasure.subscriptions = try delete("FROM subscription WHERE account = ?1")
    try db.run(
      "UPDATE subscription SET presentation_id = NULL WHERE presentation_id IN \(Self.ownPresentations)", [account])
    try db.run("DELETE FROM claim WHERE presentation_id IN \(Self.ownPresentations)", [account])
    // Requests without a known owner are removed, too, because a key only serves a client that repeats its request
    // soon.
    try db.run(
      "DELETE FROM request WHERE presentation_id IS NULL OR presentation_id IN \(Self.ownPresentations)", [account])
    for name in transactions.union(families).sorted() {
      try db.run("DELETE FROM hint WHERE original_transaction_id = ?", [name])
      try db.run("DELETE FROM renewal WHERE original_transaction_id = ?", [name])
      try db.run("DELETE FROM status WHERE original_transaction_id = ?", [name])
    }
    for transaction in transactions.sorted() {
      // A purchase that another account restored or had before belongs to that account.
      try db.run("DELETE FROM claim WHERE transaction_id = ? AND outcome IN ('replay', 'refunded')", [transaction])
      try db.run("DELETE FROM consumption WHERE transaction_id = ?", [transaction])
      try db.run("DELETE FROM purchase WHERE transaction_id = ?", [transaction])
    }
    try ForwardedNotifications(db).erase(transactions.union(families))
    erasure.purchases = transactions.count
    _ = try delete("FROM consent WHERE account = ?1")
    erasure.orders = try delete("FROM presentation WHERE account = ?1")
    for receipt in receipts where try erase(receipt: receipt) { erasure.receipts += 1 }
    try forgetRefusals(at: refusals)
  }

  /// Appends the event, with the ranges of numbers of the erased events.
  func appendEvent(at now: Instant) throws -> Int64 {
    var ranges: [ClosedRange<Int64>] = []
    for event in events {
      if let last = ranges.last, last.upperBound + 1 == event {
        ranges[ranges.count - 1] = last.lowerBound...event
      } else {
        ranges.append(event...event)
      }
    }
    return try db.appendEvent(.accountErased, at: now, presentation: nil) { writer in
      writer.objects("erased_events", ranges) { writer, range in
        writer.member("first", Int(range.lowerBound))
        writer.member("last", Int(range.upperBound))
      }
    }
  }

  /// Deletes rows of the account, and returns their number.
  private func delete(_ rows: String) throws -> Int {
    try db.run("DELETE " + rows, [account])
  }

  // MARK: Purchases

  /// Finds the purchases of the account, and those of its subscriptions that no account has claimed.
  private mutating func findPurchases() throws {
    let subscriptions: [String] = try db.values(
      "SELECT original_transaction_id FROM subscription WHERE account = ?", [account])
    var found: [String] = subscriptions
    /// Adds the purchase of a row, and returns the subscriptions or products to search for more.
    func take(_ row: StoredRow) throws -> [String] {
      transactions.insert(try row["transaction_id"])
      // A purchase that Apple refused has no owner: its subscription may belong to another account.
      guard try row["is_of_family"], try row["state"] as PurchaseState != .rejected else { return [] }
      return [try row["family"], try row["previous_transaction_id"] as String?].compactMap(\.self)
    }
    for row in try db.rows(Self.purchases + "WHERE \(PurchaseKey.isHeld("p", by: "?1"))", [account]) {
      found += try take(row)
    }
    // Refunded purchases that no account has and that only receipts of this account reported. If a receipt of another
    // account reported the purchase as well, the purchase stays.
    let refunded = """
      WHERE p.presentation_id IS NULL AND p.account IS NULL
        AND p.transaction_id IN (SELECT transaction_id FROM claim WHERE outcome = 'refunded' AND presentation_id IN \
        \(Self.ownPresentations))
        AND NOT EXISTS (SELECT 1 FROM claim c JOIN presentation n ON n.id = c.presentation_id
          WHERE c.transaction_id = p.transaction_id AND n.account <> ?1)
      """
    for row in try db.rows(Self.purchases + refunded, [account]) { found += try take(row) }
    // The purchases of those families that Apple reported and that no account has.
    while let family = found.popLast() {
      guard !families.contains(family), try !isOthers(family) else { continue }
      families.insert(family)
      let rows = try db.rows(
        Self.purchases + """
          WHERE (\(PurchaseKey.isIn("p", family: "?1")) OR p.previous_transaction_id = ?1) AND \
          \(PurchaseKey.isOfFamily("p"))
            AND p.presentation_id IS NULL AND p.account IS NULL
          """, [family])
      for row in rows { found += try take(row) }
    }
  }

  private static let purchases = """
    SELECT p.transaction_id, p.state, p.previous_transaction_id, \(PurchaseKey.family("p")) AS family,
      CASE WHEN \(PurchaseKey.isOfFamily("p")) THEN 1 ELSE 0 END AS is_of_family
    FROM purchase p

    """

  /// Whether another account has a purchase of the same subscription or kept product.
  private func isOthers(_ family: String) throws -> Bool {
    try db.isTrue(
      """
      SELECT EXISTS (SELECT 1 FROM purchase p LEFT JOIN presentation n ON n.id = p.presentation_id
        WHERE \(PurchaseKey.isIn("p", family: "?1")) AND \(PurchaseKey.isOfFamily("p")) AND p.state <> 'rejected'
          AND coalesce(n.account, p.account) <> ?2)
      """, [family, account])
  }

  /// Erases the receipt; returns `false` if it stays because another account presented it.
  private func erase(receipt: Int64) throws -> Bool {
    let isUsed = try db.isTrue(
      """
      SELECT EXISTS (SELECT 1 FROM presentation WHERE receipt_id = ?1)
        OR EXISTS (SELECT 1 FROM subscription WHERE receipt_id = ?1)
      """, [receipt])
    guard !isUsed else {
      // The text is removed, because it may name a transaction that the answer lacked.
      try db.run("UPDATE answer SET text = NULL WHERE receipt_id = ?", [receipt])
      try ReceiptStore(db: db).release(receipt: receipt)
      return false
    }
    try db.run("DELETE FROM answer WHERE receipt_id = ?", [receipt])
    try db.run("DELETE FROM receipt WHERE id = ?", [receipt])
    return true
  }

  /// Removes Apple's refusals: those of the account's transactions, and those of the other purchases in its receipts,
  /// which were stored at the moment of the answer. Purchases that another account's order names stay.
  private mutating func forgetRefusals(at moments: [Int64]) throws {
    var found = transactions.union(families)
    for moment in moments {
      found.formUnion(try db.values("SELECT transaction_id FROM refused WHERE at = ?", [moment]))
    }
    for name in found.sorted() {
      let count = try db.run(
        """
        DELETE FROM refused WHERE transaction_id = ?1
          AND NOT EXISTS (SELECT 1 FROM purchase WHERE transaction_id = ?1 OR original_transaction_id = ?1)
        """, [name])
      if count > 0 { refused.insert(name) }
    }
  }

  // MARK: Events and mentions

  /// The events of the account, and events of others that name the account or its purchases.
  private func findEvents() throws -> [Int64] {
    var rows = try db.rows(
      "SELECT seq FROM event WHERE account = ?1 OR named_account = ?1 OR presentation_id IN \(Self.ownPresentations)",
      [account])
    for name in transactions.union(families).sorted() {
      rows += try db.rows("SELECT seq FROM event WHERE transaction_id = ?1 OR original_transaction_id = ?1", [name])
    }
    let numbers = try rows.map { row in
      guard let number = try row["seq"] as Int64? else { throw UnnumberedEvents() }
      return number
    }
    return Set(numbers).sorted()
  }

  /// Removes the account and its transactions from the details of other accounts' orders.
  private func forgetMentions() throws {
    try db.run("UPDATE mention SET name = NULL, account = NULL WHERE account = ?", [account])
    for name in transactions.union(families).sorted() {
      try db.run("UPDATE mention SET name = NULL WHERE name = ? AND kind <> ?", [name, Mention.Kind.account])
    }
  }
}
