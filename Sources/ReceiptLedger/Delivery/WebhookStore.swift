import ReceiptKit

/// The state of delivery to a webhook, inside a ledger. Only the process with the lease delivers.
///
/// Everything up to the position was delivered, except for single events that wait for another try.
package struct WebhookStore: Sendable {
  private let ledger: Ledger
  /// The name of the webhook in the file of webhooks.
  package let name: String
  /// The SHA-256 of the webhook's URL, which may contain a secret.
  private let url: [UInt8]

  /// The maximum number of events that wait for another try. If more events wait, no further event is sent, because the
  /// receiver does not work.
  static let maximumWaiting = 10_000

  /// Makes a store.
  ///
  /// - Parameters:
  ///   - ledger: the ledger that has the events.
  ///   - name: its name in the ledger.
  ///   - url: the URL of the receiver; a store that only reads needs none.
  package init(_ ledger: Ledger, name: String, url: String = "") {
    (self.ledger, self.name) = (ledger, name)
    self.url = DigestAlgorithm.sha256.digest(Array(url.utf8))
  }

  /// Events that may be sent now.
  package struct Due: Sendable {
    /// Events that may be sent now, in order: retries that are due, and the events after the position. Events of an
    /// account are included only if no earlier event of the account waits.
    package var events: [LedgerEvent] = []
    /// The number of failed deliveries of each event.
    package var attempts: [Int64: Int] = [:]
    /// The number of the last examined event: the next position.
    package var position: Int64
    /// Events that must wait for an earlier event of their account.
    package var held: [LedgerEvent] = []
    /// Waiting events that no longer exist, because they were pruned.
    package var pruned: [Int64] = []
  }

  /// The progress of delivery.
  package struct Condition: Sendable {
    /// The last event up to which everything was delivered or waits for another try.
    package var position: Int64
    /// The number of events that wait for another try.
    package var waiting: Int
    /// The date of the oldest event that is not delivered; `nil` if all are.
    package var oldest: Instant?
  }

  /// Takes or renews the lease, which gives the right to deliver. A new webhook begins after the last event.
  ///
  /// - Parameters:
  ///   - lease: the number of the process.
  ///   - length: the duration of the lease in milliseconds, unless it is renewed.
  ///   - now: the date.
  /// - Returns: `false` if another process has the lease, or if the receiver is gone.
  package func lease(_ lease: Int64, for length: Int64, now: Instant) throws -> Bool {
    let last = try ledger.lastEvent()
    return try ledger.storage.claim { db in
      try db.run("INSERT INTO webhook (name, position) VALUES (?, ?) ON CONFLICT (name) DO NOTHING", [name, last])
      let row = try db.row(
        "SELECT lease, leased_until FROM webhook WHERE name = ? AND (gone_url IS NULL OR gone_url <> ?)"
          + db.connection.skippingTaken("webhook"), [name, url])
      // Without a row, the receiver is gone, or another process is taking the lease at this moment.
      guard let row else { return false }
      let holder: Int64? = try row["lease"]
      let until: Int64 = try row["leased_until"] ?? 0
      // A lease far in the future was stored before the clock was set back.
      let isTaken =
        holder != nil && holder != lease && until > now.milliseconds && until <= now.milliseconds + 2 * length
      guard !isTaken else { return false }
      try db.run(
        "UPDATE webhook SET lease = ?, leased_until = ? WHERE name = ?", [lease, now.milliseconds + length, name])
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

  /// The events that may be sent now.
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
    let position = try position()
    let known = waiting.isEmpty ? [:] : try waitingEvents()
    var due = Due(position: position)
    var blocked: Set<String> = []
    for (seq, attempts, time) in waiting {
      guard let event = known[seq] else { due.pruned.append(seq); continue }
      // The first event of an account decides for all its later events.
      let isFirst = blocked.insert(event.deliveryOrder).inserted
      // A time far in the future was stored before the clock was set back.
      guard isFirst, time <= now || time > now.adding(milliseconds: 2 * Self.longestPause) else { continue }
      due.events.append(event)
      due.attempts[seq] = Int(clamping: attempts)
    }
    guard waiting.count < Self.maximumWaiting else { return due }
    for event in try ledger.events(since: position, limit: limit) {
      due.position = event.sequence
      if blocked.contains(event.deliveryOrder) { due.held.append(event) } else { due.events.append(event) }
    }
    return due
  }

  /// Records the results for events that were due.
  ///
  /// - Parameters:
  ///   - delivered: the numbers of events that the receiver acknowledged.
  ///   - waiting: events that wait for another try, each with its number of tries and its due date.
  ///   - position: the new position.
  ///   - lease: the number of the process.
  ///   - isGone: whether the receiver answered 410. No process may then deliver before ``resume()``.
  /// - Returns: `false` if another process has taken over. Nothing is then recorded, and the sent events are sent
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
      }
      for event in waiting {
        try db.run(
          """
          INSERT INTO delivery (webhook, seq, attempts, due_at) VALUES (?, ?, ?, ?)
          ON CONFLICT (webhook, seq) DO UPDATE SET attempts = excluded.attempts, due_at = excluded.due_at
          """, [name, event.sequence, event.attempts, event.due])
      }
      try db.run("UPDATE webhook SET position = max(position, ?) WHERE name = ?", [position, name])
      if isGone {
        try db.run(
          "UPDATE webhook SET gone_url = ?, lease = NULL, leased_until = NULL WHERE name = ?", [url, name])
      }
      return true
    }
  }

  /// The progress of delivery; `nil` before its first start.
  package func condition() throws -> Condition? {
    try ledger.read { db in
      guard let position: Int64 = try db.value("SELECT position FROM webhook WHERE name = ?", [name]) else {
        return nil
      }
      let waiting: Int64 = try db.value("SELECT count(*) FROM delivery WHERE webhook = ?", [name]) ?? 0
      let oldest: Instant? = try db.value(
        """
        SELECT at FROM event WHERE seq = (SELECT min(seq) FROM (
          SELECT min(seq) AS seq FROM delivery WHERE webhook = ?1 UNION ALL SELECT min(seq) FROM event WHERE seq > \
          ?2) AS first)
        """, [name, position])
      return Condition(position: position, waiting: Int(clamping: waiting), oldest: oldest)
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
    let pause = min(longestPause, 5_000 << Int64(min(max(attempts - 1, 0), 10)))
    return now.adding(milliseconds: pause - Int64(Double(pause) / 4 * min(max(chance, 0), 1)))
  }

  private func position() throws -> Int64 {
    try ledger.read { db in try db.value("SELECT position FROM webhook WHERE name = ?", [name]) } ?? 0
  }

  /// The events that wait for another try, by their numbers.
  private func waitingEvents() throws -> [Int64: LedgerEvent] {
    let found = try ledger.read { db in
      try db.rows(
        LedgerEvent.query + " JOIN delivery d ON d.seq = e.seq WHERE d.webhook = ? ORDER BY e.seq", [name]
      ).map(LedgerEvent.init)
    }
    return Dictionary(found.map { ($0.sequence, $0) }, uniquingKeysWith: { first, _ in first })
  }
}

extension LedgerEvent {
  /// The key of events that stay in order: their account; without an account, their subscription or purchase.
  package var deliveryOrder: String { account.map { "account " + $0 } ?? originalTransactionID ?? transactionID ?? "" }
}

extension Instant {
  fileprivate func adding(milliseconds added: Int64) -> Instant {
    let (sum, overflow) = milliseconds.addingReportingOverflow(added)
    return Instant(milliseconds: overflow ? .max : sum)
  }
}
