import ReceiptKit
import ReceiptMint
import TestSupport
import Testing

/// Whatever the bytes, the whole way from input to printed document ends with a document or an error, and never with
/// trust.
@Suite("Damaged receipts, the whole way", .thorough)
struct RobustnessTests {
  private static let minted = Result { () throws -> (bytes: [UInt8], decoder: InputDecoder) in
    let (envelope, chain) = try Mint.envelope()
    return (try envelope.mint().bytes, try Mint.decoder(trusting: chain.root))
  }

  /// Decodes and prints; says whether it was a receipt of some standing.
  private func verdict(_ bytes: [UInt8], _ decoder: InputDecoder) -> Authenticity.Verdict? {
    guard let decoded = try? decoder.decode(bytes) else { return nil }
    var writer = JSONWriter(layout: .compact)
    DecodeDocument(decoded, showsAttributes: true).write(to: &writer, head: DocumentHead(source: "-"))
    #expect(writer.bytes.allSatisfy { $0 >= 0x20 || $0 == 0x0A })
    #expect(decoded.judgement?.authenticReceipt == nil)
    return decoded.authenticity?.verdict
  }

  @Test("cut at every byte")
  func truncation() throws {
    let (bytes, decoder) = try Self.minted.get()
    #expect(verdict(bytes, decoder) == .testSigned)
    for count in 0..<bytes.count {
      let error = #expect(throws: ReceiptError.self) { try decoder.decode(Array(bytes.prefix(count))) }
      // The first octet alone is the digit 0.
      if count > 1 { #expect(error?.code == .truncated, "\(count)") }
    }
    // Behind the input's own view of the outermost element: envelope and payload by themselves.
    for count in 0..<bytes.count {
      #expect(throws: ReceiptError.self) { try SignedData(Array(bytes.prefix(count))) }
    }
    let payload = try SignedData(bytes).payload
    for count in 0..<payload.count {
      #expect(throws: ReceiptError.self) { try Receipt(payload: Array(payload.prefix(count))) }
    }
  }

  @Test("random mutations of the octets", arguments: [1, 2] as [UInt64])
  func mutations(_ seed: UInt64) throws {
    let (original, decoder) = try Self.minted.get()
    var generator = SplitMix(seed: seed)
    let interesting: [UInt8] = [0, 1, 2, 4, 6, 0x0C, 0x16, 0x30, 0x31, 0x7F, 0x80, 0x81, 0x82, 0x84, 0x88, 0xA0, 0xFF]
    var readable = 0
    for _ in 0..<1_500 {
      var bytes = original
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        let index = Int.random(in: bytes.indices, using: &generator)
        switch Int.random(in: 0..<6, using: &generator) {
        case 0: bytes[index] = UInt8.random(in: 0...255, using: &generator)
        case 1: bytes[index] ^= 1 << UInt8.random(in: 0...7, using: &generator)
        case 2: bytes[index] = interesting.randomElement(using: &generator) ?? 0
        case 3: bytes.remove(at: index)
        case 4: bytes.insert(interesting.randomElement(using: &generator) ?? 0, at: index)
        default: bytes.swapAt(index, Int.random(in: bytes.indices, using: &generator))
        }
      }
      if verdict(bytes, decoder) != nil { readable += 1 }
    }
    #expect(readable > 100)
  }

  /// Mutations inside the payload under a structure that stays sound reach the attribute decoders more often.
  @Test("random payloads in sound envelopes", arguments: [4, 5] as [UInt64])
  func payloads(_ seed: UInt64) throws {
    let (original, _) = try Self.minted.get()
    let payload = try SignedData(original).payload
    var generator = SplitMix(seed: seed)
    var readable = 0
    for _ in 0..<3_000 {
      var bytes = payload
      for _ in 0..<Int.random(in: 1...8, using: &generator) {
        bytes[Int.random(in: 4..<bytes.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
      }
      guard let receipt = try? Receipt(payload: bytes) else { continue }
      readable += 1
      var writer = JSONWriter(layout: .compact)
      writer.receipt(receipt)
      writer.attributes(of: receipt)
      #expect(writer.bytes.count > 100)
    }
    #expect(readable > 300)
  }
}
