import ReceiptKit
import Testing

@testable import ReceiptReading

@Suite("Base64")
struct Base64Tests {
  /// RFC 4648, section 10.
  private static let rfc4648: [(String, String)] = [
    ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
  ]

  @Test("decodes the vectors of RFC 4648", arguments: rfc4648)
  func vectors(_ vector: (String, String)) throws {
    let text = Array(vector.1.utf8)
    #expect(Base64.decodeCanonical(text, 0..<text.count) == Array(vector.0.utf8))
    let mended = try Base64.decodeRepairing(text, 0..<text.count)
    #expect(mended.bytes == Array(vector.0.utf8))
    #expect(mended.repairs.isEmpty)
  }

  @Test(
    "the strict road refuses what is not canonical",
    arguments: [
      "", "Z", "Zg", "Zg=", "Zg===", "Zh==", "Zm9=", "Zm 9v", "Zm9v\n", "Zm-v", "Zm_v", "=m9v", "Z===", "====", "Zm=v",
      "Zm9v====",
    ])
  func strict(_ text: String) {
    let bytes = Array(text.utf8)
    #expect(Base64.decodeCanonical(bytes, 0..<bytes.count) == nil)
  }

  @Test("unused bits and single characters at the end are reported")
  func tail() throws {
    let unused = try Base64.decodeRepairing(Array("Zh==".utf8), 0..<4)
    #expect(unused.bytes == Array("f".utf8))
    #expect(unused.repairs.map(\.description) == ["unused bits of the last character ignored: 1"])
    let dangling = try Base64.decodeRepairing(Array("Zm9vY".utf8), 0..<5)
    #expect(dangling.bytes == Array("foo".utf8))
    #expect(dangling.repairs.map(\.description) == ["incomplete last group ignored: 1"])
  }

  @Test("both roads agree with a plain encoder at every length")
  func roundTrip() throws {
    for count in 1...200 {
      let bytes = InputSamples.noise(count)
      let text = Array(InputSamples.base64(bytes).utf8)
      #expect(Base64.decodeCanonical(text, 0..<text.count) == bytes)
      #expect(try Base64.decodeRepairing(text, 0..<text.count).bytes == bytes)
    }
  }
}

@Suite("Outermost ASN.1 element")
struct OuterElementTests {
  private static let cases: [(bytes: [UInt8], extent: OuterElement.Extent)] = [
    ([], .headerCut), ([0x30], .headerCut), ([0x30, 0x82, 1], .headerCut), ([0x30, 0x03, 1, 1], .announces(5)),
    ([0x30, 0x03, 1, 1, 0, 9], .ends(5)), ([0x30, 0x81, 0x02, 5, 0], .ends(5)),
    ([0x30, 0x84, 0, 0, 0, 2, 5, 0], .ends(8)),
    ([0x30, 0x80, 0, 0], .ends(4)), ([0x30, 0x80, 5, 0, 0, 0, 7], .ends(6)), ([0x30, 0x80, 5, 0], .unfinished),
    ([0x30, 0x80, 0x30, 0x80, 0, 0, 0, 0], .ends(8)), ([0x30, 0x80, 0x04, 0x80], .malformed(2)),
    ([0x30, 0x80, 0x04, 0x05, 1], .unfinished), ([0x30, 0xFF, 1], .malformed(0)), ([0, 0], .malformed(0)),
    ([0x30, 0x80, 0, 1, 1], .malformed(2)), ([0x3F, 0x81, 0x01, 0x01, 7], .ends(5)),
    ([0x30, 0x88, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], .malformed(0)),
    ([0x30, 0x88, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], .malformed(0)),
  ]

  @Test("its end is found or its damage named", arguments: cases)
  func extent(_ row: (bytes: [UInt8], extent: OuterElement.Extent)) {
    #expect(OuterElement.extent(of: row.bytes) == row.extent)
  }

  @Test("indefinite lengths are followed to a depth of 64")
  func depth() {
    func nested(_ depth: Int) -> [UInt8] {
      let headers: [[UInt8]] = Array(repeating: [0x30, 0x80], count: depth)
      return Array(headers.joined()) + [UInt8](repeating: 0, count: 2 * depth)
    }
    #expect(OuterElement.extent(of: nested(64)) == .ends(256))
    #expect(OuterElement.extent(of: nested(65)) == .malformed(128))
  }
}
