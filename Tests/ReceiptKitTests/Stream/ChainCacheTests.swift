import Foundation
import ReceiptKit
import ReceiptMint
import Testing

@testable import ReceiptReading

/// Judgements of chains are remembered for a few chains, and each is used only where it applies.
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

  @Test("uses a judgement only at the dates for which it holds, and verifies every signature of a good chain")
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
    receipt.creationDate = "2020-01-01T00:00:00Z"
    let early = try EnvelopeMinter(chain).mint(receipt).bytes
    // Without an anchor no signature is verified, so the second line is fast. A line about a date is written in full.
    for (decoder, verdicts, fast) in [
      (
        try Mint.decoder(trusting: chain.root),
        [Authenticity.Verdict.testSigned, .outsideValidity, .outsideValidity, .badSignature], 2
      ),
      (InputDecoder(), [.untrustedChain, .untrustedChain, .untrustedChain, .untrustedChain], 11),
    ] {
      let worker = ReceiptWorker(decoder)
      for _ in 0..<3 {
        for (input, verdict) in zip([good, late, early, forged], verdicts) {
          output.removeAll()
          #expect(worker.appendDocument(of: input.span, head: head, to: &output).verdict == verdict)
          #expect(output.bytes == ReceiptWorkerTests.single(input, decoder, "-"))
          let (one, two) = (try worker.decode(input).authenticity, try decoder.decode(input).authenticity)
          #expect(one?.reason == two?.reason && one?.steps == two?.steps)
        }
      }
      #expect(worker.fastLines == fast)
    }
  }

  @Test("no number of chains that do not hold replaces one that does")
  func flood() throws {
    let (good, chain) = try Mint.envelope()
    let known = try good.mint().bytes
    let worker = ReceiptWorker(try Mint.decoder(trusting: chain.root))
    var output = OutputBuffer()
    func line(_ input: [UInt8]) -> Authenticity.Verdict? {
      worker.appendDocument(of: input.span, head: DocumentHead(source: "-"), to: &output).verdict
    }
    #expect(line(known) == .testSigned)
    for number in 0..<200 {
      var options = ChainOptions()
      options.signerValidity = Validity(
        "2019-07-24T14:\(10 + number / 50):\(10 + number % 50)Z", "2019-08-23T14:50:02Z")
      let late = try Mint.envelope(options).0.mint().bytes
      #expect(line(late) == .outsideValidity)
    }
    let before = worker.fastLines
    #expect(line(known) == .testSigned && worker.fastLines == before + 1)
  }

  @Test("signed data has the same judgement a second time, whatever its chain")
  func signedData() throws {
    let path = PackageFiles.root.appendingPathComponent("TestReceipts").path
    let names = try FileManager.default.contentsOfDirectory(atPath: path).filter { $0.hasSuffix(".jws") }.sorted()
    #expect(names.count > 50)
    let anchors = try TrustAnchor.read(try PackageFiles.read("TestReceipts/root.pem"))
    for anchors in [[], anchors] {
      var decoder = InputDecoder(authenticator: Authenticator(anchors: anchors))
      decoder.currentTime = Instant(milliseconds: 1_795_000_000_000)
      let chains = JWSChains()
      for _ in 0..<3 {
        for name in names {
          guard let alone = try? decoder.decode(try PackageFiles.read("TestReceipts/" + name)),
            let found = try? decoder.decode(try PackageFiles.read("TestReceipts/" + name), chains: chains)
          else { continue }
          var (one, two) = (JSONWriter(layout: .compact), JSONWriter(layout: .compact))
          DecodeDocument(alone).write(to: &one, head: DocumentHead(source: "-"))
          DecodeDocument(found).write(to: &two, head: DocumentHead(source: "-"))
          #expect(one.bytes == two.bytes, "\(name)")
        }
      }
      let own = try decoder.decode(try PackageFiles.read("TestReceipts/jws-transaction.jws"))
      _ = try decoder.decode(own.input, chains: chains)
      #expect(decoder.knowsChains(of: own, in: chains))
    }
  }
}
