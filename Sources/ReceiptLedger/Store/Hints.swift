import ReceiptKit

// Hints are unproven statements, which have only one harmless use: to ask Apple earlier about subscriptions that the
// ledger knows. Anyone can send such a statement, so the rate is limited for all processes together.

extension TaskStore {
  /// The minimum time between two requests that are brought forward for one subscription, in milliseconds.
  private static let pause: Int64 = 3_600_000
  /// The maximum number of requests brought forward in ``window``, for all subscriptions together.
  private static let maximumRequests = 10
  /// The period to which the limit applies, in milliseconds.
  private static let window: Int64 = 60_000
  /// Apple's notifications list at most 100 transactions; the rest of a longer list is ignored.
  private static let maximumCount = 100

  /// Brings forward the requests about the subscriptions of a statement.
  ///
  /// - Returns: the original transactions of subscriptions, in two lists: those whose requests come next, and those
  ///   whose requests are not moved, because the rate is used up, a request is running, or Apple requested a later
  ///   retry.
  func bringForward(about history: PurchaseHistory) throws -> (broughtForward: [String], notBroughtForward: [String]) {
    // Times in the future were stored before the clock was set back.
    try db.run(
      "DELETE FROM hint WHERE at <= ? OR at > ?", [now.milliseconds - Self.pause, now.milliseconds + Self.window])
    var broughtForward: [String] = []
    var notBroughtForward: [String] = []
    for original in Self.originals(history) {
      guard let (due, mayBeMoved) = try request(about: original) else { continue }
      if let due, due <= now {
        broughtForward.append(original)
      } else if mayBeMoved, try isWithinRate(original) {
        try bringForward(subscription: original, to: now)
        try db.run(
          """
          INSERT INTO hint (original_transaction_id, at) VALUES (?, ?)
          ON CONFLICT (original_transaction_id) DO UPDATE SET at = excluded.at
          """, [original, now])
        broughtForward.append(original)
      } else {
        notBroughtForward.append(original)
      }
    }
    return (broughtForward, notBroughtForward)
  }

  /// The original transactions that a statement names, each once.
  private static func originals(_ history: PurchaseHistory) -> [String] {
    let named =
      history.purchases.prefix(maximumCount).lazy.compactMap { $0.originalTransactionID ?? $0.transactionID }
      + history.renewals.prefix(maximumCount).lazy.compactMap(\.originalTransactionID)
    var seen: Set<[UInt8]> = []
    return named.filter { seen.insert(Array($0.utf8)).inserted }
  }

  /// Whether neither the subscription nor all subscriptions together have used up the rate.
  private func isWithinRate(_ original: String) throws -> Bool {
    try db.isTrue(
      """
      SELECT NOT EXISTS (SELECT 1 FROM hint WHERE original_transaction_id = ?1)
        AND (SELECT count(*) FROM hint WHERE at > ?2) < ?3
      """, [original, now.milliseconds - Self.window, Self.maximumRequests])
  }

  /// The pending request about a known subscription whose receipt is stored, or for which the App Store Server API is
  /// used.
  ///
  /// - Returns: when the request is due, with `nil` for the date if the subscription is over and no request is planned;
  ///   and whether it may be moved. `nil` for any other subscription.
  private func request(about original: String) throws -> (due: Instant?, mayBeMoved: Bool)? {
    let row = try db.row(
      """
      SELECT t.due_at, t.id IS NULL OR (t.lease IS NULL AND t.attempts = 0) AS may_be_moved
      FROM subscription s LEFT JOIN presentation n ON n.id = s.presentation_id
        JOIN receipt r ON r.id = coalesce(s.receipt_id, n.receipt_id)
        LEFT JOIN task t ON t.subscription_id = s.original_transaction_id
      WHERE s.original_transaction_id = ? AND (r.body IS NOT NULL OR t.id IS NOT NULL)
        AND r.bundle_id IN (SELECT bundle_id FROM app)
      """, [original])
    return try row.map { (try $0["due_at"], try $0["may_be_moved"]) }
  }
}
