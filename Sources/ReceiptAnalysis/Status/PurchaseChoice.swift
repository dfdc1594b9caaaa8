/// The one statement that counts, of all about one transaction, and what contradicts it.
struct PurchaseChoice {
  private(set) var purchase: PurchaseRecord
  private(set) var irregularities: [PurchaseIrregularity] = []

  /// - Parameter statements: about one transaction, each with its ``PurchaseRecord/statement``.
  init?(_ statements: [PurchaseRecord]) {
    let sorted = statements.sorted { $0.outranks($1) }
    guard let first = sorted.first else { return nil }
    purchase = first
    checkIdentity(sorted)
    checkDates(sorted)
    checkUnproven(sorted)
    // Receipts and answers of verifyReceipt may not tell of a refund yet: only a transaction without the fields of a
    // revocation takes one back.
    let decisive = sorted.first { other in
      other.isProven == first.isProven && isOfTheSame(other)
        && (other.tellsOfCancellation || other.statement?.isTransaction == true)
    }
    if let decisive { purchase.takeRefund(from: decisive) }
    for other in sorted.dropFirst() where other.isProven == first.isProven && isOfTheSame(other) {
      purchase.fill(from: other)
    }
  }

  /// Purchases without repetitions: one can have several transactions, where it was restored or seen on another device.
  /// The newest statement counts, and keeps the identifiers of the others.
  static func onePerPurchase(_ purchases: [PurchaseRecord]) -> [PurchaseRecord] {
    var groups: [[String]: [PurchaseRecord]] = [:]
    var others: [PurchaseRecord] = []
    for purchase in purchases {
      if let key = purchase.purchaseKey { groups[key, default: []].append(purchase) } else { others.append(purchase) }
    }
    return others
      + groups.values.compactMap { purchases in
        let sorted = purchases.count == 1 ? purchases : purchases.sorted { $0.outranks($1) }
        guard var first = sorted.first else { return nil }
        for other in sorted.dropFirst() where other.isLater(than: first) { first = other }
        first.otherTransactionIDs = sorted.compactMap(\.transactionID).filter { $0 != first.transactionID }.sorted()
        return first
      }
  }

  private func isOfTheSame(_ other: PurchaseRecord) -> Bool {
    purchase.productID == other.productID && purchase.originalTransactionID == other.originalTransactionID
  }

  /// A transaction is of one product and belongs to one subscription for ever.
  private mutating func checkIdentity(_ sorted: [PurchaseRecord]) {
    for (property, name) in [
      (\PurchaseRecord.productID, "the product"), (\.originalTransactionID, "the original transaction"),
    ] {
      guard let own = purchase[keyPath: property],
        let other = sorted.lazy.compactMap({ $0[keyPath: property] }).first(where: { $0 != own })
      else { continue }
      report(
        "\(name) is \(own.displayed(limit: 100)) here and \(other.displayed(limit: 100)) there; the first is taken")
    }
  }

  /// Apple does not say two things at one moment.
  private mutating func checkDates(_ sorted: [PurchaseRecord]) {
    for (one, other) in zip(sorted, sorted.dropFirst()) where one.isProven && other.isProven {
      guard let date = one.statement?.date, date == other.statement?.date else { continue }
      let names = one.differences(to: other)
      guard !names.isEmpty else { continue }
      report(
        """
        two proven statements of \(date.rfc3339) differ in \(names.joined(separator: ", ")); one is taken, and a \
        newer one settles it
        """)
      return
    }
  }

  private mutating func checkUnproven(_ sorted: [PurchaseRecord]) {
    guard purchase.isProven, let own = purchase.statement else { return }
    let other = sorted.first { statement in
      guard !statement.isProven, let date = statement.statement else { return false }
      return date.isNewer(than: own) && !statement.differences(to: purchase).isEmpty
    }
    guard let other else { return }
    let names = other.differences(to: purchase).joined(separator: ", ")
    report("what is not proven and newer says otherwise of \(names); it does not count")
  }

  private mutating func report(_ message: String) {
    irregularities.append(PurchaseIrregularity(.contradiction, purchase.transactionID, message))
  }
}

extension PurchaseRecord {
  /// The key that all transactions of one purchase share; `nil` if each is a separate purchase, or if the data does not
  /// tell.
  ///
  /// For a period of a subscription, the key is its `webOrderLineItemId` (Apple's maintainers,
  /// app-store-server-library-node 28). Seats that are added to a period make a further transaction, which begins later
  /// and counts separately. For a product that is bought once, the key is the original transaction.
  var purchaseKey: [String]? {
    if isSubscriptionPeriod {
      guard let lineItemID, let purchased else { return nil }
      return [lineItemID, productID ?? "", String(purchased.second)]
    }
    guard productType == .nonConsumable || productType == .nonRenewingSubscription, let originalTransactionID else {
      return nil
    }
    return [originalTransactionID, productID ?? ""]
  }

  /// Whether it counts although another outranks it: of what is bought once, what was bought after the refund of the
  /// other, and of two that were said at the same time the one that was bought, or taken back, last.
  fileprivate func isLater(than other: PurchaseRecord) -> Bool {
    // A period of a subscription may be signed, and refunded, before it begins.
    guard !isSubscriptionPeriod, let own = lastDate, let others = other.lastDate, own > others else { return false }
    if !tellsOfCancellation, other.tellsOfCancellation { return true }
    guard let ownStatement = statement, let otherStatement = other.statement else { return true }
    return !otherStatement.outranks(ownStatement)
  }

  private var lastDate: Instant? { tellsOfCancellation ? cancelled : purchased }

  /// What counts of all statements about one transaction after a further one, as ``PurchaseChoice`` does it.
  ///
  /// - Parameters:
  ///   - new: the further statement.
  ///   - decided: when it was last said whether Apple took it back; `nil` if nothing says when.
  package func merged(with new: PurchaseRecord, refundDecidedAt decided: Instant?) -> PurchaseRecord {
    var (newest, decisive) = (self, self)
    newest.takeRefund(from: PurchaseRecord())
    decisive.statement = PurchaseStatement(date: decided, isProven: isProven, isTransaction: true)
    let isDecided = decided != nil || tellsOfCancellation
    return PurchaseChoice([newest, new] + (isDecided ? [decisive] : []))?.purchase ?? self
  }

  fileprivate mutating func takeRefund(from other: PurchaseRecord) {
    (cancelled, isCancelledWithoutDate) = (other.cancelled, other.isCancelledWithoutDate)
    (cancellationReason, revocationType) = (other.cancellationReason, other.revocationType)
    (revocationPercentage, revokedSeats) = (other.revocationPercentage, other.revokedSeats)
  }

  fileprivate var isProven: Bool { statement?.isProven ?? false }

  /// What counts before another: see ``PurchaseStatement/outranks(_:)``. Of the same date the one that tells of a
  /// refund, of an upgrade, of a kind that is no subscription; the rest of the order has no meaning, and is the same
  /// for every order of the inputs.
  fileprivate func outranks(_ other: PurchaseRecord) -> Bool {
    if let own = statement, let others = other.statement {
      if own.outranks(others) { return true }
      if others.outranks(own) { return false }
    }
    if tellsOfCancellation != other.tellsOfCancellation { return tellsOfCancellation }
    if (isUpgraded == true) != (other.isUpgraded == true) { return isUpgraded == true }
    if isSubscriptionPeriod != other.isSubscriptionPeriod { return !isSubscriptionPeriod }
    if PurchaseRecord.isEarlier(self, other) { return true }
    if PurchaseRecord.isEarlier(other, self) { return false }
    return (statement?.piece ?? 0) < (other.statement?.piece ?? 0)
  }

  /// In what two statements differ, in the names of JSON output.
  ///
  /// What one of them does not say is no difference, except for a refund and a replacement.
  fileprivate func differences(to other: PurchaseRecord) -> [String] {
    HistoryMember.ofPurchase.filter { $0.difference(self, other, isOneKind: false) != nil }.map(\.name)
      + ((isUpgraded == true) == (other.isUpgraded == true) ? [] : ["upgraded"])
  }

  /// Takes what never changes from an older statement, where this one does not say it: a receipt has no price, for
  /// example.
  fileprivate mutating func fill(from older: PurchaseRecord) {
    productType = productType ?? older.productType
    quantity = quantity ?? older.quantity
    isForSeats = isForSeats || older.isForSeats
    additionalReason = additionalReason ?? older.additionalReason
    originallyPurchased = originallyPurchased ?? older.originallyPurchased
    isTrial = isTrial ?? older.isTrial
    isIntroductory = isIntroductory ?? older.isIntroductory
    if offerKind == nil, offerID == nil || offerID == older.offerID {
      (offerKind, offerID) = (older.offerKind, older.offerID)
    }
    // A period that was ended for another product stays ended.
    isUpgraded = isUpgraded ?? older.isUpgraded
    isRenewal = isRenewal ?? older.isRenewal
    lineItemID = lineItemID ?? older.lineItemID
    accountToken = accountToken ?? older.accountToken
    ownership = ownership ?? older.ownership
    groupID = groupID ?? older.groupID
    // A receipt says when something was taken back, and not what: it may be a share of it, or the family's.
    if let cancelled, cancelled.second == older.cancelled?.second {
      revocationType = revocationType ?? older.revocationType
      revocationPercentage = revocationPercentage ?? older.revocationPercentage
    }
    if price == nil, currency == nil { (price, currency) = (older.price, older.currency) }
  }
}

extension RenewalRecord {
  /// Everything that it says. The one that grants less comes first: without a grace period, or with the earlier end of
  /// it.
  var orderKey: [String] {
    [
      graceExpires.map { $0.rfc3339 } ?? "", originalTransactionID ?? "", productID ?? "", renewsAs ?? "",
      willRenew.map { String($0) } ?? "",
      isInBillingRetry.map { String($0) } ?? "",
      expirationIntent.map { String($0) } ?? "", agreedToPriceIncrease.map { String($0) } ?? "", offerID ?? "",
      seats.map { String($0) } ?? "", price.map { String($0) } ?? "", currency ?? "", offerKind?.rawValue ?? "",
      renewsOn.map { $0.rfc3339 } ?? "",
    ] + winBackOffers
  }

  func isBefore(_ other: RenewalRecord) -> Bool { orderKey.lexicographicallyPrecedes(other.orderKey) }

  package func outranks(_ other: RenewalRecord) -> Bool {
    if let own = statement, let others = other.statement {
      if own.outranks(others) { return true }
      if others.outranks(own) { return false }
    }
    if orderKey != other.orderKey { return isBefore(other) }
    return (statement?.piece ?? 0) < (other.statement?.piece ?? 0)
  }
}
