/// Whether subscriptions are active: by `expires_date` alone, never by a duration that somebody computed.
struct ActiveSubscriptionCheck: Check {
  let identifier = "active_subscription"
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

/// One product at one moment.
private struct SubscriptionState {
  let product: String
  let why: String
  private(set) var isActive = false
  private(set) var isInGrace = false

  var text: String { "\(product): \(why)" }

  init(_ product: String, _ context: CheckContext) {
    self.product = product
    let now = context.now
    let purchases = context.purchases.filter { $0.productID?.utf8.elementsEqual(product.utf8) ?? false }
    let periods = purchases.filter { $0.expires != nil }
    guard !periods.isEmpty else {
      why =
        purchases.isEmpty ? "it is not in the receipt" : "its purchases have no expires_date, so it is no subscription"
      return
    }
    let begun = periods.filter { period in
      period.purchased.map { $0 <= now.adding(Tolerance.clockSkew) } ?? false
    }
    let newest = begun.max { ($0.purchased ?? now, $0.expires ?? now) < ($1.purchased ?? now, $1.expires ?? now) }
    let cancelled = newest?.isCancelled(at: now) == true ? newest?.cancelled : nil
    guard let last = begun.filter({ !$0.isCancelled(at: now) }).compactMap(\.expires).max() else {
      why = cancelled.map { "it was cancelled at \($0.rfc3339)" } ?? "no period of it has begun"
      return
    }
    isActive = now < last
    if let cancelled, !isActive {
      // Grace is for a renewal that is late, not for one that was refunded.
      why = "it was cancelled at \(cancelled.rfc3339)"
      return
    }
    if let grace = context.expectations.gracePeriod, !isActive { isInGrace = now < last.adding(grace) }
    why = isActive ? "until \(last.rfc3339)" : "it expired at \(last.rfc3339)"
  }
}
