@testable import ReceiptMint

@testable import ReceiptAnalysis
@testable import ReceiptBase
@testable import ReceiptDocuments
import ReceiptKit
@testable import ReceiptReading

/// Damages receipts at random, the same from the same seed.
struct Mutator {
  private var state: UInt64
  private let chain: SigningChain
  private var payloads: [[UInt8]] = []
  private let interesting: [UInt8] = [
    0, 1, 2, 4, 6, 0x0C, 0x16, 0x20, 0x22, 0x30, 0x31, 0x5C, 0x7F, 0x80, 0x81, 0x82, 0x84, 0x88, 0xA0, 0xFF,
  ]

  init(seed: UInt64) throws {
    state = seed
    // Small keys: what is measured here is agreement, and payloads are signed anew again and again.
    chain = try TestAuthority(seed: "differential", keySize: .bits1024).chain()
  }

  var root: [UInt8] { chain.root.der }

  /// Minted receipts, plain and odd. Their payloads are those that are signed anew.
  mutating func samples() throws -> [[UInt8]] {
    var plain = ReceiptDescription.sandboxSample()
    plain.inApp = [.subscriptionSample(), .subscriptionSample(transactionID: "2000000000000002")]
    var cancelled = InAppDescription.subscriptionSample()
    cancelled.cancellationDate = "2025-12-27T00:00:01Z"
    cancelled.cancellationReason = 1
    cancelled.promotionalOfferID = "offer"
    cancelled.ownershipType = 1
    var rich = plain
    rich.expirationDate = "2026-03-08T10:00:00Z"
    rich.originalPurchaseDate = "2024-11-03T08:59:59Z"
    rich.preorderDate = "2024-10-01T00:00:00Z"
    rich.inApp.append(cancelled)
    rich.downloadID = nil
    var odd = plain
    odd.bundleIdentifier = "com.example.\"test\"\u{202E}"
    odd.applicationVersion = "é"
    odd.creationDate = "2025-12-26T18:39:47.131Z"
    odd.extraAttributes = [.integer(9_999, 1), .utf8(2, "again")]
    let minted = try [plain, rich, odd].map { try EnvelopeMinter(chain).mint($0) }
    payloads = minted.map(\.payload)
    return minted.map(\.bytes)
  }

  /// SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number generators", 2014).
  private mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }

  mutating func number(below limit: Int) -> Int { Int(next() % UInt64(max(1, limit))) }

  mutating func flip() -> Bool { next() & 1 == 0 }

  /// One of the receipts with one to four changes; one in six has its changed payload signed anew. Half of all are
  /// gentle: only text becomes other text, so that what comes out is still a receipt.
  mutating func mutate(_ receipts: [[UInt8]]) -> [UInt8] {
    guard number(below: 6) != 0 else { return resigned() ?? receipts[0] }
    // The minted ones, which come first, half of the time.
    var bytes = receipts[number(below: flip() ? min(receipts.count, payloads.count) : receipts.count)]
    let isGentle = flip()
    for _ in 0...number(below: 4) { if isGentle { changeText(&bytes) } else { change(&bytes) } }
    return bytes
  }

  private mutating func resigned() -> [UInt8]? {
    guard !payloads.isEmpty else { return nil }
    var payload = payloads[number(below: payloads.count)]
    let isGentle = flip()
    for _ in 0...number(below: 3) { if isGentle { changeText(&payload) } else { change(&payload) } }
    return try? EnvelopeMinter(chain).envelope(payload: payload).mint().bytes
  }

  /// Replaces the next digit by another digit, or now and then by any printable character.
  private mutating func changeText(_ bytes: inout [UInt8]) {
    let start = position(in: bytes)
    // 0 and 1 are the tags of SEQUENCE and SET as well: in text, other characters stand on both sides.
    let candidates = max(1, start)..<max(1, start, min(bytes.count - 1, start + 64))
    guard
      let index = candidates.first(where: { index in
        (0x30...0x39).contains(bytes[index]) && (0x2B...0x7A).contains(bytes[index - 1])
          && (0x2B...0x7A).contains(bytes[index + 1])
      })
    else { return }
    bytes[index] = number(below: 8) == 0 ? UInt8(0x20 + number(below: 0x60)) : 0x30 + UInt8(number(below: 10))
  }

  /// Mostly in the payload, else near the beginning or the end, where the envelope is, and seldom in the certificates,
  /// which are most of a receipt.
  private mutating func position(in bytes: [UInt8]) -> Int {
    switch number(below: 8) {
    case 0: number(below: min(bytes.count, 80))
    case 1: bytes.count - 1 - number(below: min(bytes.count, 420))
    case 2: number(below: bytes.count)
    default:
      if let payload = EnvelopeLayout(bytes.span.bytes)?.payload, !payload.isEmpty {
        payload.lowerBound + number(below: payload.count)
      } else {
        number(below: bytes.count)
      }
    }
  }

  private mutating func change(_ bytes: inout [UInt8]) {
    guard !bytes.isEmpty else { return }
    let index = position(in: bytes)
    switch number(below: 8) {
    case 0: bytes[index] = UInt8(truncatingIfNeeded: next())
    case 1: bytes[index] ^= 1 << UInt8(number(below: 8))
    case 2: bytes[index] = interesting[number(below: interesting.count)]
    case 3: bytes.remove(at: index)
    case 4: bytes.insert(interesting[number(below: interesting.count)], at: index)
    case 5: bytes.swapAt(index, number(below: bytes.count))
    case 6: bytes[index] = bytes[number(below: bytes.count)]
    default: bytes[index] &+= 1
    }
  }
}
