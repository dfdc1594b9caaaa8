/// What SIGNED-DATA.md, sections 3 and 4, and FACTS-2026.md, section 1, say of signed data, copied by hand: the tables
/// of the library are compared with it. Members of bundles have the names of StoreKit's properties, written as members
/// are: their names were not seen.
enum SignedDataSpecification {
  /// Members with their types: `ms`, `id`, `str`, `int`, `milli` (a price in thousandths), `share`, `bool`, `uuid`,
  /// `period`, `enum`, `object`, `jws`; a list has `[]` behind it.
  static let members: [(table: String, members: String)] = [
    (
      "JWSTransactionDecodedPayload",
      """
      transactionId id, originalTransactionId id, previousOriginalTransactionId id, webOrderLineItemId id, appTransactionId id, \
      bundleId str, productId str, subscriptionGroupIdentifier str, type enum, purchaseDate ms, originalPurchaseDate ms, \
      expiresDate ms, signedDate ms, quantity int, price milli, currency str, storefront str, storefrontId str, environment enum, \
      inAppOwnershipType enum, transactionReason enum, isUpgraded bool, revocationDate ms, revocationReason enum, \
      revocationType enum, revocationPercentage share, offerType enum, offerIdentifier str, offerDiscountType enum, \
      offerPeriod period, appAccountToken uuid, billingPlanType enum, commitmentInfo object, advancedCommerceInfo object, \
      deviceVerification str, deviceVerificationNonce uuid, additionalTransactionReason enum, multiSeatInfo object, \
      bundleProductId str, bundleSubscriptionGroupIdentifier str, bundleTransactionId id, bundleOriginalTransactionId id
      """
    ),
    ("TransactionMultiSeatInfo", "priceTiers object[], invitationManagement enum, revokedSeatQuantity int"),
    ("PriceTier", "price milli, quantity int"),
    ("RenewalMultiSeatInfo", "renewalPriceTiers object[]"),
    (
      "TransactionCommitmentInfo",
      "billingPeriodNumber int, totalBillingPeriods int, commitmentPrice milli, commitmentExpiresDate ms"
    ),
    (
      "AdvancedCommerceTransactionInfo",
      """
      descriptors object, estimatedTax milli, items object[], period period, requestReferenceId str, taxCode str, \
      taxExclusivePrice milli, taxRate str
      """
    ),
    ("AdvancedCommerceDescriptors", "description str, displayName str"),
    (
      "AdvancedCommerceTransactionItem",
      "SKU str, description str, displayName str, offer object, price milli, refunds object[], revocationDate ms"
    ),
    ("AdvancedCommerceOffer", "periodCount int, price milli, period period, reason enum"),
    (
      "AdvancedCommerceRefund",
      "refundAmount milli, refundDate ms, refundReason enum, refundType enum, revokedSeatQuantity int"
    ),
    (
      "JWSRenewalInfoDecodedPayload",
      """
      originalTransactionId id, productId str, autoRenewProductId str, autoRenewStatus enum, expirationIntent enum, \
      isInBillingRetryPeriod bool, gracePeriodExpiresDate ms, priceIncreaseStatus enum, renewalDate ms, renewalPrice milli, \
      currency str, recentSubscriptionStartDate ms, offerType enum, offerIdentifier str, offerDiscountType enum, \
      offerPeriod period, eligibleWinBackOfferIds str[], environment enum, signedDate ms, appAccountToken uuid, \
      appTransactionId id, renewalBillingPlanType enum, commitmentInfo object, advancedCommerceInfo object, \
      deviceVerification str, deviceVerificationNonce uuid, renewalQuantity int, multiSeatInfo object, \
      bundleProductId str, bundleSubscriptionGroupIdentifier str, bundleOriginalTransactionId id, willUnbundle bool
      """
    ),
    (
      "RenewalCommitmentInfo",
      """
      commitmentAutoRenewProductId str, commitmentAutoRenewStatus enum, commitmentRenewalBillingPlanType enum, \
      commitmentRenewalDate ms, commitmentRenewalPrice milli
      """
    ),
    (
      "AdvancedCommerceRenewalInfo",
      "consistencyToken str, descriptors object, items object[], period period, requestReferenceId str, taxCode str"
    ),
    (
      "AdvancedCommerceRenewalItem",
      "SKU str, description str, displayName str, offer object, price milli, priceIncreaseInfo object"
    ),
    ("AdvancedCommercePriceIncreaseInfo", "dependentSKUs str[], price milli, status enum"),
    (
      "responseBodyV2DecodedPayload",
      """
      notificationType str, subtype str, notificationUUID uuid, version str, signedDate ms, data object, summary object, \
      externalPurchaseToken object, appData object, unclaimInfo object
      """
    ),
    (
      "data",
      """
      environment enum, appAppleId int, bundleId str, bundleVersion str, signedTransactionInfo jws, signedRenewalInfo jws, \
      status enum, consumptionRequestReason enum
      """
    ),
    (
      "summary",
      """
      environment enum, appAppleId int, bundleId str, productId str, requestIdentifier uuid, storefrontCountryCodes str[], \
      succeededCount int, failedCount int
      """
    ),
    (
      "externalPurchaseToken",
      """
      externalPurchaseId str, tokenCreationDate ms, appAppleId int, bundleId str, tokenType enum, tokenExpirationDate ms
      """
    ),
    ("unclaimInfo", "appAppleId int, bundleId str, environment enum, unclaimSeatIds uuid[]"),
    ("appData", "appAppleId int, bundleId str, environment enum, signedAppTransactionInfo jws"),
    (
      "JWSAppTransactionDecodedPayload",
      """
      receiptType enum, appAppleId int, versionExternalIdentifier int, bundleId str, applicationVersion str, \
      originalApplicationVersion str, originalPurchaseDate ms, preorderDate ms, receiptCreationDate ms, requestDate ms, \
      deviceVerification str, deviceVerificationNonce uuid, appTransactionId id, originalPlatform enum, storeType enum
      """
    ),
    (
      "DecodedRealtimeRequestBody",
      """
      originalTransactionId id, appAppleId int, productId str, userLocale str, requestIdentifier uuid, signedDate ms, \
      environment enum
      """
    ),
    ("responseBodyV2", "signedPayload jws"),
  ]

  /// Since which version of the App Store Server API.
  static let since: [(version: String, members: String)] = [
    ("1.5", "recentSubscriptionStartDate"), ("1.8", "storefront storefrontId transactionReason renewalDate"),
    ("1.12", "renewalPrice"), ("1.13", "eligibleWinBackOfferIds"), ("1.14", "advancedCommerceInfo"),
    ("1.15", "appTransactionId offerPeriod"), ("1.19", "revocationType revocationPercentage"),
    ("1.21", "billingPlanType commitmentInfo renewalBillingPlanType"), ("1.22", "storeType"),
    (
      "1.23",
      "multiSeatInfo additionalTransactionReason renewalQuantity priceTiers renewalPriceTiers invitationManagement"
    ),
    ("1.23", "revokedSeatQuantity"),
  ]

  /// The values of enumerations, by member.
  static let values: [(member: String, values: String)] = [
    ("type", "Auto-Renewable Subscription|Non-Consumable|Consumable|Non-Renewing Subscription"),
    ("environment", "Production|Sandbox|Xcode|LocalTesting"), ("receiptType", "Production|Sandbox|Xcode|LocalTesting"),
    ("inAppOwnershipType", "PURCHASED|FAMILY_SHARED|ASSIGNED"), ("transactionReason", "PURCHASE|RENEWAL"),
    ("revocationReason", "0|1"), ("revocationType", "REFUND_FULL|REFUND_PRORATED|FAMILY_REVOKE|ASSIGNMENT_REVOKE"),
    ("additionalTransactionReason", "SEAT_ADDITION"), ("invitationManagement", "APPLE|DEVELOPER"),
    ("storeType", "CONSUMER"),
    ("offerType", "1|2|3|4|5"), ("offerDiscountType", "FREE_TRIAL|PAY_AS_YOU_GO|PAY_UP_FRONT|ONE_TIME"),
    ("billingPlanType", "BILLED_UPFRONT|MONTHLY"), ("renewalBillingPlanType", "BILLED_UPFRONT|MONTHLY"),
    ("commitmentRenewalBillingPlanType", "BILLED_UPFRONT|MONTHLY"), ("commitmentAutoRenewStatus", "0|1"),
    ("autoRenewStatus", "0|1"), ("expirationIntent", "1|2|3|4|5"), ("priceIncreaseStatus", "0|1"),
    (
      "consumptionRequestReason",
      "UNINTENDED_PURCHASE|FULFILLMENT_ISSUE|UNSATISFIED_WITH_PURCHASE|LEGAL|OTHER"
    ),
    ("tokenType", "ACQUISITION|SERVICES|IN_APP|LINK_OUT"), ("originalPlatform", "iOS|macOS|tvOS|visionOS"),
    ("reason", "ACQUISITION|WIN_BACK|RETENTION"),
    (
      "refundReason",
      "UNINTENDED_PURCHASE|FULFILLMENT_ISSUE|UNSATISFIED_WITH_PURCHASE|LEGAL|OTHER|MODIFY_ITEMS_REFUND|SIMULATE_REFUND_DECLINE"
    ),
    ("refundType", "FULL|PRORATED|CUSTOM"),
    ("status", "1|2|3|4|5|SCHEDULED|PENDING|ACCEPTED"),
  ]

  /// Every type of a notification with its subtypes; `-` is none. The payload is `data` where nothing is said.
  static let notifications: [(type: String, subtypes: String, content: String)] = [
    ("SUBSCRIBED", "INITIAL_BUY RESUBSCRIBE", "data"), ("DID_RENEW", "- BILLING_RECOVERY", "data"),
    ("DID_CHANGE_RENEWAL_PREF", "- UPGRADE DOWNGRADE INCREASE_QUANTITY DECREASE_QUANTITY", "data"),
    ("DID_CHANGE_RENEWAL_STATUS", "- AUTO_RENEW_ENABLED AUTO_RENEW_DISABLED", "data"),
    ("OFFER_REDEEMED", "- UPGRADE DOWNGRADE", "data"), ("DID_FAIL_TO_RENEW", "- GRACE_PERIOD", "data"),
    ("GRACE_PERIOD_EXPIRED", "-", "data"),
    ("EXPIRED", "- VOLUNTARY BILLING_RETRY PRICE_INCREASE PRODUCT_NOT_FOR_SALE", "data"),
    ("PRICE_INCREASE", "PENDING ACCEPTED", "data"), ("REFUND", "- SEATS", "data"),
    ("UNCLAIM_SEATS", "-", "unclaimInfo"), ("REFUND_DECLINED", "-", "data"),
    ("REFUND_REVERSED", "-", "data"), ("CONSUMPTION_REQUEST", "-", "data"), ("REVOKE", "-", "data"),
    ("RENEWAL_EXTENDED", "-", "data"), ("RENEWAL_EXTENSION", "SUMMARY", "summary"),
    ("RENEWAL_EXTENSION", "FAILURE", "data"), ("ONE_TIME_CHARGE", "-", "data"),
    ("EXTERNAL_PURCHASE_TOKEN", "UNREPORTED CREATED ACTIVE_TOKEN_REMINDER", "externalPurchaseToken"),
    ("RESCIND_CONSENT", "-", "appData"), ("METADATA_UPDATE", "-", "data"), ("MIGRATION", "-", "data"),
    ("PRICE_CHANGE", "-", "data"), ("TEST", "-", "data"),
  ]

  /// The rows of the table one by one.
  static let rows: [(type: String, subtype: String?, content: String)] = notifications.flatMap { row in
    row.subtypes.split(separator: " ").map { (row.type, $0 == "-" ? nil : String($0), row.content) }
  }

  /// What becomes of access, where SIGNED-DATA.md or Apple's page of the type says so.
  static let access: [(name: String, access: String)] = [
    ("SUBSCRIBED/INITIAL_BUY", "grant"), ("DID_RENEW", "grant"), ("DID_RENEW/BILLING_RECOVERY", "grant"),
    ("DID_CHANGE_RENEWAL_PREF/UPGRADE", "grant"), ("DID_CHANGE_RENEWAL_PREF/DOWNGRADE", "keep"),
    ("DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED", "keep"), ("DID_FAIL_TO_RENEW/GRACE_PERIOD", "keep"),
    ("DID_FAIL_TO_RENEW", "end"), ("GRACE_PERIOD_EXPIRED", "end"), ("EXPIRED/VOLUNTARY", "end"),
    ("REFUND", "take_back"),
    ("REVOKE", "take_back"), ("REFUND_REVERSED", "give_back"), ("REFUND_DECLINED", "keep"),
    ("CONSUMPTION_REQUEST", "keep"), ("ONE_TIME_CHARGE", "grant"), ("RENEWAL_EXTENSION/SUMMARY", "nothing"),
    ("TEST", "nothing"), ("REFUND/SEATS", "keep"), ("DID_CHANGE_RENEWAL_PREF/INCREASE_QUANTITY", "keep"),
    ("DID_CHANGE_RENEWAL_PREF/DECREASE_QUANTITY", "keep"), ("UNCLAIM_SEATS", "take_back"),
  ]
}
