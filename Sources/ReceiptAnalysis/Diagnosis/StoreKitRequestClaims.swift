/// The faults in the claims of a request that an app gives to StoreKit.
///
/// Source: Apple, "Generating JWS to sign App Store requests".
struct StoreKitRequestClaims {
  private(set) var findings: [Diagnosis.Finding] = []
  private let payload: JSONValue

  init(_ payload: JSONValue) {
    self.payload = payload
    var faults: [String] = []
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
    if !faults.isEmpty {
      findings.append(Diagnosis.Finding(.tokenClaims, details: faults.joined(separator: "; ") + "."))
    }
    if payload["exp"] != nil { findings.append(Diagnosis.Finding(.tokenExpiry)) }
    if let request = payload["request"]?.stringValue, !request.isEmpty { check(request) }
  }

  private static func audience(of payload: JSONValue) -> String? {
    StoreKitAudience.meant(by: payload) ?? payload["aud"]?.stringValue
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

  private mutating func check(_ text: String) {
    let characters = Array(text.utf8)
    guard let octets = Base64.decodeCanonical(characters, 0..<characters.count),
      let request = try? JSONReader(maximumDepth: 12, maximumValues: 10_000).tree(octets, 0..<octets.count)
    else {
      findings.append(Diagnosis.Finding(.offerRequest, details: "`request` has to be the base64 of JSON."))
      return
    }
    let faults = AdvancedCommerceRequest(request).faults
    if faults.isEmpty { return }
    findings.append(Diagnosis.Finding(.offerRequest, details: faults.prefix(8).joined(separator: "; ") + "."))
  }
}
