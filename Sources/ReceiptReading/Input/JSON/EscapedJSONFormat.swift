extension InputText {
  /// JSON that was copied from inside a JSON string, including its escapes: `{\"receipt-data\":\"MII...\"}`.
  func readEscapedJSON() throws(ReceiptError) -> InputFinding? {
    guard byte(0) == UInt8(ascii: "{") || byte(0) == UInt8(ascii: "[") else { return nil }
    let text = bytes[core]
    let words = text.dropFirst().drop { $0.isASCIISpace || $0 == UInt8(ascii: "{") }
    guard words.starts(with: "\\\"") || words.starts(with: "\\n") else { return nil }

    var unescaped: [UInt8] = []
    unescaped.reserveCapacity(text.count)
    var count = 0
    var index = text.startIndex
    while index < text.endIndex {
      guard text[index] == UInt8(ascii: "\\"), index + 1 < text.endIndex else {
        unescaped.append(text[index])
        index += 1
        continue
      }
      switch text[index + 1] {
      case UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"): unescaped.append(0x20)
      case UInt8(ascii: "u"):
        // This escape stays: it is rare, and is valid in the resulting JSON.
        unescaped.append(text[index])
        unescaped.append(text[index + 1])
      default: unescaped.append(text[index + 1])
      }
      if text[index + 1] != UInt8(ascii: "u") { count += 1 }
      index += 2
    }
    return .inner(unescaped, repairs: [InputRepair(.jsonEscapes, count: count)])
  }
}
