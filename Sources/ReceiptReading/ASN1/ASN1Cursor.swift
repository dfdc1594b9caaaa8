import COpenSSL

/// Steps through the elements of one constructed element, in the order of the bytes.
///
/// The cursor holds offsets only; each call takes the bytes, so any value can hold a cursor. All lengths must be
/// definite. Payloads have only such lengths (observed: 226 Apple-signed receipts, 5 from Xcode), and OpenSSL parses
/// envelopes.
struct ASN1Cursor {
  private(set) var position: Int
  let end: Int

  init(_ range: Range<Int>) {
    position = range.lowerBound
    end = range.upperBound
  }

  var isAtEnd: Bool { position >= end }

  /// Continues behind an element that was read otherwise.
  mutating func advance(to position: Int) { self.position = position }

  /// The next element, of any type.
  mutating func next(_ bytes: Span<UInt8>) throws(ReceiptError) -> ASN1Header {
    let header = try ASN1Header(bytes, at: position, end: end)
    guard !header.isIndefinite else {
      throw ReceiptError(
        .invalidASN1, "the ASN.1 element at byte \(position) has an indefinite length, which no receipt payload has",
        offset: position)
    }
    position = header.contents.upperBound
    return header
  }

  /// The next element. It must have this universal tag; `name` describes the expected element in an error.
  mutating func next(_ bytes: Span<UInt8>, _ tag: Int32, _ name: String) throws(ReceiptError) -> ASN1Header {
    guard !isAtEnd else {
      throw ReceiptError(.invalidASN1, "\(Message(english: name)) is missing at byte \(position)", offset: position)
    }
    let header = try next(bytes)
    guard header.isUniversal(tag) else {
      throw ReceiptError(
        .invalidASN1, "\(Message(english: name)) expected at byte \(header.start)", offset: header.start)
    }
    return header
  }

  func requireEnd(of name: String) throws(ReceiptError) {
    guard isAtEnd else {
      throw ReceiptError(
        .invalidASN1, "\(end - position) bytes too many in \(Message(english: name)) at byte \(position)",
        offset: position)
    }
  }
}

extension Span<UInt8> {
  /// The two's complement number in the contents of an INTEGER; `nil` if it has no octets or does not fit into 64 bits.
  /// Octets that only repeat the sign are ignored, although DER forbids them.
  func integer(_ range: Range<Int>) -> Int64? {
    guard !range.isEmpty, range.lowerBound >= 0, range.upperBound <= count else { return nil }
    var value: Int64 = self[range.lowerBound] & 0x80 == 0 ? 0 : -1
    for index in range {
      // Another octet fits only if the upper nine bits repeat the sign.
      guard value >> 55 == 0 || value >> 55 == -1 else { return nil }
      value = value << 8 | Int64(self[index])
    }
    return value
  }
}
