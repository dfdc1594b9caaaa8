extension RawSpan {
  /// The octet at an offset, which must be in bounds.
  @inlinable @inline(__always)
  package func byte(_ offset: Int) -> UInt8 { unsafeLoadUnaligned(fromByteOffset: offset, as: UInt8.self) }

  /// Eight octets, the first in the lowest bits. Bounds are checked: the "unsafe" in the name of the called function
  /// refers to types.
  @inlinable @inline(__always)
  package func word(_ offset: Int) -> UInt64 {
    UInt64(littleEndian: unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  /// Two octets, the first in the lowest bits.
  @inlinable @inline(__always)
  package func halfWord(_ offset: Int) -> UInt16 {
    UInt16(littleEndian: unsafeLoadUnaligned(fromByteOffset: offset, as: UInt16.self))
  }
}

extension RawSpan {
  package func octets(_ range: Range<Int>) -> [UInt8] { extracting(range).withUnsafeBytes { Array($0) } }
}

extension Span<UInt8> {
  package func bytes(_ range: Range<Int>) -> [UInt8] {
    let span = extracting(range)
    return span.withUnsafeBufferPointer { Array($0) }
  }
}
