/// What a customer may use at one moment, given a history.
///
/// Two places decide this: `SubscriptionEvidence` for subscriptions, and `boughtOnce` below for products that are
/// bought once. `inspect`, `status`, `validate` and the meaning of a notification for access all use them.
///
/// The holdings are a pure function of history and moment. They are as reliable as the history; see
/// ``PurchaseHistory/authenticity``.
public struct Holdings: Sendable {
  /// For each product that is bought once: what the customer keeps, and what Apple took back. The newest comes first.
  public let purchases: [Holding]
  private let status: SubscriptionStatus

  /// Judges a history.
  ///
  /// - Parameters:
  ///   - history: the purchases, and Apple's statements about them.
  ///   - moment: the moment of the question.
  package init(_ history: PurchaseHistory, at moment: Instant) { self.init(SubscriptionStatus(history, at: moment)) }

  init(_ status: SubscriptionStatus) {
    self.status = status
    purchases = Self.boughtOnce(status.otherPurchases, at: status.moment)
  }

  /// One holding for each subscription, in the order of ``SubscriptionStatus/subscriptions``.
  public var subscriptions: [Holding] { status.subscriptions.map(\.holding) }

  /// Whether the customer may use a product.
  ///
  /// One statement that gives access is enough. Without such a statement, an unknown answer counts more than an ended
  /// one.
  package func access(to product: String) -> Holding.Access {
    let found = status.subscriptions.compactMap { subscription -> Holding.Access? in
      let holding = subscription.holding
      guard !holding.isOf(product) else { return holding.access }
      guard subscription.isOf(product) else { return nil }
      // Another product of the subscription replaced it.
      return holding.access == .yes ? .no : holding.access
    }
    let answers = found + purchases.filter { $0.isOf(product) }.map(\.access)
    if answers.contains(.yes) { return .yes }
    // Without any answer, nothing is known.
    return answers.contains(.no) && !answers.contains(.unknown) ? .no : .unknown
  }

  /// Whether another subscription, which gives access, replaced this one.
  ///
  /// A customer who moves to a bundle keeps the product through the bundle's transaction, which names the subscription
  /// that it continues.
  static func isContinued(_ subscription: Subscription, by other: Subscription) -> Bool {
    guard other.holding.access == .yes, !isOfTwoCustomers(subscription.periods, other.periods) else { return false }
    let original = subscription.originalTransactionID
    if original != nil, other.periods.contains(where: { $0.purchase.previousOriginalTransactionID == original }) {
      return true
    }
    // The product was bought anew, in another subscription.
    return subscription.originalTransactionID != other.originalTransactionID
      && !Set(subscription.products).isDisjoint(with: other.holding.products)
  }

  /// Whether Apple signed two customers in the periods of two subscriptions. What one customer has replaces nothing of
  /// the other's.
  package static func isOfTwoCustomers(_ one: [Subscription.Period], _ other: [Subscription.Period]) -> Bool {
    func customer(_ periods: [Subscription.Period]) -> String? { periods.lazy.compactMap(\.purchase.customerID).last }
    guard let own = customer(one), let others = customer(other) else { return false }
    return !own.utf8.elementsEqual(others.utf8)
  }

  // -- Products that are bought once.

  private static func boughtOnce(_ purchases: [PurchaseRecord], at moment: Instant) -> [Holding] {
    Dictionary(grouping: purchases) { $0.productID }
      .map { product, purchases in (product, purchases.sorted(by: PurchaseRecord.isEarlier)) }
      .sorted { left, right in
        guard let first = left.1.last, let second = right.1.last else { return false }
        return PurchaseRecord.isEarlier(second, first)
      }
      .flatMap { holdings(of: $0, $1, at: moment) }
  }

  /// What the customer keeps of one product, and what Apple took back.
  ///
  /// - Parameter purchases: the purchases of the product, in chronological order.
  private static func holdings(
    of product: String?, _ purchases: [PurchaseRecord], at moment: Instant
  ) -> [Holding] {
    let products = [product].compactMap(\.self)
    func holding(_ state: Holding.State, _ purchase: PurchaseRecord, paid: PurchaseRecord? = nil) -> Holding {
      Holding(
        state, Holding.Origin(paid ?? purchase), of: products, by: .transaction(purchase.transactionID))
    }
    // The clock of this machine may be slow, so a purchase with a date slightly in the future counts.
    let pastPurchases = purchases.filter { $0.purchased.map { $0 <= moment.adding(clockSkew) } ?? true }
    // For each purchase the newest statement counts, so a copy under another transaction does not hide a refund.
    let begun = PurchaseChoice.onePerPurchase(pastPurchases).sorted(by: PurchaseRecord.isEarlier)
    guard let last = begun.last else {
      return purchases.first.map { purchase in
        [holding(purchase.purchased.map { .notBought(until: $0) } ?? .unknown, purchase)]
      } ?? []
    }
    // The purchases state different types of the product, so it is unknown which rule applies.
    guard Set(begun.compactMap(\.productType)).count < 2 else { return [holding(.unknown, last)] }
    let refunded = begun.filter { $0.isRefunded(by: moment) }
    let kept = begun.filter { !$0.isRefunded(by: moment) }
    let paid = kept.last { !$0.isFree }
    let bought = kept.last.map { holding(.bought(at: $0.purchased, times: distinct(kept)), $0, paid: paid) }
    let takenBack = refunded.last.map { holding(.init(takenBack: $0), $0) }
    if last.productType == .consumable {
      // Each consumable is delivered separately.
      return [last.isRefunded(by: moment) ? [takenBack, bought] : [bought, takenBack]].joined().compactMap(\.self)
    }
    // A refund of the latest purchase is not outweighed by an earlier purchase. A purchase without a date may be the
    // latest.
    let date = begun.compactMap(\.purchased).max()
    let isTakenBack = refunded.contains { $0.purchased == nil || $0.purchased == date }
    return [isTakenBack ? takenBack : bought ?? takenBack].compactMap(\.self)
  }

  /// The number of times that something was bought. One original transaction is one purchase, even if it was restored
  /// under other transactions.
  private static func distinct(_ purchases: [PurchaseRecord]) -> Int {
    guard purchases.first?.productType != .consumable else { return purchases.count }
    return Set(purchases.map { $0.originalTransactionID ?? $0.transactionID }).count
  }

  /// The clock of this machine may be this far behind Apple's clock. Certificates and HTTP clients commonly tolerate
  /// five minutes.
  static let clockSkew = DurationText(seconds: 300)
}
