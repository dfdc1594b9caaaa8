import ReceiptKit

/// Makes the due requests to Apple.
package struct Runner: Sendable {
  /// The settings of a runner.
  package struct Settings: Sendable {
    /// The maximum number of calls per second, of all runners of the ledger together.
    package var rate: Double = 5
    /// The maximum number of concurrent calls.
    package var jobs = 4
    /// How long a task is leased, in milliseconds; never less than its calls can take.
    package var lease: Int64 = 120_000
    /// The delay before a repeated request.
    package var backoff = Backoff()
    /// Whether to ask about subscriptions near or past their expiry.
    package var polls = false
    /// Whether signed data counts that only the user's anchor proves; never in a ledger for production.
    package var allowsTestSigned = false

    /// Four calls at once, five per second, pending verifications only.
    package init() {}
  }

  /// The result of one pass.
  package struct Summary: Equatable, Sendable {
    /// Calls to Apple.
    package var calls = 0
    /// Tasks whose answer settled something.
    package var settled = 0
    /// Tasks that Apple postponed.
    package var postponed = 0
    /// Tasks without an answer.
    package var unreachable = 0
    /// Results that came too late, because another runner had taken over the task.
    package var lost = 0
    /// The number of answers that the shared secret is wrong. For a single receipt, the cause may be another app.
    package var wrongSecrets = 0
    /// Why the key of the App Store Server API was not accepted; `nil` if it was accepted.
    package var refusedKey: String?
    /// Answers of the App Store Server API that were not believed.
    package var unbelieved = 0
    /// Whether the pass ended early, because answers about a wrong secret repeated.
    package var endedByWrongSecret = false
    /// The latest reason for a missing answer or a postponement.
    package var lastReason: String?
  }

  let ledger: Ledger
  let verifier: any AppleVerifier
  private(set) var subscriptions: (any SubscriptionSource)?
  let settings: Settings
  let clock: @Sendable () -> Instant
  /// Shared by all passes and all runners, so that neither a new pass nor another process raises the rate.
  private let pace: Pace

  /// Makes a runner.
  ///
  /// - Parameters:
  ///   - ledger: the ledger with the tasks.
  ///   - verifier: asks Apple about receipts.
  ///   - subscriptions: answers for the subscriptions of its app, which then need no receipt.
  ///   - settings: limits, and the kinds of requests to make.
  ///   - clock: returns the current time.
  package init(
    ledger: Ledger, verifier: any AppleVerifier, subscriptions: (any SubscriptionSource)? = nil, settings: Settings,
    clock: @escaping @Sendable () -> Instant
  ) {
    self.ledger = ledger
    self.verifier = verifier
    self.subscriptions = subscriptions
    self.settings = settings
    self.clock = clock
    pace = Pace(ledger, rate: settings.rate, clock: clock)
  }

  /// A runner with the same settings that asks only about receipts.
  package var withoutSubscriptions: Runner {
    var runner = self
    runner.subscriptions = nil
    return runner
  }

  /// The duration of a lease in milliseconds: at least as long as its calls can take.
  package var leaseLength: Int64 {
    // A task has up to two calls, and before each of them every other job may make one. 500 ms are to spare.
    let paced = settings.rate > 0 ? Int64(2_000 * Double(settings.jobs) / settings.rate) : 0
    return max(settings.lease, max(2 * verifier.timeout, subscriptions?.timeout ?? 0) + paced + 500)
  }

  /// Processes the tasks that are due at the start.
  ///
  /// - Parameters:
  ///   - isStopped: checked before every call to Apple, also while a call waits for its turn; a call in progress is
  ///     completed.
  ///   - report: receives every committed result with its events, in order.
  /// - Throws: a ``LedgerError``.
  package func pass(
    isStopped: @escaping @Sendable () -> Bool = { false },
    report: (_ summary: Summary, _ events: [LedgerEvent]) throws -> Void
  ) async throws -> Summary {
    let began = clock()
    if settings.polls, let subscriptions {
      try ledger.write { db in try TaskStore(db: db, now: began).scheduleSubscriptions(of: subscriptions.bundleID) }
    }
    var summary = Summary()
    var unansweredInRow = 0
    var wrongSecretsInRow = 0
    try await withThrowingTaskGroup(of: (LeasedTask, [AnswerStore.Exchange]).self) { group in
      var running = 0
      while true {
        // If several calls in a row got no answer, the remaining tasks would wait in vain, too. All calls that run at
        // once may fail together, so two more have to fail. If the secret is wrong, it is wrong for all.
        let mayGoOn =
          !isStopped() && wrongSecretsInRow < Self.maximumWrongSecrets && unansweredInRow < settings.jobs + 2
        let free = mayGoOn ? settings.jobs - running : 0
        for task in free > 0 ? try lease(free, dueBy: began) : [] {
          running += 1
          group.addTask { (task, try await ask(task, isStopped)) }
        }
        guard let (task, exchanges) = try await group.next() else { break }
        running -= 1
        guard !exchanges.isEmpty else {
          try ledger.write { db in try TaskStore(db: db, now: clock()).giveBack(task) }
          continue
        }
        summary.calls += exchanges.count
        let (meaning, doubt, events) = try record(exchanges, for: task)
        count(meaning, exchanges.last?.reply, doubt, &summary)
        // The limits of the App Store Server API apply to the key, whatever the request is about.
        let isBusy = task.body == nil && meaning == .later
        unansweredInRow = meaning == .unreachable || isBusy ? unansweredInRow + 1 : 0
        wrongSecretsInRow = meaning == .wrongSecret ? wrongSecretsInRow + 1 : 0
        try report(summary, events)
      }
    }
    summary.endedByWrongSecret = wrongSecretsInRow >= Self.maximumWrongSecrets
    return summary
  }

  /// The number of wrong-secret answers in a row after which the secret is at fault, not a single receipt.
  private static let maximumWrongSecrets = 3

  /// When the next task with a receipt to send is due; `nil` without such tasks. A leased task is not due before its
  /// lease ends.
  package func nextDue() throws -> Instant? {
    try ledger.read { db in
      try db.value(
        """
        SELECT min(due) FROM (
          SELECT max(t.due_at, t.leased_until) AS due \(Self.askable) AND t.lease IS NOT NULL
          UNION ALL SELECT * FROM (SELECT t.due_at \(Self.askable) AND t.lease IS NULL ORDER BY t.due_at LIMIT 1) AS \
          free
        ) AS tasks
        """, [settings.polls])
    }
  }

  /// The tasks that have a receipt to send; if polls are off, only the tasks of orders. The others are for a
  /// ``SubscriptionSource``.
  private static let askable = """
    FROM task t LEFT JOIN presentation n ON n.id = t.presentation_id
      LEFT JOIN subscription s ON s.original_transaction_id = t.subscription_id
      JOIN receipt r ON r.id = coalesce(n.receipt_id, s.receipt_id)
    WHERE r.body IS NOT NULL AND (?1 = 1 OR t.subscription_id IS NULL) AND r.bundle_id IN (SELECT bundle_id FROM app)
    """

  /// Leases tasks that are due.
  private func lease(_ count: Int, dueBy began: Instant) throws -> [LeasedTask] {
    return try ledger.storage.claim { db in
      // Apple's answers could not be recorded without an app, or without the key.
      _ = try ledger.erased(db)
      // The clock is read only after the lock was taken, because the previous holder of the lock may have leased a task
      // in the meantime.
      let now = clock()
      return try TaskStore(db: db, now: now).lease(
        count, dueBy: min(began, now), polls: settings.polls, withoutReceiptsOf: subscriptions?.bundleID,
        milliseconds: leaseLength)
    }
  }

  /// Makes the requests of a task.
  ///
  /// - Returns: an empty array if the runner was stopped before an answer arrived.
  private func ask(_ task: LeasedTask, _ isStopped: @Sendable () -> Bool) async throws -> [AnswerStore.Exchange] {
    guard try await pace.wait(isStopped) else { return [] }
    if let body = task.body { return try await ask(about: body, isStopped) }
    guard let subscriptions, let original = task.subscription else { return [] }
    // Statuses contain the latest transaction of each subscription, but a refund can be of an earlier one.
    let first: AnswerStore.Exchange = (ledger.environment, await subscriptions.statuses(of: original))
    guard case .signed = first.reply else { return [first] }
    guard try await pace.wait(isStopped) else { return [] }
    return [first, (ledger.environment, await subscriptions.refunds(of: original))]
  }

  /// Asks production first, then the sandbox if production says so (Apple, "verifyReceipt").
  private func ask(about receipt: [UInt8], _ isStopped: @Sendable () -> Bool) async throws -> [AnswerStore.Exchange] {
    let first: AnswerStore.Exchange = (.production, await verifier.ask(receipt, at: .production))
    // 21007: the receipt is of the sandbox.
    guard case .answer(let response) = first.reply, response.status.code == 21007 else { return [first] }
    guard try await pace.wait(isStopped) else { return [] }
    return [first, (.sandbox, await verifier.ask(receipt, at: .sandbox))]
  }

  /// Records the results of a task.
  ///
  /// - Returns: what they mean for the order; why signed data in them was not believed; and the events.
  private func record(
    _ exchanges: [AnswerStore.Exchange], for task: LeasedTask
  ) throws -> (meaning: AnswerMeaning?, doubt: String?, events: [LedgerEvent]) {
    try ledger.storage.write { db in
      let now = clock()
      let meaning = try AnswerStore(
        db: db, now: now, environment: ledger.environment, erased: ledger.erased(db),
        allowsTestSigned: settings.allowsTestSigned
      )
      .record(exchanges, for: task, backoff: settings.backoff, fraction: Double.random(in: 0...1))
      // The answer that was just stored says why it is not believed.
      var doubt: String?
      if meaning == .later, case .signed? = exchanges.last?.reply {
        doubt = try db.value("SELECT text FROM answer ORDER BY id DESC LIMIT 1")
      }
      return (meaning, doubt, try Ledger.appendedEvents(db))
    } number: { result, numbers in
      result.events = result.events.numbered(numbers)
    }
  }

  /// Adds a result to the summary.
  ///
  /// - Parameter meaning: the final meaning; `nil` if another runner had the task.
  private func count(_ meaning: AnswerMeaning?, _ reply: AppleReply?, _ doubt: String?, _ summary: inout Summary) {
    switch reply {
    case .later(let reason, _)?, .unreachable(let reason)?: summary.lastReason = reason
    case .answer(let response)? where meaning == .later || meaning == .doubtful:
      summary.lastReason =
        AnswerMeaning(.answer(response)) == .valid
        ? "an answer that is not about the receipt" : "Apple answered \(response.status.code)"
    case .signed? where meaning == .later:
      summary.unbelieved += 1
      summary.lastReason = doubt
    case .unproven(let reason)?:
      summary.unbelieved += 1
      summary.lastReason = reason
    case .refusedKey(let reason)?: summary.refusedKey = reason
    default: break
    }
    switch meaning {
    case nil: summary.lost += 1
    case .valid?, .refused?: summary.settled += 1
    case .unreachable?: summary.unreachable += 1
    // A key that is not accepted has the same meaning, and is in the summary already.
    case .wrongSecret?:
      if case .refusedKey? = reply {} else { summary.wrongSecrets += 1 }
      summary.postponed += 1
    case .doubtful?, .later?, .elsewhere?: summary.postponed += 1
    }
  }
}
