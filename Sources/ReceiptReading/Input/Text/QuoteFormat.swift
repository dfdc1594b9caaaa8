extension InputText {
  /// A receipt in quotation marks of any kind, with the comma or semicolon that follows it in source code.
  func readQuotes() throws(ReceiptError) -> InputFinding? {
    var start = core.lowerBound
    var end = core.upperBound
    var quotes = 0
    var marks = 0
    while start < end, let mark = QuotationMark(at: start, in: bytes),
      mark.isQuote || mark.isPrefix(at: start, in: bytes)
    {
      start += mark.length
      if mark.isQuote { quotes += 1 } else { marks += 1 }
    }
    while end > start, let mark = QuotationMark(endingAt: end, in: bytes), end - mark.length >= start,
      !mark.isLiteralPrefix
    {
      end -= mark.length
      if mark.isQuote { quotes += 1 } else { marks += 1 }
      // `"MII..." ,`
      while end > start, bytes[end - 1].isASCIISpace { end -= 1 }
    }
    guard quotes + marks > 0 else { return nil }
    let repairs = [InputRepair(.quotes, count: quotes), InputRepair(.punctuation, count: marks)]
    return .inner(Array(bytes[start..<end]), repairs: repairs.filter { $0.count > 0 })
  }
}

/// A quotation mark, or a mark of source code beside one.
private struct QuotationMark {
  let length: Int
  var isQuote = true
  var isLiteralPrefix = false

  init?(at index: Int, in bytes: [UInt8]) {
    guard index >= 0, index < bytes.count else { return nil }
    let left = bytes.count - index
    switch bytes[index] {
    case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"): length = 1
    case UInt8(ascii: ","), UInt8(ascii: ";"):
      length = 1
      isQuote = false
    // `b'...'` of Python, `@"..."` of Objective-C.
    case UInt8(ascii: "b"), UInt8(ascii: "@"):
      length = 1
      isQuote = false
      isLiteralPrefix = true
    // « and ».
    case 0xC2 where left > 1 && (bytes[index + 1] == 0xAB || bytes[index + 1] == 0xBB): length = 2
    // U+2018 to U+201F, U+2039 and U+203A.
    case 0xE2
    where left > 2 && bytes[index + 1] == 0x80 && [0x98...0x9F, 0xB9...0xBA].contains { $0 ~= bytes[index + 2] }:
      length = 3
    default: return nil
    }
  }

  init?(endingAt end: Int, in bytes: [UInt8]) {
    for length in 1...3 {
      if let mark = QuotationMark(at: end - length, in: bytes), mark.length == length {
        self = mark
        return
      }
    }
    return nil
  }

  /// Whether a letter here is the prefix of a literal: a quotation mark must follow it.
  func isPrefix(at index: Int, in bytes: [UInt8]) -> Bool {
    isLiteralPrefix && (QuotationMark(at: index + 1, in: bytes)?.isQuote ?? false)
  }
}
