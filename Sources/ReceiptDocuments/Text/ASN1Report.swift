extension RecognizedInput {
  /// The raw ASN.1 as a tree: offset, lengths, tag, and the name of each attribute.
  ///
  /// It also works for inputs that cannot be decoded, if the recognizer accepts them.
  ///
  /// - Returns: lines that end with a line feed, and the reason if the tree ends early.
  /// - Throws: `.otherFormat` for inputs without ASN.1: an iOS 6 transaction receipt, a StoreKit 2 JWS.
  package func asn1Report(_ layout: TextLayout) throws(ReceiptError) -> (text: String, failure: ReceiptError?) {
    let tree: ASN1Tree
    switch content {
    case .signedData(let bytes): tree = ASN1Tree(bytes, isPayload: false)
    case .payload(let bytes): tree = ASN1Tree(bytes, isPayload: true)
    case .transactionReceipt:
      throw ReceiptError(
        .otherFormat, "an iOS 6 transaction receipt is a property list and no ASN.1", hint: "inspect it without --asn1")
    case .jws:
      throw ReceiptError(.otherFormat, "a StoreKit 2 JWS is JSON and no ASN.1", hint: "inspect it without --asn1")
    }
    var page = TextPage(layout)
    page.line(StyledText("OFFSET HDR LENGTH  ELEMENT", .faint))
    for section in tree.sections {
      if let title = section.title {
        page.blank()
        page.paragraph(StyledText(title, .heading))
      }
      for line in section.lines { page.asn1(line) }
    }
    if !tree.failures.isEmpty { page.blank() }
    for failure in tree.failures { page.paragraph(StyledText("✗ ", .bad) + StyledText(failure.message), hanging: 2) }
    return (page.text, tree.failures.first)
  }
}

extension TextPage {
  fileprivate mutating func asn1(_ line: ASN1Tree.Line) {
    func right(_ text: String, _ width: Int) -> String {
      String(repeating: " ", count: max(1, width - text.utf8.count)) + text
    }
    let length = line.length.map { String($0) } ?? "inf"
    let numbers = right(String(line.offset), 6) + right(String(line.headerLength), 4) + right(length, 7) + "  "
    // Deep elements of hostile inputs must leave space for their own text.
    let indent = min(line.depth * (layout.width >= 120 ? 2 : 1), layout.width / 3)
    var text = StyledText(numbers, .faint) + .spaces(indent) + StyledText(line.tag, line.name == nil ? .plain : .label)
    if let name = line.name { text = text + StyledText("  " + name, .heading) }
    if let value = line.value { text = text + StyledText((line.name == nil ? "  " : ": ") + value) }
    self.line(text.cut(to: layout.width))
  }
}
