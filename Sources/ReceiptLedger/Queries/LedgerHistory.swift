import ReceiptKit

/// Everything that a ledger knows about an order, an account or a transaction, in chronological order.
package struct LedgerHistory: Sendable {
  /// What a name can denote. Raw values are stable and appear in JSON output.
  package enum Subject: String, CaseIterable, Sendable {
    case order, account
    /// A transaction, or the original transaction of a subscription.
    case transaction
  }

  /// One presented receipt.
  struct Presented: Sendable {
    let order: String
    let account: String
    /// When the receipt was first presented.
    let at: Instant
    /// The first answer.
    let decision: String
    let state: String
    /// SHA-256 of the receipt in its first form.
    let sha256: [UInt8]
    /// SHA-256 of the signed content, the same in every form of the receipt; `nil` if unsigned or unknown.
    let signedSHA256: [UInt8]?
    let isStored: Bool
    /// The number of repeated presentations.
    let repeats: Int
    let repeatedAt: Instant?
    /// Failed checks and reports, as stored.
    let details: [JSONValue.Member]
  }

  /// One purchase, with the order and the account that own it.
  struct Purchase: Sendable {
    let record: PurchaseRecord
    let order: String?
    let account: String?
    let state: String
  }

  /// One subscription: its last period, and the account that owns it.
  struct Renewal: Sendable {
    let originalTransactionID: String
    let account: String?
    let productID: String?
    let expires: Instant?
    let state: String
    /// The time of the next request to Apple.
    let nextPoll: Instant?
  }

  /// A change, or a request to Apple.
  enum Entry: Sendable {
    case event(LedgerEvent)
    case answer(Answer)
  }

  /// The result of one request to Apple.
  struct Answer: Sendable {
    let at: Instant
    /// The server.
    let endpoint: String
    /// The status, if there was an answer.
    let status: Int?
    let meaning: String
    /// Why no answer came.
    let text: String?
  }

  /// The requested name.
  let name: String
  /// The kinds of things that the name denotes; several if ambiguous, empty if unknown.
  package fileprivate(set) var subjects: [Subject] = []
  /// The presentations, the oldest first.
  fileprivate(set) var presentations: [Presented] = []
  /// The purchases, in the order of their dates.
  fileprivate(set) var purchases: [Purchase] = []
  fileprivate(set) var subscriptions: [Renewal] = []
  /// The entries, in chronological order.
  fileprivate(set) var entries: [Entry] = []
  /// Whether the limit caused rows to be left out.
  fileprivate(set) var isCut = false
}

extension Ledger {
  /// Returns the history of one name.
  ///
  /// - Parameters:
  ///   - name: an order, an account or a transaction.
  ///   - subject: the kind of the name; `nil` accepts any.
  ///   - limit: the maximum number of rows of each kind; the newest are shown.
  ///   - now: the moment for which subscriptions are active or lapsed.
  package func history(
    of name: String, as subject: LedgerHistory.Subject? = nil, limit: Int = 1_000, now: Instant
  ) throws -> LedgerHistory {
    try read { db in try LedgerHistoryReader(db: db, limit: limit, now: now).history(of: name, as: subject) }
  }
}

private struct LedgerHistoryReader {
  let db: Database
  let limit: Int
  let now: Instant

  func history(of name: String, as subject: LedgerHistory.Subject?) throws -> LedgerHistory {
    var history = LedgerHistory(name: name)
    let wanted = subject.map { [$0] } ?? LedgerHistory.Subject.allCases
    var presentationIDs: Set<Int64> = []
    for subject in wanted {
      let found = try presentations(of: name, as: subject)
      let isKnown = try !found.isEmpty || isKnown(name, subject)
      if isKnown { history.subjects.append(subject) }
      presentationIDs.formUnion(found)
    }
    guard !history.subjects.isEmpty else { return history }
    if presentationIDs.count > limit {
      presentationIDs = Set(presentationIDs.sorted().suffix(limit))
      history.isCut = true
    }
    // The queries below contain these numbers, by which they look up rows in indexes.
    let ids = list(presentationIDs)
    history.presentations = try presented(ids)
    let isTransaction = history.subjects.contains(.transaction)
    let account = history.subjects.contains(.account) ? name : nil
    history.purchases = try purchases(ids, transaction: isTransaction ? name : nil, account: account, &history.isCut)
    var originals = Set(history.purchases.compactMap(\.record.originalTransactionID))
    if isTransaction { originals.insert(name) }
    history.subscriptions = try subscriptions(originals, account: account)
    history.entries = try entries(
      ids, originals, transaction: isTransaction ? name : nil, account: account, &history.isCut)
    return history
  }

  /// The numbers of the presentations that have to do with a name.
  private func presentations(of name: String, as subject: LedgerHistory.Subject) throws -> [Int64] {
    switch subject {
    case .order:
      try numbers("SELECT id FROM presentation WHERE order_id = ?1 ORDER BY id DESC LIMIT ?2", name)
    case .account:
      try numbers("SELECT id FROM presentation WHERE account = ?1 ORDER BY id DESC LIMIT ?2", name)
    case .transaction:
      try numbers(
        """
        SELECT presentation_id FROM purchase WHERE transaction_id = ?1 AND presentation_id IS NOT NULL
        UNION SELECT presentation_id FROM purchase WHERE original_transaction_id = ?1 AND presentation_id IS NOT NULL
        UNION SELECT presentation_id FROM claim WHERE transaction_id = ?1
        ORDER BY 1 DESC LIMIT ?2
        """, name)
    }
  }

  /// Reads one number more than the limit, which shows that something is left out.
  private func numbers(_ sql: String, _ name: String) throws -> [Int64] {
    try db.values(sql, [name, limit + 1])
  }

  /// Whether the ledger knows a name that no presentation has.
  private func isKnown(_ name: String, _ subject: LedgerHistory.Subject) throws -> Bool {
    switch subject {
    case .order: false
    case .account: try db.isKnown(account: name)
    case .transaction:
      try db.isTrue(
        """
        SELECT EXISTS (SELECT 1 FROM purchase WHERE transaction_id = ?1)
          OR EXISTS (SELECT 1 FROM purchase WHERE original_transaction_id = ?1)
        """, [name])
    }
  }

  /// Numbers of rows as a list in SQL. The ledger assigned them itself, so they may be part of the text.
  private func list(_ ids: Set<Int64>) -> String {
    ids.isEmpty ? "(NULL)" : "(" + ids.sorted().map { String($0) }.joined(separator: ",") + ")"
  }

  /// The newest rows of a query, in ascending order and within the limit.
  ///
  /// - Parameters:
  ///   - sql: a query in descending order, whose last argument is how many rows to read.
  ///   - isCut: becomes true if there are more.
  private func newest(_ sql: String, _ arguments: StatementArguments, _ isCut: inout Bool) throws -> [StoredRow] {
    let rows = try db.rows(sql, arguments + [limit + 1], isCached: false)
    isCut = isCut || rows.count > limit
    return rows.prefix(limit).reversed()
  }

  private func presented(_ ids: String) throws -> [LedgerHistory.Presented] {
    var mentions: [Int64: [Mention]] = [:]
    let names = try db.rows(
      "SELECT presentation_id, kind, name FROM mention WHERE presentation_id IN \(ids) ORDER BY presentation_id, place",
      isCached: false)
    for row in names {
      mentions[try row["presentation_id"], default: []].append(Mention(kind: try row["kind"], name: try row["name"]))
    }
    return try db.rows(
      """
      SELECT n.*, \(OrderState.holdings), r.sha256, r.signed_sha256, r.body IS NOT NULL AS stored
      FROM presentation n JOIN receipt r ON r.id = n.receipt_id
      WHERE n.id IN \(ids) ORDER BY n.id
      """, isCached: false
    ).map { row in
      let order: String = try row["order_id"]
      let names = try mentions[row["id"]] ?? []
      return LedgerHistory.Presented(
        order: order, account: try row["account"], at: try row["at"], decision: try row["decision"],
        state: try OrderState.word(row), sha256: try row["sha256"], signedSHA256: try row["signed_sha256"],
        isStored: try row["stored"], repeats: try row["repeats"], repeatedAt: try row["repeated_at"],
        details: names.added(to: try row.members("details"), order: order))
    }
  }

  private func purchases(
    _ ids: String, transaction: String?, account: String?, _ isCut: inout Bool
  ) throws -> [LedgerHistory.Purchase] {
    try newest(
      """
      SELECT p.*, n.order_id, coalesce(n.account, p.account) AS holder FROM purchase p
        LEFT JOIN presentation n ON n.id = p.presentation_id
      WHERE p.transaction_id IN (
        SELECT transaction_id FROM purchase WHERE presentation_id IN \(ids)
        UNION SELECT transaction_id FROM purchase WHERE transaction_id = ?1
        UNION SELECT transaction_id FROM purchase WHERE original_transaction_id = ?1
        UNION SELECT transaction_id FROM purchase WHERE account = ?2
        UNION SELECT p3.transaction_id FROM purchase p2 JOIN purchase p3
          ON p3.original_transaction_id = coalesce(p2.original_transaction_id, p2.transaction_id)
          WHERE p2.presentation_id IN \(ids))
      ORDER BY p.purchased_at DESC NULLS LAST, p.transaction_id DESC LIMIT ?3
      """, [transaction, account], &isCut
    ).map { row in
      let record = try PurchaseRecord(row)
      return LedgerHistory.Purchase(
        record: record, order: try row["order_id"], account: try row["holder"],
        state: try record.word(for: row["state"]))
    }
  }

  private func subscriptions(_ originals: Set<String>, account: String?) throws -> [LedgerHistory.Renewal] {
    let names = originals.sorted()
    let marks = names.isEmpty ? "NULL" : names.indices.map { "?\($0 + 2)" }.joined(separator: ",")
    return try db.rows(
      """
      SELECT s.*, t.due_at FROM subscription s LEFT JOIN task t ON t.subscription_id = s.original_transaction_id
      WHERE s.original_transaction_id IN (\(marks)) OR s.account = ?1 ORDER BY s.original_transaction_id
      """, [account] + StatementArguments(names), isCached: false
    ).map { row in
      let storedEnd: Instant? = try row["expires_at"]
      let original: String = try row["original_transaction_id"]
      let found = try StatementStore(db: db).subscription(original, at: now)
      let state = try found.map { RenewalState($0, at: now) } ?? row["state"]
      // Without any period, the row is all that is known, and it does not name the end of a running period.
      let expires: Instant? =
        if let found { found.end(in: state, stored: storedEnd, at: now) } else { state == .active ? nil : storedEnd }
      // 0 is stored for an unknown end. Not everything that Apple took back was refunded: the event says what happened.
      return LedgerHistory.Renewal(
        originalTransactionID: original, account: try row["account"],
        productID: try row["product_id"], expires: expires?.milliseconds == 0 ? nil : expires,
        state: state == .refunded ? found?.endEvent?.rawValue ?? state.rawValue : state.rawValue,
        nextPoll: try row["due_at"])
    }
  }

  private func entries(
    _ ids: String, _ originals: Set<String>, transaction: String?, account: String?, _ isCut: inout Bool
  ) throws -> [LedgerHistory.Entry] {
    let names = originals.sorted()
    let marks = names.isEmpty ? "NULL" : Array(repeating: "?", count: names.count).joined(separator: ",")
    let rows = try newest(
      LedgerEvent.query + """
         WHERE e.seq IN (
          SELECT seq FROM event WHERE presentation_id IN \(ids)
          UNION SELECT seq FROM event WHERE original_transaction_id IN (\(marks))
          UNION SELECT seq FROM event WHERE transaction_id = ?
          UNION SELECT seq FROM event WHERE account = ?)
        ORDER BY e.seq DESC LIMIT ?
        """, StatementArguments(names.map { $0 as String? } + [transaction, account]), &isCut)
    // Row numbers put answers and events into one order.
    let events = try rows.map { (row: try $0["event_row"] as Int64, event: try LedgerEvent($0)) }
    let answers = try newest(
      """
      SELECT * FROM answer WHERE receipt_id IN (SELECT receipt_id FROM presentation WHERE id IN \(ids))
      ORDER BY id DESC LIMIT ?
      """, [], &isCut)
    var entries: [LedgerHistory.Entry] = []
    var index = events.startIndex
    for row in answers {
      let before: Int64 = try row["after_event"]
      while index < events.endIndex, events[index].row <= before {
        entries.append(.event(events[index].event))
        index += 1
      }
      entries.append(
        .answer(
          LedgerHistory.Answer(
            at: try row["at"], endpoint: try row["endpoint"], status: (try row["status"] as Int64?).map { Int($0) },
            meaning: try row["meaning"], text: try row["text"])))
    }
    return entries + events[index...].map { .event($0.event) }
  }
}
