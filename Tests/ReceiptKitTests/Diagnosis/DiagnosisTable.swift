import ReceiptKit
import ReceiptMint
import Testing

private typealias S = InputSamples

/// One damage to a good receipt: what has to be found, and what Apple would answer, production first.
struct DamagedReceipt: Sendable, CustomTestStringConvertible {
  let name: String
  let cause: Cause
  /// To the text as given.
  let given: String
  /// To the mended text; `-` for what cannot be mended.
  let mended: String
  let damage: @Sendable (_ base64: String, _ bytes: [UInt8]) throws -> [UInt8]

  var testDescription: String { name }

  /// Damage from which no good receipt comes back.
  static func lost(
    _ name: String, _ cause: Cause, _ damage: @escaping @Sendable (String, [UInt8]) throws -> [UInt8]
  ) -> DamagedReceipt {
    DamagedReceipt(name: name, cause: cause, given: "21002 21002", mended: "-", damage: damage)
  }

  /// Damages to the text are rows of the table of inputs, or of its second section.
  static let all = Result {
    try (InputDamage.all.get() + TableCase.read("damages", "diagnosed").map(InputDamage.init)).compactMap { damage in
      damage.cause.map { cause in
        DamagedReceipt(name: damage.name, cause: cause, given: damage.given, mended: damage.mended) { text, _ in
          damage.apply(text).pasted
        }
      }
    } + encodings + lost
  }

  private static let encodings: [DamagedReceipt] = [
    // Apple reads it.
    DamagedReceipt(name: "bits behind the last byte", cause: .lastCharacter, given: "21007 0", mended: "-") { text, _ in
      // The last symbol before two equals signs has four bits that belong to no byte.
      let symbol = text.dropLast(2).last.map { $0 == "A" ? "B" : $0 == "Q" ? "R" : $0 == "g" ? "h" : "x" } ?? ""
      return Array("\(text.dropLast(3))\(symbol)==".utf8)
    },
    DamagedReceipt(name: "hexadecimal", cause: .hexadecimal, given: "21002 21002", mended: "21007 0") { _, bytes in
      Array(S.hex(bytes).joined().utf8)
    },
    DamagedReceipt(name: "raw bytes", cause: .rawBytes, given: "21002 21002", mended: "21007 0") { _, bytes in bytes },
    // Apple reads the first complete value.
    DamagedReceipt(name: "zero bytes behind it", cause: .trailingBytes, given: "21007 0", mended: "-") {
      Array(S.base64($1 + [UInt8](repeating: 0, count: 100)).utf8)
    },
    DamagedReceipt(name: "another receipt behind it", cause: .severalReceipts, given: "21007 0", mended: "-") {
      Array(S.base64($1 + (try DiagnosisSamples.production())).utf8)
    },
    DamagedReceipt(
      name: "padded beyond Apple's limit", cause: .overAppleLimit, given: "HTTP 413 HTTP 413", mended: "21007 0"
    ) { text, _ in Array(text.utf8) + [UInt8](repeating: 0x0A, count: AppleForecast.maximumBody) },
  ]

  private static let lost: [DamagedReceipt] = [
    lost("shortened in the middle, in lines", .truncated) { text, _ in
      Array("\(S.wrapped(String(text.prefix(2_048)), at: 64, with: "\n"))\n…\n\(text.suffix(64))".utf8)
    },
    lost("bytes cut in the middle", .truncated) { _, bytes in Array(bytes.prefix(2_001)) },
    lost("bytes taken for Latin-1 text", .bytesAsText) { _, bytes in
      Array(String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) })).utf8)
    },
    lost("a character that is not in the alphabet of base64", .brokenEncoding) { text, _ in
      Array((text.prefix(500) + "#" + text.dropFirst(500)).utf8)
    },
    lost("the signer's certificate only", .otherFormat) { _, _ in Array(try DiagnosisSamples.chain().signer.pem.utf8) },
    lost("attributes without their envelope", .barePayload) { _, bytes in
      Array(S.base64(try SignedData(bytes).payload).utf8)
    },
    lost("a JWS of StoreKit 2 in its place", .jws) { _, _ in
      func part(_ text: String) -> String {
        S.replacing(S.replacing(S.replacing(S.base64(Array(text.utf8)), "=", with: ""), "+", with: "-"), "/", with: "_")
      }
      return Array(
        "\(part("{\"alg\":\"ES256\"}")).\(part("{\"transactionId\":\"1\"}")).\(String(repeating: "A", count: 86))".utf8)
    },
    lost("App Attest in its place", .appAttest) { _, _ in
      Array(S.base64(try DiagnosisSamples.sandbox { $0.attribute6 = Array("ATTEST".utf8) }).utf8)
    },
    lost("an outer length changed", .brokenASN1) { _, bytes in
      var bytes = bytes
      // The [0] inside the ContentInfo announces more than the ContentInfo holds.
      bytes[17] ^= 0x40
      return Array(S.base64(bytes).utf8)
    },
    lost("the SET of attributes is something else", .brokenPayload) { _, bytes in
      let payload = try SignedData(bytes).payload
      var envelope = EnvelopeMinter(try DiagnosisSamples.chain()).envelope(payload: payload)
      envelope.payload[0] = 0x30
      return Array(S.base64(try envelope.mint().bytes).utf8)
    },
    DamagedReceipt(name: "a letter changed", cause: .badSignature, given: "21002 21002", mended: "-") { _, bytes in
      var bytes = bytes
      let name = Array("com.example.test".utf8)
      let place = try #require(bytes.indices.first { bytes[$0...].starts(with: name) })
      bytes[place] ^= 1
      return Array(S.base64(bytes).utf8)
    },
    DamagedReceipt(
      name: "a letter changed, and wrapped", cause: .badSignature, given: "21002 21002", mended: "21002 21002"
    ) {
      _, bytes in
      var bytes = bytes
      bytes[bytes.count - 1] ^= 1
      return Array(S.wrapped(S.base64(bytes), at: 64, with: "\n").utf8)
    },
  ]
}
