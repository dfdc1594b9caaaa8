/// A receipt's member in text that is nearly JSON.
///
/// Such a text may be truncated, copied in part, in single quotes, or a dictionary as printed by Objective-C, Python,
/// JavaScript or PHP.
///
/// One pass over the text finds a word that is a receipt's name, then `:`, `=` or `=>`, then the value up to its
/// closing quotation mark or the first character that ends an unquoted word.
struct DamagedJSONMember {
  /// The place of the value.
  let range: Range<Int>
  /// Whether the end of the value is known.
  let isDelimited: Bool
  /// The kind of the whole that the name implies.
  let layer: InputLayer
  private let rank: Int
  /// The start of another value that looks like a receipt.
  private(set) var other: Int?

  /// Finds the member whose name fits a receipt best; `nil` if no name fits.
  init?(in input: InputText) {
    let bytes = input.bytes
    var best: Self?
    // The first value that looks like a receipt, and the first such value that differs from it.
    var first: Range<Int>?
    var other: Int?
    var index = input.core.lowerBound
    while index < input.core.upperBound {
      guard Self.isWordCharacter(bytes[index]) else {
        index += 1
        continue
      }
      let start = index
      while index < input.core.upperBound, Self.isWordCharacter(bytes[index]) { index += 1 }
      let name = bytes[start..<index]
      guard let rank = ReceiptMember.rank(of: name),
        let (range, isDelimited) = Self.value(bytes, after: index, to: input.core.upperBound)
      else { continue }
      index = max(index, range.upperBound)
      if ReceiptMember.looksLikeReceipt(bytes[range]) {
        if other == nil, let first, bytes[first] != bytes[range] { other = range.lowerBound }
        first = first ?? range
      }
      if rank < best?.rank ?? Int.max {
        best = Self(range: range, isDelimited: isDelimited, name: name, rank: rank)
      }
    }
    guard let best else { return nil }
    self = best
    self.other = other
  }

  private init(range: Range<Int>, isDelimited: Bool, name: ArraySlice<UInt8>, rank: Int) {
    self.range = range
    self.isDelimited = isDelimited
    self.rank = rank
    layer = ReceiptMember.layer(of: name, rank: rank)
  }

  private static func isWordCharacter(_ byte: UInt8) -> Bool {
    byte.isASCIILetter || byte.isASCIIDigit || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
  }

  /// The range of the value after a name that ends at `start`. It has at least 64 characters, so that no flag or number
  /// is mistaken for a receipt.
  private static func value(_ bytes: [UInt8], after start: Int, to end: Int) -> (Range<Int>, isDelimited: Bool)? {
    var index = start
    func skip(_ isSkipped: (UInt8) -> Bool) { while index < end, isSkipped(bytes[index]) { index += 1 } }
    func isQuote(_ byte: UInt8) -> Bool { "\"'\\".utf8.contains(byte) }
    skip(isQuote)
    // The keys of PHP: `["name"]=>`, `["name":protected]=>` and `[name] => `. PHP writes a value on one line.
    let key = bytes[index..<end].prefix(80).prefix { !$0.isASCIISpace && $0 != UInt8(ascii: "[") }
    let bracket = key.firstIndex(of: UInt8(ascii: "]"))
    let isElement = bracket == index || bracket != nil && key.first == UInt8(ascii: ":")
    if isElement, let bracket { index = bracket + 1 }
    skip(\.isASCIISpace)
    guard index < end, bytes[index] == UInt8(ascii: ":") || bytes[index] == UInt8(ascii: "=") else { return nil }
    index += 1
    if index < end, bytes[index] == UInt8(ascii: ">") { index += 1 }
    skip(\.isASCIISpace)
    // `string(5416) "…"`
    let type = bytes[index..<end].prefix(20)
    if isElement, type.starts(with: "string(".utf8), let closing = type.firstIndex(of: UInt8(ascii: ")")) {
      index = closing + 1
      skip(\.isASCIISpace)
    }
    let quote = index
    skip(isQuote)
    let valueStart = index
    if quote < valueStart {
      let mark = bytes[valueStart - 1]
      skip { $0 != mark }
      // The backslash of an escaped quotation mark does not belong to the value.
      while index > valueStart, bytes[index - 1] == UInt8(ascii: "\\") { index -= 1 }
    } else {
      skip { !$0.isASCIISpace && !",;}&".utf8.contains($0) }
    }
    return index - valueStart >= 64 ? (valueStart..<index, quote < valueStart || isElement) : nil
  }
}

extension InputText {
  /// The receipt in text that is nearly JSON.
  func damagedJSON() throws(ReceiptError) -> InputFinding? {
    guard let member = DamagedJSONMember(in: self) else { return nil }
    try JWSSearch(self).requireOne()
    if let other = member.other { throw .severalReceipts(at: other) }
    var finding = InputFinding.inner(
      Array(bytes[member.range]), member.layer, repairs: [InputRepair(.damagedJSON, count: 1)])
    finding.remainingInput = remainingInput(around: member.range)
    return finding
  }
}
