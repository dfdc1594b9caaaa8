/// An input, or one layer of it, with the blanks at both ends set aside.
struct InputText {
  let bytes: [UInt8]
  /// What is left when white space and invisible characters are taken off both ends.
  let core: Range<Int>
  /// How many searches of other documents lie around this one.
  let nesting: Int

  init(_ bytes: [UInt8], nesting: Int = 0) {
    self.bytes = bytes
    self.nesting = nesting
    var start = 0
    while let blank = Blank(at: start, in: bytes) { start += blank.length }
    var end = bytes.count
    while end > start, let blank = Blank(endingAt: end, in: bytes), end - blank.length >= start { end -= blank.length }
    core = start..<end
  }

  /// The byte at an offset from the start of the core, or `nil` beyond its end.
  func byte(_ offset: Int) -> UInt8? {
    let index = core.lowerBound + offset
    return index < core.upperBound ? bytes[index] : nil
  }

  /// Whether the core starts with these ASCII characters, in any case if `ignoringCase` (which wants them in lower
  /// case).
  func starts(with prefix: StaticString, at offset: Int = 0, ignoringCase: Bool = false) -> Bool {
    bytes[core].dropFirst(offset).starts(with: prefix, ignoringCase: ignoringCase)
  }

  /// The core as bytes of its own.
  var coreBytes: [UInt8] { core == 0..<bytes.count ? bytes : Array(bytes[core]) }

  /// The blanks that were set aside at both ends, as repairs.
  var edgeRepairs: [InputRepair] {
    if core == 0..<bytes.count { return [] }
    var tally = BlankTally()
    for part in [0..<core.lowerBound, core.upperBound..<bytes.count] {
      var index = part.lowerBound
      while index < part.upperBound, let blank = Blank(at: index, in: bytes) {
        tally.count(blank.kind)
        index += blank.length
      }
    }
    return tally.repairs
  }
}

extension Collection<UInt8> {
  /// Whether the bytes start with these ASCII characters.
  func starts(with prefix: StaticString, ignoringCase: Bool = false) -> Bool {
    var index = startIndex
    return prefix.withUTF8Buffer { prefix in
      for byte in prefix {
        guard index != endIndex else { return false }
        guard (ignoringCase ? self[index].asciiLowercase : self[index]) == byte else { return false }
        formIndex(after: &index)
      }
      return true
    }
  }
}

extension UInt8 {
  var asciiLowercase: UInt8 { self >= 0x41 && self <= 0x5A ? self | 0x20 : self }
  var isASCIIDigit: Bool { self >= 0x30 && self <= 0x39 }
  var isASCIILetter: Bool { asciiLowercase >= 0x61 && asciiLowercase <= 0x7A }
  var isASCIISpace: Bool { self == 0x20 || (self >= 0x09 && self <= 0x0D) }
  /// 0 to 15, if this is a hexadecimal digit.
  var hexValue: UInt8? {
    if isASCIIDigit { return self - 0x30 }
    let letter = asciiLowercase
    return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : nil
  }
}
