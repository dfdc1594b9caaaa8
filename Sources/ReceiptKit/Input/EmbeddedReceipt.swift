/// Finds a receipt in the middle of other text: a mail, a log line, a table, a `curl` command, a page.
///
/// Nothing is cut out that is not whole: a damaged receipt among other words is reported where its damage is.
enum EmbeddedReceipt {
  static func find(in input: InputText) throws(ReceiptError) -> InputFinding? {
    if let value = DamagedJSON.member(in: input), value.isQuoted, value.other == nil,
      ReceiptMember.looksLikeReceipt(input.bytes[value.range])
    {
      return .inner(Array(input.bytes[value.range]), value.layer, repairs: [around(value.range, input)])
    }
    var first: (bytes: [UInt8], finding: InputFinding)?
    var index = input.core.lowerBound
    while index < input.core.upperBound {
      guard isSymbol(input.bytes[index]) else {
        index += 1
        continue
      }
      let block = block(input.bytes, from: index, to: input.core.upperBound)
      index = block.upperBound
      // Signature objects have dots, which end a block; and log lines are full of such tokens of other kinds.
      let text = input.bytes[block]
      guard ReceiptMember.looksLikeReceipt(text), !text.starts(with: "eyJ") else { continue }
      let decoded = try? Base64Format.decodeRepairing(input.bytes, block)
      if let known = first {
        // The same receipt pasted twice is one receipt; of two, none is the one that was meant.
        guard known.bytes == decoded?.bytes else { throw SeveralReceipts.inText(at: block.lowerBound) }
      } else if let decoded, SpaceChoice.isWhole(decoded.bytes) {
        let finding = InputFinding.inner(decoded.bytes, .base64, repairs: [around(block, input)] + decoded.repairs)
        first = (decoded.bytes, finding)
      } else {
        // The fault is in this one; a whole receipt behind it would hide it.
        return nil
      }
    }
    return first?.finding
  }

  private static func around(_ range: Range<Int>, _ input: InputText) -> InputRepair {
    InputRepair("characters around the receipt ignored", count: input.core.count - range.count)
  }

  /// A run of base64 characters, and the lines below it while they are as long as the second one.
  private static func block(_ bytes: [UInt8], from start: Int, to limit: Int) -> Range<Int> {
    var end = runEnd(bytes, from: start, to: limit)
    // No line of wrapped base64 is shorter than this, and words are.
    guard end - start >= 32 else { return start..<end }
    var width: Int?
    while bytes[end - 1] != UInt8(ascii: "="), let next = nextLine(bytes, after: end, to: limit) {
      let nextEnd = runEnd(bytes, from: next, to: limit)
      let length = nextEnd - next
      guard length > 0, length <= width ?? max(length, end - start) else { break }
      end = nextEnd
      if let width, length < width { break }
      width = width ?? length
    }
    return start..<end
  }

  private static func runEnd(_ bytes: [UInt8], from start: Int, to limit: Int) -> Int {
    var index = start
    while index < limit, isSymbol(bytes[index]) { index += 1 }
    while index > start, index < limit, bytes[index] == UInt8(ascii: "=") { index += 1 }
    return index
  }

  /// Where the text of the next line starts, behind its indentation; `nil` when the line does not end here or the next
  /// one is empty.
  private static func nextLine(_ bytes: [UInt8], after end: Int, to limit: Int) -> Int? {
    guard let lineBreak = Blank(at: end, in: bytes), lineBreak.kind == .lineBreak else { return nil }
    var index = end + lineBreak.length
    while let blank = Blank(at: index, in: bytes), blank.kind == .space { index += blank.length }
    return index < limit && isSymbol(bytes[index]) ? index : nil
  }

  private static func isSymbol(_ byte: UInt8) -> Bool {
    Base64.values[Int(byte)] != Base64.invalid || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
  }
}
