extension PurchaseSummary {
  /// One product.
  package struct Line: Equatable, Sendable {
    /// The product.
    package private(set) var productID: String?
    /// What the customer may use of the product.
    package private(set) var holding: Holding
    /// What follows the running period of a subscription, or should have followed the last known one if renewal was
    /// turned off; unknown for other products.
    package private(set) var continuation: Subscription.Continuation
    /// The product of the next period, if it differs.
    package private(set) var nextProduct: String?
    /// The conclusion from the holding and the evidence.
    package internal(set) var tone: Tone
    /// All products of the subscription, including replaced ones.
    let products: [String]
    /// What the subscription that replaced the product gives, if this line is about the replaced product.
    package private(set) var replacement: Holding?
    /// The purchase date of a purchase that Apple took back, if the source states it.
    package let bought: Instant?
    /// For each product of the subscription that begins later, its holding.
    let upcoming: [Holding]
    /// Whether the line is about a subscription, and not about a product that is bought once.
    let isSubscription: Bool
    /// Whether the line is about a non-renewing subscription. No source says how long it lasts: the app decides.
    package let isNonRenewing: Bool

    /// Whether the line is about this product, compared byte by byte.
    func isOf(_ product: String) -> Bool { products.contains { $0.utf8.elementsEqual(product.utf8) } }

    /// The line for one product of the subscription, which another product may have replaced.
    func about(_ product: String) -> Line {
      // The customer may use it.
      guard !holding.grants(product) else { return self }
      // It begins later.
      if let upcoming = upcoming.first(where: { $0.isOf(product) }) {
        var line = self
        line.productID = product
        line.holding = upcoming
        line.continuation = .unknown
        line.nextProduct = nil
        line.tone = max(tone, .caution)
        return line
      }
      // The line is about it already.
      guard let current = productID, !holding.isOf(product), !current.utf8.elementsEqual(product.utf8) else {
        return self
      }
      // Another product of the subscription replaced it.
      var line = self
      line.productID = product
      line.holding = holding.replaced(by: current)
      line.replacement = holding
      line.continuation = .unknown
      line.nextProduct = nil
      line.tone = max(tone, .caution)
      return line
    }

    /// Whether a subscription is running and the source does not say whether it renews.
    package var isRenewalUnknown: Bool {
      if case .active = holding.state { continuation == .unknown } else { false }
    }
  }
}
