import COpenSSL

/// The identifier and length octets of one ASN.1 element (X.690 8.1.2 and 8.1.3), and the range of its contents.
struct ASN1Header: Equatable {
  enum Class: UInt8 {
    case universal = 0
    case application = 1
    case contextSpecific = 2
    case `private` = 3
  }

  let tagClass: Class
  let tag: Int
  let isConstructed: Bool
  /// Offset of the identifier octet.
  let start: Int
  /// The range of the contents. For an indefinite length, it ends with the enclosing contents; end-of-contents octets
  /// mark the real end.
  let contents: Range<Int>
  let isIndefinite: Bool

  /// Whether this is a universal element with a definite length.
  func isUniversal(_ tag: Int32) -> Bool { tagClass == .universal && self.tag == Int(tag) && !isIndefinite }

  /// Whether these are the end-of-contents octets `00 00` that close an indefinite length.
  var isEndOfContents: Bool { tagClass == .universal && tag == 0 && !isConstructed && contents.isEmpty }

  /// Reads a header with OpenSSL's `ASN1_get_object`, never beyond `end`.
  ///
  /// - Parameters:
  ///   - bytes: the whole buffer; offsets in the result and in errors count from its start.
  ///   - start: offset of the identifier octet.
  ///   - end: end of the enclosing contents, at most `bytes.count`.
  init(_ bytes: Span<UInt8>, at start: Int, end: Int) throws(ReceiptError) {
    guard start >= 0, start < end, end <= bytes.count else {
      throw ReceiptError(.invalidASN1, "an ASN.1 element is missing at byte \(start)", offset: start)
    }
    var length = 0
    var tag: Int32 = 0
    var tagClass: Int32 = 0
    var headerLength = 0
    let flags = bytes.withUnsafeBufferPointer { buffer -> Int32 in
      guard let base = buffer.baseAddress else { return 0x80 }
      var pointer: UnsafePointer<UInt8>? = base + start
      let result = ASN1_get_object(&pointer, &length, &tag, &tagClass, end - start)
      headerLength = pointer.map { $0 - base - start } ?? 0
      return result
    }
    // OpenSSL's flags: 0x80 for a malformed header or contents that would end after `end`, 0x20 for a constructed
    // element, 0x01 for the indefinite length.
    guard flags & 0x80 == 0, headerLength > 0, length >= 0, length <= end - start - headerLength,
      let tagClass = Class(rawValue: UInt8(truncatingIfNeeded: tagClass >> 6))
    else {
      ERR_clear_error()
      throw ReceiptError(
        .invalidASN1, "the ASN.1 element at byte \(start) has a malformed header or is longer than what contains it",
        offset: start)
    }
    self.tagClass = tagClass
    self.tag = Int(tag)
    isConstructed = flags & 0x20 != 0
    isIndefinite = flags & 0x01 != 0
    self.start = start
    let contentStart = start + headerLength
    contents = contentStart..<(isIndefinite ? end : contentStart + length)
  }
}
