import ReceiptKit

extension Admission {
  /// Writes a decision.
  ///
  /// - Parameter isNewReceipt: whether the ledger does not know the receipt yet.
  func record(_ decision: inout Decision, _ presentation: Presentation, isNewReceipt: Bool) throws {
    // If the ledger does not know any name of a purchase, Apple has reported nothing about the purchase.
    let mayHaveReports = decision.items.contains { item in
      item.isAsked && item.outcome == .new && !db.unknown.contains(item.purchase)
    }
    let receipt = try storeReceipt(of: decision, isNew: isNewReceipt)
    let id = try insert(decision, presentation, receipt)
    decision.presentation = id
    try insert(decision.mentions, of: id)
    let isGood = decision.decision == .accept || decision.decision == .pending
    if isGood {
      let state: OrderState = decision.decision == .pending ? .pending : .accepted
      for item in decision.items where item.isAsked && item.outcome == .new {
        if item.resubscription != nil, let original = item.purchase.originalTransactionID {
          let store = PurchaseStore(db: db)
          try store.transfer(try store.rows(ofFamily: original), of: original, to: decision.account)
        }
        try give(item, of: decision, presentation: id, account: nil, order: state)
      }
      try recordSubscriptions(decision, presentation: id, receipt: receipt)
    }
    // Until Apple answers, the order claims its own purchases, so that no other order gets them. For products where
    // every transaction is a separate purchase, no further transaction needs to be claimed.
    let mayClaim =
      decision.decision == .accept && mayHaveReports
      && decision.items.contains { item in
        item.isAsked && item.outcome == .new && CustomerRule.of(item.purchase).key == .originalTransaction
      }
    if mayClaim { try PurchaseStore(db: db).claimUnclaimed(of: id, for: decision.account) }
    let claims = replays(decision).map(\.item) + decision.items.filter { $0.isAsked && $0.outcome == .restored }
    for item in claims {
      guard let transaction = item.purchase.transactionID else { continue }
      // A purchase restored from an order that waits for Apple is settled with that order.
      let holder = item.outcome == .restored && item.isPending ? item.holder?.presentation : nil
      try db.change(
        "INSERT INTO claim (transaction_id, presentation_id, outcome, holder_id) VALUES (?, ?, ?, ?)",
        [transaction, id, item.outcome, holder])
    }
    if decision.asksApple {
      try db.change("INSERT INTO task (presentation_id, due_at) VALUES (?, ?)", [id, now])
    }
    try appendEvents(&decision, presentation: id)
  }

  /// Gives a purchase to an order, or to an account if there is no order.
  private func give(
    _ item: Decision.Item, of decision: Decision, presentation: Int64?, account: String?, order: OrderState?
  ) throws {
    if item.knownState != nil {
      let formerOriginal = try PurchaseStore(db: db).assign(
        item.purchase, presentation: presentation, account: account, order: order)
      if let formerOriginal {
        try SubscriptionStore(db: db, now: now).refresh(formerOriginal, from: Self.source(decision.receipt))
      }
    } else {
      try StatementStore(db: db).insert(
        item.purchase, presentation: presentation, account: account,
        state: PurchaseState(item.purchase, order: order, account: account), StatementDate(decision.receipt))
    }
  }

  /// Stores the receipt of an order that was accepted before, if the rules now require that receipts are stored.
  func keepReceipt(_ decision: Decision, presentation: Int64) throws {
    guard rules.keepsReceipts, decision.state != .rejected else { return }
    try recordSubscriptions(decision, presentation: presentation, receipt: try storeReceipt(of: decision, isNew: false))
  }

  /// Stores new periods from a newer receipt for an order that was accepted before.
  ///
  /// These periods belong to the account, and through their subscription to its first order about that.
  func addPeriods(_ decision: Decision) throws {
    let originals = Set(decision.items.filter { $0.outcome == .duplicate }.compactMap(\.purchase.originalTransactionID))
    for item in decision.items where item.outcome == .other && CustomerRule.of(item.purchase).renews {
      guard let original = item.purchase.originalTransactionID, originals.contains(original) else { continue }
      try give(item, of: decision, presentation: nil, account: decision.account, order: nil)
    }
  }

  /// Stores the receipt, and returns the number of its row. Its body is stored while the ledger waits for an answer,
  /// and permanently if the rules say so. The body of a receipt that failed a check is never stored.
  private func storeReceipt(of decision: Decision, isNew: Bool) throws -> Int64 {
    let receipt = decision.receipt
    let keeps = rules.keepsReceipts && receipt.failures.isEmpty
    let body = keeps || decision.asksApple ? receipt.body : nil
    return try ReceiptStore(db: db).record(receipt, isNew: isNew, body: body, isKept: keeps, now: now)
  }

  private static let insertion = InsertStatement(
    "presentation", key: "id", "order_id", "account", "receipt_id", "at", "ordered_at", "decision", "state", "device",
    "details")

  private func insert(_ decision: Decision, _ presentation: Presentation, _ receipt: Int64) throws -> Int64 {
    try db.insert(
      Self.insertion,
      [
        presentation.order, presentation.account, receipt, now, presentation.orderedAt, decision.decision,
        decision.state, presentation.device?.fingerprint, decision.details,
      ])
  }

  private func insert(_ mentions: [Mention], of presentation: Int64) throws {
    for (place, mention) in mentions.enumerated() {
      try db.change(
        "INSERT INTO mention (presentation_id, place, kind, name, account) VALUES (?, ?, ?, ?, ?)",
        [presentation, Int64(place), mention.kind, mention.name, mention.kind == .account ? mention.name : nil])
    }
  }

  /// Gives the account the subscriptions of its purchases.
  private func recordSubscriptions(_ decision: Decision, presentation: Int64, receipt: Int64) throws {
    let ownOutcomes: Set<PurchaseOutcome> = [.new, .restored, .known, .duplicate]
    let periods = decision.items.filter { ownOutcomes.contains($0.outcome) && CustomerRule.of($0.purchase).renews }
    var history = PurchaseHistory(.signedHistory)
    history.purchases = periods.map { item in
      var purchase = StatementDate(decision.receipt).dated(item.purchase)
      purchase.originalTransactionID = purchase.originalTransactionID ?? purchase.transactionID
      return purchase
    }
    let store = SubscriptionStore(db: db, now: now)
    for subscription in SubscriptionStatus(history, at: now).subscriptions {
      try store.subscribe(
        subscription, account: decision.account, presentation: presentation, receipt: receipt,
        isUnknown: periods.allSatisfy(\.isUnknown),
        polls: rules.keepsReceipts && !decision.receipt.isSignedData)
    }
  }

  /// The purchases of another owner. For a subscription, this is the newest period, and the number of periods.
  private func replays(_ decision: Decision) -> [(item: Decision.Item, count: Int)] {
    var found: [(item: Decision.Item, count: Int)] = []
    var places: [String: Int] = [:]
    for item in decision.items where item.outcome == .replay {
      let purchase = item.purchase
      guard CustomerRule.of(purchase).renews, let original = purchase.originalTransactionID else {
        found.append((item, 1))
        continue
      }
      if let place = places[original] {
        let isNewer =
          (purchase.purchased?.milliseconds ?? 0) > (found[place].item.purchase.purchased?.milliseconds ?? 0)
        found[place] = (isNewer ? item : found[place].item, found[place].count + 1)
      } else {
        places[original] = found.count
        found.append((item, 1))
      }
    }
    return found
  }

  private func appendEvents(_ decision: inout Decision, presentation: Int64) throws {
    let asked = decision.items.filter(\.isAsked)
    let good = asked.filter { $0.outcome == .new || $0.outcome == .restored }
    let isNew = good.contains { $0.outcome == .new }
    switch decision.decision {
    case .accept, .pending:
      let accepted: LedgerEventKind = isNew ? .accepted : .restored
      let kind = decision.decision == .pending ? .pending : accepted
      decision.event = try db.appendEvent(
        kind, at: now, presentation: presentation, transaction: good.count == 1 ? good[0].purchase.transactionID : nil
      ) { writer in writer.purchases(good.map(\.purchase)) }
    case .reject:
      decision.event = try db.appendEvent(.rejected, at: now, presentation: presentation) {
        [failures = decision.failures] in
        $0.member("by", "checks")
        $0.member("failed_checks", failures.map(\.check))
      }
    case .replay, .duplicate: break
    }
    for (item, count) in replays(decision) {
      let event = try db.appendEvent(
        .replayDetected, at: now, presentation: presentation, transaction: item.purchase.transactionID,
        original: item.purchase.originalTransactionID, named: item.holder?.account
      ) { writer in
        writer.member("product_id", item.purchase.productID)
        if count > 1 { writer.member("periods", count) }
        writer.heldBy(item.holder)
        if let text = item.isErased ? ErasedPurchases.text : item.resubscription?.text { writer.member("text", text) }
      }
      if decision.event == nil { decision.event = event }
    }
    for report in decision.reports {
      guard let kind = report.kind.event else { continue }
      let moved = kind == .transferred ? decision.items.first { $0.resubscription != nil } : nil
      try db.appendEvent(
        kind, at: now, presentation: presentation, transaction: moved?.purchase.transactionID,
        original: moved?.purchase.originalTransactionID, named: moved?.holder?.account ?? report.account
      ) { writer in
        if let moved {
          writer.member("product_id", moved.purchase.productID)
          writer.heldBy(moved.holder)
        }
        writer.member("text", report.text)
      }
    }
  }
}

extension Decision {
  /// Whether Apple must be asked about the order. Restored purchases of an order that waits for Apple are settled with
  /// that order.
  var asksApple: Bool {
    decision == .pending && !items.contains { $0.isAsked && $0.outcome == .restored && $0.isPending }
  }
}

extension LedgerReport {
  /// The event for the report; `nil` if the event of the replay covers it.
  var event: LedgerEventKind? {
    switch self {
    case .orderReused: .orderReused
    case .accountMismatch: .accountMismatch
    case .staleReceipt: .staleReceipt
    case .familyShared: .familyShared
    case .transferred: .transferred
    case .notTransferred: nil
    }
  }
}
