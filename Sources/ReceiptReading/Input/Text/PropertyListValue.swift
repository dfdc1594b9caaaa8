/// Property lists in XML (Apple, PropertyList-1.0.dtd), as macOS and Xcode store dictionaries.
extension PrintedValue {
  mutating func propertyList() throws {
    while byte() == UInt8(ascii: "<"), let next = byte(1), "?!".utf8.contains(next) || follows("<plist") {
      _ = try tag()
      skip(\.isASCIISpace)
    }
    try element(try tag())
    skip(\.isASCIISpace)
    if follows("</plist>") { index += 8 }
  }

  /// The contents of a tag, without its brackets. No comment has a bracket in it.
  private mutating func tag() throws -> ArraySlice<UInt8> {
    skip(\.isASCIISpace)
    guard byte() == UInt8(ascii: "<") else { throw Unreadable() }
    let inside = bytes[(index + 1)..<end].prefix(256).prefix { $0 != UInt8(ascii: ">") }
    index = inside.endIndex
    guard byte() == UInt8(ascii: ">") else { throw Unreadable() }
    index += 1
    return inside
  }

  private mutating func element(_ tag: ArraySlice<UInt8>) throws {
    switch String(decoding: tag.prefix(16), as: UTF8.self) {
    case "dict": try nested { try $0.elements(closedBy: "/dict", haveKeys: true) }
    case "array": try nested { try $0.elements(closedBy: "/array", haveKeys: false) }
    case "dict/": json += "{}".utf8
    case "array/": json += "[]".utf8
    case "string/": json += "\"\"".utf8
    case "true/": json += "true".utf8
    case "false/": json += "false".utf8
    case "string", "date": write(try text(closedBy: tag))
    case "integer", "real": plain(try text(closedBy: tag))
    case "data": write(try text(closedBy: tag).filter { !$0.isASCIISpace }[...])
    default: throw Unreadable()
    }
  }

  private mutating func elements(closedBy closer: String, haveKeys: Bool) throws {
    json.append(UInt8(ascii: haveKeys ? "{" : "["))
    hasNames = hasNames || haveKeys
    var isFirst = true
    while true {
      var tag = try tag()
      if tag.elementsEqual(closer.utf8) { break }
      if !isFirst { json.append(UInt8(ascii: ",")) }
      isFirst = false
      if haveKeys {
        guard tag.elementsEqual("key".utf8) else { throw Unreadable() }
        write(try text(closedBy: tag))
        json.append(UInt8(ascii: ":"))
        tag = try self.tag()
      }
      try element(tag)
    }
    json.append(UInt8(ascii: haveKeys ? "}" : "]"))
  }

  private mutating func text(closedBy tag: ArraySlice<UInt8>) throws -> ArraySlice<UInt8> {
    let text = bytes[index..<end].prefix { $0 != UInt8(ascii: "<") }
    index = text.endIndex
    guard try self.tag().elementsEqual("/".utf8 + tag) else { throw Unreadable() }
    return InputText.withoutReferences(Array(text))[...]
  }
}
