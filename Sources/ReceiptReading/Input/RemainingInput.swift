/// A part of an input that a format left out: text around the accepted text, or bytes after the receipt's end.
///
/// Every format reports the parts that it leaves out, and only ``OtherParts`` classifies them. So no receipt is dropped
/// silently because a format does not know its form.
struct RemainingInput {
  let bytes: [UInt8]
  /// The start of the bytes in the layer that contained them.
  let offset: Int
  /// Whether the part follows ASN.1 bytes. No byte should follow these: none of 226 Apple-signed receipts has a byte
  /// after its end.
  var isBehindBytes = false
  /// Whether the part is a file of another kind, such as a picture, in which bytes of an unknown kind mean nothing.
  var isOtherFile = false
  /// Whether the part has the same content in another form. A receipt that cannot be read may be a copy there.
  var isOtherForm = false
  /// The place of the text that contained the bytes.
  var pointer = ""
  /// The number of layers around that text.
  var layerCount = 0
}

extension InputText {
  /// The remaining input before and after a range of the core.
  func remainingInput(around range: Range<Int>) -> [RemainingInput] {
    [core.lowerBound..<range.lowerBound, range.upperBound..<core.upperBound].filter { !$0.isEmpty }
      .map { RemainingInput(bytes: Array(bytes[$0]), offset: $0.lowerBound) }
  }

  func repair(around range: Range<Int>) -> InputRepair {
    InputRepair(.surroundingCharacters, count: core.count - range.count)
  }
}

/// The receipts and signed data beside the main text, in any form that the recogniser accepts.
///
/// First, the whole part is tried as an input. If that fails, pieces of the part are tried: runs of base64 characters
/// with the lines below them, runs of digits, ASN.1 elements. Every byte is in few pieces, and the nesting of searches
/// is limited, so the time is linear.
struct OtherParts {
  private(set) var parts: [(text: OtherText, offset: Int)] = []
  /// Whether the bytes are one part, with nothing beside it that was not examined.
  private(set) var isWhole = false
  private let bytes: [UInt8]
  private let nesting: Int

  /// - Parameters:
  ///   - isNamed: whether the text has a name under which receipts are stored.
  ///   - nesting: the number of enclosing searches.
  init(_ bytes: [UInt8], isNamed: Bool = false, nesting: Int) {
    self.bytes = bytes
    self.nesting = nesting
    guard bytes.count >= OtherText.minimumBytes else { return }
    let whole = OtherText(bytes, isNamed: isNamed, nesting: nesting)
    // More may follow signed data.
    if case .signedData = whole, OtherText.isSignedData(bytes) {
      parts.append((whole, 0))
      searchText(after: JWSScan(bytes, from: 0, to: bytes.count).end)
    } else if case .signedData = whole {
      // Each piece counts. Data hidden in another form is one piece.
      searchText(after: 0)
      if parts.isEmpty { parts.append((whole, 0)) }
    } else if case .nothing = whole {
      searchText(after: 0)
      searchDigits()
      searchBytes()
    } else {
      parts.append((whole, 0))
      isWhole = true
    }
  }

  /// Adds the piece of a range, if it is a receipt or signed data. The whole was tried first.
  private mutating func consider(_ range: Range<Int>) {
    guard range.count >= OtherText.minimumBytes, range != bytes.indices else { return }
    let text = OtherText(Array(bytes[range]), isNamed: false, nesting: nesting)
    if case .nothing = text { return }
    parts.append((text, range.lowerBound))
  }

  /// Searches for runs of characters of base64, hexadecimal digits and percent-encoding.
  private mutating func searchText(after start: Int) {
    var index = start
    while index < bytes.count {
      guard Self.isSymbol(bytes[index]) else {
        index += 1
        continue
      }
      var block = bytes.base64Block(from: index, to: bytes.count, isSymbol: Self.isSymbol)
      index = max(block.upperBound, index + 1)
      if block.count >= OtherText.minimumBytes, bytes[block].starts(with: "eyJ") {
        // A dot ends a run, which may then be the header of signed data.
        if ReceiptMember.isSignedByApple(bytes[block]) {
          parts.append((.signedData, block.lowerBound))
          continue
        }
      } else if let start = bytes.firstEnvelope(in: block) {
        block = start..<block.upperBound
      }
      consider(block)
    }
  }

  private static func isSymbol(_ byte: UInt8) -> Bool {
    byte.isBase64Symbol || byte == UInt8(ascii: "%") || byte == UInt8(ascii: "\\")
  }

  /// Searches for bytes in hexadecimal or decimal digits with separators between them.
  private mutating func searchDigits() {
    var index = 0
    while index < bytes.count {
      guard Self.isDigit(bytes[index]) else {
        index += 1
        continue
      }
      let start = index
      while index < bytes.count, Self.isDigit(bytes[index]) { index += 1 }
      guard index - start >= 2 * OtherText.minimumBytes else { continue }
      let run = bytes[start..<index]
      if let bracket = run.firstIndex(of: UInt8(ascii: "[")),
        let end = run[bracket...].firstIndex(of: UInt8(ascii: "]"))
      {
        consider(bracket..<end + 1)
      }
      // A word before the digits may end with a letter that is also a hexadecimal digit.
      if let first = bytes.firstOffset(of: Array("30".utf8), in: start..<index),
        let last = bytes[first..<index].lastIndex(where: { $0.hexValue != nil })
      {
        consider(first..<last + 1)
      }
    }
  }

  /// A digit, or a separator between bytes: `30:82`, `<3082 15eb>`, `0x30, 0x82`, `[48,130]`.
  private static func isDigit(_ byte: UInt8) -> Bool {
    byte.hexValue != nil || byte.isASCIISpace || ":,-xX\\[]<>".utf8.contains(byte)
  }

  /// Searches for ASN.1 elements that begin like receipts.
  private mutating func searchBytes() {
    var index = 0
    while let found = bytes.firstOffset(of: OuterElement.signedDataOID, in: index..<bytes.count) {
      index = found + OuterElement.signedDataOID.count
      // A tag, and a length of one to five octets.
      guard
        let start = (2...6).map({ found - $0 }).first(where: { $0 >= 0 && OuterElement.isSignedData(bytes, at: $0) })
      else { continue }
      if OuterElement.isOfOtherContent(bytes, at: start) { continue }
      guard case .ends(let end) = OuterElement.extent(of: bytes, at: start) else {
        parts.append((.unreadableReceipt, start))
        return
      }
      parts.append((.receipt(.signedData(Array(bytes[start..<end])), unread: []), start))
      index = max(index, end)
    }
  }
}

extension InputRecognizer {
  /// Whether bytes beside an input hold another receipt, signed data, or what could be one of them.
  ///
  /// - Parameter read: the content of the input; `nil` if it is no receipt.
  package static func findsOther(in bytes: [UInt8], than read: RecognizedInput.Content?) -> Bool {
    OtherParts(bytes, nesting: 1).parts.contains { part in
      guard let read else { return true }
      switch part.text.relation(to: read) {
      case .nothing: return false
      case .copy(let unread): return !unread.isEmpty
      case .part, .contradiction: return true
      }
    }
  }
}

extension [RemainingInput] {
  /// The parts beside one receipt that may contain further purchases.
  ///
  /// - Throws: `.invalidEncoding` if there is another receipt, or the remains of one.
  func unread(beside content: RecognizedInput.Content, _ layers: [InputLayer], nesting: Int) throws(ReceiptError)
    -> [UnreadPart]
  {
    var tally = UnreadTally()
    var inside: [UnreadPart] = []
    for remaining in self {
      let core = Blank.trimmed(remaining.bytes, ofNULToo: true)
      guard !core.isEmpty else { continue }
      let text = [UInt8](remaining.bytes[core])
      let found = OtherParts(text, nesting: nesting + 1)
      for part in found.parts {
        switch part.text.relation(to: content) {
        case .nothing: continue
        case .part(let kind): tally.add(kind, place: remaining.pointer, pointer: remaining.pointer)
        case .copy(let unread): inside += unread.below(remaining.pointer)
        case .contradiction where remaining.isOtherForm && part.text.isUnreadable:
          tally.add(.receipt, place: remaining.pointer, pointer: remaining.pointer)
        case .contradiction:
          var error = ReceiptError.severalReceipts(at: remaining.offset + core.lowerBound + part.offset)
          error.addPlace(layers.prefix(remaining.layerCount))
          throw error
        }
      }
      if remaining.isOtherFile { continue }
      // Behind bytes anything is unknown that is none of the parts above; in a text, only binary data is.
      let isUnknown =
        remaining.isBehindBytes ? found.parts.isEmpty : !found.isWhole && text.contains(where: Self.isControl)
      if isUnknown {
        tally.add(.unknown, place: remaining.pointer, pointer: remaining.pointer)
      }
    }
    return tally.parts + inside
  }

  /// Whether a byte never occurs in text, although binary data often contains it. The escape character is not counted,
  /// because it occurs in coloured log lines.
  private static func isControl(_ byte: UInt8) -> Bool {
    byte < 0x20 && !byte.isASCIISpace && byte != 0x1B || byte == 0x7F
  }
}
