import ReceiptKit
import Testing

private typealias S = InputSamples

@Suite("Input: several receipts in one")
struct SeveralReceiptsTests {
  private static let first = S.base64(S.unpaddedDER)
  private static let second = S.base64(S.ber)

  private func repairs(_ text: String) throws -> [String] {
    let found = try InputRecognizer().recognize(Array(text.utf8))
    #expect(found.content == .signedData(S.unpaddedDER), "\(text.prefix(40))")
    return found.repairs.map(\.description).filter { $0.hasPrefix("further") }
  }

  private func pem(_ texts: String...) -> String {
    texts.map { "-----BEGIN PKCS7-----\n\(S.wrapped($0, at: 64, with: "\n"))\n-----END PKCS7-----\n" }.joined()
  }

  @Test("JSON under any name, and what only looks like a receipt")
  func json() throws {
    let (first, second) = (Self.first, Self.second)
    let one = ["further receipts in the JSON not read: 1"]
    #expect(try repairs("{\"a\":\"\(first)\\n\",\"b\":\"\(second)\\n\"}") == one)
    #expect(try repairs("[\"\(first)\",\"\(second)\",\"\(first)\"]") == one)
    #expect(try repairs("{\"receipt-data\":\"\(first)\",\"b\":\"\(second)\"}") == one)
    let certificate = S.base64(S.element(0x30, S.element(0x30, S.noise(400))))
    let token = "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4ifQ.c2lnbmF0dXJl"
    #expect(try repairs("{\"a\":\"\(first)\",\"x5c\":[\"\(certificate)\"],\"jwt\":\"\(token)\"}") == [])
  }

  @Test("PEM blocks")
  func pemBlocks() throws {
    #expect(try repairs(pem(Self.first, Self.second)) == ["further receipts in the PEM not read: 1"])
    #expect(try repairs(pem(Self.first, Self.first)) == [])
    let certificate = "-----BEGIN CERTIFICATE-----\nMIIE\n-----END CERTIFICATE-----\n"
    #expect(try repairs(certificate + pem(Self.first) + certificate) == [])
  }

  @Test("fields of a form")
  func form() throws {
    let both = "receipt-data=\(Self.first)&latest_receipt=\(Self.second)"
    #expect(try repairs(both) == ["further receipts in the form not read: 1"])
    let encoded = S.replacing(S.replacing(Self.first, "+", with: "%2B"), "/", with: "%2F")
    #expect(try repairs("receipt-data=\(encoded)&latest_receipt=\(Self.first)") == [])
  }

  @Test("one behind the other, as bytes, base64 and hexadecimal digits")
  func concatenated() throws {
    let bytes = S.unpaddedDER + S.ber
    let expected = [
      "trailing bytes ignored: \(S.ber.count)", "further receipts behind the first not read: 1",
    ]
    let forms = [
      bytes, Array(S.base64(bytes).utf8), Array((Self.first + "\n" + Self.second).utf8),
      Array(S.hex(bytes).joined().utf8),
    ]
    for form in forms {
      let found = try InputRecognizer().recognize(form)
      #expect(found.content == .signedData(S.unpaddedDER))
      #expect(Array(found.repairs.map(\.description).suffix(2)) == expected)
    }
    let lines = try InputRecognizer().recognize(S.der + [0x0A] + S.ber + [0x0D, 0x0A] + S.unpaddedDER + S.der)
    #expect(lines.repairs.last?.description == "further receipts behind the first not read: 2")
    for rest in [S.der, Array(S.ber.dropLast(3)), S.element(0x30, S.noise(300))] {
      #expect(try InputRecognizer().recognize(S.der + rest).repairs.count == 1)
    }
  }
}
