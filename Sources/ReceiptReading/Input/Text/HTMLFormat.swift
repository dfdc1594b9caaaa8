extension InputText {
  /// The elements with which an HTML page, or a part of one, may begin. Elements whose names are hexadecimal digits,
  /// such as `<b>` and `<dd>`, are left out.
  private static let elementsOfHTML: Set<String> = [
    "!doctype", "article", "blockquote", "body", "br", "center", "code", "div", "font", "head", "html", "li", "main",
    "meta", "ol", "p", "pre", "section", "span", "table", "tbody", "td", "tr", "tt", "ul",
  ]

  /// An HTML page or a part of one, as mail programs and browsers copy it: its text, without the tags.
  func readHTML() throws(ReceiptError) -> InputFinding? {
    let page = bytes[core]
    guard page.first == UInt8(ascii: "<"), Self.elementsOfHTML.contains(Self.elementName(page.dropFirst())) else {
      return nil
    }
    let (text, tags) = Self.partsOfHTML(page)
    // The page must contain a receipt or signed data; the error page of a failed server has its own message.
    let begins = ["eyJ", "ewo"].contains { text.firstOffset(of: Array($0.utf8)) != nil }
    guard !tags.isEmpty, begins || text.firstEnvelope(in: text.indices) != nil else { return nil }
    var finding = InputFinding.inner(text, repairs: [InputRepair(.surroundingCharacters, count: tags.count)])
    // A receipt may stand in an attribute, too.
    finding.remainingInput = [RemainingInput(bytes: tags, offset: core.lowerBound)]
    return finding
  }

  /// The text and the tags of a page, without character references. Where a tag breaks the line, a line ends.
  static func partsOfHTML(_ page: ArraySlice<UInt8>) -> (text: [UInt8], tags: [UInt8]) {
    var text: [UInt8] = []
    var tags: [UInt8] = []
    var rest = page
    // No tag ends after this position, so none is searched for there. This keeps the time linear.
    let last = page.lastIndex(of: UInt8(ascii: ">")) ?? page.startIndex
    while let byte = rest.first {
      guard byte == UInt8(ascii: "<"), rest.startIndex < last, let end = rest.firstIndex(of: UInt8(ascii: ">")) else {
        text.append(byte)
        rest.removeFirst()
        continue
      }
      let tag = rest.dropFirst()
      tags += rest[...end]
      rest = rest[(end + 1)...]
      let breaksLine = tag.starts(with: "br", ignoringCase: true) || tag.first == UInt8(ascii: "/")
      let goesOn = rest.first.map { $0 != 0x0A && $0 != 0x0D } ?? false
      if breaksLine, goesOn, !text.isEmpty, text.last != 0x0A { text.append(0x0A) }
    }
    return (withoutReferences(text), withoutReferences(tags))
  }

  /// A text in which character references (HTML, 13.5) to ASCII characters are these characters. A browser shows them
  /// so, and what was pasted into a page may have them for `+`, `/`, `=` or any other character.
  static func withoutReferences(_ text: [UInt8]) -> [UInt8] {
    guard text.contains(UInt8(ascii: "&")) else { return text }
    var characters: [UInt8] = []
    characters.reserveCapacity(text.count)
    var rest = text[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "&"), let (character, length) = reference(rest) else {
        characters.append(byte)
        continue
      }
      characters.append(character)
      rest = rest.dropFirst(length)
      if rest.first == UInt8(ascii: ";") { rest.removeFirst() }
    }
    return characters
  }

  /// The character of a reference, and the length of its number or name.
  ///
  /// - Parameter text: what follows the `&`.
  private static func reference(_ text: ArraySlice<UInt8>) -> (character: UInt8, length: Int)? {
    guard text.first == UInt8(ascii: "#") else {
      let name = text.prefix(8).prefix(while: \.isASCIILetter)
      guard text.dropFirst(name.count).first == UInt8(ascii: ";") else { return nil }
      return references[String(decoding: name, as: UTF8.self)].map { ($0, name.count) }
    }
    let isHexadecimal = text.dropFirst().first.map { $0 | 0x20 == UInt8(ascii: "x") } ?? false
    let mark = isHexadecimal ? 2 : 1
    let digits = text.dropFirst(mark).prefix { isHexadecimal ? $0.hexValue != nil : $0.isASCIIDigit }
    let significant = digits.drop { $0 == UInt8(ascii: "0") }
    guard significant.count <= 3,
      let character = UInt8(String(decoding: significant, as: UTF8.self), radix: isHexadecimal ? 16 : 10),
      character < 0x80
    else { return nil }
    return (character, mark + digits.count)
  }

  /// The names of ASCII characters that receipts, signed data and JSON have.
  private static let references: [String: UInt8] = [
    "amp": 0x26, "apos": 0x27, "colon": 0x3A, "comma": 0x2C, "equals": 0x3D, "gt": 0x3E, "lbrack": 0x5B, "lcub": 0x7B,
    "lowbar": 0x5F, "lsqb": 0x5B, "lt": 0x3C, "NewLine": 0x0A, "period": 0x2E, "plus": 0x2B, "quot": 0x22,
    "rcub": 0x7D, "rsqb": 0x5D, "sol": 0x2F, "Tab": 0x09,
  ]

  private static func elementName(_ tag: some Collection<UInt8>) -> String {
    let name = tag.prefix(16).prefix { $0.isASCIILetter || $0 == UInt8(ascii: "!") }
    return String(decoding: name, as: UTF8.self).lowercased()
  }
}
