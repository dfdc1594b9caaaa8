/// Whose a developer's token should be.
public struct TokenSigner: Sendable {
  /// Verifies its signature.
  public var key: InAppPurchasePublicKey?
  /// The id in the name of the key's file.
  public var keyIdentifier: String?
  /// Whether that name is one of a key for another service.
  public var isForOtherService: Bool
  /// `iss`.
  public var issuerIdentifier: String?

  /// - Parameters:
  ///   - key: see the property.
  ///   - file: the path of its file.
  ///   - issuerIdentifier: see the property.
  public init(key: InAppPurchasePublicKey? = nil, file: String? = nil, issuerIdentifier: String? = nil) {
    let name = file.flatMap(AppleKeyFileName.init(path:))
    (self.key, self.issuerIdentifier) = (key, issuerIdentifier)
    keyIdentifier = name?.keyIdentifier
    isForOtherService = name.map { !$0.isForInAppPurchase } ?? false
  }
}

/// The rules that a developer's token breaks, for which Apple answers 401, in the order in which they are best mended.
///
/// Sources: Apple, "Generating JSON Web Tokens for API requests", for the App Store Server API and for the App Store
/// Connect API; "Generating JWS to sign App Store requests"; "Creating a client secret"; "Establishing a token-based
/// connection to APNs". Nothing is proven without the key.
struct TokenFaults {
  private(set) var findings: [Diagnosis.Finding] = []
  private let token: JSONWebSignature
  private let kind: ForeignToken

  /// - Parameters:
  ///   - bundleIdentifiers: the apps that it should be for one of; empty if any will do.
  ///   - now: the moment at which it is used; without one, its age is not judged.
  ///   - signer: whose it should be, as far as that is known.
  init(
    _ token: JSONWebSignature, _ kind: ForeignToken, bundleIdentifiers: [String], at now: Instant?,
    signer: TokenSigner = TokenSigner()
  ) {
    (self.token, self.kind) = (token, kind)
    checkSignature(signer)
    switch kind {
    case .api, .connect, .connectIndividual, .storeKitRequest: break
    // The other rules of these are not known here.
    case .clientSecret, .provider:
      checkTimes(now)
      return
    case .signInWithApple, .firebase, .google, .other: return
    }
    checkHeader()
    checkAudience()
    checkNames(bundleIdentifiers, signer.issuerIdentifier)
    if kind == .storeKitRequest { checkRequest() }
    checkTimes(now)
    if findings.isEmpty { add(.tokenInOrder, signer.key == nil ? "" : "The signature is that of the key, too.") }
  }

  private mutating func add(_ cause: Cause, _ details: String = "") {
    findings.append(Diagnosis.Finding(cause, details.isEmpty ? nil : cause.entry.meaning + " " + details))
  }

  private mutating func checkSignature(_ signer: TokenSigner) {
    let named = token.header["kid"]?.stringValue
    if let key = signer.key {
      let parts = token.text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      let forms = parts.count == 3 ? SignatureForms(String(decoding: parts[2], as: UTF8.self), isJWS: true).all : []
      let message = parts.count == 3 ? Array(token.text[..<parts[1].endIndex]) : []
      let form = forms.first { key.verifies($0.signature, over: message) }
      if form == nil {
        add(.tokenSignature)
      } else if form?.causes.contains(.offerDERSignature) ?? false {
        add(
          .tokenSignature,
          "It is that of the key, but in DER, where r and s belong, 64 octets: ES256 of a JWT library makes those.")
      }
    }
    if let expected = signer.keyIdentifier, let named, named != expected {
      add(.tokenKeyIdentifier, "`kid` is \(Self.shown(.string(named))), and the key's file is named after another.")
    }
    if signer.isForOtherService, kind == .api || kind == .storeKitRequest {
      add(
        .tokenKeyIdentifier,
        "The file `AuthKey_…` is that of a key for another service; an In-App Purchase key is `SubscriptionKey_…`.")
    }
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
    let expected =
      kind == .storeKitRequest ? meantAudience.map { [$0] } ?? ForeignToken.requestAudiences : ["appstoreconnect-v1"]
    let audience = token.payload["aud"]
    if let text = audience?.stringValue, expected.contains(text) { return }
    let choices = expected.map { "`\($0)`" }.joined(separator: ", ")
    add(
      .tokenAudience,
      (audience.map { "`aud` is \(Self.shown($0))" } ?? "`aud` is missing") + "; expected, as one text: \(choices).")
  }

  /// The audience whose claim a request has, if it has that of one.
  private var meantAudience: String? {
    let meant = zip(ForeignToken.requestAudiences, ["offerIdentifier", "allowIntroductoryOffer", "request"])
      .filter { token.payload[$1] != nil }
    return meant.count == 1 ? meant.first?.0 : nil
  }

  private mutating func checkNames(_ bundleIdentifiers: [String], _ issuerIdentifier: String?) {
    if kind != .connectIndividual {
      let issuer = token.payload["iss"]?.stringValue
      if !(issuer?.utf8.isUUID ?? false) {
        add(.tokenIssuer, token.payload["iss"] == nil ? "`iss` is missing." : "`iss` is not a UUID.")
      } else if let issuerIdentifier, issuer?.lowercased() != issuerIdentifier.lowercased() {
        add(.tokenIssuer, "`iss` is another issuer than the one that was given.")
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
    switch meantAudience ?? token.payload["aud"]?.stringValue {
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
        // Without `exp` the other tokens live an hour.
        if name == "iat" || kind == .clientSecret { faults.append("`\(name)` is missing") }
        continue
      }
      guard let number = Self.number(value), number > 0 else {
        faults.append("`\(name)` is \(Self.shown(value))")
        continue
      }
      if Self.seconds(value) == nil {
        faults.append("`\(name)` is in milliseconds: \(number), where \(number / 1_000) is meant")
      } else {
        seconds[name] = number
      }
    }
    if !faults.isEmpty { add(.tokenTimes, faults.joined(separator: "; ") + ".") }
    if kind == .storeKitRequest { seconds["exp"] = nil }
    guard let issued = seconds["iat"] else { return }
    let longest = longestLife
    let expires = seconds["exp"] ?? issued + longest
    // Services with tokens that look like those for the push service, and have `exp`, have other limits.
    if expires - issued > longest, token.payload["scope"] == nil, kind != .provider {
      add(.tokenLifetime, "`exp` is \(Self.length(expires - issued)) later than `iat`.")
    } else if expires <= issued {
      add(.tokenLifetime, "`exp` is not later than `iat`.")
      return
    }
    guard let now else { return }
    let clock = now.milliseconds / 1_000
    if issued > clock { add(.tokenEarly, "`iat` is \(Self.length(issued - clock)) ahead.") }
    if kind != .storeKitRequest, expires <= clock {
      let end = kind == .provider && seconds["exp"] == nil ? "The push service takes it for an hour after `iat`. " : ""
      add(.tokenExpired, end + "That was \(Self.length(clock - expires)) ago.")
    }
  }

  /// The most seconds that may be between `iat` and `exp`, or the age up to which a token without `exp` is taken.
  private var longestLife: Int64 {
    switch kind {
    case .connect, .connectIndividual: 1_200
    // Six months.
    case .clientSecret: 15_777_000
    default: 3_600
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

  /// A time in seconds; `nil` for what is no positive number, or so large that it must be in milliseconds: the year
  /// 5138.
  static func seconds(_ value: JSONValue?) -> Int64? {
    value.flatMap(number).flatMap { (1..<100_000_000_000).contains($0) ? $0 : nil }
  }
}
