import ReceiptKit
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
    #expect(secret.looksLikeApples)
  }

  @Test("one line break at the end is left out", arguments: ["", "\n", "\r\n"])
  func lineBreaks(_ end: String) throws {
    #expect(try SharedSecret(Array((Self.text + end).utf8)).revealed == Self.text)
  }

  @Test(
    "what can be no secret is refused and not repeated",
    arguments: [
      "", "\n", "zzz4567", "zzz4567890\n\n", "zzz456 7890", "zzz\"4567890", "zzz\\4567890", "zzz4567890\u{0}", "zzz\u{E4}4567890",
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
}
