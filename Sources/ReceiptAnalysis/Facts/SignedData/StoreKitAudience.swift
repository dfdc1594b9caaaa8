/// The kinds of requests that an app hands to StoreKit.
///
/// Source: Apple, "Generating JWS to sign App Store requests".
enum StoreKitAudience {
  /// The possible values of `aud`, each with a claim that no other audience has.
  static let all = [
    ("promotional-offer", "offerIdentifier"), ("introductory-offer-eligibility", "allowIntroductoryOffer"),
    ("advanced-commerce-api", "request"),
  ]

  /// The audience of a request, according to its claims; `nil` if they do not show it.
  static func meant(by payload: JSONValue) -> String? {
    let meant = all.filter { payload[$0.1] != nil }
    return meant.count == 1 ? meant.first?.0 : nil
  }
}
