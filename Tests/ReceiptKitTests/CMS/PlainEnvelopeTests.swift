import ReceiptMint
import Testing

@testable import ReceiptReading

/// An envelope that is taken apart without OpenSSL's CMS has the parts that OpenSSL finds.
@Suite("Envelopes: read in two ways")
struct PlainEnvelopeTests {
  /// The parts that differ; `nil` where the envelope is not read without OpenSSL.
  private func differences(_ bytes: [UInt8]) -> [String]? {
    guard let plain = SignedData(plain: bytes, limits: ASN1Limits(), read: Authenticator().certificates) else {
      return nil
    }
    guard let whole = try? SignedData(bytes) else { return ["all: OpenSSL refuses it"] }
    var found: [String] = []
    if plain.payload != whole.payload { found.append("payload") }
    if plain.contentType != whole.contentType { found.append("content type") }
    if plain.certificates.map(\.der) != whole.certificates.map(\.der) { found.append("certificates") }
    if plain.certificates.map(\.subject) != whole.certificates.map(\.subject) { found.append("subjects") }
    if plain.signers != whole.signers { found.append("signers") }
    return found
  }

  @Test("each octet of a minted receipt, changed in two ways", .thorough)
  func changed() throws {
    var bytes = try Mint.envelope().0.mint().bytes
    #expect(differences(bytes) == [])
    var isRead = 0
    for offset in bytes.indices {
      let octet = bytes[offset]
      // A BIT STRING begins with the number of bits that do not count: 3 is one, where Apple's have none.
      for mask in [3, 0x80] as [UInt8] {
        bytes[offset] = octet ^ mask
        guard let found = differences(bytes) else { continue }
        isRead += 1
        #expect(found == [], "octet \(offset) ^ \(mask)")
      }
      bytes[offset] = octet
    }
    #expect(isRead > bytes.count / 2)
  }
}
