import GRDB
import ReceiptKit

/// A ledger in numbers.
public struct LedgerStatistics: Sendable {
  /// The environment of the ledger.
  public var environment: Ledger.Environment
  /// Presentations by state, in the order of the names.
  public var orders: [(name: String, count: Int)]
  /// Purchases by state, in the order of the names.
  public var purchases: [(name: String, count: Int)]
  /// Subscriptions by state, in the order of the names.
  public var subscriptions: [(name: String, count: Int)]
  /// Events by kind, in the order of the names; pruned events are not counted.
  public var events: [(name: String, count: Int)]
  /// The number of the last event.
  public var lastEvent: Int64
  /// The start of the longest wait of a pending order.
  public var oldestPending: Instant?
  /// Tasks that are due.
  public var due: Int
  /// The number of receipts, and of those stored.
  public var receipts: (count: Int, stored: Int)
  /// Answers of the last 24 hours by meaning, in the order of the names.
  public var answers: [(name: String, count: Int)]
  /// The number of replays per 1,000 presentations.
  public var replaysPerThousand: Int
  /// Size of the file without its log, in bytes.
  public var bytes: Int64
}

extension Ledger {
  /// Counts everything.
  public func statistics(now: Instant) throws -> LedgerStatistics {
    try read { db in
      func count(_ sql: String, _ arguments: StatementArguments = []) throws -> [(name: String, count: Int)] {
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
        subscriptions: try count(
          "SELECT \(DerivedState.subscription("?1")) AS stands, count(*) FROM subscription s GROUP BY stands ORDER BY stands",
          [now.milliseconds]),
        events: try count("SELECT kind, count(*) FROM event GROUP BY kind ORDER BY kind"),
        lastEvent: try Self.lastEvent(db),
        oldestPending: try db.value("SELECT min(at) FROM presentation WHERE state = 'pending'"),
        due: try one("SELECT count(*) FROM task WHERE due_at <= ?", [now.milliseconds]),
        receipts: (
          try one("SELECT count(*) FROM receipt"), try one("SELECT count(*) FROM receipt WHERE body IS NOT NULL")
        ),
        answers: try count(
          "SELECT meaning, count(*) FROM answer WHERE at > ? GROUP BY meaning ORDER BY meaning",
          [now.milliseconds - 86_400_000]),
        replaysPerThousand: all == 0 ? 0 : replays * 1_000 / all,
        bytes: try db.value("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size") ?? 0)
    }
  }
}
