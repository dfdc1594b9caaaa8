import ReceiptKit

extension Ledger {
  /// Decides on presentations, in their order, and records all of them in one commit.
  ///
  /// - Parameter presentations: presentations without keys, so that each gets a decision.
  /// - Returns: one decision for each presentation. The decisions are on disk when the function returns.
  /// - Throws: a ``LedgerError``. Nothing is then recorded.
  package func add(_ presentations: [Presentation], rules: AdmissionRules, now: Instant) throws -> [Decision] {
    try numbered([record(presentations, rules: rules, now: now)])[0].compactMap(\.self)
  }

  /// Decides about one presentation, and records it.
  package func add(_ presentation: Presentation, rules: AdmissionRules, now: Instant) throws -> Decision {
    try add([presentation], rules: rules, now: now)[0]
  }

  /// Decides on presentations, in their order, and records all of them in one commit.
  ///
  /// - Returns: the decisions, which are on disk when the function returns. ``numbered(_:)`` returns them with the
  ///   numbers of their events.
  /// - Throws: a ``LedgerError``. Nothing is then recorded.
  package func record(
    _ presentations: [Presentation], rules: AdmissionRules, now: Instant
  ) throws -> RecordedDecisions {
    try presentations.forEach(Self.checkNames)
    let (decisions, unnumbered) = try storage.commit { db in
      try db.map(presentations, expecting: LedgerTerms.query, names: { LedgerNames($0) }) {
        let terms = try terms(db)
        return Admission(db: db, rules: rules, now: now, apps: terms.apps, erased: try erased(terms, db))
      } _: { admission, presentation in
        try admission.addOnce(presentation)
      }
    }
    return RecordedDecisions(decisions: decisions, unnumbered: unnumbered)
  }

  /// The decisions of one commit or several, with the numbers of their events.
  ///
  /// - Returns: for each commit, and each of its presentations, the decision; `nil` if the presentation's key was used
  ///   before with another body.
  /// - Throws: a ``LedgerError`` if the numbers are unknown. The decisions are recorded nevertheless.
  package func numbered(_ recorded: [RecordedDecisions]) throws -> [[Decision?]] {
    let unnumbered = recorded.flatMap(\.unnumbered)
    let numbers = unnumbered.isEmpty ? [:] : try storage.numbers(of: unnumbered)
    return recorded.map { commit in
      commit.decisions.map { decision in
        guard var decision else { return nil }
        decision.event = decision.event.map { numbers[$0] ?? $0 }
        return decision
      }
    }
  }

  private static func checkNames(_ presentation: Presentation) throws(LedgerError) {
    if let problem = LedgerName.problem(new: presentation.order) {
      throw LedgerError(.unusableName, "the order cannot be remembered: \(problem)")
    }
    if let problem = LedgerName.problem(new: presentation.account) {
      throw LedgerError(.unusableName, "the account cannot be remembered: \(problem)")
    }
  }
}

/// The decisions of one commit. The numbers of their events may become known only later.
package struct RecordedDecisions: Sendable {
  fileprivate let decisions: [Decision?]
  /// The rows of events that have no numbers yet.
  fileprivate let unnumbered: [Int64]
}

/// Decides and records, inside a transaction: judges every purchase, decides on the order, reports irregularities, and
/// writes all of it.
struct Admission {
  let db: Database
  let rules: AdmissionRules
  let now: Instant
  /// The apps of the ledger.
  let apps: [String]
  let erased: ErasedPurchases

  /// - Returns: `nil` if the presentation's key was used before with another body.
  fileprivate func addOnce(_ presentation: Presentation) throws -> Decision? {
    guard let key = presentation.key else { return try add(presentation) }
    let knownBody: [UInt8]? =
      db.unknown.requests.contains(key.name)
      ? nil : try db.value("SELECT body FROM request WHERE key = ?", [key.name])
    guard knownBody == nil || knownBody == key.body else { return nil }
    // A repeated request is decided again, and gets its first answer.
    let decision = try add(presentation)
    if knownBody == nil { try db.put(Self.keyInsertion, [key.name, key.body, now, decision.presentation]) }
    return decision
  }

  private static let keyInsertion = InsertStatement("request", "key", "body", "at", "presentation_id")

  /// Decides on a presentation, and records the decision and what the receipt says of purchases.
  func add(_ presentation: Presentation) throws -> Decision {
    var presentation = presentation
    try presentation.receipt.refuseApp(unlessAmong: apps, isUnused: LedgerPurpose.isUnused(db))
    var ended: [String: ReportedEnd] = [:]
    var changed = try recordStatements(of: presentation.receipt, &ended)
    let decision = try decideAndRecord(presentation, &ended)
    try linkRefunds(presentation.receipt, to: decision)
    changed.formUnion(try giveRest(of: decision))
    // The subscriptions of the purchases that were stored are computed again: a new decision, which has an event, may
    // have stored any of them, a repeated one only further periods (``addPeriods(_:)``). If all were unknown, the
    // states that were just stored follow from the whole receipt already.
    if !decision.items.allSatisfy(\.isUnknown) {
      let given = decision.items.filter { decision.event != nil || $0.outcome == .other }
      changed.formUnion(given.compactMap { $0.purchase.originalTransactionID ?? $0.purchase.transactionID })
    }
    let store = SubscriptionStore(db: db, now: now)
    for original in changed.union(ended.keys).sorted() {
      try store.refresh(original, from: Self.source(presentation.receipt), reportedEnd: ended[original])
    }
    return decision
  }

  /// - Parameter ended: receives the original transactions with an event that reports a purchase taken back.
  private func decideAndRecord(_ presentation: Presentation, _ ended: inout [String: ReportedEnd]) throws -> Decision {
    var items: [Decision.Item] = []
    if presentation.receipt.failures.isEmpty, let trusted = presentation.receipt.trusted {
      items = try judge(trusted, for: presentation)
    }
    var decision = Decision(
      decision: .reject, state: .rejected, order: presentation.order, account: presentation.account, at: now,
      receipt: presentation.receipt, items: items, failures: presentation.receipt.failures)
    decide(&decision, presentation)
    // Most receipts are new. For these, one query replaces four. Each query is a round trip if the ledger is on another
    // machine.
    let isNew = try decision.decision != .duplicate && !ReceiptStore(db: db).isKnown(presentation.receipt)
    try refuseAgain(&decision, isNew: isNew)
    refuseUpload(&decision)
    try recordUnknownRefunds(of: presentation.receipt, &ended)
    if decision.decision == .duplicate { return try repeated(decision, presentation) }
    if !isNew, let answer = try knownAnswer(to: decision, presentation) { return answer }
    decision.reports = try reports(on: presentation, decision)
    try record(&decision, presentation, isNewReceipt: isNew)
    return decision
  }

  /// Decides on the order. The best outcome of its purchases counts: see ``CustomerRule`` and `explain best-outcome`.
  private func decide(_ decision: inout Decision, _ presentation: Presentation) {
    guard decision.failures.isEmpty else { return }
    let asked = Set(decision.items.filter(\.isAsked).map(\.outcome))
    if asked.contains(.duplicate), presentation.isAboutEverything {
      // The same order was presented again with a newer receipt. Its other purchases belong to the orders that name
      // them.
      decision.decision = .duplicate
      for index in decision.items.indices where decision.items[index].outcome == .new {
        decision.items[index].outcome = .other
        decision.items[index].isAsked = false
      }
    } else if asked.contains(.new) {
      accept(&decision, waits: rules.asksApple)
      // The receipt also contains purchases of other orders of this account, including those that still wait for Apple.
      for index in decision.items.indices {
        let item = decision.items[index]
        let isOwn = item.outcome == .replay && presentation.account.isSame(as: item.holder?.account)
        if isOwn || (item.outcome == .restored && item.isPending) { decision.items[index].outcome = .known }
      }
    } else if asked.contains(.duplicate) {
      // The order names its purchases, and already has one of them.
      decision.decision = .duplicate
    } else if asked.contains(.replay) {
      // Another order or account has it, and this account may not present it again.
      decision.decision = .replay
      decision.state = .replay
    } else if asked.contains(.restored) {
      // The account has it under another order, which may still wait for Apple.
      let ownerWaits = decision.items.contains { $0.isAsked && $0.outcome == .restored && $0.isPending }
      accept(&decision, waits: rules.asksApple || ownerWaits)
    } else {
      // There is nothing to honour: what the order is about was taken back, or is not in the receipt.
      let wanted = presentation.transactions + presentation.products
      decision.failures = [
        PresentedReceipt.Failure(
          check: Self.purchaseCheck, expected: wanted.isEmpty ? "a purchase" : Mention.list(wanted),
          found: decision.items.isEmpty ? "no purchase" : Self.names(decision.items),
          reason: Self.reason(
            decision.items.filter { $0.isAsked && $0.outcome == .refunded }, missing: presentation.receipt),
          expectedNames: wanted)
      ]
    }
  }

  private func accept(_ decision: inout Decision, waits: Bool) {
    decision.decision = waits ? .pending : .accept
    decision.state = waits ? .pending : .accepted
  }

  /// Why there is nothing to honour.
  ///
  /// - Parameters:
  ///   - takenBack: the purchases of the order that were taken back.
  ///   - receipt: the presented receipt, which says why a purchase may be missing in it.
  private static func reason(_ takenBack: [Decision.Item], missing receipt: PresentedReceipt) -> String {
    // A replaced purchase does not hide a refunded one.
    let first = takenBack.first(where: { $0.purchase.isUpgraded != true }) ?? takenBack.first
    guard let first else {
      return "nothing in the receipt is what the order is about; \(receipt.reasonsForMissing)"
    }
    return switch HistoryChange.Cause(endOf: first.purchase) {
    case .replaced, .moved: "what the order is about ended for another product: present the transaction of that one"
    case .noLongerShared: "what the order is about is no longer shared with the customer"
    case .seatTakenBack: "the seat that the order is about was taken back"
    case .refunded where first.purchase.isRefundedOrUnshared:
      "what the order is about was refunded, or is no longer shared with the customer"
    // A refund, or `nil`: only the ledger knows of the refund, and the receipt does not.
    default: "what the order is about was refunded"
    }
  }

  /// Rejects a purchase that Apple finally refused. It is not accepted again, in any form and for any account; see
  /// ``RefusalStore``.
  ///
  /// - Parameter isNew: whether the ledger does not know the receipt, which then cannot have been refused.
  private func refuseAgain(_ decision: inout Decision, isNew: Bool) throws {
    let new = decision.items.filter { $0.isAsked && $0.outcome == .new }.map(\.purchase)
    guard isGood(decision.decision), !new.isEmpty else { return }
    let store = RefusalStore(db: db)
    var failure = PresentedReceipt.Failure(check: "apple")
    if try !isNew && store.isRefused(decision.receipt) {
      failure.reason = "Apple refused this very receipt"
      // The erasure of an account removes the refused purchases of a receipt that another account presented as well.
      try store.record(erased.others(decision.receipt.purchases), at: now)
    } else if decision.decision == .accept, let transaction = try store.refused(of: new) {
      // Apple refused another receipt with this purchase. A pending decision does not get here: Apple is asked anyway.
      let way = decision.receipt.isSignedData ? "about the app's receipt, presented with --verify" : "with --verify"
      let rest = "only Apple can say whether this one is good, and is asked \(way)"
      failure.refusedTransaction = transaction
      failure.reasonWithoutName = rest
      failure.reason = Mention.refusal(of: transaction, rest)
    } else {
      return
    }
    decision.decision = .reject
    decision.state = .rejected
    decision.failures = [failure]
  }

  /// Rejects signed data that would have to wait for verifyReceipt, which does not accept signed data.
  private func refuseUpload(_ decision: inout Decision) {
    guard decision.asksApple, decision.receipt.isSignedData else { return }
    decision.decision = .reject
    decision.state = .rejected
    decision.failures = [
      PresentedReceipt.Failure(
        check: "apple",
        reason:
          """
          --verify asks verifyReceipt, which takes no signed data (JWS): present it without --verify, or the app's \
          receipt
          """
      )
    ]
  }

  private static func names(_ items: [Decision.Item]) -> String {
    let names = items.prefix(5).map { "\($0.purchase.productID ?? "?") (\($0.outcome.rawValue))" }
    return names.joined(separator: ", ") + (items.count > 5 ? ", and \(items.count - 5) more" : "")
  }

  /// The presentation that already owns the purchases. Its count of repetitions is increased.
  private func repeated(_ decision: Decision, _ presentation: Presentation) throws -> Decision {
    var decision = decision
    for item in decision.items where item.isAsked && item.outcome == .duplicate {
      guard let holder = item.holder?.presentation else { continue }
      guard let row = try db.row("SELECT decision, state, at FROM presentation WHERE id = ?", [holder]) else {
        continue
      }
      decision.state = try row["state"]
      decision.isRefunded = item.isTakenBack
      decision.first = (try row["decision"], try row["at"])
      decision.presentation = holder
      try countRepetition(of: holder)
      // A presentation that is not refunded takes precedence.
      if !decision.isRefunded { break }
    }
    // The receipt is stored for the presentation that has the first of the purchases, even if that was refunded since.
    if let holder = decision.items.first(where: { $0.isAsked && $0.outcome == .duplicate })?.holder?.presentation {
      try keepReceipt(decision, presentation: holder)
      if presentation.isAboutEverything, decision.isGood { try addPeriods(decision) }
    }
    return decision
  }

  /// The same answer to the same receipt, order and account, with its count increased; `nil` if the answer is new.
  private func knownAnswer(to decision: Decision, _ presentation: Presentation) throws -> Decision? {
    let row = try db.row(
      """
      SELECT n.id, n.decision, n.state, n.at FROM presentation n
      WHERE n.receipt_id IN \(ReceiptStore.rows) AND n.order_id = ?3 AND n.account = ?4 ORDER BY n.id DESC LIMIT 1
      """, ReceiptStore.arguments(presentation.receipt) + [presentation.order, presentation.account])
    guard let row else { return nil }
    let hasNew = decision.items.contains { $0.isAsked && $0.outcome == .new }
    let id: Int64 = try row["id"]
    let first: LedgerDecision = try row["decision"]
    let state: OrderState = try row["state"]
    var answer = decision
    answer.first = (first, try row["at"])
    answer.presentation = id
    if isGood(decision.decision) {
      guard !hasNew, isGood(first), state != .rejected else { return nil }
      // The order was honoured, and no purchase is new: the first answer still applies.
      answer.decision = .duplicate
      answer.state = state
    } else if first == decision.decision || (decision.decision == .reject && state == .rejected) {
      // The order was turned down at once, or by Apple later.
      answer.state = state
    } else {
      return nil
    }
    try countRepetition(of: id)
    if answer.decision == .duplicate { try keepReceipt(answer, presentation: id) }
    return answer
  }

  private func isGood(_ decision: LedgerDecision) -> Bool { decision == .accept || decision == .pending }

  private func countRepetition(of presentation: Int64) throws {
    try db.change(
      "UPDATE presentation SET repeats = repeats + 1, repeated_at = ? WHERE id = ?", [now, presentation])
  }

  /// Records the receipt's refunds of purchases that the ledger does not know, whatever the decision on the order.
  ///
  /// - Parameter ended: receives the original transactions that an event already reports.
  private func recordUnknownRefunds(
    of receipt: PresentedReceipt, _ ended: inout [String: ReportedEnd]
  ) throws {
    guard let trusted = receipt.trusted else { return }
    let history = HistoryStore(db: db, now: now, source: Self.source(receipt), wasAskedNow: false)
    for purchase in try erased.others(trusted.purchases) where purchase.isTakenBack {
      guard let transaction = purchase.transactionID,
        try PurchaseStore(db: db).entry(ofTransaction: transaction) == nil
      else { continue }
      if try history.recordTakenBack(purchase, StatementDate(receipt)) {
        let original = purchase.originalTransactionID ?? transaction
        ended[original] = ReportedEnd().merged(with: ended[original])
      }
    }
  }

  /// Records which account's receipt reported a refund that belongs to no account, so that the refund is erased with
  /// that account (``Ledger/erase(account:now:isTrial:)``).
  private func linkRefunds(_ receipt: PresentedReceipt, to decision: Decision) throws {
    guard let trusted = receipt.trusted, let presentation = decision.presentation else { return }
    for purchase in try erased.others(trusted.purchases) where purchase.isTakenBack {
      guard let transaction = purchase.transactionID else { continue }
      try db.change(
        """
        INSERT INTO claim (transaction_id, presentation_id, outcome)
        SELECT p.transaction_id, ?2, ?3 FROM purchase p
        WHERE p.transaction_id = ?1 AND p.presentation_id IS NULL AND p.account IS NULL
        ON CONFLICT (transaction_id, presentation_id) DO NOTHING
        """, [transaction, presentation, PurchaseOutcome.refunded])
    }
  }

  /// Lets the account have what an order was refused for, as soon as a refund no longer stands: the purchase if Apple
  /// reverses the refund, and of a subscription the periods that are not refunded.
  ///
  /// - Returns: the original transactions of subscriptions of which the account gets periods.
  private func giveRest(of decision: Decision) throws -> Set<String> {
    let refunded = decision.items.filter { $0.isAsked && $0.outcome == .refunded }
    // Other purchases decided a replay or a duplicate, and a failure other than the refund remains.
    let isDecidedByOthers = decision.decision == .replay || decision.decision == .duplicate
    guard !isDecidedByOthers, !refunded.isEmpty, let presentation = decision.presentation,
      decision.failures.allSatisfy({ $0.check == Self.purchaseCheck })
    else { return [] }
    let store = PurchaseStore(db: db)
    let history = HistoryStore(db: db, now: now, source: Self.source(decision.receipt), wasAskedNow: false)
    for item in refunded { try store.remember(item.purchase, refusedTo: presentation) }
    var given: Set<String> = []
    for item in refunded where CustomerRule.of(item.purchase).renews {
      guard let original = item.purchase.originalTransactionID ?? item.purchase.transactionID,
        !given.contains(original)
      else { continue }
      // The other periods of the subscription are stored without an owner, and then given to the account.
      for other in decision.items where other.outcome == .other && other.knownState == nil && !other.isTakenBack {
        guard CustomerRule.of(other.purchase).renews, original.isSame(as: other.purchase.originalTransactionID),
          try store.family(of: other.purchase)?.account == nil
        else { continue }
        try StatementStore(db: db).insert(
          other.purchase, presentation: nil, account: nil, state: .unclaimed, StatementDate(decision.receipt))
      }
      if try history.giveUnclaimedSubscription(of: item.purchase) { given.insert(original) }
    }
    return given
  }

  /// The name of the failure of an order for which there is nothing to honour.
  private static let purchaseCheck = "purchase"

  /// Records the receipt's statements about purchases, whatever the decision on the order. The latest statement about a
  /// purchase counts.
  ///
  /// - Parameter ended: receives the original transactions with an event that reports a purchase taken back or given
  ///   back.
  /// - Returns: the original transactions with new knowledge.
  private func recordStatements(
    of receipt: PresentedReceipt, _ ended: inout [String: ReportedEnd]
  ) throws -> Set<String> {
    guard let trusted = receipt.trusted else { return [] }
    let history = HistoryStore(db: db, now: now, source: Self.source(receipt), wasAskedNow: false)
    var changed: Set<String> = []
    for purchase in trusted.purchases {
      guard let change = try history.mergeAndReport(purchase, StatementDate(receipt)),
        change.isNews
      else { continue }
      guard let original = change.purchase.originalTransactionID else { continue }
      changed.insert(original)
      if let reported = ReportedEnd(change) { ended[original] = reported.merged(with: ended[original]) }
    }
    return changed
  }

  /// The source of facts, for events.
  static func source(_ receipt: PresentedReceipt) -> String {
    receipt.isSignedData ? PurchaseHistory.Kind.signedTransaction.rawValue : "receipt"
  }
}
