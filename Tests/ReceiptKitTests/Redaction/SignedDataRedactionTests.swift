import Foundation
import ReceiptKit
import ReceiptMint
import Testing

@testable import ReceiptRedaction

@Suite("Redaction of signed data")
struct SignedDataRedactionTests {
  /// What names a person, a purchase, a device or a message, and what is the developer's own text (SIGNED-DATA 3 to 5).
  private static let replaced: Set<String> = [
    "transactionId", "originalTransactionId", "previousOriginalTransactionId", "webOrderLineItemId", "appTransactionId",
    "notificationUUID", "appAccountToken", "deviceVerification", "deviceVerificationNonce", "externalPurchaseId",
    "requestIdentifier", "requestReferenceId", "consistencyToken", "displayName", "description", "taxCode", "taxRate",
    "succeededCount", "failedCount", "unclaimSeatIds",
  ]

  private static let moment = "2026-01-15T12:00:00Z"

  private static func decoder() throws -> InputDecoder {
    let anchors = try TrustAnchor.read(Array(try RedactionAuthority().anchorsPEM().utf8))
    return InputDecoder(authenticator: Authenticator(anchors: anchors))
  }

  private static func mint(
    _ kind: SignedPayloadKind, _ template: ReceiptTemplate? = nil, notification: NotificationTemplate? = nil,
    _ change: (inout TemplateOptions) -> Void = { _ in }
  ) throws -> String {
    var options = TemplateOptions(creationDate: try #require(ReceiptDate(moment)).instant)
    change(&options)
    var data = try SignedDataTemplate(kind, template: template, notification: notification, options: options)
    data.device = try DeviceGUID("0E1B2C3D-4F50-4172-8394-A5B6C7D8E9F0")
    return try JWSMinter(try Mint.authority, signedAt: moment, isXcode: options.environment == .xcode)
      .mint(data.description(seed: "redact"))
  }

  /// Every kind, notification and product, of every environment.
  private static func minted() throws -> [(name: String, text: String)] {
    var texts: [(String, String)] = []
    for environment in [MintEnvironment.production, .sandbox, .xcode] {
      for kind in SignedPayloadKind.allCases where kind != .notification {
        texts.append(("\(kind) \(environment)", try mint(kind) { $0.environment = environment }))
      }
      for product in SignedDataTemplate.products {
        let text = try mint(.transaction, product) {
          $0.environment = environment
          $0.isCancelled = true
        }
        texts.append(("\(product) \(environment)", text))
      }
      guard environment != .xcode else { continue }
      for notification in NotificationTemplate.all {
        let text = try mint(.notification, notification: notification) { $0.environment = environment }
        texts.append(("\(notification.name) \(environment)", text))
      }
      texts.append(
        (
          "trial",
          try mint(.transaction) {
            $0.environment = environment
            $0.hasTrial = true
            $0.renewals = 0
          }
        ))
    }
    return texts
  }

  /// The payload, with the payload of everything that is signed in it in its place.
  private static func opened(_ value: JSONValue) -> JSONValue {
    switch value {
    case .object(let members): return .object(members.map { JSONValue.Member($0.name, opened($0.value)) })
    case .array(let elements): return .array(elements.map(opened))
    case .string(let text):
      guard let inner = JSONWebSignature(text: text) else { return value }
      return opened(inner.payload)
    default: return value
    }
  }

  private static func payload(_ text: [UInt8]) throws -> JSONValue {
    let jws = try #require(try InputDecoder().decode(text).document.signature)
    return opened(jws.payload)
  }

  /// The values of the members that are to be replaced, in their order.
  private static func identifiers(_ value: JSONValue, _ name: String = "") -> [JSONValue] {
    switch value {
    case .object(let members): members.flatMap { identifiers($0.value, $0.name) }
    case .array(let elements): elements.flatMap { identifiers($0, name) }
    default: replaced.contains(name) ? [value] : []
    }
  }

  /// Signatures and certificates of a JWS and of those in it, and what is to be replaced.
  private static func survivors(_ text: String, _ payload: JSONValue) throws -> Survivors {
    var survivors = Survivors()
    for layer in Survivors.layers(Array(text.utf8)) where layer.first == 0x7B {
      guard let object = try? JSONSerialization.jsonObject(with: Data(layer)) as? [String: Any] else { continue }
      for certificate in object["x5c"] as? [String] ?? [] {
        // Unsigned samples have a placeholder here, which is no certificate.
        if let der = Data(base64Encoded: certificate) { survivors.add("certificate", octets: Array(der)) }
      }
      for case let inner as String in (object["data"] as? [String: Any] ?? [:]).values {
        if inner.hasPrefix("eyJ"), let signature = inner.split(separator: ".").last {
          survivors.add("signature within", text: String(signature))
        }
      }
    }
    survivors.add("signature", text: text.split(separator: ".").last.map(String.init))
    for value in identifiers(payload) {
      // Short ones meet by chance among so many outputs.
      if case .string(let text) = value, text.utf8.count >= 8 { survivors.add("identifier", text: text) }
    }
    return survivors
  }

  private static func check(_ name: String, _ text: String, _ decoder: InputDecoder) throws {
    let input = Array(text.utf8)
    let redactor = try RedactionSamples.redactor()
    let output = try redactor.redact(input).write(.compact)
    #expect(try redactor.redact(input).write(.compact) == output, "\(name)")
    let decoded = try decoder.decode(output)
    #expect(decoded.authenticity?.verdict == .testSigned, "\(name): \(decoded.authenticity?.reason ?? "")")
    for part in decoded.signedParts {
      #expect(part.authenticity?.verdict == .testSigned && part.contradiction == nil, "\(name)\(part.pointer)")
    }
    let original = try InputDecoder().decode(input)
    #expect(decoded.signedParts.map(\.pointer) == original.signedParts.map(\.pointer), "\(name)")
    #expect(decoded.environment == original.environment, "\(name)")
    #expect(try InputDecoder().decode(output).authenticity?.verdict == .untrustedChain, "\(name)")
    let (before, after) = (try payload(input), try payload(output))
    #expect(RedactionChecks.masked(after, replaced) == RedactionChecks.masked(before, replaced), "\(name)")
    let (old, new) = (identifiers(before), identifiers(after))
    try #require(old.count == new.count)
    for (old, new) in zip(old, new) {
      #expect(old.kind == new.kind, "\(name)")
      let digits = old.scalarText.filter { !"0-".contains($0) }
      // A pseudonym of a few digits can be the value itself.
      #expect((old == new) == digits.isEmpty || digits.count < 4, "\(name): \(old)")
    }
    #expect(try survivors(text, before).found(in: output) == [], "\(name)")
  }

  @Test(
    "what is minted, of every kind and flavour: the same shape, test-signed, and nothing of what identified", .thorough)
  func roundTrip() throws {
    let decoder = try Self.decoder()
    let texts = try Self.minted()
    #expect(texts.count > 90)
    for (name, text) in texts { try Self.check(name, text, decoder) }
  }

  @Test("what Apple documents: every notification, and every member of every table")
  func documented() throws {
    let decoder = try Self.decoder()
    for row in try SignedDataSpecification.rows {
      let text = SignedDataSamples.jws(NotificationSamples.payload(row.type, row.subtype))
      try Self.check("\(row.type) \(row.subtype ?? "")", text, decoder)
    }
    for payload in [SignedDataSamples.appTransaction, SignedDataSamples.realtime, SignedDataSamples.transaction()] {
      try Self.check("sample", SignedDataSamples.jws(payload), decoder)
    }
    for member in PayloadTable.all.flatMap(\.members) {
      #expect(FieldRule.field(named: member.name).isKnown, "\(member.name)")
    }
  }

  @Test("in an API answer, in a wrapping and in a request: every one is signed again")
  func answers() throws {
    let decoder = try Self.decoder()
    let redactor = try RedactionSamples.redactor()
    let transaction = try Self.mint(.transaction)
    let renewal = try Self.mint(.renewal)
    let notification = try Self.mint(.notification)
    let answer = """
      {"environment":"Sandbox","bundleId":"com.example.app","revision":"1697679936049_200000041234","hasMore":false,
      "data":[{"subscriptionGroupIdentifier":"20000001","lastTransactions":[{"originalTransactionId":"2000000412345678",
      "status":1,"signedTransactionInfo":"\(transaction)","signedRenewalInfo":"\(renewal)"}]}],
      "signedTransactions":["\(transaction)","\(transaction)"],"notificationHistory":[{"signedPayload":"\(notification)",
      "sendAttempts":[{"attemptDate":1768478400000,"sendAttemptResult":"TIMED_OUT"}]}],"paginationToken":"a1b2c3d4e5f6"}
      """
    let bytes = try redactor.redact(Array(answer.utf8)).write(.compact)
    let text = String(decoding: bytes, as: UTF8.self)
    let found = text.split(separator: "\"").filter { $0.hasPrefix("eyJ") }
    #expect(found.count == 5 && found[2] == found[0])
    for jws in found { #expect(try decoder.decode(jws).authenticity?.verdict == .testSigned) }
    for kept in [
      #""lastTransactions":"#, #""signedTransactions":"#, #""notificationHistory":"#, #""status":1"#,
      #""sendAttemptResult":"TIMED_OUT""#, #""attemptDate":1768478400000"#, #""hasMore":false"#,
    ] { #expect(text.contains(kept), "\(kept)") }
    for gone in ["2000000412345678", "200000041234", "a1b2c3d4e5f6"] { #expect(!text.contains(gone)) }
    for wrapped in ["\"\(transaction)\"", "  \(transaction)\r\n"] {
      let redacted = try redactor.redact(Array(wrapped.utf8)).write(.compact)
      #expect(redacted == Array(found[0].utf8), "\(wrapped.prefix(10))")
    }
    #expect(try decoder.decode(#"{"signedPayload":"\#(found[4])"}"#).authenticity?.verdict == .testSigned)
  }

  @Test("moved and coarse dates: judged at the date that stands in it then")
  func dates() throws {
    let decoder = try Self.decoder()
    let text = try Self.mint(.notification)
    for (policy, date) in [
      (DatePolicy.shift(seconds: -41 * 86_400), "2025-12-05T12:00:00Z"), (.coarsen(.month), "2026-01-01T00:00:00Z"),
      (.shift(seconds: 60 * 365 * 86_400), "2085-12-31T12:00:00Z"),
    ] {
      let redactor = try RedactionSamples.redactor { $0.dates = policy }
      let decoded = try decoder.decode(try redactor.redact(Array(text.utf8)).write(.compact))
      #expect(decoded.authenticity?.verdict == .testSigned && decoded.signedParts.count == 2)
      #expect(decoded.authenticity?.judgedAt?.instant.rfc3339 == date)
    }
  }

  @Test("dates that would lie before 1970, where nothing reads a date any more, are refused")
  func tooEarly() throws {
    let text = Array(try Self.mint(.transaction).utf8)
    let redactor = try RedactionSamples.redactor { $0.dates = .shift(seconds: -60 * 365 * 86_400) }
    let error = #expect(throws: ReceiptError.self) { try redactor.redact(text).write(.compact) }
    #expect(error?.code == .notAReceipt && error?.message.description.contains("before 1970-01-02") == true)
  }

  @Test("a JWS that was refused is signed again as well, but a member that occurs twice stays refused")
  func refused() throws {
    let decoder = try Self.decoder()
    var text = Array(try Self.mint(.transaction).utf8)
    text[text.count - 10] = text[text.count - 10] == 0x41 ? 0x42 : 0x41
    let redactor = try RedactionSamples.redactor()
    #expect(try decoder.decode(redactor.redact(text).write(.compact)).authenticity?.verdict == .testSigned)
    let twice = SignedDataSamples.jws(#"{"transactionId":"2000000000000002","quantity":1,"quantity":2}"#)
    let output = try redactor.redact(Array(twice.utf8)).write(.compact)
    #expect(try decoder.decode(output).authenticity?.verdict == .badSignature)
  }

  @Test(
    "the published ones: test-signed, as many certificates as before, and Xcode's odd dates as they were",
    .enabled(if: SignedSamples.areHere, SignedSamples.missing),
    arguments: SignedSamples.xcode + SignedSamples.mock + ["apple-test-notification.json"])
  func published(_ name: String) throws {
    let text = try SignedSamples.text(name)
    // One of them has no date: it is judged now.
    var decoder = try Self.decoder()
    decoder.currentTime = try #require(ReceiptDate(Self.moment)).instant
    let output = String(
      decoding: try RedactionSamples.redactor().redact(Array(text.utf8)).write(.compact), as: UTF8.self)
    let decoded = try decoder.decode(output)
    #expect(decoded.authenticity?.verdict == .testSigned, "\(decoded.authenticity?.reason ?? "")")
    let counts = try [text, output].map { try #require(try SignedSamples.part(0, of: $0)["x5c"] as? [String]).count }
    #expect(counts[0] == counts[1])
    let (before, after) = (try Self.payload(Array(text.utf8)), try Self.payload(Array(output.utf8)))
    #expect(RedactionChecks.masked(after, Self.replaced) == RedactionChecks.masked(before, Self.replaced))
    #expect(try Self.survivors(text, before).found(in: Array(output.utf8)) == [])
  }
}

extension JSONValue {
  fileprivate var scalarText: String {
    switch self {
    case .string(let text): text
    case .number(let digits): digits
    default: ""
    }
  }
}
