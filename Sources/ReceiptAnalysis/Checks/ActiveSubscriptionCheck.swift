/// Whether subscriptions are active: by `expires_date` alone, never by a computed duration.
struct ActiveSubscriptionCheck: Check {
  let identifier = "active_subscription"
  let subject = CheckSubject.content
  let summary = "Is every subscription active that should be?"
  let remedy = CheckRemedy(
    .customer,
    """
    Renew the subscription, or refresh the receipt if it was renewed: renewals after the receipt was made are not in \
    it. A subscription of the sandbox ends within hours, and no customer has to do anything.
    """
  )

  func isRequested(by expectations: Expectations) -> Bool { !expectations.activeProducts.isEmpty }

  func run(_ context: CheckContext) -> CheckFinding {
    let products = context.expectations.activeProducts
    guard !products.isEmpty else { return .skipped("no active subscription was expected") }
    let grace = context.expectations.gracePeriod
    let expected =
      "\(products.joined(separator: " and ")) at \(context.now.rfc3339)"
      + (grace.map { ", or expired no more than \($0.text) before" } ?? "")
    let history = try? PurchaseHistory(context.decoded)
    let states = products.map { SubscriptionState($0, history, context) }
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

/// One product at one moment, judged by ``Holdings``, with tolerance for a slow clock and the caller's grace period.
private struct SubscriptionState {
  let product: String
  private(set) var why = "it is not in the receipt"
  private(set) var isActive = false
  private(set) var isInGrace = false

  var text: String { "\(product): \(why)" }

  init(_ product: String, _ history: PurchaseHistory?, _ context: CheckContext) {
    self.product = product
    guard let history else { return }
    let found = ProductOwnership(product, history, at: context.now)
    why = found.words
    if SubscriptionStatus(history, at: context.now).isOtherPurchase(product) {
      why = "it is not a subscription that renews"
      return
    }
    isActive = found.access == .yes
    // The grace period is for a renewal that is late, not for a refund.
    if let end = found.ended, let grace = context.expectations.gracePeriod {
      isInGrace = context.now < end.adding(grace)
    }
  }
}
