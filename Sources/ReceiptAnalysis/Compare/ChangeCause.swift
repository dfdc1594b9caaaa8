// Decides what happened to a purchase or a subscription, from the knowledge before and after. `diff` and the events of
// a ledger use only this code; `compare` uses it for purchases that one side lacks.

extension HistoryChange.Cause {
  /// Why a purchase no longer counts; `nil` if it counts.
  ///
  /// - Parameter isReplaced: whether the history shows that another product took its place.
  package init?(endOf purchase: PurchaseRecord, isReplaced: Bool = false) {
    if isReplaced || purchase.isUpgraded == true {
      self = .replaced
    } else if purchase.isTakenBack {
      self.init(takenBack: Holding.State(takenBack: purchase))
    } else {
      return nil
    }
  }

  /// Why something that Apple took back no longer counts: not every case is a refund.
  package init(takenBack state: Holding.State) {
    switch state {
    case .noLongerShared: self = .noLongerShared
    case .seatTakenBack: self = .seatTakenBack
    case .moved: self = .moved
    default: self = .refunded
    }
  }

  /// What happened to a purchase between two statements about it; `nil` if the purchase counts as before and until the
  /// same time. A purchase that was taken back does not end a second time.
  ///
  /// - Parameters:
  ///   - old: the earlier statement.
  ///   - new: the later statement.
  ///   - wasReplaced: whether the earlier history shows that another product took its place.
  ///   - isReplaced: whether the later history shows this.
  package init?(
    from old: PurchaseRecord, to new: PurchaseRecord, wasReplaced: Bool = false, isReplaced: Bool = false
  ) {
    switch (Self(endOf: old, isReplaced: wasReplaced), Self(endOf: new, isReplaced: isReplaced)) {
    case (nil, let end?): self = end
    case (_?, nil) where old.tellsOfCancellation: self = .refundTakenBack
    default:
      guard let end = old.expires, let later = new.expires, end < later, end.second != later.second else { return nil }
      self = .extended
    }
  }

  /// Why a later history has a purchase that the history from a moment lacks.
  ///
  /// - Parameter isKnown: whether the earlier history has another period of the subscription.
  init(ofAdded purchase: PurchaseRecord, since moment: Instant, isKnown: Bool) {
    self = .unexplained
    guard let date = purchase.purchased else { return }
    let isFirst = purchase.transactionID == purchase.originalTransactionID
    if date > moment {
      // A subscription that goes on alone after a bundle has its own original transaction.
      let goesOn = isKnown || !isFirst || purchase.isRenewal == true
      self = purchase.isSubscriptionPeriod && goesOn ? .renewed : .bought
    } else if purchase.productType == .consumable {
      self = .consumableFinished
    } else if purchase.isSubscriptionPeriod, isKnown, let end = purchase.expires, end > moment,
      moment.milliseconds - date.milliseconds <= Subscription.longestGrace
    {
      // A payment during a grace period pays for a period that has already begun.
      self = .paidLate
    }
  }

  /// What the customer decided about the next period, or the next commitment, between two statements about the renewal
  /// of a subscription.
  ///
  /// - Parameters:
  ///   - old: the earlier statement; `nil` if there is none.
  ///   - new: the later statement.
  package static func decisions(from old: RenewalRecord?, to new: RenewalRecord) -> [Self] {
    var causes: [Self] = []
    // The months of a commitment go on after its cancellation, so that `autoRenewStatus` stays as it is.
    if old?.commitmentRenews != false, new.commitmentRenews == false { causes.append(.commitmentCancelled) }
    if old?.commitmentRenews == false, new.commitmentRenews == true { causes.append(.commitmentResumed) }
    if old?.priceIncrease != new.priceIncrease { causes.append(.priceIncrease) }
    return causes
  }

  /// What happened to a subscription between two of its states, in chronological order.
  ///
  /// - Parameters:
  ///   - old: the earlier state.
  ///   - new: the later state.
  ///   - hasLaterPeriod: whether a later period is known, or a later end of the same period.
  ///   - isReported: whether an event about one of its purchases already reports that it was taken back or given back.
  package static func causes(
    from old: RenewalState, to new: RenewalState, hasLaterPeriod: Bool, isReported: Bool = true
  ) -> [Self] {
    let renewal: Self = old == .billingRetry || old == .gracePeriod ? .paymentRecovered : .renewed
    let renewals = hasLaterPeriod ? [renewal] : []
    let isNew = hasLaterPeriod || old != new
    switch new {
    case .active:
      // The subscription is active again without a later period: Apple moved the end, or the charge finally succeeded.
      // A lapsed one is not back, because no statement said that it was over.
      let isBack = old != .active && old != .lapsed && !(isReported && old == .refunded)
      return hasLaterPeriod || isBack ? [renewal] : []
    case .gracePeriod, .billingRetry: return renewals + (isNew ? [.paymentFailed] : [])
    case .expired: return renewals + (isNew ? [.ended] : [])
    case .refunded: return renewals + (isReported || old == .refunded ? [] : [.refunded])
    case .lapsed: return renewals
    }
  }
}

extension RenewalState {
  /// The state of a subscription according to renewal information alone.
  init(_ renewal: RenewalRecord) {
    self =
      renewal.isInBillingRetry == true ? .billingRetry : renewal.expirationIntent != nil ? .expired : .active
  }
}
