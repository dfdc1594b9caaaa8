import ReceiptKit

/// A subscription that counts, unless another one of its group replaced it.
struct RunningSubscription {
  let entitlement: LedgerEntitlements.Entitlement
  /// How the customer owns it; `nil` if the customer bought it.
  let ownership: String?
  let periods: [Subscription.Period]

  /// - Returns: `nil` for a subscription that the customer may not use, and for one without a transaction, a proof or a
  ///   product.
  init?(_ subscription: Subscription, _ proofs: [String: LedgerEntitlements.Proof], at moment: Instant) {
    let holding = subscription.holding
    let kept = subscription.kept(at: moment)
    guard holding.access == .yes || kept != nil else { return nil }
    let period =
      kept?.period ?? subscription.periods.last { $0.isRunning(at: moment) }
      // In a grace period none is running: the last one that began and was not taken back.
      ?? subscription.periods.last { ($0.start.map { $0 <= moment } ?? false) && !$0.isTakenBack(at: moment) }
      ?? subscription.periods.last
    // A period that is kept has the product of its purchase. In the state `earlierOnly` no period of the present
    // product is known, which renewal information names.
    var isOfPeriod = kept != nil
    if case .earlierOnly = holding.state { isOfPeriod = false }
    guard let bought = period?.purchase, let transaction = bought.transactionID, let proof = proofs[transaction],
      let product = isOfPeriod ? bought.productID : holding.products.last ?? bought.productID
    else { return nil }
    entitlement = LedgerEntitlements.Entitlement(
      productID: product, kind: CustomerRule.of(bought).name,
      state: kept == nil ? holding.state.name : RenewalState.active.rawValue, since: bought.purchased,
      until: kept?.until ?? holding.state.activeUntil, willRenew: subscription.continuation.willRenew,
      groupID: bought.groupID ?? subscription.groupID, commitment: .init(subscription, period: bought),
      priceIncrease: subscription.renewal?.priceIncrease, purchase: proof)
    ownership = bought.ownership
    periods = subscription.periods
  }

  /// Whether this subscription began after Apple's last word about the other one, and no period of it was running then.
  func replaces(_ other: RunningSubscription) -> Bool {
    guard let group = entitlement.groupID, group.isSame(as: other.entitlement.groupID),
      ownership == other.ownership, !Holdings.isOfTwoCustomers(periods, other.periods),
      let since = entitlement.since, let lastWord = other.lastWord, since > lastWord
    else { return false }
    // If both run at the same time, the subscriptions belong to two customers.
    return !periods.contains { $0.isRunning(at: lastWord) }
  }

  /// The date of Apple's last statement that the customer has the running period.
  private var lastWord: Instant? {
    [entitlement.since, entitlement.purchase.signedAt].compactMap(\.self).max()
  }
}

extension LedgerEntitlements.Commitment {
  /// - Parameter purchase: the running period.
  fileprivate init?(_ subscription: Subscription, period purchase: PurchaseRecord) {
    var purchase = purchase
    purchase.commitmentEnds = subscription.commitmentEnds ?? purchase.commitmentEnds
    self.init(purchase)
    renews = subscription.renewal?.commitmentRenews
  }
}
