import ReceiptKit
import ReceiptMint
import Testing

/// What is no receipt at all is an error with a code; it never gets as far as a verdict.
@Suite("Envelopes that are no receipts")
struct EnvelopeErrorTests {
  private func error(_ change: (inout RawEnvelope) throws -> Void) throws -> ReceiptError? {
    var envelope = try RawEnvelope(try Mint.envelope().0.mint().bytes)
    try change(&envelope)
    let bytes = envelope.encoded
    return #expect(throws: ReceiptError.self) { try InputDecoder().decode(bytes) }
  }

  @Test("detached content")
  func detached() throws {
    let error = try error { $0.content = nil }
    #expect(error?.code == .invalidEnvelope)
    #expect(error?.message.description.contains("detached") == true)
  }

  @Test("an empty payload")
  func empty() throws {
    let error = try error { $0.content = [] }
    #expect(error?.code == .invalidPayload)
    #expect(error?.offset == 0)
  }

  @Test(
    "a payload that is not a SET",
    arguments: [[0x30, 0x00], [0x05, 0x00], [0x31], [0x31, 0x01], [0xFF, 0xFF]] as [[UInt8]])
  func noSet(_ payload: [UInt8]) throws {
    #expect(try error { $0.content = payload }?.code == .invalidPayload)
  }

  @Test("a payload wrapped three times")
  func wrapped() throws {
    let error = try error { $0.content = DEREncoder.octetString(DEREncoder.octetString($0.content ?? [])) }
    #expect(error?.code == .invalidPayload)
  }

  @Test("octets behind the payload's SET")
  func trailing() throws {
    let error = try error { $0.content?.append(0) }
    #expect(error?.code == .invalidPayload)
    #expect(error?.offset == (try Mint.envelope().0.payload.count))
  }

  @Test("a signed property list")
  func propertyList() throws {
    let error = try error { $0.content = Array("<?xml version=\"1.0\"?><plist/>".utf8) }
    #expect(error?.code == .otherFormat)
  }

  @Test("an App Attest receipt", arguments: ["ATTEST", "RECEIPT"])
  func appAttest(_ word: String) throws {
    var receipt = ReceiptDescription()
    receipt.attribute6 = DEREncoder.utf8String(word)
    let payload = try receipt.payload()
    #expect(try error { $0.content = payload }?.code == .otherFormat)
    receipt.attribute6 = Array(word.utf8)
    let raw = try receipt.payload()
    #expect(try error { $0.content = raw }?.code == .otherFormat)
  }

  @Test("a certificate that is cut, among sound ones")
  func brokenCertificate() throws {
    let error = try error { $0.certificates[1] = DEREncoder.sequence(DEREncoder.integer(1)) }
    #expect(error?.code == .invalidEnvelope)
  }

  @Test("more signatures than anybody makes are not believed")
  func manySigners() throws {
    let (envelope, chain) = try Mint.envelope()
    var raw = try RawEnvelope(try envelope.mint().bytes)
    for count in [4, 5, 1_000] {
      raw.signers = Array(repeating: raw.signers[0], count: count)
      let verdict = try Mint.decoder(trusting: chain.root).decode(raw.encoded).authenticity?.verdict
      #expect((verdict == .testSigned) == (count == 4))
    }
    // Nor are their certificates searched for without bound: 20,000 among 8,000 took nine seconds.
    let signers = try SignedData(raw.encoded).signers
    #expect(signers.count == 1_000)
    #expect(signers.count { $0.certificateIndex != nil } == 16)
  }
}
