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
        [Authenticity.Verdict.testSigned, .outsideValidity, .outsideValidity, .badSignature], 4
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

  @Test("behind a copied chain wrong signatures are cheap, whether or not a right one was there, and accept nothing")
  func copiedChain() throws {
    let (_, chain) = try Mint.envelope()
    var receipt = ReceiptDescription.sandboxSample()
    let good = try EnvelopeMinter(chain).mint(receipt).bytes
    receipt.creationDate = "2027-01-01T00:00:00Z"
    var late = try EnvelopeMinter(chain).mint(receipt).bytes
    var forged = good
    forged[forged.count - 20] ^= 1
    late[late.count - 20] ^= 1
    let decoder = try Mint.decoder(trusting: chain.root)
    let worker = ReceiptWorker(decoder)
    var output = OutputBuffer()
    let inputs: [(bytes: [UInt8], verdict: Authenticity.Verdict, isFast: Bool)] = [
      (forged, .badSignature, false), (forged, .badSignature, true), (late, .outsideValidity, false),
      (forged, .badSignature, true), (good, .testSigned, false), (good, .testSigned, true),
      (forged, .badSignature, true), (late, .outsideValidity, false), (good, .testSigned, true),
    ]
    for (number, input) in inputs.enumerated() {
      let before = worker.fastLines
      output.removeAll()
      let outcome = worker.appendDocument(of: input.bytes.span, head: DocumentHead(source: "-"), to: &output)
      #expect(outcome.verdict == input.verdict, "\(number)")
      #expect((worker.fastLines > before) == input.isFast, "\(number)")
      #expect(output.bytes == ReceiptWorkerTests.single(input.bytes, decoder, "-"), "\(number)")
      let (one, two) = (try worker.decode(input.bytes).authenticity, try decoder.decode(input.bytes).authenticity)
      #expect(one?.verdict == input.verdict && one?.reason == two?.reason && one?.steps == two?.steps, "\(number)")
    }
  }

  @Test("no number of copied headers replaces that of signed data whose signature was right")
  func copiedHeaders() throws {
    let text = try PackageFiles.read("TestReceipts/jws-transaction.jws").filter { $0 > 0x20 }
    let parts = text.split(separator: UInt8(ascii: "."), maxSplits: 1)
    let header = try #require(Data(base64Encoded: Self.base64(parts[0])))
    let decoder = try InputDecoder.ofVectors
    let chains = JWSChains()
    // The same certificates behind other spaces: a header that was never signed.
    func copy(_ number: Int) -> [UInt8] {
      let spaced = header.dropLast() + Data(repeating: 0x20, count: number) + Data("}".utf8)
      return Array(spaced.base64EncodedString().utf8.map { $0 == 0x2B ? 0x2D : $0 == 0x2F ? 0x5F : $0 })
        .filter { $0 != 0x3D } + [0x2E] + parts[1]
    }
    #expect(try decoder.decode(copy(1), chains: chains).authenticity?.verdict == .badSignature)
    let copied = try decoder.decode(copy(1))
    func isCached(_ decoded: DecodedInput) -> Bool { decoder.knowsChains(of: decoded, in: chains) }
    #expect(isCached(copied))
    let genuine = try decoder.decode(text, chains: chains)
    #expect(genuine.authenticity?.verdict == .testSigned)
    for number in 1...40 {
      for _ in 0..<2 {
        #expect(try decoder.decode(copy(number), chains: chains).authenticity?.verdict == .badSignature)
      }
    }
    #expect(isCached(genuine) && !isCached(copied))
    #expect(try decoder.decode(text, chains: chains).authenticity?.verdict == .testSigned)
  }

  /// Base64 as Foundation reads it, from that of a JWS.
  private static func base64(_ text: some Sequence<UInt8>) -> String {
    let octets = text.map { $0 == 0x2D ? 0x2B : $0 == 0x5F ? 0x2F : $0 }
    return String(decoding: octets, as: UTF8.self) + String(repeating: "=", count: (4 - octets.count % 4) % 4)
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
