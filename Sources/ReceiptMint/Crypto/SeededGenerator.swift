/// A deterministic source of bytes: SHA-256 in counter mode. For test keys only: anyone with the seed can derive the
/// keys.
///
///     state   = SHA-256("receipt-mint 1" ‖ 0 ‖ seed ‖ 0 ‖ label)
///     block i = SHA-256(state ‖ i), i as 8 bytes, most significant first
///
/// The same seed and label give the same bytes on every machine and with every version of OpenSSL.
struct SeededGenerator {
  private let state: [UInt8]
  private var counter: UInt64 = 0
  private var block: [UInt8] = []

  /// A generator for one purpose. `label` separates purposes under one seed. Neither text may contain a zero byte,
  /// because the input of the hash would be ambiguous.
  init(seed: String, label: String) throws(MintError) {
    state = try Digest.sha256.hash(Array("receipt-mint 1".utf8) + [0] + Array(seed.utf8) + [0] + Array(label.utf8))
  }

  /// The next `count` bytes of the stream.
  mutating func bytes(_ count: Int) throws(MintError) -> [UInt8] {
    while block.count < count {
      let suffix = (0..<8).map { UInt8(truncatingIfNeeded: counter >> (56 - 8 * $0)) }
      block += try Digest.sha256.hash(state + suffix)
      // Wraps after 2^64 blocks, which are never reached.
      counter &+= 1
    }
    defer { block.removeFirst(count) }
    return Array(block.prefix(count))
  }
}
