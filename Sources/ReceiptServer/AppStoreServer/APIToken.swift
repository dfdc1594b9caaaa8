import ReceiptKit
import ReceiptMint

/// Checks the tokens of clients as Apple does (Apple, "Generating JSON Web Tokens for API requests").
///
/// Their times are compared with the real clock and not with the stand-in's clock, because clients use the real time.
struct APITokenCheck: Sendable {
  private let key: ServerAPIKey
  private let verifier: InAppPurchasePublicKey
  private let bundles: @Sendable () -> Set<String>
  private let clock: @Sendable () -> Instant

  /// The tolerated difference between clocks, in seconds. Apple's tolerance is unknown.
  private static let leeway: Int64 = 60
  /// The maximum lifetime of a token, in seconds.
  private static let longestLife: Int64 = 3_600
  /// Apple's tokens have about 400 characters.
  private static let maximumBytes = 4_096

  /// - Parameter bundles: the apps; further apps can be added later.
  init(
    _ key: ServerAPIKey, bundles: @escaping @Sendable () -> Set<String>, clock: @escaping @Sendable () -> Instant
  ) throws(InvalidInAppPurchaseKey) {
    self.key = key
    verifier = try InAppPurchasePublicKey(Array(key.privateKeyPEM.utf8))
    self.bundles = bundles
    self.clock = clock
  }

  /// The app of a request's token; `nil` without a valid token. No client is told why a token is invalid.
  func bundle(of authorization: String?) -> String? {
    guard let authorization, authorization.utf8.count <= Self.maximumBytes else { return nil }
    let words = authorization.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 2, words[0].lowercased() == "bearer" else { return nil }
    let token = Array(words[1].utf8)
    let parts = token.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 3, let header = Self.object(parts[0]), let claims = Self.object(parts[1]),
      let signature = Base64.decodeURL(parts[2])
    else { return nil }
    guard header["alg"] == .string("ES256"), header["kid"] == .string(key.keyIdentifier),
      header["typ"].map({ $0 == .string("JWT") }) ?? true,
      // A reader that supports `b64` takes the payload without decoding it (RFC 7797). Tokens may not use it (RFC 7797,
      // 7).
      header["crit"] == nil, header["b64"] == nil
    else { return nil }
    guard claims["iss"] == .string(key.issuerIdentifier), claims["aud"] == .string("appstoreconnect-v1"),
      let bundle = claims["bid"]?.stringValue, bundles().contains(bundle)
    else { return nil }
    let now = clock().milliseconds / 1_000
    // Apple documents `iat` as required. This software accepts its absence, because Apple's own Python library leaves
    // it out: the latest accepted time then counts. How Apple's server reacts is unknown.
    let issued = claims["iat"] == nil ? now + Self.leeway : claims["iat"]?.wholeNumber
    guard let issued, let expires = claims["exp"]?.wholeNumber, issued <= now + Self.leeway, expires > now else {
      return nil
    }
    let (life, overflows) = expires.subtractingReportingOverflow(issued)
    guard !overflows, life <= Self.longestLife,
      verifier.verifies(numbers: signature, over: Array(token[..<parts[1].endIndex]))
    else { return nil }
    return bundle
  }

  /// Reads a JSON object in which no name occurs twice.
  private static func object(_ part: ArraySlice<UInt8>) -> JSONValue? {
    guard let octets = Base64.decodeURL(part),
      let value = try? JSONReader(maximumDepth: 4, maximumValues: 64).read(octets), case .object = value,
      value.repeatedName == nil
    else { return nil }
    return value
  }
}
