extension Array where Element == UInt8 {
  /// The first place of a short pattern in a range, or `nil`.
  package func firstOffset(of pattern: [UInt8], in range: Range<Int>? = nil) -> Int? {
    self[range ?? 0..<count].firstOffset(of: pattern)
  }

  /// The bytes without the single line break (LF, CR or both) that editors and `echo` add at the end.
  package var withoutLineBreak: ArraySlice<UInt8> {
    var bytes = self[...]
    if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
    if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
    return bytes
  }
}

extension ArraySlice<UInt8> {
  /// The bytes without those at the end that meet a condition. `removeLast()` copies all that are left.
  package func dropLast(while isDropped: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    self[..<(lastIndex { !isDropped($0) }.map { $0 + 1 } ?? startIndex)]
  }

  /// The first place at which these bytes are contained. `firstRange(of:)` takes a hundred times as long.
  package func firstOffset(of pattern: [UInt8]) -> Int? {
    guard let first = pattern.first else { return startIndex }
    var index = startIndex
    while index <= endIndex - pattern.count {
      if self[index] == first, self[index..<index + pattern.count].elementsEqual(pattern) { return index }
      index += 1
    }
    return nil
  }
}
