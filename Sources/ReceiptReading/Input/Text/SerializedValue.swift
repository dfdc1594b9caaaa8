/// PHP's `serialize`.
///
///     value = "N;" / "b:" flag ";" / "i:" number ";" / "d:" number ";" / text
///           / "a:" count ":{" *(value value) "}" / "O:" length ":" name ":" count ":{" *(value value) "}"
///     text  = "s:" length ":" DQUOTE octets DQUOTE ";"
extension PrintedValue {
  mutating func readSerialized() throws {
    let kind = byte()
    switch kind {
    case UInt8(ascii: "N")?:
      json += "null".utf8
      try take("N;")
    case UInt8(ascii: "b")?:
      try take("b:")
      json += (byte() == UInt8(ascii: "1") ? "true" : "false").utf8
      index += 1
      try take(";")
    case UInt8(ascii: "i")?, UInt8(ascii: "d")?:
      index += 1
      try take(":")
      let number = bytes[min(index, end)..<end].prefix(40).prefix { $0 != UInt8(ascii: ";") }
      writePlain(number)
      index = number.endIndex
      try take(";")
    case UInt8(ascii: "s")?:
      var text = try readSerializedText()
      // Names of protected and private properties begin with the class, between zero octets.
      if text.first == 0, let last = text.lastIndex(of: 0) { text = text[(last + 1)...] }
      write(text)
      try take(";")
    case UInt8(ascii: "a")?, UInt8(ascii: "O")?:
      if kind == UInt8(ascii: "O") {
        guard try readSerializedText().count <= Self.maximumName else { throw Unreadable() }
        try take(":")
      } else {
        try take("a:")
      }
      let count = try readSerializedCount()
      try take(":{")
      try nested { try $0.readSerializedEntries(count, areMembers: kind == UInt8(ascii: "O")) }
      try take("}")
    default: throw Unreadable()
    }
  }

  private mutating func readSerializedEntries(_ count: Int, areMembers: Bool) throws {
    var container = Container(closer: UInt8(ascii: "}"), start: json.count)
    container.hasNames = areMembers ? true : nil
    json.append(UInt8(ascii: "["))
    while container.count < count {
      if container.count > 0 { json.append(UInt8(ascii: ",")) }
      let start = json.count
      try readSerialized()
      try makeName(from: start, isArrow: true, in: &container)
      try readSerialized()
      container.count += 1
    }
    let isObject = container.hasNames == true && !container.isNumbered
    if isObject {
      json[container.start] = UInt8(ascii: "{")
      hasNames = true
    }
    json.append(isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"))
  }

  /// A text or the name of a class, by its length: quotation marks in it are not escaped.
  private mutating func readSerializedText() throws -> ArraySlice<UInt8> {
    index += 1
    try take(":")
    let count = try readSerializedCount()
    try take(":\"")
    guard count <= end - index else { throw Unreadable() }
    let text = bytes[index..<(index + count)]
    index += count
    try take("\"")
    return text
  }

  private mutating func readSerializedCount() throws -> Int {
    let digits = bytes[min(index, end)..<end].prefix(10).prefix(while: \.isASCIIDigit)
    guard let count = Int(String(decoding: digits, as: UTF8.self)) else { throw Unreadable() }
    index = digits.endIndex
    return count
  }

  private mutating func take(_ text: StaticString) throws {
    guard index <= end, skipText(text) else { throw Unreadable() }
  }
}
