extension KnownError {
  // Sentences of several rows: what the error means, or what to do.
  private static let isInProgress = "A purchase of this product is being made already."
  private static let finishIt = "Finish the transaction that is in the queue, and buy again."
  private static let nothingToRestore = "The Apple account has no purchases of this app that can be restored."
  private static let askForAccount = "Ask the customer with which Apple account the purchase was made."
  private static let isDeclined = "The payment was declined. Nothing was bought."
  private static let askForPayment = "Ask the customer to look at the payment method in the App Store."
  private static let couldNotRestore =
    "The purchases could not be restored. That does not say whether they were paid for."
  private static let couldNotVerify =
    "The app could not verify the receipt on the device. That does not say whether it was paid for."
  private static let askForNewest = "Ask for the newest transaction of the customer."
  private static let verifyOnServer = "Verify the receipt on a server."
  private static let isCallersMistake = "The program called its service in a wrong way."

  /// Errors of plug-ins by names that count only in texts about these plug-ins, because others use them, too.
  ///
  /// Sources: the public source text of each, read in November 2026: Flutter's in_app_purchase_storekit,
  /// AdaptyErrorCode of Adapty, PurchaseFailureReason of Unity IAP, PurchaseError of Plugin.InAppBilling, IARError of
  /// TPInAppReceipt, ReceiptError of SwiftyStoreKit.
  static let plugins: [KnownError] = [
    // Flutter's in_app_purchase_storekit
    KnownError(.plugin, nil, "storekit2_purchase_cancelled", isCancelled, nothingToDo),
    KnownError(.plugin, nil, "storekit2_purchase_pending", isPending, waitForIt),
    KnownError(.plugin, nil, "storekit2_products_error", isUnknownProduct, lookAtProduct),
    KnownError(.plugin, nil, "storekit2_failed_to_fetch_product", isUnknownProduct, lookAtProduct),
    KnownError(.plugin, nil, "storekit2_restore_failed", couldNotRestore, lookBelow),
    KnownError(.plugin, nil, "storekit_no_response", "StoreKit did not answer the plug-in.", later),
    KnownError(.plugin, nil, "storekit_duplicate_product_object", isInProgress, finishIt),
    KnownError(.plugin, nil, "storekit_invalid_payment_discount_object", isInvalid, "Look at the offer."),
    KnownError(
      .plugin, nil, "storekit_finish_transaction_exception",
      "The app finished a transaction that is still being made. Nothing is known to be bought.",
      "Finish a transaction only when it is purchased, restored or failed."),
    // Adapty
    KnownError(.plugin, 1000, "noProductIDsFound", isUnknownProduct, lookAtProduct),
    KnownError(.plugin, 1002, "productRequestFailed", isStoreProblem, later),
    KnownError(.plugin, 1003, "cantMakePayments", mayNotPay, whoRestricts),
    KnownError(.plugin, 1004, "noPurchasesToRestore", nothingToRestore, askForAccount),
    KnownError(.plugin, 1005, "cantReadReceipt", noReceipt, refresh),
    KnownError(.plugin, 1006, "productPurchaseFailed", isStoreProblem, lookBelow),
    KnownError(.plugin, 1010, "refreshReceiptFailed", noReceipt, refresh),
    KnownError(.plugin, 1011, "receiveRestoredTransactionsFailed", couldNotRestore, lookBelow),
    KnownError(.plugin, 2002, "notActivated", isUnprepared, connectFirst),
    KnownError(.plugin, 2003, "badRequest", isCallersMistake, readMessage),
    KnownError(.plugin, 2004, "serverError", isService, later),
    KnownError(.plugin, 2005, "networkFailed", hasNoNetwork, later),
    // Unity IAP
    KnownError(.plugin, nil, "UserCancelled", isCancelled, nothingToDo),
    KnownError(.plugin, nil, "PurchasingUnavailable", mayNotPay, whoRestricts),
    KnownError(.plugin, nil, "ExistingPurchasePending", isInProgress, finishIt),
    KnownError(.plugin, nil, "ProductUnavailable", isUnknownProduct, lookAtProduct),
    KnownError(.plugin, nil, "NoProductsAvailable", isUnknownProduct, lookAtProduct),
    KnownError(.plugin, nil, "SignatureInvalid", isVerificationFailure, lookAtServer),
    KnownError(.plugin, nil, "PaymentDeclined", isDeclined, askForPayment),
    KnownError(.plugin, nil, "DuplicateTransaction", isOwned, restore),
    KnownError(.plugin, nil, "OnPurchaseDeferred", isPending, waitForIt),
    KnownError(
      .plugin, nil, "IAPSecurityException",
      also: [
        "GenericValidationException", "InvalidSignatureException", "InvalidPKCS7Data", "InvalidBundleIdException",
        "MissingStoreSecretException",
      ],
      couldNotVerify, verifyOnServer),
    // Apple's library for Node
    KnownError(
      .plugin, nil, "extractTransactionIdFromAppReceipt",
      "Apple's library found no receipt of an app in what it was given, which may be signed data of StoreKit 2.",
      "Verify signed data with verifyAndDecodeTransaction."),
    // TPInAppReceipt and SwiftyStoreKit
    KnownError(.plugin, nil, "appStoreReceiptNotFound", also: ["noReceiptData"], noReceipt, refresh),
    KnownError(.plugin, nil, "noRemoteData", isService, later),
    KnownError(.plugin, nil, "purchaseExpired", isOver, askForNewest),
    KnownError(.plugin, nil, "pkcs7ParsingError", couldNotVerify, verifyOnServer),
    KnownError(.plugin, nil, "hashValidation", couldNotVerify, verifyOnServer),
    KnownError(.plugin, nil, "signatureValidation", couldNotVerify, verifyOnServer),
    KnownError(.plugin, nil, "bundleIdentifierVerification", couldNotVerify, verifyOnServer),
    // RevenueCat and Superwall, in what they log.
    KnownError(
      .plugin, nil, "didRevokeEntitlementsForProductIdentifiers",
      also: ["Entitlements revoked for product identifiers"],
      "StoreKit took these products back: they were refunded, or are no longer shared by the family.",
      "Ask Apple for the transactions of the customer."),
    KnownError(
      .plugin, nil, "Entitlement is no longer active", "The entitlement has expired, as far as the program knows.",
      askForNewest),
    KnownError(
      .plugin, nil, "PurchaseResultError",
      "The purchase did not succeed; the number does not say why. Nothing is known to be bought.", lookBelow),
    // Answers of the App Store to the system below StoreKit.
    KnownError(
      .plugin, nil, "inAppSuccess",
      "Apple's server answered that the purchase succeeded, whatever the other errors say.",
      "Look at the unfinished transactions of the customer before the product is sold again."),
    // StoreKit's states, as plug-ins print them.
    KnownError(
      .plugin, nil, "PaymentTransactionStateDeferred", also: ["SKPaymentTransactionStateDeferred", "PaymentPending"],
      isPending, waitForIt),
    KnownError(
      .plugin, nil, "PaymentTransactionStatePurchasing", also: ["SKPaymentTransactionStatePurchasing"],
      "The payment is being made. Nothing was bought yet.", "Wait for its end."),
    KnownError(
      .plugin, nil, "PaymentTransactionStateFailed", also: ["SKPaymentTransactionStateFailed"],
      "The payment failed or was cancelled. Nothing was bought.", "Look at the error of the transaction."),
    // Plugin.InAppBilling
    KnownError(.plugin, nil, "BillingUnavailable", isUnavailable, "Look at the restrictions of the device."),
    KnownError(
      .plugin, nil, "AppStoreUnavailable", also: ["ServiceUnavailable", "ServiceDisconnected", "ServiceTimeout"],
      isService, later),
    KnownError(
      .plugin, nil, "GeneralError",
      "The plug-in has no other word for what failed. The payment may have been made all the same.",
      "Ask the plug-in for the purchases of the customer before the product is sold again."),
    KnownError(.plugin, nil, "DeveloperError", isCallersMistake, readMessage),
    KnownError(.plugin, nil, "PaymentNotAllowed", mayNotPay, whoRestricts),
    KnownError(.plugin, nil, "PaymentInvalid", isInvalid, "Look at the product id and the quantity."),
    KnownError(.plugin, nil, "InvalidProduct", also: ["ItemUnavailable"], isUnknownProduct, lookAtProduct),
    KnownError(.plugin, nil, "RestoreFailed", also: ["Restore Transactions Failed"], couldNotRestore, lookBelow),
    KnownError(.plugin, nil, "AlreadyOwned", isOwned, restore),
    KnownError(.plugin, nil, "NotOwned", "The customer does not have the product.", nothingToDo),
  ]

  /// Words of a text that is about one of these plug-ins.
  static let pluginMarks: [StaticString] = [
    "storekit2_", "storekit_", "adapty", "purchasefailurereason", "unity", "inappbilling",
    "paymenttransactionstate", "iapsecurityexception", "didrevokeentitlements",
    "entitlements revoked", "entitlement is no longer", "superwall", "iarerror", "receipterror", "receiptnotfound",
    "noreceiptdata", "extracttransactionidfromappreceipt", "jingledoctype",
  ]
}
