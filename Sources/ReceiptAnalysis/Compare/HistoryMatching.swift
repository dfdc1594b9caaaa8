/// Matches the purchases of two histories, and explains their differences.
struct HistoryMatching {
  private let before: HistoryDifference.JudgedHistory
  private let after: HistoryDifference.JudgedHistory
  /// The subscriptions with a period in the earlier history.
  private var knownOriginals: Set<String> = []
  private var found: [HistoryChange] = []
  /// The number of purchases that are the same in both.
  private(set) var unchanged = 0
  /// Whether both have purchases, but no common purchase or subscription.
  private(set) var sharesNothing = false

  /// The names of the two histories in notes.
  private let earlier: Message
  private let later: Message

  /// - Parameters:
  ///   - before: the earlier history.
  ///   - after: the later history.
  ///   - isOrdered: whether it is known which one is later.
  init(_ before: HistoryDifference.JudgedHistory, _ after: HistoryDifference.JudgedHistory, isOrdered: Bool) {
    self.before = before
    self.after = after
    earlier = isOrdered ? "the earlier one" : "the first one"
    later = isOrdered ? "the later one" : "the second one"
  }

  /// The changes: purchases by date, then renewal information. If the histories do not belong together, the changes
  /// have no more specific cause.
  func changes(areTogether: Bool) -> [HistoryChange] {
    found.map { change in
      guard !areTogether else { return change }
      var change = change
      change.causes = [.otherHistory]
      return change
    }
  }

  mutating func compare() {
    let old = Self.purchases(before.history)
    let new = Self.purchases(after.history)
    knownOriginals = Set(old.compactMap(\.originalTransactionID))
    let oldReplaced = before.replaced
    let newReplaced = after.replaced
    let partners = Self.partners(old, new)
    sharesNothing =
      !old.isEmpty && !new.isEmpty && partners.isEmpty
      && !new.contains { $0.originalTransactionID.map(knownOriginals.contains) ?? false }
    for (index, purchase) in new.enumerated() {
      if let partner = partners[index] {
        comparePurchase(
          old[partner], purchase, wasReplaced: oldReplaced.contains(old[partner].allNames),
          isReplaced: newReplaced.contains(purchase.allNames))
      } else {
        appendAddition(purchase, isReplaced: newReplaced.contains(purchase.allNames))
      }
    }
    let matched = Set(partners.values)
    for index in old.indices where !matched.contains(index) { appendLoss(old[index]) }
    found.sort { left, right in
      guard let one = left.purchase, let other = right.purchase else { return false }
      return PurchaseRecord.isEarlier(one, other)
    }
    compareRenewals()
  }

  /// The purchases without repetitions, in an order that does not depend on the source.
  private static func purchases(_ history: PurchaseHistory) -> [PurchaseRecord] {
    var checker = PurchaseChecker()
    let purchases = checker.withoutDuplicates(history.purchases.sorted(by: PurchaseRecord.isEarlier))
    return PurchaseChoice.onePerPurchase(purchases).sorted(by: PurchaseRecord.isEarlier)
  }

  /// For each later purchase, the index of the earlier one with the same identifier: of the transaction, or of the
  /// purchase, which can have several transactions. Equal dates alone match nothing, because two customers may buy in
  /// the same second.
  private static func partners(_ old: [PurchaseRecord], _ new: [PurchaseRecord]) -> [Int: Int] {
    var partners: [Int: Int] = [:]
    var unmatched = Array(old.indices)
    let keys: [(PurchaseRecord) -> [String]?] = [
      // Transaction, product and date: one transaction identifier may occur twice, with different products or dates.
      { purchase in purchase.transactionID == nil ? nil : purchase.allNames },
      // The transaction alone.
      { purchase in purchase.transactionID.map { [$0] } },
      // The purchase, which may have several transactions.
      \.purchaseKey,
      // The original transaction, product and date: a restored purchase has another transaction.
      { purchase in purchase.originalTransactionID.map { [$0] + purchase.allNames.dropFirst() } },
    ]
    for makeKey in keys {
      // The earliest of equal ones comes last, so that `popLast` takes it first.
      var indexes: [[String]: [Int]] = [:]
      for index in unmatched.reversed() { if let key = makeKey(old[index]) { indexes[key, default: []].append(index) } }
      for index in new.indices where partners[index] == nil {
        if let key = makeKey(new[index]), let partner = indexes[key]?.popLast() { partners[index] = partner }
      }
      let taken = Set(partners.values)
      unmatched.removeAll { taken.contains($0) }
    }
    return partners
  }

  // -- Purchases.

  /// - Parameters:
  ///   - wasReplaced: whether another product replaced the purchase in the earlier history.
  ///   - isReplaced: the same in the later history.
  private mutating func comparePurchase(
    _ old: PurchaseRecord, _ new: PurchaseRecord, wasReplaced: Bool, isReplaced: Bool
  ) {
    let isOneKind = before.kind(of: old.statement) == after.kind(of: new.statement)
    // Receipts express a replacement as a cancellation; signed data has a separate member for it. If both say that the
    // purchase was replaced, `isReportedByAll` must not make that a difference.
    let isSameReplacement = wasReplaced && isReplaced && !isOneKind
    // A restored purchase has another transaction, with its own date.
    let isRestored = old.transactionID != new.transactionID
    let rows = HistoryMember.ofPurchase.filter { row in
      if isSameReplacement, row.isReportedByAll { return false }
      return !(isRestored && ["transaction_id", "purchased"].contains(row.name))
    }
    let members = Self.differences(rows, old, new, isOneKind: isOneKind)
    guard !members.isEmpty else {
      unchanged += 1
      return
    }
    let cause =
      HistoryChange.Cause(from: old, to: new, wasReplaced: wasReplaced, isReplaced: isReplaced)
      // If one history says that the purchase was replaced and the other that it was refunded, the later statement
      // counts.
      ?? (isReplaced != wasReplaced ? HistoryChange.Cause(endOf: new, isReplaced: isReplaced) : nil)
      ?? Self.cause(ofDifferent: members)
    found.append(
      HistoryChange(
        kind: .changed, subject: .purchase, purchase: new, renewal: nil, members: members, causes: [cause],
        note: note(cause, from: old, to: new)))
  }

  /// The cause that follows from nothing but which members differ.
  private static func cause(ofDifferent members: [HistoryChange.Member]) -> HistoryChange.Cause {
    if members.allSatisfy({ HistoryMember.ofSeats.contains($0.name) }) { return .seatsChanged }
    if members.allSatisfy({ HistoryMember.ofCommitment.contains($0.name) }) { return .commitmentMoved }
    return .unexplained
  }

  private func note(_ cause: HistoryChange.Cause, from old: PurchaseRecord, to new: PurchaseRecord) -> Message {
    switch cause {
    case .refundTakenBack:
      old.cancelled.map { "paid back \($0.rfc3339), in \(earlier) only" } ?? "paid back, in \(earlier) only"
    case .extended:
      """
      the period ends \(new.expires.map { "\($0.rfc3339)" } ?? "later" as Message) and not \
      \(old.expires.map { "\($0.rfc3339)" } ?? "earlier" as Message)
      """
    case .seatsChanged: "seats of the period were added or given back"
    case .commitmentMoved: "the commitment of the period was stated differently: a late payment moves its end"
    case .unexplained: "both say something else of the same purchase"
    default: Self.words(cause, new)
    }
  }

  /// How a purchase ended, in words.
  private static func words(_ end: HistoryChange.Cause, _ purchase: PurchaseRecord) -> Message {
    let date = purchase.cancelled?.rfc3339
    switch end {
    case .replaced: return date.map { "another product took its place \($0)" } ?? "another product took its place"
    case .noLongerShared:
      return date.map { "a member of the family stopped sharing it \($0)" }
        ?? "a member of the family stopped sharing it"
    case .seatTakenBack: return date.map { "the seat was taken back \($0)" } ?? "the seat was taken back"
    default:
      let isPaidBack = end == .refunded && purchase.isUpgraded != true
      let what = isPaidBack ? "paid back" : StatusWords.takenBack(purchase)
      return StatusWords.ended(purchase, what, date.map { "\($0)" } ?? "at an unknown time")
    }
  }

  /// Adds a new purchase, and what has happened to it since.
  private mutating func appendAddition(_ purchase: PurchaseRecord, isReplaced: Bool) {
    let (cause, note) = explanation(ofAdded: purchase)
    guard let end = HistoryChange.Cause(endOf: purchase, isReplaced: isReplaced) else {
      return appendPurchase(.added, purchase, [cause], note)
    }
    appendPurchase(.added, purchase, [cause, end], "\(note); \(Self.words(end, purchase))")
  }

  private func explanation(ofAdded purchase: PurchaseRecord) -> (HistoryChange.Cause, Message) {
    guard let date = purchase.purchased else { return (.unexplained, "it has no date") }
    guard let earlierDate = before.history.knownUntil?.instant else {
      return (.unexplained, "when the other one was made is unknown")
    }
    let isKnown = purchase.originalTransactionID.map(knownOriginals.contains) ?? false
    let cause = HistoryChange.Cause(ofAdded: purchase, since: earlierDate, isKnown: isKnown)
    switch cause {
    case .renewed:
      guard let period = purchase.commitmentPeriod, let periods = purchase.commitmentPeriods else {
        return (cause, "a period from \(date.rfc3339), after \(earlier) was made")
      }
      return (
        cause,
        "a period from \(date.rfc3339), after \(earlier) was made; number \(period) of \(periods) of a commitment"
      )
    case .bought: return (cause, "\(date.rfc3339), after \(earlier) was made")
    case _ where !before.isWhole: return (.notTold, "\(earlier) tells only of a part of the purchases")
    // Histories that share no purchase may be of two customers, and then this explains nothing.
    case .consumableFinished where !sharesNothing: return (cause, Self.finishedConsumable)
    case .paidLate: return (cause, "a period from \(date.rfc3339), paid after \(earlier) was made")
    default: return (.unexplained, "bought \(date.rfc3339), before \(earlier) was made, which lacks it")
    }
  }

  static let finishedConsumable: Message = "a consumable: Apple removes it from receipts once the app has finished it"

  private mutating func appendLoss(_ purchase: PurchaseRecord) {
    let (cause, note): (HistoryChange.Cause, Message) =
      if !after.isWhole {
        (.notTold, "\(later) tells only of a part of the purchases")
      } else if purchase.productType == .consumable {
        (.consumableFinished, Self.finishedConsumable)
      } else if purchase.productType == nil, !purchase.isSubscriptionPeriod {
        (.unexplained, "if it is a consumable, the app has finished it: answers do not name the kind")
      } else {
        (.unexplained, "Apple removes only finished consumables from receipts, and this purchase is not a consumable")
      }
    appendPurchase(.gone, purchase, [cause], note)
  }

  private mutating func appendPurchase(
    _ kind: HistoryChange.Kind, _ purchase: PurchaseRecord, _ causes: [HistoryChange.Cause], _ note: Message
  ) {
    found.append(
      HistoryChange(
        kind: kind, subject: .purchase, purchase: purchase, renewal: nil,
        members: Self.all(HistoryMember.ofPurchase, of: purchase, kind), causes: causes, note: note))
  }

  /// The differences between two records.
  private static func differences<Record>(
    _ rows: [HistoryMember<Record>], _ old: Record, _ new: Record, isOneKind: Bool
  ) -> [HistoryChange.Member] {
    rows.compactMap { row in
      row.difference(old, new, isOneKind: isOneKind).map {
        HistoryChange.Member(name: row.name, before: $0.before, after: $0.after)
      }
    }
  }

  /// All members of a record that only one history has.
  private static func all<Record>(
    _ rows: [HistoryMember<Record>], of record: Record, _ kind: HistoryChange.Kind
  ) -> [HistoryChange.Member] {
    rows.compactMap { row in
      row.value(record).map {
        HistoryChange.Member(name: row.name, before: kind == .gone ? $0 : nil, after: kind == .added ? $0 : nil)
      }
    }
  }

  // -- Renewal information.

  private mutating func compareRenewals() {
    func renewals(_ judged: HistoryDifference.JudgedHistory) -> [(SubscriptionKey, RenewalRecord)] {
      judged.status.subscriptions.compactMap { subscription in
        subscription.renewal.map { (SubscriptionKey(subscription), $0) }
      }
    }
    let takenBack = Set(after.status.subscriptions.filter(\.isTakenBack).map { SubscriptionKey($0) })
    let old = renewals(before)
    let new = renewals(after)
    // A product alone does not identify a customer's subscription.
    let oldByKey = Dictionary(old.filter { $0.0.originalTransactionID != nil }) { first, _ in first }
    let laterKeys = Set(new.map(\.0).filter { $0.originalTransactionID != nil })
    for (key, renewal) in new {
      if let previous = oldByKey[key] {
        compareRenewal(previous, renewal, isTakenBack: takenBack.contains(key))
      } else {
        appendRenewal(.added, renewal, later)
      }
    }
    for (key, renewal) in old where !laterKeys.contains(key) { appendRenewal(.gone, renewal, earlier) }
  }

  /// - Parameter isTakenBack: whether the last period was refunded, is no longer shared, or was replaced.
  private mutating func compareRenewal(_ old: RenewalRecord, _ new: RenewalRecord, isTakenBack: Bool) {
    let isOneKind = before.history.kind == after.history.kind
    let members = Self.differences(HistoryMember.ofRenewal, old, new, isOneKind: isOneKind)
    guard !members.isEmpty else { return }
    found.append(
      HistoryChange(
        kind: .changed, subject: .renewal, purchase: nil, renewal: new, members: members,
        causes: Self.causes(old, new, isTakenBack: isTakenBack), note: ""))
  }

  private static func causes(
    _ old: RenewalRecord, _ new: RenewalRecord, isTakenBack: Bool
  ) -> [HistoryChange.Cause] {
    // A new period is a purchase, whose own change reports it.
    var causes = HistoryChange.Cause.causes(from: RenewalState(old), to: RenewalState(new), hasLaterPeriod: false)
      .filter { $0 != .renewed }
    if old.willRenew == true, new.willRenew == false, !causes.contains(.ended) {
      // A subscription that was taken back no longer renews: the customer did not turn it off.
      causes.append(isTakenBack ? .ended : .autoRenewOff)
    }
    if old.willRenew == false, new.willRenew == true { causes.append(.autoRenewOn) }
    causes += HistoryChange.Cause.decisions(from: old, to: new)
    if old.seats != new.seats { causes.append(.seatsChanged) }
    if let planned = new.renewsAs, planned != old.renewsAs, planned != new.productID { causes.append(.nextProduct) }
    if causes.isEmpty, let oldEnd = old.commitmentEnds, let newEnd = new.commitmentEnds, oldEnd.second != newEnd.second
    {
      causes.append(.commitmentMoved)
    }
    return causes.isEmpty ? [.nextPeriod] : causes
  }

  private mutating func appendRenewal(_ kind: HistoryChange.Kind, _ renewal: RenewalRecord, _ owner: Message) {
    found.append(
      HistoryChange(
        kind: kind, subject: .renewal, purchase: nil, renewal: renewal,
        members: Self.all(HistoryMember.ofRenewal, of: renewal, kind), causes: [.notTold],
        note: "only \(owner) tells how it renews"))
  }
}

extension Subscription {
  /// Whether Apple took the subscription back, or a known product replaced it.
  fileprivate var isTakenBack: Bool {
    switch state {
    case .moved, .replaced(_?, _): true
    // Every state of a purchase that was taken back has this name, apart from a move.
    default: state.name == "refunded"
    }
  }
}

extension HistoryDifference.JudgedHistory {
  /// Whether the source has all purchases, except for finished consumables.
  fileprivate var isWhole: Bool { history.kind == .receipt }

  /// The kind of source that a purchase is from. Sources of one kind have the same members.
  fileprivate func kind(of statement: PurchaseStatement?) -> PurchaseHistory.Kind {
    var kind = history.kind
    if let piece = statement?.piece, history.pieces.indices.contains(piece - 1) {
      kind = history.pieces[piece - 1].kind
    }
    switch kind {
    case .notificationV2, .signedRenewal, .signedHistory, .signedAppTransaction, .decodedPayload, .otherProgram:
      return .signedTransaction
    case .notificationV1: return .verifyReceiptResponse
    default: return kind
    }
  }

  /// The periods that another product replaced.
  fileprivate var replaced: Set<[String]> {
    let periods = status.subscriptions.flatMap { $0.periods + $0.cancelledBeforeStart }
    return Set(periods.filter { $0.replacement != nil }.map(\.purchase.allNames))
  }
}

extension PurchaseRecord {
  /// The names of a purchase within one history. Dates are rounded to seconds, because receipts have no milliseconds.
  fileprivate var allNames: [String] {
    [transactionID ?? "", productID ?? "", purchased.map { String($0.second) } ?? ""]
  }
}
