/// The answer of ``Holdings`` about one product, in the words of a check.
struct ProductOwnership {
  let access: Holding.Access
  /// The finding, without the product and without a final full stop.
  let words: Message
  /// The end of the last period, if the subscription expired or lapsed. Its renewal may be late.
  private(set) var ended: Instant?
  /// Whether the question is about a subscription, but the product does not renew.
  private(set) var isBoughtOnce = false

  /// - Parameter moment: the moment of the question; later purchases and refunds do not count, except within the
  ///   tolerance for a slow clock.
  init(_ product: String, _ history: PurchaseHistory, at moment: Instant) {
    let status = SubscriptionStatus(history, at: moment)
    // If only renewal information names the product, nothing is known of it, unless Apple's status gives access to it.
    guard status.knows(product) || status.holdings.access(to: product) == .yes else {
      access = .unknown
      words = "it is not in the receipt"
      return
    }
    for later in [status, SubscriptionStatus(history, at: moment.adding(Holdings.clockSkew))] {
      guard later.holdings.access(to: product) == .yes else { continue }
      access = .yes
      words = Self.words(product, later)
      return
    }
    access = status.holdings.access(to: product)
    words = Self.words(product, status)
    switch status.subscription(with: product)?.state {
    case .expired(let end?, _)?, .lapsed(let end)?: ended = end
    default: break
    }
  }

  /// Answers whether the customer may use a subscription. The answer is no for a product that is not a subscription,
  /// even if the customer has it.
  ///
  /// - Parameter history: `nil` if the purchases cannot be read.
  init(ofSubscription product: String, _ history: PurchaseHistory?, at moment: Instant) {
    guard let history else {
      self.init(access: .unknown, words: "it is not in the receipt")
      return
    }
    if SubscriptionStatus(history, at: moment).isOtherPurchase(product) {
      self.init(access: .no, words: "it is not a subscription that renews")
      isBoughtOnce = true
      return
    }
    self.init(product, history, at: moment)
  }

  private init(access: Holding.Access, words: Message) {
    self.access = access
    self.words = words
  }

  fileprivate static func words(_ product: String, _ status: SubscriptionStatus) -> Message {
    let purchases = status.history.purchases.filter { $0.isOf(product) }
    guard !purchases.isEmpty else { return status.words(for: product) }
    let kinds = Set(purchases.map { $0.productType?.name ?? "of an unknown type" }).sorted()
    let kind = kinds.map(Message.init(english:)).joined { "\($0) and \($1)" }
    let words: Message = "\(kind), \(status.words(for: product))"
    guard status.isOtherPurchase(product), status.holdings.access(to: product) == .yes else { return words }
    return switch purchases.first?.productType {
    case .nonRenewingSubscription?: "\(words); how long it lasts is not known here: the app decides"
    case nil: "\(words); whether it ends is not known here"
    default: words
    }
  }
}

extension SubscriptionStatus {
  /// The kind and the state of a product that the source contains, and why they do not say whether it is active; a
  /// clause without a final full stop.
  package func kindAndState(of product: String) -> Message {
    let words = ProductOwnership.words(product, self)
    guard isOf(.consumable, product), holdings.access(to: product) == .yes else { return words }
    return "\(words); whether it was used up is not known here: the app knows"
  }
}
