/// The kinds of requests that an app hands to StoreKit.
///
/// Source: Apple, "Generating JWS to sign App Store requests".
enum StoreKitAudience {
  /// What `aud` can be, each with a claim that no other has.
  static let all = [
    ("promotional-offer", "offerIdentifier"), ("introductory-offer-eligibility", "allowIntroductoryOffer"),
    ("advanced-commerce-api", "request"),
  ]

  /// The audience whose claim a request has, if it has that of one.
  static func meant(by payload: JSONValue) -> String? {
    let meant = all.filter { payload[$0.1] != nil }
    return meant.count == 1 ? meant.first?.0 : nil
  }
}
