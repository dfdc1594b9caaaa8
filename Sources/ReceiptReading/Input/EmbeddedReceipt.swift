/// Finds a receipt in the middle of other text: a mail, a log line, a table, a `curl` command, a page.
///
/// Only whole receipts are cut out: a damaged receipt among other words is reported at the place of its damage.
enum EmbeddedReceipt {
  static func find(in input: InputText) throws(ReceiptError) -> InputFinding? {
    if let value = DamagedJSON.member(in: input), value.isDelimited, value.other == nil,
      ReceiptMember.looksLikeReceipt(input.bytes[value.range]),
      // The next piece of source code must not continue the value.
      StringPieces.end(input.bytes, at: value.range.upperBound, to: input.core.upperBound) == nil
    {
      try JWSSearch(input).requireOne()
      var finding = InputFinding.inner(
        Array(input.bytes[value.range]), value.layer, repairs: [input.repair(around: value.range)])
      finding.remainingInput = input.remainingInput(around: value.range)
      return finding
    }
    var first: (bytes: [UInt8], finding: InputFinding)?
    // The text between the copies of the receipt.
    var remainingInput: [RemainingInput] = []
    var behind = input.core.lowerBound
    var index = input.core.lowerBound
    while index < input.core.upperBound {
      guard isSymbol(input.bytes[index]) else {
        index += 1
        continue
      }
      let block = block(input.bytes, from: index, to: input.core.upperBound)
      index = block.upperBound
      // Signed data contains dots, which end a block. Signed data counts only if there is no receipt.
      let text = input.bytes[block]
      let isPart = block.lowerBound > 0 && input.bytes[block.lowerBound - 1] == UInt8(ascii: ".")
      guard ReceiptMember.looksLikeReceipt(text), !text.starts(with: "eyJ"), !isPart else { continue }
      let decoded = try? Base64Format.decodeRepairing(input.bytes, block)
      if let known = first {
        // Several copies of one receipt count as one. Of two different receipts, neither can be assumed to be the
        // intended one.
        guard known.bytes == decoded?.bytes else { throw SeveralReceipts.inText(at: block.lowerBound) }
        remainingInput.append(RemainingInput(bytes: Array(input.bytes[behind..<block.lowerBound]), offset: behind))
        behind = block.upperBound
      } else if let decoded, SpaceChoice.isWhole(decoded.bytes) {
        let finding = InputFinding.inner(
          decoded.bytes, .base64, repairs: [input.repair(around: block)] + decoded.repairs)
        first = (decoded.bytes, finding)
        remainingInput.append(RemainingInput(bytes: Array(input.bytes[behind..<block.lowerBound]), offset: behind))
        behind = block.upperBound
      } else {
        // This receipt is damaged. A whole receipt after it would hide the fault.
        return nil
      }
    }
    guard var finding = first?.finding else { return try JWSSearch(input).finding() }
    remainingInput.append(RemainingInput(bytes: Array(input.bytes[behind..<input.core.upperBound]), offset: behind))
    finding.remainingInput = remainingInput
    return finding
  }

  /// A run of base64 characters, and the lines below it, as long as each line has the length of the second one.
  static func block(
    _ bytes: [UInt8], from start: Int, to limit: Int, isSymbol: (UInt8) -> Bool = Self.isSymbol
  ) -> Range<Int> {
    var end = runEnd(bytes, from: start, to: limit, isSymbol)
    // Lines of wrapped base64 are never shorter than this; words are.
    guard end - start >= 32 else { return start..<end }
    var width: Int?
    while bytes[end - 1] != UInt8(ascii: "="), let next = nextLine(bytes, after: end, to: limit, isSymbol) {
      let nextEnd = runEnd(bytes, from: next, to: limit, isSymbol)
      let length = nextEnd - next
      guard length > 0, length <= width ?? max(length, end - start) else { break }
      // The header of another piece of signed data, directly after the signature of this one.
      if nextEnd < limit, bytes[nextEnd] == UInt8(ascii: "."), bytes[next...].starts(with: "eyJ".utf8) { break }
      end = nextEnd
      if let width, length < width { break }
      width = width ?? length
    }
    return start..<end
  }

  private static func runEnd(_ bytes: [UInt8], from start: Int, to limit: Int, _ isSymbol: (UInt8) -> Bool) -> Int {
    var index = start
    while index < limit, isSymbol(bytes[index]) { index += 1 }
    while index > start, index < limit, bytes[index] == UInt8(ascii: "=") { index += 1 }
    return index
  }

  /// The position at which the text of the next line starts, after its indentation and the marks of a reply (`> `), or
  /// at which the next piece of source code starts.
  ///
  /// - Returns: `nil` when the line does not end here or the next one is empty.
  private static func nextLine(
    _ bytes: [UInt8], after end: Int, to limit: Int, _ isSymbol: (UInt8) -> Bool
  ) -> Int? {
    if let next = StringPieces.end(bytes, at: end, to: limit) { return next }
    guard let lineBreak = Blank(at: end, in: bytes), lineBreak.kind == .lineBreak else { return nil }
    var index = end + lineBreak.length
    while index < limit {
      if let blank = Blank(at: index, in: bytes), blank.kind == .space {
        index += blank.length
      } else if bytes[index] == UInt8(ascii: ">") {
        index += 1
      } else {
        break
      }
    }
    return index < limit && isSymbol(bytes[index]) ? index : nil
  }

  static func isSymbol(_ byte: UInt8) -> Bool {
    Base64.values[Int(byte)] != Base64.invalid || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
  }
}
