/// Property lists in XML (Apple, PropertyList-1.0.dtd), as macOS and Xcode store dictionaries.
extension PrintedValue {
  mutating func readPropertyList() throws {
    while byte() == UInt8(ascii: "<"), let next = byte(1), "?!".utf8.contains(next) || follows("<plist") {
      _ = try readTag()
      skip(\.isASCIISpace)
    }
    try readElement(try readTag())
    skip(\.isASCIISpace)
    _ = skipText("</plist>")
  }

  /// Reads a tag. Returns its contents, without its brackets. No comment has a bracket in it.
  private mutating func readTag() throws -> ArraySlice<UInt8> {
    skip(\.isASCIISpace)
    guard byte() == UInt8(ascii: "<") else { throw Unreadable() }
    let inside = bytes[(index + 1)..<end].prefix(256).prefix { $0 != UInt8(ascii: ">") }
    index = inside.endIndex
    guard byte() == UInt8(ascii: ">") else { throw Unreadable() }
    index += 1
    return inside
  }

  private mutating func readElement(_ tag: ArraySlice<UInt8>) throws {
    switch String(decoding: tag.prefix(16), as: UTF8.self) {
    case "dict": try nested { try $0.readElements(closedBy: "/dict", haveKeys: true) }
    case "array": try nested { try $0.readElements(closedBy: "/array", haveKeys: false) }
    case "dict/": json += "{}".utf8
    case "array/": json += "[]".utf8
    case "string/": json += "\"\"".utf8
    case "true/": json += "true".utf8
    case "false/": json += "false".utf8
    case "string", "date": write(try readText(closedBy: tag))
    case "integer", "real": writePlain(try readText(closedBy: tag))
    case "data": write(try readText(closedBy: tag).filter { !$0.isASCIISpace }[...])
    default: throw Unreadable()
    }
  }

  private mutating func readElements(closedBy closer: String, haveKeys: Bool) throws {
    json.append(UInt8(ascii: haveKeys ? "{" : "["))
    hasNames = hasNames || haveKeys
    var isFirst = true
    while true {
      var tag = try readTag()
      if tag.elementsEqual(closer.utf8) { break }
      if !isFirst { json.append(UInt8(ascii: ",")) }
      isFirst = false
      if haveKeys {
        guard tag.elementsEqual("key".utf8) else { throw Unreadable() }
        write(try readText(closedBy: tag))
        json.append(UInt8(ascii: ":"))
        tag = try readTag()
      }
      try readElement(tag)
    }
    json.append(UInt8(ascii: haveKeys ? "}" : "]"))
  }

  private mutating func readText(closedBy tag: ArraySlice<UInt8>) throws -> ArraySlice<UInt8> {
    let text = bytes[index..<end].prefix { $0 != UInt8(ascii: "<") }
    index = text.endIndex
    guard try readTag().elementsEqual("/".utf8 + tag) else { throw Unreadable() }
    return InputText.withoutReferences(Array(text))[...]
  }
}
