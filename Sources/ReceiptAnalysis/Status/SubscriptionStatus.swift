/// The subscriptions of one source at one moment, as people understand them.
///
/// It reads no clock: the moment is an argument. It trusts nothing: ``PurchaseHistory/authenticity`` says how far the
/// source can be believed.
public struct SubscriptionStatus: Sendable {
  /// The purchases and their source.
  public let history: PurchaseHistory
  /// The moment of the question.
  public let moment: Instant
  /// Subscriptions, starting with the one whose last period began last.
  public private(set) var subscriptions: [Subscription]
  /// Consumables, non-consumables and non-renewing subscriptions by date: Apple has no expiry for any of them.
  public let otherPurchases: [PurchaseRecord]
  /// The irregularities, those of the source first.
  public let irregularities: [PurchaseIrregularity]

  /// Whether what Apple said of an expired subscription is from after its end, so that a renewal would be in it.
  package func knowsNoRenewal(of subscription: Subscription, after end: Instant) -> Bool {
    let begun = subscription.periods.last { period in period.start.map { $0 <= moment } ?? false }
    let known = history.statement(begun?.purchase.statement).date ?? history.knownUntil?.instant
    // Renewal information is newer than the period in it, or as old.
    let stated = subscription.renewal.flatMap { history.statement($0.statement).date }
    return [known, stated].contains { $0.map { end <= $0 } ?? false }
  }

  /// Whether a period of a product ended after what is known was said, so that a renewal would not be in it.
  package func mayMissRenewal(of product: String) -> Bool {
    subscriptions.contains { subscription in
      guard case .expired(let end) = subscription.state else { return false }
      return subscription.periods.contains { $0.purchase.isOf(product) }
        && !knowsNoRenewal(of: subscription, after: end)
    }
  }

  /// Groups, sorts and judges the purchases of a source.
  ///
  /// - Parameters:
  ///   - history: the purchases.
  ///   - moment: "active" means active then.
  public init(_ history: PurchaseHistory, at moment: Instant) {
    self.history = history
    self.moment = moment
    var checker = PurchaseChecker()
    let purchases = checker.withoutDuplicates(history.purchases.sorted(by: PurchaseRecord.isEarlier))
    for purchase in purchases { checker.check(purchase) }
    let groups = Dictionary(grouping: purchases.filter(\.isSubscriptionPeriod), by: SubscriptionKey.init)
    otherPurchases = purchases.filter { !$0.isSubscriptionPeriod }
    var renewals = Dictionary(grouping: history.renewals) { SubscriptionKey($0) }
    var subscriptions = groups.map { key, purchases in
      let periods = Subscription.periods(of: purchases, isMixed: history.isMixed)
      let renewal = checker.choose(renewals.removeValue(forKey: key) ?? [], for: periods)
      return Subscription(key, periods, renewal, at: moment, isProven: history.isProven)
    }
    for (key, left) in renewals {
      subscriptions.append(Subscription(key, [], checker.choose(left, for: []), at: moment, isProven: history.isProven))
    }
    self.subscriptions = subscriptions.sorted(by: Subscription.isNewer)
    // The irregularities of the source are in the order of the file, which has no meaning either.
    irregularities = [history.irregularities, checker.irregularities].flatMap {
      $0.sorted { ($0.transactionID ?? "", $0.message) < ($1.transactionID ?? "", $1.message) }
    }
    heedProof()
  }

  /// Gives every subscription of which anything is proven the state that follows from that.
  private mutating func heedProof() {
    guard history.isMixed, let proven = history.proven else { return }
    let states = Dictionary(
      SubscriptionStatus(proven, at: moment).subscriptions.map { (SubscriptionKey($0), $0.state) }
    ) { first, _ in first }
    for index in subscriptions.indices {
      let claimed = subscriptions[index].state
      guard let state = states[SubscriptionKey(subscriptions[index])] else { continue }
      subscriptions[index].state = state
      subscriptions[index].isProven = true
      subscriptions[index].claimedState = claimed == state ? nil : claimed
    }
  }

  /// Whether a product was active at the moment, according to the source.
  ///
  /// It was active if one of its periods was running, or if the subscription whose last period it was is in Apple's
  /// grace period. A product that is not a subscription is never active: see ``knows(_:)`` and ``isOtherPurchase(_:)``.
  ///
  /// This alone must not grant anything: see ``believed(admittingUnverified:)``.
  func claimsActive(_ product: String) -> Bool {
    subscriptions.contains { subscription in
      if subscription.periods.contains(where: { $0.purchase.isOf(product) && $0.isRunning(at: moment) }) { return true }
      guard case .gracePeriod = subscription.state else { return false }
      let last = subscription.periods.last { $0.end != nil && $0.start.map { $0 <= moment } ?? false }
      return last?.purchase.isOf(product) ?? false
    }
  }

  /// Whether a product occurs in the source.
  public func knows(_ product: String) -> Bool { history.purchases.contains { $0.isOf(product) } }

  /// Whether a product occurs, and is not a renewing subscription.
  public func isOtherPurchase(_ product: String) -> Bool { otherPurchases.contains { $0.isOf(product) } }
}

extension PurchaseRecord {
  /// Whether it is of this product, compared byte by byte: strings that only look equal are different products.
  func isOf(_ product: String) -> Bool { productID.map { $0.utf8.elementsEqual(product.utf8) } ?? false }
}

/// The key of a subscription, which groups its periods.
struct SubscriptionKey: Hashable {
  var originalTransactionID: String?
  /// The product serves as key if the identifier is absent.
  var productID: String?

  init(_ purchase: PurchaseRecord) {
    originalTransactionID = purchase.originalTransactionID
    productID = originalTransactionID == nil ? purchase.productID : nil
  }

  init(_ subscription: Subscription) {
    originalTransactionID = subscription.originalTransactionID
    productID = originalTransactionID == nil ? subscription.products.first : nil
  }

  init(_ renewal: RenewalRecord) {
    originalTransactionID = renewal.originalTransactionID
    productID = originalTransactionID == nil ? renewal.productID : nil
  }
}

extension Subscription {
  init(
    _ key: SubscriptionKey, _ periods: [Period], _ renewal: RenewalRecord?, at moment: Instant, isProven: Bool
  ) {
    self.isProven = isProven
    originalTransactionID = key.originalTransactionID
    groupID = periods.lazy.compactMap(\.purchase.groupID).last
    self.periods = periods
    var products: [String] = []
    for product in periods.lazy.compactMap(\.purchase.productID) where product != products.last {
      products.append(product)
    }
    if products.isEmpty, let product = renewal?.productID { products = [product] }
    self.products = products
    self.renewal = renewal
    state = State(at: moment, periods: periods, renewal: renewal)
  }

  /// The one whose last period began last comes first; ties are broken by identifiers, so the order is always the same.
  static func isNewer(_ left: Subscription, _ right: Subscription) -> Bool {
    let starts = [left, right].map { $0.periods.last { $0.start != nil }?.start?.milliseconds ?? .min }
    if starts[0] != starts[1] { return starts[0] > starts[1] }
    let identifiers = [left, right].map { [$0.originalTransactionID ?? "", $0.products.first ?? ""] }
    return identifiers[0].lexicographicallyPrecedes(identifiers[1])
  }
}
