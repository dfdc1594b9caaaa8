extension ReferenceEntry {
  /// The entries for environments of receipts and kinds of products.
  package static let environments: [ReferenceEntry] =
    ReceiptEnvironment.allCases.map(environment) + receiptTypes + ProductType.allCases.map(product)

  private static func environment(_ environment: ReceiptEnvironment) -> ReferenceEntry {
    func entry(_ meaning: String, _ action: String, _ source: String = FactSource.responseBody) -> ReferenceEntry {
      // A sandbox AppTransaction names its environment in receiptType.
      let isSandbox = environment == .sandbox
      return ReferenceEntry(
        .environment, environment.rawValue,
        aliases: ["environment=\(environment.rawValue)"] + (isSandbox ? ["receiptType=Sandbox"] : []), meaning,
        .developer, action, source: source)
    }
    return switch environment {
    case .production:
      entry(
        "The App Store: a purchase that was paid for, or a free download.",
        "Verify it at https://buy.itunes.apple.com/verifyReceipt.")
    case .sandbox:
      entry(
        """
        The sandbox: test accounts, TestFlight and App Review. Apple signed it, but no one paid. The renewal rate of \
        a test account sets how long periods, billing retry and grace last; at the slowest one, twelve renewals of a \
        year take about six days. TestFlight renews once a day, up to six times in a week.
        """,
        "Accept it from testers and App Review. Never let it unlock anything for a customer in production.")
    case .xcode:
      entry(
        """
        StoreKit testing in Xcode. A certificate of the developer's own machine signed it; Apple's servers know \
        nothing of it.
        """,
        "Test with it locally. To test with Apple's servers, use a sandbox account.", FactSource.observed)
    }
  }

  private static let receiptTypes: [ReferenceEntry] = [
    ("Production", "An app from the App Store.", FactSource.observed),
    ("ProductionSandbox", "An app of the sandbox: a development build, TestFlight, App Review.", FactSource.observed),
    ("ProductionVPP", "An app bought through the Volume Purchase Program.", FactSource.guide),
    ("ProductionVPPSandbox", "An app of the Volume Purchase Program in the sandbox.", FactSource.guide),
    ("Xcode", "An app run from Xcode with a StoreKit configuration file.", FactSource.observed),
  ].map { ReferenceEntry(.receiptType, $0, aliases: ["receipt_type=\($0)"], $1, source: $2) }

  private static func product(_ type: ProductType) -> ReferenceEntry {
    let meaning =
      switch type {
      case .nonConsumable: "A non-consumable: bought once and kept for ever. It stays in the receipt."
      case .consumable:
        "A consumable: bought and used up. It leaves the receipt once the app has finished its transaction."
      case .nonRenewingSubscription: "A non-renewing subscription. The app itself has to know when it ends."
      case .autoRenewableSubscription: "An auto-renewable subscription. expires_date says when the period ends."
      case .freeSubscription: "A free subscription (Newsstand). Seen once."
      }
    return ReferenceEntry(
      .productType, String(type.rawValue), aliases: [type.name, "type=\(type.name)", "product_type=\(type.rawValue)"],
      meaning,
      source: "observed on 1,348 purchases; Apple does not document attribute 1707")
  }

  /// The entries for numeric values of fields.
  package static let reasons: [ReferenceEntry] =
    cancellation + expiration
    + [
      value(
        "auto_renew_status", "0",
        "The customer switched renewal off. Access lasts until expires_date.", .noOne),
      value(
        "auto_renew_status", "1",
        "The subscription is going to renew at the end of the period.", .noOne),
      value(
        "is_in_billing_retry_period", "0", "Apple has stopped trying to collect the payment.", .customer,
        "The customer has to subscribe again."),
      value(
        "is_in_billing_retry_period", "1",
        """
        A payment failed and Apple keeps trying to collect it, up to 60 days, or 90 for a monthly payment of a \
        12-month commitment.
        """,
        .customer,
        "Ask the customer to bring the payment details of the Apple account up to date."),
      value(
        "price_consent_status", "0", "The customer has not agreed to the price increase yet.", .customer,
        "Without consent the subscription ends with the period."),
      value("price_consent_status", "1", "The customer agreed to the price increase.", .noOne),
      value(
        "price_increase_status", "0", "The customer has not agreed to the price increase yet.", .customer,
        "Without consent the subscription ends with the period."),
      value(
        "price_increase_status", "1",
        "The customer agreed to the price increase, or was only told of one that needs no consent.", .noOne),
      value("in_app_ownership_type", "PURCHASED", "The customer bought it.", .noOne),
      value(
        "in_app_ownership_type", "FAMILY_SHARED", "A member of the customer's family bought it and shares it.", .noOne),
    ]

  private static let cancellation: [ReferenceEntry] = [
    ("0", "Apple refunded it or took it back from Family Sharing for another reason, such as an accidental purchase."),
    (
      "1",
      "Apple refunded it or took it back from Family Sharing because of an issue with the app, actual or perceived."
    ),
  ].map { code(.cancellationReason, $0, $1, .developer, "Take back what the purchase unlocked.") }

  private static let expiration: [ReferenceEntry] = [
    code(.expirationIntent, "1", "The customer cancelled the subscription."),
    code(
      .expirationIntent, "2", "A billing error: the payment details were no longer valid.", .customer,
      "Ask the customer to bring the payment details of the Apple account up to date."),
    code(
      .expirationIntent, "3", "The customer did not agree to a higher price, or to the conversion of an offer."),
    code(
      .expirationIntent, "4", "The product was not available for purchase at the time of renewal.", .developer,
      "Look at it in App Store Connect."),
    code(.expirationIntent, "5", "Unknown error."),
  ]

  /// The entry for a number of a field that forms its own kind of entries, named like the field.
  private static func code(
    _ kind: ReferenceEntry.Kind, _ code: String, _ meaning: String, _ actor: ReferenceEntry.Actor = .noOne,
    _ action: String = ""
  ) -> ReferenceEntry {
    ReferenceEntry(
      kind, code, aliases: ["\(kind.rawValue)=\(code)"], meaning, actor, action, source: FactSource.responseBody)
  }

  private static func value(
    _ field: String, _ code: String, aliases: [String] = [], _ meaning: String, _ actor: ReferenceEntry.Actor,
    _ action: String = ""
  ) -> ReferenceEntry {
    ReferenceEntry(
      .fieldValue, "\(field)=\(code)", aliases: aliases + (code.first?.isNumber ?? false ? [] : [code]), meaning, actor,
      action,
      source: FactSource.responseBody)
  }
}
