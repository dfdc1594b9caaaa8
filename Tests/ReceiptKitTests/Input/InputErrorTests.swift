import ReceiptKit
import Testing

@testable import ReceiptDocuments

private typealias S = InputSamples

@Suite("Input: what is refused")
struct InputErrorTests {
  private static let texts = ["DER": S.base64(S.der), "BER": S.base64(S.ber)]

  private func expect(
    _ input: [UInt8], _ code: String, at offset: Int?, _ words: some Sequence<String>,
    _ location: SourceLocation = #_sourceLocation
  ) throws {
    let error = try #require(throws: ReceiptError.self, sourceLocation: location) {
      try InputRecognizer().recognize(input)
    }
    #expect(error.code.rawValue == code, sourceLocation: location)
    if let offset { #expect(error.offset == offset, sourceLocation: location) }
    let said = "\(error.message) | \(error.hint ?? "")"
    for word in words { #expect(said.contains(word), "\(said)", sourceLocation: location) }
    #expect(error.hint != nil && !error.message.description.hasSuffix("."), "\(said)", sourceLocation: location)
    for language in [SummaryLanguage.german, .chinese] {
      for message in [error.message, error.hint].compactMap(\.self) {
        #expect(message.wholly(in: language) != nil, "\(message.key) \(message.values)", sourceLocation: location)
      }
    }
  }

  /// A row has a text, `octets`, or the first ones of a `sequence` with noise behind them; the code of the error, and
  /// words of its message or hint. Of ASN.1, the outer shapes only.
  @Test("with its code, offset and hint", arguments: try TableCase.read("refused-inputs"))
  func refusal(_ row: TableCase) throws {
    let octets = row.text.split(separator: " ").dropFirst().compactMap { UInt8($0, radix: 16) }
    let input =
      row.text.hasPrefix("octets ")
      ? octets
      : row.text.hasPrefix("sequence ")
        ? S.element(0x30, octets + S.noise(300)) : Array(Template.filled(row.text, Self.texts).utf8)
    try expect(
      input, row.expected[0], at: row.value("at").flatMap { Int($0) },
      row.expected.dropFirst().filter { !$0.hasPrefix("at ") })
  }

  @Test("what has no bytes, too few, or too many of one kind")
  func computed() throws {
    try expect([], "empty_input", at: 0, ["empty"])
    try expect(
      Array(S.der.prefix(1_000)), "truncated", at: 1_000,
      ["announces 1,219 bytes", "1,000 are there", "219 are missing", "file"])
    try expect(Array(S.der.dropLast()), "truncated", at: 1_218, ["1 is missing"])
    try expect(Array(S.ber.dropLast(2)), "truncated", at: S.ber.count - 2, ["end has not come", "00 00"])
    try expect(Array(S.ber.prefix(500)), "truncated", at: 500, ["00 00"])
    try expect(Array(S.propertyList.dropLast()), "truncated", at: S.propertyList.count - 2, ["iOS 6"])
    let digits = "<" + S.hex(S.der).joined().prefix(100) + "g>"
    try expect(Array(digits.utf8), "invalid_encoding", at: 101, ["'g'", "hexadecimal"])
    let text = S.base64(Array("ordinary text of forty characters, or so".utf8) + [0xFE])
    try expect(Array(text.utf8), "not_a_receipt", at: nil, ["base64"])
    try expect([0x30, 0x88] + [UInt8](repeating: 0xFF, count: 40), "invalid_asn1", at: 0, [])
    try expect(S.element(0x31, [0x02, 1, 1] + S.noise(300)), "not_a_receipt", at: 4, ["SET"])
    let repeated = [("A: ", 1_000), ("A=", 100_000), ("[", 100)].map {
      Array(String(repeating: $0.0, count: $0.1).utf8)
    }
    try expect(repeated[0], "not_a_receipt", at: nil, [])
    try expect(repeated[1], "not_a_receipt", at: 0, ["200,000 characters"])
    try expect(repeated[2], "invalid_json", at: 64, ["64"])
  }

  @Test("an input over the limit, before anything else is looked at")
  func size() throws {
    let recognizer = InputRecognizer(maximumBytes: S.der.count)
    #expect(try recognizer.recognize(S.der).content == .signedData(S.der))
    let error = try #require(throws: ReceiptError.self) { try recognizer.recognize(S.der + [0x0A]) }
    #expect(error.code == .inputTooLarge)
    #expect(error.message.description.contains("1,220") && error.message.description.contains("1,219"))
    #expect(error.hint?.description.contains("--max-size") == true)
  }

  @Test("more wrappings than anyone makes")
  func layers() throws {
    var text = S.base64(S.unpaddedDER)
    for _ in 0..<7 { text = S.base64(Array(text.utf8)) }
    #expect(try InputRecognizer().recognize(text).layers.count == 8)
    text = S.base64(Array(text.utf8))
    let error = try #require(throws: ReceiptError.self) { try InputRecognizer().recognize(text) }
    #expect(error.code == .notAReceipt)
  }

  @Test("no error quotes a password")
  func secrets() {
    let secret = "5ecre7"
    let texts = [
      "{\"password\":\"\(secret)\"}", "{\"password\":\"\(secret)\",", "password=\(secret)&receipt-data=?",
      "password: \(secret)",
      "{\"receipt-data\":\"?\",\"password\":\"\(secret)\"}", "{'password': '\(secret)'}",
    ]
    for text in texts {
      do {
        _ = try InputRecognizer().recognize(text)
        Issue.record("\(text) was taken for a receipt")
      } catch {
        #expect(!"\(error)".contains(secret))
      }
    }
  }
}
