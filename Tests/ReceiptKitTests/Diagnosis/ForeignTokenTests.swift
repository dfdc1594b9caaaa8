import ReceiptKit
import TestSupport
import Testing

/// Tokens of other services that people send instead of signed data of the App Store.
@Suite("Foreign tokens")
struct ForeignTokenTests {
  private static let signature = String(repeating: "s", count: 85) + "A"

  private static func token(_ header: String, _ payload: String) -> String {
    [header, payload].map { InputSamples.base64(Array($0.utf8)).replacing("=", with: "") }.joined(separator: ".") + "."
      + signature
  }

  private static let now = Instant(milliseconds: 1_795_670_420_000)

  /// A row has a payload, or a header, ` . ` and a payload.
  private static func token(_ row: TableCase) -> String {
    let parts = row.text.components(separatedBy: " . ")
    return parts.count == 1 ? token(own, parts[0]) : token(parts[0], parts[1])
  }

  private static let own = #"{"alg":"ES256","kid":"2X9R4HXF34","typ":"JWT"}"#

  /// Claims as the services document them; nothing here was ever a real token.
  @Test(
    "are named, with what to send instead, and no part of them is printed",
    arguments: try TableCase.read("tokens", "services"))
  func names(_ row: TableCase) {
    let token = Self.token(row)
    for text in [token, "Authorization: Bearer \(token)", #"{"receipt-data":"\#(token)"}"#] {
      let diagnosis = Diagnostician().diagnose(text)
      let said = diagnosis.said.joined(separator: "\n")
      #expect(diagnosis.cause.rawValue == row.expected[0] && said.contains(row.expected[1]), "\(said)")
      #expect(diagnosis.asGiven.production.status == 21002)
      #expect(diagnosis.nextSteps.contains { $0.contains("instead") || $0.contains("Do not pass it on") })
      for part in token.split(separator: ".") { #expect(!said.contains(part.prefix(12))) }
      #expect(!diagnosis.findings.contains { [.jws, .badSignature, .untrustedChain].contains($0.cause) })
    }
  }

  private static let issuer = #""iss":"57246542-96fe-1a63-e053-0824d011072a""#
  private static let times = #""iat":1795670410,"exp":1795670710"#
  private static let api = #""aud":"appstoreconnect-v1","bid":"com.example.app""#
  /// One rule broken each, by Apple's pages, and words of the answer.
  @Test(
    "of a developer's token the broken rule is named, with its numbers, and no other one",
    arguments: try TableCase.read("tokens", "rules"))
  func rules(_ row: TableCase) throws {
    let diagnosis = Diagnostician(now: Self.now).diagnose(Self.token(row))
    #expect(diagnosis.cause.rawValue == row.expected[0])
    let rules = diagnosis.findings.map(\.cause.rawValue).filter { $0.hasPrefix("token-") }
    #expect(rules == [row.expected[0]])
    let said = diagnosis.said.joined(separator: "\n")
    #expect(row.expected[1].split(separator: "|").contains { said.contains($0) }, "\(said)")
    #expect(diagnosis.nextSteps.contains { $0.description == diagnosis.cause.entry.action })
  }

  @Test("the app of a token is compared with the one that was given")
  func bundles() {
    let token = Array(Self.token(Self.own, "{\(Self.issuer),\(Self.times),\(Self.api)}").utf8)
    for (bundle, cause) in [("com.example.app", Cause.tokenInOrder), ("com.example.other", .tokenBundle)] {
      #expect(Diagnostician(bundleIdentifiers: [bundle], now: Self.now).diagnose(token).cause == cause)
    }
  }

  @Test(
    "of a token with several faults every one is named, and a token in order has none",
    arguments: try TableCase.read("tokens", "several rules"))
  func severalRules(_ row: TableCase) {
    let diagnosis = Diagnostician(now: Self.now).diagnose(Self.token(row))
    #expect(diagnosis.findings.map(\.cause.rawValue) == row.words())
  }

  @Test("of an expired token it is said when that was")
  func expiry() {
    let claims = #""iss":"TEAM123456","aud":"https://appleid.apple.com","sub":"com.example.web""#
    let secret = Self.token(Self.own, #"{\#(claims),"iat":1795670410,"exp":1795670415}"#)
    let messages = Diagnostician(now: Self.now).diagnose(secret).findings.map(\.message)
    #expect(messages.contains { $0.contains("it says that it expired at 2026-11-26 05:20:15 UTC") }, "\(messages)")
  }

  @Test("the form of a signature needs no key; with the key it is said that only the form is wrong")
  func signatureForms() throws {
    let key = try InAppPurchaseKey(OpenSSLCommand.run(OfferCheckTests.keyArguments, files: [:]).output)
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
        let diagnosis = Diagnostician(now: Self.now, signer: signer).diagnose("\(signed).\(signature)")
        #expect(diagnosis.findings.map(\.cause) == [.tokenSignature, .apiToken], "\(words)")
        let message = diagnosis.findings.first?.message ?? ""
        #expect(message.contains(words), "\(message)")
        #expect(message.contains("It is that of the key, but") == (signer.key != nil), "\(message)")
      }
    }
    let cut = Diagnostician(now: Self.now).diagnose("\(signed).\(Base64.encodeURL(Array(octets.prefix(57))))")
    #expect(cut.cause == .tokenSignature && cut.findings[0].message.contains("57 octets long, where ES256 has 64"))
    let short = Diagnostician(now: Self.now).diagnose("\(signed).\(String(repeating: "z", count: 78))")
    #expect(
      short.cause == .tokenSignature && short.findings[0].message.contains("78 characters long, where ES256 has 86"))
    let whole = Diagnostician(now: Self.now).diagnose("\(signed).\(sound)")
    #expect(whole.cause == .tokenInOrder)
    let known = Diagnostician(now: Self.now, signer: TokenSigner(key: key.publicKey)).diagnose(
      Array("\(signed).\(sound)".utf8))
    let text = known.report(TextLayout(width: 200, usesColor: false, now: Self.now))
    #expect(text.contains("Every rule holds, and the signature is that of the key."), "\(text)")
    #expect(!text.contains("without the key") && !text.contains("not reached") && !text.contains("verifyReceipt"))
    // Padding keeps JWT libraries from reading a part.
    let parts = signed.split(separator: ".").map(String.init)
    let padded = Diagnostician(now: Self.now).diagnose("\(parts[0]).\(parts[1])=.\(sound)")
    #expect(padded.cause == .tokenSignature && padded.findings[0].message.contains("without `=`"))
  }

  @Test(
    "a header line of another form than Bearer TOKEN (RFC 6750) is wrong, whatever token is in it",
    arguments: try TableCase.read("tokens", "headers of another form than RFC 6750"))
  func wrongHeaders(_ row: TableCase) {
    let token = Self.token(Self.own, "{\(Self.issuer),\(Self.times),\(Self.api)}")
    let line = Array(row.text.replacing("TOKEN", with: token).utf8)
    let diagnosis = Diagnostician(now: Self.now).diagnose(line)
    #expect(diagnosis.cause == .authorizationHeader)
    #expect(diagnosis.findings.first?.message.contains(row.expected[0]) ?? false, "\(diagnosis.findings)")
    #expect(diagnosis.nextSteps.first == Cause.authorizationHeader.entry.action)
    #expect(!diagnosis.findings.contains { $0.cause == .tokenInOrder })
    // Other faults of the token are told, too.
    let expired = Diagnostician(now: Instant(milliseconds: 1_795_680_000_000)).diagnose(line)
    #expect(expired.findings.map(\.cause).prefix(2) == [.authorizationHeader, .tokenExpired])
  }

  @Test(
    "a header line in the right form is accepted",
    arguments: try TableCase.read("tokens", "headers of the right form"))
  func rightHeaders(_ row: TableCase) {
    let token = Self.token(Self.own, "{\(Self.issuer),\(Self.times),\(Self.api)}")
    let diagnosis = Diagnostician(now: Self.now).diagnose(row.text.replacing("TOKEN", with: token))
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
      let diagnosis = Diagnostician(now: Self.now).diagnose(text)
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
        let diagnosis = Diagnostician().diagnose(Self.token(header, payload))
        let said = diagnosis.said + diagnosis.stages.map(\.detail.description)
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
      let diagnosis = Diagnostician().diagnose(token)
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
      let diagnosis = Diagnostician().diagnose(try PastedSignedDataTests.vector(kind))
      #expect(diagnosis.cause == .jws)
      let steps = diagnosis.nextSteps.joined(separator: "\n")
      for part in words + ["receipt-data takes only the app receipt in base64"] {
        #expect(steps.contains(part), "\(steps)")
      }
      #expect(!steps.contains("com.example.reader"))
    }
    let known = Diagnostician(bundleIdentifiers: ["com.example.mine"])
      .diagnose(try PastedSignedDataTests.vector("transaction"))
    #expect(known.nextSteps.contains { $0.contains("--bundle-id com.example.mine FILE") })
    // An identifier goes into an address only if it is one.
    let odd = SignedDataSamples.jws(#"{"transactionId":"1/../x","environment":"Production"}"#)
    #expect(!Diagnostician().diagnose(odd).nextSteps.contains { $0.contains("api.storekit") })
  }

  @Test("a token beside a receipt is no part of it that was not read")
  func beside() throws {
    let receipt = String(decoding: try PackageFiles.read("TestReceipts/consumable.b64"), as: UTF8.self)
    let token = Self.token(#"{"alg":"HS256"}"#, #"{"sub":"\#(String(repeating: "x", count: 300))"}"#)
    for text in [
      "POST /verify HTTP/1.1\r\nAuthorization: Bearer \(token)\r\n\r\n\(receipt)",
      #"{"authorization":"Bearer \#(token)","receipt-data":"\#(receipt)"}"#, "\(receipt)\n\(token)",
    ] {
      let found = try InputRecognizer().recognize(text)
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
      let diagnosis = Diagnostician().diagnose(text)
      #expect(diagnosis.findings.contains { $0.cause == .secretBeside && $0.message.contains("App Store Server API") })
      #expect(cause.map { $0 == diagnosis.cause } ?? diagnosis.isReadable, "\(diagnosis.cause)")
      #expect(diagnosis.nextSteps.contains { $0.contains("as good as a password") })
      let said = diagnosis.said.joined()
      #expect(!said.contains(token.prefix(20)))
    }
    let other = Self.token(#"{"alg":"HS256"}"#, #"{"sub":"1"}"#)
    for text in ["\(other)\n\n\(signed)", signed, token] {
      #expect(!Diagnostician().diagnose(text).findings.contains { $0.cause == .secretBeside })
    }
  }

  @Test("a private key is a secret, and is not printed")
  func privateKey() {
    let body = "MIGTAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBHkwdwIBAQQgAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
    let pem = "-----BEGIN PRIVATE KEY-----\n\(body)\n-----END PRIVATE KEY-----\n"
    for text in [pem, "AuthKey_2X9R4HXF34.p8:\n" + pem] {
      let diagnosis = Diagnostician().diagnose(text)
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
