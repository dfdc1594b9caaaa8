/// An input, or one layer of it, without the blanks at both ends.
struct InputText {
  let bytes: [UInt8]
  /// The text without white space and invisible characters at both ends.
  let core: Range<Int>
  /// The number of enclosing searches of other documents.
  let nesting: Int

  init(_ bytes: [UInt8], nesting: Int = 0) {
    self.bytes = bytes
    self.nesting = nesting
    core = Blank.trimmed(bytes)
  }

  /// The byte at an offset from the start of the core, or `nil` beyond its end.
  func byte(_ offset: Int) -> UInt8? {
    let index = core.lowerBound + offset
    return index < core.upperBound ? bytes[index] : nil
  }

  /// Whether the core starts with these ASCII characters. With `ignoringCase`, the prefix must be in lower case.
  func starts(with prefix: StaticString, at offset: Int = 0, ignoringCase: Bool = false) -> Bool {
    bytes[core].dropFirst(offset).starts(with: prefix, ignoringCase: ignoringCase)
  }

  var coreBytes: [UInt8] { core == 0..<bytes.count ? bytes : Array(bytes[core]) }

  /// The blanks at both ends, counted as repairs.
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
