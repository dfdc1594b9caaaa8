/// Whether a product is owned: bought by a moment, and not refunded. The rule depends on its kind (attribute 1707).
struct ProductOwnership {
  /// Which purchases count for a kind of product.
  private enum Rule {
    /// The latest purchase: a refund of it is not outweighed by an earlier purchase that was not refunded.
    case latestPurchase
    /// Any purchase: each is delivered separately.
    case anyPurchase
    /// The period that began last. It must also be running.
    case currentPeriod
  }

  let isOwned: Bool
  /// The product, the rule, and the finding; without a final full stop.
  let words: String

  /// - Parameter moment: later purchases and refunds do not count, within the tolerance for a slow clock.
  init(_ product: String, _ history: PurchaseHistory, at moment: Instant) {
    var checker = PurchaseChecker()
    let all = history.purchases.filter { $0.isOf(product) }.sorted(by: PurchaseRecord.isEarlier)
    let purchases = checker.withoutDuplicates(all).filter { $0.hasBegun(by: moment) }
    guard !purchases.isEmpty else {
      isOwned = false
      words = product + (all.isEmpty ? " is not in the receipt" : " was not bought by \(moment.rfc3339)")
      return
    }
    let types = Set(purchases.compactMap(\.productType))
    guard types.count < 2, let (rule, kind, remark) = Self.rule(types.first) else {
      isOwned = false
      words = "\(product): its purchases are of different types, so that no rule can be chosen"
      return
    }
    let (isGood, finding) =
      switch rule {
      case .anyPurchase: Self.any(of: purchases, at: moment)
      case .latestPurchase: Self.latest(of: purchases, at: moment)
      case .currentPeriod: Self.currentPeriod(of: product, SubscriptionStatus(history, at: moment))
      }
    isOwned = isGood
    words = "\(product): \(kind), \(finding)" + (isGood ? remark : "")
  }

  /// A free subscription (Newsstand, seen once) has periods like the others, and is judged like them.
  private static func rule(_ type: ProductType?) -> (Rule, kind: String, remark: String)? {
    switch type {
    case .nonConsumable?: (.latestPurchase, "non-consumable", "")
    case .consumable?: (.anyPurchase, "consumable", "")
    case .autoRenewableSubscription?, .freeSubscription?: (.currentPeriod, type?.name ?? "", "")
    case .nonRenewingSubscription?:
      (.latestPurchase, "non-renewing subscription", "; how long it lasts is not known here: the app decides")
    case nil: (.latestPurchase, "of an unknown type", "; whether it ends is not known here")
    }
  }

  private static func any(of purchases: [PurchaseRecord], at moment: Instant) -> (Bool, String) {
    let count = purchases.count { !$0.isRefunded(by: moment) }
    let all = purchases.count
    guard count > 0 else {
      let last = purchases.compactMap(\.cancelled).max().map { ", the last at \($0.rfc3339)" } ?? ""
      return (
        false, all == 1 ? "its purchase was refunded\(last)" : "all \(all.grouped) purchases were refunded\(last)"
      )
    }
    return (
      true, all == 1 ? "its purchase is not refunded" : "\(count.grouped) of \(all.grouped) purchases are not refunded"
    )
  }

  private static func latest(of purchases: [PurchaseRecord], at moment: Instant) -> (Bool, String) {
    // A purchase without a date may be the latest.
    let date = purchases.compactMap(\.purchased).max()
    let latest = purchases.filter { $0.purchased == nil || $0.purchased == date }
    let name = "its latest purchase" + (date.map { " (\($0.rfc3339))" } ?? "")
    if let refunded = latest.first(where: { $0.isRefunded(by: moment) }) {
      return (false, name + " was refunded" + (refunded.cancelled.map { " at \($0.rfc3339)" } ?? ""))
    }
    return (true, name + " is not refunded")
  }

  private static func currentPeriod(of product: String, _ status: SubscriptionStatus) -> (Bool, String) {
    let moment = status.moment
    let begun = status.subscriptions.flatMap(\.periods)
      .filter { $0.purchase.isOf(product) && $0.purchase.hasBegun(by: moment) }
    let start = begun.compactMap(\.start).max()
    let current = begun.filter { $0.start == nil || $0.start == start }
    if let refunded = current.first(where: { $0.upgrade == nil && $0.purchase.isRefunded(by: moment) }) {
      return (
        false, "its current period was refunded" + (refunded.purchase.cancelled.map { " at \($0.rfc3339)" } ?? "")
      )
    }
    // A period that is over does not count; of several that began at one moment the longest counts.
    guard
      let last = current.filter({ $0.end != nil && $0.start != nil }).max(by: {
        ($0.end ?? moment) < ($1.end ?? moment)
      }),
      let end = last.end
    else { return (false, "the dates of its current period cannot be read") }
    if end > moment { return (true, "its current period (until \(end.rfc3339)) is not refunded") }
    return (
      false, last.upgrade == nil ? "it expired at \(end.rfc3339)" : "another product took its place at \(end.rfc3339)"
    )
  }
}

extension PurchaseRecord {
  /// Whether it was made by a moment, within the tolerance for a slow clock; one without a date counts as made.
  fileprivate func hasBegun(by moment: Instant) -> Bool {
    purchased.map { $0 <= moment.adding(Tolerance.clockSkew) } ?? true
  }

  /// Whether Apple cancelled it by a moment; without a date it counts as cancelled from the beginning.
  package func isRefunded(by moment: Instant) -> Bool { cancelled.map { $0 <= moment } ?? tellsOfCancellation }
}
