import COpenSSL

/// The cache key of a chain: the exact octets of the certificate set and of the signer's name, and the digest
/// algorithm.
///
/// If these are equal, every step of an ``EnvelopeVerification`` except validity and signature has the same outcome:
/// the anchors of a cache never change.
struct ChainKey {
  private let octets: [UInt8]
  private let certificateCount: Int
  private let digest: DigestAlgorithm
  let hash: UInt64

  /// The key of an envelope; `nil` if its certificates are too large to be cached.
  init?(_ envelope: EnvelopeLayout, in bytes: RawSpan) {
    guard envelope.certificates.count + envelope.signer.count <= ChainKey.maximumOctets else { return nil }
    octets = bytes.octets(envelope.certificates) + bytes.octets(envelope.signer)
    certificateCount = envelope.certificates.count
    digest = envelope.digest
    hash = ChainKey.hash(envelope, in: bytes)
  }

  /// Apple's certificates and the signer's name take about 4,000 octets.
  private static let maximumOctets = 16 << 10

  func matches(_ envelope: EnvelopeLayout, in bytes: RawSpan) -> Bool {
    guard envelope.certificates.count == certificateCount, envelope.digest == digest,
      envelope.signer.count == octets.count - certificateCount
    else { return false }
    let known = octets.span.bytes
    return known.extracting(..<certificateCount).hasSameBytes(as: bytes.extracting(envelope.certificates))
      && known.extracting(certificateCount...).hasSameBytes(as: bytes.extracting(envelope.signer))
  }

  /// A few octets that differ between any two of Apple's chains: the end of a certificate's signature, and the serial
  /// number. The hash only saves comparisons, so a deliberate collision does no harm.
  static func hash(_ envelope: EnvelopeLayout, in bytes: RawSpan) -> UInt64 {
    guard envelope.certificates.count >= 8, envelope.signer.count >= 8 else { return 0 }
    let certificates = bytes.word(envelope.certificates.upperBound - 8)
    let signer = bytes.word(envelope.signer.upperBound - 8)
    return certificates ^ (signer << 1 | signer >> 63) ^ UInt64(envelope.certificates.count)
  }
}

extension RawSpan {
  func hasSameBytes(as other: RawSpan) -> Bool {
    guard byteCount == other.byteCount else { return false }
    return withUnsafeBytes { left in
      other.withUnsafeBytes { right in
        guard let left = left.baseAddress, let right = right.baseAddress else { return byteCount == 0 }
        return copenssl_equal(left, right, byteCount) == 1
      }
    }
  }
}

/// A cache of the results for a few chains. A new chain replaces the one that has been unused for longest.
///
/// Nearly every receipt of a stream has the same three certificates, and OpenSSL needs more time to decode them than
/// everything else about the receipt needs.
///
/// The cache never grows beyond its capacity. So a stream in which every input has new certificates costs the time to
/// verify them, but no further memory. The owner decides what may enter; see ``ReceiptWorker``.
struct ChainCache<Value> {
  private struct Entry {
    let key: ChainKey
    let value: Value
    /// Whether the entry was used since `nextToExamine` last passed it. New entries start as unused, so that
    /// certificates that occur only once replace each other and not the certificates in use.
    var wasUsed = false
  }

  private var entries: [Entry] = []
  private let capacity: Int
  /// The index of the entry to examine next when space is needed.
  private var nextToExamine = 0
  /// The index of the last used entry, which is nearly always needed next.
  private var latest = 0

  init(capacity: Int = 64) {
    self.capacity = max(1, capacity)
  }

  /// The cached value for the chain of an envelope.
  mutating func find(_ envelope: EnvelopeLayout, in bytes: RawSpan) -> Value? {
    let hash = ChainKey.hash(envelope, in: bytes)
    if latest < entries.count, entries[latest].key.hash == hash, entries[latest].key.matches(envelope, in: bytes) {
      entries[latest].wasUsed = true
      return entries[latest].value
    }
    for index in entries.indices
    where entries[index].key.hash == hash && entries[index].key.matches(envelope, in: bytes) {
      entries[index].wasUsed = true
      latest = index
      return entries[index].value
    }
    return nil
  }

  /// Caches the value for the chain of an envelope, if none is cached.
  mutating func learn(_ key: ChainKey, _ value: Value, _ envelope: EnvelopeLayout, in bytes: RawSpan) {
    if find(envelope, in: bytes) == nil { insert(key, value) }
  }

  /// Caches a value. It may replace another one.
  mutating func insert(_ key: ChainKey, _ value: Value) {
    guard entries.count >= capacity else {
      latest = entries.count
      entries.append(Entry(key: key, value: value))
      return
    }
    // An entry that was used since the last round stays for one more round (the "second chance" algorithm).
    while entries[nextToExamine].wasUsed {
      entries[nextToExamine].wasUsed = false
      nextToExamine = (nextToExamine + 1) % capacity
    }
    entries[nextToExamine] = Entry(key: key, value: value)
    latest = nextToExamine
    nextToExamine = (nextToExamine + 1) % capacity
  }
}
