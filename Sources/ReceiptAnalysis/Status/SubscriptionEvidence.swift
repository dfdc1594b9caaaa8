/// All evidence about one subscription in a history, and its state at a moment.
///
/// The first applicable rule in this order decides:
///
/// 1. Apple's signed status, as of its date, unless a later statement shows a running period. Dates of a transaction
///   describe only its own period, so the status also describes a period that is not in the history.
/// 2. Without a status, the periods: a running one, a renewal that was signed before it begins, a revocation, an end.
/// 3. Renewal information, which describes the continuation but not whether anything is paid.
///
/// If every transaction of the running period is revoked, no status gives access. The type of a notification has no
/// influence.
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
    let given = statuses.filter { $0.isKnown && $0.statement.date.map { $0 <= moment } ?? false }
      .sorted { $0.outranks($1) }
    let newest = given.first
    status = newest
    contradictingStatus = given.first { record in
      record.code != newest?.code && record.statement.date == newest?.statement.date
        && record.statement.isProven == newest?.statement.isProven
    }
  }

  func holding() -> Holding {
    if let status, let date = status.statement.date, !isOutdated(date) { return byStatus(status.code, date) }
    return byPeriods()
  }

  // -- Apple's status.

  /// Whether something later than the status is known: a running period, or a period that began after it.
  private func isOutdated(_ date: Instant) -> Bool {
    periods.contains { period in
      guard let said = statementDate(of: period), said > date else { return false }
      return period.isRunning(at: moment) || period.start.map { date < $0 && $0 <= moment } ?? false
    }
  }

  private func byStatus(_ code: Int64, _ date: Instant) -> Holding {
    func holding(_ state: Holding.State, contradicted by: Message? = nil) -> Holding {
      let found: [Message] = [contradictingStatus.map { "status \($0.code) of the same date" }, by].compactMap(\.self)
      let contradictions = found.map { found -> Message in
        "Apple's status \(code) of \(date.rfc3339), and \(found); Get All Subscription Statuses settles it"
      }
      if let period = periods.last(where: { $0.isRunning(at: moment) }) ?? upcoming, state.isActive {
        return Holding(
          state, origin(of: period), of: running, by: .status(code, date), remark: remark,
          contradictions: contradictions)
      }
      // The running period is not in the history, but renewal information names its product.
      if case .active = state {
        return Holding(
          state, owner, of: [renewal?.productID ?? newestProduct].compactMap(\.self), by: .status(code, date),
          remark: remark, contradictions: contradictions)
      }
      let origin = (last ?? periods.last).map { Holding.Origin($0.purchase) } ?? .unknown
      return Holding(
        state, origin, of: [newestProduct ?? renewal?.productID].compactMap(\.self), by: .status(code, date),
        contradictions: contradictions)
    }
    if let revoked = revokedRunning, code != 5, !isContinued(revoked) {
      return holding(.init(takenBack: revoked), contradicted: "every transaction of the running period is revoked")
    }
    switch code {
    case 5:
      let revoked = (cancelledBeforeStart + periods).last { $0.isTakenBack(at: moment) || $0.isTakenBackUndated }?
        .purchase
      return holding(
        revoked.map(Holding.State.init(takenBack:)) ?? .refunded(at: nil, reason: nil),
        contradicted: runningUntil == nil ? nil : "a running period that is not revoked")
    case 4:
      let other: Message? = isWithoutGrace ? "a commitment, which has no grace period" : nil
      return holding(
        inGrace(date), contradicted: renewal?.isInBillingRetry == false ? "no renewal that failed" : other)
    case 3:
      return holding(.billingRetry(since: ended.map { min($0, date) }))
    case 2:
      let isRunning = periods.contains { $0.isRunning(at: moment) }
      return holding(
        over.flatMap { $0.access == .no ? $0 : nil }
          ?? .expired(at: ended.map { min($0, date) }, intent: renewal?.expirationIntent),
        contradicted: isRunning ? "a period that is running" : nil)
    default:
      if let state = active(date) { return holding(state) }
      let known = byPeriods()
      // At the date of the status, a period was running that is newer than all known periods. So a known end before
      // that date is not the end of that period.
      let ended = last.flatMap { $0.purchase.cancelled ?? $0.end }
      return known.access == .no && ended.map { $0 <= date } ?? false ? holding(.unknown) : known
    }
  }

  /// Status 1: active until the newest known end. The running period need not be in the history.
  private func active(_ date: Instant) -> Holding.State? {
    if let end = runningUntil ?? upcoming.flatMap({ end(from: $0) }) { return .active(until: end) }
    if !isRenewalOfLater, let renews = renewal?.renewsOn, moment < renews { return .active(until: renews) }
    return moment <= date.adding(Self.momentary) ? .active(until: nil) : nil
  }

  /// Status 4: until the end that Apple names; without one, at most for the maximum length of a grace period.
  private func inGrace(_ date: Instant) -> Holding.State {
    if let end = runningUntil { return .active(until: end) }
    // The answer is cautious, because Apple says both that the renewal failed and that it does not try to charge, or
    // both that there is a grace period and a plan that has none.
    if renewal?.isInBillingRetry == false || isWithoutGrace { return .unknown }
    if let renewal, isOfLaterPeriod(renewal) { return .unknown }
    if let grace = renewal?.graceExpires {
      return moment < grace ? .gracePeriod(until: grace) : afterGrace(until: grace, said: date)
    }
    // If the last known period ended too long ago to have failed now, the failed period is not in the history.
    let failed = last.flatMap(\.end).flatMap { date < $0.adding(graceLimit) ? $0 : nil }
    let latest = (failed ?? date).adding(graceLimit)
    return moment < latest ? .graceWithoutEnd(atLatest: latest) : afterGrace(until: latest, said: date)
  }

  /// Whether the period that failed is a monthly payment of a commitment, for which Apple grants no grace period.
  private var isWithoutGrace: Bool {
    runningUntil == nil && renewal?.graceExpires == nil && Subscription.isCommitted(periods, renewal)
  }

  /// The state after a grace period. Statements made during it cannot know whether Apple was finally paid.
  private func afterGrace(until grace: Instant, said date: Instant?) -> Holding.State {
    date.map { $0 < grace } ?? false ? .lapsed(at: grace) : .billingRetry(since: ended)
  }

  /// The maximum length of a grace period: 28 days, or 6 days for weekly subscriptions (App Store Connect Help, "Enable
  /// billing grace period").
  private var graceLimit: DurationText {
    guard let last, [.paid, .free].contains(last.payment), let start = last.start, let expires = last.purchase.expires,
      expires <= start.adding(DurationText(seconds: 8 * 86_400))
    else { return DurationText(seconds: Subscription.longestGrace / 1_000) }
    return DurationText(seconds: 6 * 86_400)
  }

  // -- Periods.

  private func byPeriods() -> Holding {
    if let until = runningUntil {
      let period = periods.last { $0.isRunning(at: moment) }
      return holding(.active(until: until), period, of: running)
    }
    if let upcoming, revokedRunning == nil, let until = end(from: upcoming) {
      return holding(.active(until: until), upcoming, of: running)
    }
    guard let last else {
      let isKnown = { (period: Subscription.Period) in period.start.map { $0 <= moment } ?? true }
      if let replaced = periods.last(where: { $0.replacement == .stated && isKnown($0) }) {
        return holding(.replaced(by: nil, at: replaced.purchase.cancelled), replaced, of: current)
      }
      if let ended = periods.last(where: { $0.purchase.neverBegan && $0.purchase.isRefunded(by: moment) }) {
        let purchase = ended.purchase
        return holding(
          ended.replacement == nil ? .init(takenBack: purchase) : .replaced(by: nil, at: purchase.cancelled), ended,
          of: current)
      }
      if let first = periods.first(where: { $0.end != nil }), let begins = first.start {
        // Another product may be running by then.
        return holding(.notStarted(begins: begins), first, of: [first.purchase.productID].compactMap(\.self))
      }
      return periods.isEmpty ? byRenewal() : holding(.unknown, periods.last, of: current)
    }
    // Renewal information describes a period that is not in the history.
    let revoked = last.isTakenBack(at: moment) ? last.purchase : revokedRunning
    let isOfAnother = revoked.map { isContinued($0) } ?? false
    let known = periods + cancelledBeforeStart.filter { $0.replacement == nil }
    if let newest = renewal?.renewsOn, renewal?.isInBillingRetry != true, renewal?.expirationIntent == nil,
      last.purchase.expires != nil,
      isOfAnother || !known.contains(where: { $0.purchase.expires.map { newest <= $0 } ?? false })
    {
      // If it was given later, that period may have begun after the moment.
      if newest > moment, isRenewalOfLater { return holding(.lapsed(at: ended ?? moment), last, of: current) }
      guard newest > moment else { return holding(.lapsed(at: newest), last, of: current) }
      return holding(.earlierOnly(newestEnds: newest), last, of: renewal?.productID.map { [$0] } ?? current)
    }
    return holding(over ?? afterEnd(of: last), last, of: current)
  }

  /// The state if the newest period was taken back, or replaced by a product that is not in the history; `nil` if the
  /// period simply ended.
  private var over: Holding.State? {
    guard let last else { return nil }
    if last.replacement == nil, last.purchase.isRefunded(by: moment) { return .init(takenBack: last.purchase) }
    // Another product replaced its renewal.
    if let next = cancelledBeforeStart.last, next.replacement == .stated,
      next.purchase.productID == last.purchase.productID,
      let start = next.start, start <= moment
    {
      return .replaced(by: nil, at: next.purchase.cancelled)
    }
    // Another product replaced it. That product would be the newest period if it were in the history.
    return last.replacement == .stated ? .replaced(by: nil, at: last.purchase.cancelled) : nil
  }

  /// The state after a period ended: in grace, in billing retry, expired, or renewed after the last statement.
  ///
  /// Without a status, the expiry decides. Only renewal information names a grace period, so a receipt that was made
  /// after the end says that it expired, even if a grace period may be running.
  private func afterEnd(of last: Subscription.Period) -> Holding.State {
    let ended = self.ended ?? moment
    // Renewal information applies to the newest period that the source knows, but not to an earlier moment or to a
    // period that began after the information was given.
    let given = renewal?.statement?.date
    let isOlder = given.map { date in last.start.map { date < $0 } ?? false } ?? false
    let isNewest = !isOlder && !periods.contains { $0.start.map { $0 > moment } ?? false }
    // Information given long before Apple first charged for the next period cannot report a failed charge.
    let isEarly = given.map { $0.adding(Subscription.longestRenewalLead) < ended } ?? false
    // Apple grants a grace period while it tries to charge. If renewal information says that Apple does not try, the
    // two statements contradict each other.
    if isNewest, let renewal, renewal.isInBillingRetry != false, let grace = renewal.graceExpires, ended <= grace,
      !isEarly
    {
      if moment < grace { return .gracePeriod(until: grace) }
      if renewal.isInBillingRetry == true, !knowsNoRenewal(after: grace) {
        return afterGrace(until: grace, said: given)
      }
    }
    if isNewest, renewal?.triesToCharge == true { return .billingRetry(since: ended) }
    // Apple states the reason for an end only after the end. So such a statement is from after the end, even if its
    // date is unknown.
    let saysWhy = isNewest && given == nil && renewal?.expirationIntent != nil
    return saysWhy || knowsNoRenewal(after: ended)
      ? .expired(at: ended, intent: renewal?.expirationIntent) : .lapsed(at: ended)
  }

  /// Whether a statement was made after an end, so that it would include a renewal. Renewal information is at least as
  /// new as the period that it names.
  private func knowsNoRenewal(after end: Instant) -> Bool {
    let begun = periods.last { period in period.start.map { $0 <= moment } ?? false }
    let known = begun.flatMap { statementDate(of: $0) } ?? history.knownUntil?.instant
    let stated = renewal.flatMap { history.statement($0.statement).date }
    return [known, stated].contains { $0.map { end <= $0 } ?? false }
  }

  /// Renewal information without a period.
  private func byRenewal() -> Holding {
    guard let renewal else { return Holding(.unknown, of: [], by: .nothing) }
    var state = Holding.State.renewalOnly(renews: renewal.willRenew)
    if renewal.isInBillingRetry == true {
      state = renewal.triesToCharge ? .billingRetry(since: nil) : .expired(at: nil, intent: renewal.expirationIntent)
      if let grace = renewal.graceExpires {
        state =
          moment < grace ? .gracePeriod(until: grace) : afterGrace(until: grace, said: renewal.statement?.date)
      }
    } else if let intent = renewal.expirationIntent {
      state = .expired(at: nil, intent: intent)
    }
    return Holding(state, of: current, by: .renewal)
  }

  private func holding(_ state: Holding.State, _ period: Subscription.Period?, of products: [String]) -> Holding {
    var basis = Holding.Basis.transaction(period?.purchase.transactionID)
    switch state {
    case .gracePeriod, .billingRetry, .earlierOnly: basis = .renewal
    case .unknown: basis = .nothing
    default: break
    }
    let origin = period.map { state.isActive ? self.origin(of: $0) : Holding.Origin($0.purchase) } ?? .unknown
    return Holding(state, origin, of: products, by: basis, remark: state.isActive ? remark : nil)
  }

  // -- The parts of the answers.

  /// How long a status without an end is believed: it is valid when read, but not for later moments.
  private static let momentary = DurationText(seconds: 300)

  private func statementDate(of period: Subscription.Period) -> Instant? {
    history.statement(period.purchase.statement).date
  }

  /// Whether renewal information was given after the moment, so that its period may have begun after the moment, too.
  private var isRenewalOfLater: Bool {
    renewal.flatMap { history.statement($0.statement).date }.map { $0 > moment } ?? false
  }

  /// Whether renewal information was given after a period had begun that begins after the moment.
  private func isOfLaterPeriod(_ renewal: RenewalRecord) -> Bool {
    guard let given = history.statement(renewal.statement).date, given > moment else { return false }
    return periods.contains { period in period.start.map { moment < $0 && $0 <= given } ?? false }
  }

  /// Whether renewal information names another product and its end, after Apple took back a period: Apple took it back
  /// because the customer changed to that product, of which a period runs.
  private func isContinued(_ revoked: PurchaseRecord) -> Bool {
    guard let renewal, renewal.isInBillingRetry != true, renewal.expirationIntent == nil,
      let product = renewal.productID, revoked.productID != nil, !revoked.isOf(product),
      let renews = renewal.renewsOn, moment < renews, let cancelled = revoked.cancelled,
      let given = history.statement(renewal.statement).date
    else { return false }
    return cancelled <= given && given <= moment
  }

  /// The end of the running period and of those of its product that follow it without a gap.
  private var runningUntil: Instant? {
    // Periods are ordered by start. Usually one product is running.
    var reached: [[UInt8]: Instant] = [:]
    for period in periods {
      guard let start = period.start, let end = period.end else { continue }
      let product = period.product
      if let known = reached[product], start <= known {
        reached[product] = max(known, end)
      } else if period.isRunning(at: moment) {
        reached[product] = end
      }
    }
    return reached.values.max()
  }

  /// A renewal that Apple signed before its period begins. It proves that the subscription goes on, even if the
  /// previous period is not in the history.
  private var upcoming: Subscription.Period? {
    periods.first { period in
      guard period.purchase.isRenewal == true, let start = period.start, start > moment, period.end != nil,
        !period.purchase.isRefunded(by: moment), let said = statementDate(of: period), said <= moment
      else { return false }
      return start <= said.adding(Subscription.longestRenewalLead)
    }
  }

  /// How the customer has the access that begins with a period. The last of the periods without a gap decides, because
  /// access ends with it: a trial does not last until the end of the paid period that follows.
  private func origin(of period: Subscription.Period) -> Holding.Origin {
    let until = end(from: period)
    return Holding.Origin((periods.last { $0.end == until && $0.product == period.product } ?? period).purchase)
  }

  private func end(from period: Subscription.Period) -> Instant? {
    // Periods are ordered by start.
    period.end.map { end in
      periods.reduce(end) { reached, other in
        guard let start = other.start, let end = other.end, start <= reached, other.product == period.product else {
          return reached
        }
        return max(reached, end)
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
  private var last: Subscription.Period? {
    periods.last { period in period.end != nil && period.start.map { $0 <= moment } ?? false }
  }

  /// The latest end of the periods that have begun.
  private var ended: Instant? {
    periods.filter { period in period.start.map { $0 <= moment } ?? false }.compactMap(\.end).max()
  }

  /// The products of the running periods and of a renewal that is about to begin; usually one.
  private var running: [String] {
    var seen: Set<String> = []
    let found = periods.filter { $0.isRunning(at: moment) }
    return (found.isEmpty ? [upcoming].compactMap(\.self) : found).compactMap(\.purchase.productID)
      .filter { seen.insert($0).inserted }
  }

  private var newestProduct: String? {
    let period = last ?? periods.last
    return period?.purchase.isUpgraded == true ? nil : period?.purchase.productID
  }

  /// The product of the newest period.
  private var current: [String] { [newestProduct ?? renewal?.productID].compactMap(\.self) }

  /// How the customer owns a period that is not in the history, inferred from a known period: as a share, as a seat, or
  /// unknown.
  private var owner: Holding.Origin {
    let origin = (last ?? periods.last).map { Holding.Origin($0.purchase) } ?? .unknown
    return origin == .familyShare || origin == .seat ? origin : .unknown
  }

  /// A remark for an answer that may be surprising.
  private var remark: Holding.Remark? {
    guard !periods.contains(where: { $0.isRunning(at: moment) }) else { return nil }
    if let begins = upcoming?.start { return .renewed(begins: begins) }
    guard let last, last.replacement == nil, last.purchase.isRefunded(by: moment) else { return nil }
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
