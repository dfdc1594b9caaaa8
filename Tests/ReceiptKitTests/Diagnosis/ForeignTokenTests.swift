import ReceiptKit
import TestSupport
import Testing

@testable import ReceiptReading

/// Tokens of other services that people send instead of signed data of the App Store.
@Suite("Foreign tokens")
struct ForeignTokenTests {
  private static let signature = String(repeating: "s", count: 85) + "A"

  private static func token(_ header: String, _ payload: String) -> String {
    [header, payload].map { InputSamples.base64(Array($0.utf8)).replacing("=", with: "") }.joined(separator: ".") + "."
      + signature
  }

  private static let own = #"{"alg":"ES256","kid":"2X9R4HXF34","typ":"JWT"}"#
  private static let rsa = #"{"kid":"86D88Kf","alg":"RS256"}"#

  /// Claims as the services document them; nothing here was ever a real token.
  private static let all: [(header: String, payload: String, cause: Cause, words: String)] = [
    (
      rsa,
      #"{"iss":"https://appleid.apple.com","aud":"com.example.reader","exp":1795244400,"iat":1795240800,"sub":"001234.x"}"#,
      .identityToken, "Sign in with Apple"
    ),
    (
      own,
      #"{"iss":"57246542-96fe-1a63-e053-0824d011072a","iat":1795240800,"exp":1795244400,"aud":"appstoreconnect-v1","bid":"com.example.reader"}"#,
      .tokenInOrder, "expires at 2026-11-21 07:00:00 UTC"
    ),
    (
      own, #"{"iss":"57246542-96fe-1a63-e053-0824d011072a","aud":["appstoreconnect-v1"],"exp":99999999999999999999}"#,
      .tokenAudience, "does not say when"
    ),
    (own, #"{"iss":"TEAM123456","iat":1795240800}"#, .apiToken, "DeviceCheck"),
    (
      own, #"{"iss":"TEAM123456","iat":1,"exp":15777001,"aud":"https://appleid.apple.com","sub":"com.example"}"#,
      .apiToken, "client secret"
    ),
    (rsa, #"{"iss":"https://securetoken.google.com/app","aud":"app","sub":"u"}"#, .foreignToken, "Firebase"),
    (rsa, #"{"iss":"https://accounts.google.com","aud":"app","sub":"u"}"#, .foreignToken, "Google"),
    (#"{"alg":"HS256","typ":"JWT"}"#, #"{"sub":"1234567890","name":"John"}"#, .foreignToken, "another service"),
    (#"{"alg":"HS512"}"#, #"{"exp":1e400,"aud":{},"iss":[]}"#, .foreignToken, "another service"),
  ]

  @Test("are named, with what to send instead, and no part of them is printed")
  func names() {
    for (header, payload, cause, words) in Self.all {
      let token = Self.token(header, payload)
      for text in [token, "Authorization: Bearer \(token)", #"{"receipt-data":"\#(token)"}"#] {
        let diagnosis = Diagnostician().diagnose(Array(text.utf8))
        #expect(diagnosis.cause == cause, "\(payload)")
        let said = diagnosis.said.joined(separator: "\n")
        #expect(said.contains(words), "\(said)")
        #expect(diagnosis.asGiven.production.status == 21002)
        #expect(diagnosis.nextSteps.contains { $0.contains("instead") || $0.contains("Do not pass it on") })
        for part in token.split(separator: ".") { #expect(!said.contains(part.prefix(12))) }
        #expect(!diagnosis.findings.contains { [.jws, .badSignature, .untrustedChain].contains($0.cause) })
      }
    }
  }

  private static let issuer = #""iss":"57246542-96fe-1a63-e053-0824d011072a""#
  private static let times = #""iat":1795670410,"exp":1795670710"#
  private static let api = #""aud":"appstoreconnect-v1","bid":"com.example.app""#
  private static let promotional = #""aud":"promotional-offer","productId":"p","offerIdentifier":"o""#
  private static let days = #""iat":1795670410,"exp":1804310410"#
  private static let year = #""iat":1795670410,"exp":1827206410"#
  private static let secret = #""iss":"TEAM123456","aud":"https://appleid.apple.com","sub":"com.example.web""#
  private static let request =
    #"\#(issuer),"iat":1795670410,"bid":"com.example.app","nonce":"368f3888-dcd8-11ef-b3c8-325096b39f47""#

  /// One rule broken each, by Apple's pages, and words of the answer.
  private static let broken: [(header: String, payload: String, cause: Cause, words: String)] = [
    (own, "{\(issuer),\(times),\(api)}", .tokenInOrder, "401"),
    (own, "{\(issuer),\(times.prefix(16)),\(api)}", .tokenInOrder, "401"),
    (#"{"alg":"RS256","kid":"2X9R4HXF34"}"#, "{\(issuer),\(times),\(api)}", .tokenAlgorithm, "RS256"),
    (#"{"alg":"ES256","kid":"2X9R4HXF34","typ":"JWS"}"#, "{\(issuer),\(times),\(api)}", .tokenAlgorithm, "`JWS`"),
    (#"{"alg":"ES256","typ":"JWT"}"#, "{\(issuer),\(times),\(api)}", .tokenKeyIdentifier, "kid"),
    (own, #"{\#(issuer),\#(times),"aud":"appstoreconnect-v2","bid":"a.b"}"#, .tokenAudience, "`appstoreconnect-v2`"),
    (own, #"{\#(issuer),\#(times),"aud":["appstoreconnect-v1"],"bid":"a.b"}"#, .tokenAudience, "an array"),
    (own, #"{\#(issuer),\#(times),"aud":"appstoreconnect-v1"}"#, .tokenBundle, "`bid` is missing"),
    (own, #"{\#(secret),"iat":1795670410,"exp":1811447411}"#, .tokenLifetime, "182 d 14 h later"),
    (own, #"{\#(secret),"iat":1795670410}"#, .tokenTimes, "`exp` is missing"),
    (own, #"{\#(secret),"iat":1795670410000,"exp":1811447410000}"#, .tokenTimes, "1811447410 is meant"),
    (own, #"{\#(secret),"iat":1779893419,"exp":1795670419}"#, .tokenExpired, "1 s ago"),
    (own, #"{"iss":"TEAM123456","iat":1795666819}"#, .tokenExpired, "an hour after `iat`. That was 1 s ago"),
    (own, #"{"iss":"TEAM123456","iat":1795670480}"#, .tokenEarly, "1 min ahead"),
    // With `exp` it is for another service.
    (own, #"{"iss":"TEAM123456","iat":1795663210,"exp":1795670419}"#, .tokenExpired, "token has expired. That was 1 s"),
    (own, #"{\#(issuer),\#(times),"aud":"appstoreconnect-v1","scope":["GET /v1/apps"]}"#, .tokenInOrder, "Connect"),
    // Six months only where every request reads, and never for the App Store Server API.
    (
      own, #"{\#(issuer),\#(year),"aud":"appstoreconnect-v1","scope":["GET /v1/apps","GET /v1/users"]}"#,
      .tokenLifetime,
      "365 d later"
    ),
    (own, #"{\#(issuer),\#(days),"aud":"appstoreconnect-v1","scope":["GET /v1/apps"]}"#, .tokenInOrder, "Connect"),
    (own, #"{\#(issuer),\#(days),"aud":"appstoreconnect-v1","scope":[]}"#, .tokenLifetime, "100 d later"),
    (
      own, #"{\#(issuer),\#(days),"aud":"appstoreconnect-v1","scope":["GET /v1/apps","POST /v1/apps"]}"#,
      .tokenLifetime, "nothing but GET"
    ),
    (own, #"{"sub":"user",\#(days),"aud":"appstoreconnect-v1","scope":["PATCH /v1/apps/1"]}"#, .tokenLifetime, "GET"),
    (own, #"{\#(issuer),\#(days),\#(api),"scope":["GET /v1/apps"]}"#, .tokenLifetime, "100 d later than `iat`."),
    (own, #"{"sub":"user",\#(times),"aud":"appstoreconnect-v1"}"#, .tokenInOrder, "key of a person"),
    (own, #"{\#(issuer),\#(times),\#(api),"aud":"other"}"#, .tokenClaims, "The payload has `aud` twice"),
    (
      #"{"alg":"ES256","kid":"2X9R4HXF34","typ":"JWT","crit":["exp"]}"#, "{\(issuer),\(times),\(api)}", .tokenAlgorithm,
      "`crit`"
    ),
    (#"{"alg":"ES256","kid":" 2X9R4HXF34"}"#, "{\(issuer),\(times),\(api)}", .tokenKeyIdentifier, "letters and digits"),
    (#"{"alg":"ES256","kid":""}"#, "{\(issuer),\(times),\(api)}", .tokenKeyIdentifier, "`kid` is empty"),
    (#"{"alg":"ES256","kid":7}"#, "{\(issuer),\(times),\(api)}", .tokenKeyIdentifier, "`kid` is a number"),
    (
      own, #"{\#(issuer),\#(times),"aud":"appstoreconnect-v1","bid":"com.example.app\n"}"#, .tokenBundle,
      "letters, digits, dots"
    ),
    (
      own, #"{\#(issuer),\#(times),"aud":"appstoreconnect-v1","bid":"AB12CD34EF.com.example.app"}"#, .tokenBundle,
      "id of a team"
    ),
    (own, #"{\#(issuer),\#(times),"aud":"appstoreconnect-v1","bid":["a"]}"#, .tokenBundle, "`bid` is an array"),
    // The other rules of a client secret.
    (#"{"alg":"ES256"}"#, #"{\#(secret),"iat":1795670410,"exp":1795670710}"#, .tokenKeyIdentifier, "`kid` is missing"),
    (
      own, #"{"iss":"TEAM123456","aud":"https://appleid.apple.com","iat":1795670410,"exp":1795670710}"#, .tokenClaims,
      "`sub` is missing"
    ),
    (own, #"{\#(times),\#(api)}"#, .tokenIssuer, "missing"),
    (own, #"{"iss":"TEAM123456",\#(times),\#(api)}"#, .tokenIssuer, "UUID"),
    (own, #"{\#(issuer),"exp":1795670710,\#(api)}"#, .tokenInOrder, "its own Python library leaves it out"),
    (own, #"{\#(issuer),"exp":1795670410,\#(api)}"#, .tokenExpired, "10 s ago"),
    (own, #"{\#(issuer),"exp":1795970420,\#(api)}"#, .tokenLifetime, "3 d 11 h ahead"),
    (own, #"{\#(issuer),\#(api)}"#, .tokenTimes, "`iat` is missing"),
    (own, #"{\#(issuer),"exp":1795670710,"aud":"appstoreconnect-v1","scope":[]}"#, .tokenTimes, "`iat` is missing"),
    (
      own, #"{\#(issuer),"iat":1795670410,"exp":1795670710000000,\#(api)}"#, .tokenTimes,
      "`exp` is in microseconds: 1795670710000000, where 1795670710 is meant"
    ),
    (
      own, #"{\#(issuer),"iat":1795670410,"exp":1795670710000000000,\#(api)}"#, .tokenTimes,
      "`exp` is in nanoseconds: 1795670710000000000, where 1795670710 is meant"
    ),
    (own, #"{\#(issuer),"iat":1795670410000,"exp":1795670710000,\#(api)}"#, .tokenTimes, "1795670410 is meant"),
    (own, #"{\#(issuer),"iat":"1795670410","exp":1795670710,\#(api)}"#, .tokenTimes, "`iat` is"),
    (own, #"{\#(issuer),"iat":1795670410,"exp":1795677610,\#(api)}"#, .tokenLifetime, "2 h later"),
    (own, #"{\#(issuer),"iat":1795670410,"exp":1795674011,\#(api)}"#, .tokenLifetime, "1 h 1 s later"),
    (own, #"{\#(issuer),"iat":1795670410,"exp":1795670410,\#(api)}"#, .tokenLifetime, "not later"),
    (own, #"{\#(issuer),"iat":1795663210,"exp":1795663510,\#(api)}"#, .tokenExpired, "1 h 55 min ago"),
    (own, #"{\#(issuer),"iat":1795670530,"exp":1795670700,\#(api)}"#, .tokenEarly, "1 min 50 s ahead"),
    (own, #"{\#(request),"aud":"promotional-offer","productId":"p","offerIdentifier":"o"}"#, .tokenInOrder, "StoreKit"),
    (own, #"{\#(request),"aud":"promotional-offer","productId":"p"}"#, .tokenClaims, "`offerIdentifier` is missing"),
    (own, #"{\#(request),"aud":"promotional-offers","productId":"p"}"#, .tokenAudience, "`promotional-offers`"),
    (
      own, #"{\#(request),"aud":"introductory-offer-eligibility","productId":"p","transactionId":"1"}"#, .tokenClaims,
      "true or false"
    ),
    (
      own, #"{\#(request),"aud":"promotional-offer","productId":"","offerIdentifier":"o"}"#, .tokenClaims,
      "`productId` is empty"
    ),
    (
      own, #"{\#(request),"aud":"promotional-offer","productId":"p","offerIdentifier":"o","transactionId":2000}"#,
      .tokenClaims, "`transactionId` is a number"
    ),
    (
      own, #"{\#(request),"aud":"promotional-offer","productId":"p","offerIdentifier":"o","transactionId":""}"#,
      .tokenClaims, "`transactionId` is empty"
    ),
    // Its claims are those of transactions, too.
    (
      own, #"{\#(request),"productId":"p","offerIdentifier":"o","transactionId":"1"}"#, .tokenAudience,
      "`aud` is missing; expected, as one text: `promotional-offer`."
    ),
    (
      own, #"{\#(request),"aud":"promotional-offers","productId":"p","offerIdentifier":"o","transactionId":"1"}"#,
      .tokenAudience, "`promotional-offers`"
    ),
    (
      own,
      #"{\#(request),"aud":"appstoreconnect-v1","productId":"p","allowIntroductoryOffer":true,"transactionId":"1"}"#,
      .tokenAudience, "`introductory-offer-eligibility`."
    ),
    // Examples that people publish have a nonce, which the API does not ask for.
    (own, #"{\#(request),"exp":1795670710,"aud":"appstoreconnect-v1"}"#, .tokenInOrder, "App Store Server API"),
    (
      own, #"{\#(issuer),"iat":1795670410,"bid":"a.b",\#(promotional)}"#, .tokenClaims, "`nonce`"
    ),
    (own, #"{\#(issuer),"iat":1795670410.5,"exp":1795670710,\#(api)}"#, .tokenTimes, "`1795670410.5`"),
    (own, #"{\#(request),"aud":"advanced-commerce-api"}"#, .tokenClaims, "`request` is missing"),
    (
      own, #"{\#(request),"exp":1795670710,"aud":"advanced-commerce-api","request":"e30="}"#, .tokenExpiry, "401|exp"
    ),
  ]

  @Test("of a developer's token the broken rule is named, with its numbers, and no other one")
  func rules() throws {
    let now = Instant(milliseconds: 1_795_670_420_000)
    for (header, payload, cause, words) in Self.broken {
      let diagnosis = Diagnostician(now: now).diagnose(Array(Self.token(header, payload).utf8))
      #expect(diagnosis.cause == cause, "\(payload)")
      #expect(diagnosis.findings.map(\.cause).filter { $0.rawValue.hasPrefix("token-") } == [cause], "\(payload)")
      let said = diagnosis.said.joined(separator: "\n")
      #expect(words.split(separator: "|").contains { said.contains($0) }, "\(said)")
      #expect(diagnosis.nextSteps.contains { $0.description == cause.entry.action })
    }
    // In order: the longest life of a client secret, and a token for the push service up to an hour old.
    for claims in [
      #"\#(Self.secret),"iat":1795670410,"exp":1811447410"#, #""iss":"TEAM123456","iat":1795666821"#,
      #""iss":"TEAM123456","iat":1795670410,"exp":1811447410"#,
    ] {
      let diagnosis = Diagnostician(now: now).diagnose(Array(Self.token(Self.own, "{\(claims)}").utf8))
      #expect(diagnosis.findings.map(\.cause) == [.apiToken], "\(claims)")
    }
    let token = Array(Self.token(Self.own, "{\(Self.issuer),\(Self.times),\(Self.api)}").utf8)
    for (bundle, cause) in [("com.example.app", Cause.tokenInOrder), ("com.example.other", .tokenBundle)] {
      #expect(Diagnostician(bundleIdentifiers: [bundle], now: now).diagnose(token).cause == cause)
    }
  }

  /// Several rules broken by one token: all are told.
  private static let faulty: [(payload: String, causes: [Cause])] = [
    (#"{\#(issuer),"iat":1795670410000,"exp":1795677610000,\#(api)}"#, [.tokenTimes, .tokenLifetime]),
    (#"{\#(issuer),"iat":"x","exp":1795670410,\#(api)}"#, [.tokenTimes, .tokenExpired]),
    (#"{\#(issuer),"iat":1764134410,"exp":1764134710000,\#(api)}"#, [.tokenTimes, .tokenExpired]),
    // ES256, a key and an issuer: what else would it be?
    ("{\(issuer),\(times)}", [.tokenAudience, .tokenBundle]),
    (#"{\#(issuer),\#(times),"aud":"appstoreconnect-v2"}"#, [.tokenAudience, .tokenBundle]),
    // Of a request, what `offer check` says.
    (#"{\#(request),"aud":"advanced-commerce-api","request":"!!!"}"#, [.offerRequest]),
    (#"{\#(request),"aud":"advanced-commerce-api","request":"eyJvcGVyYXRpb24iOiJCVVkifQ=="}"#, [.offerRequest]),
    // For how long Apple takes a request is not known, so that its age is no fault.
    (#"{\#(request.replacing("1795670410", with: "1764134410")),\#(promotional)}"#, [.tokenInOrder]),
  ]

  @Test("of a token with several faults every one is named, and its expiry in the past")
  func severalRules() {
    let now = Instant(milliseconds: 1_795_670_420_000)
    for (payload, causes) in Self.faulty {
      let diagnosis = Diagnostician(now: now).diagnose(Array(Self.token(Self.own, payload).utf8))
      #expect(diagnosis.findings.map(\.cause) == causes + [.apiToken], "\(payload)")
    }
    let secret = Self.token(Self.own, #"{\#(Self.secret),"iat":1795670410,"exp":1795670415}"#)
    let messages = Diagnostician(now: now).diagnose(Array(secret.utf8)).findings.map(\.message)
    #expect(messages.contains { $0.contains("it says that it expired at 2026-11-26 05:20:15 UTC") }, "\(messages)")
  }

  @Test("the form of a signature needs no key; with the key it is said that only the form is wrong")
  func signatureForms() throws {
    let key = try InAppPurchaseKey(OpenSSLCommand.run(OfferCheckTests.keyArguments, files: [:]).output)
    let now = Instant(milliseconds: 1_795_670_420_000)
    let signed = [Self.own, "{\(Self.issuer),\(Self.times),\(Self.api)}"].map { Base64.encodeURL(Array($0.utf8)) }
      .joined(separator: ".")
    let octets = try key.sign(Array(signed.utf8))
    let (sound, standard) = (Base64.encodeURL(octets), Base64.encode(octets))
    let der = try key.signWithDER(Array(signed.utf8))
    for (signature, words) in [
      (hexadecimal(octets), "in hexadecimal digits"), (Base64.encodeURL(der), "in DER"),
      (standard, standard.contains { "+/".contains($0) } ? "in standard base64" : "with `=`"),
      (sound + "==", sound.contains { "+/".contains($0) } ? "in standard base64" : "with `=`"),
      (Base64.encodeURL(Array(sound.utf8)), "in base64 more than once"),
    ] {
      for signer in [TokenSigner(), TokenSigner(key: key.publicKey)] {
        let diagnosis = Diagnostician(now: now, signer: signer).diagnose(Array("\(signed).\(signature)".utf8))
        #expect(diagnosis.findings.map(\.cause) == [.tokenSignature, .apiToken], "\(words)")
        let message = diagnosis.findings.first?.message ?? ""
        #expect(message.contains(words), "\(message)")
        #expect(message.contains("It is that of the key, but") == (signer.key != nil), "\(message)")
      }
    }
    let cut = Diagnostician(now: now).diagnose(Array("\(signed).\(Base64.encodeURL(Array(octets.prefix(57))))".utf8))
    #expect(cut.cause == .tokenSignature && cut.findings[0].message.contains("57 octets long, where ES256 has 64"))
    let short = Diagnostician(now: now).diagnose(Array("\(signed).\(String(repeating: "z", count: 78))".utf8))
    #expect(
      short.cause == .tokenSignature && short.findings[0].message.contains("78 characters long, where ES256 has 86"))
    let whole = Diagnostician(now: now).diagnose(Array("\(signed).\(sound)".utf8))
    #expect(whole.cause == .tokenInOrder)
    let known = Diagnostician(now: now, signer: TokenSigner(key: key.publicKey)).diagnose(
      Array("\(signed).\(sound)".utf8))
    let text = known.report(TextLayout(width: 200, usesColor: false, now: now))
    #expect(text.contains("Every rule holds, and the signature is that of the key."), "\(text)")
    #expect(!text.contains("without the key") && !text.contains("not reached") && !text.contains("verifyReceipt"))
    // Padding keeps JWT libraries from reading a part.
    let parts = signed.split(separator: ".").map(String.init)
    let padded = Diagnostician(now: now).diagnose(Array("\(parts[0]).\(parts[1])=.\(sound)".utf8))
    #expect(padded.cause == .tokenSignature && padded.findings[0].message.contains("without `=`"))
  }

  @Test(
    "a header line of another form than Bearer TOKEN (RFC 6750) is wrong, whatever token is in it",
    arguments: [
      ("Authorization: Bearer b'TOKEN'", "b'…'"), ("Authorization: Bearer b\"TOKEN\"", "b'…'"),
      ("Authorization: Bearer \"TOKEN\"", "quotation marks"), ("Authorization: Bearer 'TOKEN'", "quotation marks"),
      ("Authorization: Bearer <TOKEN>", "brackets"), ("Authorization: Bearer {TOKEN}", "brackets"),
      ("Authorization: Bearer Bearer TOKEN", "twice"), ("authorization: bearer bearer TOKEN", "twice"),
      ("Authorization: Basic TOKEN", "Another word"), ("Authorization: JWT TOKEN", "Another word"),
      ("Authorization: Bearer: TOKEN", "`:`"), ("Authorization: Bearer=TOKEN", "`=`"),
      ("Authorization: TOKEN", "missing"), ("Authorization: Bearer TOKEN\\n", "backslash"),
      ("Authorization: Bearer TOKEN;", "beside"), ("Bearer b'TOKEN'", "b'…'"), ("Bearer TOKEN\\n\n", "backslash"),
      ("Bearer Bearer TOKEN\n", "twice"), ("Bearer: TOKEN", "`:`"),
    ])
  func wrongHeaders(_ line: String, _ words: String) {
    let now = Instant(milliseconds: 1_795_670_420_000)
    let token = Self.token(Self.own, "{\(Self.issuer),\(Self.times),\(Self.api)}")
    let diagnosis = Diagnostician(now: now).diagnose(Array(line.replacing("TOKEN", with: token).utf8))
    #expect(diagnosis.cause == .authorizationHeader)
    #expect(diagnosis.findings.first?.message.contains(words) ?? false, "\(diagnosis.findings)")
    #expect(diagnosis.nextSteps.first == Cause.authorizationHeader.entry.action)
    #expect(!diagnosis.findings.contains { $0.cause == .tokenInOrder })
    // Other faults of the token are told, too.
    let expired = Diagnostician(now: Instant(milliseconds: 1_795_680_000_000))
      .diagnose(Array(line.replacing("TOKEN", with: token).utf8))
    #expect(expired.findings.map(\.cause).prefix(2) == [.authorizationHeader, .tokenExpired])
  }

  @Test(
    "a header line of the right form is none of its faults",
    arguments: [
      "Authorization: Bearer TOKEN", "authorization: bearer  TOKEN \r\n", "Bearer TOKEN\n", "TOKEN",
      "Authorization: Bearer TOKEN\nAccept: */*\n", "curl -H 'Authorization: Bearer TOKEN' https://example.com",
    ])
  func rightHeaders(_ line: String) {
    let token = Self.token(Self.own, "{\(Self.issuer),\(Self.times),\(Self.api)}")
    let diagnosis = Diagnostician(now: Instant(milliseconds: 1_795_670_420_000))
      .diagnose(Array(line.replacing("TOKEN", with: token).utf8))
    #expect(diagnosis.cause == .tokenInOrder, "\(diagnosis.findings)")
  }

  @Test("a token that says that it is not signed is no cut one, at any length")
  func unsigned() throws {
    let header = Base64.encodeURL(Array(#"{"alg":"none","kid":"2X9R4HXF34"}"#.utf8))
    let texts = (0..<80).map { count in
      let app = "com.example." + String(repeating: "a", count: count)
      let payload = #"{\#(Self.issuer),\#(Self.times),"aud":"appstoreconnect-v1","bid":"\#(app)"}"#
      return header + "." + Base64.encodeURL(Array(payload.utf8)) + "."
    }
    for text in [try #require(texts.first { $0.utf8.count == 256 }), texts[0]] {
      let diagnosis = Diagnostician(now: Instant(milliseconds: 1_795_670_420_000)).diagnose(Array(text.utf8))
      #expect(diagnosis.cause == .tokenAlgorithm && diagnosis.findings[0].message.contains("`none`"))
    }
  }

  @Test("what looks like a key or a token in a claim is not printed")
  func noSecrets() {
    let secrets = [
      "-----BEGIN PRIVATE KEY-----", "eyJhbGciOiJFUzI1NiJ9.eyJhIjoxfQ.AA",
      "MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg",
    ]
    for secret in secrets {
      for (header, payload) in [
        (#"{"alg":"\#(secret)","kid":"2X9R4HXF34"}"#, "{\(Self.issuer),\(Self.times),\(Self.api)}"),
        (#"{"alg":"ES256","kid":"\#(secret)="}"#, "{\(Self.issuer),\(Self.times),\(Self.api)}"),
        (Self.own, #"{\#(Self.issuer),\#(Self.times),"aud":"\#(secret)","bid":"a.b"}"#),
        (Self.own, #"{\#(Self.issuer),\#(Self.times),"aud":"appstoreconnect-v1","bid":"\#(secret)="}"#),
        (Self.own, #"{\#(Self.issuer),"iat":"\#(secret)",\#(Self.api)}"#),
      ] {
        let diagnosis = Diagnostician().diagnose(Array(Self.token(header, payload).utf8))
        let said =
          diagnosis.said + diagnosis.stages.map(\.detail.description)
        #expect(!said.contains { $0.contains(secret.prefix(16)) }, "\(said)")
        #expect(said.contains { $0.contains("looks like a key or a token") }, "\(said)")
      }
    }
  }

  @Test("hostile numbers and types in a token are findings", arguments: ["iat", "exp", "aud", "bid", "iss", "nonce"])
  func hostile(_ name: String) {
    for value in [
      "9223372036854775807", "-9223372036854775808", "1e400", "0.5", "{}", "[]", "null", "true", #""\u001b[31m""#,
    ] {
      let payload = #"{"\#(name)":\#(value),\#(Self.issuer),\#(Self.times),\#(Self.api)}"#
      let diagnosis = Diagnostician(now: Instant(milliseconds: .max)).diagnose(
        Array(Self.token(Self.own, payload).utf8))
      #expect(diagnosis.cause.rawValue.hasPrefix("token-"), "\(payload)")
    }
  }

  @Test("a payload of the App Store is called signed data, whatever its header says")
  func appStore() throws {
    let signed = [
      (#"{"alg":"HS256"}"#, "`alg: HS256`"), (#"{"alg":"RS256","x5c":["AA","AA","AA"]}"#, "`alg: RS256`"),
      (#"{"alg":"none"}"#, "`alg: none`"), (#"{"alg":"ES256","kid":"x"}"#, "no certificates"),
    ]
    for (header, words) in signed {
      let token = Self.token(
        header, #"{"transactionId":"2000000000000001","aud":"appstoreconnect-v1","environment":"Sandbox"}"#)
      let diagnosis = Diagnostician().diagnose(Array(token.utf8))
      #expect(diagnosis.cause == .jws)
      #expect(diagnosis.findings.contains { $0.message.contains(words) }, "\(diagnosis.findings)")
    }
  }

  @Test("signed data gets the steps of its kind; the app is not taken from what it says itself")
  func steps() throws {
    for (kind, words) in [
      ("transaction", ["validate --bundle-id ID FILE", "/inApps/v1/transactions/", "api.storekit-sandbox.apple.com"]),
      ("transaction-production", ["validate --bundle-id ID FILE", "https://api.storekit.apple.com"]),
      ("renewal", ["inspect FILE", "/inApps/v1/subscriptions/"]),
      ("notification-refund", ["inspect FILE", "HTTP 200"]),
      ("app-transaction", ["validate --bundle-id ID FILE", "/inApps/v1/transactions/appTransactions/"]),
      ("realtime", ["inspect FILE", "/inApps/v1/subscriptions/"]),
    ] {
      let diagnosis = Diagnostician().diagnose(Array(try PastedSignedDataTests.vector(kind).utf8))
      #expect(diagnosis.cause == .jws)
      let steps = diagnosis.nextSteps.joined(separator: "\n")
      for part in words + ["receipt-data takes only the app receipt in base64"] {
        #expect(steps.contains(part), "\(steps)")
      }
      #expect(!steps.contains("com.example.reader"))
    }
    let known = Diagnostician(bundleIdentifiers: ["com.example.mine"])
      .diagnose(Array(try PastedSignedDataTests.vector("transaction").utf8))
    #expect(known.nextSteps.contains { $0.contains("--bundle-id com.example.mine FILE") })
    // An identifier goes into an address only if it is one.
    let odd = SignedDataSamples.jws(#"{"transactionId":"1/../x","environment":"Production"}"#)
    #expect(!Diagnostician().diagnose(Array(odd.utf8)).nextSteps.contains { $0.contains("api.storekit") })
  }

  @Test("a token beside a receipt is no part of it that was not read")
  func beside() throws {
    let receipt = String(decoding: try PackageFiles.read("TestReceipts/consumable.b64"), as: UTF8.self)
    let token = Self.token(#"{"alg":"HS256"}"#, #"{"sub":"\#(String(repeating: "x", count: 300))"}"#)
    for text in [
      "POST /verify HTTP/1.1\r\nAuthorization: Bearer \(token)\r\n\r\n\(receipt)",
      #"{"authorization":"Bearer \#(token)","receipt-data":"\#(receipt)"}"#, "\(receipt)\n\(token)",
    ] {
      let found = try InputRecognizer().recognize(Array(text.utf8))
      guard case .signedData = found.content else {
        Issue.record("no receipt")
        continue
      }
      #expect(found.unread.isEmpty, "\(text.prefix(20))")
    }
  }

  @Test("a secret token beside signed data or a receipt is told of, and not printed")
  func secretBeside() throws {
    let token = Self.token(Self.own, "{\(Self.issuer),\(Self.times),\(Self.api)}")
    let receipt = String(decoding: try PackageFiles.read("TestReceipts/consumable.b64"), as: UTF8.self)
    let signed = try PastedSignedDataTests.vector("transaction")
    for (text, cause) in [
      ("\(token)\n\n\(signed)", Cause.jws), ("Authorization: Bearer \(token)\n\n\(signed)", .jws),
      (#"{"authorization":"Bearer \#(token)","receipt-data":"\#(receipt.filter { !$0.isNewline })"}"#, nil),
    ] as [(String, Cause?)] {
      let diagnosis = Diagnostician().diagnose(Array(text.utf8))
      #expect(diagnosis.findings.contains { $0.cause == .secretBeside && $0.message.contains("App Store Server API") })
      #expect(cause.map { $0 == diagnosis.cause } ?? diagnosis.isReadable, "\(diagnosis.cause)")
      #expect(diagnosis.nextSteps.contains { $0.contains("as good as a password") })
      let said = diagnosis.said.joined()
      #expect(!said.contains(token.prefix(20)))
    }
    let other = Self.token(#"{"alg":"HS256"}"#, #"{"sub":"1"}"#)
    for text in ["\(other)\n\n\(signed)", signed, token] {
      #expect(!Diagnostician().diagnose(Array(text.utf8)).findings.contains { $0.cause == .secretBeside })
    }
  }

  @Test("a private key is a secret, and is not printed")
  func privateKey() {
    let body = "MIGTAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBHkwdwIBAQQgAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
    let pem = "-----BEGIN PRIVATE KEY-----\n\(body)\n-----END PRIVATE KEY-----\n"
    for text in [pem, "AuthKey_2X9R4HXF34.p8:\n" + pem] {
      let diagnosis = Diagnostician().diagnose(Array(text.utf8))
      #expect(diagnosis.cause == .privateKey)
      #expect(diagnosis.nextSteps.contains { $0.contains("revoke it") })
      let said = diagnosis.said.joined()
      #expect(!said.contains("MIGT") && !said.contains("2X9R4HXF34"))
    }
  }
}

extension Diagnosis {
  /// Everything that a diagnosis says, in English.
  var said: [String] { ([summary] + findings.map(\.message) + nextSteps).map(\.description) }
}
