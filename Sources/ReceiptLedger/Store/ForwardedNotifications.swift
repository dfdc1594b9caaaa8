import ReceiptKit

/// A notification of Apple's that waits for another receiver, without its body.
package struct ForwardedNotification: Sendable {
  /// The number of the notification. Later ones have higher numbers.
  package let sequence: Int64
  /// `notificationType`, and `subtype` after a slash: `EXPIRED/VOLUNTARY`.
  package let name: String
  /// When the notification was signed.
  package let signedAt: Instant
  /// The key of notifications that stay in order: their subscription or purchase.
  let deliveryOrder: String

  /// The notifications that wait for a receiver. The body is not read: it is long, and SQLite skips it, because it is
  /// the last column.
  static let query = """
    SELECT f.id, f.name, f.signed_at, coalesce(f.original_transaction_id, f.transaction_id, '') AS delivery_order
    FROM forwarded f JOIN delivery d ON d.seq = f.id WHERE d.webhook = ? ORDER BY f.id
    """

  init(_ row: StoredRow) throws {
    sequence = try row["id"]
    name = try row["name"]
    signedAt = try row["signed_at"]
    deliveryOrder = try row["delivery_order"]
  }
}

/// The notifications of Apple's that wait for other receivers, inside a transaction.
///
/// The transaction that records a notification also stores its body, and a row of `delivery` for each receiver. The
/// body is deleted once the last receiver has it, and once there are too many, so that a receiver that is down costs
/// bounded space.
struct ForwardedNotifications {
  private let db: Database
  private let maximumCount: Int64

  /// The number of the latest notifications that are kept for receivers that are down. Apple's bodies have about 20 KB,
  /// and none has more than 64 KiB.
  static let maximumCount: Int64 = 10_000
  /// The number of new notifications after which old ones are dropped.
  static let step: Int64 = 64

  /// - Parameter maximumCount: another limit, for a test.
  init(_ db: Database, maximumCount: Int64 = maximumCount) {
    self.db = db
    self.maximumCount = maximumCount
  }

  /// The name of a receiver in `webhook` and `delivery`. The names of webhooks contain no space.
  static func key(_ receiver: String) -> String { "forward " + receiver }

  /// The row of `ledger` with the names of the receivers.
  static let receiversName = "forward to"

  /// The names of the receivers, from the row of `ledger`.
  static func receivers(_ stored: String?) -> [String] {
    (stored ?? "").split(separator: " ").map { String($0) }
  }

  /// Stores a notification for each of the receivers.
  func add(_ notification: SignedNotification, _ body: [UInt8]?, for receivers: [String], now: Instant) throws {
    guard !receivers.isEmpty else { return }
    let history = notification.history
    let purchase = history.purchases.first
    let number = try db.insert(
      Self.insertion,
      [
        notification.name, notification.signedAt, now, purchase?.transactionID,
        purchase?.originalTransactionID ?? history.renewals.first?.originalTransactionID,
        body ?? notification.requestBody,
      ])
    for receiver in receivers {
      try db.run(
        "INSERT INTO delivery (webhook, seq, attempts, due_at) VALUES (?, ?, 0, ?)", [Self.key(receiver), number, now])
    }
    if number % Self.step == 0 { try drop(upTo: number - maximumCount, for: receivers) }
  }

  private static let insertion = InsertStatement(
    "forwarded", key: "id", "name", "signed_at", "at", "transaction_id", "original_transaction_id", "body")

  /// Drops the oldest notifications, and counts them for each receiver that has not got them.
  private func drop(upTo last: Int64, for receivers: [String]) throws {
    guard try db.run("DELETE FROM forwarded WHERE id <= ?", [last]) > 0 else { return }
    for key in receivers.map(Self.key) {
      let count = try db.run("DELETE FROM delivery WHERE webhook = ? AND seq <= ?", [key, last])
      if count > 0 { try db.run("UPDATE webhook SET dropped = dropped + ? WHERE name = ?", [count, key]) }
    }
  }

  /// Drops the notifications that came before a moment, up to the first later one. If the clock was set back, earlier
  /// dates may follow that one; they stay.
  func prune(before moment: Instant) throws {
    let last: Int64? = try db.value(
      "SELECT coalesce((SELECT min(id) - 1 FROM forwarded WHERE at >= ?), (SELECT max(id) FROM forwarded))", [moment])
    if let last { try drop(upTo: last, for: try receivers()) }
  }

  func receivers() throws -> [String] {
    Self.receivers(try db.value("SELECT value FROM ledger WHERE name = ?", [Self.receiversName]))
  }

  /// Deletes a notification that no receiver waits for any more.
  func removeDelivered(_ number: Int64) throws {
    try db.run(
      """
      DELETE FROM forwarded WHERE id = ?1
        AND NOT EXISTS (SELECT 1 FROM delivery WHERE seq = ?1 AND webhook IN (SELECT name FROM webhook WHERE name LIKE \
      'forward %'))
      """, [number])
  }

  /// Deletes the waiting notifications about erased purchases.
  func erase(_ names: Set<String>) throws {
    for row in try db.rows("SELECT id, transaction_id, original_transaction_id FROM forwarded") {
      let own = [try row["transaction_id"] as String?, try row["original_transaction_id"] as String?]
      guard own.contains(where: { $0.map(names.contains) ?? false }) else { continue }
      let number: Int64 = try row["id"]
      try db.run("DELETE FROM delivery WHERE seq = ? AND webhook LIKE 'forward %'", [number])
      try db.run("DELETE FROM forwarded WHERE id = ?", [number])
    }
  }

  /// Changes who gets notifications. What waits for others is deleted.
  func setReceivers(_ names: [String]) throws {
    let keys = names.map(Self.key)
    if names.isEmpty {
      try db.run("DELETE FROM ledger WHERE name = ?", [Self.receiversName])
    } else {
      try db.run(
        "INSERT INTO ledger (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
        [Self.receiversName, names.joined(separator: " ")])
    }
    let known: [String] = try db.values("SELECT name FROM webhook WHERE name LIKE 'forward %'")
    for key in known where !keys.contains(key) {
      try db.run("DELETE FROM webhook WHERE name = ?", [key])
      try db.run("DELETE FROM delivery WHERE webhook = ?", [key])
    }
    for key in keys {
      try db.run("INSERT INTO webhook (name, position) VALUES (?, 0) ON CONFLICT (name) DO NOTHING", [key])
    }
    try db.run("DELETE FROM forwarded WHERE id NOT IN (SELECT seq FROM delivery WHERE webhook LIKE 'forward %')")
  }
}

extension Ledger {
  /// The names of the receivers that get Apple's notifications from now on. What waits for others is deleted.
  ///
  /// - Parameter names: without spaces, each once.
  package func forwardNotifications(to names: [String]) throws {
    let names = names.sorted()
    guard try forwardReceivers() != names else { return }
    try write { db in try ForwardedNotifications(db).setReceivers(names) }
  }

  /// The names of the receivers that get Apple's notifications, in order.
  package func forwardReceivers() throws -> [String] {
    try read { db in try ForwardedNotifications(db).receivers() }
  }
}

extension SignedNotification {
  /// The body of Apple's request, for a notification that came another way: from Apple's history, or from a file.
  fileprivate var requestBody: [UInt8] { Array(#"{"signedPayload":""#.utf8) + text + Array(#""}"#.utf8) }
}
