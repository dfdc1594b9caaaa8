import ReceiptKit

@testable import ReceiptMint

/// Tokens that developers make, and others that are taken for them: every rule of Apple's pages is broken by one, which
/// breaks no other.
///
/// Sources: Apple, "Generating JSON Web Tokens for API requests" (App Store Server API, App Store Connect API),
/// "Generating JWS to sign App Store requests". All of them are signed with a key of the test authority, whose public
/// half is among the anchors.
extension VectorList {
  static let tokenKey = "token-key.pem"
  /// Ten seconds after they were issued.
  private static let moment = "2026-11-26T05:20:20Z"

  /// What is changed of a token that is in order.
  private struct TokenForm: Sendable {
    var header = #"{"alg":"ES256","kid":"2X9R4HXF34","typ":"JWT"}"#
    var claims: String
    var signer = Signer.own

    enum Signer: Sendable {
      case own
      case stranger
      /// Of ECDSA, with r and s in DER.
      case encoded
      /// Over another text than this one.
      case over(String)
      case rsa

      var isRSA: Bool { if case .rsa = self { true } else { false } }
    }
  }

  private static let issuer = #""iss":"57246542-96fe-1a63-e053-0824d011072a""#
  private static let times = #""iat":1795670410,"exp":1795670710"#
  private static let audience = #""aud":"appstoreconnect-v1""#
  private static let bundle = #""bid":"com.example.reader""#
  private static let nonce = #""nonce":"368f3888-dcd8-11ef-b3c8-325096b39f47""#

  private static func claims(_ parts: String...) -> String { "{" + parts.joined(separator: ",") + "}" }

  private static let good = claims(issuer, times, audience, bundle)

  /// With another header.
  private static func header(_ text: String) -> TokenForm { TokenForm(header: text, claims: good) }

  private typealias Row = (name: String, what: String, service: String, cause: String, form: TokenForm)

  private static let server = "App Store Server API"
  private static let connect = "App Store Connect API"

  /// Of the App Store Server API.
  private static let forServer: [Row] = [
    ("in-order", "A token in order, for five minutes", server, "token-in-order", TokenForm(claims: good)),
    (
      "in-order-without-exp", "A token in order without an end: it lives an hour", server, "token-in-order",
      TokenForm(claims: claims(issuer, #""iat":1795670410"#, audience, bundle))
    ),
    (
      "in-order-with-nonce", "A token in order with a nonce, which the API does not ask for", server, "token-in-order",
      TokenForm(claims: claims(issuer, times, audience, bundle, nonce))
    ),
    (
      "another-key", "The signature is that of another key", server, "token-signature",
      TokenForm(claims: good, signer: .stranger)
    ),
    (
      "der-signature", "The signature is DER, where r and s belong", server, "token-signature",
      TokenForm(claims: good, signer: .encoded)
    ),
    (
      "changed", "The app was changed after it was signed", server, "token-signature",
      TokenForm(claims: good, signer: .over(good.replacing("com.example.reader", with: "com.example.other")))
    ),
    (
      "algorithm", "The header names RS256", server, "token-algorithm",
      header(#"{"alg":"RS256","kid":"2X9R4HXF34","typ":"JWT"}"#)
    ),
    ("no-algorithm", "The header names no algorithm", server, "token-algorithm", header(#"{"kid":"2X9R4HXF34"}"#)),
    (
      "type", "The header calls it a JWS", server, "token-algorithm",
      header(#"{"alg":"ES256","kid":"2X9R4HXF34","typ":"JWS"}"#)
    ),
    ("no-key-id", "The header names no key", server, "token-key-id", header(#"{"alg":"ES256","typ":"JWT"}"#)),
    (
      "no-issuer", "The issuer is missing", server, "token-issuer", TokenForm(claims: claims(times, audience, bundle))
    ),
    (
      "team-for-issuer", "The issuer is a team", server, "token-issuer",
      TokenForm(claims: claims(#""iss":"TEAM123456""#, times, audience, bundle))
    ),
    (
      "no-audience", "The audience is missing", server, "token-audience",
      TokenForm(claims: claims(issuer, times, bundle))
    ),
    (
      "audience", "The audience is appstoreconnect-v2", server, "token-audience",
      TokenForm(claims: claims(issuer, times, #""aud":"appstoreconnect-v2""#, bundle))
    ),
    (
      "audience-list", "The audience is a list", server, "token-audience",
      TokenForm(claims: claims(issuer, times, #""aud":["appstoreconnect-v1"]"#, bundle))
    ),
    (
      "no-bundle", "The app is missing, as in tokens of the App Store Connect API", connect, "token-bundle",
      TokenForm(claims: claims(issuer, times, audience))
    ),
    (
      "no-iat", "It does not say when it was issued, as those of Apple's Python library", server, "token-in-order",
      TokenForm(claims: claims(issuer, #""exp":1795670710"#, audience, bundle))
    ),
    (
      "no-times", "It says neither when it was issued nor when it ends", server, "token-times",
      TokenForm(claims: claims(issuer, audience, bundle))
    ),
    (
      "no-iat-long", "It ends in an hour and a second, and does not say when it was issued", server, "token-lifetime",
      TokenForm(claims: claims(issuer, #""exp":1795674021"#, audience, bundle))
    ),
    (
      "extensions", "The header demands an extension", server, "token-algorithm",
      header(#"{"alg":"ES256","kid":"2X9R4HXF34","typ":"JWT","crit":["exp"]}"#)
    ),
    (
      "audience-twice", "The audience occurs twice", server, "token-claims",
      TokenForm(claims: claims(issuer, times, audience, bundle, audience))
    ),
    (
      "bundle-with-line-break", "A line break follows the app", server, "token-bundle",
      TokenForm(claims: claims(issuer, times, audience, #""bid":"com.example.reader\n""#))
    ),
    (
      "milliseconds", "Its times are in milliseconds", server, "token-times",
      TokenForm(claims: claims(issuer, #""iat":1795670410000,"exp":1795670710000"#, audience, bundle))
    ),
    (
      "exp-in-milliseconds", "Its end is in milliseconds", server, "token-times",
      TokenForm(claims: claims(issuer, #""iat":1795670410,"exp":1795670710000"#, audience, bundle))
    ),
    (
      "time-as-text", "The time when it was issued is a text", server, "token-times",
      TokenForm(claims: claims(issuer, #""iat":"1795670410","exp":1795670710"#, audience, bundle))
    ),
    (
      "fraction", "The time when it was issued has a fraction", server, "token-times",
      TokenForm(claims: claims(issuer, #""iat":1795670410.5,"exp":1795670710"#, audience, bundle))
    ),
    (
      "hour-and-second", "It lives an hour and a second", server, "token-lifetime",
      TokenForm(claims: claims(issuer, #""iat":1795670410,"exp":1795674011"#, audience, bundle))
    ),
    (
      "no-lifetime", "It ends when it begins", server, "token-lifetime",
      TokenForm(claims: claims(issuer, #""iat":1795670410,"exp":1795670410"#, audience, bundle))
    ),
    (
      "expired", "It ended an hour ago", server, "token-expired",
      TokenForm(claims: claims(issuer, #""iat":1795666520,"exp":1795666820"#, audience, bundle))
    ),
    (
      "expired-without-exp", "It was issued an hour and ten seconds ago, and has no end", server, "token-expired",
      TokenForm(claims: claims(issuer, #""iat":1795666810"#, audience, bundle))
    ),
    (
      "early", "It was issued five minutes ahead of the clock", server, "token-early",
      TokenForm(claims: claims(issuer, #""iat":1795670720,"exp":1795671020"#, audience, bundle))
    ),
  ]

  /// Of other services of Apple's and of others.
  private static let forOthers: [Row] = [
    (
      "connect", "A token of a team for some calls of the App Store Connect API", connect, "token-in-order",
      TokenForm(claims: claims(issuer, times, audience, #""scope":["GET /v1/apps"]"#))
    ),
    (
      "connect-reading", "A token of a team for calls that read, for 100 days", connect, "token-in-order",
      TokenForm(claims: claims(issuer, #""iat":1795670410,"exp":1804310410"#, audience, #""scope":["GET /v1/apps"]"#))
    ),
    (
      "connect-writing", "A token of a team for a call that writes, for 100 days", connect, "token-lifetime",
      TokenForm(
        claims: claims(issuer, #""iat":1795670410,"exp":1804310410"#, audience, #""scope":["PATCH /v1/apps/1"]"#))
    ),
    (
      "connect-individual", "A token of a person for the App Store Connect API", connect, "token-in-order",
      TokenForm(claims: claims(#""sub":"user""#, times, audience))
    ),
    (
      "connect-individual-long", "A token of a person that lives 20 minutes and a second", connect, "token-lifetime",
      TokenForm(claims: claims(#""sub":"user","iat":1795670410,"exp":1795671611"#, audience))
    ),
    request("promotional-offer", "A promotional offer", promotional, "token-in-order"),
    request("introductory-offer", "The eligibility for an introductory offer", introductory, "token-in-order"),
    request("advanced-commerce", "A request of Advanced Commerce", commerce, "token-in-order"),
    request(
      "offer-with-exp", "A promotional offer with an end", promotional + [#""exp":1795670710"#], "token-with-exp"),
    request("offer-without-nonce", "A promotional offer without a nonce", promotional, "token-claims", nonce: nil),
    request(
      "offer-without-id", "A promotional offer that names no offer", Array(promotional.prefix(2)), "token-claims"),
    request(
      "introductory-offer-text", "The eligibility for an introductory offer as a text",
      introductory.map { $0.replacing(":true", with: #":"true""#) }, "token-claims"),
    request(
      "advanced-commerce-empty", "A request of Advanced Commerce without the request", Array(commerce.prefix(1)),
      "token-claims"),
    request(
      "advanced-commerce-operation", "A request of Advanced Commerce of an unknown operation",
      Array(commerce.prefix(1)) + [#""request":"\#(Base64.encode(Array(#"{"operation":"BUY"}"#.utf8)))""#],
      "offer-request"),
    request(
      "offer-transaction-number", "A promotional offer whose transaction is a number",
      promotional + [#""transactionId":2000000000000001"#], "token-claims"),
    request(
      "offer-audience", "A promotional offer for the audience of introductory ones",
      [#""aud":"introductory-offer-eligibility""#] + promotional.dropFirst(), "token-audience"),
    secret(
      "client-secret", "A client secret of Sign in with Apple, for the six months that are allowed", "api-token",
      #""iat":1795670410,"exp":1811447410"#),
    secret(
      "client-secret-long", "A client secret that lives a second more than six months", "token-lifetime",
      #""iat":1795670410,"exp":1811447411"#),
    secret(
      "client-secret-without-exp", "A client secret without an end", "token-times", #""iat":1795670410"#),
    secret(
      "client-secret-expired", "A client secret that ended a second ago", "token-expired",
      #""iat":1795670410,"exp":1795670419"#),
    (
      "identity-token", "An identity token of Sign in with Apple", "Sign in with Apple", "identity-token",
      TokenForm(
        header: #"{"kid":"fh6Bs8C","alg":"RS256"}"#,
        claims: claims(
          #""iss":"https://appleid.apple.com","aud":"com.example.reader","exp":1795756810,"iat":1795670410,"sub":"001234.x""#
        ), signer: .rsa)
    ),
    (
      "push-provider", "A token for the push service", "push service", "api-token",
      TokenForm(
        header: #"{"alg":"ES256","kid":"2X9R4HXF34"}"#, claims: claims(#""iss":"TEAM123456","iat":1795670410"#))
    ),
    (
      "push-provider-old", "A token for the push service that was issued an hour and a second ago", "push service",
      "token-expired",
      TokenForm(
        header: #"{"alg":"ES256","kid":"2X9R4HXF34"}"#, claims: claims(#""iss":"TEAM123456","iat":1795666819"#))
    ),
    (
      "push-provider-early", "A token for the push service that was issued ahead of the clock", "push service",
      "token-early",
      TokenForm(
        header: #"{"alg":"ES256","kid":"2X9R4HXF34"}"#, claims: claims(#""iss":"TEAM123456","iat":1795670720"#))
    ),
    (
      "firebase", "An identity token of Firebase", "Firebase", "foreign-token",
      TokenForm(
        header: #"{"alg":"RS256","kid":"1234","typ":"JWT"}"#,
        claims: claims(#""iss":"https://securetoken.google.com/reader","aud":"reader","sub":"u""#, times), signer: .rsa)
    ),
    (
      "google", "An identity token of Google", "Google", "foreign-token",
      TokenForm(
        header: #"{"alg":"RS256","kid":"1234","typ":"JWT"}"#,
        claims: claims(#""iss":"https://accounts.google.com","aud":"reader","sub":"u""#, times), signer: .rsa)
    ),
    (
      "another-service", "A token of another service", "another service", "foreign-token",
      TokenForm(header: #"{"alg":"ES256","typ":"JWT"}"#, claims: claims(#""sub":"1234567890","name":"Jane""#))
    ),
  ]

  private static let promotional = [
    #""aud":"promotional-offer""#, #""productId":"com.example.reader.monthly""#, #""offerIdentifier":"spring""#,
  ]
  private static let introductory = [
    #""aud":"introductory-offer-eligibility""#,
    #""productId":"com.example.reader.monthly","transactionId":"2000000000000001""#, #""allowIntroductoryOffer":true"#,
  ]
  private static let commerce = [
    #""aud":"advanced-commerce-api""#, #""request":"\#(Base64.encode(Array(reactivation.utf8)))""#,
  ]
  private static let reactivation =
    #"{"operation":"REACTIVATE_SUBSCRIPTION","version":"1","transactionId":"2000000000000001","#
    + #""requestInfo":{"requestReferenceId":"368f3888-dcd8-11ef-b3c8-325096b39f47"}}"#

  /// A client secret of Sign in with Apple.
  private static func secret(_ name: String, _ what: String, _ cause: String, _ times: String) -> Row {
    (
      name, what, "Sign in with Apple", cause,
      TokenForm(
        header: #"{"alg":"ES256","kid":"2X9R4HXF34"}"#,
        claims: claims(
          #""iss":"TEAM123456""#, times, #""aud":"https://appleid.apple.com","sub":"com.example.web""#))
    )
  }

  /// What an app hands to StoreKit.
  private static func request(
    _ name: String, _ what: String, _ parts: [String], _ cause: String, nonce: String? = VectorList.nonce
  ) -> Row {
    let common = [issuer, #""iat":1795670410"#, bundle] + (nonce.map { [$0] } ?? [])
    return (name, what, "StoreKit", cause, TokenForm(claims: "{" + (common + parts).joined(separator: ",") + "}"))
  }

  func tokens() throws -> [Vector] {
    let key = try authority.ellipticKey("tokens", .p256)
    let stranger = try authority.ellipticKey("tokens of a stranger", .p256)
    return try (Self.forServer + Self.forOthers).map { name, what, service, cause, form in
      let text = Self.input(form.header, form.claims)
      let message = Array(text.utf8)
      let signature =
        switch form.signer {
        case .own: try key.sign(message)
        case .stranger: try stranger.sign(message)
        case .encoded: EllipticKey.encoded(try key.sign(message))
        case .over(let claims): try key.sign(Array(Self.input(form.header, claims).utf8))
        case .rsa: try identityKey().sign(message, digest: .sha256)
        }
      return Vector(
        name: "token-" + name, suffix: "jwt", what: what,
        bytes: Array((text + "." + VectorText.urlSafe(signature)).utf8),
        anchor: nil, layers: [],
        expectation: .token(
          .init(key: form.signer.isRSA ? nil : Self.tokenKey, at: Self.moment, service: service, cause: cause)))
    }
  }

  private static func input(_ header: String, _ claims: String) -> String {
    VectorText.urlSafe(Array(header.utf8)) + "." + VectorText.urlSafe(Array(claims.utf8))
  }

  private func identityKey() throws -> RSAKey {
    guard let key = try authority.chain().signer.key as? RSAKey else { throw MintError.impossible("no RSA key") }
    return key
  }

  /// The public half of the key.
  func tokenPublicKey() throws -> String {
    DEREncoder.pem(try authority.ellipticKey("tokens", .p256).subjectPublicKeyInfo, label: "PUBLIC KEY")
  }
}
