/// Reads base64 that people, mail programs and databases have altered, character by character, and counts the repairs.
///
/// It accepts the URL-safe alphabet (RFC 4648, 5), line breaks and spaces anywhere, missing or excess padding,
/// backslash escapes left over from JSON (`\/`, `\n`, `\u002b`), reply marks (`> `) at line starts, `<br>` and
/// quoted-printable soft breaks (RFC 2045, 6.7). The first character that belongs to none of these is an error with its
/// offset.
struct Base64Scanner {
  /// In `symbols`: a space between two characters; it may have been a `+`.
  static let innerSpace: UInt8 = 64
  /// In `symbols`: a space at the start or end of a line; it was almost certainly not a `+`.
  static let edgeSpace: UInt8 = 65

  /// The values 0 to 63, and the two kinds of spaces.
  private(set) var symbols: [UInt8] = []
  /// The blanks that were removed. Spaces are not counted here, because they are in `symbols`.
  private(set) var blanks = BlankTally()
  private(set) var padding = 0
  private(set) var plusSigns = 0
  private(set) var urlSafeCharacters = 0
  private(set) var escapes = 0
  /// The number of places at which the source of a program joins strings.
  private(set) var joints = 0
  private(set) var replyMarks = 0
  private(set) var quotedPrintables = 0
  private(set) var timestamps = 0

  private let bytes: [UInt8]
  /// The index at which the scan stopped.
  private(set) var index: Int
  private let end: Int
  private let maximumSymbols: Int
  private var lineStart: Int
  private var isAtLineStart = true

  /// Scans a range of a text, which may have blanks around it.
  ///
  /// - Parameter maximumSymbols: the maximum number of symbols to read; the text after them is not examined.
  init(_ bytes: [UInt8], _ range: Range<Int>, maximumSymbols: Int = .max) throws(ReceiptError) {
    self.bytes = bytes
    self.maximumSymbols = maximumSymbols
    index = range.lowerBound
    end = range.upperBound
    lineStart = index
    symbols.reserveCapacity(range.count)
    try scan()
    markEdgeSpaces()
  }

  private mutating func scan() throws(ReceiptError) {
    let table = Base64.values
    while index < end, symbols.count < maximumSymbols {
      let byte = bytes[index]
      let value = table[Int(byte)]
      if value != Base64.invalid {
        if byte == UInt8(ascii: "+") { plusSigns += 1 }
        try take(value)
        continue
      }
      switch byte {
      case UInt8(ascii: "-"), UInt8(ascii: "_"):
        urlSafeCharacters += 1
        try take(byte == UInt8(ascii: "-") ? 62 : 63)
      case UInt8(ascii: "="): try takeEqualsSign()
      case UInt8(ascii: "\\"): try takeEscape()
      case UInt8(ascii: ">") where isAtLineStart: skipReplyMark()
      case UInt8(ascii: "<"): try takeLineBreakOfHTML()
      case UInt8(ascii: ":"): try takeTimestamp()
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        guard let next = bytes.nextStringPiece(at: index, to: end) else {
          throw .unexpectedInBase64(bytes, at: index)
        }
        joints += 1
        index = next
        startLine(at: next)
      default:
        guard let blank = Blank(at: index, in: bytes), blank.length <= end - index else {
          throw .unexpectedInBase64(bytes, at: index)
        }
        takeBlank(blank)
      }
    }
  }

  /// Takes the value of a character. That of `+` is 62, and that of `/` 63.
  private mutating func take(_ value: UInt8) throws(ReceiptError) {
    guard padding == 0 else { throw .base64AfterPadding(at: index) }
    symbols.append(value)
    index += 1
    isAtLineStart = false
  }

  private mutating func takeBlank(_ blank: Blank) {
    defer { index += blank.length }
    switch blank.kind {
    case .space:
      // A tab was never a `+`, and no `+` can be lost before the text or after its padding.
      let mayBePlus = bytes[index] == UInt8(ascii: " ") && !isAtLineStart && padding == 0
      if mayBePlus { symbols.append(Base64Scanner.innerSpace) } else { blanks.count(.space) }
    case .lineBreak:
      blanks.count(.lineBreak)
      startLine(at: index + blank.length)
    default: blanks.count(blank.kind)
    }
  }

  private mutating func startLine(at start: Int) {
    markEdgeSpaces()
    lineStart = start
    isAtLineStart = true
  }

  /// Turns trailing spaces of the scanned text into edge spaces.
  private mutating func markEdgeSpaces() {
    var last = symbols.count
    while last > 0, symbols[last - 1] == Base64Scanner.innerSpace {
      last -= 1
      symbols[last] = Base64Scanner.edgeSpace
    }
  }

  /// Skips `<br>`, `<br/>` or `<br />`, with which a page or a mail breaks lines.
  private mutating func takeLineBreakOfHTML() throws(ReceiptError) {
    let tag = bytes[index..<end].prefix(6)
    guard tag.starts(with: "<br", ignoringCase: true), let close = tag.firstIndex(of: UInt8(ascii: ">")),
      tag[..<close].dropFirst(3).allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "/") })
    else { throw .unexpectedInBase64(bytes, at: index) }
    blanks.count(.lineBreak)
    index = close + 1
    startLine(at: index)
  }

  /// Takes back the beginning of a date, and skips the rest of it.
  private mutating func takeTimestamp() throws(ReceiptError) {
    let count = LogTimestamp.lengthBeforeColon
    guard let date = LogTimestamp(around: index, in: bytes, from: lineStart, to: end), symbols.count >= count,
      symbols.suffix(count).allSatisfy({ $0 < Base64Scanner.innerSpace })
    else { throw .unexpectedInBase64(bytes, at: index) }
    symbols.removeLast(count)
    // The two hyphens of the date were counted.
    urlSafeCharacters -= 2
    timestamps += 1
    index = date.end
  }

  private mutating func skipReplyMark() {
    replyMarks += 1
    index += 1
    // One space belongs to the reply mark, and is not counted as a repair.
    if index < end, bytes[index] == UInt8(ascii: " ") { index += 1 }
  }

  /// Reads padding, a character in quoted-printable (`=3D`), or its soft line break (`=` at the end of a line).
  private mutating func takeEqualsSign() throws(ReceiptError) {
    if index + 2 < end, let high = bytes[index + 1].hexValue, let low = bytes[index + 2].hexValue {
      switch high << 4 | low {
      case UInt8(ascii: "="): padding += 1
      case UInt8(ascii: "+"): symbols.append(62)
      case UInt8(ascii: "/"): symbols.append(63)
      case 0x0D, 0x0A, 0x20: break
      default: throw .base64AfterPadding(at: index + 1)
      }
      quotedPrintables += 1
      index += 3
      return
    }
    if padding == 0, let next = softBreakEnd() {
      quotedPrintables += 1
      index = next
      startLine(at: next)
      return
    }
    padding += 1
    index += 1
    isAtLineStart = false
  }

  /// The start of the next line, if the `=` here breaks a line of at most 76 characters and the base64 continues.
  private func softBreakEnd() -> Int? {
    guard index - lineStart < 76, let blank = Blank(at: index + 1, in: bytes), blank.kind == .lineBreak else {
      return nil
    }
    let next = index + 1 + blank.length
    guard next < end else { return nil }
    let byte = bytes[next]
    return Base64.values[Int(byte)] != Base64.invalid || byte == UInt8(ascii: "=") || byte == UInt8(ascii: ">")
      ? next : nil
  }

  /// Reads `\/`, `\\/`, `\+`, `\=`, `\n`, `\r`, `\t`, `\"`, `\u002b`, or the backslash before a line break that
  /// continues a line in a shell.
  private mutating func takeEscape() throws(ReceiptError) {
    let start = index
    while index < end, bytes[index] == UInt8(ascii: "\\") { index += 1 }
    guard index < end else { throw .unexpectedInBase64(bytes, at: start) }
    escapes += 1
    switch bytes[index] {
    case UInt8(ascii: "/"): try take(63)
    case UInt8(ascii: "+"): try take(62)
    case UInt8(ascii: "n"), UInt8(ascii: "r"):
      index += 1
      startLine(at: index)
    case UInt8(ascii: "t"), UInt8(ascii: "\""): index += 1
    // The next step of the scan reads these.
    case 0x0A, 0x0D, UInt8(ascii: "="): break
    case UInt8(ascii: "u"): try takeUnicodeEscape(from: start)
    default: throw .unexpectedInBase64(bytes, at: start)
    }
  }

  private mutating func takeUnicodeEscape(from start: Int) throws(ReceiptError) {
    guard index + 4 < end else { throw .unexpectedInBase64(bytes, at: start) }
    var value: UInt32 = 0
    for offset in 1...4 {
      guard let digit = bytes[index + offset].hexValue else { throw .unexpectedInBase64(bytes, at: start) }
      value = value << 4 | UInt32(digit)
    }
    guard let byte = UInt8(exactly: value) else { throw .unexpectedInBase64(bytes, at: start) }
    index += 4
    if byte == UInt8(ascii: "=") {
      padding += 1
      index += 1
    } else if byte.isASCIISpace {
      index += 1
    } else {
      let symbol = Base64.values[Int(byte)]
      guard symbol != Base64.invalid else { throw .unexpectedInBase64(bytes, at: start) }
      try take(symbol)
    }
  }
}
