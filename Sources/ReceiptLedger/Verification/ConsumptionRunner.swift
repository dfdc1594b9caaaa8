import ReceiptKit

/// The result of sending an answer to a question about the use of a purchase.
package enum ConsumptionReply: Sendable {
  /// Apple took the answer.
  case received
  /// Apple refuses the answer for good, with this number if it gave one.
  case refused(code: Int64?, reason: String)
  /// The App Store Server API does not accept the key.
  case refusedKey(reason: String)
  /// There is no reply, or one that says to try again, after this number of milliseconds if it states a time. Apple may
  /// have the answer.
  case later(reason: String, retryAfter: Int64?)
}

/// The client that sends such answers. The ledger itself does no networking.
package protocol ConsumptionSender: Sendable {
  /// The app of the client.
  var bundleID: String { get }

  /// Sends an answer once, without retrying; it must end within ``sendingTimeout``.
  ///
  /// - Parameters:
  ///   - body: Apple's ConsumptionRequest.
  ///   - transaction: the transaction that Apple named.
  func send(_ body: [UInt8], about transaction: String) async -> ConsumptionReply

  /// The maximum duration of a call, in milliseconds: leases are longer.
  var sendingTimeout: Int64 { get }
}

/// Answers Apple's questions about the use of purchases (CONSUMPTION_REQUEST), by a policy.
///
/// What is sent is recorded before it is sent. A process that ends in between leaves it to the next one, which sends
/// the same bytes again: Apple does not say what a second answer does, but the method is PUT, which is idempotent (RFC
/// 9110, 9.2.2). After Apple's reply is recorded, nothing more is sent for the question.
package struct ConsumptionRunner: Sendable {
  /// The result of one pass.
  package struct Summary: Equatable, Sendable {
    /// Answers that Apple took.
    package var sent = 0
    /// Answers that Apple refused for good.
    package var refused = 0
    /// Questions that were closed without an answer.
    package var skipped = 0
    /// Answers that are sent again later.
    package var postponed = 0
    /// Results that came too late, because another process had taken over the question.
    package var lost = 0
    /// Why the key was not accepted; `nil` if it was accepted.
    package var refusedKey: String?
    /// The latest reason for a refusal or a postponement.
    package var lastReason: String?
  }

  let ledger: Ledger
  let sender: any ConsumptionSender
  let policy: ConsumptionPolicy
  private let settings: Runner.Settings
  private let clock: @Sendable () -> Instant
  private let pace: Pace

  /// The number of calls in a row without a reply after which the next ones would wait in vain, too.
  private static let maximumUnanswered = 3
  /// The longest pause between two tries, in milliseconds: Apple waits for 12 hours.
  private static let longestPause: Int64 = 3_600_000

  /// Makes a runner.
  ///
  /// - Parameters:
  ///   - ledger: the ledger with the questions.
  ///   - sender: sends the answers for its app.
  ///   - policy: what the answers say.
  ///   - settings: the rate, the pause after a failure and the length of a lease.
  ///   - clock: returns the current time.
  package init(
    ledger: Ledger, sender: any ConsumptionSender, policy: ConsumptionPolicy, settings: Runner.Settings,
    clock: @escaping @Sendable () -> Instant
  ) {
    self.ledger = ledger
    self.sender = sender
    self.policy = policy
    self.settings = settings
    self.clock = clock
    pace = Pace(ledger, rate: settings.rate, clock: clock)
  }

  /// Answers the questions that are due, the one with the earliest deadline first, and closes those that get no answer.
  ///
  /// - Parameters:
  ///   - isStopped: checked before every call; a call in progress is completed.
  ///   - report: receives every committed result with its events, in order.
  /// - Throws: a ``LedgerError``.
  package func pass(
    isStopped: @escaping @Sendable () -> Bool = { false }, report: ([LedgerEvent]) throws -> Void
  ) async throws -> Summary {
    var summary = Summary()
    let (ready, closed) = try findReady()
    summary.skipped = closed.count
    try report(closed)
    var unanswered = 0
    for identifier in ready where summary.refusedKey == nil && unanswered < Self.maximumUnanswered {
      guard try await pace.wait(isStopped) else { break }
      // The consent is looked up in the transaction that records what is sent, after all waiting.
      let lease = max(settings.lease, sender.sendingTimeout + 1_000)
      let found = try ledger.write { db in
        try ConsumptionStore(db: db, now: clock()).begin(identifier, by: policy, milliseconds: lease)
      }
      guard let begun = found else { continue }
      let reply = await sender.send(begun.body, about: begun.request.transaction)
      let events = try record(reply, to: begun)
      count(reply, isLost: events == nil, &summary)
      if case .later = reply { unanswered += 1 } else { unanswered = 0 }
      try report(events ?? [])
    }
    return summary
  }

  /// Closes the questions that get no answer, and finds those whose answers may be sent now.
  private func findReady() throws -> (ready: [String], closed: [LedgerEvent]) {
    try ledger.storage.write { db in
      let now = clock()
      let store = ConsumptionStore(db: db, now: now)
      var ready: [String] = []
      for request in try store.all(of: sender.bundleID) where !request.isTaken(now) {
        let isOver = request.answerBy <= now
        switch try store.decide(request, by: policy) {
        case .skip(let obstacle): try store.close(request, obstacle)
        case .wait(let obstacle): if isOver { try store.close(request, obstacle) }
        case .send:
          if isOver {
            try store.close(request, .unanswered)
          } else if request.isDue(now) {
            ready.append(request.identifier)
          }
        }
      }
      return (ready, try Ledger.appendedEvents(db))
    } number: { result, numbers in
      result.closed = result.closed.numbered(numbers)
    }
  }

  /// Records Apple's reply.
  ///
  /// - Returns: the events; `nil` if another process has taken over the question.
  private func record(_ reply: ConsumptionReply, to begun: BegunConsumption) throws -> [LedgerEvent]? {
    try ledger.storage.write { db -> [LedgerEvent]? in
      let store = ConsumptionStore(db: db, now: clock())
      guard try store.isLeased(begun) else { return nil }
      switch reply {
      case .received: try store.close(begun, refusal: nil)
      case .refused(let code, let reason): try store.close(begun, refusal: (code, reason))
      case .refusedKey: try store.postpone(begun, until: nextTry(after: begun, nil))
      case .later(_, let retryAfter): try store.postpone(begun, until: nextTry(after: begun, retryAfter))
      }
      return try Ledger.appendedEvents(db)
    } number: { events, numbers in
      events = events?.numbered(numbers)
    }
  }

  /// When to send an answer again.
  private func nextTry(after begun: BegunConsumption, _ retryAfter: Int64?) -> Instant {
    let delay = settings.backoff.delay(
      afterFailure: begun.request.tries + 1, fraction: Double.random(in: 0...1))
    return Instant(milliseconds: clock().milliseconds + min(max(delay, retryAfter ?? 0), Self.longestPause))
  }

  /// Adds a result to the summary.
  private func count(_ reply: ConsumptionReply, isLost: Bool, _ summary: inout Summary) {
    switch reply {
    case .received: break
    case .refused(_, let reason), .later(let reason, _): summary.lastReason = reason
    case .refusedKey(let reason): summary.refusedKey = reason
    }
    if isLost {
      summary.lost += 1
      return
    }
    switch reply {
    case .received: summary.sent += 1
    case .refused: summary.refused += 1
    case .refusedKey, .later: summary.postponed += 1
    }
  }
}
