extension [UInt8] {
  /// The maximum nesting of elements. Certificates reach 8.
  private static let maximumDepth = 32

  /// Whether the bytes are a single element that is DER throughout, and not another BER encoding of the same value
  /// (X.690, 8, 10 and 11).
  ///
  /// Only the types that occur in certificates are known here, and not which field has which type.
  var isDER: Bool {
    let all = span.bytes
    // The constructed elements around the position, each with the range of its last element. The tuples have integers
    // and no ranges, because the Swift runtime would search for a conformance for an array of ranges.
    var open: [(end: Int, isSet: Bool, previous: Int, previousEnd: Int)] = []
    var position = 0
    repeat {
      guard let header = DERHeader(all, at: position, limit: open.last?.end ?? count) else { return false }
      if let last = open.indices.last {
        // The elements of a SET OF ascend (X.690, 11.6).
        let (end, isSet, previous, previousEnd) = open[last]
        if isSet, self[position..<header.end].lexicographicallyPrecedes(self[previous..<previousEnd]) {
          return false
        }
        open[last] = (end, isSet, position, header.end)
      }
      guard Self.isAllowed(header.tag, self[header.start..<header.end]) else { return false }
      if header.tag & 0x20 != 0 {  // constructed
        guard open.count < Self.maximumDepth else { return false }
        open.append((header.end, header.tag == DERTag.set, header.start, header.start))
        position = header.start
      } else {
        position = header.end
      }
      while let last = open.last, position == last.end { open.removeLast() }
    } while !open.isEmpty
    return position == count
  }

  /// Whether these can be the contents of an element with this tag.
  private static func isAllowed(_ tag: UInt8, _ contents: ArraySlice<UInt8>) -> Bool {
    let first = contents.first
    switch tag {
    // FALSE is the default wherever certificates have a BOOLEAN, and DER omits defaults (X.690, 11.5).
    case DERTag.boolean: return contents.elementsEqual([0xFF])
    case DERTag.integer, DERTag.enumerated: return first != nil && !hasSpareOctet(contents)
    case DERTag.bitString: return isBitString(contents)
    case DERTag.null: return contents.isEmpty
    case DERTag.objectIdentifier: return isObjectIdentifier(contents)
    case DERTag.utcTime: return contents.count == 13 && isTime(contents)
    // Years up to 2049 are a UTCTime (RFC 5280, 4.1.2.5).
    case DERTag.generalizedTime:
      return contents.count == 15 && isTime(contents) && !contents.lexicographicallyPrecedes("2050".utf8)
    case DERTag.sequence, DERTag.set: return true
    // From 0x40 on the tag is not universal. Every other universal type is primitive, and no string is split (X.690,
    // 10.2); a SEQUENCE (0x10) and a SET (0x11) are never primitive.
    default: return tag >= 0x40 || tag & 0x20 == 0 && tag != 0x10 && tag != 0x11
    }
  }

  /// Whether the first octet of a number only repeats its sign (X.690, 8.3.2).
  private static func hasSpareOctet(_ contents: ArraySlice<UInt8>) -> Bool {
    guard let first = contents.first, let second = contents.dropFirst().first else { return false }
    return first == 0 && second < 0x80 || first == 0xFF && second >= 0x80
  }

  /// Checks that the unused bits are zero (X.690, 11.2.1).
  private static func isBitString(_ contents: ArraySlice<UInt8>) -> Bool {
    guard let unused = contents.first, unused < 8 else { return false }
    guard let last = contents.dropFirst().last else { return unused == 0 }
    return last & ((1 << unused) - 1) == 0
  }

  /// Checks that no component starts with a redundant octet (X.690, 8.19.2).
  private static func isObjectIdentifier(_ contents: ArraySlice<UInt8>) -> Bool {
    guard let last = contents.last, last < 0x80 else { return false }
    var isStart = true
    for octet in contents {
      if isStart, octet == 0x80 { return false }
      isStart = octet < 0x80
    }
    return true
  }

  /// Checks for digits to the second, and Z (X.690, 11.7 and 11.8).
  private static func isTime(_ contents: ArraySlice<UInt8>) -> Bool {
    contents.last == UInt8(ascii: "Z") && contents.dropLast().allSatisfy(\.isASCIIDigit)
  }
}
