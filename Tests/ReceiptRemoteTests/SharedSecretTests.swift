import Foundation
import ReceiptKit
import TestSupport
import Testing

@testable import ReceiptRemote

@Suite("Shared secrets")
struct SharedSecretTests {
  private static let text = "0123456789abcdef0123456789abcdef"

  @Test("printing one in any way shows the mask alone")
  func masked() throws {
    let secret = try SharedSecret(Array(Self.text.utf8))
    struct Holder {
      let secret: SharedSecret
    }
    var dumped = ""
    dump(secret, to: &dumped)
    dump(Holder(secret: secret), to: &dumped)
    for shown in ["\(secret)", String(reflecting: secret), "\(Holder(secret: secret))", "\([secret])", dumped] {
      #expect(!shown.contains("0123"), "\(shown)")
    }
    #expect("\(secret)" == VerifyReceiptRequest.mask)
    #expect(secret.revealed == Self.text)
  }

  @Test("one line break at the end is left out", arguments: ["", "\n", "\r\n"])
  func lineBreaks(_ end: String) throws {
    #expect(try SharedSecret(Array((Self.text + end).utf8)).revealed == Self.text)
  }

  @Test(
    "what can be no secret is refused and not repeated",
    arguments: [
      "", "\n", "zzz4567", "zzz4567890\n\n", "zzz456 7890", "zzz\"4567890", "zzz\\4567890", "zzz4567890\u{0}",
      "zzz\u{E4}4567890",
      String(repeating: "z", count: 257),
    ])
  func refused(_ text: String) {
    do {
      _ = try SharedSecret(Array(text.utf8))
      Issue.record("was taken")
    } catch {
      #expect(!error.reason.contains("zzz"))
    }
  }

  @Test("the mask takes it out of names, strings and numbers, in any case, and leaves the rest alone")
  func mask() throws {
    let mask = SecretMask("12345678ab")
    let document = try JSONReader().read(
      Array(#"{"a":"x12345678AB.","12345678ab":1,"b":[1.50,null,true,"12345678\u0061b"],"c":{"d":"12345678a"}}"#.utf8))
    var writer = JSONWriter(layout: .compact)
    writer.value(try #require(mask.masking(document)))
    #expect(
      String(decoding: writer.bytes, as: UTF8.self)
        == #"{"a":"x********.","********":1,"b":[1.50,null,true,"********"],"c":{"d":"12345678a"}}"#)
    #expect(mask.masking(.object([JSONValue.Member("a", .string("12345678a"))])) == nil)
    #expect(SecretMask("12345678").masking(.array([.number("912345678")])) == .array([.string("********")]))
    #expect(mask.masking("12345678ab12345678AB12345678a") == "****************12345678a")
  }

  /// Encodings are made by Foundation, or character by character, and never by what is tested.
  @Test("the mask takes out every encoding of any secret, whatever stands around it", arguments: 0..<300)
  func encodings(_ seed: UInt64) {
    var random = SplitMix(seed: seed)
    let alphabet = Array("abcdefABCDEF0123456789ghzGHZ-_.")
    let secret = String(
      (0..<Int.random(in: 8...64, using: &random)).map { _ in alphabet.randomElement(using: &random) ?? "a" })
    let bytes = Data(secret.utf8)
    func surroundings(_ count: Int) -> Data { Data((0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }) }
    func percent(_ probability: Double) -> String {
      bytes.map { byte in
        let format = Bool.random(using: &random) ? "%%%02x" : "%%%02X"
        return Double.random(in: 0..<1, using: &random) < probability
          ? String(format: format, byte) : String(Unicode.Scalar(byte))
      }.joined()
    }
    let hexadecimal = bytes.map { String(format: "%02x", $0) }.joined()
    var encoded: [(name: String, text: String)] = [
      ("plain", secret), ("capitals", secret.uppercased()), ("hex", hexadecimal), ("HEX", hexadecimal.uppercased()),
      ("percent", percent(1)), ("some percent", percent(0.3)),
      ("JSON", bytes.map { String(format: "\\u%04x", $0) }.joined()),
      ("JSON in JSON", bytes.map { String(format: "\\\\u%04X", $0) }.joined()),
      ("source", bytes.map { String(format: "\\x%02x", $0) }.joined()),
    ]
    // The characters that the secret alone decides, at each alignment and with whatever around it.
    for before in 0..<3 {
      let base64 = (surroundings(before) + bytes + surroundings(Int.random(in: 0...4, using: &random)))
        .base64EncodedString()
      let core = String(
        base64.dropFirst((before * 8 + 5) / 6).prefix((before + bytes.count) * 8 / 6 - (before * 8 + 5) / 6))
      let urlSafe = { (text: String) in
        text.replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
      }
      for text in [base64, urlSafe(base64), base64.replacingOccurrences(of: "=", with: "")] {
        let mask = SecretMask(secret)
        let shown = mask.masking("a \(text) b")
        #expect(!shown.contains(core) && !shown.contains(urlSafe(core)), "base64 at \(before): \(text)")
        #expect(shown.contains(VerifyReceiptRequest.mask))
      }
      let inURL = base64.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
      #expect(SecretMask(secret).masking(inURL).contains(VerifyReceiptRequest.mask), "\(inURL)")
      let wrapped = (Data(repeating: 65, count: 3 * before + before) + bytes).base64EncodedString(
        options: .lineLength64Characters)
      #expect(SecretMask(secret).masking(wrapped).contains(VerifyReceiptRequest.mask), "\(wrapped)")
    }
    encoded += [
      ("percent in hex digits", hexadecimal.map { "%" + String(format: "%02X", $0.asciiValue ?? 0) }.joined())
    ]
    for (name, text) in encoded {
      #expect(SecretMask(secret).masking("<\(text)>") == "<\(VerifyReceiptRequest.mask)>", "\(name): \(text)")
    }
    // What is not the secret stays as it is.
    let other = surroundings(200).base64EncodedString() + hexadecimal.dropLast() + "%2g \\ % \\u12"
    #expect(SecretMask(secret).masking(other) == other)
  }
}
