extension InputText {
  /// A receipt, or a part of one, in the only piece of code between the words of a page or a chat.
  func readCode() -> InputFinding? {
    let text = bytes[core]
    guard let mark = text.firstIndex(of: Self.codeMark), mark > core.lowerBound else { return nil }
    var start = text[mark...].firstIndex { $0 != Self.codeMark } ?? core.upperBound
    // The name of a language stands behind the mark of a fence.
    if start - mark > 2 { start = text[start...].firstIndex(where: PrintedValue.isNewline) ?? core.upperBound }
    guard let end = text[start...].firstIndex(of: Self.codeMark),
      !text[end...].drop(while: { $0 == Self.codeMark }).contains(Self.codeMark), Self.mayBeReceipt(text[start..<end])
    else { return nil }
    var finding = InputFinding.inner(Array(text[start..<end]), repairs: [repair(around: start..<end)])
    finding.remainingInput = remainingInput(around: start..<end)
    return finding
  }

  private static let codeMark = UInt8(ascii: "`")

  /// Whether a text has nothing but hexadecimal digits, or base64 in long runs, and perhaps dots for what was left out.
  private static func mayBeReceipt(_ text: ArraySlice<UInt8>) -> Bool {
    let words = text.split { $0.isASCIISpace || $0 == UInt8(ascii: ".") || $0 > 0x7F }
    if words.allSatisfy({ $0.allSatisfy { $0.hexValue != nil } }) { return words.reduce(0) { $0 + $1.count } >= 16 }
    return words.contains { $0.count >= OtherText.minimumBytes }
      && words.allSatisfy { $0.allSatisfy { $0.isBase64Symbol || $0 == UInt8(ascii: "=") } }
  }
}
