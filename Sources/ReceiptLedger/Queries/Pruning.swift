import ReceiptKit

/// The rows that pruning removed, or would remove.
package struct PruneSummary: Equatable, Sendable {
  /// The number of events.
  package var events = 0
  /// The number of answers of Apple.
  package var answers = 0
  /// Presentations that were rejected or replays.
  package var presentations = 0
  /// Stored receipts of which only the hash remains.
  package var receipts = 0
}

extension Ledger {
  /// Removes data that is older than a moment and not needed to determine the owners of purchases.
  ///
  /// This data is events, answers, rejected presentations, and the bodies of stored receipts. Purchases, and the orders
  /// that own them, are never removed.
  ///
  /// - Parameters:
  ///   - moment: older data may be removed.
  ///   - isTrial: whether to count only.
  package func prune(before moment: Instant, isTrial: Bool) throws -> PruneSummary {
    var summary = PruneSummary()
    let prune: (Database) throws -> Void = { db in
      summary = PruneSummary()
      func run(_ what: WritableKeyPath<PruneSummary, Int>, _ sql: String) throws {
        summary[keyPath: what] += try db.run(sql, [moment])
      }
      // Only a run of events from the beginning is removed: after a clock jump, events in the middle may be older than
      // those before them.
      try run(
        \.events,
        """
        DELETE FROM event WHERE seq < coalesce((SELECT min(seq) FROM event WHERE at >= ?), (SELECT max(seq) + 1 FROM \
        event))
        """
      )
      // Refusals stay: a receipt that Apple refused is refused again without asking.
      try run(\.answers, "DELETE FROM answer WHERE at < ?1 AND meaning <> 'refused'")
      // `decision` is the first answer. An order that was taken in at first stays, even if Apple refused it later.
      try run(
        \.presentations,
        """
        DELETE FROM presentation WHERE at < ?1 AND coalesce(repeated_at, at) < ?1 AND state IN ('rejected', 'replay')
          AND decision IN ('reject', 'replay')
          AND NOT EXISTS (SELECT 1 FROM event e WHERE e.presentation_id = presentation.id)
          AND NOT EXISTS (SELECT 1 FROM purchase p WHERE p.presentation_id = presentation.id)
          AND NOT EXISTS (SELECT 1 FROM subscription s WHERE s.presentation_id = presentation.id)
        """)
      try run(
        \.receipts,
        """
        UPDATE receipt SET body = NULL, is_kept = 0 WHERE seen_at < ? AND is_kept = 1
          AND NOT EXISTS (SELECT 1 FROM presentation n WHERE n.receipt_id = receipt.id AND n.state = 'pending')
          AND NOT EXISTS (SELECT 1 FROM subscription s JOIN task t ON t.subscription_id = s.original_transaction_id
            WHERE s.receipt_id = receipt.id)
        """)
      // Apple's notification history contains notifications for 180 days; one more day is allowed. Until then Apple may
      // send a notification again, and its deadline would be reported twice.
      try db.run(
        """
        DELETE FROM notification WHERE at < ?1 AND signed_at < (SELECT max(signed_at) FROM notification) - \
        \(181 * 86_400_000)
        """, [moment])
      try ForwardedNotifications(db).prune(before: moment)
      try db.run("DELETE FROM consumption WHERE answer_by < ?1", [moment])
      // A repeated request is harmless at any time, because it names the same order and account. The key of a request
      // only serves clients that repeat it soon.
      try db.run("DELETE FROM request WHERE at < ?1", [moment])
      try db.run(
        """
        DELETE FROM receipt WHERE NOT EXISTS (SELECT 1 FROM presentation n WHERE n.receipt_id = receipt.id)
          AND NOT EXISTS (SELECT 1 FROM answer a WHERE a.receipt_id = receipt.id)
          AND NOT EXISTS (SELECT 1 FROM subscription s WHERE s.receipt_id = receipt.id)
        """)
      if isTrial { throw Trial() }
    }
    do { try write(prune) } catch is Trial {}
    return summary
  }

  /// Returns the freed space to the file system. Other processes wait until this is done.
  package func shrink() throws {
    try storage.shrink()
  }
}
