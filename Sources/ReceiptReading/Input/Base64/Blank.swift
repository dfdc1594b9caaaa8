/// An invisible character that no encoding of a receipt contains.
package struct Blank {
  enum Kind: Int {
    case lineBreak
    /// Space, tab, vertical tab, form feed.
    case space
    /// No-break and other typographic spaces, as web pages and word processors insert them.
    case typographicSpace
    /// Zero-width characters, soft hyphens, directional marks, byte-order marks.
    case invisible
  }

  let kind: Kind
  /// The number of bytes in UTF-8. A carriage return with its line feed is one blank.
  let length: Int

  /// The blank that starts at `index`; `nil` if no blank starts there.
  package init?(at index: Int, in bytes: [UInt8]) {
    guard index >= 0, index < bytes.count else { return nil }
    let left = bytes.count - index
    switch bytes[index] {
    case 0x0A: self.init(.lineBreak, 1)
    case 0x0D: self.init(.lineBreak, left > 1 && bytes[index + 1] == 0x0A ? 2 : 1)
    case 0x20, 0x09, 0x0B, 0x0C: self.init(.space, 1)
    case 0xC2 where left > 1:
      switch bytes[index + 1] {
      case 0xA0: self.init(.typographicSpace, 2)
      case 0xAD: self.init(.invisible, 2)
      default: return nil
      }
    case 0xE2...0xEF where left > 2:
      guard let kind = Blank.kind(bytes[index], bytes[index + 1], bytes[index + 2]) else { return nil }
      self.init(kind, 3)
    default: return nil
    }
  }

  /// The range of bytes without the blanks at both ends and, if requested, without the NUL bytes there.
  static func trimmed(_ bytes: [UInt8], ofNULToo trimsNUL: Bool = false) -> Range<Int> {
    func isNUL(_ index: Int) -> Bool { trimsNUL && index >= 0 && index < bytes.count && bytes[index] == 0 }
    var start = 0
    while let length = isNUL(start) ? 1 : Blank(at: start, in: bytes)?.length { start += length }
    var end = bytes.count
    while end > start, let length = isNUL(end - 1) ? 1 : Blank(endingAt: end, in: bytes)?.length,
      end - length >= start
    {
      end -= length
    }
    return start..<end
  }

  /// The blank that ends just before `end`; `nil` if no blank ends there.
  init?(endingAt end: Int, in bytes: [UInt8]) {
    for length in [2, 1, 3] {
      if let blank = Blank(at: end - length, in: bytes), blank.length == length {
        self = blank
        return
      }
    }
    return nil
  }

  private init(_ kind: Kind, _ length: Int) {
    self.kind = kind
    self.length = length
  }

  private static func kind(_ first: UInt8, _ second: UInt8, _ third: UInt8) -> Kind? {
    switch (first, second, third) {
    case (0xE2, 0x80, 0x80...0x8A), (0xE2, 0x80, 0xAF), (0xE2, 0x81, 0x9F), (0xE3, 0x80, 0x80): .typographicSpace
    case (0xE2, 0x80, 0xA8), (0xE2, 0x80, 0xA9): .lineBreak
    case (0xE2, 0x80, 0x8B...0x8F), (0xE2, 0x80, 0xAA...0xAE), (0xE2, 0x81, 0xA0...0xAF): .invisible
    case (0xEF, 0xBB, 0xBF): .invisible
    default: nil
    }
  }
}

/// The number of removed blanks of each kind.
struct BlankTally {
  /// The numbers in the order of the kinds, like ``repairs``.
  private var counts = [0, 0, 0, 0]

  mutating func count(_ kind: Blank.Kind, times: Int = 1) { counts[kind.rawValue] += times }

  var repairs: [InputRepair] {
    let kinds: [InputRepair.Kind] = [.lineBreaks, .spaces, .noBreakSpaces, .invisibleCharacters]
    return zip(kinds, counts).map { InputRepair($0, count: $1) }.filter { $0.count > 0 }
  }
}
