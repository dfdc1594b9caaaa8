extension InputText {
  /// The elements with which such a text may begin. Elements whose names are hexadecimal digits, such as `<b>` and
  /// `<dd>`, are left out.
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

  /// The text and the tags of a page. Where a tag breaks the line, a line ends.
  static func partsOfHTML(_ page: ArraySlice<UInt8>) -> (text: [UInt8], tags: [UInt8]) {
    var (text, tags): ([UInt8], [UInt8]) = ([], [])
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
    return (text, tags)
  }

  private static func elementName(_ tag: some Collection<UInt8>) -> String {
    let name = tag.prefix(16).prefix { $0.isASCIILetter || $0 == UInt8(ascii: "!") }
    return String(decoding: name, as: UTF8.self).lowercased()
  }
}
