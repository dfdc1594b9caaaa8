/// What stands in angle brackets, or begins with them.
extension PrintedValue {
  /// Reads what stands in angle brackets: `<null>`, `<nil>`, an enumeration of Python (`<Type.A: 'x'>`), data, a list
  /// or an object of Objective-C (`<__NSArrayM 0x1>(`, `<SKPayment: 0x1>{`), a list of Django.
  mutating func readAngled() throws {
    guard !hasNoAngle, let close = bytes[index..<end].firstIndex(of: UInt8(ascii: ">")) else {
      hasNoAngle = true
      throw Unreadable()
    }
    let inside = bytes[(index + 1)..<close]
    if let start = Self.startOfMembers(in: bytes[index..<end]) {
      // RevenueCat: `<CustomerInfo: name=value, …>`, `<EntitlementInfo: "name=value, …">`. Qonversion:
      // `<QONProduct: …>`.
      let isQuoted = bytes[start] == UInt8(ascii: "\"")
      // `readContainer` skips one character first: the quotation mark, or the blank before the members.
      index = isQuoted ? start : start - 1
      try readContainer(to: UInt8(ascii: isQuoted ? "\"" : ">"))
      if isQuoted, byte() == UInt8(ascii: ">") { index += 1 }
      return
    }
    // Django: `<QuerySet [{…}]>`
    let type = inside.prefix(Self.maximumName).prefix(while: Self.isWordCharacter)
    if !type.isEmpty, inside[type.endIndex...].starts(with: " [".utf8) {
      index = type.endIndex + 1
      try readList()
      guard byte() == UInt8(ascii: ">") else { throw Unreadable() }
      index += 1
      return
    }
    index = close + 1
    if inside.elementsEqual("null".utf8) || inside.elementsEqual("nil".utf8) {
      json += "null".utf8
    } else if let bracket = byte(), "({".utf8.contains(bracket), inside.count <= Self.maximumName {
      // Objective-C: the type before a list or an object.
      try readContainer(to: UInt8(ascii: bracket == UInt8(ascii: "(") ? ")" : "}"))
    } else if let mark = inside.prefix(Self.maximumName).firstIndex(of: UInt8(ascii: ":")),
      inside[mark...].starts(with: ": ")
    {
      // Python: an enumeration with its value.
      let text = inside[(mark + 2)...]
      let isQuoted = text.count > 1 && text.first == text.last && text.first.map("'\"".utf8.contains) ?? false
      if Self.isNumber(text) { json += text } else { write(isQuoted ? text.dropFirst().dropLast() : text) }
    } else {
      // Data: the brackets around its digits stay.
      write(bytes[(inside.startIndex - 1)...close])
    }
  }

  /// Where the members of an object begin that is printed as `<Name: name=value, …>` or `<Name name: value, …>`.
  ///
  /// - Returns: `nil` for other texts.
  static func startOfMembers(in text: ArraySlice<UInt8>) -> Int? {
    let type = text.dropFirst().prefix(maximumName).prefix(while: isWordCharacter)
    guard !type.isEmpty, let next = text[type.endIndex...].first else { return nil }
    // Behind `Name:` the mark of a member is `=`, behind `Name` it is a colon.
    let hasColon = next == UInt8(ascii: ":")
    let mark = UInt8(ascii: hasColon ? "=" : ":")
    // The first member is enough: white space, perhaps a quotation mark, and a name.
    let rest = text[type.endIndex...].dropFirst(hasColon ? 1 : 0).prefix(300)
    let start = rest.drop(while: \.isASCIISpace)
    let members = start.first == UInt8(ascii: "\"") ? start.dropFirst().drop(while: \.isASCIISpace) : start
    let name = members.prefix(while: isWordCharacter)
    guard start.startIndex > rest.startIndex, isName(name), members[name.endIndex...].first == mark,
      hasColon || !members[name.endIndex...].starts(with: "://")
    else { return nil }
    return start.startIndex
  }
}
