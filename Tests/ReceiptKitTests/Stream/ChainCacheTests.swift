import ReceiptKit
import ReceiptMint
import Testing

@testable import ReceiptReading

/// Chains are remembered only if they were verified, and never more than a few.
@Suite("Memory of chains")
struct ChainCacheTests {
  /// Receipts whose chains differ in the signer's certificate.
  private static func receipts(_ count: Int) throws -> [[UInt8]] {
    try (0..<count).map { number in
      var options = ChainOptions()
      options.signerValidity = Validity(
        "2024-07-24T14:\(10 + number / 50):\(10 + number % 50)Z", "2026-08-23T14:50:02Z")
      return try Mint.envelope(options).0.mint().bytes
    }
  }

  private struct NoEnvelope: Error {}

  private func find(_ memory: inout ChainCache<Int>, _ receipt: [UInt8]) throws -> Int? {
    guard let envelope = EnvelopeLayout(receipt.span.bytes) else { throw NoEnvelope() }
    return memory.find(envelope, in: receipt.span.bytes)
  }

  private func remember(_ memory: inout ChainCache<Int>, _ receipt: [UInt8], _ value: Int) throws {
    guard let envelope = EnvelopeLayout(receipt.span.bytes), let key = ChainKey(envelope, in: receipt.span.bytes) else {
      throw NoEnvelope()
    }
    memory.insert(key, value)
  }

  @Test("stays small, and keeps what is in use")
  func bounds() throws {
    let receipts = try Self.receipts(40)
    var memory = ChainCache<Int>(capacity: 8)
    try remember(&memory, receipts[0], 0)
    for (number, receipt) in receipts.enumerated().dropFirst() {
      #expect(try find(&memory, receipt) == nil)
      try remember(&memory, receipt, number)
      #expect(try find(&memory, receipts[0]) == 0, "\(number)")
    }
    let kept = try receipts.filter { try find(&memory, $0) != nil }
    #expect(kept.count == 8)
  }

  @Test("goes by every octet of the certificates and of the signer's name")
  func key() throws {
    let receipt = try Self.receipts(1)[0]
    guard let envelope = EnvelopeLayout(receipt.span.bytes) else { throw NoEnvelope() }
    var memory = ChainCache<Int>()
    try remember(&memory, receipt, 1)
    for range in [envelope.certificates.dropFirst(4), envelope.signer.dropFirst(4)] {
      for index in range {
        var changed = receipt
        changed[index] ^= 1
        // Some octets are lengths of what the walk steps over.
        guard let other = EnvelopeLayout(changed.span.bytes) else { continue }
        let isKnown = memory.find(other, in: changed.span.bytes) != nil
        #expect(!isKnown, "\(index)")
      }
    }
    #expect(try find(&memory, receipt) == 1)
  }

  @Test("never has a chain that was not verified, and asks the date of every receipt")
  func verified() throws {
    let (_, chain) = try Mint.envelope()
    var receipt = ReceiptDescription.sandboxSample()
    receipt.inApp = [.subscriptionSample()]
    let good = try EnvelopeMinter(chain).mint(receipt).bytes
    receipt.creationDate = "2027-01-01T00:00:00Z"
    let late = try EnvelopeMinter(chain).mint(receipt).bytes
    var forged = good
    forged[forged.count - 20] ^= 1
    let head = DocumentHead(source: "-")
    var output = OutputBuffer()
    // Without an anchor nothing is trusted, so nothing may ever be fast.
    for (decoder, verdicts) in [
      (try Mint.decoder(trusting: chain.root), [Authenticity.Verdict.testSigned, .outsideValidity, .badSignature]),
      (InputDecoder(), [.untrustedChain, .untrustedChain, .untrustedChain]),
    ] {
      let worker = ReceiptWorker(decoder)
      for _ in 0..<3 {
        let found = [good, late, forged].map {
          worker.appendDocument(of: $0.span, head: head, to: &output).verdict
        }
        #expect(found == verdicts)
      }
      #expect(worker.fastLines == (verdicts[0] == .testSigned ? 2 : 0))
    }
  }
}
