import ReceiptKit
import Testing

/// A text that is being pasted must never be taken for complete before it is: its rest would become commands of a
/// shell.
@Suite("Complete texts")
struct InputCompletenessTests {
  private static let json = Array(#"{\#r\#n "a\"]}": ["}{", {"receipt-data": "MIIx"}]\#n}"#.utf8)
  private static let jws = Array(
    ("eyJhbGciOiJFUzI1NiJ9.eyJhIjoxfQ." + String(repeating: "x-_9", count: 21) + "AA").utf8)

  private static func base64(_ bytes: [UInt8]) -> [UInt8] { Array(Base64.encode(bytes).utf8) }
  private static func hex(_ bytes: [UInt8]) -> [UInt8] {
    bytes.flatMap { Array((($0 < 16 ? "0" : "") + String($0, radix: 16)).utf8) }
  }
  private static func wrapped(_ text: [UInt8]) -> [UInt8] {
    text.enumerated().flatMap { index, byte -> [UInt8] in index % 76 == 75 ? [byte, 0x0A] : [byte] }
  }

  private static let samples: [(name: String, text: [UInt8])] = [
    ("base64 with padding", base64(InputSamples.der)), ("base64", base64(InputSamples.unpaddedDER)),
    ("base64 of BER", base64(InputSamples.ber)), ("hex", hex(InputSamples.unpaddedDER)),
    ("base64 of base64", base64(base64(InputSamples.unpaddedDER))),
    ("wrapped", wrapped(base64(InputSamples.unpaddedDER))),
    ("JSON", json),
    ("request", Array(#"{"receipt-data":""#.utf8) + base64(InputSamples.der) + Array(#"","password":"x"}"#.utf8)),
    ("property list", InputSamples.propertyList),
    ("base64 of a property list", base64(InputSamples.propertyList)), ("JWS", jws),
  ]

  @Test("no beginning of a text is complete, and all of it is", arguments: samples.map(\.name))
  func beginnings(_ name: String) throws {
    let text = try #require(Self.samples.first { $0.name == name }).text
    #expect(InputCompleteness(of: text) == .complete)
    #expect(InputCompleteness(of: text + [0x0A, 0x0A]) == .complete)
    // Padding says nothing more, and neither do the last bits of base64.
    let ends = text.count - text.reversed().prefix { $0 == UInt8(ascii: "=") || $0 == 0x0A }.count
    for count in 0..<ends where count < 300 || count > ends - 300 || count % 37 == 0 {
      #expect(InputCompleteness(of: Array(text[..<count])) != .complete, "\(count) of \(text.count)")
    }
  }

  @Test(
    "what announces nothing is not complete",
    arguments: ["", "hello", "2000000123456", "\u{1B}[31m", "MII", "a: b\nc: d\n"])
  func unknown(_ text: String) {
    #expect(InputCompleteness(of: Array(text.utf8)) != .complete)
  }
}
