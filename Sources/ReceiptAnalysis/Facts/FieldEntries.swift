/// The request of verifyReceipt and the outermost level of its answer.
enum ResponseFieldEntries {
  static let all: [ReferenceEntry] = [
    field(
      "receipt-data", "The receipt that is sent to verifyReceipt: standard base64, on one line, with its padding.",
      .developer, "Send the base64 text itself, not JSON, not a JWS, not base64 of base64."),
    field(
      "password", "The app-specific shared secret. Required for receipts with auto-renewable subscriptions.",
      .developer,
      "Keep it on your server, out of the app, out of logs."),
    field(
      "exclude-old-transactions",
      "In a request: true asks for the latest transaction of each subscription only. It changes latest_receipt_info, never in_app."
    ),
    field(
      "status", "Whether verifyReceipt accepts the receipt: 0 if it does.", .developer,
      "Look the number up: receipt-tool explain 21002"),
    field("environment", "Which server judged the receipt: Production or Sandbox."),
    field("receipt", "The decoded receipt that was sent."),
    field(
      "is_retryable", aliases: ["is-retryable"],
      "Whether a request that failed with 21100 to 21199 is worth another try. Also written is-retryable.", .developer,
      "Accept both spellings, and 1 as well as true."),
    field(
      "latest_receipt",
      "A fresh receipt for the same purchases, base64. Only with auto-renewable subscriptions. Its creation date is the moment "
        + "of the request.", .developer, "Store it in place of the old one."),
    field(
      "latest_receipt_info",
      "All transactions of auto-renewable subscriptions, renewals after the receipt was signed included. Usually the newest "
        + "first, but not always.", .developer, "Never rely on the order: compare dates."),
    field(
      "pending_renewal_info",
      "What is going to happen to each subscription: whether it renews, into which product, and why it ended."),
  ]

  private static func field(
    _ key: String, aliases: [String] = [], _ meaning: String, _ actor: ReferenceEntry.Actor = .nobody,
    _ action: String = ""
  ) -> ReferenceEntry {
    ReferenceEntry(.field, key, aliases: aliases, meaning, actor, action, source: FactSource.responseBody)
  }
}

/// Keys of `receipt`.
enum ReceiptFieldEntries {
  static let all: [ReferenceEntry] = [
    field(
      "receipt_type",
      "Where the receipt comes from: Production, ProductionSandbox, ProductionVPP, ProductionVPPSandbox or Xcode.",
      source: FactSource.observed),
    field(
      "adam_id", "The app's identifier in the App Store, the same as app_item_id. 0 in the sandbox.",
      source: FactSource.observed),
    field("app_item_id", "The app's identifier in the App Store, a number. 0 in the sandbox."),
    field(
      "bundle_id", "The bundle identifier of the app that the receipt is for.", .developer,
      "Compare it with your own app's. A genuine receipt of another app must not unlock yours."),
    field(
      "application_version",
      "The version of the app when the receipt was made: CFBundleVersion on iOS, CFBundleShortVersionString on macOS."),
    field(
      "download_id", "An identifier of the download, often above 2^53; null where the receipt has none.", .developer,
      "Do not read it with a program that rounds large numbers, such as JavaScript."),
    field("version_external_identifier", "The App Store's number for the version of the app. 0 in the sandbox."),
    date(
      "receipt_creation_date",
      "When Apple made the receipt. Certificates are judged at this moment, never at today's clock."),
    date("request_date", "When Apple was asked. Only in Apple's answer, never in the receipt."),
    date(
      "original_purchase_date",
      "In receipt: when the app was first bought or downloaded; 2013-08-01T07:00:00Z in the sandbox. In a purchase: when its "
        + "first transaction was made."),
    field(
      "original_application_version",
      "The version of the app that was first bought; always 1.0 in the sandbox. Left out where it is empty.",
      .developer,
      "Use it to keep features for people who paid for the app before it became free."),
    date("expiration_date", "When a receipt of the Volume Purchase Program expires. Other receipts do not have it."),
    field("preorder_date", aliases: forms("preorder_date"), "When the app was ordered ahead. Only on apps that were."),
    field(
      "in_app",
      "The purchases in the receipt, in the order of its bytes, which is not that of time. Finished consumables are not in it."
    ),
  ]

  static func forms(_ name: String) -> [String] { [name + "_ms", name + "_pst"] }

  private static func field(
    _ key: String, aliases: [String] = [], _ meaning: String, _ actor: ReferenceEntry.Actor = .nobody,
    _ action: String = "", source: String = FactSource.responseBody
  ) -> ReferenceEntry {
    ReferenceEntry(.field, key, aliases: aliases, meaning, actor, action, source: source)
  }

  /// Each date is three keys.
  static func date(_ key: String, _ meaning: String) -> ReferenceEntry {
    ReferenceEntry(
      .field, key, aliases: forms(key),
      meaning + " Three keys: \(key) in GMT, \(key)_ms in milliseconds since 1970, \(key)_pst in Pacific time.",
      source: FactSource.responseBody)
  }
}

/// Keys of one purchase in `in_app`.
enum PurchaseFieldEntries {
  static let all: [ReferenceEntry] = [
    field("quantity", "How many were bought, as a string."),
    field("product_id", "The product identifier from App Store Connect."),
    field(
      "transaction_id",
      "Identifies one transaction. A restored purchase and each renewal of a subscription have their own.", .developer,
      "Remember which ones you have granted, and grant each once."),
    field(
      "original_transaction_id",
      "The identifier of the first transaction: the same for all renewals of one subscription and for restored purchases.",
      .developer, "Group the periods of a subscription by it."),
    ReceiptFieldEntries.date(
      "purchase_date", "When it was bought, renewed or restored; for a subscription, when the period starts."),
    ReceiptFieldEntries.date("expires_date", "When the period of a subscription ends. Left out for other products."),
    ReceiptFieldEntries.date(
      "cancellation_date",
      "When Apple's support refunded the purchase, or when it was replaced by an upgrade. From then on it counts for nothing."
    ),
    field("web_order_line_item_id", "Identifies one period of a subscription, across devices. Left out where it is 0."),
    field("is_trial_period", "\"true\" in a free trial.", source: FactSource.observed),
    field("is_in_intro_offer_period", "\"true\" in a period with an introductory price.", source: FactSource.observed),
    field(
      "cancellation_reason", "Why a purchase was cancelled: \"1\" for an issue with the app, \"0\" for another reason."),
    field("promotional_offer_id", "The promotional offer that the customer used for this period."),
    field(
      "in_app_ownership_type",
      "Whether the customer bought it (PURCHASED) or a member of the family shared it (FAMILY_SHARED)."),
  ]

  private static func field(
    _ key: String, _ meaning: String, _ actor: ReferenceEntry.Actor = .nobody, _ action: String = "",
    source: String = FactSource.responseBody
  ) -> ReferenceEntry {
    ReferenceEntry(.field, key, meaning, actor, action, source: source)
  }
}

/// Keys that only Apple's servers know; no receipt contains them.
enum ServerFieldEntries {
  static let all: [ReferenceEntry] = [
    field("subscription_group_identifier", "The group of subscriptions of which a customer can have one at a time."),
    field("is_upgraded", "\"true\" on a period that ended early because the customer upgraded within the group."),
    field("app_account_token", "The UUID that the app attached to the purchase (StoreKit 2 appAccountToken)."),
    field("offer_code_ref_name", "The name of the offer code that was redeemed, as in App Store Connect."),
    field("auto_renew_product_id", "The product into which the subscription renews next."),
    field("auto_renew_status", "\"1\" if the subscription is going to renew, \"0\" if the customer switched that off."),
    field("expiration_intent", "Why a subscription expired, \"1\" to \"5\"."),
    field(
      "is_in_billing_retry_period",
      "\"1\" while Apple tries to collect a payment that failed, up to 60 days; \"0\" once it has stopped."),
    ReferenceEntry(
      .field, "grace_period_expires_date", aliases: ReceiptFieldEntries.forms("grace_period_expires_date"),
      "Until when the customer keeps access while Apple retries the payment. Only if billing grace periods are on.",
      .developer, "Grant access until then.", source: FactSource.responseBody),
    field("price_consent_status", "Whether the customer agreed to a price increase: \"1\" yes, \"0\" not yet."),
    field("price_increase_status", "The same as price_consent_status, in newer answers."),
    field(
      "unified_receipt",
      "In a server notification of version 1: an answer of verifyReceipt with the latest transactions."),
    field("notification_type", "In a server notification of version 1: what happened."),
    field("notificationType", "In a server notification of version 2: what happened; subtype says more."),
    field("signedPayload", "The whole of a server notification of version 2: a JWS."),
    field(
      "signedTransactionInfo", "A transaction of StoreKit 2 and the App Store Server API: a JWS.", .developer,
      "Verify its signature. It is no receipt: verifyReceipt does not take it."),
    field("signedRenewalInfo", "Renewal information of the App Store Server API: a JWS."),
  ]

  private static func field(
    _ key: String, _ meaning: String, _ actor: ReferenceEntry.Actor = .nobody, _ action: String = ""
  ) -> ReferenceEntry {
    ReferenceEntry(
      .field, key, meaning + " Only from Apple's servers, never in a receipt.", actor, action,
      source: FactSource.responseBody)
  }
}
