import ReceiptKit

/// A change, with a number that never repeats and never skips.
package struct LedgerEvent: Sendable {
  /// The number of the event: 1 for the first change of a ledger, and one more for each later change.
  package var sequence: Int64
  /// When the change was recorded, by the clock. The numbers determine the order.
  package var at: Instant
  /// The kind of the change; `nil` for a word of a later version.
  package var kind: LedgerEventKind?
  /// The word for the kind.
  package var name: String
  /// The order concerned.
  package var order: String?
  /// The account concerned.
  package var account: String?
  /// The transaction concerned.
  package var transactionID: String?
  /// The original transaction of the subscription concerned.
  package var originalTransactionID: String?
  /// Other details: the members that follow in the document.
  package var details: [JSONValue.Member]
}

extension LedgerEventKind {
  /// The event for a change of a purchase or a subscription; `nil` if the ledger has no event for it.
  ///
  /// - Parameter state: the state of the subscription after the change.
  init?(_ cause: HistoryChange.Cause, in state: RenewalState? = nil) {
    switch cause {
    case .renewed: self = .renewed
    case .paymentRecovered: self = .recovered
    case .paymentFailed: self = state == .gracePeriod ? .inGracePeriod : .inBillingRetry
    case .ended: self = .expired
    case .refunded: self = .refunded
    case .noLongerShared: self = .noLongerShared
    case .seatTakenBack: self = .seatTakenBack
    case .moved: self = .moved
    case .replaced: self = .upgraded
    case .refundTakenBack: self = .refundReversed
    case .priceIncrease: self = .priceIncrease
    case .commitmentCancelled: self = .commitmentCancelled
    case .commitmentResumed: self = .commitmentResumed
    default: return nil
    }
  }
}

extension Database {
  /// Appends an event and returns its row number, which a storage may replace with an event number after the commit.
  ///
  /// - Parameters:
  ///   - kind: the kind.
  ///   - now: the date.
  ///   - presentation: the order of the event, with its account.
  ///   - transaction: the transaction of the event.
  ///   - original: the original transaction of the event's subscription, with its account.
  ///   - account: the account of an event without an order and without a subscription.
  ///   - named: another account that the details name; the event is erased with it.
  ///   - details: writes further members.
  @discardableResult
  func appendEvent(
    _ kind: LedgerEventKind, at now: Instant, presentation: Int64?, transaction: String? = nil,
    original: String? = nil, account: String? = nil, named: String? = nil,
    _ details: ((inout JSONWriter) -> Void)? = nil
  ) throws -> Int64 {
    let text = details.map { write in
      var writer = JSONWriter(layout: .compact, reservingCapacity: 256)
      writer.object { writer in write(&writer) }
      return String(decoding: writer.bytes, as: UTF8.self)
    }
    return try insertEvent(
      Self.eventInsertion,
      [now, kind, presentation, transaction, original, account, named, text])
  }

  private static let eventInsertion = InsertStatement(
    "event", key: "rowid", "at", "kind", "presentation_id", "transaction_id", "original_transaction_id", "account",
    "named_account", "details")
}

extension LedgerEvent {
  /// The query for events, without its conditions.
  static let query = """
    SELECT e.seq, e.rowid AS event_row, e.at, e.kind, e.transaction_id, e.original_transaction_id, e.details, \
    n.order_id,
      coalesce(n.account, e.account, s.account) AS account
    FROM event e LEFT JOIN presentation n ON n.id = e.presentation_id
      LEFT JOIN subscription s ON s.original_transaction_id = e.original_transaction_id
    """

  init(_ row: StoredRow) throws {
    let name: String = try row["kind"]
    self.init(
      sequence: try row["seq"] ?? row["event_row"], at: try row["at"], kind: LedgerEventKind(rawValue: name),
      name: name,
      order: try row["order_id"], account: try row["account"], transactionID: try row["transaction_id"],
      originalTransactionID: try row["original_transaction_id"], details: try row.members("details"))
  }
}

extension Ledger {
  /// The number of the last event ever; 0 without events.
  package func lastEvent() throws -> Int64 {
    try storage.numberEvents()
    return try read { db in try db.lastEvent() }
  }

  /// Events after a number, in order; for a negative number, all that are left.
  ///
  /// - Throws: `.unavailable` if some of them were pruned, because readers would miss them; or if no event ever had
  ///   that number, because it is from another ledger or this ledger is an older copy.
  package func events(since sequence: Int64, limit: Int = 10_000) throws -> [LedgerEvent] {
    try storage.numberEvents()
    return try numberedEvents(since: sequence, limit: limit)
  }

  private func numberedEvents(since sequence: Int64, limit: Int) throws -> [LedgerEvent] {
    try read { db in
      let last = try db.lastEvent()
      let first: Int64 = try db.value("SELECT min(seq) FROM event") ?? last + 1
      guard Database.possibleEvents.contains(first) else {
        throw StoredDamage(text: "the first event has the number \(first)")
      }
      guard sequence >= first - 1 || sequence < 0 else {
        throw LedgerError(
          .unavailable, "events up to \(first - 1) were pruned, so that those since \(sequence) are not all here",
          hint: "begin anew from `ledger export`, then follow with --since \(first - 1)")
      }
      guard sequence <= last else {
        throw LedgerError(
          .unavailable, "there never was an event \(sequence): the last event is \(last)",
          hint: "the number is another ledger's, or this ledger is an older copy; begin anew from `ledger export`")
      }
      return try db.rows(LedgerEvent.query + " WHERE e.seq > ? ORDER BY e.seq LIMIT ?", [sequence, limit])
        .map(LedgerEvent.init)
    }
  }
}

extension [LedgerEvent] {
  /// The events with the numbers that were assigned after the commit.
  func numbered(_ numbers: EventNumbers) -> [LedgerEvent] {
    map { event in
      var event = event
      event.sequence = numbers[event.sequence] ?? event.sequence
      return event
    }
  }
}
