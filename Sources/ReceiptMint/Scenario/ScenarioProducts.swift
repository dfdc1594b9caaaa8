import ReceiptAnalysis

/// The products that a scenario sells: its own, or the products of an app in their place.
struct ScenarioProducts: Sendable {
  typealias Product = StoreKitConfiguration.Product

  /// The products and offers that a scenario needs. They are found by running the scenario with its own products.
  struct Needs: Sendable {
    /// The names of the scenario's products. The product that is bought first comes first.
    var names: [String] = []
    var kinds: [String: Product.Kind] = [:]
    var offers: [SignedOffer] = []
    var isShared = false

    mutating func add(_ name: String, _ kind: Product.Kind) {
      if kinds.updateValue(kind, forKey: name) == nil { names.append(name) }
    }
  }

  private let bundleIdentifier: String
  /// The products by the scenario's own names.
  private let products: [String: Product]

  /// Makes the scenario's own products.
  init(of bundleIdentifier: String) {
    self.bundleIdentifier = bundleIdentifier
    products = [:]
  }

  /// Assigns products of an app. The first product is one that meets all needs. If there is none, it is one for which
  /// the app has another product for each further product that the scenario sells.
  ///
  /// - Parameter identifier: the product that is bought first; `nil` for any.
  /// - Throws: ``MintError/impossible(_:)`` for a scenario that sells products that the app lacks.
  init(
    of bundleIdentifier: String, _ configuration: StoreKitConfiguration, for needs: Needs, first identifier: String?
  ) throws(MintError) {
    let kind = needs.names.first.flatMap { needs.kinds[$0] } ?? .subscription
    let candidates = configuration.products.filter {
      $0.kind == kind && (identifier == nil || $0.identifier == identifier)
    }
    guard !candidates.isEmpty else {
      throw .impossible(
        identifier.map { "the StoreKit configuration has no \(kind.words) \($0.displayed(limit: 100))" }
          ?? "the StoreKit configuration has no \(kind.words), which the scenario sells")
    }
    let fitting = candidates.compactMap { Self.assigned($0, configuration, needs) }
    guard let first = fitting.first else {
      throw .impossible(
        """
        the StoreKit configuration has no other subscription in the group of \
        \(candidates.map { $0.identifier.displayed(limit: 60) }.summarized()) for this scenario: a better one \
        (groupNumber), or one of another length
        """)
    }
    self.bundleIdentifier = bundleIdentifier
    products = fitting.first { needs.areMet(by: $0) } ?? first
  }

  /// Finds a product for each name; returns `nil` if a name has none.
  private static func assigned(
    _ first: Product, _ configuration: StoreKitConfiguration, _ needs: Needs
  ) -> [String: Product]? {
    let others = configuration.products.filter {
      $0.kind == first.kind && $0.group == first.group && $0.identifier != first.identifier
    }
    var products: [String: Product] = [:]
    for (place, name) in needs.names.enumerated() {
      let product: Product? =
        switch name {
        case _ where place == 0: first
        case "plus": others.filter { $0.level < first.level }.max { $0.level < $1.level }
        case "basic": others.filter { $0.level > first.level }.min { $0.level < $1.level }
        case "yearly":
          others.first { $0.level == first.level && $0.days != first.days } ?? others.first { $0.days != first.days }
        // Only the three above have to differ from the first product.
        default: others.first ?? first
        }
      guard let product else { return nil }
      products[name] = product
    }
    return products
  }

  func identifier(_ name: String) -> String { products[name]?.identifier ?? bundleIdentifier + "." + name }
  func group(_ name: String) -> String? { products[name]?.group }
  func days(_ name: String, _ own: Int64) -> Int64 { products[name]?.days ?? own }

  /// The price of a product. Any other price is in proportion to it, as in the scenario, and rounded to hundredths.
  ///
  /// - Parameters:
  ///   - own: the price in the scenario.
  ///   - usual: the usual price of the product in the scenario; `nil` if it is the same.
  func price(_ name: String, _ own: Int64, of usual: Int64? = nil) -> Int64 {
    guard let price = products[name]?.price else { return own }
    guard let usual, usual != own else { return price }
    // The app's price has at most twelve digits, and the scenario's price at most five.
    return price * own / usual / 10 * 10
  }

  /// The app's offer of the same type that replaces an offer of the scenario: one with the same identifier, otherwise
  /// one with the same kind of payment, otherwise any that is not free.
  ///
  /// - Returns: `nil` if the product has no such offer, so that the scenario's own offer applies.
  func offer(_ own: SignedOffer, of name: String) -> StoreKitConfiguration.Offer? {
    let all = products[name]?.offers.filter { $0.offer.type == own.type } ?? []
    return all.first { $0.offer.identifier == own.identifier && own.identifier != nil }
      ?? all.first { $0.offer.discount == own.discount } ?? all.first { $0.offer.discount != "FREE_TRIAL" }
  }

  /// The identifiers of the win-back offers of the app's product; `nil` if it has none.
  func winBackOffers(for name: String) -> [String]? {
    let all = products[name]?.offers.filter { $0.offer.type == 4 }.compactMap(\.offer.identifier) ?? []
    return all.isEmpty ? nil : all
  }
}

extension ScenarioProducts.Needs {
  fileprivate func areMet(by products: [String: StoreKitConfiguration.Product]) -> Bool {
    guard let product = names.first.flatMap({ products[$0] }) else { return false }
    return (!isShared || product.isShareable)
      && offers.allSatisfy { own in
        product.offers.contains { ($0.offer.type, $0.offer.discount) == (own.type, own.discount) }
      }
  }
}

extension StoreKitConfiguration.Product.Kind {
  fileprivate var words: String {
    switch self {
    case .consumable: "consumable"
    case .nonConsumable: "product that is bought once"
    case .nonRenewing: "subscription that does not renew"
    case .subscription: "auto-renewable subscription"
    }
  }
}
