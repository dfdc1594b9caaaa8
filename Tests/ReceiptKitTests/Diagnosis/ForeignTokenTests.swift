import ReceiptKit
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
      .apiToken, "expires at 2026-11-21 07:00:00 UTC"
    ),
    (
      own, #"{"iss":"57246542-96fe-1a63-e053-0824d011072a","aud":["appstoreconnect-v1"],"exp":99999999999999999999}"#,
      .apiToken, "does not say when"
    ),
    (own, #"{"iss":"TEAM123456","iat":1795240800}"#, .apiToken, "DeviceCheck"),
    (
      own, #"{"iss":"TEAM123456","iat":1,"exp":-1,"aud":"https://appleid.apple.com","sub":"com.example"}"#, .apiToken,
      "client secret"
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
        let said = ([diagnosis.summary] + diagnosis.findings.map(\.message) + diagnosis.nextSteps).joined(
          separator: "\n")
        #expect(said.contains(words), "\(said)")
        #expect(diagnosis.asGiven.production.status == 21002)
        #expect(diagnosis.nextSteps.contains { $0.contains("instead") || $0.contains("Do not pass it on") })
        for part in token.split(separator: ".") { #expect(!said.contains(part.prefix(12))) }
        #expect(!diagnosis.findings.contains { [.jws, .badSignature, .untrustedChain].contains($0.cause) })
      }
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

  @Test("a private key is a secret, and is not printed")
  func privateKey() {
    let body = "MIGTAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBHkwdwIBAQQgAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
    let pem = "-----BEGIN PRIVATE KEY-----\n\(body)\n-----END PRIVATE KEY-----\n"
    for text in [pem, "AuthKey_2X9R4HXF34.p8:\n" + pem] {
      let diagnosis = Diagnostician().diagnose(Array(text.utf8))
      #expect(diagnosis.cause == .privateKey)
      #expect(diagnosis.nextSteps.contains { $0.contains("revoke it") })
      let said = ([diagnosis.summary] + diagnosis.findings.map(\.message) + diagnosis.nextSteps).joined()
      #expect(!said.contains("MIGT") && !said.contains("2X9R4HXF34"))
    }
  }
}
