extension ReferenceEntry {
  /// All keys of verifyReceipt.
  package static let fields = outerFields + receiptFields + purchaseFields + serverFields

  /// The request of verifyReceipt, and the outermost level of its answer.
  private static let outerFields: [ReferenceEntry] = [
    field(
      "receipt-data", "The receipt that is sent to verifyReceipt: standard base64, on one line, with its padding.",
      .developer, "Send the base64 text itself, not JSON, not a JWS, not base64 of base64."),
    field(
      "password", "The app-specific shared secret. Required for receipts with auto-renewable subscriptions.",
      .developer,
      "Keep it on your server, out of the app, out of logs."),
    field(
      "exclude-old-transactions",
      """
      In a request: true asks for the latest transaction of each subscription only. It changes latest_receipt_info, \
      never in_app.
      """
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
      """
      A fresh receipt for the same purchases, base64. Only with auto-renewable subscriptions. Its creation date is \
      the moment of the request.
      """, .developer, "Store it in place of the old one."),
    field(
      "latest_receipt_info",
      """
      All in-app purchases but finished consumables, also renewals and purchases after the receipt was signed. Usually \
      the newest first, but not always.
      """, .developer, "Never rely on the order: compare dates."),
    field(
      "pending_renewal_info",
      """
      What is going to happen to each subscription: whether it renews, into which product, and why it ended. One \
      element for each product.
      """),
  ]

  private static func field(
    _ key: String, aliases: [String] = [], _ meaning: String, _ actor: ReferenceEntry.Actor = .noOne,
    _ action: String = ""
  ) -> ReferenceEntry {
    ReferenceEntry(.field, key, aliases: aliases, meaning, actor, action, source: FactSource.responseBody)
  }

  /// The keys of `receipt`: those of its attributes, and then those that only an answer has.
  private static let receiptFields = Receipt.table.rows.flatMap { keys($0) + (answered[$0.name].map { [$0] } ?? []) }

  /// The keys of answers, by the attribute after which they are printed.
  private static let answered: [String: ReferenceEntry] = [
    "receipt_creation_date": .date(
      "request_date", "When Apple was asked. Only in Apple's answer, never in the receipt.")
  ]

  /// The two other keys of a date.
  static func forms(ofDate name: String) -> [String] { [name + "_ms", name + "_pst"] }

  /// The keys of verifyReceipt's JSON under which a row is printed.
  private static func keys(_ row: AttributeRow) -> [ReferenceEntry] {
    zip(row.names, row.keys).map { name, key in
      row.printed == .date
        ? .date(name, key.meaning)
        : ReferenceEntry(
          .field, name, key.meaning, key.advice.isEmpty ? .noOne : .developer, key.advice,
          source: key.source.text(FactSource.responseBody))
    }
  }

  /// Each date has three keys.
  private static func date(_ key: String, _ meaning: String) -> ReferenceEntry {
    ReferenceEntry(
      .field, key, aliases: forms(ofDate: key),
      meaning + " Three keys: \(key) in GMT, \(key)_ms in milliseconds since 1970, \(key)_pst in Pacific time.",
      source: FactSource.responseBody)
  }

  /// The keys of one purchase in `in_app`.
  private static let purchaseFields = InAppPurchase.table.rows.flatMap(keys)

  /// Keys that only Apple's servers know; no receipt contains them.
  private static let serverFields: [ReferenceEntry] = [
    serverField(
      "subscription_group_identifier", "The group of subscriptions of which a customer can have one at a time."),
    serverField("is_upgraded", "\"true\" on a period that ended early because the customer upgraded within the group."),
    serverField("app_account_token", "The UUID that the app attached to the purchase (StoreKit 2 appAccountToken)."),
    serverField("offer_code_ref_name", "The name of the offer code that was redeemed, as in App Store Connect."),
    serverField("auto_renew_product_id", "The product into which the subscription renews next."),
    serverField(
      "auto_renew_status", "\"1\" if the subscription is going to renew, \"0\" if the customer switched that off."),
    serverField("expiration_intent", "Why a subscription expired, \"1\" to \"5\"."),
    serverField(
      "is_in_billing_retry_period",
      "\"1\" while Apple tries to collect a payment that failed, up to 60 days; \"0\" once it has stopped."),
    ReferenceEntry(
      .field, "grace_period_expires_date", aliases: forms(ofDate: "grace_period_expires_date"),
      """
      Until when the customer keeps access while Apple retries the payment. Only if billing grace periods are on. \
      Three keys: grace_period_expires_date in GMT, grace_period_expires_date_ms in milliseconds since 1970, \
      grace_period_expires_date_pst in Pacific time. Only from Apple's servers, never in a receipt.
      """,
      .developer, "Grant access until then.", source: FactSource.responseBody),
    serverField(
      "price_consent_status",
      "Whether the customer agreed to a price increase that needs consent: \"1\" yes, \"0\" not yet."),
    serverField(
      "price_increase_status",
      """
      "1" if the customer agreed to a price increase, or was told of one that needs no consent; "0" if the answer is \
      awaited. Only with price_consent_status does "1" mean an agreement.
      """),
    serverField(
      "unified_receipt",
      "In a server notification of version 1: an answer of verifyReceipt with the latest transactions."),
    serverField("notification_type", "In a server notification of version 1: what happened."),
  ]

  private static func serverField(
    _ key: String, _ meaning: String, _ actor: Actor = .noOne, _ action: String = ""
  ) -> ReferenceEntry {
    ReferenceEntry(
      .field, key, meaning + " Only from Apple's servers, never in a receipt.", actor, action,
      source: FactSource.responseBody)
  }
}

extension AttributeRow.Source {
  /// The source as text; for documented facts, this document is named.
  package func text(_ document: String) -> String {
    switch self {
    case .documented: document
    case .observed: FactSource.observed
    case .counted(let times): "observed, \(times)"
    case .inferred: "inferred"
    }
  }
}
