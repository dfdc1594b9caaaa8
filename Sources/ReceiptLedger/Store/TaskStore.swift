import ReceiptKit

/// A leased task: a pending request to Apple.
///
/// The lease is a fencing number: each holder gets a different one, and a holder that writes a result compares it in
/// the same transaction (``TaskStore/isLeased(_:)``). So the lease distinguishes holders, although the numbers have no
/// order.
struct LeasedTask: Sendable {
  let id: Int64
  let lease: Int64
  let presentation: Int64?
  let subscription: String?
  let receipt: Int64
  /// The receipt to send; `nil` for a request about a subscription that goes to the App Store Server API.
  let body: [UInt8]?
  let attempts: Int
  let refusals: Int
  /// When Apple first refused the receipt in a way that can be temporary.
  let refusedAt: Instant?
}

/// The pending requests to Apple, inside a transaction.
struct TaskStore {
  let db: Database
  let now: Instant

  /// The maximum delay between two tries for an order, in milliseconds. A task that is due even later was stored before
  /// the clock was set back. (A subscription's next request may be months away.)
  private static let longestDelay: Int64 = 25 * 3_600_000

  /// Two processes read the clock at different moments, so a slightly early lease does not mean that the clock was set
  /// back. In milliseconds.
  private static let slack: Int64 = 60_000

  /// Leases tasks that are due, the longest waiting first.
  ///
  /// A subscription is not polled while its order waits for Apple. Apple is never asked about apps that are not the
  /// ledger's. The caller uses a transaction of ``LedgerStorage/claim(_:)``, so that several runners share the tasks
  /// and none waits for another.
  ///
  /// Any runner may take over an expired lease, because its holder is dead or stuck. The same applies to a lease from
  /// the future, because the clock was set back.
  ///
  /// - Parameters:
  ///   - polls: whether to lease requests about subscriptions, too.
  ///   - app: the app whose subscriptions need no stored receipt, because the App Store Server API is asked about them.
  ///   - milliseconds: the duration of the leases.
  func lease(
    _ count: Int, dueBy: Instant, polls: Bool, withoutReceiptsOf app: String? = nil, milliseconds: Int64
  ) throws -> [LeasedTask] {
    let rows = try db.rows(
      """
      SELECT t.id, t.presentation_id, t.subscription_id, t.attempts, t.refusals, t.refused_at, r.id AS receipt,
        CASE WHEN t.subscription_id IS NULL OR coalesce(r.bundle_id <> ?5, TRUE) THEN r.body END AS body
      FROM task t LEFT JOIN presentation n ON n.id = t.presentation_id
        LEFT JOIN subscription s ON s.original_transaction_id = t.subscription_id
        LEFT JOIN presentation o ON o.id = s.presentation_id
        JOIN receipt r ON r.id = coalesce(n.receipt_id, s.receipt_id, o.receipt_id)
      WHERE (t.due_at <= ?1 OR (t.presentation_id IS NOT NULL AND t.due_at > ?2 + \(Self.longestDelay)))
        AND (t.lease IS NULL OR t.leased_until <= ?2 OR t.leased_at > ?2 + \(Self.slack))
        AND (?3 = 1 OR t.subscription_id IS NULL)
        AND (r.body IS NOT NULL OR t.subscription_id IS NOT NULL AND r.bundle_id = ?5)
        AND r.bundle_id IN (SELECT bundle_id FROM app)
        AND NOT EXISTS (SELECT 1 FROM presentation q
          WHERE t.subscription_id IS NOT NULL AND q.id = s.presentation_id AND q.state = 'pending')
      ORDER BY t.due_at, t.id LIMIT ?4
      """ + db.connection.skippingTaken("t"), [dueBy, now, polls, count, app])
    return try rows.map { row in
      let lease = Int64.random(in: 1...Int64.max)
      let task = LeasedTask(
        id: try row["id"], lease: lease, presentation: try row["presentation_id"],
        subscription: try row["subscription_id"], receipt: try row["receipt"], body: try row["body"],
        attempts: try row["attempts"], refusals: try row["refusals"], refusedAt: try row["refused_at"])
      try db.run(
        "UPDATE task SET lease = ?, leased_at = ?, leased_until = ? WHERE id = ?",
        [lease, now.milliseconds, now.milliseconds + milliseconds, task.id])
      return task
    }
  }

  /// Whether a task is still leased to the runner that has its result.
  func isLeased(_ task: LeasedTask) throws -> Bool {
    try db.isTrue("SELECT EXISTS (SELECT 1 FROM task WHERE id = ? AND lease = ?)", [task.id, task.lease])
  }

  /// Returns a task for a later request.
  ///
  /// - Parameter isDoubtful: whether Apple refused the receipt in a way that can be temporary.
  func postpone(_ task: LeasedTask, until due: Instant, isDoubtful: Bool) throws {
    // A first date in the future was stored before the clock was set back.
    let first = task.refusedAt.map { min($0, now) } ?? (isDoubtful ? now : nil)
    try db.run(
      """
      UPDATE task SET due_at = ?, attempts = ?, refusals = refusals + ?, refused_at = ?, lease = NULL,
        leased_at = NULL, leased_until = NULL WHERE id = ?
      """, [due, task.attempts + 1, isDoubtful ? 1 : 0, first, task.id])
  }

  /// Returns a task without a request having been made.
  func giveBack(_ task: LeasedTask) throws {
    try db.run(
      "UPDATE task SET lease = NULL, leased_at = NULL, leased_until = NULL WHERE id = ? AND lease = ?",
      [task.id, task.lease])
  }

  /// Schedules the first request to the App Store Server API for each subscription of an app that may still renew,
  /// however long ago its last known period ended.
  func scheduleSubscriptions(of app: String) throws {
    let rows = try db.rows(
      """
      SELECT s.original_transaction_id, s.expires_at FROM subscription s JOIN presentation n ON n.id = s.presentation_id
        JOIN receipt r ON r.id = n.receipt_id
      WHERE s.state IN ('active', 'lapsed', 'grace_period', 'billing_retry') AND r.bundle_id = ?1
        AND NOT EXISTS (SELECT 1 FROM task t WHERE t.subscription_id = s.original_transaction_id)
      """, [app])
    for row in rows {
      let due = PollSchedule.first(expires: try row["expires_at"], now: now)
      try bringForward(subscription: try row["original_transaction_id"], to: due)
    }
  }

  /// Schedules the next request about a subscription that has a stored receipt or was asked about before. `nil` cancels
  /// the request.
  func schedule(subscription: String, at due: Instant?) throws {
    guard let due else {
      try db.run("DELETE FROM task WHERE subscription_id = ?", [subscription])
      return
    }
    try db.run(
      """
      INSERT INTO task (subscription_id, due_at)
        SELECT s.original_transaction_id, ?2 FROM subscription s LEFT JOIN receipt r ON r.id = s.receipt_id
        WHERE s.original_transaction_id = ?1
          AND (r.body IS NOT NULL OR EXISTS (SELECT 1 FROM task WHERE subscription_id = ?1))
      ON CONFLICT (subscription_id) DO UPDATE SET due_at = excluded.due_at, attempts = 0, refusals = 0,
        refused_at = NULL, lease = NULL, leased_at = NULL, leased_until = NULL
      """, [subscription, due])
  }

  /// Makes the next request about a subscription come no later than at a moment.
  func bringForward(subscription: String, to due: Instant) throws {
    try db.run(
      """
      INSERT INTO task (subscription_id, due_at) VALUES (?, ?)
      ON CONFLICT (subscription_id) DO UPDATE SET due_at = min(task.due_at, excluded.due_at)
      """, [subscription, due])
  }

  /// Removes a completed task.
  func finish(_ task: LeasedTask) throws {
    try db.run("DELETE FROM task WHERE id = ?", [task.id])
  }
}
