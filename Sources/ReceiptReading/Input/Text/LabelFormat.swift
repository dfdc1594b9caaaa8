extension InputText {
  /// A receipt after a few words: `receipt-data: MII...`, `let receipt = "MII..."`, `Receipt => MII...`,
  /// `Optional("MII...")`, `Bearer eyJ...` (RFC 6750).
  func readLabel() throws(ReceiptError) -> InputFinding? {
    let text = bytes[core]
    if text.starts(with: "Optional("), text.last == UInt8(ascii: ")") {
      return .inner(
        Array(text.dropFirst("Optional(".utf8.count).dropLast()), repairs: [InputRepair(.swiftOptional, count: 1)])
    }
    if text.starts(with: "bearer ", ignoringCase: true) {
      let token = text.dropFirst("bearer ".utf8.count).drop(while: \.isASCIISpace)
      if ReceiptMember.looksLikeReceipt(token) { return .inner(Array(token), repairs: [InputRepair(.label, count: 1)]) }
    }
    guard let end = Self.separatorEnd(text), end < text.endIndex else { return nil }
    let rest = text[end...].drop(while: \.isASCIISpace)
    guard let next = rest.first, next != UInt8(ascii: "=") else { return nil }
    // Equals signs all over the text are padding, not labels.
    guard rest.prefix(64).count(where: { $0 == UInt8(ascii: "=") }) < 8 else { return nil }
    return .inner(Array(rest), repairs: [InputRepair(.label, count: 1)])
  }

  /// The end of the `:`, `=` or `=>` after the label, within the first 64 characters.
  private static func separatorEnd(_ text: ArraySlice<UInt8>) -> Int? {
    guard let first = text.first, first.isASCIILetter else { return nil }
    let label = text.prefix(64).prefix { $0.isASCIILetter || $0.isASCIIDigit || " -._()".utf8.contains($0) }
    let mark = label.endIndex
    guard mark < text.endIndex, text[mark] == UInt8(ascii: ":") || text[mark] == UInt8(ascii: "=") else { return nil }
    let isArrow = mark + 1 < text.endIndex && text[mark + 1] == UInt8(ascii: ">")
    return mark + (isArrow ? 2 : 1)
  }
}
