import ReceiptKit
import ReceiptMint
import Testing

/// Flipping any byte of payload, signature or signer certificate of a genuine receipt never leaves it authentic.
@Suite("Every byte counts", .thorough)
struct ByteFlipTests {
  /// A receipt with the three parts on which its verdict rests, as offsets into its bytes.
  struct Target: Sendable {
    let name: String
    let bytes: [UInt8]
    var parts: [Range<Int>]
    let decoder: InputDecoder
    let verdict: Authenticity.Verdict
  }

  private func target(
    _ name: String, _ bytes: [UInt8], _ decoder: InputDecoder, _ verdict: Authenticity.Verdict
  ) throws -> Target {
    let signed = try SignedData(bytes)
    let signer = try #require(signed.signers.first)
    let certificate = signed.certificates[try #require(signer.certificateIndex)]
    #expect([128, 256].contains(signer.signature.count))
    #expect(signed.payload.count > 300 && certificate.der.count > 500)
    let parts = try [signed.payload, certificate.der, signer.signature].map { part in
      // The parts stand in the bytes as they are: definite lengths, primitive strings.
      try #require(bytes.firstRange(of: part))
    }
    return Target(name: name, bytes: bytes, parts: parts, decoder: decoder, verdict: verdict)
  }

  /// `nil` where the bytes are no longer a receipt at all.
  private func verdict(_ bytes: [UInt8], _ decoder: InputDecoder) -> Authenticity.Verdict? {
    guard let signed = try? SignedData(bytes), let receipt = try? Receipt(payload: signed.payload) else { return nil }
    let judgedAt = receipt.creationDate.map { Authenticity.JudgedAt($0.instant, source: .receiptCreationDate) }
    return decoder.authenticator.authenticate(signed, judgedAt: judgedAt).verdict
  }

  /// - Parameters:
  ///   - step: looks at every so many bytes of a part.
  ///   - masks: those for a byte, by its offset.
  private func flipAll(_ target: Target, step: Int = 1, masks: (Int) -> [UInt8]) {
    #expect(verdict(target.bytes, target.decoder) == target.verdict)
    var bytes = target.bytes
    var survivors: [String] = []
    for part in target.parts {
      for index in stride(from: part.lowerBound, to: part.upperBound, by: step) {
        for mask in masks(index) {
          bytes[index] ^= mask
          if let verdict = verdict(bytes, target.decoder), verdict == .authentic || verdict == .testSigned {
            survivors.append("byte \(index) ^ \(mask)")
          }
          bytes[index] ^= mask
        }
      }
    }
    #expect(survivors.isEmpty, "\(target.name): \(survivors.prefix(20))")
  }

  @Test("genuine receipts", .enabled(if: RealReceipts.areHere, RealReceipts.missing), arguments: RealReceipts.sandbox)
  func genuine(_ name: String) throws {
    var target = try target(name, try RealReceipts.bytes(name), InputDecoder(), .authentic)
    // The minted receipt below has every byte: these are large, and their keys too.
    flipAll(target, step: 7) { _ in [0xFF] }
    target.parts.removeFirst(2)
    flipAll(target, step: 3) { [1 << UInt8($0 % 8)] }
  }

  /// Smaller keys make this the receipt for which every byte is affordable.
  @Test("a minted receipt, every byte by all of its bits and by one, which is another from byte to byte")
  func minted() throws {
    let (envelope, chain) = try Mint.envelope()
    let decoder = try Mint.decoder(trusting: chain.root)
    flipAll(try target("minted", try envelope.mint().bytes, decoder, .testSigned)) { [0xFF, 1 << UInt8($0 % 8)] }
  }
}
