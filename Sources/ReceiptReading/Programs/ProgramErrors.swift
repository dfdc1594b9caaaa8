/// Errors of plug-ins and services that have a number or a name of their own.
extension KnownError {
  // Sentences of several rows: what the error means, or what to do.
  private static let onAndroid = "An error of Google Play, which does not occur with the App Store."
  static let isUnprepared = "The app used the plug-in before the connection to the store was made."
  static let connectFirst = "Wait for the connection before the first call."
  private static let isProgramming = "The plug-in was called or set up in a wrong way."
  static let readMessage = "Look at the message of the error."
  static let isOver = "The purchase is over: the time that was paid for has passed."
  private static let isUnsupported = "The plug-in or the system cannot do that."
  private static let isUnfinished = "The transaction could not be finished."
  private static let finishLater = "Finish it at the next start: StoreKit reports it again until then."
  static let isUnavailable = "The device cannot make purchases in apps."
  static let noReceipt = "The receipt on the device could not be read or refreshed."
  static let refresh = "Ask the customer to restore the purchases."
  private static let isOthers = "Another App User ID of the app has this purchase. The Apple account may be the same."
  private static let moveIt =
    "Let the customer log in with that id, or let RevenueCat transfer the purchase, as your rules say."
  static let isService = "The service could not be reached, or answered in an unexpected way."

  /// react-native-iap, expo-iap, flutter_inapp_purchase and others of OpenIAP. Newer versions write `user-cancelled`
  /// for `E_USER_CANCELLED`.
  ///
  /// Source: their documentation of ErrorCode, read in November 2026.
  static let openIAP: [KnownError] = [
    iap("E_UNKNOWN", isUnknown, lookBelow),
    iap("E_USER_CANCELLED", also: ["E_USER_CANCELED"], isCancelled, nothingToDo),
    iap("E_USER_ERROR", "The customer or the account may not do that.", "Look at the account and settings."),
    iap("E_ITEM_UNAVAILABLE", isUnknownProduct, lookAtProduct),
    iap("E_PRODUCT_NOT_AVAILABLE", isUnknownProduct, lookAtProduct),
    iap("E_SKU_NOT_FOUND", isUnknownProduct, lookAtProduct), iap("E_QUERY_PRODUCT", isUnknownProduct, lookAtProduct),
    iap("E_EMPTY_SKU_LIST", isProgramming, "Give at least one product id."),
    iap("E_REMOTE_ERROR", isService, later), iap("E_NETWORK_ERROR", hasNoNetwork, later),
    iap("E_SERVICE_ERROR", isStoreProblem, lookBelow), iap("E_SERVICE_DISCONNECTED", isService, later),
    iap("E_RECEIPT_FAILED", isVerificationFailure, lookAtServer),
    iap("E_PURCHASE_VERIFICATION_FAILED", isVerificationFailure, lookAtServer),
    iap("E_TRANSACTION_VALIDATION_FAILED", isVerificationFailure, lookAtServer),
    iap("E_RECEIPT_FINISHED_FAILED", isUnfinished, finishLater),
    iap("E_PURCHASE_VERIFICATION_FINISH_FAILED", isUnfinished, finishLater),
    iap("E_NOT_ENDED", isUnfinished, finishLater),
    iap("E_NOT_PREPARED", isUnprepared, connectFirst), iap("E_INIT_CONNECTION", isUnprepared, connectFirst),
    iap("E_CONNECTION_CLOSED", isUnprepared, connectFirst),
    iap("E_ALREADY_PREPARED", "The connection to the store was made twice.", nothingToDo),
    iap("E_ALREADY_OWNED", also: ["E_PRODUCT_ALREADY_OWNED"], isOwned, restore),
    iap("E_ITEM_NOT_OWNED", "The customer does not have the product.", nothingToDo),
    iap("E_DEVELOPER_ERROR", isProgramming, readMessage),
    iap("E_DEFERRED_PAYMENT", isPending, waitForIt), iap("E_PENDING", isPending, waitForIt),
    iap(
      "E_INTERRUPTED", "Something interrupted the purchase, such as terms that the customer has to accept.", waitForIt),
    iap("E_IAP_NOT_AVAILABLE", isUnavailable, "Look at the restrictions of the device."),
    iap("E_BILLING_UNAVAILABLE", isUnavailable, "Look at the restrictions of the device."),
    iap("E_PURCHASE_ERROR", isStoreProblem, lookBelow), iap("E_SYNC_ERROR", noReceipt, refresh),
    iap("E_FEATURE_NOT_SUPPORTED", isUnsupported, readMessage),
    iap("E_SKU_OFFER_MISMATCH", "The offer is not one of this product.", "Compare the offer id with the product."),
    iap("E_BILLING_RESPONSE_JSON_PARSE_ERROR", onAndroid), iap("E_ACTIVITY_UNAVAILABLE", onAndroid),
  ]

  private static func iap(
    _ name: String, also others: [String] = [], _ meaning: String, _ action: String = ""
  ) -> KnownError {
    KnownError(.openIAP, nil, name, also: others, meaning, action)
  }

  /// cordova-plugin-purchase: numbers that begin with 6777, and with 6778 those of what verifies a purchase. The App
  /// Store Server API has numbers of seven digits, too.
  ///
  /// Source: error-codes.ts and constants.js of the plug-in.
  static let cordova: [KnownError] =
    [
      plugin(1, "SETUP", isUnprepared, connectFirst), plugin(2, "LOAD", isUnknownProduct, lookAtProduct),
      plugin(3, "PURCHASE", isStoreProblem, lookBelow), plugin(4, "LOAD_RECEIPTS", noReceipt, refresh),
      plugin(5, "CLIENT_INVALID", mayNotDoThat, "Look at the account and settings."),
      plugin(6, "PAYMENT_CANCELLED", isCancelled, nothingToDo),
      plugin(7, "PAYMENT_INVALID", isInvalid, "Look at the product id and the quantity."),
      plugin(8, "PAYMENT_NOT_ALLOWED", mayNotPay, whoRestricts), plugin(10, "UNKNOWN", isUnknown, lookBelow),
      plugin(11, "REFRESH_RECEIPTS", noReceipt, refresh),
      plugin(12, "INVALID_PRODUCT_ID", isUnknownProduct, lookAtProduct),
      plugin(13, "FINISH", isUnfinished, finishLater),
      plugin(14, "COMMUNICATION", isService, later),
      plugin(15, "SUBSCRIPTIONS_NOT_AVAILABLE", isUnsupported, readMessage),
      plugin(16, "MISSING_TOKEN", onAndroid), plugin(17, "VERIFICATION_FAILED", isVerificationFailure, lookAtServer),
      plugin(18, "BAD_RESPONSE", isService, later), plugin(19, "REFRESH", noReceipt, refresh),
      plugin(20, "PAYMENT_EXPIRED", isOver, "Offer the subscription again."),
      plugin(21, "DOWNLOAD", "Content that belongs to the product could not be downloaded.", later),
      plugin(22, "SUBSCRIPTION_UPDATE_NOT_AVAILABLE", isUnsupported, readMessage),
      plugin(23, "PRODUCT_NOT_AVAILABLE", isNotSold, lookAtAvailability),
      plugin(1_001, "INVALID_PAYLOAD", isVerificationFailure, lookAtServer),
      plugin(1_002, "CONNECTION_FAILED", isService, later),
      plugin(1_003, "PURCHASE_EXPIRED", isOver, "Offer the subscription again."),
    ]
    // The numbers from 24 on have the names of these numbers of SKError, in this order.
    + [6, 7, 8, 9, 10, 11, 14, 12, 13].enumerated().compactMap { index, number in
      storeKit.first { $0.code == number }.map { row in
        plugin(24 + index, capitals(row.name), row.meaning, row.action)
      }
    }

  private static func plugin(_ number: Int, _ name: String, _ meaning: String, _ action: String = "") -> KnownError {
    KnownError(.cordova, 6_777_000 + number, name, meaning, action)
  }

  /// `INVALID_OFFER_PRICE` for `invalidOfferPrice`.
  private static func capitals(_ name: String) -> String {
    name.map { $0.isUppercase ? "_\($0)" : $0.uppercased() }.joined()
  }

  /// RevenueCat's SDKs: the number and the name in Swift, then the name in other languages.
  ///
  /// Source: ErrorCode.swift of purchases-ios.
  static let revenueCat: [KnownError] = [
    cat(0, "unknownError", "UNKNOWN", isUnknown, lookBelow),
    cat(1, "purchaseCancelledError", "PURCHASE_CANCELLED", isCancelled, nothingToDo),
    cat(2, "storeProblemError", "STORE_PROBLEM", isStoreProblem, lookBelow),
    cat(3, "purchaseNotAllowedError", "PURCHASE_NOT_ALLOWED", mayNotPay, whoRestricts),
    cat(4, "purchaseInvalidError", "PURCHASE_INVALID", isInvalid, "Look at the product id and the offer."),
    cat(
      5, "productNotAvailableForPurchaseError", "PRODUCT_NOT_AVAILABLE_FOR_PURCHASE", isNotSold, lookAtAvailability),
    cat(6, "productAlreadyPurchasedError", "PRODUCT_ALREADY_PURCHASED", isOwned, restore),
    cat(7, "receiptAlreadyInUseError", "RECEIPT_ALREADY_IN_USE", isOthers, moveIt),
    cat(8, "invalidReceiptError", "INVALID_RECEIPT", isVerificationFailure, lookAtServer),
    cat(9, "missingReceiptFileError", "MISSING_RECEIPT_FILE", noReceipt, refresh),
    cat(10, "networkError", "NETWORK_ERROR", hasNoNetwork, later),
    cat(
      11, "invalidCredentialsError", "INVALID_CREDENTIALS", "The API key is not one of this app.",
      "Compare the key in the app with RevenueCat's settings."),
    cat(12, "unexpectedBackendResponseError", "UNEXPECTED_BACKEND_RESPONSE_ERROR", isService, later),
    cat(13, "receiptInUseByOtherSubscriberError", "RECEIPT_IN_USE_BY_OTHER_SUBSCRIBER", isOthers, moveIt),
    cat(
      14, "invalidAppUserIdError", "INVALID_APP_USER_ID", "The id of the customer is not one that RevenueCat takes.",
      "Look at the id that the app gives."),
    cat(
      15, "operationAlreadyInProgressForProductError", "OPERATION_ALREADY_IN_PROGRESS_FOR_PRODUCT_ERROR",
      "A purchase of this product is being made already.", "Wait for its end."),
    cat(16, "unknownBackendError", "UNKNOWN_BACKEND_ERROR", isService, later),
    cat(
      17, "invalidAppleSubscriptionKeyError", "INVALID_APPLE_SUBSCRIPTION_KEY",
      "RevenueCat has no valid In-App Purchase key, which it needs to sign offers.",
      "Upload the key of App Store Connect in RevenueCat's settings."),
    cat(18, "ineligibleError", "INELIGIBLE_ERROR", "The customer may not have this offer.", readMessage),
    cat(
      19, "insufficientPermissionsError", "INSUFFICIENT_PERMISSIONS_ERROR", "The app may not make purchases.",
      "Look at the capabilities of the app."),
    cat(20, "paymentPendingError", "PAYMENT_PENDING_ERROR", isPending, waitForIt),
    cat(
      21, "invalidSubscriberAttributesError", "INVALID_SUBSCRIBER_ATTRIBUTES",
      "RevenueCat did not take an attribute of the customer.", readMessage),
    cat(
      22, "logOutAnonymousUserError", "LOGOUT_CALLED_WITH_ANONYMOUS_USER",
      "The app signed out a customer who was not signed in.", nothingToDo),
    cat(23, "configurationError", "CONFIGURATION_ERROR", isUnknownProduct, lookAtProduct),
    cat(24, "unsupportedError", "UNSUPPORTED_ERROR", isUnsupported, readMessage),
    cat(
      25, "emptySubscriberAttributes", "EMPTY_SUBSCRIBER_ATTRIBUTES", "RevenueCat has no attributes of the customer.",
      nothingToDo),
    cat(
      26, "productDiscountMissingIdentifierError", "PRODUCT_DISCOUNT_MISSING_IDENTIFIER_ERROR",
      "The offer of the App Store has no id.", later),
    cat(
      28, "productDiscountMissingSubscriptionGroupIdentifierError",
      "PRODUCT_DISCOUNT_MISSING_SUBSCRIPTION_GROUP_IDENTIFIER_ERROR", "The product with the offer names no group.",
      later),
    cat(29, "customerInfoError", "CUSTOMER_INFO_ERROR", isService, later),
    cat(
      30, "systemInfoError", "SYSTEM_INFO_ERROR", "The SDK lacks something about the device.", readMessage),
    cat(
      31, "beginRefundRequestError", "BEGIN_REFUND_REQUEST_ERROR", "The sheet for a refund could not be shown.",
      readMessage),
    cat(32, "productRequestTimedOut", "PRODUCT_REQUEST_TIMED_OUT_ERROR", "The connection took too long.", later),
    cat(
      33, "apiEndpointBlockedError", "API_ENDPOINT_BLOCKED_ERROR", "Something on the way blocks RevenueCat's servers.",
      "Look at ad blockers and filters of names (DNS)."),
    cat(
      34, "invalidPromotionalOfferError", "INVALID_PROMOTIONAL_OFFER_ERROR", "The promotional offer is not valid.",
      "Look at the offer in App Store Connect, and at the key in RevenueCat's settings."),
    cat(35, "offlineConnectionError", "OFFLINE_CONNECTION_ERROR", hasNoNetwork, later),
  ]

  private static func cat(
    _ number: Int, _ name: String, _ other: String, _ meaning: String, _ action: String
  ) -> KnownError {
    KnownError(.revenueCat, number, name, also: [other], meaning, action)
  }

  /// Libraries for StoreKit 1 that make errors of their own.
  ///
  /// Sources: MKStoreKit, issue 217; RMStore.m; in_app_store.mm and the Error enumeration of Godot.
  static let clients: [KnownError] = [
    KnownError(.mkStoreKit, 21_009, "reciept does not exist", noReceipt, refresh),
    KnownError(.rmStore, 100, "unknownProductIdentifier", isUnknownProduct, lookAtProduct),
    KnownError(.rmStore, 200, "unableToCompleteVerification", isVerificationFailure, lookBelow),
    KnownError(.godot, 2, "ERR_UNAVAILABLE", mayNotPay, whoRestricts),
    KnownError(
      .godot, 31, "ERR_INVALID_PARAMETER",
      "The plug-in does not know the product, or was given none. Nothing was bought.",
      "Call request_product_info first, and give product_id."),
    KnownError(
      .rmStore, 300, "downloadCanceled", "Content that belongs to the product could not be downloaded.", later),
  ]
}
