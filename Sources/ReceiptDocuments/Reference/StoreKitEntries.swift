extension ReferenceEntry {
  /// The entries for errors of StoreKit's purchases and offers, by number and by the names in both of its interfaces.
  static let storeKit: [ReferenceEntry] =
    rows.map { row in
      ReferenceEntry(
        .storeKitError, row.name,
        aliases: ["SKError \(row.code)", "SKErrorDomain \(row.code)", "SKError=\(row.code)"]
          + row.names + row.names.map { "SKError.\($0)" } + ["SKError.\(row.name)"],
        "SKError \(row.code). \(row.meaning)", .developer, row.action, source: source)
    } + [
      ReferenceEntry(
        .storeKitError, "Unable to Purchase", aliases: ["UnableToPurchase"],
        """
        The App Store shows this on its sheet when it refuses a purchase with an offer, most often for its signature. \
        The price of the offer is shown all the same.
        """,
        .developer, check, source: source)
    ]

  private static let check =
    "receipt-tool offer check names the mistake, from what the app got from its server and what the purchase used."

  private static let rows: [(code: Int, name: String, names: [String], meaning: String, action: String)] = [
    (
      0, "unknown", [], "An unknown or unexpected error.",
      "Look at the underlying error and at the App Store account of the device, and try again later."
    ),
    (1, "clientInvalid", [], "The client may not do what it tried.", "Look at the account and settings."),
    (2, "paymentCancelled", ["userCancelled"], "The customer cancelled the purchase.", "Nothing has to be done."),
    (
      3, "paymentInvalid", [], "The App Store does not know a value of the payment.",
      "Look at the product id and the quantity."
    ),
    (
      4, "paymentNotAllowed", [], "The customer may not authorize payments: Screen Time, for instance, forbids it.",
      "Tell the customer: whoever set the restriction can lift it."
    ),
    (
      5, "storeProductNotAvailable", ["productUnavailable"], "The product is not sold in this storefront.",
      "Look at its availability in App Store Connect."
    ),
    (
      11, "invalidOfferIdentifier", [],
      "The App Store knows no such offer of this product, or it is not active.",
      "Compare the offer id with App Store Connect: it is that of the offer, not its name and not the product id."
    ),
    (12, "invalidSignature", ["invalidOfferSignature"], "The signature of the offer does not hold.", check),
    (
      13, "missingOfferParams", ["missingOfferParameters"], "A value of the offer is missing or empty.",
      "Pass key id, nonce, signature and timestamp, all of them as the server signed them."
    ),
    (
      14, "invalidOfferPrice", [], "The price of the offer is not one that the App Store takes.",
      "Look whether the offer costs less than the product, in every storefront."
    ),
    (
      18, "ineligibleForOffer", [], "The customer may not have this offer.",
      """
      Promotional offers are for customers who have or had a subscription of the app; introductory offers for those \
      who had none in the group, or, from iOS 26 on, for whom your server says so with a signed JWS.
      """
    ),
  ]

  private static let source = "Apple, SKError; Product.PurchaseError"
}
