extension TokenFaults {
  /// Checks the claims of a request that an app gives to StoreKit.
  ///
  /// Source: Apple, "Generating JWS to sign App Store requests".
  mutating func checkRequest() {
    let payload = token.payload
    var faults: [Message] = []
    if !(payload["nonce"]?.stringValue?.utf8.isUUID ?? false) { faults.append("`nonce` has to be a UUID") }
    for name in Self.texts(payload) {
      if let fault = ClaimText.fault(name, payload[name]) { faults.append(fault) }
    }
    if Self.audience(of: payload) == "introductory-offer-eligibility" {
      if case .bool? = payload["allowIntroductoryOffer"] {
      } else {
        faults.append("`allowIntroductoryOffer` has to be true or false")
      }
    }
    if !faults.isEmpty { add(.tokenClaims, "\(faults.joined(separator: "; ")).") }
    if payload["exp"] != nil { add(.tokenExpiry) }
    if let request = payload["request"]?.stringValue, !request.isEmpty { checkAdvancedCommerce(request) }
  }

  private static func audience(of payload: JSONValue) -> String? {
    ForeignToken.audience(meantBy: payload) ?? payload["aud"]?.stringValue
  }

  /// The names of the claims that must be texts.
  private static func texts(_ payload: JSONValue) -> [String] {
    switch audience(of: payload) {
    case "promotional-offer"?:
      ["productId", "offerIdentifier"] + (payload["transactionId"] == nil ? [] : ["transactionId"])
    case "introductory-offer-eligibility"?: ["productId", "transactionId"]
    case "advanced-commerce-api"?: ["request"]
    default: []
    }
  }

  /// Checks a request of Advanced Commerce. At most eight faults are named.
  private mutating func checkAdvancedCommerce(_ text: String) {
    let characters = Array(text.utf8)
    guard let octets = Base64.decodeCanonical(characters),
      let request = try? JSONReader(maximumDepth: 12, maximumValues: 10_000).tree(octets, 0..<octets.count)
    else { return add(.offerRequest, "`request` has to be the base64 of JSON.") }
    let faults = RequestRules.advancedCommerceFaults(in: request)
    if !faults.isEmpty { add(.offerRequest, "\(faults.prefix(8).joined(separator: "; ")).") }
  }
}
