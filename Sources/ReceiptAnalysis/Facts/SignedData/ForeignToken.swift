/// A token (JWT, RFC 7519) that is not signed data of the App Store, recognised by its header and its claims. No value
/// in it is trusted.
///
/// Apple's signed data contains its certificates (`x5c`); none of these tokens does. Sources: Apple, Generating JSON
/// Web Tokens for API requests; Authenticating users with Sign in with Apple; Accessing and modifying per-device data;
/// OpenID Connect Core 1.0.
package enum ForeignToken: Equatable, Sendable {
  /// An identity token of Sign in with Apple.
  case signInWithApple
  /// A token that a developer's server sends to the App Store Server API and similar APIs; it names an app (`bid`).
  case api
  /// A token for the App Store Connect API, made with the key of a team.
  case connect
  /// A token for the App Store Connect API, made with the key of a person.
  case connectIndividual
  /// A request that an app gives to StoreKit with a purchase: a promotional offer, an introductory offer, or a request
  /// of Advanced Commerce.
  case storeKitRequest
  /// A client secret of Sign in with Apple.
  case clientSecret
  /// A token that a developer's server sends to DeviceCheck, the push service or other Apple services.
  case provider
  case firebase
  case google
  /// Any other token.
  case other

  /// - Returns: `nil` for possible signed data of the App Store.
  package init?(_ signature: JSONWebSignature) {
    guard signature.header["x5c"] == nil else { return nil }
    let payload = signature.payload
    let audiences = payload["aud"].map { $0.elementNodes.map(Array.init) ?? [$0] } ?? []
    func isFor(_ name: String) -> Bool { audiences.contains(.string(name)) }
    let issuer = payload["iss"]?.stringValue ?? ""
    // Transactions have the same claims, but signed data has no issuer.
    let isRequest =
      payload["bid"] != nil && payload["iss"] != nil && Self.audience(meantBy: payload) != nil
    if isRequest || Self.audiences.contains(where: { isFor($0.name) }) {
      self = .storeKitRequest
      return
    }
    guard SignedPayloadKind(payload) == nil || payload["iss"] != nil else { return nil }
    if isFor("appstoreconnect-v1"), payload["bid"] == nil {
      self = payload["iss"] == nil && payload["sub"] == .string("user") ? .connectIndividual : .connect
    } else if payload["bid"] != nil, payload["nonce"] != nil, !isFor("appstoreconnect-v1") {
      self = .storeKitRequest
    } else if isFor("appstoreconnect-v1") || payload["bid"] != nil && signature.header["kid"] != nil {
      self = .api
    } else if isFor("https://appleid.apple.com") {
      self = .clientSecret
    } else if issuer == "https://appleid.apple.com" {
      self = .signInWithApple
    } else if issuer.hasPrefix("https://securetoken.google.com/") {
      self = .firebase
    } else if ["https://accounts.google.com", "accounts.google.com"].contains(issuer) {
      self = .google
    } else if signature.header["alg"] == .string("ES256"), signature.header["kid"] != nil, payload["iat"] != nil,
      issuer.utf8.count == 10, payload["sub"] == nil
    {
      // Ten characters are a team identifier.
      self = .provider
    } else if signature.header["alg"] == .string("ES256"), signature.header["kid"] != nil, issuer.utf8.isUUID {
      // The audience and the app are wrong, but the rest fits the API.
      self = .api
    } else {
      self = .other
    }
  }

  /// The kind of token, in a few words.
  package var words: Message {
    switch self {
    case .signInWithApple: "an identity token of Sign in with Apple"
    case .api: "a token of a developer for the App Store Server API"
    case .connect: "a token of a developer for the App Store Connect API"
    case .connectIndividual: "a token of a developer for the App Store Connect API, with the key of a person"
    case .storeKitRequest: "a signed request of a developer for StoreKit"
    case .clientSecret: "a client secret of a developer for Sign in with Apple"
    case .provider: "a token of a developer for DeviceCheck, the push service or another service of Apple's"
    case .firebase: "an identity token of Firebase"
    case .google: "an identity token of Google"
    case .other: "a token of another service (a JWT)"
    }
  }

  /// Whether the owner of the token can act in the developer's name.
  package var isSecret: Bool {
    switch self {
    case .api, .connect, .connectIndividual, .storeKitRequest, .clientSecret, .provider: true
    case .signInWithApple, .firebase, .google, .other: false
    }
  }
}

extension ForeignToken {
  /// The possible values of `aud` in a request that an app hands to StoreKit, each with a claim that no other audience
  /// has.
  ///
  /// Source: Apple, "Generating JWS to sign App Store requests".
  static let audiences: [(name: String, claim: String)] = [
    ("promotional-offer", "offerIdentifier"), ("introductory-offer-eligibility", "allowIntroductoryOffer"),
    ("advanced-commerce-api", "request"),
  ]

  /// The audience of such a request, according to its claims; `nil` if they do not show it.
  static func audience(meantBy payload: JSONValue) -> String? {
    let meant = audiences.filter { payload[$0.claim] != nil }
    return meant.count == 1 ? meant.first?.name : nil
  }
}

extension ForeignToken {
  /// The maximum number of words that are examined in one input.
  private static let maximumWords = 64
  private static let longestWord = 16 << 10

  /// The first token in a text that is a secret, for example in an `Authorization` header. Encoded tokens are not
  /// searched for.
  package static func secret(in text: [UInt8]) -> ForeignToken? {
    let start = Array("eyJ".utf8)
    var index = 0
    for _ in 0..<maximumWords {
      guard let found = text.firstOffset(of: start, in: index..<text.count) else { return nil }
      let end = text[found...].prefix(longestWord).firstIndex { !isPart($0) } ?? min(found + longestWord, text.count)
      index = end
      let isWhole = found == 0 || !isPart(text[found - 1])
      if isWhole, let token = JSONWebSignature(text: String(decoding: text[found..<end], as: UTF8.self)),
        let kind = ForeignToken(token), kind.isSecret
      {
        return kind
      }
    }
    return nil
  }

  private static func isPart(_ byte: UInt8) -> Bool {
    byte.isASCIILetter || byte.isASCIIDigit || "-_.".utf8.contains(byte)
  }
}

extension JSONWebSignature {
  /// When the token expires: `exp`, seconds since 1970 (RFC 7519, 4.1.4). Like every value in a token, this is only a
  /// claim.
  package var expiry: Instant? {
    guard case .number(let digits)? = payload["exp"], !digits.isEmpty, digits.utf8.allSatisfy(\.isASCIIDigit),
      digits.utf8.count <= 12
    else { return nil }
    return Instant(payloadMilliseconds: digits + "000")
  }
}
