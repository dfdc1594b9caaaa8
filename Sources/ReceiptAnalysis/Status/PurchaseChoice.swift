/// Chooses the statement that counts among all statements about one transaction, and finds contradictions to it.
struct PurchaseChoice {
  private(set) var purchase: PurchaseRecord
  private(set) var irregularities: [PurchaseIrregularity] = []

  /// - Parameter statements: statements about one transaction, each with its ``PurchaseRecord/statement``.
  init?(_ statements: [PurchaseRecord]) {
    let sorted = statements.sorted { $0.outranks($1) }
    guard let first = sorted.first else { return nil }
    purchase = first
    checkIdentity(sorted)
    checkDates(sorted)
    checkUnproven(sorted)
    // Receipts and answers of verifyReceipt may not contain a refund yet. So only a transaction without the fields of a
    // revocation reverses a refund.
    let decisive = sorted.first { other in
      other.isProven == first.isProven && isOfTheSame(other)
        && (other.tellsOfCancellation || other.statement?.isTransaction == true)
    }
    if let decisive { purchase.takeRefund(from: decisive) }
    for other in sorted.dropFirst() where other.isProven == first.isProven && isOfTheSame(other) {
      purchase.fill(from: other)
    }
  }

  /// The purchases without repetitions: one purchase can have several transactions if it was restored or seen on
  /// another device. The newest statement counts, and also keeps the identifiers of the other statements.
  static func onePerPurchase(_ purchases: [PurchaseRecord]) -> [PurchaseRecord] {
    var groups: [[String]: [PurchaseRecord]] = [:]
    var others: [PurchaseRecord] = []
    for purchase in purchases {
      if let key = purchase.purchaseKey { groups[key, default: []].append(purchase) } else { others.append(purchase) }
    }
    return others
      + groups.values.compactMap { purchases in
        let sorted = purchases.count == 1 ? purchases : purchases.sorted { $0.outranks($1) }
        guard var chosen = sorted.first else { return nil }
        for other in sorted.dropFirst() where other.isLater(than: chosen) { chosen = other }
        chosen.otherTransactionIDs = sorted.compactMap(\.transactionID).filter { $0 != chosen.transactionID }.sorted()
        return chosen
      }
  }

  private func isOfTheSame(_ other: PurchaseRecord) -> Bool {
    purchase.productID == other.productID && purchase.originalTransactionID == other.originalTransactionID
  }

  /// Checks that all statements name one product and one subscription, because these never change.
  private mutating func checkIdentity(_ sorted: [PurchaseRecord]) {
    for (property, name) in [
      (\PurchaseRecord.productID, "the product" as Message), (\.originalTransactionID, "the original transaction"),
    ] {
      guard let own = purchase[keyPath: property],
        let other = sorted.lazy.compactMap({ $0[keyPath: property] }).first(where: { $0 != own })
      else { continue }
      report(
        "\(name) is \(own.displayed(limit: 100)) here and \(other.displayed(limit: 100)) there; the first is taken")
    }
  }

  /// Checks that statements from the same moment agree.
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

  /// Checks that no newer statement without proof differs from the chosen one.
  private mutating func checkUnproven(_ sorted: [PurchaseRecord]) {
    guard purchase.isProven, let own = purchase.statement else { return }
    let other = sorted.first { record in
      guard !record.isProven, let statement = record.statement else { return false }
      return statement.isNewer(than: own) && !record.differences(to: purchase).isEmpty
    }
    guard let other else { return }
    let names = other.differences(to: purchase).joined(separator: ", ")
    report("what is not proven and newer says otherwise of \(names); it does not count")
  }

  private mutating func report(_ message: Message) {
    irregularities.append(PurchaseIrregularity(.contradiction, purchase.transactionID, message))
  }
}

extension SubscriptionStatus {
  /// The ``otherPurchases`` without repetitions, for lists: several transactions of one purchase are one element.
  package var listedPurchases: [PurchaseRecord] {
    PurchaseChoice.onePerPurchase(otherPurchases).sorted(by: PurchaseRecord.isEarlier)
  }
}

extension PurchaseRecord {
  /// The key that all transactions of one purchase share; `nil` if each transaction is a separate purchase, or if the
  /// data does not say.
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

  /// Whether this statement counts although the other one outranks it. For products that are bought once, a purchase
  /// after the refund of the other purchase counts. Of two statements from the same time, the one with the later
  /// purchase or revocation counts.
  fileprivate func isLater(than other: PurchaseRecord) -> Bool {
    // A period of a subscription may be signed, and refunded, before it begins.
    guard !isSubscriptionPeriod, let own = lastDate, let others = other.lastDate, own > others else { return false }
    if !tellsOfCancellation, other.tellsOfCancellation { return true }
    guard let ownStatement = statement, let otherStatement = other.statement else { return true }
    return !otherStatement.outranks(ownStatement)
  }

  private var lastDate: Instant? { tellsOfCancellation ? cancelled : purchased }

  /// The statement that counts after a further statement about the same transaction, chosen as in ``PurchaseChoice``.
  ///
  /// - Parameters:
  ///   - new: the further statement.
  ///   - decided: the date of the last statement on whether Apple took the purchase back; `nil` if unknown.
  package func merged(with new: PurchaseRecord, refundDecidedAt decided: Instant?) -> PurchaseRecord {
    var newest = self
    var decisive = self
    // The refund is in `decisive`, with its own date.
    newest.takeRefund(from: PurchaseRecord())
    decisive.statement = PurchaseStatement(date: decided, isProven: isProven, isTransaction: true)
    let isDecided = decided != nil || tellsOfCancellation
    return PurchaseChoice([newest, new] + (isDecided ? [decisive] : []))?.purchase ?? self
  }

  fileprivate mutating func takeRefund(from other: PurchaseRecord) {
    cancelled = other.cancelled
    isCancelledWithoutDate = other.isCancelledWithoutDate
    cancellationReason = other.cancellationReason
    revocationType = other.revocationType
    revocationPercentage = other.revocationPercentage
    revokedSeats = other.revokedSeats
  }

  fileprivate var isProven: Bool { statement?.isProven ?? false }

  /// Whether this statement counts more than another one: see ``PurchaseStatement/outranks(_:)``. Among equal dates, a
  /// statement with a refund, an upgrade, or a kind other than a subscription comes first. The rest of the order has no
  /// meaning, but is the same for every order of the inputs.
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

  /// The members in which two statements differ, under their names in JSON output.
  ///
  /// A member that one of the two lacks is not a difference, except for a refund and a replacement.
  fileprivate func differences(to other: PurchaseRecord) -> [String] {
    HistoryMember.ofPurchase.filter { $0.difference(self, other, isOneKind: false) != nil }.map(\.name)
      + ((isUpgraded == true) == (other.isUpgraded == true) ? [] : ["upgraded"])
  }

  /// Takes unchangeable values from an older statement if this one lacks them: a receipt has no price, for example.
  fileprivate mutating func fill(from older: PurchaseRecord) {
    productType = productType ?? older.productType
    previousOriginalTransactionID = previousOriginalTransactionID ?? older.previousOriginalTransactionID
    quantity = quantity ?? older.quantity
    isForSeats = isForSeats || older.isForSeats
    additionalReason = additionalReason ?? older.additionalReason
    originallyPurchased = originallyPurchased ?? older.originallyPurchased
    isTrial = isTrial ?? older.isTrial
    isIntroductory = isIntroductory ?? older.isIntroductory
    if offerKind == nil, offerID == nil || offerID == older.offerID {
      offerKind = older.offerKind
      offerID = older.offerID
    }
    // A period that was ended for another product stays ended.
    isUpgraded = isUpgraded ?? older.isUpgraded
    isRenewal = isRenewal ?? older.isRenewal
    lineItemID = lineItemID ?? older.lineItemID
    accountToken = accountToken ?? older.accountToken
    customerID = customerID ?? older.customerID
    ownership = ownership ?? older.ownership
    groupID = groupID ?? older.groupID
    commitmentEnds = commitmentEnds ?? older.commitmentEnds
    commitmentPeriod = commitmentPeriod ?? older.commitmentPeriod
    commitmentPeriods = commitmentPeriods ?? older.commitmentPeriods
    // A receipt states when a purchase was taken back, but not how: the reason may be a partial refund or the end of
    // family sharing.
    if let cancelled, cancelled.second == older.cancelled?.second {
      revocationType = revocationType ?? older.revocationType
      revocationPercentage = revocationPercentage ?? older.revocationPercentage
    }
    if price == nil, currency == nil {
      price = older.price
      currency = older.currency
    }
  }
}
