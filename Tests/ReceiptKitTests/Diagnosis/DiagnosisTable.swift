import ReceiptKit
import ReceiptMint
import Testing

@testable import ReceiptDocuments
@testable import ReceiptReading

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

  /// Damage to the text that can be mended.
  static func mendable(
    _ name: String, _ cause: Cause, _ damage: @escaping @Sendable (String) -> String
  ) -> DamagedReceipt {
    DamagedReceipt(name: name, cause: cause, given: "21002 21002", mended: "21007 0") { text, _ in
      Array(damage(text).utf8)
    }
  }

  /// Damage from which no good receipt comes back.
  static func lost(
    _ name: String, _ cause: Cause, _ damage: @escaping @Sendable (String, [UInt8]) throws -> [UInt8]
  ) -> DamagedReceipt {
    DamagedReceipt(name: name, cause: cause, given: "21002 21002", mended: "-", damage: damage)
  }

  static let all: [DamagedReceipt] = undamaged + characters + wrappings + encodings + lost

  private static let undamaged: [DamagedReceipt] = [
    DamagedReceipt(name: "none", cause: .nothingWrong, given: "21007 0", mended: "-") { text, _ in Array(text.utf8) }
  ]

  private static let characters: [DamagedReceipt] = [
    mendable("a newline at the end", .lineBreaks) { $0 + "\n" },
    mendable("wrapped at 64", .lineBreaks) { S.wrapped($0, at: 64, with: "\n") },
    mendable("wrapped at 76 with CRLF", .lineBreaks) { S.wrapped($0, at: 76, with: "\r\n") + "\r\n" },
    mendable("a space before it", .whiteSpace) { " " + $0 },
    mendable("no-break spaces", .invisibleCharacters) { S.wrapped($0, at: 100, with: "\u{A0}") },
    mendable("zero-width spaces", .invisibleCharacters) { S.wrapped($0, at: 100, with: "\u{200B}") },
    mendable("a byte-order mark", .byteOrderMark) { "\u{FEFF}" + $0 },
    mendable("plus signs lost", .plusSignsLost) { S.replacing($0, "+", with: " ") },
    mendable("plus signs lost in a form", .plusSignsLost) {
      "receipt-data=\(S.replacing($0, "+", with: " "))&password=x"
    },
    mendable("base64url", .urlSafeAlphabet) { S.replacing(S.replacing($0, "+", with: "-"), "/", with: "_") },
    mendable("padding missing", .missingPadding) { S.replacing($0, "=", with: "") },
    mendable("one equals sign missing", .missingPadding) { String($0.dropLast()) },
    mendable("padding in excess", .excessPadding) { $0 + "=" },
    // Apple reads it.
    DamagedReceipt(name: "bits behind the last byte", cause: .lastCharacter, given: "21007 0", mended: "-") { text, _ in
      // The last symbol before two equals signs has four bits that belong to no byte.
      let symbol = text.dropLast(2).last.map { $0 == "A" ? "B" : $0 == "Q" ? "R" : $0 == "g" ? "h" : "x" } ?? ""
      return Array("\(text.dropLast(3))\(symbol)==".utf8)
    },
    mendable("quotation marks", .quotationMarks) { "'\($0)'" },
    mendable("JSON string", .quotationMarks) { "\"\($0)\"" },
    mendable("JSON escapes", .jsonEscapes) { S.replacing($0, "/", with: "\\/") },
    mendable("mail quotation", .mailMarks) { S.wrapped($0, at: 64, with: "\n", prefix: "> ") },
    mendable("pieces of source code", .sourceCode) { "\"" + S.wrapped($0, at: 64, with: "\" +\n\"") + "\"" },
    mendable("Swift's Optional", .sourceCode) { "Optional(\($0))" },
    mendable("a label", .label) { "Receipt: \($0)" },
    mendable("in the middle of a mail", .surroundingText) {
      "Hello, my purchase does not work any more, please help.\n\n\($0)\n\nRegards, Jane (on my phone)"
    },
  ]

  private static let wrappings: [DamagedReceipt] = [
    // Nothing is wrong with a request, and it is answered as one.
    DamagedReceipt(name: "request", cause: .nothingWrong, given: "21007 0", mended: "-") { text, _ in
      Array("{\"receipt-data\":\"\(text)\",\"password\":\"x\"}".utf8)
    },
    mendable("request with a wrapped receipt", .lineBreaks) {
      "{\"receipt-data\":\"\(S.wrapped($0, at: 76, with: "\\n"))\",\"password\":\"x\"}"
    },
    DamagedReceipt(name: "request without a password", cause: .badRequest, given: "21007 21004", mended: "-") {
      Array("{\"receipt-data\":\"\($0)\",\"Password\":\"\($1.count)\"}".utf8)
    },
    mendable("request with a password that is a number", .badRequest) {
      "{\"receipt-data\":\"\($0)\",\"password\":1}"
    },
    mendable("answer", .jsonResponse) { "{\"status\":0,\"latest_receipt\":\"\($0)\"}" },
    mendable("notification", .notification) {
      "{\"notification_type\":\"DID_RENEW\",\"unified_receipt\":{\"latest_receipt\":\"\($0)\"}}"
    },
    mendable("Unity", .unityWrapper) { "{\"Store\":\"AppleAppStore\",\"Payload\":\"\($0)\"}" },
    mendable("request with the key receipt", .requestKey) { "{\"receipt\":\"\($0)\"}" },
    mendable("request with another key and a password", .requestKey) {
      "{\"data\":\"\($0)\",\"password\":\"x\",\"exclude-old-transactions\":true}"
    },
    mendable("request with a space in the key", .requestKey) { "{\"receipt-data \":\"\($0)\"}" },
    mendable("JSON with a receipt beside another member", .jsonDocument) { "{\"user\":\"7\",\"receipt\":\"\($0)\"}" },
    mendable("request encoded twice", .jsonTwice) { "\"{\\\"receipt-data\\\":\\\"\($0)\\\"}\"" },
    mendable("receipt encoded twice in a request", .jsonTwice) { "{\"receipt-data\":\"\\\"\($0)\\\"\"}" },
    mendable("request with a comma too many", .damagedJSON) { "{\"receipt-data\":\"\($0)\",}" },
    mendable("request with line breaks in the text", .damagedJSON) {
      "{\"receipt-data\":\"\(S.wrapped($0, at: 76, with: "\n"))\"}"
    },
    mendable("request as Python prints it", .damagedJSON) { "{'receipt-data': '\($0)'}" },
    mendable("other JSON", .jsonDocument) { "{\"user\":{\"appStoreReceipt\":\"\($0)\"}}" },
    mendable("request without its end", .damagedJSON) { "{\"receipt-data\":\"\($0)\"" },
    mendable("form", .formBody) { "receipt=\(InputDamage.percent($0))&password=x" },
    mendable("request as a form", .formRequest) { "receipt-data=\(InputDamage.percent($0))&password=x" },
    mendable("request as a form with another key", .formRequest) { "receiptData=\(InputDamage.percent($0))" },
    mendable("request with receiptData", .requestKey) { "{\"receiptData\":\"\($0)\",\"password\":\"x\"}" },
    mendable("request with receipt_data", .requestKey) { "{\"receipt_data\":\"\($0)\"}" },
    mendable("request one level too deep", .requestKey) { "{\"data\":{\"receipt-data\":\"\($0)\"}}" },
    mendable("request in an array", .requestKey) { "[{\"receipt-data\":\"\($0)\"}]" },
    mendable("data URI", .dataURI) { "data:application/octet-stream;base64,\($0)" },
    mendable("percent-encoded", .percentEncoding) { InputDamage.percent($0) },
  ]

  private static let encodings: [DamagedReceipt] = [
    mendable("base64 twice", .base64Twice) { S.base64(Array($0.utf8)) },
    mendable("base64 three times", .base64Twice) { S.base64(Array(S.base64(Array($0.utf8)).utf8)) },
    mendable("PEM", .pem) { S.pem($0) },
    DamagedReceipt(name: "hexadecimal", cause: .hexadecimal, given: "21002 21002", mended: "21007 0") { _, bytes in
      Array(S.hex(bytes).joined().utf8)
    },
    DamagedReceipt(name: "raw bytes", cause: .rawBytes, given: "21002 21002", mended: "21007 0") { _, bytes in bytes },
    DamagedReceipt(name: "UTF-16", cause: .utf16, given: "21002 21002", mended: "21007 0") { text, _ in
      [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    },
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
    lost("nothing left", .empty) { _, _ in Array(" \n".utf8) },
    lost("cut in the middle", .truncated) { text, _ in Array(text.utf8.prefix(3_001)) },
    lost("shortened in the middle by a mail", .truncated) { text, _ in
      Array("\(text.prefix(2_000))[...]\(text.suffix(1_000))".utf8)
    },
    lost("shortened in the middle, in lines", .truncated) { text, _ in
      Array("\(S.wrapped(String(text.prefix(2_048)), at: 64, with: "\n"))\n…\n\(text.suffix(64))".utf8)
    },
    lost("the end alone", .truncated) { text, _ in Array(text.utf8.suffix(2_000)) },
    lost("bytes cut in the middle", .truncated) { _, bytes in Array(bytes.prefix(2_001)) },
    lost("cut by VARCHAR(255)", .columnLimit) { text, _ in Array(text.utf8.prefix(255)) },
    lost("cut by VARCHAR2(4000)", .columnLimit) { text, _ in Array(text.utf8.prefix(4_000)) },
    lost("cut by a terminal", .columnLimit) { text, _ in Array(text.utf8.prefix(1_024)) },
    lost("answer with a shortened latest_receipt", .latestReceiptCut) { text, _ in
      Array("{\"status\":0,\"latest_receipt\":\"\(text.prefix(3))\"}".utf8)
    },
    lost("answer without latest_receipt", .responseWithoutReceipt) { _, _ in
      Array("{\"status\":0,\"receipt\":{\"bundle_id\":\"a.b\",\"in_app\":[]}}".utf8)
    },
    lost("print(data)", .printedData) { _, bytes in Array("\(bytes.count) bytes".utf8) },
    lost("bytes taken for Latin-1 text", .bytesAsText) { _, bytes in
      Array(String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) })).utf8)
    },
    lost("a character that is none of base64", .brokenEncoding) { text, _ in
      Array((text.prefix(500) + "#" + text.dropFirst(500)).utf8)
    },
    lost("the order's number only", .orderNumber) { _, _ in Array("MK3V5T9QX1".utf8) },
    lost("an order's number in a sentence", .orderNumber) { _, _ in Array("My order is MK3V5T9QX1, I paid.".utf8) },
    lost("the transaction's number only", .transactionIdentifier) { _, _ in Array("2000000000000001".utf8) },
    lost("the signer's certificate only", .otherFormat) { _, _ in Array(try DiagnosisSamples.chain().signer.pem.utf8) },
    lost("words", .notAReceipt) { _, _ in Array("my receipt does not work".utf8) },
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
