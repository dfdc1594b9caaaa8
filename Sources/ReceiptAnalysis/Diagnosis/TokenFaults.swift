/// What is known about the expected signer of a developer's token; all of it is optional.
public struct TokenSigner: Sendable {
  /// The key that verifies the signature of the token.
  package var key: InAppPurchasePublicKey?
  /// The key id in the name of the key's file.
  package var keyIdentifier: String?
  /// Whether that name belongs to a key for another service.
  package var isForOtherService: Bool
  /// `iss`.
  package var issuerIdentifier: String?

  /// - Parameters:
  ///   - key: the key that verifies the signature of the token.
  ///   - file: the path of the key's file, of which only the name is used; the file is not read.
  ///   - issuerIdentifier: the expected claim `iss`.
  public init(key: InAppPurchasePublicKey? = nil, file: String? = nil, issuerIdentifier: String? = nil) {
    let name = file.flatMap(AppleKeyFileName.init(path:))
    self.key = key
    self.issuerIdentifier = issuerIdentifier
    keyIdentifier = name?.keyIdentifier
    isForOtherService = name.map { !$0.isForInAppPurchase } ?? false
  }
}

/// The rules that a developer's token breaks, in the best order for correcting them. Apple answers 401 to such a token.
///
/// Sources: Apple, "Generating JSON Web Tokens for API requests", for the App Store Server API and for the App Store
/// Connect API; "Generating JWS to sign App Store requests"; "Creating a client secret"; "Establishing a token-based
/// connection to APNs". Nothing is proven without the key.
struct TokenFaults {
  private(set) var findings: [Diagnosis.Finding] = []
  let token: JSONWebSignature
  private let kind: ForeignToken

  /// - Parameters:
  ///   - bundleIdentifiers: the accepted apps; empty accepts any.
  ///   - now: the moment of use; if `nil`, the age of the token is not judged.
  ///   - signer: the expected signer, as far as it is known; `nil` if the signature is judged elsewhere.
  init(
    _ token: JSONWebSignature, _ kind: ForeignToken, bundleIdentifiers: [String], at now: Instant?,
    signer: TokenSigner?
  ) {
    self.token = token
    self.kind = kind
    let parts: [(name: Message, part: JSONValue)] = [("header", token.header), ("payload", token.payload)]
    for (name, part) in parts {
      if let twice = part.repeatedName {
        add(.tokenClaims, "The \(name) has `\(twice.displayed(limit: 40))` twice; readers differ in which they take.")
      }
    }
    if let signer { checkSignature(signer) }
    checkHeader(signer)
    let times = TokenTimes(token, kind, at: now)
    switch kind {
    case .clientSecret:
      if let fault = ClaimText.fault("sub", token.payload["sub"]) {
        add(.tokenClaims, "\(fault): it is the id of the client.")
      }
      findings += times.findings
    // Other rules for these tokens are unknown here.
    case .provider: findings += times.findings
    // Tokens for Apple's APIs, and requests for StoreKit. Faults of other tokens are never searched for.
    default:
      checkAudience()
      checkIssuerAndApp(bundleIdentifiers, signer?.issuerIdentifier)
      if kind == .storeKitRequest { checkRequest() }
      findings += times.findings
      guard findings.isEmpty else { return }
      let meaning: Message =
        signer?.key == nil
        ? Message(english: Cause.tokenInOrder.entry.meaning)
        : "Every rule holds, and the signature is that of the key."
      let remark: Message = "`iat` is missing: Apple asks for it, and its own Python library leaves it out."
      findings = [Diagnosis.Finding(.tokenInOrder, times.hasNoStart ? "\(meaning) \(remark)" : meaning)]
    }
  }

  mutating func add(_ cause: Cause, _ details: Message? = nil) {
    findings.append(Diagnosis.Finding(cause, details: details))
  }

  /// Checks the signature. Its form can be checked without a key.
  private mutating func checkSignature(_ signer: TokenSigner) {
    let parts = token.text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 3, token.header["alg"] != .string("none") else { return }
    let fault = token.header["alg"] == .string("ES256") ? SignatureForm.fault(ofJWS: parts[2]) : nil
    /// Whether the key made the signature; `nil` without a key.
    var isOfKey: Bool?
    if let key = signer.key {
      let message = Array(token.text[..<parts[1].endIndex])
      isOfKey = SignatureForm.all(String(decoding: parts[2], as: UTF8.self), isJWS: true)
        .contains { key.verifies($0.signature, over: message) }
    }
    var details: [Message] =
      fault.map { [isOfKey == true ? "It is that of the key, but \($0)." : "It is \($0)."] } ?? []
    if parts.dropLast().contains(where: { Base64.decodeURL($0) == nil }) {
      details.append("Header and payload have to be base64url, without `=`.")
    }
    if isOfKey == false || !details.isEmpty {
      add(.tokenSignature, details.isEmpty ? nil : details.joined(separator: " "))
    }
  }

  private mutating func checkHeader(_ signer: TokenSigner?) {
    let algorithm = token.header["alg"]
    if algorithm != .string("ES256") {
      add(.tokenAlgorithm, algorithm.map { "`alg` is \(ClaimText.shown($0))." } ?? "`alg` is missing.")
    } else if let type = token.header["typ"], type != .string("JWT") {
      add(.tokenAlgorithm, "`typ` is \(ClaimText.shown(type)).")
    }
    // RFC 7515, 4.1.11; RFC 7797.
    for name in ["crit", "b64"] where token.header[name] != nil {
      add(.tokenAlgorithm, "It demands extensions (`\(name)`), which Apple's services do not have.")
    }
    checkKeyIdentifier(signer)
  }

  private mutating func checkKeyIdentifier(_ signer: TokenSigner?) {
    let identifier = token.header["kid"]
    if let fault = ClaimText.fault("kid", identifier) {
      add(.tokenKeyIdentifier, "\(fault).")
    } else if let identifier, let text = identifier.stringValue {
      if !AppStoreServerCredentials.isKeyIdentifier(text) {
        add(.tokenKeyIdentifier, "`kid` is \(ClaimText.shown(identifier)); a key id has letters and digits only.")
      } else if let expected = signer?.keyIdentifier, text != expected {
        add(.tokenKeyIdentifier, "`kid` is \(ClaimText.shown(identifier)), and the key's file is named after another.")
      }
    }
    if signer?.isForOtherService ?? false, kind == .api || kind == .storeKitRequest {
      add(
        .tokenKeyIdentifier,
        "The file `AuthKey_…` is that of a key for another service; an In-App Purchase key is `SubscriptionKey_…`.")
    }
  }

  private mutating func checkAudience() {
    let requestAudiences = ForeignToken.audiences.map(\.name)
    let expected =
      kind == .storeKitRequest
      ? ForeignToken.audience(meantBy: token.payload).map { [$0] } ?? requestAudiences : ["appstoreconnect-v1"]
    let audience = token.payload["aud"]
    if let text = audience?.stringValue, expected.contains(text) { return }
    let choices = expected.map { "`\($0)`" }.joined(separator: ", ")
    add(
      .tokenAudience,
      audience.map { "`aud` is \(ClaimText.shown($0)); expected, as one text: \(choices)." }
        ?? "`aud` is missing; expected, as one text: \(choices).")
  }

  private mutating func checkIssuerAndApp(_ bundleIdentifiers: [String], _ issuerIdentifier: String?) {
    if kind != .connectIndividual {
      let issuer = token.payload["iss"]?.stringValue
      if !(issuer?.utf8.isUUID ?? false) {
        add(.tokenIssuer, token.payload["iss"] == nil ? "`iss` is missing." : "`iss` is not a UUID.")
      } else if let issuerIdentifier, issuer?.lowercased() != issuerIdentifier.lowercased() {
        add(.tokenIssuer, "`iss` is another issuer than the one that was given.")
      }
    }
    // Keys of persons, and tokens limited to certain calls, belong only to the App Store Connect API.
    if kind == .connectIndividual || kind == .connect && token.payload["scope"] != nil { return }
    let bundle = token.payload["bid"]
    if let fault = ClaimText.fault("bid", bundle) {
      add(.tokenBundle, "\(fault).")
    } else if let bundle, let text = bundle.stringValue {
      checkBundle(text, shown: ClaimText.shown(bundle), bundleIdentifiers)
    }
  }

  private mutating func checkBundle(_ text: String, shown: Message, _ bundleIdentifiers: [String]) {
    if !AppStoreServerCredentials.isBundleIdentifier(text) {
      add(.tokenBundle, "`bid` is \(shown); a bundle id has letters, digits, dots and hyphens only.")
    } else if !bundleIdentifiers.isEmpty {
      if !bundleIdentifiers.contains(where: { $0.utf8.elementsEqual(text.utf8) }) {
        add(.tokenBundle, "`bid` is \(shown).")
      }
    } else if Self.beginsWithTeam(text) {
      add(.tokenBundle, "`bid` is \(shown), which begins with the id of a team, as application identifiers do.")
    }
  }

  /// Whether it begins like `AB12CD34EF.com.example.app`. A word of a name never consists of ten capitals and digits.
  private static func beginsWithTeam(_ text: String) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: "."))
    guard parts.count > 2, let first = parts.first, first.count == 10, first.contains(where: \.isASCIIDigit) else {
      return false
    }
    return first.allSatisfy { $0.isASCIIDigit || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
  }
}
