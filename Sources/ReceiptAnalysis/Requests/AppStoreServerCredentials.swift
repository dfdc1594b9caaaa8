/// The credentials of an app for the App Store Server API: a key, and the identifiers that App Store Connect gives to
/// it.
///
/// Every request carries its own token, which has the power of a password until it expires. Source of the token's
/// members: Apple, "Generating JSON Web Tokens for API requests".
package struct AppStoreServerCredentials: Sendable, Masked {
  /// Seconds until a token expires. Apple accepts up to an hour; its own libraries use five minutes.
  package static let lifetime: Int64 = 300
  /// The maximum that Apple accepts, in seconds.
  package static let longestLifetime: Int64 = 3_600

  /// The identifier of the key, ten characters in App Store Connect: `2X9R4HXF34`.
  package let keyIdentifier: String
  /// The issuer, a UUID.
  package let issuerIdentifier: String
  /// The app: `com.example.reader`.
  package let bundleIdentifier: String
  /// Makes the signature of a token. Tests replace it by a function that fails.
  package var sign: @Sendable ([UInt8]) throws(ReceiptError) -> [UInt8]

  /// Makes credentials from a key and its identifiers.
  ///
  /// - Throws: an error that names the identifier with an invalid form.
  package init(
    key: InAppPurchaseKey, keyIdentifier: String, issuerIdentifier: String, bundleIdentifier: String
  ) throws(InvalidCredentials) {
    guard Self.isKeyIdentifier(keyIdentifier) else {
      throw InvalidCredentials(.keyIdentifier, "a key id has letters and digits only, such as 2X9R4HXF34")
    }
    guard issuerIdentifier.utf8.isUUID else {
      throw InvalidCredentials(
        .issuerIdentifier, "an issuer id is a UUID, such as 57246542-96fe-1a63-e053-0824d011072a")
    }
    guard Self.isBundleIdentifier(bundleIdentifier) else {
      throw InvalidCredentials(.bundleIdentifier, "a bundle id has letters, digits, dots and hyphens only")
    }
    sign = { (message) throws(ReceiptError) in try key.sign(message) }
    self.keyIdentifier = keyIdentifier
    self.issuerIdentifier = issuerIdentifier
    self.bundleIdentifier = bundleIdentifier
  }

  /// A token for one request.
  ///
  ///     {"alg":"ES256","kid":key,"typ":"JWT"}
  ///     {"iss":issuer,"iat":now,"exp":now+300,"aud":"appstoreconnect-v1","bid":bundle}
  ///
  /// - Parameters:
  ///   - now: when the token is made.
  ///   - lifetime: seconds until it expires.
  /// - Throws: `.defect` if libcrypto cannot sign.
  package func token(at now: Instant, lifetime: Int64 = lifetime) throws(ReceiptError) -> BearerToken {
    let seconds = now.milliseconds / 1_000
    let token = try jws(audience: "appstoreconnect-v1", at: seconds) { writer in
      writer.key("exp")
      writer.integer(seconds + lifetime)
    }
    do throws(InvalidSecret) {
      return try BearerToken(Array(token.utf8))
    } catch {
      throw ReceiptError(.defect, "the token for the App Store Server API cannot be sent: \(error.reason)")
    }
  }

  /// A JWS with the claims that all tokens have: `iss`, `iat`, `aud`, `bid`.
  ///
  /// - Parameters:
  ///   - audience: `aud`.
  ///   - seconds: `iat`.
  ///   - more: writes further claims.
  /// - Throws: `.defect` if libcrypto cannot sign.
  func jws(
    audience: String, at seconds: Int64, _ more: (inout JSONWriter) -> Void
  ) throws(ReceiptError) -> String {
    let header = JSONWriter.object { writer in
      writer.member("alg", "ES256")
      writer.member("kid", keyIdentifier)
      writer.member("typ", "JWT")
    }
    let claims = JSONWriter.object { writer in
      writer.member("iss", issuerIdentifier)
      writer.key("iat")
      writer.integer(seconds)
      writer.member("aud", audience)
      writer.member("bid", bundleIdentifier)
      more(&writer)
    }
    let signingInput = Base64.encodeURL(header) + "." + Base64.encodeURL(claims)
    return signingInput + "." + Base64.encodeURL(try sign(Array(signingInput.utf8)))
  }

  static func isKeyIdentifier(_ text: String) -> Bool { isWord(text, with: "-_") }
  static func isBundleIdentifier(_ text: String) -> Bool { isWord(text, with: ".-_") }

  /// Whether a text of at most 255 characters has only letters, digits and these others.
  private static func isWord(_ text: String, with others: String) -> Bool {
    (1...255).contains(text.utf8.count)
      && text.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || others.utf8.contains($0) }
  }
}

extension JSONWriter {
  /// The bytes of an object on one line, as the body of a request or a part of a token.
  package static func object(_ members: (inout JSONWriter) -> Void) -> [UInt8] {
    var writer = JSONWriter(layout: .compact)
    writer.object(members)
    return writer.bytes
  }
}

/// Why identifiers cannot belong to a key.
package struct InvalidCredentials: Error, Equatable, Sendable {
  /// The identifiers.
  package enum Part: Sendable {
    /// The identifier of the key.
    case keyIdentifier
    /// The issuer.
    case issuerIdentifier
    /// The app.
    case bundleIdentifier
  }

  /// The invalid identifier.
  package let part: Part
  /// The required form, without a final full stop.
  package let message: Message

  init(_ part: Part, _ message: Message) {
    self.part = part
    self.message = message
  }
}
