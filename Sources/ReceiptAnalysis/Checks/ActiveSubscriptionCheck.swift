extension Check {
  /// Whether subscriptions are active: by `expires_date` alone, never by a computed duration.
  static let activeSubscription = Check(
    "active_subscription", .content,
    summary: "Is every subscription active that should be?",
    ifFailed: .customer,
    """
    Renew the subscription, or refresh the receipt if it was renewed: renewals after the receipt was made are not in \
    it. A subscription of the sandbox ends within days at most, and no customer has to do anything.
    """,
    isRequested: { !$0.activeProducts.isEmpty }
  ) { context in
    let products = context.expectations.activeProducts
    guard !products.isEmpty else { return .skipped("no active subscription was expected") }
    let grace = context.expectations.gracePeriod
    let names = products.joined(separator: " and ")
    let now = context.now.rfc3339
    let expected: Message =
      grace.map { "\(names) at \(now), or expired no more than \($0.text) before" } ?? "\(names) at \(now)"
    let history = try? PurchaseHistory(context.decoded)
    let states = products.map { ($0, ProductOwnership(ofSubscription: $0, history, at: context.now)) }
    let found = states.map { "\($0): \($1.words)" as Message }.joined(separator: "; ")
    // The grace period is for a renewal that is late, not for a refund.
    func isInGrace(_ state: ProductOwnership) -> Bool {
      if let end = state.ended, let grace { context.now < end.adding(grace) } else { false }
    }
    if let (product, state) = states.first(where: { $1.access != .yes && !isInGrace($1) }) {
      let reason: Message =
        state.isBoughtOnce
        ? "\(product) is not a subscription that renews: check for the product itself"
        : "\(product) is not active: \(state.words)"
      return .failed(expected: expected, found: found, reason)
    }
    if let (product, _) = states.first(where: { isInGrace($1) }) {
      return .warning(expected: expected, found: found, "\(product) has expired and is within the grace period")
    }
    return .passed(expected: expected, found: found)
  }
}
