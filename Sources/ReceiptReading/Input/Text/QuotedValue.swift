/// Texts in quotation marks, with the escapes of all programs.
extension PrintedValue {
  /// Reads a text in quotation marks, or the object or the date that a text of Objective-C describes:
  /// `"<QONEntitlement: id=plus,\nisActive=1>"`, `"expiresAtDate: 2026-12-18"`.
  ///
  /// - Parameter isRaw: whether escapes stay as they are.
  mutating func readQuoted(isRaw: Bool = false) throws {
    let start = json.count
    try readText(isRaw: isRaw)
    // Names of dates are short.
    let name = json[(start + 1)...].prefix(40).prefix { $0 != UInt8(ascii: ":") }
    let isDate = json[name.endIndex...].starts(with: ": ".utf8) && LooseMembers.isDate(name)
    let isInAngles = json[start...].starts(with: "\"<".utf8) && json.suffix(2).elementsEqual(">\"".utf8)
    guard isDate || isInAngles, depth < Self.maximumDepth,
      let inner = try? JSONReader().tree(Array(json[start...]), 0..<(json.count - start)).stringValue
    else { return }
    let text = Array((isDate ? "{\(inner)}" : inner).utf8)
    var object = PrintedValue(text, 0..<text.count)
    object.depth = depth
    guard isDate || Self.startOfMembers(in: text[...]) != nil, (try? object.readValue()) != nil,
      object.index == object.end
    else { return }
    json.replaceSubrange(start..., with: object.json)
  }

  /// Reads a text in quotation marks.
  private mutating func readText(isRaw: Bool) throws {
    guard let quote = byte() else { throw Unreadable() }
    index += 1
    json.append(UInt8(ascii: "\""))
    while let next = byte(), next != quote {
      index += 1
      guard next == UInt8(ascii: "\\"), let escape = byte() else {
        append(next)
        continue
      }
      index += 1
      guard !isRaw else {
        append(next)
        append(escape)
        continue
      }
      switch escape {
      case UInt8(ascii: "n"): append(0x0A)
      case UInt8(ascii: "r"): append(0x0D)
      case UInt8(ascii: "t"): append(0x09)
      case UInt8(ascii: "x"): readCharacter(hexDigits: 2)
      case UInt8(ascii: "u") where byte() == UInt8(ascii: "{"):
        index += 1
        readCharacter(hexDigits: 8)
        if byte() == UInt8(ascii: "}") { index += 1 }
      case UInt8(ascii: "u"): readCharacter(hexDigits: 4)
      // Eight digits in Python, four in Objective-C.
      case UInt8(ascii: "U"): readCharacter(hexDigits: follows("000") ? 8 : 4)
      default: append(escape)
      }
    }
    guard byte() == quote else { throw Unreadable() }
    index += 1
    json.append(UInt8(ascii: "\""))
    // `'eyJhbG'... 5120 more characters` of Node: what is cut is a text, and the other members are whole.
    let mark: StaticString = "... "
    guard follows(mark) else { return }
    let rest = bytes[(index + mark.utf8CodeUnitCount)..<end].drop(while: \.isASCIIDigit)
    guard let words = [" more characters", " more character"].first(where: { rest.starts(with: $0.utf8) }) else {
      return
    }
    index = rest.startIndex + words.utf8.count
  }

  /// Reads the hexadecimal digits of an escape, and writes its character. Halves of characters beyond the first 65,536
  /// are joined by the reader of JSON.
  private mutating func readCharacter(hexDigits count: Int) {
    var value: UInt32 = 0
    for _ in 0..<count {
      guard let digit = byte()?.hexValue else { break }
      value = value << 4 | UInt32(digit)
      index += 1
    }
    if (0xD800...0xDFFF).contains(value) {
      json += "\\u".utf8
      json += String(value, radix: 16).utf8
    } else {
      for octet in String(Unicode.Scalar(value) ?? "\u{FFFD}").utf8 { append(octet) }
    }
  }
}
