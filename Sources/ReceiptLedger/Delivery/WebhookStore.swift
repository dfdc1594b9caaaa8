import ReceiptKit

/// What was delivered to a webhook, inside a ledger. One process at a time delivers; its lease is the proof.
///
/// Everything up to the position was delivered, but for single events that wait for another try.
package struct WebhookStore: Sendable {
  private let ledger: Ledger
  /// The webhook: its name in the file of webhooks.
  package let name: String
  /// The SHA-256 of its URL, which may have a secret in it.
  private let url: [UInt8]

  /// The most events that wait for another try. With more of them nothing new is sent: the receiver is not one that
  /// works.
  static let maximumWaiting = 10_000

  /// Makes a store.
  ///
  /// - Parameters:
  ///   - ledger: the ledger that has the events.
  ///   - name: its name in the ledger.
  ///   - url: where it posts; a store that only reads needs none.
  package init(_ ledger: Ledger, name: String, url: String = "") {
    (self.ledger, self.name) = (ledger, name)
    self.url = DigestAlgorithm.sha256.digest(Array(url.utf8))
  }

  /// Events that may be sent now.
  package struct Due: Sendable {
    /// Events that wait for another try and whose time has come, and those that follow the position, in their order. Of
    /// one account only those stand here before which nothing waits.
    package var events: [LedgerEvent] = []
    /// The number of failed deliveries of each event.
    package var attempts: [Int64: Int] = [:]
    /// The number of the last event that was looked at: the next position.
    package var position: Int64
    /// Events that have to wait because an earlier one of their account does.
    package var held: [LedgerEvent] = []
    /// Events that waited and are not there any more: they were pruned.
    package var pruned: [Int64] = []
  }

  /// How far it is.
  package struct Condition: Sendable {
    /// The last event up to which everything was delivered or waits for another try.
    package var position: Int64
    /// How many wait for another try.
    package var waiting: Int
    /// When the oldest event that is not delivered was recorded; `nil` if all are.
    package var oldest: Instant?
  }

  /// Takes or keeps the right to deliver. A webhook that is new begins behind the last event.
  ///
  /// - Parameters:
  ///   - lease: the number of the process.
  ///   - length: how long, in milliseconds, unless it is kept again.
  ///   - now: the date.
  /// - Returns: `false` if another process has it, or if the receiver is gone.
  package func lease(_ lease: Int64, for length: Int64, now: Instant) throws -> Bool {
    let last = try ledger.lastEvent()
    return try ledger.storage.claim { db in
      try db.run("INSERT INTO webhook (name, position) VALUES (?, ?) ON CONFLICT (name) DO NOTHING", [name, last])
      let row = try db.row(
        "SELECT lease, leased_until FROM webhook WHERE name = ? AND (gone_url IS NULL OR gone_url <> ?)"
          + db.connection.skippingTaken("webhook"), [name, url])
      // Without a row the receiver is gone, or another process takes it at this moment.
      guard let row else { return false }
      let holder: Int64? = try row["lease"]
      let until: Int64 = try row["leased_until"] ?? 0
      // A lease from far ahead was written before the clock was put back.
      let isTaken =
        holder != nil && holder != lease && until > now.milliseconds && until <= now.milliseconds + 2 * length
      guard !isTaken else { return false }
      try db.run(
        "UPDATE webhook SET lease = ?, leased_until = ? WHERE name = ?", [lease, now.milliseconds + length, name])
      return true
    }
  }

  /// Gives the right back, so that another process need not wait for its end.
  package func release(_ lease: Int64) throws {
    try ledger.write { db in
      try db.run("UPDATE webhook SET lease = NULL, leased_until = NULL WHERE name = ? AND lease = ?", [name, lease])
    }
  }

  /// Whether the receiver answered 410 at this URL: no process sends it anything.
  package func isGone() throws -> Bool {
    try ledger.read { db in
      try db.isTrue("SELECT EXISTS (SELECT 1 FROM webhook WHERE name = ? AND gone_url = ?)", [name, url])
    }
  }

  /// Lets events be sent again, at the wish of the administrator. They go on behind the last one that was delivered.
  package func resume() throws {
    try ledger.write { db in try db.run("UPDATE webhook SET gone_url = NULL WHERE name = ?", [name]) }
  }

  /// What may be sent now.
  ///
  /// - Parameters:
  ///   - now: the date.
  ///   - limit: the most new events.
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
      // A time from far ahead was written before the clock was put back.
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

  /// Records what became of what was due.
  ///
  /// - Parameters:
  ///   - delivered: the numbers of events that the receiver has.
  ///   - waiting: events that wait for another try, with how often they were tried and when they are due.
  ///   - position: the new position.
  ///   - lease: the number of the process.
  ///   - isGone: whether the receiver answered 410; then no instance may deliver before ``resume()``.
  /// - Returns: `false` if another process has taken over; then nothing is recorded, and what was sent is sent again.
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
          """, [name, event.sequence, event.attempts, event.due.milliseconds])
      }
      try db.run("UPDATE webhook SET position = max(position, ?) WHERE name = ?", [position, name])
      if isGone {
        try db.run(
          "UPDATE webhook SET gone_url = ?, lease = NULL, leased_until = NULL WHERE name = ?", [url, name])
      }
      return true
    }
  }

  /// How far it is; `nil` before its first start.
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

  /// When an event is tried again whose delivery failed this often: after 5 seconds, and twice as long each time, up to
  /// an hour.
  ///
  /// - Parameters:
  ///   - attempts: how often it was tried, from 1.
  ///   - now: the date of the last try.
  ///   - chance: from 0 to 1; up to a quarter is taken off, so that not everything comes at once.
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
        EventLog.columns + " JOIN delivery d ON d.seq = e.seq WHERE d.webhook = ? ORDER BY e.seq", [name]
      ).map(EventLog.event)
    }
    return Dictionary(found.map { ($0.sequence, $0) }, uniquingKeysWith: { first, _ in first })
  }
}

extension LedgerEvent {
  /// What stays in order: all events of one account, and else of one subscription or purchase.
  package var deliveryOrder: String { account.map { "account " + $0 } ?? originalTransactionID ?? transactionID ?? "" }
}

extension Instant {
  fileprivate func adding(milliseconds added: Int64) -> Instant {
    let (sum, overflow) = milliseconds.addingReportingOverflow(added)
    return Instant(milliseconds: overflow ? .max : sum)
  }
}
