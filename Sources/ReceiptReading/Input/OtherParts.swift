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
    switch whole {
    case .signedData where OtherText.isSignedData(bytes):
      // More may follow it.
      parts.append((whole, 0))
      searchText(after: JWSScan(bytes, from: 0, to: bytes.count).end)
    case .signedData:
      // Signed data in another form: each piece counts, and what is hidden in no piece is one.
      searchText(after: 0)
      if parts.isEmpty { parts.append((whole, 0)) }
    case .nothing:
      searchText(after: 0)
      searchDigits()
      searchBytes()
    case .receipt, .unreadableReceipt, .nested:
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
