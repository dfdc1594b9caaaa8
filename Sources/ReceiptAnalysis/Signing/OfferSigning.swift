/// The kinds of data that a developer signs for a purchase.
package enum SignedOfferKind: String, CaseIterable, Sendable {
  /// A promotional offer: the original signature, for SKPaymentDiscount and StoreKit 2.
  case promotional
  /// A promotional offer as JWS.
  case promotionalJWS = "promotional-jws"
  /// Whether the customer gets the introductory offer.
  case introductory
  /// A request of Advanced Commerce.
  case advancedCommerce = "advanced-commerce"

  /// `aud`; `nil` for the original signature.
  package var audience: String? {
    switch self {
    case .promotional: nil
    case .promotionalJWS: "promotional-offer"
    case .introductory: "introductory-offer-eligibility"
    case .advancedCommerce: "advanced-commerce-api"
    }
  }
}

/// The signed values of an offer, except for key and app.
package struct OfferTerms: Sendable {
  package var product: String?
  package var offer: String?
  /// The `appAccountToken`, which only the original signature contains.
  package var token: String?
  /// Any transaction of the customer, or the customer's app transaction id; not for the original signature.
  package var transaction: String?
  /// Whether the customer may get the offer; for introductory offers only.
  package var isAllowed: Bool?
  /// For Advanced Commerce: the JSON of the request, UTF-8.
  package var request: [UInt8]?
  /// A UUID.
  package var nonce: String
  /// Milliseconds since 1970; a JWS has whole seconds.
  package var timestamp: Int64

  package init(nonce: String, timestamp: Int64) {
    self.nonce = nonce
    self.timestamp = timestamp
  }
}

extension InAppPurchaseKey {
  /// The original signature of a promotional offer, in base64.
  ///
  /// - Throws: `.defect` if libcrypto cannot sign.
  package func signature(_ terms: OfferTerms, bundle: String, keyIdentifier: String) throws(ReceiptError) -> String {
    let fields = OfferFields { field in
      switch field {
      case .bundle: bundle
      case .key: keyIdentifier
      case .product: terms.product
      case .offer: terms.offer
      case .token: terms.token
      case .nonce: terms.nonce
      case .timestamp: "\(terms.timestamp)"
      }
    }
    return Base64.encode(try signWithDER(fields.message))
  }
}

extension AppStoreServerCredentials {
  /// A JWS for StoreKit. It has no `exp`, because StoreKit refuses a JWS with `exp`.
  ///
  /// - Parameter audience: that of the kind of offer, ``SignedOfferKind/audience``.
  /// - Throws: `.defect` if libcrypto cannot sign.
  package func sign(_ terms: OfferTerms, audience: String) throws(ReceiptError) -> String {
    try jws(audience: audience, at: terms.timestamp / 1_000) { writer in
      writer.member("nonce", terms.nonce)
      if let product = terms.product { writer.member("productId", product) }
      if let offer = terms.offer { writer.member("offerIdentifier", offer) }
      if let isAllowed = terms.isAllowed { writer.member("allowIntroductoryOffer", isAllowed) }
      if let transaction = terms.transaction { writer.member("transactionId", transaction) }
      if let request = terms.request { writer.member("request", Base64.encode(request)) }
    }
  }
}
