import Foundation
import TestSupport
import Testing

@testable import ReceiptReading

/// Signed data that its owners published: a genuine notification, Xcode's, and that of Apple's own library tests. It
/// stays outside this repository; without it its tests are skipped.
enum SignedSamples {
  static var areHere: Bool { Samples.signed.areHere }
  static let missing = Comment(rawValue: Samples.signed.missing)
  static let xcode = ["xcode-signed-transaction", "xcode-signed-renewal-info", "xcode-signed-app-transaction"]
  static let mock = ["mock-transactionInfo", "mock-renewalInfo", "mock-testNotification", "mock-wrongBundleId"]

  static func file(_ name: String) throws -> [UInt8] { try Samples.signed.read(name) }

  /// The three parts and their dots.
  static func text(_ name: String) throws -> String {
    let text = String(decoding: try file(name), as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    guard name.hasSuffix(".json") else { return text }
    let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: String]
    return try #require(object?["signedPayload"])
  }

  /// One part, decoded by Foundation and not by us.
  static func part(_ index: Int, of text: String) throws -> [String: Any] {
    var part = text.split(separator: ".")[index].replacingOccurrences(of: "-", with: "+")
      .replacingOccurrences(of: "_", with: "/")
    while part.utf8.count % 4 != 0 { part += "=" }
    let object = try JSONSerialization.jsonObject(with: try #require(Data(base64Encoded: part)))
    return try #require(object as? [String: Any])
  }

  /// A certificate of `x5c` as an anchor of the user's.
  static func anchor(_ index: Int, of text: String) throws -> TrustAnchor {
    let list = try #require(try part(0, of: text)["x5c"] as? [String])
    return TrustAnchor(try Certificate(der: Array(try #require(Data(base64Encoded: list[index])))))
  }
}

@Suite("Signed data is proven", .enabled(if: SignedSamples.areHere, SignedSamples.missing))
struct SignedDataProofTests {
  private static let genuine = "apple-test-notification.json"

  private func judge(
    _ text: String, _ anchors: [TrustAnchor] = [], at time: Instant? = nil, now: Instant? = nil
  ) throws -> Authenticity {
    let decoder = InputDecoder(authenticator: Authenticator(anchors: anchors), judgingTime: time, currentTime: now)
    return try #require(try decoder.decode(text).authenticity)
  }

  @Test("Apple's notification is authentic at its own date, and only while its certificates were valid")
  func appleNotification() throws {
    let text = try SignedSamples.text(Self.genuine)
    let authenticity = try judge(text)
    #expect(authenticity.verdict == .authentic)
    #expect(authenticity.judgedAt?.instant.rfc3339 == "2022-09-02T12:41:32.884Z")
    #expect(authenticity.judgedAt?.source == .signedDate)
    #expect(authenticity.anchor?.certificate.sha256Fingerprint == AppleRoots.fingerprints[2])
    #expect(authenticity.chain.count == 3 && authenticity.steps.allSatisfy { $0.outcome == .passed })
    // The leaf was valid from 2021-08-25 to 2023-09-24 (SIGNED-DATA 1.2).
    for (time, verdict) in [
      ("2021-08-25T02:50:33Z", Authenticity.Verdict.outsideValidity), ("2021-08-25T02:50:34Z", .authentic),
      ("2023-09-24T02:50:33Z", .authentic), ("2023-09-24T02:50:34Z", .outsideValidity),
    ] {
      let instant = try #require(ReceiptDate(moment: time)).instant
      #expect(try judge(text, at: instant).verdict == verdict, "\(time)")
    }
    // As it came, in its JSON.
    let whole = try InputDecoder().decode(try SignedSamples.file(Self.genuine))
    #expect(whole.authenticity?.verdict == .authentic && whole.environment == "Sandbox")
  }

  @Test("a shorter chain of Apple's proves no signed data")
  func length() throws {
    let text = try SignedSamples.text(Self.genuine)
    let intermediate = try SignedSamples.anchor(1, of: text).certificate
    let root = TrustAnchor(try SignedSamples.anchor(2, of: text).certificate, origin: .pinned)
    // OpenSSL finds nothing wrong with it.
    #expect(try CertificateChain(from: intermediate, through: [], to: root).certificates.count == 2)
    let failure = #expect(throws: TrustFailure.self) {
      try CertificateChain(from: intermediate, through: [], to: root, .signedData)
    }
    #expect(failure?.reason.contains("has 2 certificates") == true, "\(String(describing: failure))")
  }

  @Test("Xcode's are test-signed with their own certificate, and never more")
  func xcode() throws {
    let other = try SignedSamples.anchor(0, of: try SignedSamples.text(Self.genuine))
    for name in SignedSamples.xcode {
      let text = try SignedSamples.text(name)
      #expect(try judge(text).verdict == .untrustedChain)
      #expect(try judge(text).reason == "signed by StoreKit testing in Xcode, not by Apple")
      #expect(try judge(text, [other]).verdict == .untrustedChain)
      let own = try judge(text, [try SignedSamples.anchor(0, of: text)])
      #expect(own.verdict == .testSigned && own.anchor?.origin == .user, "\(name): \(own.reason)")
    }
  }

  @Test("those of Apple's library tests are test-signed with their root, at their date, or now without one")
  func mock() throws {
    let now = try #require(ReceiptDate(moment: "2026-11-22T00:00:00Z")).instant
    for name in SignedSamples.mock {
      let text = try SignedSamples.text(name)
      #expect(try judge(text, now: now).verdict == .untrustedChain)
      let root = try SignedSamples.anchor(2, of: text)
      let judged = try judge(text, [root], now: now)
      #expect(judged.verdict == .testSigned, "\(name): \(judged.reason)")
      #expect(judged.judgedAt?.source == (name == "mock-wrongBundleId" ? .now : .signedDate))
    }
    let undated = try SignedSamples.text("mock-wrongBundleId")
    let dateless = try judge(undated, [try SignedSamples.anchor(2, of: undated)])
    #expect(dateless.verdict == .outsideValidity && !dateless.reason.contains("receipt"), "\(dateless.reason)")
    let bare = try SignedSamples.text("mock-missingX5CHeaderClaim")
    let root = try SignedSamples.anchor(2, of: undated)
    let judged = try judge(bare, [root], now: now)
    #expect(judged.verdict == .untrustedChain && judged.reason.contains("holds no certificates"))
  }

  @Test(
    "no changed bit leaves anything authentic or test-signed", .thorough, arguments: [genuine] + SignedSamples.xcode)
  func bits(_ name: String) throws {
    let text = Array(try SignedSamples.text(name).utf8)
    let anchors = name == Self.genuine ? [] : [try SignedSamples.anchor(0, of: String(decoding: text, as: UTF8.self))]
    let decoder = InputDecoder(
      authenticator: Authenticator(anchors: anchors), currentTime: Instant(milliseconds: 1_700_000_000_000))
    var judged = 0
    // All of Apple's payload and signature, a third of the others', and of the certificates every thirteenth character:
    // at each place another bit, and every bit of what is behind the payload.
    let payload = try #require(text.firstIndex(of: UInt8(ascii: ".")))
    let signature = try #require(text.lastIndex(of: UInt8(ascii: ".")))
    for index in text.indices where index >= payload ? name == Self.genuine || index % 3 == 0 : index % 13 == 0 {
      for bit in index > signature ? Array(0..<8) : [index % 8] {
        var changed = text
        changed[index] ^= 1 << bit
        guard let verdict = try? decoder.decode(changed).authenticity?.verdict else { continue }
        judged += 1
        #expect(!verdict.isAtLeast(.testSigned), "bit \(bit) of character \(index)")
      }
    }
    #expect(judged > 100)
  }

  @Test("the forms that others let pass are refused")
  func forms() throws {
    let text = try SignedSamples.text("xcode-signed-transaction")
    let anchor = try SignedSamples.anchor(0, of: text)
    #expect(try judge(text, [anchor]).verdict == .testSigned)
    #expect(
      try judge("  \n" + text + "\n", [anchor]).verdict == .testSigned, "white space around it is not a part of it")
    let parts = text.split(separator: ".").map(String.init)
    let folded = text.prefix(800) + "\n" + text.dropFirst(800)
    #expect(try judge(String(folded), [anchor]).verdict == .testSigned, "nor is a line break in it, which is taken off")
    for (form, reason) in [
      (text + "==", "padding"),
      (parts[0] + "=." + parts[1] + "." + parts[2], "padding"),
    ] {
      let judged = try judge(form, [anchor])
      #expect(judged.verdict == .badSignature && judged.reason.contains(reason), "\(reason): \(judged.reason)")
    }
    #expect(throws: ReceiptError.self) { try judge(text + "." + parts[2], [anchor]) }
    // Two anchors that vouch, one of them for another key: the certificate itself has to be named.
    #expect(try judge(text, [anchor, anchor]).verdict == .testSigned)
  }

  @Test("signatures of other lengths and numbers out of range hold for nothing")
  func signatures() throws {
    let text = try SignedSamples.text("xcode-signed-transaction")
    let anchor = try SignedSamples.anchor(0, of: text)
    let parts = text.split(separator: ".").map(String.init)
    func judged(_ octets: [UInt8]) throws -> Authenticity {
      let encoded = Data(octets).base64EncodedString().replacingOccurrences(of: "+", with: "-")
        .replacingOccurrences(of: "/", with: "_").replacingOccurrences(of: "=", with: "")
      return try judge("\(parts[0]).\(parts[1]).\(encoded)", [anchor])
    }
    // The order of P-256 (SEC 2, 2.4.2).
    let order: [UInt8] = [
      0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xBC, 0xE6, 0xFA, 0xAD, 0xA7,
      0x17, 0x9E, 0x84, 0xF3, 0xB9, 0xCA, 0xC2, 0xFC, 0x63, 0x25, 0x51,
    ]
    let zero = [UInt8](repeating: 0, count: 32)
    let one: [UInt8] = Array(zero.dropLast()) + [1]
    let forms: [[UInt8]] = [
      zero + zero, zero + one, one + zero, order + one, one + order, Array(repeating: 0xFF, count: 64),
      Array(repeating: 1, count: 63), Array(repeating: 1, count: 65), [1],
    ]
    for octets in forms {
      #expect(try judged(octets).verdict == .badSignature, "\(octets.count)")
    }
  }

  @Test("a signing date that is none proves nothing")
  func dates() {
    func instant(_ json: String) -> Instant? {
      (try? JSONReader().read(Array(json.utf8))).flatMap { Instant(millisecondsIn: $0) }
    }
    #expect(instant("1697679936056.485")?.milliseconds == 1_697_679_936_056)
    #expect(instant("0")?.milliseconds == 0)
    for text in [
      "-1", "1e12", "\"1697679936056\"", "null", "true", "1697679936056.4e2", "253402300800000", "99999999999999999999",
    ] {
      #expect(instant(text) == nil, "\(text)")
    }
  }
}
