extension InputText {
  /// Finds a receipt in the middle of other text: a mail, a log line, a table, a `curl` command, a page.
  ///
  /// Only whole receipts are cut out: a damaged receipt among other words is reported at the place of its damage.
  func embeddedReceipt() throws(ReceiptError) -> InputFinding? {
    if let member = try receiptOfMember() { return member }
    var first: (bytes: [UInt8], finding: InputFinding)?
    // The text before and between the copies of the receipt, and the end of the last copy.
    var rest: [RemainingInput] = []
    var behind = core.lowerBound
    func addRest(to end: Int) { rest.append(RemainingInput(bytes: Array(bytes[behind..<end]), offset: behind)) }
    var index = core.lowerBound
    while index < core.upperBound {
      guard bytes[index].isBase64Symbol else {
        index += 1
        continue
      }
      let block = bytes.base64Block(from: index, to: core.upperBound)
      index = block.upperBound
      // Signed data contains dots, which end a block. Signed data counts only if there is no receipt.
      let text = bytes[block]
      let isPartOfJWS = block.lowerBound > 0 && bytes[block.lowerBound - 1] == UInt8(ascii: ".")
      guard ReceiptMember.looksLikeReceipt(text), !text.starts(with: "eyJ"), !isPartOfJWS else { continue }
      let decoded = try? Base64.decodeRepairing(bytes, block)
      if let known = first {
        // Several copies of one receipt count as one. Of two different receipts, neither can be assumed to be the
        // intended one.
        guard known.bytes == decoded?.bytes else { throw .severalReceipts(at: block.lowerBound) }
        addRest(to: block.lowerBound)
        behind = block.upperBound
      } else if let decoded, SpaceChoice.isWhole(decoded.bytes) {
        let finding = InputFinding.inner(
          decoded.bytes, .base64, repairs: [repair(around: block)] + decoded.repairs)
        first = (decoded.bytes, finding)
        addRest(to: block.lowerBound)
        behind = block.upperBound
      } else {
        // This receipt is damaged. A whole receipt after it would hide the fault.
        return nil
      }
    }
    guard var finding = first?.finding else { return try JWSSearch(self).finding() }
    addRest(to: core.upperBound)
    finding.remainingInput = rest
    return finding
  }

  /// The receipt in a member of text that is nearly JSON, if the value is whole and the only one.
  private func receiptOfMember() throws(ReceiptError) -> InputFinding? {
    guard let member = DamagedJSONMember(in: self), member.isDelimited, member.other == nil,
      ReceiptMember.looksLikeReceipt(bytes[member.range]),
      // The next piece of source code must not continue the value.
      bytes.nextStringPiece(at: member.range.upperBound, to: core.upperBound) == nil
    else { return nil }
    try JWSSearch(self).requireOne()
    var finding = InputFinding.inner(Array(bytes[member.range]), member.layer, repairs: [repair(around: member.range)])
    finding.remainingInput = remainingInput(around: member.range)
    return finding
  }
}

extension [UInt8] {
  /// A run of base64 characters, and the lines below it, as long as each line has the length of the second one.
  func base64Block(
    from start: Int, to limit: Int, isSymbol: (UInt8) -> Bool = { $0.isBase64Symbol }
  ) -> Range<Int> {
    var end = runEnd(from: start, to: limit, isSymbol)
    // Lines of wrapped base64 are never shorter than this; words are.
    guard end - start >= 32 else { return start..<end }
    var width: Int?
    while self[end - 1] != UInt8(ascii: "="), let next = nextLine(after: end, to: limit, isSymbol) {
      let nextEnd = runEnd(from: next, to: limit, isSymbol)
      let length = nextEnd - next
      guard length > 0, length <= width ?? Swift.max(length, end - start) else { break }
      // The header of another piece of signed data, directly after the signature of this one.
      if nextEnd < limit, self[nextEnd] == UInt8(ascii: "."), self[next...].starts(with: "eyJ".utf8) { break }
      end = nextEnd
      if let width, length < width { break }
      width = width ?? length
    }
    return start..<end
  }

  private func runEnd(from start: Int, to limit: Int, _ isSymbol: (UInt8) -> Bool) -> Int {
    var index = start
    while index < limit, isSymbol(self[index]) { index += 1 }
    while index > start, index < limit, self[index] == UInt8(ascii: "=") { index += 1 }
    return index
  }

  /// The position at which the text of the next line starts, after its indentation and the marks of a reply (`> `), or
  /// at which the next piece of source code starts.
  ///
  /// - Returns: `nil` when the line does not end here or the next one is empty.
  private func nextLine(after end: Int, to limit: Int, _ isSymbol: (UInt8) -> Bool) -> Int? {
    if let next = nextStringPiece(at: end, to: limit) { return next }
    guard let lineBreak = Blank(at: end, in: self), lineBreak.kind == .lineBreak else { return nil }
    var index = end + lineBreak.length
    while index < limit {
      if let blank = Blank(at: index, in: self), blank.kind == .space {
        index += blank.length
      } else if self[index] == UInt8(ascii: ">") {
        index += 1
      } else {
        break
      }
    }
    return index < limit && isSymbol(self[index]) ? index : nil
  }

  /// The position at which a long string goes on as source code writes it: `"MII..."` on many lines, adjacent (C) or
  /// joined by `+` (JavaScript, Java, Swift) or `.` (PHP).
  ///
  /// - Returns: `nil` unless one piece ends at `index` and the next one begins on another line.
  func nextStringPiece(at index: Int, to limit: Int) -> Int? {
    guard index < limit, self[index] == UInt8(ascii: "\"") || self[index] == UInt8(ascii: "'") else { return nil }
    let quote = self[index]
    var next = index + 1
    var hasLineBreak = false
    var joints = 0
    while next < limit {
      if let blank = Blank(at: next, in: self) {
        hasLineBreak = hasLineBreak || blank.kind == .lineBreak
        next += blank.length
      } else if joints < 2, "+.&\\@".utf8.contains(self[next]) {
        joints += 1
        next += 1
      } else {
        break
      }
    }
    return hasLineBreak && next < limit && self[next] == quote ? next + 1 : nil
  }
}

extension UInt8 {
  /// Whether the byte is a character of base64 with the standard or the URL-safe alphabet (RFC 4648).
  var isBase64Symbol: Bool {
    Base64.values[Int(self)] != Base64.invalid || self == UInt8(ascii: "-") || self == UInt8(ascii: "_")
  }
}
