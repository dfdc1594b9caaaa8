/// App Store server notifications, version 1: values of `notification_type`.
enum NotificationV1Entries {
  static let all: [ReferenceEntry] = [
    entry(
      "INITIAL_BUY", "A customer bought a subscription for the first time.", "Store latest_receipt and grant access."),
    entry(
      "CANCEL", "Apple's support cancelled a subscription, or the customer upgraded it.",
      "Look at cancellation_date and take back access, or follow the upgrade."),
    entry(
      "RENEWAL", "A renewal succeeded after an earlier failure. Deprecated in favour of DID_RECOVER.",
      "Treat it like DID_RECOVER."),
    entry(
      "INTERACTIVE_RENEWAL", "A customer renewed a subscription in the app or in the App Store's settings.",
      "Grant access at once."),
    entry(
      "DID_CHANGE_RENEWAL_PREF", "A customer chose another plan, from the next renewal on.",
      "Look at auto_renew_product_id; nothing changes in this period."),
    entry(
      "DID_CHANGE_RENEWAL_STATUS", "A customer switched renewal on or off.",
      "Look at auto_renew_status; access lasts until expires_date either way."),
    entry(
      "DID_FAIL_TO_RENEW", "A renewal failed because of a billing issue; Apple retries.",
      "Look at is_in_billing_retry_period and grace_period_expires_date. Ask the customer to bring payment details up to date."
    ),
    entry("DID_RECOVER", "A renewal succeeded after billing had failed.", "Grant access until the new expires_date."),
    entry("DID_RENEW", "A subscription renewed.", "Grant access until the new expires_date."),
    entry(
      "PRICE_INCREASE_CONSENT", "Apple asks the customer to agree to a price increase.",
      "Nothing yet; look at price_consent_status."),
    entry("REFUND", "Apple refunded a purchase.", "Take back what it unlocked; see cancellation_date."),
    entry(
      "REVOKE", "A purchase that was shared with the family is no longer available to this customer.",
      "Take back what it unlocked."),
    entry(
      "CONSUMPTION_REQUEST", "A customer asked for a refund of a consumable, and Apple asks how much of it was used.",
      "Answer within 12 hours with Send Consumption Information, if the customer agreed to it."),
  ]

  private static func entry(_ type: String, _ meaning: String, _ action: String) -> ReferenceEntry {
    ReferenceEntry(.notificationV1, type, meaning, .developer, action, source: FactSource.v1)
  }
}

/// App Store server notifications, version 2: values of `notificationType` and `subtype`.
enum NotificationV2Entries {
  static let all: [ReferenceEntry] = types + subtypes

  private static let types: [ReferenceEntry] = [
    entry(
      "SUBSCRIBED",
      "A customer subscribed; the subtype says whether for the first time (INITIAL_BUY) or again (RESUBSCRIBE).",
      "Grant access."),
    entry(
      "DID_CHANGE_RENEWAL_PREF", "A customer changed the plan: UPGRADE at once, DOWNGRADE from the next renewal on.",
      "Follow the product of the transaction and of the renewal information."),
    entry(
      "DID_CHANGE_RENEWAL_STATUS", "Renewal was switched on or off (AUTO_RENEW_ENABLED, AUTO_RENEW_DISABLED).",
      "Nothing changes in this period."),
    entry("OFFER_REDEEMED", "A customer with a subscription redeemed an offer.", "Follow the new period."),
    entry("DID_RENEW", "A subscription renewed; BILLING_RECOVERY after a failure.", "Grant access until the new date."),
    entry("EXPIRED", "A subscription expired; the subtype says why.", "Take back access."),
    entry(
      "DID_FAIL_TO_RENEW", "A renewal failed because of a billing issue.",
      "With subtype GRACE_PERIOD keep access on; otherwise take it back while Apple retries."),
    entry("GRACE_PERIOD_EXPIRED", "The grace period ended and the payment is still missing.", "Take back access."),
    entry(
      "PRICE_INCREASE", "The customer was told of a price increase (PENDING) or agreed to it (ACCEPTED).",
      "Nothing yet."),
    entry("REFUND", "Apple refunded a transaction.", "Take back what it unlocked."),
    entry("REFUND_DECLINED", "Apple declined a refund.", "Nothing: the purchase stands."),
    entry("REFUND_REVERSED", "Apple took a refund back, after a dispute.", "Give back what you took."),
    entry(
      "CONSUMPTION_REQUEST", "A customer asked for a refund, and Apple asks how much of the purchase was used.",
      "Answer within 12 hours with Send Consumption Information, if the customer agreed to it."),
    entry(
      "RENEWAL_EXTENDED", "Apple extended one subscription's renewal date at your request.",
      "Grant access until the new date."),
    entry(
      "RENEWAL_EXTENSION",
      "Progress of an extension for all subscribers: SUMMARY when done, FAILURE for one that failed.",
      "Follow up on failures."),
    entry(
      "REVOKE", "A purchase shared with the family is no longer available to this customer.",
      "Take back what it unlocked."),
    entry(
      "ONE_TIME_CHARGE", "A customer bought a consumable, a non-consumable or a non-renewing subscription.",
      "Grant what was bought, once."),
    entry(
      "EXTERNAL_PURCHASE_TOKEN", "A token for external purchases was made and not reported yet (UNREPORTED).",
      "Report its transactions to Apple."),
    entry("TEST", "The notification that Request a Test Notification asks for.", "Nothing: it arrived."),
  ]

  private static func entry(_ type: String, _ meaning: String, _ action: String) -> ReferenceEntry {
    ReferenceEntry(.notificationV2, type, meaning, .developer, action, source: FactSource.v2)
  }

  private static let subtypes: [ReferenceEntry] = [
    ("INITIAL_BUY", "With SUBSCRIBED: for the first time, also by family sharing."),
    ("RESUBSCRIBE", "With SUBSCRIBED: again, to this or another plan of the group."),
    ("UPGRADE", "With DID_CHANGE_RENEWAL_PREF or OFFER_REDEEMED: to a higher plan, at once."),
    ("DOWNGRADE", "With DID_CHANGE_RENEWAL_PREF or OFFER_REDEEMED: to a lower plan, from the next renewal on."),
    ("AUTO_RENEW_ENABLED", "With DID_CHANGE_RENEWAL_STATUS: renewal was switched on."),
    (
      "AUTO_RENEW_DISABLED",
      "With DID_CHANGE_RENEWAL_STATUS: renewal was switched off, by the customer or after a refund."
    ),
    ("VOLUNTARY", "With EXPIRED: the customer had switched renewal off."),
    ("BILLING_RETRY", "With EXPIRED: the payment could not be collected in time."),
    ("PRICE_INCREASE", "With EXPIRED: the customer did not agree to a price increase."),
    ("PRODUCT_NOT_FOR_SALE", "With EXPIRED: the product was not for sale at the time of renewal."),
    ("GRACE_PERIOD", "With DID_FAIL_TO_RENEW: access goes on while Apple retries the payment."),
    ("BILLING_RECOVERY", "With DID_RENEW: the payment succeeded after it had failed."),
    ("PENDING", "With PRICE_INCREASE: the customer was told and has not answered."),
    ("ACCEPTED", "With PRICE_INCREASE: the customer agreed."),
    ("SUMMARY", "With RENEWAL_EXTENSION: Apple is done with all subscribers."),
    ("FAILURE", "With RENEWAL_EXTENSION: one subscription could not be extended."),
    ("UNREPORTED", "With EXTERNAL_PURCHASE_TOKEN: the token was not reported yet."),
  ].map { ReferenceEntry(.notificationSubtype, $0, $1, source: "Apple, App Store Server Notifications V2, subtype") }
}
