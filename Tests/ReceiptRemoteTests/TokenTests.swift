import Foundation
import ReceiptKit
import TestSupport
import Testing

@testable import ReceiptRemote

/// `openssl` makes the keys and verifies the signatures.
@Suite("Tokens of the App Store Server API")
struct TokenTests {
  private static let issuer = "57246542-96fe-1a63-e053-0824d011072a"

  private func credentials(
    _ key: InAppPurchaseKey, keyIdentifier: String = "2X9R4HXF34", issuer: String = issuer,
    bundle: String = "com.example.reader"
  ) throws(InvalidCredentials) -> AppStoreServerCredentials {
    try AppStoreServerCredentials(
      key: key, keyIdentifier: keyIdentifier, issuerIdentifier: issuer, bundleIdentifier: bundle)
  }

  @Test("has the members that Apple documents, and a signature that openssl accepts")
  func verified() throws {
    let pem = try OpenSSL.key()
    let credentials = try credentials(InAppPurchaseKey(pem))
    let now = Instant(milliseconds: 1_795_000_000_999)
    let token = try credentials.token(at: now).revealed
    let parts = token.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    #expect(parts.count == 3)
    let header = try JSONSerialization.jsonObject(with: OpenSSL.decoded(parts[0])) as? [String: String]
    #expect(header == ["alg": "ES256", "kid": "2X9R4HXF34", "typ": "JWT"])
    let claims = try #require(JSONSerialization.jsonObject(with: OpenSSL.decoded(parts[1])) as? [String: Any])
    #expect(Set(claims.keys) == ["iss", "iat", "exp", "aud", "bid"])
    #expect(claims["iss"] as? String == Self.issuer && claims["aud"] as? String == "appstoreconnect-v1")
    #expect(claims["bid"] as? String == "com.example.reader")
    #expect(claims["iat"] as? Int == 1_795_000_000 && claims["exp"] as? Int == 1_795_000_300)
    #expect(try OpenSSL.accepts(token, key: pem))
    #expect(try !OpenSSL.accepts(token, key: OpenSSL.key()))
    #expect(try credentials.token(at: now).revealed != token, "every token has a nonce of its own")
  }

  @Test("a key in other line ends and with blank lines is the same key")
  func layouts() throws {
    let pem = String(decoding: try OpenSSL.key(), as: UTF8.self)
    for text in [
      pem.replacingOccurrences(of: "\n", with: "\r\n"), "\n" + pem + "\n\n", pem.trimmingCharacters(in: .newlines),
    ] {
      let token = try credentials(InAppPurchaseKey(Array(text.utf8))).token(at: Instant(milliseconds: 0)).revealed
      #expect(try OpenSSL.accepts(token, key: Array(pem.utf8)))
    }
  }

  @Test(
    "everything else is refused by name",
    arguments: [
      (["genrsa", "2048"], "RSA"),
      (["genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048"], "RSA"),
      (["genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-384"], "secp384r1"),
      (["genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:secp256k1"], "secp256k1"),
      (
        [
          "genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-384", "-pkeyopt",
          "ec_param_enc:explicit",
        ], "curve"
      ),
      (["genpkey", "-algorithm", "ED25519"], "ED25519"),
      (["genpkey", "-algorithm", "X25519"], "X25519"),
      (["ecparam", "-name", "prime256v1", "-genkey", "-noout"], "not PKCS#8"),
      (
        [
          "genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-aes-256-cbc", "-pass",
          "pass:secret",
        ], "encrypted"
      ),
      (
        [
          "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", "/dev/null",
          "-subj", "/CN=TEST",
        ], "certificate"
      ),
    ])
  func others(_ arguments: [String], _ word: String) throws {
    let file = try OpenSSL.run(arguments)
    let error = #expect(throws: InvalidInAppPurchaseKey.self) { try InAppPurchaseKey(file) }
    #expect(error?.reason.contains(word) ?? false, "\(error?.reason ?? "")")
    let lines = String(decoding: file, as: UTF8.self).split(separator: "\n").filter { !$0.hasPrefix("-") }
    for line in lines { #expect(!(error?.reason.contains(line) ?? false)) }
  }

  @Test("so is what is damaged, cut off, several keys or no key")
  func damaged() throws {
    let pem = String(decoding: try OpenSSL.key(), as: UTF8.self)
    let body = pem.split(separator: "\n")
    let middle = body[1]
    let changed = pem.replacingOccurrences(
      of: body[2], with: String(body[2].reversed()))
    let publicKey = try OpenSSL.run(["pkey", "-pubout", "-in", "key"], files: ["key": Array(pem.utf8)])
    for (text, word) in [
      ("", "empty"), (" \n\t\n", "empty"), ("2X9R4HXF34", "BEGIN"), (pem + pem, "2 PEM blocks"),
      (pem.replacingOccurrences(of: middle + "\n", with: ""), ""), (String(pem.prefix(100)), "damaged"),
      (changed, ""), (pem.replacingOccurrences(of: "MIG", with: "M!G"), "damaged"),
      ("-----BEGIN PRIVATE KEY-----\n-----END PRIVATE KEY-----\n", "damaged"),
      (pem + "x", "damaged"), ("é" + pem, "ASCII"), (String(repeating: "a", count: 17_000), "larger"),
      ("-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n", "PKCS#8"),
      (String(decoding: publicKey, as: UTF8.self), "public key"),
      ("-----BEGIN OPENSSH PRIVATE KEY-----\nAAAA\n-----END OPENSSH PRIVATE KEY-----\n", "SSH"),
    ] {
      let error = #expect(throws: InvalidInAppPurchaseKey.self) { try InAppPurchaseKey(Array(text.utf8)) }
      #expect(word.isEmpty || error?.reason.contains(word) ?? false, "\(word): \(error?.reason ?? "")")
      #expect(!(error?.reason.contains(middle) ?? false))
    }
  }

  @Test("key, credentials and token never print")
  func masked() throws {
    let key = try InAppPurchaseKey(try OpenSSL.key())
    let credentials = try credentials(key)
    let token = try credentials.token(at: Instant(milliseconds: 0))
    func dumped(_ value: Any) -> String {
      var text = ""
      dump(value, to: &text)
      return text
    }
    for value in [key, credentials, token] as [Any] {
      for text in ["\(value)", String(reflecting: value), dumped(value)] {
        #expect(text.contains("********") && !text.contains("eyJ") && !text.contains("0x"))
      }
    }
  }

  @Test("names that cannot be those of a key are refused")
  func names() throws {
    let key = try InAppPurchaseKey(try OpenSSL.key())
    for identifier in ["", "a b", "2X9\"", "é"] {
      #expect(throws: InvalidCredentials.self) { try credentials(key, keyIdentifier: identifier) }
    }
    for issuer in ["", "57246542", Self.issuer + "0", Self.issuer.replacingOccurrences(of: "f", with: "g")] {
      #expect(throws: InvalidCredentials.self) { try credentials(key, issuer: issuer) }
    }
    for bundle in ["", "com.example reader", "com/example"] {
      #expect(throws: InvalidCredentials.self) { try credentials(key, bundle: bundle) }
    }
  }

  @Test("the name of Apple's file says which key it is")
  func fileNames() {
    let own = AppleKeyFileName(path: "/keys/SubscriptionKey_2X9R4HXF34.p8")
    #expect(own?.keyIdentifier == "2X9R4HXF34" && own?.isForInAppPurchase == true)
    let other = AppleKeyFileName(path: "AuthKey_2X9R4HXF34.p8")
    #expect(other?.keyIdentifier == "2X9R4HXF34" && other?.isForInAppPurchase == false)
    for name in [
      "", "key.p8", "SubscriptionKey_2X9R4HXF34.pem", "SubscriptionKey_2x9r4hxf34.p8", "SubscriptionKey_.p8",
    ] {
      #expect(AppleKeyFileName(path: name) == nil, "\(name)")
    }
  }
}

/// Keys and tokens by the `openssl` program.
enum OpenSSL {
  /// What it writes to standard output.
  static func run(_ arguments: [String], files: [String: [UInt8]] = [:]) throws -> [UInt8] {
    let outcome = try OpenSSLCommand.run(arguments, files: files)
    try #require(outcome.status == 0, "openssl \(arguments)")
    return outcome.output
  }

  /// A new key of the form that Apple's have.
  static func key() throws -> [UInt8] {
    try run(["genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256"])
  }

  /// The octets of base64url.
  static func decoded(_ text: String) throws -> Data {
    let standard = text.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
    return try #require(Data(base64Encoded: standard + String(repeating: "=", count: (4 - text.count % 4) % 4)))
  }

  /// Whether `openssl dgst -verify` accepts the signature of a token with the public part of a key.
  static func accepts(_ token: String, key: [UInt8]) throws -> Bool {
    let parts = token.split(separator: ".").map(String.init)
    let signature = try decoded(parts[2])
    try #require(signature.count == 64)
    func integer(_ octets: Data) -> Data {
      let digits = Data(octets.drop { $0 == 0 })
      let padded = (digits.first ?? 0x80) < 0x80 ? digits : Data([0]) + digits
      return Data([2, UInt8(padded.count)]) + padded
    }
    let numbers = integer(signature.prefix(32)) + integer(signature.suffix(32))
    let outcome = try OpenSSLCommand.run(
      ["dgst", "-sha256", "-verify", "public", "-signature", "proof", "signed"],
      files: [
        "public": try run(["pkey", "-pubout", "-in", "key"], files: ["key": key]),
        "proof": Array(Data([0x30, UInt8(numbers.count)]) + numbers), "signed": Array((parts[0] + "." + parts[1]).utf8),
      ])
    return outcome.status == 0 && outcome.text == "Verified OK\n"
  }
}
