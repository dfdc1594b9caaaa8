import ReceiptKit

/// Records the results of asking Apple, inside a transaction.
struct AnswerStore {
  let db: Database
  let now: Instant
  let environment: LedgerEnvironment
  let erased: ErasedPurchases
  /// Whether signed data counts that is proven only by an anchor of the user.
  var allowsTestSigned = false

  /// A request, and its result.
  typealias Exchange = (endpoint: LedgerEnvironment, reply: AppleReply)

  /// Records the result of a task.
  ///
  /// - Parameters:
  ///   - exchanges: the requests, in order; the last one decides.
  ///   - fraction: a random number from 0 to 1, which spreads the delays of further tries.
  /// - Returns: its meaning for the order; `nil` if another runner has taken over the task, since only one result
  ///   counts.
  func record(
    _ exchanges: [Exchange], for task: LeasedTask, backoff: Backoff, fraction: Double
  ) throws -> AnswerMeaning? {
    let tasks = TaskStore(db: db, now: now)
    guard try tasks.isLeased(task), let last = exchanges.last else { return nil }
    // Signed data is judged as a whole: the answers of the App Store Server API are about one subscription.
    let signed = Self.signed(exchanges)
    let signedDoubt = try signed.flatMap { try self.doubt(about: $0, for: task) }
    let doubt = last.reply.isSigned ? signedDoubt : try self.doubt(about: last, for: task)
    for exchange in exchanges.dropLast() {
      try write(exchange, task.receipt, exchange.reply.isSigned ? signedDoubt : nil)
    }
    try write(last, task.receipt, doubt)
    let meaning = judge(last, for: task, doubt)
    switch (meaning, last.reply) {
    case (.valid, .answer(let response)): try confirm(task, response, last.endpoint)
    case (.valid, .signed): try recordSigned(signed ?? [], task)
    // The App Store Server API does not know the subscription.
    case (.refused, .unknown): try tasks.postpone(task, until: PollSchedule.whileUnknown(now: now), isDoubtful: false)
    // verifyReceipt refuses the receipt of an order.
    case (.refused, _) where task.presentation != nil: try refuse(task, last)
    // There is no result yet, or verifyReceipt refuses the receipt by which it is asked about a subscription.
    default:
      // Proven data counts, whatever the result of the second request.
      if !last.reply.isSigned, signedDoubt == nil, let signed { try recordSigned(signed, task) }
      var delay = backoff.delay(afterFailure: task.attempts + 1, fraction: fraction)
      // After a day Apple is asked again even if it wanted a longer pause.
      if case .later(_, let retryAfter?) = last.reply { delay = max(delay, min(retryAfter, 24 * 3_600_000)) }
      try tasks.postpone(
        task, until: Instant(milliseconds: now.milliseconds + delay), isDoubtful: meaning == .doubtful)
    }
    return meaning
  }

  /// The meaning of the last answer for the order.
  private func judge(_ last: Exchange, for task: LeasedTask, _ doubt: String?) -> AnswerMeaning {
    if doubt != nil { return .later }
    var meaning = AnswerMeaning(last.reply)
    // Each server refers to the other one, so neither of them has the receipt.
    if meaning == .elsewhere { meaning = .doubtful }
    if meaning == .doubtful, Self.isFinal(after: task.refusals, since: task.refusedAt, now: now) {
      meaning = .refused
    }
    // A receipt of the sandbox cost nothing.
    if meaning == .valid, environment == .production, last.endpoint == .sandbox { meaning = .refused }
    return meaning
  }

  /// Whether to believe a refusal that can be temporary: after three of them, and a day after the first.
  ///
  /// A receipt that waits for Apple was proven authentic here, and was paid for. Apple's failures last minutes or
  /// hours.
  ///
  /// - Parameters:
  ///   - count: the number of earlier answers of this kind.
  ///   - first: the date of the first of them.
  static func isFinal(after count: Int, since first: Instant?, now: Instant) -> Bool {
    guard let first else { return false }
    return count + 1 >= 3 && now.milliseconds - first.milliseconds >= 24 * 3_600_000
  }

  /// Stores an answer.
  ///
  /// - Parameter doubt: why the answer is not believed; `nil` if it is believed.
  private func write(_ exchange: Exchange, _ receipt: Int64, _ doubt: String?) throws {
    let (status, text): (Int?, String?) =
      switch exchange.reply {
      case .answer(let response): (response.status.code, doubt)
      case .signed(let purchases):
        (
          nil,
          doubt
            ?? """
            the App Store Server API gave \(purchases.count) signed \
            \(purchases.count == 1 ? "transaction" : "transactions")
            """
        )
      case .later(let reason, _), .unreachable(let reason), .unproven(let reason), .unknown(let reason),
        .refusedKey(let reason):
        (nil, reason)
      }
    let meaning = doubt == nil ? AnswerMeaning(exchange.reply) : .later
    try db.run(
      "INSERT INTO answer (receipt_id, at, endpoint, status, meaning, text, after_event) VALUES (?, ?, ?, ?, ?, ?, ?)",
      [
        receipt, now, exchange.endpoint, status, meaning, text,
        try db.connection.lastEventRow(),
      ])
  }

  /// The signed data in any of the answers; `nil` without an answer of the App Store Server API.
  private static func signed(_ exchanges: [Exchange]) -> [SignedPurchase]? {
    let answers = exchanges.compactMap { exchange in
      if case .signed(let purchases) = exchange.reply { purchases } else { nil as [SignedPurchase]? }
    }
    return answers.isEmpty ? nil : answers.flatMap(\.self)
  }

  /// Records signed data about the customer of a subscription.
  private func recordSigned(_ signed: [SignedPurchase], _ task: LeasedTask) throws {
    // Apple was asked, but signed data has dates of its own, and unknown purchases in it count as those of a
    // notification do.
    let history = HistoryStore(db: db, now: now, source: "App Store Server API", wasAskedNow: false)
    for purchase in signed where try !erased.isIn(purchase.history) { try history.recordSigned(purchase) }
    // The next request is scheduled even if nothing is new.
    if let subscription = task.subscription { try SubscriptionStore(db: db, now: now).reschedule(subscription) }
  }

  /// Records Apple's answer that the receipt is good.
  private func confirm(_ task: LeasedTask, _ response: VerifyReceiptResponse, _ endpoint: LedgerEnvironment) throws {
    let tasks = TaskStore(db: db, now: now)
    let history = HistoryStore(db: db, now: now, source: "verifyReceipt", wasAskedNow: true)
    // Apple's statements are recorded first, so that a purchase that Apple has taken back is not confirmed.
    if let found = PurchaseHistory(response) { try history.recordUnsigned(erased.without(found)) }
    if let presentation = task.presentation {
      try verifyOrder(presentation, response, endpoint)
      try tasks.finish(task)
    } else if let subscription = task.subscription {
      // The next request is scheduled even if the answer did not mention the subscription.
      try SubscriptionStore(db: db, now: now).reschedule(subscription)
    }
    try ReceiptStore(db: db).release(receipt: task.receipt)
  }

  /// Settles an order whose receipt Apple confirmed. It is verified, unless Apple refunded all its purchases.
  private func verifyOrder(
    _ presentation: Int64, _ response: VerifyReceiptResponse, _ endpoint: LedgerEnvironment
  ) throws {
    let transaction = try onlyTransaction(of: presentation)
    let isRefunded = try isWhollyRefunded(presentation)
    try setStates(of: presentation, isRefunded ? .rejected : .verified, purchases: .verified)
    if isRefunded { try PurchaseStore(db: db).rememberRefunded(of: presentation) }
    let account = try accountName(of: presentation)
    let claimed = isRefunded ? [] : try PurchaseStore(db: db).claimUnclaimed(of: presentation, for: account)
    try db.appendEvent(
      isRefunded ? .rejected : .verified, at: now, presentation: presentation, transaction: transaction
    ) { writer in
      if isRefunded { writer.member("by", "apple") }
      writer.member("status", response.status.code)
      writer.member("endpoint", endpoint.rawValue)
      if isRefunded { writer.member("text", "everything that the order is about was refunded") }
    }
    for original in claimed { try SubscriptionStore(db: db, now: now).refresh(original, from: "verifyReceipt") }
    try settleFollowers(of: presentation)
  }

  /// Rejects the order whose receipt Apple refused.
  private func refuse(_ task: LeasedTask, _ last: Exchange) throws {
    guard let presentation = task.presentation else { return }
    let transaction = try onlyTransaction(of: presentation)
    // Read before anything of the order goes to other orders.
    let families: [String] = try db.values(
      "SELECT DISTINCT \(PurchaseKey.family("p")) FROM purchase p WHERE p.presentation_id = ?", [presentation])
    // The order, and its marks on refunded purchases.
    try setStates(of: presentation, .rejected, purchases: .rejected)
    try PurchaseStore(db: db).forgetRefused(of: presentation)
    // What is remembered as refused: the purchases of the order, and all others in its receipt.
    let refusals = RefusalStore(db: db)
    try refusals.record(presentation: presentation, at: now)
    let refused = task.body.flatMap { ReceiptStore.decode($0) }.flatMap { try? PurchaseHistory($0) }
    try refusals.record(erased.others(refused?.purchases ?? []), at: now)
    // Apple's refusals are stored in `answer` as refused, even if only repetition made them final.
    try db.run(
      "UPDATE answer SET meaning = 'refused' WHERE id = (SELECT max(id) FROM answer WHERE receipt_id = ?)",
      [task.receipt])
    try db.appendEvent(.rejected, at: now, presentation: presentation, transaction: transaction) { writer in
      writer.member("by", "apple")
      if case .answer(let response) = last.reply { writer.member("status", response.status.code) }
      writer.member("endpoint", last.endpoint.rawValue)
      if environment == .production, last.endpoint == .sandbox {
        writer.member("text", "a receipt of the sandbox, presented to a ledger for production")
      }
    }
    // The orders that waited for this one, and the periods that the account had because of it.
    try settleFollowers(of: presentation)
    try PurchaseStore(db: db).abandon(familiesOf: presentation)
    // Subscriptions that another order keeps.
    let kept = try leaveSubscriptions(of: presentation)
    // Subscriptions that go, and the requests to Apple about them.
    try db.run(
      """
      DELETE FROM task WHERE subscription_id IN (SELECT original_transaction_id FROM subscription WHERE \
      presentation_id = ?)
      """,
      [presentation])
    try db.run("DELETE FROM subscription WHERE presentation_id = ?", [presentation])
    // Whatever became of them, the subscriptions of the order are derived again.
    for original in Set(kept).union(families).sorted() {
      try SubscriptionStore(db: db, now: now).refresh(original, from: "verifyReceipt")
    }
    // The request, and the receipt that was kept for it.
    try TaskStore(db: db, now: now).finish(task)
    try ReceiptStore(db: db).release(receipt: task.receipt)
  }

  /// Gives subscriptions of a refused order to another order that has one of their periods. The refused order's receipt
  /// is no longer used to ask about them.
  ///
  /// - Returns: the original transactions of these subscriptions.
  private func leaveSubscriptions(of presentation: Int64) throws -> [String] {
    let other = """
      (SELECT min(p.presentation_id) FROM purchase p JOIN presentation n ON n.id = p.presentation_id
        WHERE \(PurchaseKey.isIn("p", family: "subscription.original_transaction_id")) AND \
        \(PurchaseKey.isOfFamily("p"))
          AND p.state <> 'rejected' AND n.state IN ('accepted', 'verified', 'pending'))
      """
    let kept: [String] = try db.values(
      """
      SELECT original_transaction_id FROM subscription WHERE presentation_id = ? AND \(other) IS NOT NULL
      ORDER BY original_transaction_id
      """, [presentation])
    for original in kept {
      try db.run("DELETE FROM task WHERE subscription_id = ?", [original])
      try db.run(
        """
        UPDATE subscription SET presentation_id = \(other),
          receipt_id = CASE WHEN receipt_id = (SELECT receipt_id FROM presentation WHERE id = ?2) THEN NULL ELSE \
          receipt_id END
        WHERE original_transaction_id = ?1
        """, [original, presentation])
    }
    return kept
  }

  /// Sets the state of an order, and that of its purchases that wait for Apple.
  private func setStates(of presentation: Int64, _ state: OrderState, purchases: PurchaseState) throws {
    try db.run("UPDATE presentation SET state = ? WHERE id = ?", [state, presentation])
    // Purchases that were refunded in the meantime stay refunded.
    try db.run(
      "UPDATE purchase SET state = ? WHERE presentation_id = ? AND state = 'pending'",
      [purchases, presentation])
  }

  /// Settles orders that restored purchases of this order and waited for its answer. An order that waits for several is
  /// settled by the last answer, and verified if one of them was good.
  private func settleFollowers(of presentation: Int64) throws {
    let rows = try db.rows(
      """
      SELECT n.id, max(CASE WHEN h.state IN ('accepted', 'verified') THEN 1 ELSE 0 END) AS is_good FROM presentation n
        JOIN claim c ON c.presentation_id = n.id JOIN presentation h ON h.id = c.holder_id
      WHERE n.state = 'pending' AND n.id IN (SELECT presentation_id FROM claim WHERE holder_id = ?)
      GROUP BY n.id HAVING max(CASE WHEN h.state = 'pending' THEN 1 ELSE 0 END) = 0 ORDER BY n.id
      """, [presentation])
    for row in rows {
      let id: Int64 = try row["id"]
      let isGood: Bool = try row["is_good"]
      try db.run(
        "UPDATE presentation SET state = ? WHERE id = ?", [isGood ? OrderState.verified : .rejected, id])
      try db.appendEvent(isGood ? .verified : .rejected, at: now, presentation: id) { writer in
        if !isGood { writer.member("by", "apple") }
        writer.member("text", "settled with the order that has the purchase")
      }
    }
  }

  /// Whether the order has purchases and Apple refunded all of them.
  private func isWhollyRefunded(_ presentation: Int64) throws -> Bool {
    let states: [PurchaseState] = try db.values(
      "SELECT DISTINCT state FROM purchase WHERE presentation_id = ?", [presentation])
    return states == [.refunded]
  }

  private func accountName(of presentation: Int64) throws -> String {
    guard let row = try db.row("SELECT account FROM presentation WHERE id = ?", [presentation]) else {
      throw StoredDamage(text: "an order that waits for Apple is missing")
    }
    return try row.name("account")
  }

  /// The transaction of an order that has only one.
  private func onlyTransaction(of presentation: Int64) throws -> String? {
    let found: [String] = try db.values(
      "SELECT transaction_id FROM purchase WHERE presentation_id = ? LIMIT 2", [presentation])
    return found.count == 1 ? found[0] : nil
  }
}

extension AppleReply {
  fileprivate var isSigned: Bool {
    if case .signed = self { true } else { false }
  }
}
