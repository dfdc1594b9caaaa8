import ReceiptAnalysis

/// The values that all signed data of one app and customer has in common.
struct SignedApp: Sendable {
  var bundleIdentifier: String
  var version: String
  var originalVersion: String
  /// `Production`, `Sandbox` or `Xcode`.
  var environment: String
  /// Apple's number of the app. Signed data of the sandbox does not contain it.
  var appleID: Int64
  var versionIdentifier: Int64
  var appTransactionID: String
  var originalPurchase: Instant
  var storefront = Storefront.usa
  /// `deviceVerification` and its nonce, of data that was taken from a device.
  var device: (verification: String, nonce: String)?

  /// The app of the templates. The customer got it some time before first using it.
  ///
  /// - Throws: ``MintError/impossible(_:)`` for an environment without signed data.
  init(
    _ options: TemplateOptions, _ environment: MintEnvironment, _ identity: MintIdentity, firstUsed: Instant
  ) throws(MintError) {
    let names: [MintEnvironment: String] = [.production: "Production", .sandbox: "Sandbox", .xcode: "Xcode"]
    guard let name = names[environment] else {
      throw MintError.impossible("there is no signed data of \(environment.rawValue)")
    }
    bundleIdentifier = options.bundleIdentifier
    version = options.applicationVersion
    originalVersion = options.originalApplicationVersion ?? (environment == .sandbox ? "1.0" : "1")
    self.environment = name
    appleID = identity.storeID(.app)
    versionIdentifier = identity.storeID(.version) / 10
    // 18 digits that begin with 704. StoreKit testing writes 0.
    appTransactionID =
      environment == .xcode ? "0" : String(704_000_000_000_000_000 + identity.downloadID % 1_000_000_000_000_000)
    originalPurchase = firstUsed.adding(days: -400)
  }

  var isProduction: Bool { environment == "Production" }
  fileprivate var publicAppleID: JSONValue? { isProduction ? .whole(appleID) : nil }
}

extension SignedApp {
  /// The payload of an AppTransaction.
  func payload(signed: Instant) -> JSONValue {
    .payload([
      "receiptType": .string(environment), "appAppleId": publicAppleID, "bundleId": .string(bundleIdentifier),
      "applicationVersion": .string(version),
      "versionExternalIdentifier": isProduction ? .whole(versionIdentifier) : nil,
      "receiptCreationDate": .milliseconds(signed), "originalPurchaseDate": .milliseconds(originalPurchase),
      "originalApplicationVersion": .string(originalVersion),
      "deviceVerification": device.map { .string($0.verification) },
      "deviceVerificationNonce": device.map { .string($0.nonce) }, "appTransactionId": .string(appTransactionID),
      "originalPlatform": .string("iOS"),
    ])
  }

  /// A request of retention messaging. It names the app even in the sandbox.
  func realtimePayload(_ purchase: MintedPurchase, identifier: String, signed: Instant) -> JSONValue {
    .payload([
      "originalTransactionId": .string(purchase.originalTransactionID), "appAppleId": .whole(appleID),
      "productId": .string(purchase.product), "userLocale": .string("en-US"), "requestIdentifier": .string(identifier),
      "signedDate": .milliseconds(signed), "environment": .string(environment),
    ])
  }

  /// The member of a notification that says what it is about.
  private func content(_ name: String, _ values: KeyValuePairs<String, JSONValue?>) -> JSONValue.Member {
    .init(name, .payload(values))
  }

  /// `data` of a notification. Purchase and renewal are objects, which are signed when the notification is.
  ///
  /// - Parameter status: Apple's status of the subscription; of no meaning without a renewal.
  func data(
    _ purchase: MintedPurchase? = nil, _ renewal: SignedRenewal? = nil, status: Int = 1,
    consumptionReason: String? = nil, signed: Instant
  ) -> JSONValue.Member {
    var app = self
    // Data that a server gets was never on a device.
    app.device = nil
    return content(
      "data",
      [
        "environment": .string(environment), "appAppleId": publicAppleID, "bundleId": .string(bundleIdentifier),
        "bundleVersion": purchase == nil ? nil : .string(version),
        "signedTransactionInfo": purchase?.payload(app, signed: signed),
        "signedRenewalInfo": renewal?.payload(app, signed: signed), "status": renewal.map { _ in .whole(status) },
        "consumptionRequestReason": consumptionReason.map(JSONValue.string),
      ])
  }

  /// `summary` of a notification.
  func summary(product: String, identifier: String) -> JSONValue.Member {
    content(
      "summary",
      [
        "environment": .string(environment), "appAppleId": publicAppleID, "bundleId": .string(bundleIdentifier),
        "productId": .string(product), "requestIdentifier": .string(identifier),
        "storefrontCountryCodes": .array([.string("USA"), .string("CAN")]), "succeededCount": .whole(1_234),
        "failedCount": .whole(5),
      ])
  }

  /// `externalPurchaseToken` of a notification; its identifier shows the environment.
  func externalPurchaseToken(identifier: String, created: Instant, isCustomLink: Bool) -> JSONValue.Member {
    content(
      "externalPurchaseToken",
      [
        "externalPurchaseId": .string(isProduction ? identifier : "SANDBOX_" + identifier),
        "tokenCreationDate": .milliseconds(created), "appAppleId": .whole(appleID),
        "bundleId": .string(bundleIdentifier), "tokenType": isCustomLink ? .string("SERVICES") : nil,
        "tokenExpirationDate": isCustomLink ? .milliseconds(created.adding(days: 365)) : nil,
      ])
  }

  /// `unclaimInfo` of a notification.
  func unclaimInfo(identifiers: [String]) -> JSONValue.Member {
    content(
      "unclaimInfo",
      [
        "appAppleId": publicAppleID, "bundleId": .string(bundleIdentifier), "environment": .string(environment),
        "unclaimSeatIds": .array(identifiers.map(JSONValue.string)),
      ])
  }

  /// `appData` of a notification.
  func appData(signed: Instant) -> JSONValue.Member {
    var app = self
    app.device = nil
    return content(
      "appData",
      [
        "appAppleId": publicAppleID, "bundleId": .string(bundleIdentifier), "environment": .string(environment),
        "signedAppTransactionInfo": app.payload(signed: signed),
      ])
  }
}
