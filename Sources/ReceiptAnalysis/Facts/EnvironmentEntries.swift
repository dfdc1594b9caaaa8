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
}
