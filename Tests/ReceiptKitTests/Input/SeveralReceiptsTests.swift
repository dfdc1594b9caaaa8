import ReceiptKit
import Testing

private typealias S = InputSamples

/// Of two receipts, none is the one that was meant: another reader of the same input may take the other.
@Suite("Input: several receipts in one")
struct SeveralReceiptsTests {
  private static let first = S.base64(S.unpaddedDER)
  private static let second = S.base64(S.ber)

  private static func cases(_ section: String) throws -> [(json: String, expected: [String])] {
    let values = ["FIRST": first, "SECOND": second, "OCTETS": "\(S.unpaddedDER)", "HEX": S.hex(S.unpaddedDER).joined()]
    return try TableCase.read("several-receipts", section).map { (Template.filled($0.text, values), $0.expected) }
  }

  private func refusal(_ text: String) -> String {
    do throws(ReceiptError) {
      return "accepted \(try InputRecognizer().recognize(text).repairs)"
    } catch {
      return error.code == .invalidEncoding && error.cause == .severalReceipts ? error.message.description : "\(error)"
    }
  }

  private func isAccepted(_ text: String) throws {
    let found = try InputRecognizer().recognize(text)
    #expect(found.content == .signedData(S.unpaddedDER), "\(text.prefix(40))")
    #expect(found.unread.isEmpty)
  }

  @Test("JSON under any name is refused with both places; what only looks like a receipt is not one")
  func json() throws {
    for (json, expected) in try Self.cases("two") {
      let message = "more than one receipt in the JSON: one at \(expected[0])"
      #expect(refusal(json) == message)
    }
    let certificate = S.base64(S.element(0x30, S.element(0x30, S.noise(400))))
    let token = "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4ifQ.c2lnbmF0dXJl"
    let settings = S.base64(Array("{\"colour\":\"\(String(repeating: "red", count: 40))\"}".utf8))
    for beside in [
      "\"x5c\":[\"\(certificate)\",\"\(certificate.dropLast(8))\"]", "\"jwt\":\"\(token)\"", "\"cfg\":\"\(settings)\"",
      "\"payload\":\"\(String(repeating: "not a receipt ", count: 10))\"", "\"receipt\":\"\"",
    ] { try isAccepted("{\"receipt-data\":\"\(Self.first)\",\(beside)}") }
  }

  @Test("a name that occurs twice is refused where one of its values is used, even if they are equal")
  func names() throws {
    for (json, expected) in try Self.cases("a name twice") {
      #expect(refusal(json) == "the JSON has \(expected[0]) twice, and readers differ in which of the two they take")
    }
    // Of these nothing is used.
    try isAccepted("{\"receipt-data\":\"\(Self.first)\",\"a\":1,\"a\":2,\"b\":{\"c\":1,\"c\":2}}")
  }

  @Test("copies under other members are accepted and named, in whatever form they are, and are no repair")
  func copies() throws {
    for (json, expected) in try Self.cases("copies") {
      let found = try InputRecognizer().recognize(json)
      #expect(found.content == .signedData(S.unpaddedDER) && found.repairs.isEmpty)
      #expect(found.copies?.pointer == expected[0] && found.copies?.count == Int(expected[1]))
    }
    let one = try InputRecognizer().recognize("{\"receipt-data\":\"\(Self.first)\"}")
    #expect(one.copies == nil && one.pointer == "/receipt-data")
  }

  @Test("JSON in JSON in JSON is looked into")
  func nesting() throws {
    func nested(_ depth: Int) -> String {
      var text = "{\"receipt\":\"\(Self.second)\"}"
      for _ in 0..<depth {
        text = "{\"a\":\"\(S.replacing(S.replacing(text, "\\", with: "\\\\"), "\"", with: "\\\""))\"}"
      }
      return "{\"receipt-data\":\"\(Self.first)\",\"body\":\(text)}"
    }
    for depth in 1...6 { #expect(refusal(nested(depth)).hasSuffix("one at /receipt-data, and another one at /body/a")) }
  }

  @Test("PEM blocks")
  func pemBlocks() throws {
    #expect(
      refusal(S.pem(Self.first) + S.pem(Self.second)).hasPrefix(
        "more than one receipt in the text: the second one starts at "))
    try isAccepted(S.pem(Self.first) + S.pem(Self.first))
    let certificate = "-----BEGIN CERTIFICATE-----\nMIIE\n-----END CERTIFICATE-----\n"
    try isAccepted(certificate + S.pem(Self.first) + certificate)
  }

  @Test("fields of a form")
  func form() throws {
    let both = "receipt-data=\(Self.first)&latest_receipt=\(Self.second)"
    #expect(
      refusal(both) == "more than one receipt in the form: one at /receipt-data, and another one at /latest_receipt")
    let encoded = S.replacing(S.replacing(Self.first, "+", with: "%2B"), "/", with: "%2F")
    try isAccepted("receipt-data=\(encoded)&latest_receipt=\(Self.first)")
  }

  @Test("damaged JSON, and one behind the other in other text")
  func damaged() throws {
    let both = "{\"receipt-data\":\"\(Self.first)\",\"receipt\":\"\(Self.second)\""
    #expect(refusal(both).hasPrefix("more than one receipt in the text: the second one starts at "))
    try isAccepted("{\"receipt-data\":\"\(Self.first)\",\"receipt\":\"\(Self.first)\"")
  }

  @Test("one behind the other, as bytes, base64 and hexadecimal digits")
  func concatenated() throws {
    let bytes = S.unpaddedDER + S.ber
    let forms = [
      bytes, Array(S.base64(bytes).utf8), Array((Self.first + "\n" + Self.second).utf8),
      Array(S.hex(bytes).joined().utf8), bytes + S.der, S.der + S.ber.dropLast(3),
      S.unpaddedDER + [0x0A] + S.unpaddedDER + [0x0D, 0x0A] + S.ber,
    ]
    for form in forms {
      #expect { try InputRecognizer().recognize(form) } throws: { error in
        (error as? ReceiptError)?.cause == .severalReceipts
      }
    }
    // The same twice, and other bytes.
    for rest in [S.der, S.element(0x30, S.noise(300))] {
      let found = try InputRecognizer().recognize(S.der + rest)
      #expect(found.repairs.count == 1)
      #expect(found.unread == (rest == S.der ? [] : [UnreadPart(.unknown, at: "")]))
    }
  }
}
