/// Looks for a receipt's member in what is nearly JSON: cut off, copied in part, with single quotes, or a dictionary as Objective-C,
/// Python or JavaScript print it.
///
/// One pass over the text: a word that is a receipt's name, then `:`, `=` or `=>`, then the value up to its closing quotation mark
/// or to the first character that ends a bare word.
enum DamagedJSON {
  static func find(in input: InputText) -> InputFinding? {
    let bytes = input.bytes
    var best: (rank: Int, layer: InputLayer, value: Range<Int>)?
    var others = 0
    var index = input.core.lowerBound
    while index < input.core.upperBound {
      guard isWordCharacter(bytes[index]) else {
        index += 1
        continue
      }
      let start = index
      while index < input.core.upperBound, isWordCharacter(bytes[index]) { index += 1 }
      let name = start..<index
      guard let rank = ReceiptMember.rank(of: bytes[name]),
        let value = value(bytes, after: index, to: input.core.upperBound)
      else { continue }
      index = max(index, value.upperBound)
      if let known = best {
        if bytes[known.value] != bytes[value] { others += 1 }
        if known.rank <= rank { continue }
      }
      best = (rank, ReceiptMember.layer(of: bytes[name], rank: rank), value)
    }
    guard let best else { return nil }
    var repairs = [InputRepair("damaged JSON searched for its receipt", count: 1)]
    if others > 0 { repairs.append(InputRepair("further receipts in the JSON not read", count: others)) }
    return .inner(Array(bytes[best.value]), best.layer, repairs: repairs)
  }

  private static func isWordCharacter(_ byte: UInt8) -> Bool {
    byte.isASCIILetter || byte.isASCIIDigit || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
  }

  /// The range of the value behind a name that ends at `start`: at least 64 characters, so that no flag or number is taken for one.
  private static func value(_ bytes: [UInt8], after start: Int, to end: Int) -> Range<Int>? {
    var index = start
    func skip(_ isSkipped: (UInt8) -> Bool) { while index < end, isSkipped(bytes[index]) { index += 1 } }
    func isQuote(_ byte: UInt8) -> Bool {
      byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\\")
    }
    skip(isQuote)
    skip(\.isASCIISpace)
    let separators = index
    skip { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: ">") }
    guard index > separators else { return nil }
    skip(\.isASCIISpace)
    let quote = index
    skip(isQuote)
    let valueStart = index
    if quote < valueStart {
      let mark = bytes[valueStart - 1]
      skip { $0 != mark }
      // The backslash of a quotation mark that is itself escaped is no part of the value.
      while index > valueStart, bytes[index - 1] == UInt8(ascii: "\\") { index -= 1 }
    } else {
      skip {
        !$0.isASCIISpace && ![UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "}"), UInt8(ascii: "&")].contains($0)
      }
    }
    return index - valueStart >= 64 ? valueStart..<index : nil
  }
}
