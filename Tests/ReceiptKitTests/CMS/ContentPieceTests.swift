import ReceiptKit
import ReceiptMint
import Testing

/// BER may split eContent into pieces, which have to be OCTET STRINGs (X.690, 8.7.3.2). OpenSSL joins pieces of any
/// type, so that the signature would hold, and other readers would find nothing or something else.
@Suite("Envelopes: pieces of the content")
struct ContentPieceTests {
  private func judge(_ element: ([UInt8], [UInt8]) -> [UInt8]) throws -> Authenticity.Verdict? {
    let (envelope, chain) = try Mint.envelope()
    var raw = try RawEnvelope(try envelope.mint().bytes)
    let content = try #require(raw.content)
    raw.contentElement = element(Array(content.prefix(300)), Array(content.dropFirst(300)))
    return try Mint.decoder(trusting: chain.root).decode(raw.encoded).authenticity?.verdict
  }

  @Test("octet strings in octet strings are joined")
  func octets() throws {
    func octets(_ bytes: [UInt8]) -> [UInt8] { DEREncoder.octetString(bytes) }
    let end: [UInt8] = [0, 0]
    #expect(try judge { octets($0 + $1) } == .testSigned)
    #expect(try judge { DEREncoder.element(0x24, octets($0) + octets($1)) } == .testSigned)
    #expect(try judge { [0x24, 0x80] + octets($0) + octets($1) + end } == .testSigned)
    #expect(try judge { DEREncoder.element(0x24, DEREncoder.element(0x24, octets($0)) + octets($1)) } == .testSigned)
    #expect(try judge { [0x24, 0x80] + octets([]) + octets($0 + $1) + end } == .testSigned)
  }

  @Test(
    "pieces of any other type are refused, wherever they are and however deep",
    arguments: [
      0x02, 0x30, 0x31, 0x03, 0x05, 0x0C, 0x16, 0x80, 0xA0, 0x41,
    ] as [UInt8])
  func others(_ tag: UInt8) throws {
    func octets(_ bytes: [UInt8]) -> [UInt8] { DEREncoder.octetString(bytes) }
    // A constructed piece holds an OCTET STRING, which OpenSSL would take.
    func piece(_ bytes: [UInt8]) -> [UInt8] { DEREncoder.element(tag, tag & 0x20 == 0 ? bytes : octets(bytes)) }
    let elements: [([UInt8], [UInt8]) -> [UInt8]] = [
      { DEREncoder.element(0x24, octets($0) + piece($1)) }, { DEREncoder.element(0x24, piece($0) + octets($1)) },
      { [0x24, 0x80] + octets($0) + piece($1) + [0, 0] }, { DEREncoder.element(0x24, piece($0 + $1)) },
      { DEREncoder.element(0x24, octets($0) + DEREncoder.element(0x24, piece($1))) },
      { DEREncoder.element(0x24, octets($0) + octets($1) + piece([])) },
    ]
    for element in elements {
      #expect { try self.judge(element) } throws: { error in
        let error = error as? ReceiptError
        return error?.code == .invalidEnvelope
          && error?.message.description.hasSuffix("that is not an OCTET STRING") == true
      }
    }
  }
}
