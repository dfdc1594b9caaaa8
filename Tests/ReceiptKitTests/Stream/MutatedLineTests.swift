import ReceiptKit
import ReceiptMint
import TestSupport
import Testing

@testable import ReceiptReading

/// A few hundred of what `Scripts/differential` does a million times.
@Suite("Lines of damaged receipts", .thorough)
struct MutatedLineTests {
  @Test("are those of single calls", arguments: [true, false])
  func mutations(_ verifies: Bool) throws {
    let (envelope, chain) = try Mint.envelope()
    let original = try envelope.mint().bytes
    var decoder = try Mint.decoder(trusting: chain.root)
    decoder.verifies = verifies
    let worker = ReceiptWorker(decoder)
    guard let payload = EnvelopeLayout(original.span.bytes)?.payload else {
      Issue.record("the walk refuses a minted receipt")
      return
    }
    let content = Array(original[payload])
    var generator = SplitMix(seed: 7)
    var output = OutputBuffer()
    for number in 0..<1_200 {
      var bytes = number % 2 == 0 || !verifies ? original : content
      let range = bytes.count == original.count ? payload : bytes.indices
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        let index = Int.random(in: number % 5 == 0 ? bytes.indices : range, using: &generator)
        if number % 3 == 0 {
          bytes[index] = UInt8.random(in: 0...255, using: &generator)
        } else if (0x32...0x39).contains(bytes[index]) {
          bytes[index] = UInt8.random(in: 0x30...0x39, using: &generator)
        }
      }
      if bytes.count != original.count { bytes = try EnvelopeMinter(chain).envelope(payload: bytes).mint().bytes }
      output.removeAll()
      _ = worker.appendDocument(of: bytes.span, head: DocumentHead(source: "-"), to: &output)
      #expect(output.bytes == ReceiptWorkerTests.single(bytes, decoder, "-"), "\(number)")
      // The fast road refuses by itself what the long one refuses.
      guard EnvelopeLayout(bytes.span.bytes) != nil, bytes.count == original.count,
        bytes[payload.upperBound...] == original[payload.upperBound...]
      else { continue }
      let isRead = CMSMessage(bytes) != nil
      #expect(isRead, "\(number)")
    }
    #expect(worker.fastLines > 100)
  }
}
