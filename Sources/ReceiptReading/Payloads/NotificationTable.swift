extension NotificationMeaning {
  /// Every type with its subtypes. A row has type and subtype, what happened, the effect on access, the same in a
  /// sentence, and what the server has to do.
  ///
  /// Source: Apple, App Store Server Notifications V2: notificationType, subtype, changelog.
  package static let all: [NotificationMeaning] =
    beginnings + renewals + changes + failures + endings + refunds + seats + extensions + advancedCommerce + others

  /// What differs for a customer who pays every month and has committed to a number of months.
  ///
  /// Source: Apple, article on the life cycle of monthly subscriptions with a 12-month commitment.
  static let commitments = [
    NotificationMeaning(
      "DID_CHANGE_RENEWAL_STATUS", "AUTO_RENEW_DISABLED",
      """
      The customer turned renewal off, or the App Store did so after a request for a refund. That ends the next \
      commitment, and not this one.
      """,
      .keep, "It goes on month by month until the commitment ends (commitmentExpiresDate).",
      "Store that no other commitment follows: commitmentAutoRenewStatus."),
    NotificationMeaning(
      "DID_FAIL_TO_RENEW", nil,
      """
      A monthly payment failed because of a billing problem. Apple tries to collect it for up to 90 days, without a \
      grace period.
      """,
      .end, "It ends with the month, and begins again when the payment succeeds.", "Take back access. " + payment),
  ]

  private static let payment =
    "Ask the customer to bring the payment details of the Apple account up to date."

  private static let beginnings = [
    NotificationMeaning(
      "SUBSCRIBED", "INITIAL_BUY",
      "The customer subscribed for the first time, or got the subscription through Family Sharing for the first time.",
      .grant, "It begins now and lasts until the period of the transaction ends (expiresDate).",
      "Store the transaction and grant access."),
    NotificationMeaning(
      "SUBSCRIBED", "RESUBSCRIBE",
      """
      The customer subscribed again after a gap, to the same subscription or to another one of its group. Family \
      Sharing and offers can be the way.
      """,
      .grant, "It begins now and lasts until the period of the transaction ends (expiresDate).",
      "Store the transaction and grant access."),
    NotificationMeaning(
      "ONE_TIME_CHARGE", nil,
      """
      The customer bought a consumable, a non-consumable or a non-renewing subscription. Family Sharing or an offer \
      code can be the way.
      """,
      .grant,
      "What was bought is the customer's now.", "Grant what was bought, once for each transactionId."),
  ]

  private static let renewals = [
    NotificationMeaning(
      "DID_RENEW", nil, "The subscription renewed for another period.", .grant,
      "It goes on until the new period ends (expiresDate).", "Store the transaction and its new expiresDate."),
    NotificationMeaning(
      "DID_RENEW", "BILLING_RECOVERY", "A payment that had failed succeeded, and the subscription renewed.", .grant,
      "It begins again and lasts until the new period ends (expiresDate).",
      "Store the transaction and grant access again."),
  ]

  private static let changes = [
    NotificationMeaning(
      "DID_CHANGE_RENEWAL_PREF", nil, "The customer took a planned downgrade back. The subscription renews as it is.",
      .keep, "Nothing changes in this period.", "Store which product renews: autoRenewProductId."),
    NotificationMeaning(
      "DID_CHANGE_RENEWAL_PREF", "UPGRADE",
      """
      The customer upgraded to a higher plan. The upgrade takes effect at once, and Apple refunds the rest of the old \
      period.
      """,
      .grant, "The new product begins now. The old one ends now.",
      "Grant the product of the transaction in place of the old one."),
    NotificationMeaning(
      "DID_CHANGE_RENEWAL_PREF", "DOWNGRADE",
      "The customer chose a lower plan, which begins with the next renewal.", .keep,
      "Nothing changes in this period.", "Store which product renews: autoRenewProductId."),
    NotificationMeaning(
      "DID_CHANGE_RENEWAL_STATUS", nil,
      "The customer turned renewal off after a notice of a higher price.", .keep,
      "It lasts until the period ends (expiresDate), and no longer.",
      "Store that the subscription is not going to renew. The app can offer the customer something else."),
    NotificationMeaning(
      "DID_CHANGE_RENEWAL_STATUS", "AUTO_RENEW_ENABLED", "The customer turned renewal on again.", .keep,
      "Nothing changes in this period.", "Store that the subscription is going to renew."),
    NotificationMeaning(
      "DID_CHANGE_RENEWAL_STATUS", "AUTO_RENEW_DISABLED",
      "The customer turned renewal off, or the App Store did so after a request for a refund.", .keep,
      "It lasts until the period ends (expiresDate), and no longer.",
      "Store that the subscription is not going to renew. The app can offer the customer something else."),
    NotificationMeaning(
      "OFFER_REDEEMED", nil, "The customer redeemed an offer for a subscription that is active.", .keep,
      "It goes on. The offer applies to the subscription that the customer has.",
      "Store the offer of the transaction and of the renewal information."),
    NotificationMeaning(
      "OFFER_REDEEMED", "UPGRADE",
      "The customer redeemed an offer to upgrade a subscription that is active. The upgrade takes effect at once.",
      .grant, "The new product begins now. The old one ends now.",
      "Grant the product of the transaction in place of the old one."),
    NotificationMeaning(
      "OFFER_REDEEMED", "DOWNGRADE",
      """
      The customer redeemed an offer to downgrade a subscription that is active. The lower plan begins with the next \
      renewal.
      """,
      .keep, "Nothing changes in this period.", "Store which product renews: autoRenewProductId."),
    NotificationMeaning(
      "PRICE_INCREASE", "PENDING",
      "Apple told the customer of a price increase that needs consent. The customer has not answered yet.", .keep,
      "Nothing changes in this period. Without consent the subscription ends with it.",
      "Store the status. The app can show the customer why the price rises."),
    NotificationMeaning(
      "PRICE_INCREASE", "ACCEPTED",
      "The customer agreed to a price increase, or Apple told the customer of one that needs no consent.", .keep,
      "It goes on. The next period costs more.", "Store the status."),
  ]

  /// Known only from a part of Apple's documentation, which did not show to which type INCREASE_QUANTITY and
  /// DECREASE_QUANTITY belong.
  private static let seats = [
    NotificationMeaning(
      "DID_CHANGE_RENEWAL_PREF", "INCREASE_QUANTITY",
      "The purchaser of several seats added some, or took a planned reduction back.", .keep,
      "Everybody keeps what they have. Added seats count from now on.",
      "Store the transaction, and how many seats renew: renewalQuantity."),
    NotificationMeaning(
      "DID_CHANGE_RENEWAL_PREF", "DECREASE_QUANTITY",
      "The purchaser of several seats wants fewer from the next renewal on.", .keep,
      "Nothing changes in this period.", "Store how many seats renew: renewalQuantity."),
    NotificationMeaning(
      "REFUND", "SEATS",
      "Apple refunded some seats of a transaction, which goes on for the others: revokedSeatQuantity says how many.",
      .keep,
      "The purchaser keeps it. Members lose it by news of their own.",
      "Store the transaction. Where you invite the members, UNCLAIM_SEATS says whose seats are meant."),
    NotificationMeaning(
      "UNCLAIM_SEATS", nil,
      "The App Store unclaimed seats that your server had claimed, because there are fewer seats now.", .takeBack,
      "The members who held these seats lose it now. The purchaser keeps it.",
      "Take back what each of unclaimSeatIds unlocked.", content: "unclaimInfo"),
  ]

  private static let failures = [
    NotificationMeaning(
      "DID_FAIL_TO_RENEW", nil,
      """
      The renewal failed because of a billing problem. Apple tries to collect the payment for up to 60 days, without \
      a grace period.
      """,
      .end, "It ends with the period, and begins again when the payment succeeds.", "Take back access. " + payment),
    NotificationMeaning(
      "DID_FAIL_TO_RENEW", "GRACE_PERIOD",
      """
      The renewal failed because of a billing problem. Apple tries to collect the payment, and the customer has a \
      grace period.
      """,
      .keep, "It lasts until the grace period ends (gracePeriodExpiresDate).", "Keep access on until then. " + payment),
    NotificationMeaning(
      "GRACE_PERIOD_EXPIRED", nil,
      """
      The grace period ended and the payment is still missing. Apple goes on trying to collect it, for up to 60 days \
      in all.
      """,
      .end, "It is over, and begins again when the payment succeeds.", "Take back access. " + payment),
  ]

  private static let endings = [
    expired(nil, "The subscription expired for another reason than those that have a subtype."),
    expired("VOLUNTARY", "The subscription expired because the customer had turned renewal off."),
    expired(
      "BILLING_RETRY", "The subscription expired because the payment did not succeed within the billing retry period."),
    expired("PRICE_INCREASE", "The subscription expired because the customer did not agree to a price increase."),
    expired(
      "PRODUCT_NOT_FOR_SALE", "The subscription expired because the product was not for sale at the time of renewal."),
    NotificationMeaning(
      "REVOKE", nil,
      """
      A purchase that the customer had through Family Sharing is no longer shared, also because its purchaser was \
      refunded, or an assigned seat was taken back: revocationType says which.
      """,
      .takeBack,
      "The customer loses it now.", "Take back what the purchase unlocked."),
    NotificationMeaning(
      "RESCIND_CONSENT", nil, "A parent or guardian withdrew the consent to a child's use of the app.", .takeBack,
      "The child must not use the app any more.",
      "Find the account by appTransactionId, and stop serving it. What the law demands with its data is yours to know.",
      content: "appData"),
  ]

  private static func expired(_ subtype: String?, _ event: String) -> NotificationMeaning {
    NotificationMeaning("EXPIRED", subtype, event, .end, "It is over.", "Take back access.")
  }

  private static let refunds = [
    NotificationMeaning(
      "REFUND", nil, "Apple refunded the transaction, in whole or in part.", .takeBack,
      "The customer loses what was refunded. revocationType and revocationPercentage say how much that is.",
      "Take back what the purchase unlocked."),
    NotificationMeaning(
      "REFUND_DECLINED", nil, "Apple declined the customer's request for a refund.", .keep, "The purchase stands."),
    NotificationMeaning(
      "REFUND_REVERSED", nil, "Apple took a refund back, because the customer disputed it.", .giveBack,
      "The customer gets back what the refund took.", "Give back what you took because of the refund."),
    NotificationMeaning(
      "CONSUMPTION_REQUEST", nil,
      """
      The customer asked for a refund. Apple asks how much of the purchase was used. Every type of product can be meant.
      """,
      .keep, "Nothing changes until Apple has decided.",
      """
      Answer with Send Consumption Information, for this very transactionId. Do not answer if the customer did not \
      agree to that.
      """,
      hours: 12),
  ]

  private static let extensions = [
    NotificationMeaning(
      "RENEWAL_EXTENDED", nil, "Apple moved the renewal date of the subscription, as your server had asked.", .grant,
      "It goes on until the new period ends (expiresDate).", "Store the transaction and its new expiresDate."),
    NotificationMeaning(
      "RENEWAL_EXTENSION", "SUMMARY",
      "Apple is done with an extension of the renewal date for all subscribers, as your server had asked.", .nothing,
      "The summary is about many customers. Each of them had a RENEWAL_EXTENDED.",
      "Compare the counts with what you expect.", content: "summary"),
    NotificationMeaning(
      "RENEWAL_EXTENSION", "FAILURE",
      "Apple could not move the renewal date of this subscription, in an extension for all subscribers.", .keep,
      "It ends when it would have ended.", "Find out why, and extend it by itself if it may be extended."),
  ]

  private static let advancedCommerce = [
    NotificationMeaning(
      "METADATA_UPDATE", nil, "The developer changed the metadata of a subscription by the Advanced Commerce API.",
      .keep,
      "Nothing changes.", "Store the new metadata."),
    NotificationMeaning(
      "MIGRATION", nil,
      "The developer moved a subscription to the Advanced Commerce API. Apple's changelog calls this type MIGRATE.",
      .keep,
      "It goes on under a new original transaction.",
      "Store the new originalTransactionId beside previousOriginalTransactionId."),
    NotificationMeaning(
      "PRICE_CHANGE", nil, "The developer changed the price of a subscription by the Advanced Commerce API.", .keep,
      "Nothing changes in this period.", "Store the new price."),
  ]

  private static let others = [
    token(
      "UNREPORTED", "Apple made a token for external purchases, and has not got a report of it from you yet.",
      """
      Report the token to the External Purchase Server API, also if you do not know it or nothing was bought with it.
      """),
    token(
      "CREATED", "Apple made a token for external purchases.",
      "Store the token, and report what is bought with it to the External Purchase Server API."),
    token(
      "ACTIVE_TOKEN_REMINDER", "Apple reminds you of a token for external purchases that is still active.",
      "Report what was bought with the token to the External Purchase Server API."),
    NotificationMeaning(
      "TEST", nil, "Your server asked for this notification with Request a Test Notification.", .nothing,
      "No customer is meant."),
  ]

  private static func token(_ subtype: String, _ event: String, _ action: String) -> NotificationMeaning {
    NotificationMeaning(
      "EXTERNAL_PURCHASE_TOKEN", subtype, event, .nothing, "The token itself unlocks nothing.", action,
      content: "externalPurchaseToken")
  }
}
