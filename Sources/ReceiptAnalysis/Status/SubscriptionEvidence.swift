/// All evidence about one subscription in a history, and its state at a moment.
///
/// The first applicable rule in this order decides:
///
/// 1. Apple's signed status, as of its date, unless a later statement shows a period that is running, or one that began
///   after that date and may be over. Dates of a transaction describe only its own period, so the status also describes
///   a period that is not in the history.
/// 2. Without a status, the periods: a running one, a renewal that was signed before it begins, a revocation, an end.
/// 3. Renewal information, which describes the continuation but not whether anything is paid.
///
/// If every transaction of the running period is revoked, no status gives access, unless renewal information names
/// another product to which the customer changed. The type of a notification has no influence.
struct SubscriptionEvidence {
  let moment: Instant
  /// The periods, ordered by start.
  let periods: [Subscription.Period]
  /// What Apple cancelled before it began. It says nothing about the periods that ran.
  let cancelledBeforeStart: [Subscription.Period]
  let renewal: RenewalRecord?
  /// The newest status given by the moment.
  private let status: StatusRecord?
  /// Another status with the same date, which grants more.
  private let contradictingStatus: StatusRecord?
  private let history: PurchaseHistory

  /// - Parameter statuses: the statuses of this subscription.
  init(
    _ periods: [Subscription.Period], cancelledBeforeStart: [Subscription.Period] = [], _ renewal: RenewalRecord?,
    _ statuses: [StatusRecord], _ history: PurchaseHistory, at moment: Instant
  ) {
    self.periods = periods
    self.cancelledBeforeStart = cancelledBeforeStart
    self.renewal = renewal
    self.history = history
    self.moment = moment
    let givenStatuses = statuses.filter { $0.isKnown && $0.statement.date.map { $0 <= moment } ?? false }
      .sorted { $0.outranks($1) }
    let newest = givenStatuses.first
    status = newest
    contradictingStatus = givenStatuses.first { record in
      record.code != newest?.code && record.statement.date == newest?.statement.date
        && record.statement.isProven == newest?.statement.isProven
    }
  }

  /// What the customer may use of the subscription at the moment.
  func holding() -> Holding {
    if let status, let date = status.statement.date, !isOutdated(date) { return byStatus(status.code, date) }
    return byPeriods()
  }

  // -- Apple's status.

  /// Whether a statement after the status shows a running period, or a period that began after the status.
  private func isOutdated(_ date: Instant) -> Bool {
    periods.contains { period in
      guard let stated = statementDate(of: period), stated > date else { return false }
      return period.isRunning(at: moment) || period.start.map { date < $0 && $0 <= moment } ?? false
    }
  }

  /// - Parameters:
  ///   - code: Apple's signed status, 1 to 5.
  ///   - date: when Apple signed it.
  private func byStatus(_ code: Int64, _ date: Instant) -> Holding {
    func answer(_ state: Holding.State, contradictedBy statement: Message? = nil) -> Holding {
      statusHolding(state, code, date, contradictedBy: statement)
    }
    if let revoked = revokedRunning, code != 5, !isReplacedByRunningProduct(revoked) {
      return answer(.init(takenBack: revoked), contradictedBy: "every transaction of the running period is revoked")
    }
    switch code {
    // Revoked.
    case 5:
      let revoked = (cancelledBeforeStart + periods).last { $0.isTakenBack(at: moment) || $0.isTakenBackUndated }?
        .purchase
      return answer(
        revoked.map(Holding.State.init(takenBack:)) ?? .refunded(at: nil, reason: nil),
        contradictedBy: runningUntil == nil ? nil : "a running period that is not revoked")
    // In a billing grace period.
    case 4:
      let commitment: Message? = isWithoutGrace ? "a commitment, which has no grace period" : nil
      return answer(
        graceState(date), contradictedBy: renewal?.isInBillingRetry == false ? "no renewal that failed" : commitment)
    // In billing retry.
    case 3:
      return answer(.billingRetry(since: latestEnd.map { min($0, date) }))
    // Expired. A refund says why. A move or a replacement alone leaves the access open, so the status decides there.
    case 2:
      let takenBack = stateIfReplacedOrRevoked.flatMap { $0.access == .no ? $0 : nil }
      let end = latestEnd.map { min($0, date) }
      return answer(
        takenBack ?? .expired(at: end, intent: renewal?.expirationIntent),
        contradictedBy: runningPeriod == nil ? nil : "a period that is running")
    // Active (1): `init` leaves out unknown codes.
    default:
      if let state = activeState(date) { return answer(state) }
      let holding = byPeriods()
      // At the date of the status, a period was running that is newer than all known periods. So a known end before
      // that date is not the end of that period.
      let knownEnd = newestBegunPeriod.flatMap { $0.purchase.cancelled ?? $0.end }
      return holding.access == .no && knownEnd.map { $0 <= date } ?? false ? answer(.unknown) : holding
    }
  }

  /// A holding that follows from the status.
  ///
  /// - Parameter statement: a statement of the history that contradicts the status.
  private func statusHolding(
    _ state: Holding.State, _ code: Int64, _ date: Instant, contradictedBy statement: Message?
  ) -> Holding {
    let others: [Message] = [contradictingStatus.map { "status \($0.code) of the same date" }, statement]
      .compactMap(\.self)
    let contradictions = others.map { found -> Message in
      "Apple's status \(code) of \(date.rfc3339), and \(found); Get All Subscription Statuses settles it"
    }
    if let period = runningPeriod ?? upcomingRenewal, state.isActive {
      return Holding(
        state, originOfAccess(from: period), of: runningProducts, by: .status(code, date), remark: remark,
        contradictions: contradictions)
    }
    // The running period is not in the history, but renewal information names its product.
    if case .active = state {
      return Holding(
        state, originOfMissingPeriod, of: [renewal?.productID ?? newestProduct].compactMap(\.self),
        by: .status(code, date), remark: remark, contradictions: contradictions)
    }
    let origin = (newestBegunPeriod ?? periods.last).map { Holding.Origin($0.purchase) } ?? .unknown
    return Holding(state, origin, of: currentProducts, by: .status(code, date), contradictions: contradictions)
  }

  /// Status 1: active until the newest known end. The running period need not be in the history. `nil` if the status
  /// is too old to be believed without an end.
  private func activeState(_ date: Instant) -> Holding.State? {
    if let end = runningUntil { return .active(until: end) }
    if let renewal = upcomingRenewal, let end = endWithoutGap(from: renewal) { return .active(until: end) }
    if !isRenewalGivenLater, let renews = renewal?.renewsOn, moment < renews { return .active(until: renews) }
    return moment <= date.adding(Self.momentary) ? .active(until: nil) : nil
  }

  /// Status 4: until the end that Apple names; without one, at most for the maximum length of a grace period.
  private func graceState(_ date: Instant) -> Holding.State {
    if let end = runningUntil { return .active(until: end) }
    // The answer is cautious, because Apple says both that the renewal failed and that it does not try to charge, or
    // both that there is a grace period and a plan that has none.
    if renewal?.isInBillingRetry == false || isWithoutGrace { return .unknown }
    if isRenewalGivenInLaterPeriod { return .unknown }
    if let grace = renewal?.graceExpires {
      return moment < grace ? .gracePeriod(until: grace) : afterGrace(until: grace, stated: date)
    }
    // If the last known period ended too long ago to have failed now, the failed period is not in the history.
    let failed = newestBegunPeriod.flatMap(\.end).flatMap { date < $0.adding(graceLimit) ? $0 : nil }
    let latest = (failed ?? date).adding(graceLimit)
    return moment < latest ? .graceWithoutEnd(atLatest: latest) : afterGrace(until: latest, stated: date)
  }

  /// Whether the period that failed is a monthly payment of a commitment, for which Apple grants no grace period.
  private var isWithoutGrace: Bool {
    runningUntil == nil && renewal?.graceExpires == nil && Subscription.isCommitted(periods, renewal)
  }

  /// The state after a grace period. Statements made during it cannot know whether Apple was finally paid.
  ///
  /// - Parameter date: the date of the statement that the payment failed.
  private func afterGrace(until grace: Instant, stated date: Instant?) -> Holding.State {
    date.map { $0 < grace } ?? false ? .lapsed(at: grace) : .billingRetry(since: latestEnd)
  }

  /// The maximum length of a grace period: 28 days, or 6 days for weekly subscriptions (App Store Connect Help, "Enable
  /// billing grace period").
  private var graceLimit: DurationText {
    // A trial or an offer may be shorter than a regular period. Eight days are a week with a day of tolerance.
    guard let period = newestBegunPeriod, [.paid, .free].contains(period.payment), let start = period.start,
      let expires = period.purchase.expires, expires <= start.adding(DurationText(seconds: 8 * 86_400))
    else { return DurationText(seconds: Subscription.longestGrace / 1_000) }
    return DurationText(seconds: 6 * 86_400)
  }

  // -- Periods.

  private func byPeriods() -> Holding {
    if let until = runningUntil {
      return periodHolding(.active(until: until), runningPeriod, of: runningProducts)
    }
    if let upcomingRenewal, revokedRunning == nil, let until = endWithoutGap(from: upcomingRenewal) {
      return periodHolding(.active(until: until), upcomingRenewal, of: runningProducts)
    }
    guard let newest = newestBegunPeriod else { return beforeKnownPeriods() }
    if let missingEnd = endOfMissingPeriod(newest: newest) {
      if missingEnd <= moment { return periodHolding(.lapsed(at: missingEnd), newest, of: currentProducts) }
      // The missing period may have begun after the moment.
      if isRenewalGivenLater { return periodHolding(.lapsed(at: latestEnd ?? moment), newest, of: currentProducts) }
      return periodHolding(
        .earlierOnly(newestEnds: missingEnd), newest, of: renewal?.productID.map { [$0] } ?? currentProducts)
    }
    return periodHolding(stateIfReplacedOrRevoked ?? afterEnd(of: newest), newest, of: currentProducts)
  }

  /// The holding if no period with a known end has begun.
  private func beforeKnownPeriods() -> Holding {
    let replaced = periods.last { period in
      period.replacement == .stated && period.start.map { $0 <= moment } ?? true
    }
    if let replaced {
      return periodHolding(.replaced(by: nil, at: replaced.purchase.cancelled), replaced, of: currentProducts)
    }
    if let cancelled = periods.last(where: { $0.purchase.neverBegan && $0.purchase.isRefunded(by: moment) }) {
      let purchase = cancelled.purchase
      return periodHolding(
        cancelled.replacement == nil ? .init(takenBack: purchase) : .replaced(by: nil, at: purchase.cancelled),
        cancelled, of: currentProducts)
    }
    if let first = periods.first(where: { $0.end != nil }), let begins = first.start {
      // The product of this period. `currentProducts` would name that of the last period, which may be another.
      return periodHolding(.notStarted(begins: begins), first, of: [first.purchase.productID].compactMap(\.self))
    }
    return periods.isEmpty ? byRenewal() : periodHolding(.unknown, periods.last, of: currentProducts)
  }

  /// The end of the current period, if only renewal information describes that period and the history lacks it.
  private func endOfMissingPeriod(newest: Subscription.Period) -> Instant? {
    guard let renews = successfulRenewal?.renewsOn else { return nil }
    let revoked = newest.isTakenBack(at: moment) ? newest.purchase : revokedRunning
    if let revoked, isReplacedByRunningProduct(revoked) { return renews }
    // No period is missing if the end is that of a known period, or earlier.
    let knownPeriods = periods + cancelledBeforeStart.filter { $0.replacement == nil }
    return knownPeriods.contains { $0.purchase.expires.map { renews <= $0 } ?? false } ? nil : renews
  }

  /// The state if the newest period was taken back, or replaced by a product that is not in the history; `nil` if the
  /// period simply ended.
  private var stateIfReplacedOrRevoked: Holding.State? {
    guard let newest = newestBegunPeriod else { return nil }
    if newest.replacement == nil, newest.purchase.isRefunded(by: moment) { return .init(takenBack: newest.purchase) }
    // Another product replaced its renewal.
    if let next = cancelledBeforeStart.last, next.replacement == .stated,
      next.purchase.productID == newest.purchase.productID,
      let start = next.start, start <= moment
    {
      return .replaced(by: nil, at: next.purchase.cancelled)
    }
    // Another product replaced it. That product would be the newest period if it were in the history.
    return newest.replacement == .stated ? .replaced(by: nil, at: newest.purchase.cancelled) : nil
  }

  /// The state after a period ended: in grace, in billing retry, expired, or renewed after the last statement.
  ///
  /// Without a status, the expiry decides. Only renewal information names a grace period, so a receipt that was made
  /// after the end says that it expired, even if a grace period may be running.
  private func afterEnd(of newest: Subscription.Period) -> Holding.State {
    let end = latestEnd ?? moment
    // Renewal information applies to the newest period that the source knows, but not to an earlier moment or to a
    // period that began after the information was signed.
    let isOlder = renewalSigned.map { signed in newest.start.map { signed < $0 } ?? false } ?? false
    let isOfNewest = !isOlder && !periods.contains { $0.start.map { $0 > moment } ?? false }
    // Information signed long before Apple first charged for the next period cannot report a failed charge.
    let isEarly = renewalSigned.map { $0.adding(Subscription.longestRenewalLead) < end } ?? false
    // Apple grants a grace period while it tries to charge. If renewal information says that Apple does not try, the
    // two statements contradict each other.
    let mayGrantGrace = isOfNewest && !isEarly && renewal?.isInBillingRetry != false
    if mayGrantGrace, let grace = renewal?.graceExpires, end <= grace {
      if moment < grace { return .gracePeriod(until: grace) }
      // No statement is from after the grace period. One from after it decides below.
      if renewal?.isInBillingRetry == true, !knowsNoRenewal(after: grace) {
        return afterGrace(until: grace, stated: renewalGiven)
      }
    }
    if isOfNewest, renewal?.triesToCharge == true { return .billingRetry(since: end) }
    // Apple states the reason for an end only after the end. So such a statement is from after the end, even if it has
    // no date of its own.
    let saysWhy = isOfNewest && renewalSigned == nil && renewal?.expirationIntent != nil
    return saysWhy || knowsNoRenewal(after: end)
      ? .expired(at: end, intent: renewal?.expirationIntent) : .lapsed(at: end)
  }

  /// Whether a statement was made after an end, so that it would include a renewal. Renewal information is at least as
  /// new as the period that it names.
  private func knowsNoRenewal(after end: Instant) -> Bool {
    // Unlike ``newestBegunPeriod``, also one without a known end.
    let newest = periods.last { period in period.start.map { $0 <= moment } ?? false }
    let periodStated = newest.flatMap { statementDate(of: $0) } ?? history.knownUntil?.instant
    return [periodStated, renewalGiven].contains { $0.map { end <= $0 } ?? false }
  }

  /// The holding if there is at most renewal information.
  private func byRenewal() -> Holding {
    guard let renewal else { return Holding(.unknown, of: [], by: .nothing) }
    return Holding(stateWithoutPeriods(renewal), of: currentProducts, by: .renewal)
  }

  private func stateWithoutPeriods(_ renewal: RenewalRecord) -> Holding.State {
    guard renewal.isInBillingRetry == true else {
      guard let intent = renewal.expirationIntent else { return .renewalOnly(renews: renewal.willRenew) }
      return .expired(at: nil, intent: intent)
    }
    if let grace = renewal.graceExpires {
      return moment < grace ? .gracePeriod(until: grace) : afterGrace(until: grace, stated: renewalGiven)
    }
    return renewal.triesToCharge ? .billingRetry(since: nil) : .expired(at: nil, intent: renewal.expirationIntent)
  }

  /// A holding that follows from a period, or from renewal information about it.
  private func periodHolding(
    _ state: Holding.State, _ period: Subscription.Period?, of products: [String]
  ) -> Holding {
    var basis = Holding.Basis.transaction(period?.purchase.transactionID)
    switch state {
    case .gracePeriod, .billingRetry, .earlierOnly: basis = .renewal
    case .unknown: basis = .nothing
    default: break
    }
    let origin = period.map { state.isActive ? originOfAccess(from: $0) : Holding.Origin($0.purchase) } ?? .unknown
    return Holding(state, origin, of: products, by: basis, remark: state.isActive ? remark : nil)
  }

  // -- The parts of the answers.

  /// How long a status without an end is believed: it is valid when read, but not for later moments.
  private static let momentary = DurationText(seconds: 300)

  private func statementDate(of period: Subscription.Period) -> Instant? {
    history.statement(period.purchase.statement).date
  }

  /// The renewal information, unless it reports a failed payment or an expiry.
  private var successfulRenewal: RenewalRecord? {
    renewal.flatMap { $0.isInBillingRetry != true && $0.expirationIntent == nil ? $0 : nil }
  }

  /// When Apple signed the renewal information. Renewal information in an answer of verifyReceipt or a notification of
  /// version 1 has no date of its own, so this is `nil` if the history consists of one of these.
  private var renewalSigned: Instant? { renewal?.statement?.date }

  /// The date of the renewal information: its own, or else the date of its input.
  private var renewalGiven: Instant? { renewal.flatMap { history.statement($0.statement).date } }

  /// Whether renewal information was given after the moment, so that its period may have begun after the moment, too.
  private var isRenewalGivenLater: Bool { renewalGiven.map { $0 > moment } ?? false }

  /// Whether renewal information was given after a period had begun that begins after the moment.
  private var isRenewalGivenInLaterPeriod: Bool {
    guard let given = renewalGiven, given > moment else { return false }
    return periods.contains { period in period.start.map { moment < $0 && $0 <= given } ?? false }
  }

  /// Whether renewal information names another product and its end, after Apple took back a period: Apple took it back
  /// because the customer changed to that product, of which a period runs.
  private func isReplacedByRunningProduct(_ revoked: PurchaseRecord) -> Bool {
    guard let renewal = successfulRenewal, let product = renewal.productID, let renews = renewal.renewsOn,
      let cancelled = revoked.cancelled, let given = renewalGiven,
      revoked.productID != nil, !revoked.isOf(product), moment < renews
    else { return false }
    return cancelled <= given && given <= moment
  }

  /// The newest period that is running.
  private var runningPeriod: Subscription.Period? { periods.last { $0.isRunning(at: moment) } }

  /// The end of the running period and of those of its product that follow it without a gap.
  private var runningUntil: Instant? {
    // Periods are ordered by start. Usually one product is running.
    var reached: [[UInt8]: Instant] = [:]
    for period in periods {
      guard let start = period.start, let end = period.end else { continue }
      let product = period.product
      if let previousEnd = reached[product], start <= previousEnd {
        reached[product] = max(previousEnd, end)
      } else if period.isRunning(at: moment) {
        reached[product] = end
      }
    }
    return reached.values.max()
  }

  /// A renewal that Apple signed before its period begins. It proves that the subscription goes on, even if the
  /// previous period is not in the history.
  private var upcomingRenewal: Subscription.Period? {
    periods.first { period in
      guard period.purchase.isRenewal == true, let start = period.start, start > moment, period.end != nil,
        !period.purchase.isRefunded(by: moment), let stated = statementDate(of: period), stated <= moment
      else { return false }
      return start <= stated.adding(Subscription.longestRenewalLead)
    }
  }

  /// How the customer has the access that begins with a period. The last of the periods without a gap decides, because
  /// access ends with it: a trial does not last until the end of the paid period that follows.
  private func originOfAccess(from period: Subscription.Period) -> Holding.Origin {
    let until = endWithoutGap(from: period)
    return Holding.Origin((periods.last { $0.end == until && $0.product == period.product } ?? period).purchase)
  }

  /// The end of a period and of those of its product that follow it without a gap.
  private func endWithoutGap(from period: Subscription.Period) -> Instant? {
    // Periods are ordered by start.
    period.end.map { end in
      periods.reduce(end) { reached, other in
        guard let start = other.start, let otherEnd = other.end, start <= reached, other.product == period.product
        else { return reached }
        return max(reached, otherEnd)
      }
    }
  }

  /// The newest transaction of the period that would be running, if all transactions of the period are revoked.
  private var revokedRunning: PurchaseRecord? {
    guard runningUntil == nil else { return nil }
    return (cancelledBeforeStart + periods).last { period in
      guard let start = period.start, let expires = period.purchase.expires, period.replacement == nil else {
        return false
      }
      return start <= moment && moment < expires && period.purchase.isRefunded(by: moment)
    }?.purchase
  }

  /// The newest period that has begun and has a known end.
  private var newestBegunPeriod: Subscription.Period? {
    periods.last { period in period.end != nil && period.start.map { $0 <= moment } ?? false }
  }

  /// The latest end of the periods that have begun.
  private var latestEnd: Instant? {
    periods.filter { period in period.start.map { $0 <= moment } ?? false }.compactMap(\.end).max()
  }

  /// The products of the running periods, or else of a renewal that is about to begin; usually one.
  private var runningProducts: [String] {
    var seen: Set<String> = []
    let running = periods.filter { $0.isRunning(at: moment) }
    return (running.isEmpty ? [upcomingRenewal].compactMap(\.self) : running).compactMap(\.purchase.productID)
      .filter { seen.insert($0).inserted }
  }

  /// The product of the newest period; `nil` if another product replaced it.
  private var newestProduct: String? {
    let period = newestBegunPeriod ?? periods.last
    return period?.purchase.isUpgraded == true ? nil : period?.purchase.productID
  }

  /// The product of the newest period, or else of renewal information.
  private var currentProducts: [String] { [newestProduct ?? renewal?.productID].compactMap(\.self) }

  /// How the customer owns a period that is not in the history, inferred from a known period: as a share, as a seat, or
  /// unknown.
  private var originOfMissingPeriod: Holding.Origin {
    let origin = (newestBegunPeriod ?? periods.last).map { Holding.Origin($0.purchase) } ?? .unknown
    return origin == .familyShare || origin == .seat ? origin : .unknown
  }

  /// A remark for an answer that may be surprising.
  private var remark: Holding.Remark? {
    guard runningPeriod == nil else { return nil }
    if let begins = upcomingRenewal?.start { return .renewed(begins: begins) }
    guard let newest = newestBegunPeriod, newest.replacement == nil, newest.purchase.isRefunded(by: moment) else {
      return nil
    }
    return .earlierRefund
  }
}

extension Subscription.Period {
  /// The octets of the product identifier.
  fileprivate var product: [UInt8] { Array((purchase.productID ?? "").utf8) }

  /// Whether Apple took the period back at an unknown time.
  fileprivate var isTakenBackUndated: Bool {
    replacement == nil && purchase.cancelled == nil && purchase.tellsOfCancellation
  }
}
