import ReceiptAnalysis

/// Makes the payloads of templates.
struct SignedDataMaker {
  private let data: SignedDataTemplate
  /// Gives the periods and identifiers, which are those of the receipt of the same customer.
  private let receiptMaker: TemplateMaker
  private let notificationIdentifier: String
  /// The identifier of a request, a token or a seat.
  private let contentIdentifier: String
  let app: SignedApp

  private var options: TemplateOptions { data.options }
  private var now: Instant { options.creationDate }
  private var isXcode: Bool { receiptMaker.environment == .xcode }

  init(_ data: SignedDataTemplate, seed: String, number: Int) throws(MintError) {
    let environment = data.options.environment ?? data.template.environment
    let identity = try MintIdentity(seed: seed, number: number)
    let receiptMaker = TemplateMaker(
      template: data.template, options: data.options, identity: identity, environment: environment)
    var generator = try SeededGenerator(seed: seed, label: "signed data \(number)")
    notificationIdentifier = String.randomUUID(try generator.bytes(16))
    contentIdentifier = String.randomUUID(try generator.bytes(16))
    let nonce = String.randomUUID(try generator.bytes(16))
    var app = try SignedApp(
      data.options, environment, identity,
      firstUsed: receiptMaker.subscriptionPeriods.first?.start ?? data.options.creationDate)
    app.device = try data.device.map { device throws(MintError) in try Self.verification(device, nonce: nonce) }
    self.app = app
    self.data = data
    self.receiptMaker = receiptMaker
  }

  func payload() throws(MintError) -> JSONValue {
    switch data.kind {
    case .transaction: latestPurchase().payload(app, signed: now)
    case .renewal: renewal(of: latestPurchase()).payload(app, signed: now)
    case .appTransaction: app.payload(signed: now)
    case .realtime: app.realtimePayload(latestPurchase(), identifier: contentIdentifier, signed: now)
    case .notification: notification()
    }
  }

  private func latestPurchase() -> MintedPurchase {
    let periods = receiptMaker.subscriptionPeriods
    var purchase =
      if data.template == .subscription, let last = periods.last {
        subscriptionPurchase(last, place: periods.count - 1)
      } else {
        singlePurchase()
      }
    cancelIfAsked(&purchase)
    return purchase
  }

  private func product(_ suffix: String) -> String { options.product ?? options.bundleIdentifier + "." + suffix }

  /// A purchase of a product that does not expire.
  private func singlePurchase() -> MintedPurchase {
    let bought = now.adding(seconds: -3_600)
    let isConsumable = data.template == .consumable
    let identifier = transactionID(0)
    var purchase = MintedPurchase(
      type: isConsumable ? "Consumable" : "Non-Consumable", product: product(isConsumable ? "coins" : "pro"),
      transactionID: identifier, originalTransactionID: identifier, purchased: bought, originalPurchase: bought,
      quantity: isConsumable ? options.quantity ?? 1 : 1, price: isConsumable ? 990 : 9_990,
      ownership: data.template == .family ? "FAMILY_SHARED" : "PURCHASED")
    purchase.price *= purchase.quantity
    return purchase
  }

  /// - Parameter place: the index of the period in the subscription.
  private func subscriptionPurchase(_ period: TemplatePeriod, place: Int) -> MintedPurchase {
    let isRenewal = place > 0 && !options.hasGap
    let lineItem = receiptMaker.identity.webOrderLineItemID(
      place, of: receiptMaker.identifiersPerReceipt, isSandbox: receiptMaker.isSandbox)
    var purchase = MintedPurchase(
      product: product("monthly"), transactionID: transactionID(place), originalTransactionID: transactionID(0),
      webOrderLineItemID: isXcode ? "0" : String(lineItem), purchased: period.start,
      originalPurchase: receiptMaker.subscriptionPeriods[0].start.adding(seconds: 1), expires: period.end,
      price: Self.usualPrice, reason: isRenewal ? "RENEWAL" : "PURCHASE")
    if period.isTrial {
      purchase.price = 0
      purchase.offer = SignedOffer(type: 1, discount: "FREE_TRIAL", period: length(of: period))
    } else if period.isIntroductory {
      purchase.price = 1_990
      purchase.offer = SignedOffer(type: 1, discount: "PAY_AS_YOU_GO", period: length(of: period))
    }
    return purchase
  }

  private static let usualPrice: Int64 = 4_990

  private func cancelIfAsked(_ purchase: inout MintedPurchase) {
    guard options.isCancelled else { return }
    let middle = (purchase.purchased.milliseconds + now.milliseconds) / 2_000 * 1_000
    purchase.revocation = .init(
      date: Instant(milliseconds: middle), reason: 1, type: "REFUND_FULL", percentage: 100_000)
  }

  private func renewal(of purchase: MintedPurchase) -> SignedRenewal {
    SignedRenewal(
      originalTransactionID: purchase.originalTransactionID, product: purchase.product, nextProduct: purchase.product,
      renews: purchase.revocation == nil, isInBillingRetry: false, renewalDate: purchase.expires ?? now,
      price: Self.usualPrice, recentStart: receiptMaker.subscriptionPeriods.first?.start ?? purchase.purchased)
  }

  private func notification() -> JSONValue {
    guard let notification = data.notification else { return .null }
    return Self.notificationPayload(
      notification, identifier: notificationIdentifier, content(of: notification), signed: now)
  }

  private func content(of notification: NotificationTemplate) -> JSONValue.Member {
    let purchase = latestPurchase()
    switch notification.content {
    case .subscription(let change), .purchase(let change):
      var state = NotificationState(now: now, purchase: purchase, renewal: renewal(of: purchase))
      change(&state)
      return app.data(
        state.purchase, state.purchase.isSubscription ? state.renewal : nil, status: state.status,
        consumptionReason: state.consumptionReason, signed: now)
    case .app: return app.data(signed: now)
    case .summary: return app.summary(product: purchase.product, identifier: contentIdentifier)
    case .externalPurchaseToken:
      return app.externalPurchaseToken(
        identifier: contentIdentifier, created: now.adding(days: -1),
        isCustomLink: notification.subtype == "ACTIVE_TOKEN_REMINDER")
    case .unclaimInfo: return app.unclaimInfo(identifiers: [contentIdentifier])
    case .appData: return app.appData(signed: now)
    }
  }

  static func notificationPayload(
    _ notification: NotificationTemplate, identifier: String, _ content: JSONValue.Member, signed: Instant
  ) -> JSONValue {
    .payload([
      "notificationType": .string(notification.type), "subtype": notification.subtype.map(JSONValue.string),
      "notificationUUID": .string(identifier), content.name: content.value, "version": .string("2.0"),
      "signedDate": .milliseconds(signed),
    ])
  }

  /// StoreKit testing counts from 0.
  private func transactionID(_ place: Int) -> String { isXcode ? String(place) : receiptMaker.transactionID(place) }

  /// A period in ISO 8601, in whole days; `nil` for a length that has no such form.
  private func length(of period: TemplatePeriod) -> String? {
    if !period.isTrial, case .months(let months)? = options.period {
      return months % 12 == 0 ? "P\(months / 12)Y" : "P\(months)M"
    }
    let days = (period.end.milliseconds - period.start.milliseconds) / 86_400_000
    guard days > 0 else { return nil }
    if days == 30 { return "P1M" }
    return days % 7 == 0 ? "P\(days / 7)W" : "P\(days)D"
  }

  /// SHA-384 of the nonce and the device's identifier, both in lower case (Apple: AppTransaction.deviceVerification).
  private static func verification(
    _ device: DeviceGUID, nonce: String
  ) throws(MintError) -> (verification: String, nonce: String) {
    guard device.octets.count == 16 else {
      throw MintError.impossible("signed data is bound to identifierForVendor, a UUID")
    }
    let digest = DigestAlgorithm.sha384.digest(Array((nonce + String.uuid(device.octets)).utf8))
    guard !digest.isEmpty else { throw MintError.failed("EVP_Digest") }
    return (Base64.encode(digest), nonce)
  }
}
