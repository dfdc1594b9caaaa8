extension ReferenceEntry {
  /// What people look for and Apple does not offer, under the names by which they look for it.
  static let unavailable: [ReferenceEntry] = [
    entry(
      "email",
      aliases: [
        "e-mail", "mail address", "e-mail address", "email address", "customer email", "Apple ID",
        "Apple Account", "find customer", "customer",
      ],
      "A purchase cannot be looked up by the customer's mail address or Apple Account.",
      """
      Ask the customer for the order number of Apple's invoice, with which receipt-tool history finds the purchases, \
      or for the receipt itself. Set appAccountToken at each purchase, so that your own records name the account.
      """),
    entry(
      "customer name",
      aliases: ["name of the customer", "customer address", "postal address", "billing address", "phone number"],
      "Apple never tells the names and addresses of customers.",
      "Ask the customer. Apple tells only the country of the storefront."),
    entry(
      "family member",
      aliases: ["family", "family sharing", "family purchaser", "family organizer", "purchaser"],
      "The transaction of a family member cannot be linked to that of the purchaser.",
      """
      Treat the family member as a customer with a transaction of their own: in_app_ownership_type or \
      inAppOwnershipType says that it is shared.
      """),
    entry(
      "consumables",
      aliases: [
        "finished consumables", "finished consumable", "missing consumable", "consumable missing",
        "SKIncludeConsumableInAppPurchaseHistory",
      ],
      """
      Finished consumables are not in receipts, unless the app has SKIncludeConsumableInAppPurchaseHistory in its \
      Info.plist. Get Transaction History, version 2, has them.
      """,
      "Ask Apple with receipt-tool history, and remember yourself which transactions you have granted.",
      source: "Apple, SKIncludeConsumableInAppPurchaseHistory"),
  ]

  private static func entry(
    _ key: String, aliases: [String], _ meaning: String, _ action: String,
    source: String = "Apple, App Store Server API"
  ) -> ReferenceEntry {
    ReferenceEntry(.unavailable, key, aliases: aliases, meaning, .support, action, source: source)
  }
}
