import SystemLibrary

extension UnsafeRawBufferPointer {
  /// The first position of a byte in a range; `nil` if the byte does not occur.
  func firstIndex(of byte: UInt8, in range: Range<Int>) -> Int? {
    let bounds = range.clamped(to: 0..<count)
    guard let base = baseAddress, !bounds.isEmpty,
      let found = memchr(base + bounds.lowerBound, Int32(byte), bounds.count)
    else { return nil }
    return UnsafeRawPointer(found) - base
  }

  /// The number of times that a byte occurs in a range.
  func count(of byte: UInt8, in range: Range<Int>) -> Int {
    var count = 0
    var position = range.lowerBound
    while let found = firstIndex(of: byte, in: position..<range.upperBound) {
      count += 1
      position = found + 1
    }
    return count
  }

  /// The end of the text of a record: before its final line break, if it has one, in either form.
  func endOfText(_ record: Range<Int>) -> Int {
    var end = record.upperBound
    if end > record.lowerBound, self[end - 1] == .lineFeed { end -= 1 }
    if end > record.lowerBound, self[end - 1] == .carriageReturn { end -= 1 }
    return end
  }

  /// Where a text begins that may have a byte-order mark before it, as Windows writes it.
  var startAfterByteOrderMark: Int { byteOrderMarkLength(in: 0..<count) }

  /// The length of the byte-order mark at the start of a range; 0 without one.
  func byteOrderMarkLength(in range: Range<Int>) -> Int {
    range.count >= 3 && self[range.lowerBound] == 0xEF && self[range.lowerBound + 1] == 0xBB
      && self[range.lowerBound + 2] == 0xBF ? 3 : 0
  }
}

extension UInt8 {
  static let lineFeed = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")
  static let quotationMark = UInt8(ascii: "\"")
}
