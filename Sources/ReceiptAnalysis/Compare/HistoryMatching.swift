/// Matches the purchases of two histories, and says why they differ.
struct HistoryMatching {
  private let before: HistoryDifference.Part
  private let after: HistoryDifference.Part
  /// The subscriptions of which the earlier one has a period.
  private var knownOriginals: Set<String> = []
  private var found: [HistoryChange] = []
  /// How many purchases are the same in both.
  private(set) var unchanged = 0
  /// Whether both have purchases, and no purchase or subscription is in both.
  private(set) var sharesNothing = false

  /// What notes call the one that is before.
  private let earlier: String

  /// - Parameters:
  ///   - before: the earlier one.
  ///   - after: the later one.
  ///   - isOrdered: whether it is known which is the later one.
  init(_ before: HistoryDifference.Part, _ after: HistoryDifference.Part, isOrdered: Bool) {
    (self.before, self.after) = (before, after)
    earlier = isOrdered ? "the earlier one" : "the first one"
  }

  /// What was found: purchases by date, then renewal information. What does not belong together explains nothing.
  func changes(areTogether: Bool) -> [HistoryChange] {
    found.map { change in
      guard !areTogether else { return change }
      var change = change
      change.causes = [.otherHistory]
      return change
    }
  }

  mutating func compare() {
    let (old, new) = (Self.purchases(before.history), Self.purchases(after.history))
    knownOriginals = Set(old.compactMap(\.originalTransactionID))
    let (oldReplaced, newReplaced) = (before.replaced, after.replaced)
    let matching = PurchaseMatching(local: old.map(PurchaseKeys.init), apple: new.map(PurchaseKeys.init))
    sharesNothing =
      !old.isEmpty && !new.isEmpty && matching.partners.allSatisfy { $0 == nil }
      && !new.contains { $0.originalTransactionID.map(knownOriginals.contains) ?? false }
    for (index, purchase) in new.enumerated() {
      if let partner = matching.partners[index] {
        compare(
          old[partner], purchase, wasReplaced: oldReplaced.contains(PurchaseKeys(old[partner]).name),
          isReplaced: newReplaced.contains(PurchaseKeys(purchase).name))
      } else {
        add(purchase, isReplaced: newReplaced.contains(PurchaseKeys(purchase).name))
      }
    }
    for index in matching.unmatchedLocal { loss(old[index]) }
    found.sort { left, right in
      guard let one = left.purchase, let other = right.purchase else { return false }
      return PurchaseRecord.isEarlier(one, other)
    }
    compareRenewals()
  }

  /// Without repeated ones, and in an order that does not depend on the source's.
  private static func purchases(_ history: PurchaseHistory) -> [PurchaseRecord] {
    var checker = PurchaseChecker()
    return checker.withoutDuplicates(history.purchases.sorted(by: PurchaseRecord.isEarlier))
  }

  // -- Purchases.

  /// - Parameters:
  ///   - wasReplaced: whether another product took its place in the earlier one.
  ///   - isReplaced: the same in the later one.
  private mutating func compare(
    _ old: PurchaseRecord, _ new: PurchaseRecord, wasReplaced: Bool, isReplaced: Bool
  ) {
    let isOneKind = before.kind(of: old.statement) == after.kind(of: new.statement)
    // Receipts write a replacement as a cancellation, and signed data in a word of its own.
    let isSameReplacement = wasReplaced && isReplaced && !isOneKind
    let members = HistoryMember.ofPurchase.compactMap { row in
      isSameReplacement && row.isToldByAll ? nil : row.difference(old, new, isOneKind: isOneKind)
    }
    guard !members.isEmpty else {
      unchanged += 1
      return
    }
    let (cause, note): (HistoryChange.Cause, String) =
      if isReplaced && !wasReplaced || new.tellsOfCancellation && !old.tellsOfCancellation {
        ending(of: new, isReplaced: isReplaced)
      } else if old.tellsOfCancellation, !new.tellsOfCancellation {
        (.refundTakenBack, "paid back" + (old.cancelled.map { " \($0.rfc3339)" } ?? "") + ", in \(earlier) only")
      } else if let end = old.expires, let later = new.expires, end < later, end.second != later.second {
        (.extended, "the period ends \(later.rfc3339) and not \(end.rfc3339)")
      } else {
        (.unexplained, "both say something else of the same purchase")
      }
    found.append(
      HistoryChange(
        kind: .changed, subject: .purchase, purchase: new, renewal: nil, members: members, causes: [cause], note: note))
  }

  /// Why a purchase counts no more.
  private func ending(of purchase: PurchaseRecord, isReplaced: Bool) -> (HistoryChange.Cause, String) {
    let date = purchase.cancelled.map { " \($0.rfc3339)" }
    if isReplaced { return (.replaced, "another product took its place" + (date ?? "")) }
    if purchase.isNoLongerShared {
      return (.noLongerShared, "a member of the family stopped sharing it" + (date ?? ""))
    }
    let reason = StatusWords.inBrackets(cancellationReason: purchase.cancellationReason)
    return (.refunded, "paid back" + (date ?? " at an unknown time") + reason + StatusWords.revocation(purchase))
  }

  /// A purchase that is new, and what has become of it since.
  private mutating func add(_ purchase: PurchaseRecord, isReplaced: Bool) {
    let (cause, note) = explanation(ofAdded: purchase)
    guard purchase.tellsOfCancellation || isReplaced else { return append(.added, purchase, [cause], note) }
    let (end, words) = ending(of: purchase, isReplaced: isReplaced)
    append(.added, purchase, [cause, end], note + "; " + words)
  }

  private func explanation(ofAdded purchase: PurchaseRecord) -> (HistoryChange.Cause, String) {
    guard let date = purchase.purchased else { return (.unexplained, "it has no date") }
    let isKnown = purchase.originalTransactionID.map(knownOriginals.contains) ?? false
    let isFirst = purchase.transactionID == purchase.originalTransactionID
    guard let known = before.history.knownUntil?.instant else {
      return (.unexplained, "when the other one was made is unknown")
    }
    if date > known {
      return purchase.isSubscriptionPeriod && (isKnown || !isFirst)
        ? (.renewed, "a period from \(date.rfc3339), after \(earlier) was made")
        : (.bought, "\(date.rfc3339), after \(earlier) was made")
    }
    if !before.isWhole { return (.notTold, "\(earlier) tells only of a part of the purchases") }
    if purchase.productType == .consumable, !sharesNothing {
      return (.consumableFinished, Self.finishedConsumable)
    }
    // A payment in a grace period is for the period that has begun meanwhile.
    if purchase.isSubscriptionPeriod, isKnown, let end = purchase.expires, end > known,
      known.milliseconds - date.milliseconds <= Subscription.longestGrace
    {
      return (.paidLate, "a period from \(date.rfc3339), paid after \(earlier) was made")
    }
    return (.unexplained, "bought \(date.rfc3339), before \(earlier) was made, which lacks it")
  }

  static let finishedConsumable = "a consumable: Apple removes it from receipts once the app has finished it"

  private mutating func loss(_ purchase: PurchaseRecord) {
    let (cause, note): (HistoryChange.Cause, String) =
      if !after.isWhole {
        (.notTold, "the later one tells only of a part of the purchases")
      } else if purchase.productType == .consumable {
        (.consumableFinished, Self.finishedConsumable)
      } else if purchase.productType == nil, !purchase.isSubscriptionPeriod {
        (.unexplained, "if it is a consumable, the app has finished it: answers do not name the kind")
      } else {
        (.unexplained, "Apple removes only finished consumables from receipts, and this purchase is not a consumable")
      }
    append(.gone, purchase, [cause], note)
  }

  private mutating func append(
    _ kind: HistoryChange.Kind, _ purchase: PurchaseRecord, _ causes: [HistoryChange.Cause], _ note: String
  ) {
    let members = HistoryMember.ofPurchase.compactMap { row in
      row.value(purchase).map { value in
        HistoryChange.Member(
          name: row.name, before: kind == .gone ? value : nil, after: kind == .added ? value : nil)
      }
    }
    found.append(
      HistoryChange(
        kind: kind, subject: .purchase, purchase: purchase, renewal: nil, members: members, causes: causes, note: note))
  }

  // -- Renewal information.

  private mutating func compareRenewals() {
    func renewals(_ part: HistoryDifference.Part) -> [(SubscriptionKey, RenewalRecord)] {
      part.status.subscriptions.compactMap { subscription in
        subscription.renewal.map { (SubscriptionKey(subscription), $0) }
      }
    }
    let takenBack = Set(
      after.status.subscriptions.filter { if case .refunded = $0.state { true } else { false } }.map {
        SubscriptionKey($0)
      })
    let (old, new) = (renewals(before), renewals(after))
    let known = Dictionary(old) { first, _ in first }
    let told = Set(new.map(\.0))
    for (key, renewal) in new {
      if let earlier = known[key] {
        compare(earlier, renewal, isTakenBack: takenBack.contains(key))
      } else {
        append(.added, renewal, "the later one")
      }
    }
    for (key, renewal) in old where !told.contains(key) { append(.gone, renewal, earlier) }
  }

  /// - Parameter isTakenBack: whether the last period was refunded, or is no longer shared.
  private mutating func compare(_ old: RenewalRecord, _ new: RenewalRecord, isTakenBack: Bool) {
    let members = HistoryMember.ofRenewal.compactMap {
      $0.difference(old, new, isOneKind: before.history.kind == after.history.kind)
    }
    guard !members.isEmpty else { return }
    found.append(
      HistoryChange(
        kind: .changed, subject: .renewal, purchase: nil, renewal: new, members: members,
        causes: Self.causes(old, new, isTakenBack: isTakenBack), note: ""))
  }

  private static func causes(
    _ old: RenewalRecord, _ new: RenewalRecord, isTakenBack: Bool
  ) -> [HistoryChange.Cause] {
    var causes: [HistoryChange.Cause] = []
    let (wasFailing, isFailing) = (old.isInBillingRetry == true, new.isInBillingRetry == true)
    if isFailing, !wasFailing { causes.append(.paymentFailed) }
    if !isFailing, new.expirationIntent != nil, wasFailing || old.expirationIntent == nil { causes.append(.ended) }
    if wasFailing, !isFailing, new.expirationIntent == nil { causes.append(.paymentRecovered) }
    // What is over no longer renews: the customer turned nothing off.
    if isTakenBack, old.willRenew == true, new.willRenew == false, !causes.contains(.ended) { causes.append(.ended) }
    if old.willRenew == true, new.willRenew == false, !causes.contains(.ended) { causes.append(.autoRenewOff) }
    if old.willRenew == false, new.willRenew == true { causes.append(.autoRenewOn) }
    if old.agreedToPriceIncrease != new.agreedToPriceIncrease { causes.append(.priceIncrease) }
    if let planned = new.renewsAs, planned != old.renewsAs, planned != new.productID { causes.append(.nextProduct) }
    return causes.isEmpty ? [.nextPeriod] : causes
  }

  private mutating func append(_ kind: HistoryChange.Kind, _ renewal: RenewalRecord, _ teller: String) {
    let members = HistoryMember.ofRenewal.compactMap { row in
      row.value(renewal).map { value in
        HistoryChange.Member(
          name: row.name, before: kind == .gone ? value : nil, after: kind == .added ? value : nil)
      }
    }
    found.append(
      HistoryChange(
        kind: kind, subject: .renewal, purchase: nil, renewal: renewal, members: members, causes: [.notTold],
        note: "only \(teller) tells how it renews"))
  }
}

extension HistoryDifference.Part {
  /// Whether the source has all purchases, except for finished consumables.
  fileprivate var isWhole: Bool { history.kind == .receipt }

  /// The kind of source that a purchase is from: sources of one kind tell the same members.
  fileprivate func kind(of statement: PurchaseStatement?) -> PurchaseHistory.Kind {
    var kind = history.kind
    if let piece = statement?.piece, history.pieces.indices.contains(piece - 1) {
      kind = history.pieces[piece - 1].kind
    }
    switch kind {
    case .notificationV2, .signedRenewal, .signedHistory, .signedAppTransaction, .decodedPayload:
      return .signedTransaction
    case .notificationV1: return .verifyReceiptResponse
    default: return kind
    }
  }

  /// The periods whose place another product took.
  fileprivate var replaced: Set<String> {
    Set(status.subscriptions.flatMap(\.periods).filter { $0.upgrade != nil }.map { PurchaseKeys($0.purchase).name })
  }
}

extension PurchaseKeys {
  /// What names the purchase within one history.
  fileprivate var name: String { whole ?? productAndDate ?? "" }
}
