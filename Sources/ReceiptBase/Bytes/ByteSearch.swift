extension Array where Element == UInt8 {
  /// The first place of a short pattern in a range, or `nil`.
  package func firstOffset(of pattern: [UInt8], in range: Range<Int>? = nil) -> Int? {
    let range = range ?? 0..<count
    guard let first = pattern.first else { return range.lowerBound }
    var index = range.lowerBound
    while index <= range.upperBound - pattern.count {
      if self[index] == first, self[index..<index + pattern.count].elementsEqual(pattern) { return index }
      index += 1
    }
    return nil
  }

  /// The bytes without the single line break (LF, CR or both) that editors and `echo` add at the end.
  package var withoutLineBreak: ArraySlice<UInt8> {
    var bytes = self[...]
    if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
    if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
    return bytes
  }
}
