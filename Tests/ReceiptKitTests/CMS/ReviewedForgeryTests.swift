import ReceiptKit
import ReceiptMint
import Testing

@testable import ReceiptReading

/// What a reviewer found, held for ever.
@Suite("Findings of a review")
struct ReviewedForgeryTests {
  private func judge(
    _ anchors: [TrustAnchor]? = nil, _ change: (inout SignedDataDescription) -> Void
  ) throws -> Authenticity {
    let authority = try TestAuthority(seed: "review", keySize: .bits1024)
    let chain = try authority.chain()
    var envelope = try EnvelopeMinter(chain).envelope(ReceiptDescription.sandboxSample())
    change(&envelope)
    let trusted = try anchors ?? TrustAnchor.read(chain.root.der)
    let decoder = InputDecoder(authenticator: Authenticator(anchors: trusted))
    return try #require(try decoder.decode(try envelope.mint().bytes).authenticity)
  }

  @Test("a content type that nothing signs has to be id-data")
  func contentType() throws {
    let idData: [UInt8] = [0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x01]
    let authority = try TestAuthority(seed: "review", keySize: .bits1024)
    let chain = try authority.chain()
    let minted = try EnvelopeMinter(chain).mint(ReceiptDescription.sandboxSample()).bytes
    let place = try #require((0..<minted.count).first { minted[$0...].starts(with: idData) })
    let decoder = InputDecoder(authenticator: Authenticator(anchors: try TrustAnchor.read(chain.root.der)))
    #expect(try decoder.decode(minted).authenticity?.verdict == .testSigned)
    var other = minted
    other[place + 10] = 2
    #expect(try decoder.decode(other).authenticity?.verdict == .badSignature)
  }

  @Test("of several signatures the worst counts, wherever it stands", arguments: [0, 1])
  func severalSignatures(place: Int) throws {
    #expect(try judge { $0.signers.append($0.signers[0]) }.verdict == .testSigned)
    let one = try judge { envelope in
      envelope.signers.append(envelope.signers[0])
      envelope.signers[place].flaw = .flippedSignature
    }
    #expect(one.verdict == .badSignature)
  }

  @Test("a shorter chain proves no signed data")
  func shortChain() throws {
    let chain = try Mint.authority.signedDataChain(ChainOptions())
    let root = TrustAnchor(try Certificate(der: chain.root.der), origin: .pinned)
    let intermediate = try Certificate(der: chain.intermediate.der)
    // OpenSSL finds nothing wrong with it.
    #expect(try CertificateChain(from: intermediate, through: [], to: root).certificates.count == 2)
    let failure = #expect(throws: TrustFailure.self) {
      try CertificateChain(from: intermediate, through: [], to: root, .signedData)
    }
    #expect(failure?.reason.contains("has 2 certificates") == true, "\(String(describing: failure))")
  }

  @Test("the reason names the anchor that was given, and what is wrong with it")
  func givenAnchor() throws {
    let other = try TestAuthority(seed: "another review", keySize: .bits1024).root()
    let reason = try judge(TrustAnchor.read(other.der)) { _ in }.reason
    #expect(reason.contains("no given anchor vouches for it: TEST Receipt Root (not Apple) ("))
  }

  @Test("octets that only repeat the sign of an integer change nothing")
  func longIntegers() {
    func value(_ octets: [UInt8]) -> Int64? { octets.span.integer(0..<octets.count) }
    #expect(value([UInt8](repeating: 0, count: 20) + [5]) == 5)
    #expect(value([UInt8](repeating: 0xFF, count: 20)) == -1)
    #expect(value([0, 0x80, 0, 0, 0, 0, 0, 0, 0]) == nil)
    #expect(value([0x7F] + [UInt8](repeating: 0xFF, count: 7)) == .max)
    #expect(value([0x80] + [UInt8](repeating: 0, count: 7)) == .min)
    #expect(value([0xFF, 0x7F, 0, 0, 0, 0, 0, 0, 0]) == nil)
    #expect(value([]) == nil)
  }
}
