import ReceiptKit

/// A ledger in numbers.
package struct LedgerStatistics: Sendable {
  /// Numbers by name, in the order of the names.
  typealias Counts = [(name: String, count: Int)]

  let environment: LedgerEnvironment
  /// Presentations by state.
  let orders: Counts
  /// Purchases by state.
  let purchases: Counts
  /// Subscriptions by state.
  let subscriptions: Counts
  /// The number of events by kind, without pruned events.
  let events: Counts
  /// The number of the last event.
  let lastEvent: Int64
  /// The time since which the oldest pending order has been waiting.
  let oldestPending: Instant?
  /// The number of tasks that are due.
  let due: Int
  /// The number of known receipts, and the number of receipts whose contents are stored.
  let receipts: (count: Int, stored: Int)
  /// Answers of the last 24 hours by meaning.
  let answers: Counts
  let replaysPerThousand: Int
  /// The size of the file without its log.
  let bytes: Int64
}

extension Ledger {
  /// Counts everything.
  package func statistics(now: Instant) throws -> LedgerStatistics {
    try read { db in
      func count(_ sql: String, _ arguments: StatementArguments = []) throws -> LedgerStatistics.Counts {
        try db.rows(sql, arguments).map { (try $0[0], try $0[1]) }
      }
      func one(_ sql: String, _ arguments: StatementArguments = []) throws -> Int {
        try db.value(sql, arguments) ?? 0
      }
      let orders = try count("SELECT state, count(*) FROM presentation GROUP BY state ORDER BY state")
      let all = orders.reduce(0) { $0 + $1.count }
      let replays = orders.first { $0.name == OrderState.replay.rawValue }?.count ?? 0
      return LedgerStatistics(
        environment: environment, orders: orders,
        purchases: try count("SELECT state, count(*) FROM purchase GROUP BY state ORDER BY state"),
        subscriptions: Dictionary(grouping: try StandingSubscription.all(db, at: now), by: \.state.rawValue)
          .map { ($0, $1.count) }.sorted { $0.0 < $1.0 },
        events: try count("SELECT kind, count(*) FROM event GROUP BY kind ORDER BY kind"),
        lastEvent: try db.lastEvent(),
        oldestPending: try db.value("SELECT min(at) FROM presentation WHERE state = 'pending'"),
        due: try one("SELECT count(*) FROM task WHERE due_at <= ?", [now]),
        receipts: (
          try one("SELECT count(*) FROM receipt"), try one("SELECT count(*) FROM receipt WHERE body IS NOT NULL")
        ),
        answers: try count(
          "SELECT meaning, count(*) FROM answer WHERE at > ? GROUP BY meaning ORDER BY meaning",
          [now.milliseconds - 86_400_000]),
        replaysPerThousand: all == 0 ? 0 : replays * 1_000 / all,
        bytes: try db.connection.size())
    }
  }
}
