/// The rules that a developer's token breaks, for which Apple answers 401, in the order in which they are best mended.
///
/// Sources: Apple, "Generating JSON Web Tokens for API requests", for the App Store Server API and for the App Store Connect API;
/// "Generating JWS to sign App Store requests". Nothing is proven: the signature needs the key.
struct TokenFaults {
  private(set) var findings: [Diagnosis.Finding] = []
  private let token: JSONWebSignature
  private let kind: ForeignToken

  /// - Parameters:
  ///   - bundleIdentifiers: the apps that it should be for one of; empty if any will do.
  ///   - now: the moment at which it is used; without one, its age is not judged.
  init(_ token: JSONWebSignature, _ kind: ForeignToken, bundleIdentifiers: [String], at now: Instant?) {
    (self.token, self.kind) = (token, kind)
    switch kind {
    case .api, .connect, .connectIndividual, .storeKitRequest: break
    case .signInWithApple, .clientSecret, .provider, .firebase, .google, .other: return
    }
    checkHeader()
    checkAudience()
    checkNames(bundleIdentifiers)
    if kind == .storeKitRequest { checkRequest() }
    checkTimes(now)
    if findings.isEmpty { add(.tokenInOrder) }
  }

  private mutating func add(_ cause: Cause, _ details: String = "") {
    findings.append(Diagnosis.Finding(cause, details.isEmpty ? nil : cause.entry.meaning + " " + details))
  }

  private mutating func checkHeader() {
    let algorithm = token.header["alg"]
    if algorithm != .string("ES256") {
      add(.tokenAlgorithm, algorithm.map { "`alg` is \(Self.shown($0))." } ?? "`alg` is missing.")
    } else if let type = token.header["typ"], type != .string("JWT") {
      add(.tokenAlgorithm, "`typ` is \(Self.shown(type)).")
    }
    if token.header["kid"]?.stringValue?.isEmpty ?? true { add(.tokenKeyIdentifier) }
  }

  private mutating func checkAudience() {
    let expected = kind == .storeKitRequest ? ForeignToken.requestAudiences : ["appstoreconnect-v1"]
    let audience = token.payload["aud"]
    if let text = audience?.stringValue, expected.contains(text) { return }
    let choices = expected.map { "`\($0)`" }.joined(separator: ", ")
    add(
      .tokenAudience,
      (audience.map { "`aud` is \(Self.shown($0))" } ?? "`aud` is missing") + "; expected, as one text: \(choices).")
  }

  private mutating func checkNames(_ bundleIdentifiers: [String]) {
    if kind != .connectIndividual {
      let issuer = token.payload["iss"]?.stringValue
      if !(issuer?.utf8.isUUID ?? false) {
        add(.tokenIssuer, token.payload["iss"] == nil ? "`iss` is missing." : "`iss` is not a UUID.")
      }
    }
    // A key of a person, and a token for certain calls only, are for the App Store Connect API alone.
    if kind == .connectIndividual || kind == .connect && token.payload["scope"] != nil { return }
    guard let bundle = token.payload["bid"]?.stringValue, !bundle.isEmpty else {
      add(.tokenBundle, "`bid` is missing.")
      return
    }
    if !bundleIdentifiers.isEmpty, !bundleIdentifiers.contains(where: { $0.utf8.elementsEqual(bundle.utf8) }) {
      add(.tokenBundle, "`bid` is \(Self.shown(.string(bundle))).")
    }
  }

  /// The claims of a request, by its audience.
  private mutating func checkRequest() {
    func isText(_ name: String) -> Bool { !(token.payload[name]?.stringValue ?? "").isEmpty }
    var faults: [String] = []
    if !(token.payload["nonce"]?.stringValue?.utf8.isUUID ?? false) { faults.append("`nonce` has to be a UUID") }
    switch token.payload["aud"]?.stringValue {
    case "promotional-offer"?:
      for name in ["productId", "offerIdentifier"] where !isText(name) { faults.append("`\(name)` is missing") }
    case "introductory-offer-eligibility"?:
      for name in ["productId", "transactionId"] where !isText(name) { faults.append("`\(name)` is missing") }
      if case .bool? = token.payload["allowIntroductoryOffer"] {
        break
      }
      faults.append("`allowIntroductoryOffer` has to be true or false")
    case "advanced-commerce-api"?: if !isText("request") { faults.append("`request` is missing") }
    default: break
    }
    if !faults.isEmpty { add(.tokenClaims, faults.joined(separator: "; ") + ".") }
    if token.payload["exp"] != nil { add(.tokenExpiry) }
  }

  private mutating func checkTimes(_ now: Instant?) {
    var seconds: [String: Int64] = [:]
    var faults: [String] = []
    for name in ["iat", "exp"] {
      guard let value = token.payload[name] else {
        // Without `exp` a token lives an hour.
        if name == "iat" { faults.append("`iat` is missing") }
        continue
      }
      guard let number = Self.number(value), number > 0 else {
        faults.append("`\(name)` is \(Self.shown(value))")
        continue
      }
      // In seconds that is the year 5138.
      if number >= 100_000_000_000 {
        faults.append("`\(name)` is in milliseconds: \(number), where \(number / 1_000) is meant")
      } else {
        seconds[name] = number
      }
    }
    if !faults.isEmpty { add(.tokenTimes, faults.joined(separator: "; ") + ".") }
    if kind == .storeKitRequest { seconds["exp"] = nil }
    guard let issued = seconds["iat"] else { return }
    let longest: Int64 = kind == .connect || kind == .connectIndividual ? 1_200 : 3_600
    let expires = seconds["exp"] ?? issued + longest
    if expires - issued > longest, token.payload["scope"] == nil {
      add(.tokenLifetime, "`exp` is \(Self.length(expires - issued)) later than `iat`.")
    } else if expires <= issued {
      add(.tokenLifetime, "`exp` is not later than `iat`.")
      return
    }
    guard let now else { return }
    let clock = now.milliseconds / 1_000
    if issued > clock { add(.tokenEarly, "`iat` is \(Self.length(issued - clock)) ahead.") }
    if kind != .storeKitRequest, expires <= clock {
      add(.tokenExpired, "That was \(Self.length(clock - expires)) ago.")
    }
  }

  /// A value of the token, short, and safe to print.
  private static func shown(_ value: JSONValue) -> String {
    switch value {
    case .string(let text): "the text `\(text.displayed(limit: 40))`"
    case .number(let digits): "`\(digits.prefix(40))`"
    default: value.kind
    }
  }

  /// `2 h 5 min`, `5 min 10 s`
  private static func length(_ seconds: Int64) -> String {
    let parts = [(seconds / 86_400, "d"), (seconds / 3_600 % 24, "h"), (seconds / 60 % 60, "min"), (seconds % 60, "s")]
    let shown = parts.drop { $0.0 == 0 }.prefix(2).filter { $0.0 > 0 }
    return shown.isEmpty ? "0 s" : shown.map { "\($0.0) \($0.1)" }.joined(separator: " ")
  }

  private static func number(_ value: JSONValue) -> Int64? {
    guard case .number(let digits) = value else { return nil }
    return Int64(digits)
  }
}
