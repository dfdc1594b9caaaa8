import Foundation
import ReceiptKit
import TestSupport
import Testing

@testable import ReceiptMint

/// Minted JWS, read by Foundation and openssl.
@Suite("Signed data")
struct SignedDataTests {
  private static let date = "2026-01-15T12:00:00Z"

  static func mint(
    _ kind: SignedPayloadKind, template: ReceiptTemplate? = nil, notification: String? = nil, flaws: [JWSFlaw] = [],
    date: String = Self.date, number: Int = 0, _ change: (inout TemplateOptions) -> Void = { _ in }
  ) throws -> (text: String, minter: JWSMinter) {
    var options = TemplateOptions(creationDate: try #require(ReceiptDate(date)).instant)
    change(&options)
    let data = try SignedDataTemplate(
      kind, template: template, notification: notification.flatMap(NotificationTemplate.named), options: options
    ).description(seed: "signed data", number: number)
    let minter = try JWSMinter(
      try Shared.authority, flaws: flaws, signedAt: date, isXcode: options.environment == .xcode)
    return (try minter.mint(data), minter)
  }

  struct Parts {
    let header: [String: Any]
    let payload: [String: Any]
    let signature: [UInt8]
    let input: [UInt8]
    var certificates: [[UInt8]] {
      (header["x5c"] as? [String] ?? []).compactMap { Data(base64Encoded: $0).map(Array.init) }
    }
  }

  static func parts(_ text: String) throws -> Parts {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    try #require(parts.count == 3)
    func octets(_ part: Substring) throws -> Data {
      let standard = part.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
      let padding = String(repeating: "=", count: (4 - standard.count % 4) % 4)
      return try #require(Data(base64Encoded: standard + padding))
    }
    return Parts(
      header: try #require(try JSONSerialization.jsonObject(with: octets(parts[0])) as? [String: Any]),
      payload: try #require(try JSONSerialization.jsonObject(with: octets(parts[1])) as? [String: Any]),
      signature: Array(try octets(parts[2])), input: Array((parts[0] + "." + parts[1]).utf8))
  }

  private static func pem(_ der: [UInt8]) -> [UInt8] {
    Array(
      "-----BEGIN CERTIFICATE-----\n\(Data(der).base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed]))\n-----END CERTIFICATE-----\n"
        .utf8)
  }

  /// What openssl says: the chain under strict rules at a time, and the signature.
  private func openssl(_ parts: Parts, root: TestCertificate, at date: String) throws -> (
    chain: Int32, signature: Int32
  ) {
    let seconds = Int(try Date(date, strategy: .iso8601).timeIntervalSince1970)
    let pems = parts.certificates.map(Self.pem)
    let chain = try OpenSSLCommand.run(
      ["verify", "-x509_strict", "-no-CApath", "-no-CAstore", "-attime", String(seconds)]
        + ["-CAfile", "root.pem", "-untrusted", "intermediate.pem", "leaf.pem"],
      files: [
        "root.pem": Array(root.pem.utf8), "intermediate.pem": pems.count > 1 ? pems[1] : pems[0], "leaf.pem": pems[0],
      ])
    let key = try OpenSSLCommand.run(["x509", "-noout", "-pubkey", "-in", "leaf.pem"], files: ["leaf.pem": pems[0]])
    let signature = try OpenSSLCommand.run(
      ["dgst", "-sha256", "-verify", "key.pem", "-signature", "signature", "input"],
      files: ["key.pem": key.output, "signature": EllipticKey.encoded(parts.signature), "input": parts.input])
    return (chain.status, signature.status)
  }

  @Test("what templates write are members of Apple's pages, with their types")
  func members() throws {
    let options = TemplateOptions(creationDate: try #require(ReceiptDate(Self.date)).instant)
    let reader = SignedDataReader(creationDate: options.creationDate, isStrict: true)
    func read(_ template: SignedDataTemplate) throws {
      let data = try template.description(seed: "members", number: 0)
      #expect(throws: Never.self, "\(template)") { try reader.read(data.payload, as: data.kind) }
    }
    for kind in SignedPayloadKind.allCases { try read(SignedDataTemplate(kind, options: options)) }
    for template in ReceiptTemplate.allCases {
      for kind in [SignedPayloadKind.transaction, .renewal] {
        guard let found = try? SignedDataTemplate(kind, template: template, options: options) else { continue }
        try read(found)
      }
    }
    for notification in NotificationTemplate.all {
      try read(SignedDataTemplate(.notification, notification: notification, options: options))
    }
  }

  @Test(
    "of other types, and unknown where only known ones are taken, none is read",
    arguments: [
      (SignedPayloadKind.renewal, #"{"autoRenewStatus":"1"}"#, "/autoRenewStatus: a string, where a whole number"),
      (.renewal, #"{"renewalPrice":1.5}"#, "/renewalPrice: a number, where a whole number of 64 bits should be"),
      (.renewal, #"{"offerPeriod":1}"#, "/offerPeriod: a number, where a string should be"),
      (.renewal, #"{"eligibleWinBackOfferIds":["a",1]}"#, "/eligibleWinBackOfferIds/1: a number, where a string"),
      (.renewal, #"{"eligibleWinBackOfferIds":"a"}"#, "/eligibleWinBackOfferIds: a string, where an array should be"),
      (
        .notification, #"{"unclaimInfo":{"unclaimSeatIds":["a"]}}"#,
        "/unclaimInfo/unclaimSeatIds/0: a string, where a UUID"
      ),
      (.transaction, #"{"type":1}"#, "/type: a number, where a string should be"),
      (
        .transaction, #"{"multiSeatInfo":{"priceTiers":[{"prize":1}]}}"#,
        "/multiSeatInfo/priceTiers/0/prize: an unknown"
      ),
    ])
  func refused(_ kind: SignedPayloadKind, _ payload: String, _ words: String) throws {
    let value = try JSONReader().read(Array(payload.utf8))
    let reader = SignedDataReader(creationDate: Instant(milliseconds: 0), isStrict: true)
    do {
      _ = try reader.read(value, as: kind)
      Issue.record("\(payload) was read")
    } catch {
      #expect("\(error.pointer): \(error.message)".hasPrefix(words))
    }
    let lenient = SignedDataReader(creationDate: Instant(milliseconds: 0), allowsInvalid: true)
    #expect(try lenient.read(value, as: kind).payload["signedDate"] != nil)
  }

  @Test("chain and signature of every kind hold for openssl", arguments: SignedPayloadKind.allCases)
  func kinds(_ kind: SignedPayloadKind) throws {
    let (text, minter) = try Self.mint(kind)
    let parts = try Self.parts(text)
    #expect(parts.header["alg"] as? String == "ES256" && parts.certificates.count == 3 && parts.header.count == 2)
    #expect(parts.signature.count == 64)
    let root = try #require(minter.anchors.last)
    #expect(parts.certificates[2] == root.der)
    #expect(try openssl(parts, root: root, at: Self.date) == (0, 0))
    #expect(try openssl(parts, root: try #require(minter.anchors.first), at: Self.date).chain != 0)
    let signed = parts.payload[kind == .appTransaction ? "receiptCreationDate" : "signedDate"]
    #expect(signed as? Int == 1_768_478_400_000)
  }

  @Test("certificates are like Apple's, with names that say TEST")
  func certificates() throws {
    let certificates = try Self.parts(try Self.mint(.transaction).text).certificates
    let texts = try certificates.map { der in
      try OpenSSLCommand.run(
        ["x509", "-noout", "-text", "-nameopt", "RFC2253", "-in", "c.pem"], files: ["c.pem": Self.pem(der)]
      ).text
    }
    for text in texts {
      #expect(text.contains("Signature Algorithm: ecdsa-with-SHA384"))
      #expect(text.contains("X509v3 Subject Key Identifier") && text.contains("O=receipt-tool TEST PKI (not Apple)"))
    }
    for piece in [
      "NIST CURVE: P-256", "CA:FALSE", "X509v3 Key Usage: critical\n                Digital Signature\n",
      "Policy: 1.2.840.113635.100.5.6.1", "1.2.840.113635.100.6.11.1: \n", "X509v3 Authority Key Identifier",
      "Not Before: Sep 19 19:44:51 2025 GMT", "Not After : Oct 13 17:47:23 2027 GMT",
    ] { #expect(texts[0].contains(piece), "\(piece)") }
    for piece in [
      "NIST CURVE: P-384", "CA:TRUE, pathlen:0", "Certificate Sign, CRL Sign", "1.2.840.113635.100.6.2.1: \n",
      "Not Before: Mar 17 20:37:10 2021 GMT", "Not After : Mar 19 00:00:00 2036 GMT",
    ] { #expect(texts[1].contains(piece), "\(piece)") }
    for piece in [
      "NIST CURVE: P-384", "CA:TRUE", "Not Before: Apr 30 18:19:06 2014 GMT", "Not After : Apr 30 18:19:06 2039 GMT",
    ] { #expect(texts[2].contains(piece), "\(piece)") }
  }

  @Test(
    "the chain holds whenever its root does",
    arguments: ["2014-05-01", "2020-02-29", "2022-09-02", "2024-06-01", "2038-12-31"])
  func dates(_ day: String) throws {
    let date = day + "T12:00:00Z"
    let (text, minter) = try Self.mint(.transaction, date: date)
    #expect(try openssl(try Self.parts(text), root: try #require(minter.anchors.last), at: date) == (0, 0))
  }

  @Test("what Xcode signs has one certificate, which is its anchor")
  func xcode() throws {
    let (text, minter) = try Self.mint(.transaction) { $0.environment = .xcode }
    let parts = try Self.parts(text)
    #expect(parts.header["kid"] as? String == "Apple_Xcode_Key" && parts.header["typ"] as? String == "JWT")
    #expect(parts.certificates == [try #require(minter.anchors.first).der] && minter.anchors.count == 1)
    #expect(try openssl(parts, root: minter.anchors[0], at: Self.date) == (0, 0))
    #expect(parts.payload["environment"] as? String == "Xcode")
  }

  @Test("the same seed gives the same text, another number another one")
  func deterministic() throws {
    let first = try Self.mint(.transaction).text
    #expect(try Self.mint(.transaction).text == first)
    let texts = try (0..<50).map { try Self.mint(.notification, number: $0).text }
    #expect(Set(texts).count == 50)
    // If this changes, every JWS that anyone has minted and kept changes with it.
    let authority = try TestAuthority(seed: "pinned")
    let outcome = try OpenSSLCommand.run(
      ["dgst", "-sha256", "-r", "octets"], files: ["octets": try authority.signedDataRoot().der])
    #expect(outcome.text.prefix(64) == "c232f5b1bb45d9efc875bc4bdcdd96a482263bc0b391d5ef1dd21358397b8f08")
  }

  /// The same key in every notification: one of five objects.
  private static let contents = ["data", "summary", "externalPurchaseToken", "appData", "unclaimInfo"]

  @Test(
    "every notification has what it is about, signed and agreeing with it",
    arguments: NotificationTemplate.all.map(\.name))
  func notifications(_ name: String) throws {
    let payload = try Self.parts(try Self.mint(.notification, notification: name).text).payload
    let names = [payload["notificationType"], payload["subtype"]].compactMap { $0 as? String }
    #expect(names.joined(separator: "/") == name)
    #expect(
      payload["version"] as? String == "2.0" && UUID(uuidString: payload["notificationUUID"] as? String ?? "") != nil)
    let found = Self.contents.filter { payload[$0] != nil }
    #expect(found.count == 1)
    let content = try #require(payload[found[0]] as? [String: Any])
    #expect(content["bundleId"] as? String == "com.example.app")
    var originals: Set<String> = []
    for key in ["signedTransactionInfo", "signedRenewalInfo", "signedAppTransactionInfo"] {
      guard let text = content[key] as? String else { continue }
      let inner = try Self.parts(text).payload
      #expect((inner["environment"] ?? inner["receiptType"]) as? String == content["environment"] as? String)
      if key != "signedRenewalInfo" { #expect(inner["bundleId"] as? String == "com.example.app") }
      if let original = inner["originalTransactionId"] as? String { originals.insert(original) }
    }
    #expect(originals.count <= 1)
    #expect((content["status"] != nil) == (content["signedRenewalInfo"] != nil))
  }

  @Test("options of templates show in the payload")
  func options() throws {
    func payload(
      _ kind: SignedPayloadKind = .transaction, _ template: ReceiptTemplate? = nil,
      _ change: (inout TemplateOptions) -> Void
    ) throws -> [String: Any] { try Self.parts(try Self.mint(kind, template: template, change).text).payload }
    let trial = try payload { ($0.hasTrial, $0.renewals, $0.period) = (true, 0, .months(1)) }
    #expect(trial["offerType"] == nil && trial["transactionReason"] as? String == "RENEWAL")
    let intro = try payload { ($0.hasIntroductoryOffer, $0.renewals, $0.period) = (true, 0, .months(1)) }
    #expect(intro["offerType"] as? Int == 1 && intro["offerDiscountType"] as? String == "PAY_AS_YOU_GO")
    #expect(intro["offerPeriod"] as? String == "P1M" && intro["transactionReason"] as? String == "PURCHASE")
    let coins = try payload(.transaction, .consumable) { ($0.quantity, $0.environment) = (3, .production) }
    #expect(coins["type"] as? String == "Consumable" && coins["quantity"] as? Int == 3 && coins["expiresDate"] == nil)
    #expect(coins["environment"] as? String == "Production" && coins["price"] as? Int == 2_970)
    let refunded = try payload { $0.isCancelled = true }
    #expect(refunded["revocationType"] as? String == "REFUND_FULL" && refunded["revocationReason"] as? Int == 1)
    let family = try payload(.transaction, .family) { _ in }
    #expect(family["inAppOwnershipType"] as? String == "FAMILY_SHARED")
    let app = try payload(.appTransaction) { $0.environment = .production }
    #expect(app["receiptType"] as? String == "Production" && app["appAppleId"] is Int)
  }

  @Test("deviceVerification is the SHA-384 of nonce and device, in lower case")
  func device() throws {
    let device = "956328D9-CC6A-47F4-BE40-6953FB0AB6C7"
    var template = try SignedDataTemplate(
      .transaction, options: TemplateOptions(creationDate: try #require(ReceiptDate(Self.date)).instant))
    template.device = try DeviceGUID(device)
    let payload = try template.description(seed: "device").payload
    let nonce = try #require(payload["deviceVerificationNonce"]?.stringValue)
    let outcome = try OpenSSLCommand.run(
      ["dgst", "-sha384", "-binary", "octets"],
      files: ["octets": Array((nonce.lowercased() + device.lowercased()).utf8)])
    #expect(payload["deviceVerification"]?.stringValue == Data(outcome.output).base64EncodedString())
  }

  /// openssl is shown what Foundation made of the text, and is told of no algorithm.
  private static let beyondOpenSSL: Set<String> = [
    "critical-header", "unencoded-payload", "padded", "standard-base64", "unused-bits", "duplicate-member", "two-dates",
    "rsa-certificates",
  ]

  @Test("every flaw of chain and signature is refused by openssl too, markers aside")
  func flaws() throws {
    var refused = 0
    for flaw in JWSFlaw.all where flaw.promise.error == nil && !flaw.needsContents {
      let (text, minter) = try Self.mint(.transaction, flaws: [flaw])
      let parts = try Self.parts(text)
      #expect(try Self.mint(.transaction).text != text, "\(flaw.name)")
      // What openssl cannot even be asked.
      guard !parts.certificates.isEmpty, parts.signature.count == 64 else { continue }
      let (chain, signature) = try openssl(parts, root: try #require(minter.anchors.last), at: Self.date)
      switch flaw.promise.authenticity {
      case "test-signed": #expect(chain == 0 && signature == 0, "\(flaw.name)")
      case "outside-validity": #expect(chain != 0 && signature == 0, "\(flaw.name)")
      case "bad-signature" where !flaw.name.hasPrefix("algorithm") && !Self.beyondOpenSSL.contains(flaw.name):
        #expect(chain == 0 && signature != 0, "\(flaw.name)")
        refused += 1
      // By itself the intermediate is well issued.
      case "untrusted-chain"
      where flaw.promise.failedStep == "chain" && parts.certificates.count == 3 && flaw.name != "swapped-certificates":
        #expect(chain != 0, "\(flaw.name)")
        refused += 1
      default: break
      }
    }
    #expect(refused > 10)
    #expect(Set(JWSFlaw.all.map(\.name)).count == JWSFlaw.all.count)
  }

  @Test("flaws of what is within need a notification with something in it")
  func contents() throws {
    for flaw in JWSFlaw.all where flaw.needsContents {
      #expect(throws: MintError.self) { try Self.mint(.transaction, flaws: [flaw]) }
      #expect(throws: MintError.self) { try Self.mint(.notification, notification: "TEST", flaws: [flaw]) }
      #expect(throws: Never.self) { try Self.mint(.notification, flaws: [flaw]) }
    }
  }
}
