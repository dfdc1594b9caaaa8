/// Whether subscriptions are active: by `expires_date` alone, never by a computed duration.
struct ActiveSubscriptionCheck: Check {
  let identifier = "active_subscription"
  let subject = CheckSubject.content
  let summary = "Is every subscription active that should be?"
  let remedy = CheckRemedy(
    .customer,
    "Renew the subscription, or refresh the receipt if it was renewed: renewals after the receipt was made are not in it."
  )

  func isRequested(by expectations: Expectations) -> Bool { !expectations.activeProducts.isEmpty }

  func run(_ context: CheckContext) -> CheckFinding {
    let products = context.expectations.activeProducts
    guard !products.isEmpty else { return .skipped("no active subscription was expected") }
    let grace = context.expectations.gracePeriod
    let expected =
      "\(products.joined(separator: " and ")) at \(context.now.rfc3339)"
      + (grace.map { ", or expired no more than \($0.text) before" } ?? "")
    let states = products.map { SubscriptionState($0, context) }
    let found = states.map(\.text).joined(separator: "; ")
    if let failure = states.first(where: { !$0.isActive && !$0.isInGrace }) {
      return .failed(expected: expected, found: found, "\(failure.product) is not active: \(failure.why)")
    }
    if let late = states.first(where: \.isInGrace) {
      return .warning(expected: expected, found: found, "\(late.product) has expired and is within the grace period")
    }
    return .passed(expected: expected, found: found)
  }
}

/// One product at one moment, as `status` judges it, with tolerance for a slow clock and the caller's grace period.
private struct SubscriptionState {
  let product: String
  private(set) var why: String
  private(set) var isActive = false
  private(set) var isInGrace = false

  var text: String { "\(product): \(why)" }

  init(_ product: String, _ context: CheckContext) {
    self.product = product
    why = "it is not in the receipt"
    guard let history = try? PurchaseHistory(context.decoded) else { return }
    let now = context.now
    for moment in [now, now.adding(Tolerance.clockSkew)] {
      let status = SubscriptionStatus(history, at: moment)
      guard status.knows(product) else { return }
      if status.claimsActive(product) {
        isActive = true
        why = status.end(of: product).map { "until \($0.rfc3339)" } ?? "it is"
        return
      }
    }
    describe(SubscriptionStatus(history, at: now), grace: context.expectations.gracePeriod)
  }

  /// Why it is not active, by the newest subscription that it occurs in.
  private mutating func describe(_ status: SubscriptionStatus, grace: DurationText?) {
    guard let subscription = status.subscriptions.first(where: { $0.periods.contains { $0.purchase.isOf(product) } })
    else {
      why = "it is not a subscription that renews"
      return
    }
    let begun = subscription.periods.last { $0.start.map { $0 <= status.moment } ?? false }
    if let other = begun?.purchase.productID, begun?.purchase.isOf(product) == false {
      why = "\(other) took its place"
      return
    }
    switch subscription.state {
    case .expired(let end):
      why =
        status.knowsNoRenewal(of: subscription, after: end)
        ? "it expired at \(end.rfc3339)" : "its last known period ended at \(end.rfc3339), and a renewal may be missing"
      // The grace period is for a late renewal, not for a refunded one.
      isInGrace = grace.map { status.moment < end.adding($0) } ?? false
    case .refunded(let moment, _): why = "it was cancelled at \(moment.rfc3339)"
    case .billingRetry(let since): why = "it expired at \(since.rfc3339)"
    case .notStarted, .active, .gracePeriod: why = "no period of it has begun"
    case .unknown: why = "its dates do not tell when it runs"
    }
  }
}

extension SubscriptionStatus {
  /// The latest end of the running periods of a product.
  fileprivate func end(of product: String) -> Instant? {
    subscriptions.flatMap(\.periods).filter { $0.purchase.isOf(product) && $0.isRunning(at: moment) }
      .compactMap(\.end).max()
  }
}
