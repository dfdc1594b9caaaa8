import ReceiptKit

/// The state of delivery to a receiver of events or of Apple's notifications, inside a ledger. Only the process with
/// the lease delivers.
///
/// All events up to the position were delivered, except for single events that wait for another try. All notifications
/// that were not delivered wait.
package struct WebhookStore: Sendable {
  /// What the receiver gets.
  package enum Content: Sendable { case events, notifications }

  private let ledger: Ledger
  private let content: Content
  /// The name in the tables.
  private let name: String
  /// The SHA-256 of the webhook's URL, which may contain a secret.
  private let url: [UInt8]

  /// The maximum number of events that wait for another try. If more events wait, no further event is sent, because the
  /// receiver does not work.
  static let maximumWaiting = 10_000

  /// Makes a store.
  ///
  /// - Parameters:
  ///   - ledger: the ledger that has the events.
  ///   - name: the name of the receiver in the file of receivers.
  ///   - content: what the receiver gets. One that gets notifications must be one of ``Ledger/forwardReceivers()``.
  ///   - url: the URL of the receiver; a store that only reads needs none.
  package init(_ ledger: Ledger, name: String, _ content: Content = .events, url: String = "") {
    self.ledger = ledger
    self.content = content
    self.name = content == .events ? name : ForwardedNotifications.key(name)
    self.url = DigestAlgorithm.sha256.digest(Array(url.utf8))
  }

  /// Messages that may be sent now.
  package struct Due: Sendable {
    /// Messages that may be sent now, in order: waiting ones that are due, and the events after the position. Those of
    /// an account are included only if no earlier one of the account waits.
    package var messages: [DeliveredMessage] = []
    /// The number of failed deliveries of each event.
    package var attempts: [Int64: Int] = [:]
    /// The number of the last examined event: the next position.
    package var position: Int64
    /// Events that must wait for an earlier event of their account.
    package var held: [LedgerEvent] = []
    /// Waiting events that no longer exist, because they were pruned.
    package var pruned: [Int64] = []
    /// The number of notifications that this receiver will never get, because too many waited.
    package var dropped = 0
  }

  /// The progress of delivery.
  package struct Condition: Sendable {
    /// The last event up to which everything was delivered or waits for another try.
    package var position: Int64
    /// The number of events that wait for another try, or of notifications that were not delivered.
    package var waiting: Int
    /// The date of the oldest event or notification that is not delivered; `nil` if all are.
    package var oldest: Instant?
    /// The number of notifications that this receiver will never get, because too many waited.
    package var dropped: Int
  }

  /// Takes or renews the lease, which gives the right to deliver. A new webhook begins after the last event.
  ///
  /// - Parameters:
  ///   - lease: the number of the process.
  ///   - duration: the duration of the lease in milliseconds, unless it is renewed.
  ///   - now: the date.
  /// - Returns: `false` if another process has the lease, or if the receiver is gone.
  package func lease(_ lease: Int64, for duration: Int64, now: Instant) throws -> Bool {
    let last = try ledger.lastEvent()
    return try ledger.storage.claim { db in
      if content == .events {
        try db.run("INSERT INTO webhook (name, position) VALUES (?, ?) ON CONFLICT (name) DO NOTHING", [name, last])
      }
      let row = try db.row(
        "SELECT lease, leased_until FROM webhook WHERE name = ? AND (gone_url IS NULL OR gone_url <> ?)"
          + db.connection.skippingTaken("webhook"), [name, url])
      // Without a row, the receiver is gone, or another process is taking the lease at this moment.
      guard let row else { return false }
      let holder: Int64? = try row["lease"]
      let until: Int64 = try row["leased_until"] ?? 0
      let isOthers = holder != nil && holder != lease
      // A lease far in the future was stored before the clock was set back.
      let isValid = until > now.milliseconds && until <= now.milliseconds + 2 * duration
      guard !(isOthers && isValid) else { return false }
      try db.run(
        "UPDATE webhook SET lease = ?, leased_until = ? WHERE name = ?", [lease, now.milliseconds + duration, name])
      return true
    }
  }

  /// Returns the lease, so that another process need not wait until it expires.
  package func release(_ lease: Int64) throws {
    try ledger.write { db in
      try db.run("UPDATE webhook SET lease = NULL, leased_until = NULL WHERE name = ? AND lease = ?", [name, lease])
    }
  }

  /// Whether the receiver answered 410 at this URL. No process then sends events to it.
  package func isGone() throws -> Bool {
    try ledger.read { db in
      try db.isTrue("SELECT EXISTS (SELECT 1 FROM webhook WHERE name = ? AND gone_url = ?)", [name, url])
    }
  }

  /// Allows sending again, at the administrator's request. Sending continues after the last delivered event.
  package func resume() throws {
    try ledger.write { db in try db.run("UPDATE webhook SET gone_url = NULL WHERE name = ?", [name]) }
  }

  /// The messages that may be sent now.
  ///
  /// - Parameters:
  ///   - now: the date.
  ///   - limit: the maximum number of new events.
  /// - Throws: `.unavailable` if events after the position were pruned, or if the ledger is an older copy.
  package func due(now: Instant, limit: Int = 100) throws -> Due {
    let waiting = try ledger.read { db in
      try db.rows("SELECT seq, attempts, due_at FROM delivery WHERE webhook = ? ORDER BY seq", [name])
        .map { (seq: try $0["seq"] as Int64, attempts: try $0["attempts"] as Int64, due: try $0["due_at"] as Instant) }
    }
    let (position, dropped) = try progress()
    let messages = waiting.isEmpty ? [:] : try waitingMessages()
    var due = Due(position: position, dropped: dropped)
    var blocked: Set<String> = []
    for (seq, attempts, time) in waiting {
      guard let message = messages[seq] else { due.pruned.append(seq); continue }
      // The first message of an account decides for all its later ones.
      let isFirst = blocked.insert(message.deliveryOrder).inserted
      // A time far in the future was stored before the clock was set back.
      guard isFirst, time <= now || time > now.adding(milliseconds: 2 * Self.longestPause) else { continue }
      due.messages.append(message)
      due.attempts[seq] = Int(clamping: attempts)
    }
    guard content == .events, waiting.count < Self.maximumWaiting else { return due }
    for event in try ledger.events(since: position, limit: limit) {
      due.position = event.sequence
      if blocked.contains(event.deliveryOrder) { due.held.append(event) } else { due.messages.append(.event(event)) }
    }
    return due
  }

  /// Records the results for messages that were due.
  ///
  /// - Parameters:
  ///   - delivered: the numbers of messages that the receiver acknowledged.
  ///   - waiting: messages that wait for another try, each with its number of tries and its due date.
  ///   - position: the new position.
  ///   - lease: the number of the process.
  ///   - isGone: whether the receiver answered 410. No process may then deliver before ``resume()``.
  /// - Returns: `false` if another process has taken over. Nothing is then recorded, and what was sent is sent
  ///   again.
  package func settle(
    delivered: [Int64], waiting: [(sequence: Int64, attempts: Int, due: Instant)], position: Int64, lease: Int64,
    isGone: Bool = false
  ) throws -> Bool {
    try ledger.write { db in
      guard try db.isTrue("SELECT EXISTS (SELECT 1 FROM webhook WHERE name = ? AND lease = ?)", [name, lease]) else {
        return false
      }
      for sequence in delivered {
        try db.run("DELETE FROM delivery WHERE webhook = ? AND seq = ?", [name, sequence])
        if content == .notifications { try ForwardedNotifications(db).removeDelivered(sequence) }
      }
      for message in waiting {
        try db.run(postponement, [name, message.sequence, message.attempts, message.due])
      }
      if content == .events {
        try db.run("UPDATE webhook SET position = max(position, ?) WHERE name = ?", [position, name])
      }
      if isGone {
        try db.run(
          "UPDATE webhook SET gone_url = ?, lease = NULL, leased_until = NULL WHERE name = ?", [url, name])
      }
      return true
    }
  }

  /// The statement that makes a message wait for another try. A notification may have been dropped or erased meanwhile.
  private var postponement: String {
    content == .events
      ? """
      INSERT INTO delivery (webhook, seq, attempts, due_at) VALUES (?, ?, ?, ?)
      ON CONFLICT (webhook, seq) DO UPDATE SET attempts = excluded.attempts, due_at = excluded.due_at
      """
      : "UPDATE delivery SET attempts = ?3, due_at = ?4 WHERE webhook = ?1 AND seq = ?2"
  }

  /// The body of a notification as Apple sent it; `nil` if it was dropped or erased meanwhile.
  package func body(of notification: ForwardedNotification) throws -> [UInt8]? {
    try ledger.read { db in try db.value("SELECT body FROM forwarded WHERE id = ?", [notification.sequence]) }
  }

  /// The progress of delivery; `nil` before its first start.
  package func condition() throws -> Condition? {
    try ledger.read { db in
      guard let row = try db.row("SELECT position, dropped FROM webhook WHERE name = ?", [name]) else { return nil }
      let position: Int64 = try row["position"]
      let waiting: Int64 = try db.value("SELECT count(*) FROM delivery WHERE webhook = ?", [name]) ?? 0
      return Condition(
        position: position, waiting: Int(clamping: waiting), oldest: try oldest(db, after: position),
        dropped: try row["dropped"])
    }
  }

  private func oldest(_ db: Database, after position: Int64) throws -> Instant? {
    switch content {
    case .events:
      try db.value(
        """
        SELECT at FROM event WHERE seq = (SELECT min(seq) FROM (
          SELECT min(seq) AS seq FROM delivery WHERE webhook = ?1 UNION ALL SELECT min(seq) FROM event WHERE seq > \
          ?2) AS first)
        """, [name, position])
    case .notifications:
      try db.value(
        "SELECT at FROM forwarded WHERE id = (SELECT min(seq) FROM delivery WHERE webhook = ?)", [name])
    }
  }

  /// The longest pause between two tries, in milliseconds.
  static let longestPause: Int64 = 3_600_000

  /// The date of the next try after failed deliveries: after 5 seconds, then twice as long each time, up to an hour.
  ///
  /// - Parameters:
  ///   - attempts: the number of failed tries, at least 1.
  ///   - now: the date of the last try.
  ///   - chance: random, from 0 to 1; it shortens the delay by up to a quarter, so that retries are spread over time.
  package static func nextTry(after attempts: Int, now: Instant, chance: Double) -> Instant {
    // 5 seconds doubled ten times are more than an hour.
    let pause = min(longestPause, 5_000 << Int64(min(max(attempts - 1, 0), 10)))
    return now.adding(milliseconds: pause - Int64(Double(pause) / 4 * min(max(chance, 0), 1)))
  }

  private func progress() throws -> (position: Int64, dropped: Int) {
    try ledger.read { db in
      let row = try db.row("SELECT position, dropped FROM webhook WHERE name = ?", [name])
      return try row.map { (try $0["position"], try $0["dropped"]) } ?? (0, 0)
    }
  }

  /// The messages that wait, by their numbers.
  private func waitingMessages() throws -> [Int64: DeliveredMessage] {
    let found: [DeliveredMessage] = try ledger.read { db in
      switch content {
      case .events:
        try db.rows(
          LedgerEvent.query + " JOIN delivery d ON d.seq = e.seq WHERE d.webhook = ? ORDER BY e.seq", [name]
        ).map { .event(try LedgerEvent($0)) }
      case .notifications:
        try db.rows(ForwardedNotification.query, [name]).map { .notification(try ForwardedNotification($0)) }
      }
    }
    return Dictionary(found.map { ($0.sequence, $0) }, uniquingKeysWith: { first, _ in first })
  }
}

extension Instant {
  fileprivate func adding(milliseconds added: Int64) -> Instant {
    let (sum, overflow) = milliseconds.addingReportingOverflow(added)
    return Instant(milliseconds: overflow ? .max : sum)
  }
}
