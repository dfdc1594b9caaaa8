/// Errors of Apple's software: of StoreKit, of what verifies signed data, and of the system below.
extension KnownError {
  /// What to do about a mistake in an offer.
  private static let checkOffer =
    "receipt-tool offer check names the mistake, from what the app got from its server and what the purchase used."

  /// StoreKit: the errors with a number are those of SKError, the others are only in StoreKit 2.
  ///
  /// Sources: Apple's pages and SKError.h; the last number has a name and no text there.
  static let storeKit: [KnownError] = [
    KnownError(.storeKit, 0, "unknown", isUnknown, lookBelow),
    KnownError(.storeKit, 1, "clientInvalid", mayNotDoThat, "Look at the account and settings."),
    KnownError(.storeKit, 2, "paymentCancelled", also: ["userCancelled"], isCancelled, nothingToDo),
    KnownError(.storeKit, 3, "paymentInvalid", isInvalid, "Look at the product id and the quantity."),
    KnownError(.storeKit, 4, "paymentNotAllowed", also: ["purchaseNotAllowed"], mayNotPay, whoRestricts),
    KnownError(
      .storeKit, 5, "storeProductNotAvailable", also: ["productUnavailable"], isNotSold, lookAtAvailability),
    KnownError(
      .storeKit, 6, "cloudServicePermissionDenied",
      "The customer has not allowed access to the cloud service, which is that of Apple Music.",
      "It has nothing to do with purchases in the app."),
    KnownError(.storeKit, 7, "cloudServiceNetworkConnectionFailed", hasNoNetwork, later),
    KnownError(
      .storeKit, 8, "cloudServiceRevoked",
      "The customer took back the permission for the cloud service, which is that of Apple Music.",
      "It has nothing to do with purchases in the app."),
    KnownError(
      .storeKit, 9, "privacyAcknowledgementRequired",
      "The customer has not acknowledged Apple's privacy policy yet.",
      "Ask the customer to open Apple Music or the App Store, which shows it."),
    KnownError(
      .storeKit, 10, "unauthorizedRequestData",
      "The app uses a property of the payment, requestData, without the entitlement for it.", "Leave it out."),
    KnownError(
      .storeKit, 11, "invalidOfferIdentifier",
      "The App Store knows no such offer of this product, or it is not active.",
      "Compare the offer id with App Store Connect: it is that of the offer, not its name and not the product id."),
    KnownError(
      .storeKit, 12, "invalidSignature", also: ["invalidOfferSignature"], "The signature of the offer does not hold.",
      checkOffer),
    KnownError(
      .storeKit, 13, "missingOfferParams", also: ["missingOfferParameters"],
      "A value of the offer is missing or empty.",
      "Pass key id, nonce, signature and timestamp, all of them as the server signed them."),
    KnownError(
      .storeKit, 14, "invalidOfferPrice", "The price of the offer is not one that the App Store takes.",
      "Look whether the offer costs less than the product, in every storefront."),
    KnownError(.storeKit, 15, "overlayCancelled", "The overlay that recommends an app was cancelled.", nothingToDo),
    KnownError(
      .storeKit, 16, "overlayInvalidConfiguration", "The configuration of the overlay that recommends an app is wrong.",
      "Look at the app's identifier in it."),
    KnownError(
      .storeKit, 17, "overlayTimeout", "The overlay that recommends an app took too long to load.", later),
    KnownError(
      .storeKit, 18, "ineligibleForOffer", "The customer may not have this offer.",
      """
      Promotional offers are for customers who have or had a subscription of the app; introductory offers for those \
      who had none in the group, or, from iOS 26 on, for whom your server says so with a signed JWS.
      """),
    KnownError(
      .storeKit, 19, "unsupportedPlatform", "This platform has no overlays that recommend apps.",
      "Do not show one there."),
    KnownError(
      .storeKit, 20, "overlayPresentedInBackgroundScene",
      "The overlay that recommends an app was to be shown in a scene that is not in the foreground.",
      "Show it when the scene is active."),
    KnownError(
      .storeKit, 21, "paymentMethodBindingConfigurationRequired",
      "The customer has to add a payment method to the Apple Account before the purchase.",
      "Ask for it with PaymentMethodBinding, and buy again."),
    KnownError(
      .storeKit, nil, "invalidQuantity", "The quantity of the purchase is not valid.",
      "Look at the quantity that the app asks for."),
    KnownError(.storeKit, nil, "networkError", hasNoNetwork, later),
    KnownError(
      .storeKit, nil, "systemError", "The system reported an error, which is the underlying error.", lookBelow),
    KnownError(
      .storeKit, nil, "notAvailableInStorefront", "StoreKit does not do that in the customer's storefront.",
      "Look at the storefront before you offer it."),
    KnownError(
      .storeKit, nil, "notEntitled", "The app has no entitlement for this function of StoreKit.",
      "Ask Apple for the entitlement, and sign the app with it."),
    KnownError(
      .storeKit, nil, "unsupported", "StoreKit does not do that on this system.",
      "Look at the versions that Apple lists for the function."),
    KnownError(
      .storeKit, nil, "invalidPresentationContext", "StoreKit's view cannot be shown from where the app is.",
      "Show it from a view controller or a scene that is active."),
    KnownError(
      .storeKit, nil, "InvalidRequestError",
      "StoreKit refused a request of the app as invalid. Apple does not document this error.",
      "Look at what the app asked for: the product ids, the offer, the options. Try it on a device, too.",
      isVague: false),
    KnownError(
      .storeKit, nil, "SKErrorDomain",
      "An error of StoreKit. Its number says which; a number that is not listed here Apple does not document.",
      lookBelow),
    KnownError(
      .storeKit, nil, "StoreKitError", "An error of StoreKit 2 without its name.",
      "Write the error itself to the log, which names the case, and not its localizedDescription."),
  ]

  /// StoreKit 2, when it verifies signed data. Swift numbers the cases in this order, in which Apple declares them;
  /// Apple's engineers confirm 2 (developer forums, thread 695927).
  static let verification: [KnownError] = [
    KnownError(
      .verification, 0, "revokedCertificate", "A certificate of the chain was revoked, or that could not be asked.",
      "Grant nothing, and try again later: Apple says that it may pass."),
    KnownError(
      .verification, 1, "invalidCertificateChain",
      "A certificate of the chain has expired, or it does not lead to a root that the device trusts.",
      "Look at the clock of the device, and whether Xcode made the data."),
    KnownError(
      .verification, 2, "invalidDeviceVerification",
      "The data was not signed for this device, or the device could not name itself.",
      "Grant nothing, and check again once the device was unlocked: after a restart its identifier may be missing."),
    KnownError(
      .verification, 3, "invalidEncoding", "A part of the signed data is not encoded as it has to be.",
      "Look at what carried it: it has to arrive as it was sent."),
    KnownError(
      .verification, 4, "invalidSignature", "The signature does not belong to the header and the payload.",
      "Grant nothing."),
    KnownError(
      .verification, 5, "missingRequiredProperties",
      "The header or the payload lacks something that the verification needs.", "Grant nothing."),
  ]

  /// What to do about a chain that does not lead to a root.
  private static let giveRoots =
    "Give the library Apple's roots as Apple publishes them, in DER, and look at the clock of the server."

  /// Apple's server libraries: `VerificationStatus` in Java, Python and Node.js, whose numbers these are;
  /// `VerificationError` in Swift.
  static let library: [KnownError] = [
    KnownError(
      .library, 1, "VERIFICATION_FAILURE", "The signature or the certificate chain does not hold.",
      "Give the signed data itself to receipt-tool inspect, which names the step that fails."),
    KnownError(
      .library, 2, "RETRYABLE_VERIFICATION_FAILURE",
      """
      Whether a certificate was revoked could not be found out (OCSP). That is no judgement. In older versions of the \
      library for Node, 2 is INVALID_APP_IDENTIFIER: the data is of another app than the library was told.
      """,
      "Try again later, and answer a notification with an error, so that Apple sends it again."),
    KnownError(
      .library, 3, "INVALID_APP_IDENTIFIER",
      "The data is of another app than the library was told: bundle identifier, or in production appAppleId.",
      "Compare both with App Store Connect. appAppleId is a number and not a text."),
    KnownError(
      .library, 4, "INVALID_ENVIRONMENT", "The data is of another environment than the library was told.",
      "Make a verifier for production and one for the sandbox: App Review and TestFlight buy in the sandbox."),
    KnownError(
      .library, 5, "INVALID_CHAIN_LENGTH", "The header of the data does not have three certificates (x5c).",
      "Look whether the App Store signed it: Xcode's data has another chain."),
    KnownError(
      .library, 6, "INVALID_CERTIFICATE",
      "A certificate of the chain cannot be read, was not valid at the time, or was revoked.", giveRoots),
    KnownError(
      .library, 7, "FAILURE",
      "The payload has not the form that the library expects, or the answer about a revocation does not hold.",
      "Bring the library up to date: Apple adds members and values."),
    KnownError(
      .library, nil, "INVALID_CHAIN", "The certificate chain does not lead to a root that the library was given.",
      giveRoots),
    KnownError(
      .library, nil, "INVALID_JWT_FORMAT",
      "It is no signed data: it has not three parts, or its header or payload cannot be read.",
      "Pass signedPayload, signedTransactionInfo or jwsRepresentation as it came, and not the JSON around it."),
  ]

  /// What to do about an account that is not signed in.
  private static let notReached = "The App Store was not reached, or the customer is not signed in to it."
  private static let signIn = "Sign in to the App Store again; for tests, with a sandbox account."

  /// Errors of the system below StoreKit, which occur as underlying errors.
  ///
  /// Sources: purchases-ios, issues 392 and 1445, and its ReceiptRefreshPolicy; logs of others.
  static let internals: [KnownError] = [
    KnownError(
      .appStoreServer, 3532, "3532", "The customer is subscribed to this product already.",
      "Look at Transaction.currentEntitlements before you offer it, and restore the purchase."),
    KnownError(
      .appStoreServer, 3539, "3539", "The App Store had nothing to say about purchases in the app at that moment.",
      later),
    // Both come with "Cannot connect to iTunes Store", mostly where a receipt is refreshed.
    KnownError(.storeServices, 100, "100", notReached, signIn),
    KnownError(.storeServices, 110, "110", notReached, signIn),
    KnownError(
      .storeServicesServer, 5002, "5002",
      """
      The App Store refused the request without a reason. Most often the account of the device is not one of the \
      sandbox, or is not signed in.
      """, signIn),
    KnownError(
      .appStoreDaemon, 500, "500", "The App Store on the device failed; the underlying error says why.", lookBelow,
      isVague: true),
    KnownError(.appStoreDaemon, 509, "509", "The device is not signed in to the App Store.", signIn),
    KnownError(
      .appStoreDaemon, 603, "603", "The receipt was refreshed too often.",
      "Refresh it only when the customer asks for it."),
    KnownError(
      .appStoreDaemon, 825, "825",
      "The App Store answered without a transaction. Nothing was bought as far as is known.",
      later),
    KnownError(
      .mediaServices, 2, "2", "The App Store could not authenticate the account of the device.",
      "Sign in to the App Store again; for tests, with a sandbox account in Settings, Developer."),
    KnownError(.mediaServices, 6, "6", "The payment sheet was cancelled or could not be shown.", nothingToDo),
    KnownError(.mediaServices, 100, "100", "The App Store could not authenticate the customer's account.", signIn),
    KnownError(
      .mediaServices, 301, "301", "A server of Apple's answered with an error; AMSStatusCode is its HTTP status.", later
    ),
    KnownError(
      .mediaServices, 305, "305", "A server of Apple's reported an error; AMSServerErrorCode is its number.", later),
    KnownError(
      .mediaServices, 306, "306", "The device asked a server of Apple's several times, and gave up.", later
    ),
    KnownError(
      .appStoreDaemon, nil, "ASDErrorDomain",
      also: ["ASDServerErrorDomain", "AMSErrorDomain", "SSErrorDomain", "SSServerErrorDomain"],
      "An error of the system below StoreKit, which Apple does not document.", lookBelow),
  ]

  /// The errors of URLSession that lie below StoreKit's.
  static let network: [KnownError] = [
    KnownError(.network, -999, "cancelled", "The connection was cancelled before it was complete.", later),
    KnownError(.network, -1001, "timedOut", "The connection took too long.", later),
    KnownError(.network, -1003, "cannotFindHost", hasNoConnection, later),
    KnownError(.network, -1004, "cannotConnectToHost", hasNoConnection, later),
    KnownError(.network, -1005, "networkConnectionLost", hasNoConnection, later),
    KnownError(.network, -1009, "notConnectedToInternet", hasNoNetwork, later),
    KnownError(.network, -1018, "internationalRoamingOff", hasNoNetwork, later),
    KnownError(.network, -1020, "dataNotAllowed", hasNoNetwork, later),
    KnownError(.network, -1200, "secureConnectionFailed", hasNoConnection, later),
  ]

  /// Sentences of Apple's systems: their words say less than the number beside them.
  ///
  /// Sources: SwiftyStoreKit, issues 51, 249 and 589; react-native-in-app-utils, issue 117.
  static let sentences: [KnownError] = [
    KnownError(
      .sentence, nil, "ECONNRESET", also: ["ETIMEDOUT", "ECONNREFUSED", "ENOTFOUND"],
      "A server did not reach Apple, or lost the connection. That says nothing of the purchase.", later),
    KnownError(
      .sentence, nil, "Couldn\u{2019}t communicate with a helper application.",
      also: ["Couldn't communicate with a helper application."],
      "StoreKit did not reach the system process that speaks to the App Store (NSCocoaErrorDomain 4097).", later),
    KnownError(
      .sentence, nil, "Cannot connect to iTunes Store",
      // Sentences that are recognised, and never said: in Chinese (SwiftyStoreKit, issue 589), and in German.
      also: [
        "\u{65E0}\u{6CD5}\u{8FDE}\u{63A5}\u{5230} iTunes Store", "Verbindung zum iTunes Store",
        "Verbindung mit iTunes Store", "Verbindung mit dem iTunes Store",
      ],
      """
      StoreKit says this of nearly every failure, also when the customer cancelled. The number beside it says more.
      """,
      """
      Look at the number of the error. If it is 0 in the sandbox: sign in with a sandbox account, look whether the \
      agreement for paid apps is in effect, and try again later.
      """),
    KnownError(
      .sentence, nil, "No auth plugin to verify credentials",
      "The Simulator cannot sign in to the sandbox of the App Store.",
      "Test on a device with a sandbox account, or with a StoreKit configuration file in Xcode."),
    KnownError(
      .sentence, nil, "Unknown error from a native module",
      "React Native got an error without a name from the app's native code. That says nothing of the purchase.",
      "Look at the log of the device."),
    KnownError(.sentence, nil, "Payment sheet cancelled", isCancelled, nothingToDo, isVague: false),
    KnownError(
      .sentence, nil, "Invalid product id", also: ["Invalid product identifier"], isUnknownProduct, lookAtProduct,
      isVague: false),
    KnownError(
      .sentence, nil, "ENTITY_ERROR", also: ["ENTITY_UNPROCESSABLE", "STATE_ERROR", "Spaceship::UnexpectedResponse"],
      """
      The App Store Connect API refused a change to the app or its products. That says nothing of a customer's \
      purchase.
      """, "Read the title and the detail of the error: they say what was wrong.", isVague: false),
    KnownError(
      .sentence, nil, "Item Not Available",
      "The App Store does not sell it in the customer's storefront, or does not sell it any longer.",
      lookAtAvailability),
    KnownError(
      .sentence, nil, "Unable to Purchase",
      """
      The App Store shows this on its sheet when it refuses a purchase with an offer, most often for its signature. \
      The price of the offer is shown all the same.
      """, checkOffer),
    KnownError(
      .sentence, nil, "exit(173) Not Available",
      "An app ended with status 173 for macOS to fetch its receipt, and this version of macOS no longer does that.",
      "Take StoreKit 2 instead: AppTransaction.shared and Transaction.all."),
    // java-jwt, which Apple's library for Java uses, and go-jose.
    KnownError(
      .sentence, nil, "The token was expected to have 3 parts",
      also: [
        "compact JWS format must have three parts", "Invalid JWS format",
        "token contains an invalid number of segments",
      ],
      "The text that was to be verified is not the whole signed text, which has three parts joined by dots.",
      "Send VerificationResult.jwsRepresentation of StoreKit, and look where a part of it is lost."),
  ]

  /// The name that cordova-plugin-purchase has for the purchase of the app itself.
  package static let appItself = "appstore.application"

  /// Names of purchases that no server of Apple's knows.
  static let identifiers: [KnownError] = [
    KnownError(
      .identifier, nil, "StoreKitTest_Transaction",
      "RevenueCat's name for a purchase of StoreKit testing in Xcode. No server of Apple's knows it.",
      "Grant nothing for it. To test with Apple's sandbox, take the StoreKit configuration out of the scheme."),
    KnownError(
      .identifier, nil, appItself,
      "The name that cordova-plugin-purchase has for the purchase of the app itself, and no product.",
      "Take the receipt of the app: in the plug-in, transaction.appStoreReceipt."),
  ]
}
