extension JSONText {
  /// The JSON object or list that makes up a whole text; `nil` if the text is not JSON, is damaged, or is the octets of
  /// a receipt.
  ///
  /// The document may be wrapped in UTF-16 or in the escapes of a JSON string, may follow a byte-order mark, and may be
  /// what a program printed instead of JSON.
  package static func document(_ bytes: [UInt8]) -> JSONText? {
    var bytes = bytes
    for format in [InputFormat.utf16, .byteOrderMark, .escapedJSON] {
      // The decoder reports a layer that cannot be read.
      if case .inner(let inner)? = try? format.read(InputText(bytes))?.outcome { bytes = inner }
    }
    let input = InputText(bytes)
    guard let first = input.byte(0) else { return nil }
    if first == UInt8(ascii: "{") || first == UInt8(ascii: "["),
      let document = try? JSONReader().outline(input.bytes, input.core)
    {
      return document.byteArray == nil ? document : nil
    }
    guard first == UInt8(ascii: "\""), !input.beginsWithMember else { return input.printedDocument }
    // A program printed its words as a JSON string. Another text in quotation marks has lost its beginning.
    guard input.core.count <= PrintedText.maximumSearched,
      let text = try? JSONReader().outline(input.bytes, input.core).stringValue
    else { return nil }
    return InputText(Array(text.utf8)).printedDocument
  }

  /// The document in a text whose end is missing; `nil` for other texts. What is unfinished there is left out.
  package static func cutDocument(_ bytes: [UInt8]) -> JSONText? { InputText(bytes).cutDocument }
}

extension InputText {
  /// Whether a text begins with a line of an old-style property list, `"product-id" = "pro";`, or of Ruby. In JSON, a
  /// bracket would be missing before it.
  fileprivate var beginsWithMember: Bool {
    let name = bytes[core].dropFirst().prefix(PrintedValue.maximumName).prefix { $0 != UInt8(ascii: "\"") }
    return bytes[name.endIndex..<core.upperBound].dropFirst().first { !$0.isASCIISpace } == UInt8(ascii: "=")
  }
}

extension JSONValue {
  /// The same document as a tree.
  package static func document(_ bytes: [UInt8]) -> JSONValue? { JSONText.document(bytes)?.tree }
}
