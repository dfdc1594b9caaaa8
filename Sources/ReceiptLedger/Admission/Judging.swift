import ReceiptKit

extension Admission {
  /// Decides the outcome of every purchase of a presented receipt, by the table of ``CustomerRule``.
  func judge(_ receipt: TrustedReceipt, for presentation: Presentation) throws -> [Decision.Item] {
    var seen: Set<String> = []
    var kept: Set<String> = []
    return try receipt.purchases.compactMap { purchase in
      if let transaction = purchase.transactionID, !seen.insert(transaction).inserted { return nil }
      let purchase = try withoutReversedRefund(purchase)
      let isErased = try erased.includes(purchase)
      var isUnknown = false
      var (outcome, entry) = isErased ? (.replay, nil) : try judge(purchase, presentation, &isUnknown)
      let isAsked = presentation.isAbout(purchase)
      // Purchases of another account are reported, even if the order is not about them.
      let belongsToAnother = outcome == .replay && !isErased && !presentation.account.isSame(as: entry?.account)
      if !isAsked, !belongsToAnother { outcome = .other }
      // Several transactions of one kept product are one purchase.
      if outcome == .new, let original = purchase.keptProduct, !kept.insert(original).inserted { outcome = .known }
      var item = Decision.Item(
        purchase: purchase, outcome: outcome, holder: entry, isAsked: isAsked, knownState: entry?.state,
        isErased: isErased, isUnknown: isUnknown)
      guard isAsked, outcome == .replay, !isErased else { return item }
      item.resubscription = try Resubscription(of: purchase, in: presentation, rules, db, now)
      if let found = item.resubscription, found.obstacle == nil {
        item.outcome = .new
        item.knownState = try purchase.transactionID.flatMap {
          try PurchaseStore(db: db).entry(ofTransaction: $0)?.state
        }
      }
      return item
    }
  }

  /// A purchase that was taken back when the receipt was made, but that Apple later signed as owned by the customer.
  private func withoutReversedRefund(_ purchase: PurchaseRecord) throws -> PurchaseRecord {
    guard purchase.isTakenBack, let transaction = purchase.transactionID,
      let entry = try PurchaseStore(db: db).entry(ofTransaction: transaction), entry.state != .refunded
    else { return purchase }
    var purchase = purchase
    purchase.cancelled = nil
    purchase.cancellationReason = nil
    purchase.isCancelledWithoutDate = false
    purchase.isUpgraded = nil
    purchase.revocationType = nil
    purchase.revocationPercentage = nil
    return purchase
  }

  /// Decides the outcome of one purchase, and finds its owner.
  ///
  /// - Parameter isUnknown: becomes true if the ledger knows neither the purchase nor the subscription or product that
  ///   it belongs to.
  /// - Returns: the outcome, and the purchase in the ledger that decided it: this one, or another copy or period. `nil`
  ///   for a purchase without a transaction identifier, one that the ledger does not know, and one that was taken
  ///   back before any order had it.
  private func judge(
    _ purchase: PurchaseRecord, _ presentation: Presentation, _ isUnknown: inout Bool
  ) throws -> (PurchaseOutcome, PurchaseStore.Entry?) {
    guard let transaction = purchase.transactionID else { return (.nameless, nil) }
    let store = PurchaseStore(db: db)
    let original = purchase.originalTransactionID ?? transaction
    let entry = try store.entry(ofTransaction: transaction)
    // A purchase that does not name its kind has the kind that is already known.
    var purchase = purchase
    purchase.productType = purchase.productType ?? entry?.productType
    let rule = CustomerRule.of(purchase)
    let isOtherAccount = { (account: String?) in account.map { !$0.isSame(as: presentation.account) } ?? false }
    // Presented before, or held by another account: the owner decides.
    if let entry, entry.order != nil || isOtherAccount(entry.account) {
      return (outcome(of: purchase, held: entry, presentation), entry)
    }
    // The purchase was never presented, though Apple may have reported it. It belongs to the owner of its first copy or
    // period, so the original is looked up among those, too.
    let family = try store.family(of: purchase)
    isUnknown = try entry == nil && family == nil && !StatementStore(db: db).mentions(subscription: original)
    if let family, isOtherAccount(family.account) { return (.replay, family) }
    if purchase.isTakenBack || entry?.state == .refunded { return (.refunded, nil) }
    if let family, family.account != nil, family.order != nil, !rule.renews {
      return (outcome(of: purchase, held: family, presentation), family)
    }
    // The purchase is a copy of a refunded one that no account has.
    if rule.key == .originalTransaction, !rule.renews, try store.isRefunded(original) { return (.refunded, nil) }
    // An order of another account had this period before the subscription was transferred.
    if rule.renews, entry?.account != nil, try store.wasTransferred(transaction) { return (.restored, entry) }
    // If Apple reported the purchase, the account gets it together with all statements about it.
    return (.new, entry)
  }

  /// The outcome of a purchase that has an owner.
  private func outcome(
    of purchase: PurchaseRecord, held entry: PurchaseStore.Entry, _ presentation: Presentation
  ) -> PurchaseOutcome {
    guard presentation.account.isSame(as: entry.account) else { return .replay }
    if presentation.order.isSame(as: entry.order) { return .duplicate }
    let device = presentation.device?.fingerprint
    let isOtherDevice = device != nil && entry.device != nil && device != entry.device
    let mayComeAgain = CustomerRule.of(purchase).mayComeAgain(
      onOtherDevice: isOtherDevice, restoreIsAllowed: rules.allowsRestore)
    guard mayComeAgain else { return .replay }
    return entry.state == .refunded || purchase.isTakenBack ? .refunded : .restored
  }
}

extension PurchaseRecord {
  /// The key of a product that is bought once and kept; `nil` for other kinds.
  fileprivate var keptProduct: String? {
    let rule = CustomerRule.of(self)
    return rule.key == .originalTransaction && !rule.renews ? originalTransactionID ?? transactionID : nil
  }
}

extension DeviceGUID {
  /// The stored fingerprint of a device. It distinguishes devices, but does not reveal the GUID.
  var fingerprint: [UInt8] { Array(DigestAlgorithm.sha256.digest(octets).prefix(16)) }
}
