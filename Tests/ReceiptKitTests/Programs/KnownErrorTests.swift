import ReceiptKit
import TestSupport
import Testing

@testable import ReceiptDocuments
@testable import ReceiptReading

/// Errors outside of Apple's servers: the tables, and what a text names.
@Suite("Errors of StoreKit, libraries and plug-ins")
struct KnownErrorTests {
  /// SKError.h of Apple's SDK, in its order, which is that of the numbers.
  private static let storeKit = """
    unknown clientInvalid paymentCancelled paymentInvalid paymentNotAllowed storeProductNotAvailable \
    cloudServicePermissionDenied cloudServiceNetworkConnectionFailed cloudServiceRevoked \
    privacyAcknowledgementRequired unauthorizedRequestData invalidOfferIdentifier invalidSignature missingOfferParams \
    invalidOfferPrice overlayCancelled overlayInvalidConfiguration overlayTimeout ineligibleForOffer \
    unsupportedPlatform overlayPresentedInBackgroundScene paymentMethodBindingConfigurationRequired
    """
  /// Apple's pages of StoreKitError and Product.PurchaseError.
  private static let storeKit2 = """
    userCancelled networkError systemError notAvailableInStorefront notEntitled unknown unsupported \
    invalidPresentationContext invalidOfferIdentifier productUnavailable purchaseNotAllowed ineligibleForOffer \
    invalidOfferPrice invalidOfferSignature missingOfferParameters invalidQuantity
    """
  /// VerificationStatus of Apple's library for Node.js, whose numbers begin with 0 for OK.
  private static let node = """
    OK VERIFICATION_FAILURE RETRYABLE_VERIFICATION_FAILURE INVALID_APP_IDENTIFIER INVALID_ENVIRONMENT \
    INVALID_CHAIN_LENGTH INVALID_CERTIFICATE FAILURE
    """
  /// ErrorCode of cordova-plugin-purchase: the last digits, and the names.
  private static let cordova = """
    1 SETUP 2 LOAD 3 PURCHASE 4 LOAD_RECEIPTS 5 CLIENT_INVALID 6 PAYMENT_CANCELLED 7 PAYMENT_INVALID \
    8 PAYMENT_NOT_ALLOWED 10 UNKNOWN 11 REFRESH_RECEIPTS 12 INVALID_PRODUCT_ID 13 FINISH 14 COMMUNICATION \
    15 SUBSCRIPTIONS_NOT_AVAILABLE 16 MISSING_TOKEN 17 VERIFICATION_FAILED 18 BAD_RESPONSE 19 REFRESH \
    20 PAYMENT_EXPIRED 21 DOWNLOAD 22 SUBSCRIPTION_UPDATE_NOT_AVAILABLE 23 PRODUCT_NOT_AVAILABLE \
    24 CLOUD_SERVICE_PERMISSION_DENIED 25 CLOUD_SERVICE_NETWORK_CONNECTION_FAILED 26 CLOUD_SERVICE_REVOKED \
    27 PRIVACY_ACKNOWLEDGEMENT_REQUIRED 28 UNAUTHORIZED_REQUEST_DATA 29 INVALID_OFFER_IDENTIFIER \
    30 INVALID_OFFER_PRICE 31 INVALID_SIGNATURE 32 MISSING_OFFER_PARAMS \
    1001 INVALID_PAYLOAD 1002 CONNECTION_FAILED 1003 PURCHASE_EXPIRED
    """
  /// ErrorCode of RevenueCat's purchases-ios; 27 is not used any longer.
  private static let revenueCat = """
    unknownError purchaseCancelledError storeProblemError purchaseNotAllowedError purchaseInvalidError \
    productNotAvailableForPurchaseError productAlreadyPurchasedError receiptAlreadyInUseError invalidReceiptError \
    missingReceiptFileError networkError invalidCredentialsError unexpectedBackendResponseError \
    receiptInUseByOtherSubscriberError invalidAppUserIdError operationAlreadyInProgressForProductError \
    unknownBackendError invalidAppleSubscriptionKeyError ineligibleError insufficientPermissionsError \
    paymentPendingError invalidSubscriberAttributesError logOutAnonymousUserError configurationError unsupportedError \
    emptySubscriberAttributes productDiscountMissingIdentifierError - \
    productDiscountMissingSubscriptionGroupIdentifierError customerInfoError systemInfoError beginRefundRequestError \
    productRequestTimedOut apiEndpointBlockedError invalidPromotionalOfferError offlineConnectionError
    """

  @Test("numbers of connections that failed, and what macOS no longer does")
  func connections() {
    let lost = "Uncaught SKError: code = -1005, domain = NSURLErrorDomain, userInfo = {code: -1005}"
    #expect(Self.titles(lost).contains("NSURLErrorDomain -1005"), "\(Self.titles(lost))")
    #expect(!Self.titles("in_app_purchase: " + lost).contains("cantReadReceipt"))
    #expect(Self.titles("Error Domain=NSURLErrorDomain Code=-1018") == ["NSURLErrorDomain -1018"])
    #expect(Self.titles("It says: exit(173) Not Available") == ["exit(173) Not Available"])
    #expect(Self.titles("IAPError(code: storekit_no_response, source: app_store)") == ["storekit_no_response"])
  }

  private static func words(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }

  private static func titles(_ text: String) -> [String] { ErrorText.mentions(in: text.utf8).map(\.title) }

  @Test("have the numbers and the names of their sources")
  func tables() {
    func expect(_ names: [String], _ domain: KnownError.Domain, but: Set<String> = []) {
      for (number, name) in names.enumerated() where !but.contains(name) {
        #expect(KnownError.numbered(number, in: domain)?.name == name, "\(number)")
      }
      #expect(KnownError.all.filter { $0.domain == domain && $0.code != nil }.count == names.count - but.count)
    }
    expect(Self.words(Self.storeKit), .storeKit)
    for name in Self.words(Self.storeKit2) {
      #expect(KnownError.named(name.lowercased(), in: .storeKit) != nil, "\(name)")
    }
    // Apple's page of VerificationError lists them in another order; this is that of the declaration.
    expect(
      Self.words(
        "revokedCertificate invalidCertificateChain invalidDeviceVerification invalidEncoding invalidSignature "
          + "missingRequiredProperties"), .verification)
    expect(Self.words(Self.node), .library, but: ["OK"])
    for name in ["INVALID_CHAIN", "INVALID_JWT_FORMAT"] {
      #expect(KnownError.named(name.lowercased(), in: .library)?.name == name)
    }
    let plugin = Self.words(Self.cordova)
    for index in stride(from: 0, to: plugin.count, by: 2) {
      #expect(KnownError.numbered(6_777_000 + (Int(plugin[index]) ?? 0), in: .cordova)?.name == plugin[index + 1])
    }
    #expect(KnownError.all.filter { $0.domain == .cordova }.count == plugin.count / 2)
    expect(Self.words(Self.revenueCat), .revenueCat, but: ["-"])
  }

  @Test("each is explained by its question, and has its meaning in three languages")
  func questions() {
    for error in KnownError.all {
      let entries = Reference.answer(error.question).entries
      #expect(entries.contains { $0.key == error.key && $0.meaning.hasSuffix(error.meaning) }, "\(error.question)")
      // Names are no errors: the page calls them what they are.
      for language in [SummaryLanguage.german, .chinese] where error.domain != .identifier {
        #expect(Message(english: error.meaning).wholly(in: language) != nil, "\(language): \(error.meaning)")
      }
    }
    #expect(Set(KnownError.all.map(\.key)).count == KnownError.all.count)
  }

  @Test(
    "are found in texts, however programs print them",
    arguments: [
      // S15 to S17, S76, S03 of the cases, and the forms of Apple's systems, React Native and others.
      ("Error Domain=SKErrorDomain Code=2 \"(null)\"", ["SKError 2 (paymentCancelled)"]),
      (
        "- _nsError : Error Domain=SKErrorDomain Code=0 \"无法连接到 iTunes Store\"",
        ["SKError 0 (unknown)", "Cannot connect to iTunes Store"]
      ),
      ("未能完成操作。（SKErrorDomain错误2。）", ["SKError 2 (paymentCancelled)"]),
      ("Der Vorgang konnte nicht abgeschlossen werden. (SKErrorDomain-Fehler 4.)", ["SKError 4 (paymentNotAllowed)"]),
      ("The operation couldn’t be completed. (SKErrorDomain error 12.)", ["SKError 12 (invalidSignature)"]),
      ("{ code: 'ESKERRORDOMAIN2', domain: 'SKErrorDomain' }", ["SKError 2 (paymentCancelled)"]),
      ("{ code: 5, domain: 'SKErrorDomain' }", ["SKError 5 (storeProductNotAvailable)"]),
      (
        "{ code: 'ENSURLERRORDOMAIN-999', message: 'Cannot connect to iTunes Store', domain: 'NSURLErrorDomain' }",
        ["NSURLErrorDomain -999", "Cannot connect to iTunes Store"]
      ),
      ("purchase failed: SKError.paymentCancelled", ["SKError 2 (paymentCancelled)"]),
      ("SKError.Code.invalidOfferPrice", ["SKError 14 (invalidOfferPrice)"]),
      ("SKErrorPaymentNotAllowed", ["SKError 4 (paymentNotAllowed)"]),
      ("StoreKit.StoreKitError.notEntitled", ["notEntitled"]), ("(StoreKit.StoreKitError error 3.)", ["StoreKitError"]),
      ("Product.PurchaseError.productUnavailable", ["SKError 5 (storeProductNotAvailable)"]),
      ("Error Domain=SKErrorDomain Code=907", ["SKErrorDomain"]),
      (
        "(StoreKit.VerificationResult<StoreKit.Transaction>.VerificationError error 2.)",
        ["VerificationError.invalidDeviceVerification"]
      ),
      (
        """
        Error Domain=SKErrorDomain Code=0 UserInfo={NSUnderlyingError=0x28 {Error Domain=ASDServerErrorDomain \
        Code=3532 "You’re currently subscribed to this"}}
        """, ["SKError 0 (unknown)", "ASDServerErrorDomain 3532"]
      ),
      (
        "Error Domain=ASDErrorDomain Code=500 {Error Domain=AMSErrorDomain Code=100}",
        ["ASDErrorDomain 500", "AMSErrorDomain 100"]
      ),
      // Apple's libraries: Java, Python, Node.js, Swift.
      ("VerificationException: Verification failed with status INVALID_CHAIN", ["INVALID_CHAIN"]),
      // Plug-ins. The number of a line is no answer of a server.
      (
        "Unhandled Exception: PlatformException(storekit2_purchase_cancelled, This transaction has been cancelled by the "
          + "user., Product ID : a, null)\n#1 SK2Product.purchase (package:a/store_kit_2_wrappers/b.dart:401:5)",
        ["storekit2_purchase_cancelled"]
      ),
      (
        "PlatformException(storekit_duplicate_product_object, There is a pending transaction, {quantity: 1}, null)",
        ["storekit_duplicate_product_object"]
      ),
      (
        #"{"error": "failed to parse ios notification: square/go-jose: compact JWS format must have three parts"}"#,
        ["The token was expected to have 3 parts"]
      ),
      ("Error: AdaptyError.cantMakePayments\nCode: 1003", ["cantMakePayments"]),
      ("OnPurchaseFailed: gems, PurchaseFailureReason: ExistingPurchasePending", ["ExistingPurchasePending"]),
      ("Plugin.InAppBilling.InAppBillingPurchaseException: Restore Transactions Failed", ["RestoreFailed"]),
      ("Validator response: { ok: false, data: { code: 6778003 } }", ["6778003 (PURCHASE_EXPIRED)"]),
      ("error: Error Domain=SSServerErrorDomain Code=5002 \"unknown\"", ["SSServerErrorDomain 5002"]),
      (
        "JWTDecodeException: The token was expected to have 3 parts, but got 2.",
        ["The token was expected to have 3 parts"]
      ),
      ("[Store] transaction unverified: invalidSignature", ["VerificationError.invalidSignature"]),
      (
        "Error Domain=ASDErrorDomain Code=500 {Error Domain=AMSErrorDomain Code=301 UserInfo={AMSURL=https://"
          + "mzstorekit-sb.itunes.apple.com/inApps/v1/receipts/createAppReceipt, AMSStatusCode=401}}",
        ["ASDErrorDomain 500", "AMSErrorDomain 301"]
      ),
      // Versions 1 and 2 of the library for Node number it in two ways.
      (
        "VerificationException [Error] { status: 3, cause: undefined }",
        ["INVALID_APP_IDENTIFIER", "INVALID_ENVIRONMENT"]
      ),
      ("invalid(AppStoreServerLibrary.VerificationError.INVALID_JWT_FORMAT)", ["INVALID_JWT_FORMAT"]),
      (
        "APIException{httpStatusCode=404, apiError=TRANSACTION_ID_NOT_FOUND, "
          + "apiErrorMessage='Transaction id not found.'}",
        ["TRANSACTION_ID_NOT_FOUND"]
      ),
      ("APIException { httpStatusCode: 404, apiError: 4040010, errorMessage: 'x' }", ["4040010"]),
      ("APIException: httpStatusCode=401", ["HTTP 401"]),
      ("4040010", ["4040010"]), ("6777006", ["6777006 (PAYMENT_CANCELLED)"]),
      ("Receipt verification failed: status 21004", ["21004"]),
      ("verifyReceipt error: 21104", ["21104"]),
      ("{ code: 'E_USER_CANCELLED', message: 'Cancelled' }", ["E_USER_CANCELLED"]),
      ("PurchaseError code: 'already-owned'", ["E_ALREADY_OWNED"]),
      ("Error Domain=RevenueCat.ErrorCode Code=2 \"There was a problem\"", ["RevenueCat.storeProblemError"]),
      ("PlatformException(1, x, {readableErrorCode: PURCHASE_CANCELLED})", ["RevenueCat.purchaseCancelledError"]),
      ("StoreKitTest_Transaction_7d5df4466d669078a079d2c0d58f65d9_3", ["StoreKitTest_Transaction"]),
      ("unable to purchase", ["Unable to Purchase"]),
      (
        "IAPError(message: SKErrorDomain, details: {NSUnderlyingError: {domain: ASDErrorDomain, userInfo: {a: b, "
          + "NSUnderlyingError: {domain: AMSErrorDomain, userInfo: {c: d}, code: 6}}, code: 907}})",
        ["SKErrorDomain", "ASDErrorDomain 907", "AMSErrorDomain 6"]
      ),
      (
        "VerificationException [Error]\n    at verify (/app/jws_verification.js:90:19)\n    at process {\n  status: 4\n}",
        ["INVALID_ENVIRONMENT", "INVALID_CHAIN_LENGTH"]
      ),
      ("Verbindung zum iTunes Store nicht möglich", ["Cannot connect to iTunes Store"]),
      ("Impossibile completare l'operazione. (SKErrorDomain errore 3.)", ["SKError 3 (paymentInvalid)"]),
      ("Toimintoa ei voitu suorittaa. (Virhe 2 kohteessa SKErrorDomain.)", ["SKError 2 (paymentCancelled)"]),
      ("Triggered by: StoreKit.notEntitled", ["notEntitled"]),
      ("Error: read ECONNRESET\n  errno: -104, appleStatus: 1", ["ECONNRESET"]),
      ("Verification failed: Invalid JWS format. Expected 3, got 1", ["The token was expected to have 3 parts"]),
      ("OnInitializeFailed: unityInitFailReason: NoProductsAvailable", ["NoProductsAvailable"]),
      ("StoreKit.StoreKitError.notAvailableInStorefront", ["notAvailableInStorefront"]),
      ("WARNING: IAPSecurityException: GenericValidationException: Cannot validate", ["IAPSecurityException"]),
      ("(superwall_react_native.PurchaseResultError erreur 1.)", ["PurchaseResultError"]),
      (
        "[Purchases] - DEBUG: PaymentQueue didRevokeEntitlementsForProductIdentifiers: [\"a\"]",
        ["didRevokeEntitlementsForProductIdentifiers"]
      ),
      // A name beside its domain, and numbers of other domains.
      ("PlatformException(userCancelled, StoreKitError, Stacktrace: [\"0\"])", ["SKError 2 (paymentCancelled)"]),
      ("PlatformException(purchaseNotAllowed, PurchaseError, null)", ["SKError 4 (paymentNotAllowed)"]),
      ("ERROR: StoreKitError: invalidOfferSignature", ["SKError 12 (invalidSignature)"]),
      (
        "[Error: X] { code: 'E_UNKNOWN', domain: 'NSURLErrorDomain', userInfo: { a: null }, nativeErrorCode: -1018 }",
        ["E_UNKNOWN", "NSURLErrorDomain -1018"]
      ),
      (
        "Error Domain=com.mugunthkumar.mkstorekit Code=21009 \"The reciept does not exist.\"", ["MKStoreKit 21009"]
      ),
      ("Error Domain=com.mugunthkumar.mkstorekit Code=21004 \"The shared secret\"", ["21004"]),
      ("Error Domain=net.robotmedia.store Code=100", ["RMStore 100"]),
      (
        "initializationFailed(reason: TPInAppReceipt.IARError.ReceiptInitializationFailureReason."
          + "appStoreReceiptNotFound)", ["appStoreReceiptNotFound"]
      ),
      ("IARError.validationFailed(reason: .hashValidation)", ["hashValidation"]),
      ("ReceiptError.noReceiptData", ["appStoreReceiptNotFound"]),
      ("receiptInvalid(receipt: [:], status: SwiftyStoreKit.ReceiptStatus.testReceipt)", ["21007"]),
      ("Couldn't communicate with a helper application.", ["Couldn\u{2019}t communicate with a helper application."]),
    ])
  func texts(_ text: String, _ expected: [String]) {
    #expect(Self.titles(text) == expected)
  }

  @Test("are not found where no error is named")
  func nothing() {
    for text in [
      "", "hello", "SKErrorsome", "SKPaymentQueue", "please refund 21004 for me", "call 4040010 for me", "HTTP 401",
      "status 21500", "error 1234567", "I was unable to purchase the book", "the item not available", "E_ and E",
      "the code: 12, unknown", "FAILURE", "NETWORK_ERROR", "INVALID_CERTIFICATE", "code 2 of 3",
      #"{'status': 21006, 'purchase_date_ms': '1694392523000'}"#, "2000000123456789",
    ] { #expect(Self.titles(text) == [], "\(text)") }
    // A long text is searched at its beginning, and only so many errors are listed.
    let late = String(repeating: "a ", count: 40_000) + "SKErrorDomain Code=2"
    #expect(Self.titles(late) == [])
    let many = (0...21).map { "SKErrorDomain Code=\($0)" }.joined(separator: "\n")
    #expect(Self.titles(many).count == 8)
  }

  @Test("any octets are searched without harm")
  func octets() {
    for seed in 0..<64 {
      var numbers = SplitMix(seed: UInt64(seed))
      let noise = (0..<200).map { _ in UInt8.random(in: 0...255, using: &numbers) }
      let text = noise + Array("SKErrorDomain".utf8) + noise.prefix(seed) + Array("Code=99999999999999999999".utf8)
      #expect(ErrorText.mentions(in: text).count <= 8)
    }
  }
}

@Suite("Texts of errors, pasted")
struct PastedErrorTests {
  private static let cases: [(text: String, words: [String])] = [
    (
      "(lldb) po purchaseResult\n - _nsError : Error Domain=SKErrorDomain Code=0 \"无法连接到 iTunes Store\"",
      ["SKError 0 (unknown)", "unknown or unexpected", "nearly every failure"]
    ),
    (
      "{ code: 'ENSURLERRORDOMAIN-999',\n  userInfo:\n   { NSErrorFailingURLKey: null },\n  "
        + "message: 'Cannot connect to iTunes Store',\n  domain: 'NSURLErrorDomain' }",
      ["NSURLErrorDomain -999", "nearly every failure"]
    ),
    (
      "Receipt verification failed: receiptInvalid(receipt: [\"status\": 21004, \"environment\": Sandbox], status: "
        + "SwiftyStoreKit.ReceiptStatus.secretNotMatching)",
      ["21004", "shared secret", "leave password out"]
    ),
    (
      "APIException{httpStatusCode=404, apiError=TRANSACTION_ID_NOT_FOUND, "
        + "apiErrorMessage='Transaction id not found.'}",
      ["4040010", "transaction"]
    ),
    (#"{"code":"E_USER_CANCELLED","message":"Cancelled","productId":"pro"}"#, ["The customer cancelled the purchase"]),
    (#"{"errorCode":6777006,"errorMessage":"cancelled"}"#, ["6777006 (PAYMENT_CANCELLED)", "cancelled the purchase"]),
    (#"{"errorCode":0,"errorMessage":"Cannot connect to iTunes Store"}"#, ["nearly every failure"]),
    (#"{"errorCode":17,"errorMessage":"something"}"#, ["a program or a plug-in with the number 17", "seven digits"]),
    (#"{"error":{"domain":"SKErrorDomain","userInfo":{},"code":4}}"#, ["SKError 4 (paymentNotAllowed)"]),
    ("\"The operation couldn’t be completed. (SKErrorDomain error 2.)\"", ["SKError 2 (paymentCancelled)"]),
    ("ESKERRORDOMAIN2", ["The customer cancelled the purchase"]), ("4040010", ["transaction"]),
    ("Please look at transaction 2000000123456789: APIException 4040010", ["4040010"]),
  ]

  @Test("are named and explained, and nothing is granted")
  func named() throws {
    for (text, words) in Self.cases {
      let diagnosis = Diagnostician().diagnose(Array(text.utf8))
      let said = diagnosis.said.joined(separator: "\n") + "\n" + (diagnosis.error?.hint?.description ?? "")
      #expect(diagnosis.cause == .errorText, "\(text): \(said)")
      for part in words { #expect(said.contains(part), "\(part): \(said)") }
      #expect(!diagnosis.isReadable)
      for language in SummaryLanguage.allCases {
        let now = Instant(milliseconds: 1_795_737_600_000)
        let page = PageDocument(
          [PastedItem(Array(text.utf8))], Examination.Question(Expectations(), now: now, in: language), InputDecoder())
        #expect(page.tone == .bad)
        let advice = try #require(diagnosis.advice(in: language))
        #expect(!advice.contains("receipt-tool"), "\(advice)")
        if language != .english { #expect(!advice.contains("The customer"), "\(advice)") }
      }
    }
  }

  @Test("say what support has to know, in the language of the page")
  func languages() {
    let diagnosis = Diagnostician().diagnose(Array("Error Domain=SKErrorDomain Code=2".utf8))
    #expect(diagnosis.advice(in: .english)?.hasPrefix("SKError 2 (paymentCancelled): The customer cancelled") == true)
    #expect(diagnosis.advice(in: .german)?.hasPrefix("SKError 2 (paymentCancelled): Der Kunde hat den Kauf") == true)
    #expect(diagnosis.advice(in: .chinese)?.hasPrefix("SKError 2 (paymentCancelled)：顾客取消了购买。") == true)
    let answered = Diagnostician().diagnose(Array("verifyReceipt error 21002".utf8))
    #expect(answered.advice(in: .english)?.hasPrefix("Apple refused it with 21002: ") == true)
  }

  @Test("the hint of each is a question that explain answers")
  func hints() throws {
    for (text, _) in Self.cases {
      let hint = try #require(Diagnostician().diagnose(Array(text.utf8)).error?.hint).description
      guard let question = hint.firstMatch(of: /receipt-tool explain ("[^"]+"|\S+) says/)?.output.1 else { continue }
      #expect(!Reference.answer(String(question).replacing("\"", with: "")).entries.isEmpty, "\(hint)")
    }
  }

  @Test("a receipt, a purchase or an answer beside an error comes first")
  func others() throws {
    let receipt = String(decoding: try PackageFiles.read("TestReceipts/consumable.b64"), as: UTF8.self)
      .filter { !$0.isNewline }
    for text in [
      "SKErrorDomain Code=2 for \(receipt)", #"{"msg":"SKErrorDomain Code=2, receipt-data=\#(receipt)"}"#,
      #"{"error":"SKErrorDomain Code=2","receipt-data":"\#(receipt)"}"#,
    ] { #expect(Diagnostician().diagnose(Array(text.utf8)).canonical == receipt, "\(text.prefix(60))") }
    for (text, cause): (String, Cause) in [
      (#"{"errorCode":4040010,"errorMessage":"Transaction id not found."}"#, .apiError),
      (#"{"status":21004}"#, .responseWithoutReceipt),
      (
        #"{"transactionState":"purchasing","errorCode":0,"errorMessage":"","payment":{"productIdentifier":"pro"}}"#,
        .otherProgram
      ),
      ("{'status': 21006, 'purchase_date_ms': '1694392523000'}", .responseWithoutReceipt),
      ("StoreKitTest_Transaction_7d5df4466d669078a079d2c0d58f65d9_3", .otherFormat),
      ("appstore.application", .otherFormat), ("2000000123456789", .transactionIdentifier),
      ("1234567", .transactionIdentifier),
    ] { #expect(Diagnostician().diagnose(Array(text.utf8)).cause == cause, "\(text)") }
    let name = Diagnostician().diagnose(Array("StoreKitTest_Transaction_7d5df4466d669078_3".utf8))
    #expect(name.summary.description.contains("RevenueCat's name for a purchase in Xcode"))
  }
}
