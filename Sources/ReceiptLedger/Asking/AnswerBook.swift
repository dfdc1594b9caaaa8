import GRDB
import ReceiptKit

/// Writes down what came of asking Apple, inside a transaction.
struct AnswerBook {
  let db: Database
  let now: Instant
  let environment: Ledger.Environment

  /// What was asked where, and what came of it, in the order of asking.
  typealias Exchange = (endpoint: AppleEndpoint, reply: AppleReply)

  /// Records the result of a task.
  ///
  /// - Returns: `false` if the task is not ours any more: somebody took it over, and only one result counts.
  func record(_ exchanges: [Exchange], for task: LeasedTask, backoff: Backoff, fraction: Double) throws -> Bool {
    let tasks = TaskBook(db: db, now: now)
    guard try tasks.isLeased(task) else { return false }
    for exchange in exchanges { try write(exchange, task.receipt) }
    guard let last = exchanges.last else { return false }
    var meaning = AnswerMeaning(last.reply)
    // The two servers send us to and fro: nobody has it.
    if meaning == .elsewhere { meaning = .doubtful }
    if meaning == .doubtful, task.refusals + 1 >= AnswerMeaning.patience { meaning = .refused }
    if meaning == .valid, environment == .production, last.endpoint == .sandbox { meaning = .refused }
    switch meaning {
    case .valid:
      guard case .answer(let response) = last.reply else { return false }
      try confirm(task, response, at: last.endpoint)
    case .refused where task.presentation != nil: try refuse(task, last)
    default:
      var delay = backoff.delay(afterFailure: task.attempts + 1, fraction: fraction)
      if case .later(_, let retryAfter?) = last.reply { delay = max(delay, min(retryAfter, 24 * 3_600_000)) }
      try tasks.postpone(
        task, until: Instant(milliseconds: now.milliseconds + delay), isDoubtful: meaning == .doubtful)
    }
    return true
  }

  private func write(_ exchange: Exchange, _ receipt: Int64) throws {
    let (status, text): (Int?, String?) =
      switch exchange.reply {
      case .answer(let response): (response.status.code, nil)
      case .later(let reason, _), .unreachable(let reason): (nil, reason)
      }
    try db.cachedStatement(
      sql:
        "INSERT INTO answer (receipt_id, at, endpoint, status, meaning, text, after_event) VALUES (?, ?, ?, ?, ?, ?, ?)"
    ).execute(arguments: [
      receipt, now.milliseconds, exchange.endpoint.rawValue, status, AnswerMeaning(exchange.reply).rawValue, text,
      try Ledger.lastEvent(db),
    ])
  }

  private func confirm(_ task: LeasedTask, _ response: VerifyReceiptResponse, at endpoint: AppleEndpoint) throws {
    let tasks = TaskBook(db: db, now: now)
    let history = HistoryBook(db: db, now: now, source: "verifyReceipt", wasAskedNow: true)
    // First what Apple knows: what it took back meanwhile is not confirmed.
    if let found = PurchaseHistory(response) { try history.take(found) }
    if let presentation = task.presentation {
      try settle(presentation, response, at: endpoint)
      try tasks.finish(task)
    } else if let subscription = task.subscription {
      // Also where the answer said nothing of it.
      try history.reschedule(subscription)
    }
    try tasks.release(receipt: task.receipt)
  }

  /// Settles an order whose receipt Apple confirmed: it is verified, unless everything that it is about was taken back.
  private func settle(_ presentation: Int64, _ response: VerifyReceiptResponse, at endpoint: AppleEndpoint) throws {
    let transaction = try onlyTransaction(of: presentation)
    let isRefunded = try isRefunded(presentation)
    try settle(presentation, isRefunded ? .rejected : .verified, purchases: .verified)
    let claimed = try account(of: presentation).map { account in
      isRefunded ? [] : try PurchaseBook(db: db).claimUnclaimed(of: presentation, for: account)
    }
    try EventLog(db: db).append(
      isRefunded ? .rejected : .verified, at: now, presentation: presentation, transaction: transaction
    ) { writer in
      if isRefunded { writer.member("by", "apple") }
      writer.member("status", response.status.code)
      writer.member("endpoint", endpoint.rawValue)
      if isRefunded { writer.member("text", "everything that the order is about was refunded") }
    }
    for original in claimed ?? [] { try KnowledgeBook(db: db, now: now).catchUp(original, presentation: presentation) }
  }

  private func refuse(_ task: LeasedTask, _ last: Exchange) throws {
    guard let presentation = task.presentation else { return }
    let transaction = try onlyTransaction(of: presentation)
    try settle(presentation, .rejected, purchases: .rejected)
    // What Apple refused stands in `answer` as refused, also where only its repetition made it so.
    try db.cachedStatement(
      sql: "UPDATE answer SET meaning = 'refused' WHERE id = (SELECT max(id) FROM answer WHERE receipt_id = ?)"
    ).execute(arguments: [task.receipt])
    try EventLog(db: db).append(.rejected, at: now, presentation: presentation, transaction: transaction) { writer in
      writer.member("by", "apple")
      if case .answer(let response) = last.reply { writer.member("status", response.status.code) }
      writer.member("endpoint", last.endpoint.rawValue)
      if environment == .production, last.endpoint == .sandbox {
        writer.member("text", "a receipt of the sandbox, presented to a ledger for production")
      }
    }
    let tasks = TaskBook(db: db, now: now)
    try db.cachedStatement(
      sql:
        "DELETE FROM task WHERE subscription_id IN (SELECT original_transaction_id FROM subscription WHERE presentation_id = ?)"
    ).execute(arguments: [presentation])
    try db.cachedStatement(sql: "DELETE FROM subscription WHERE presentation_id = ?").execute(arguments: [presentation])
    try tasks.finish(task)
    try tasks.release(receipt: task.receipt)
  }

  private func settle(_ presentation: Int64, _ state: OrderState, purchases: PurchaseState) throws {
    try db.cachedStatement(sql: "UPDATE presentation SET state = ? WHERE id = ?")
      .execute(arguments: [state.rawValue, presentation])
    // What was refunded meanwhile stays refunded.
    try db.cachedStatement(sql: "UPDATE purchase SET state = ? WHERE presentation_id = ? AND state = 'pending'")
      .execute(arguments: [purchases.rawValue, presentation])
  }

  /// Whether an order has purchases, and Apple took every one of them back.
  private func isRefunded(_ presentation: Int64) throws -> Bool {
    try Bool.fetchOne(
      db.cachedStatement(
        sql: "SELECT count(*) > 0 AND min(state = 'refunded') FROM purchase WHERE presentation_id = ?"),
      arguments: [presentation]) ?? false
  }

  private func account(of presentation: Int64) throws -> String? {
    try String.fetchOne(
      db.cachedStatement(sql: "SELECT account FROM presentation WHERE id = ?"), arguments: [presentation])
  }

  private func onlyTransaction(of presentation: Int64) throws -> String? {
    let found = try String.fetchAll(
      db.cachedStatement(sql: "SELECT transaction_id FROM purchase WHERE presentation_id = ? LIMIT 2"),
      arguments: [presentation])
    return found.count == 1 ? found[0] : nil
  }
}
