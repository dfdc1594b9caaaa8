import ReceiptAnalysis

/// A file of a scenario.
package struct ScenarioFile: Sendable {
  /// `01-2026-01-03T095900Z-SUBSCRIBED-INITIAL_BUY.notification.jws`: files sort by event.
  package let name: String
  /// The content of the file, without a line feed at its end if it is a JWS or base64.
  package let text: String
}

extension Scenario {
  /// The files of a scenario whose last event is at the creation date of the options. Each event has a notification, a
  /// transaction, a receipt and, for a subscription, renewal info, all as they were at that time. All files are
  /// test-signed under `anchor.pem`.
  ///
  /// The files are the same for the same authority, options and seed. With the products of an app, periods have the
  /// lengths of these products (a month is 30 days, a year 365). An event then happens at the same fraction of its
  /// period as in the scenario.
  ///
  /// - Parameters:
  ///   - authority: signs all files.
  ///   - options: the app, its version, the environment and the date.
  ///   - seed: identifiers are derived from it.
  ///   - configuration: the products of the app; `nil`: fictitious products.
  ///   - product: the product that is bought first; `nil`: one that fits.
  /// - Throws: ``MintError/impossible(_:)`` for an environment other than production and sandbox, and for products that
  ///   the app lacks; ``MintError/openSSL(call:reason:)``.
  package func files(
    _ authority: TestAuthority, options: TemplateOptions, seed: String,
    products configuration: StoreKitConfiguration? = nil,
    first product: String? = nil
  ) throws(MintError) -> [ScenarioFile] {
    let products = try soldProducts(options.bundleIdentifier, configuration, first: product)
    var writer = try ScenarioWriter(self, authority, options, seed: seed, products, duration: duration(products))
    if let configuration { writer.app.storefront = configuration.storefront }
    var files: [ScenarioFile] = []
    var state = writer.start
    for (index, event) in events.enumerated() {
      apply(event, to: &state)
      files += try writer.files(event, number: index + 1, state)
    }
    let anchors = [try authority.root(), try authority.signedDataRoot()]
    return files + [ScenarioFile(name: "anchor.pem", text: anchors.map(\.pem).joined())]
  }

  /// Milliseconds from the first event to the last.
  package func length(
    products configuration: StoreKitConfiguration? = nil, first product: String? = nil
  ) throws(MintError) -> Int64 {
    // No date depends on the bundle identifier.
    duration(try soldProducts("", configuration, first: product))
  }

  private func duration(_ products: ScenarioProducts) -> Int64 { finalState(products).now.milliseconds }

  private func soldProducts(
    _ bundleIdentifier: String, _ configuration: StoreKitConfiguration?, first product: String?
  ) throws(MintError) -> ScenarioProducts {
    let own = ScenarioProducts(of: bundleIdentifier)
    guard let configuration else { return own }
    return try ScenarioProducts(of: bundleIdentifier, configuration, for: finalState(own).needs, first: product)
  }

  /// The state after the last event if the first event is at the moment 0.
  private func finalState(_ products: ScenarioProducts) -> ScenarioState {
    var state = ScenarioState(
      now: Instant(milliseconds: 0), products: products, transactionID: { String($0) },
      webOrderLineItemID: { String($0) })
    for event in events { apply(event, to: &state) }
    return state
  }

  private func apply(_ event: ScenarioEvent, to state: inout ScenarioState) {
    state.advance(to: event.day)
    event.change(&state)
  }
}

/// Derives the files of a scenario from its states.
private struct ScenarioWriter {
  private let scenario: Scenario
  private let authority: TestAuthority
  private let options: TemplateOptions
  private let environment: MintEnvironment
  private let identity: MintIdentity
  var app: SignedApp
  private let seed: String
  private let products: ScenarioProducts
  /// When the first event happens.
  private let begin: Instant
  /// More purchases than any scenario has.
  private static let maximumPurchases = 100

  /// - Parameter duration: milliseconds from the first event to the last.
  init(
    _ scenario: Scenario, _ authority: TestAuthority, _ options: TemplateOptions, seed: String,
    _ products: ScenarioProducts, duration: Int64
  ) throws(MintError) {
    environment = options.environment ?? .sandbox
    guard [.production, .sandbox].contains(environment) else {
      throw MintError.impossible("Apple sends no notifications of \(environment.rawValue)")
    }
    identity = try MintIdentity(seed: seed, number: 0)
    begin = Instant(milliseconds: options.creationDate.milliseconds - duration)
    app = try SignedApp(options, environment, identity, firstUsed: begin)
    self.products = products
    self.scenario = scenario
    self.authority = authority
    self.options = options
    self.seed = seed
  }

  private var isSandbox: Bool { environment.isSandbox }

  /// The state before the first event.
  var start: ScenarioState {
    let identity = identity
    let isSandbox = isSandbox
    let count = Self.maximumPurchases
    return ScenarioState(
      now: begin, products: products,
      transactionID: { identity.transactionID($0, of: count, isSandbox: isSandbox) },
      webOrderLineItemID: { String(identity.webOrderLineItemID($0, of: count, isSandbox: isSandbox)) })
  }

  func files(_ event: ScenarioEvent, number: Int, _ state: ScenarioState) throws(MintError) -> [ScenarioFile] {
    guard let notification = NotificationTemplate.named(event.notification), let subject = state.subject else {
      throw MintError.impossible("the scenario \(scenario.name) has an event that there is not: \(event.notification)")
    }
    let date = state.now.rfc3339
    let stem =
      padded(number, to: 2) + "-" + date.filter { $0 != ":" } + "-"
      + String(event.notification.map { $0 == "/" ? "-" : $0 })
    let minter = try JWSMinter(authority, signedAt: date)
    func file(_ kind: SignedPayloadKind, _ payload: JSONValue) throws(MintError) -> ScenarioFile {
      ScenarioFile(
        name: "\(stem).\(kind.rawValue).jws", text: try minter.mint(JWSDescription(kind: kind, payload: payload)))
    }
    let purchase = subject.purchase
    let renewal = subject.renewal
    var generator = try SeededGenerator(seed: seed, label: "scenario \(scenario.name) \(number)")
    let payload = SignedDataMaker.notificationPayload(
      notification, identifier: String.randomUUID(try generator.bytes(16)),
      app.data(
        purchase, renewal, status: subject.status, consumptionReason: state.consumptionReason, signed: state.now),
      signed: state.now)
    var files = [try file(.notification, payload), try receipt(stem, state)]
    if let renewal { files.append(try file(.renewal, renewal.payload(app, signed: state.now))) }
    return files + [try file(.transaction, purchase.payload(app, signed: state.now))]
  }

  /// The receipt that the device gets at this moment.
  private func receipt(_ stem: String, _ state: ScenarioState) throws(MintError) -> ScenarioFile {
    var options = options
    options.creationDate = state.now
    let maker = TemplateMaker(template: .empty, options: options, identity: identity, environment: environment)
    var receipt = maker.receipt()
    if !isSandbox { receipt.originalPurchaseDate = app.originalPurchase.rfc3339 }
    let purchases = state.purchases
    receipt.inApp = identity.shuffled(
      purchases.indices.map { index in
        // An upgrade ends a period when the next one begins.
        let replaced = purchases[index].isUpgraded ? purchases.dropFirst(index + 1).first?.purchased : nil
        return inApp(purchases[index], replaced: replaced)
      })
    let minter = try ReceiptMinter(
      authority, MintRecipe(), shape: .apple, creationDate: state.now.rfc3339, isSandbox: isSandbox)
    return ScenarioFile(name: "\(stem).receipt.b64", text: try minter.mint(.receipt(receipt)).base64)
  }

  /// No scenario has a non-renewing subscription.
  private static func productType(_ purchase: MintedPurchase) -> ProductType {
    if purchase.isSubscription { return .autoRenewableSubscription }
    return purchase.type == "Consumable" ? .consumable : .nonConsumable
  }

  /// - Parameter replaced: when another product took the place of the purchase; `nil` if none did.
  private func inApp(_ purchase: MintedPurchase, replaced: Instant?) -> InAppDescription {
    var inApp = InAppDescription.subscriptionSample(
      transactionID: purchase.transactionID, productID: purchase.product)
    inApp.quantity = purchase.units
    inApp.originalTransactionID = purchase.originalTransactionID
    inApp.purchaseDate = purchase.purchased.rfc3339
    inApp.originalPurchaseDate = purchase.originalPurchase.rfc3339
    inApp.productType = Self.productType(purchase).rawValue
    inApp.expiresDate = purchase.expires?.rfc3339 ?? ""
    inApp.itemID = isSandbox ? 0 : identity.storeID(.product)
    inApp.webOrderLineItemID = purchase.webOrderLineItemID.flatMap { Int64($0) } ?? 0
    inApp.isTrialPeriod = purchase.offer?.discount == "FREE_TRIAL"
    inApp.isInIntroOfferPeriod = purchase.offer.map { $0.type == 1 && $0.discount != "FREE_TRIAL" } ?? false
    // It is unknown how a receipt says that a purchase is shared.
    inApp.ownershipType = purchase.ownership == "PURCHASED" ? 0 : nil
    if let ended = purchase.revocation?.date ?? replaced {
      inApp.cancellationDate = ended.rfc3339
      inApp.cancellationReason = purchase.revocation.map { Int64($0.reason) } ?? 0
    }
    return inApp
  }
}
