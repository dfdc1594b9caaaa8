/// The subscriptions of one source at one moment, as customers understand them.
///
/// It reads no clock: the moment is an argument. It trusts nothing: ``PurchaseHistory/authenticity`` says how far the
/// source can be believed.
public struct SubscriptionStatus: Sendable {
  /// The purchases and their source.
  public let history: PurchaseHistory
  /// The moment of the question.
  public let moment: Instant
  /// Subscriptions, ordered by the start of their last period, the latest first.
  public private(set) var subscriptions: [Subscription]
  /// Consumables, non-consumables and non-renewing subscriptions by date. Apple states no expiry for any of them.
  public let otherPurchases: [PurchaseRecord]
  /// All irregularities; those of the source come first.
  public let irregularities: [PurchaseIrregularity]

  /// What the customer may use.
  public var holdings: Holdings { Holdings(self) }

  /// Groups, sorts and judges the purchases of a source.
  ///
  /// - Parameters:
  ///   - history: the purchases.
  ///   - moment: the moment for which the state of each subscription is decided.
  public init(_ history: PurchaseHistory, at moment: Instant) {
    self.history = history
    self.moment = moment
    var checker = PurchaseChecker()
    let purchases = checker.withoutDuplicates(history.purchases.sorted(by: PurchaseRecord.isEarlier))
    for purchase in purchases { checker.check(purchase) }
    let groups = Dictionary(grouping: purchases.filter(\.isSubscriptionPeriod), by: SubscriptionKey.init)
    otherPurchases = purchases.filter { !$0.isSubscriptionPeriod }
    let renewals = Dictionary(grouping: history.renewals) { SubscriptionKey($0) }
    let statuses = Dictionary(grouping: history.statuses) { SubscriptionKey($0) }
    let keys = Set(groups.keys).union(renewals.keys).union(statuses.keys)
    var found = keys.map { key in
      let (ran, cancelledBeforeStart) = Subscription.separated(
        PurchaseChoice.onePerPurchase(groups[key] ?? []), isMixed: history.isMixed)
      let periods = Subscription.periods(of: ran, isMixed: history.isMixed)
      let newest = checker.choose(renewals[key] ?? [], for: periods)
      let isLater = newest?.statement?.date.map { $0 > moment } ?? false
      let earlier =
        isLater ? history.earlierRenewals.first { SubscriptionKey($0) == key && $0.isGiven(by: moment) } : nil
      let evidence = SubscriptionEvidence(
        periods, cancelledBeforeStart: cancelledBeforeStart, earlier ?? newest, statuses[key] ?? [], history,
        at: moment)
      return Subscription(key, evidence, isProven: history.isProven)
    }
    Self.nameReplacements(in: &found)
    subscriptions = found.sorted(by: Subscription.isNewer)
    checker.check(contradictionsOf: subscriptions)
    // Neither the order of the file nor that of the checks above has a meaning, so each list is sorted.
    irregularities = [history.irregularities, checker.irregularities].flatMap {
      $0.sorted { ($0.transactionID ?? "", $0.message.description) < ($1.transactionID ?? "", $1.message.description) }
    }
    takeProvenHoldings()
  }

  /// Names the subscription that replaced another one, which Apple ended for a reason other than a refund.
  private static func nameReplacements(in subscriptions: inout [Subscription]) {
    for index in subscriptions.indices {
      guard case .moved(let date) = subscriptions[index].state else { continue }
      let other = subscriptions.first { Holdings.isContinued(subscriptions[index], by: $0) }
      guard let other else { continue }
      let own = subscriptions[index].holding
      subscriptions[index].holding = Holding(
        .replaced(by: other.holding.products.last, at: date), own.origin, of: own.products, by: own.basis)
    }
  }

  /// Makes the state of each subscription with proven statements follow from those alone.
  private mutating func takeProvenHoldings() {
    guard history.isMixed, let proven = history.proven else { return }
    let holdings = Dictionary(
      SubscriptionStatus(proven, at: moment).subscriptions.map { (SubscriptionKey($0), $0.holding) }
    ) { first, _ in first }
    for index in subscriptions.indices {
      guard let holding = holdings[SubscriptionKey(subscriptions[index])] else { continue }
      subscriptions[index].claimed = subscriptions[index].holding
      subscriptions[index].holding = holding
      subscriptions[index].isProven = true
    }
  }

  /// Whether a product was active at the moment, according to the source: a subscription that was running, or a
  /// non-consumable that the customer had.
  ///
  /// Other products are never active: see ``access(toActive:)``. The result alone must not grant anything: see
  /// ``believed(admittingUnverified:)``.
  func claimsActive(_ product: String) -> Bool {
    subscriptions.contains { ($0.claimed ?? $0.holding).grants(product) }
      || isOf(.nonConsumable, product) && !isContradicted(product)
        && holdings.purchases.contains { $0.grants(product) }
  }

  /// Whether statements of one date contradict each other about a purchase of this product, such as about its type.
  private func isContradicted(_ product: String) -> Bool {
    irregularities.contains { irregularity in
      irregularity.kind == .contradiction
        && otherPurchases.contains { $0.isOf(product) && $0.transactionID == irregularity.transactionID }
    }
  }

  /// Whether a product was active at the moment. No source can tell this of a product that is bought once and used up,
  /// or that ends when the app decides, or whose kind is unknown, unless Apple took it back.
  package func access(toActive product: String) -> Holding.Access {
    if claimsActive(product) { return .yes }
    let access = holdings.access(to: product)
    return access == .yes ? .unknown : access
  }

  /// Whether all purchases of a product are of one type.
  func isOf(_ type: ProductType, _ product: String) -> Bool {
    let purchases = otherPurchases.filter { $0.isOf(product) }
    return !purchases.isEmpty && purchases.allSatisfy { $0.productType == type }
  }

  /// Whether the source contains a purchase of this product.
  public func knows(_ product: String) -> Bool { history.purchases.contains { $0.isOf(product) } }

  /// Whether the source contains a purchase of this product that is not a period of a renewing subscription.
  public func isOtherPurchase(_ product: String) -> Bool { otherPurchases.contains { $0.isOf(product) } }
}

extension RenewalRecord {
  fileprivate func isGiven(by moment: Instant) -> Bool { statement?.date.map { $0 <= moment } ?? false }
}

extension PurchaseRecord {
  /// Whether the purchase is of this product, compared byte by byte: strings that only look equal are different
  /// products.
  func isOf(_ product: String) -> Bool { productID.map { $0.utf8.elementsEqual(product.utf8) } ?? false }
}

/// The key of a subscription, which groups its periods.
struct SubscriptionKey: Hashable {
  var originalTransactionID: String?
  /// The product is the key if the identifier is absent.
  var productID: String?

  init(_ purchase: PurchaseRecord) {
    originalTransactionID = purchase.originalTransactionID
    productID = originalTransactionID == nil ? purchase.productID : nil
  }

  init(_ subscription: Subscription) {
    originalTransactionID = subscription.originalTransactionID
    productID = originalTransactionID == nil ? subscription.products.first : nil
  }

  init(_ status: StatusRecord) {
    originalTransactionID = status.originalTransactionID
  }

  init(_ renewal: RenewalRecord) {
    originalTransactionID = renewal.originalTransactionID
    productID = originalTransactionID == nil ? renewal.productID : nil
  }
}

extension Subscription {
  init(_ key: SubscriptionKey, _ evidence: SubscriptionEvidence, isProven: Bool) {
    let periods = evidence.periods
    let renewal = evidence.renewal
    self.isProven = isProven
    originalTransactionID = key.originalTransactionID
    groupID = periods.lazy.compactMap(\.purchase.groupID).last
    self.periods = periods
    cancelledBeforeStart = evidence.cancelledBeforeStart
    var products: [String] = []
    for product in periods.lazy.compactMap(\.purchase.productID) where product != products.last {
      products.append(product)
    }
    if products.isEmpty, let product = renewal?.productID { products = [product] }
    self.products = products
    self.renewal = renewal
    holding = evidence.holding()
  }

  /// The subscription whose last period began last comes first. Identifiers break ties, so the order is always the
  /// same.
  static func isNewer(_ left: Subscription, _ right: Subscription) -> Bool {
    let starts = [left, right].map { $0.periods.last { $0.start != nil }?.start?.milliseconds ?? .min }
    if starts[0] != starts[1] { return starts[0] > starts[1] }
    let identifiers = [left, right].map { [$0.originalTransactionID ?? "", $0.products.first ?? ""] }
    return identifiers[0].lexicographicallyPrecedes(identifiers[1])
  }
}
