/// Values without quotation marks and brackets: numbers, words, dates, texts.
extension PrintedValue {
  /// Reads a value without quotation marks. Where it ends depends on its container.
  mutating func readPlain(in container: Container?, isName: Bool) throws {
    let start = index
    // The number of brackets that are open in the value.
    var open = 0
    reading: while let next = byte() {
      switch next {
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: ";"): break reading
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): open += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
        if open == 0 { break reading }
        open -= 1
      case UInt8(ascii: ">") where container?.closer == next, UInt8(ascii: "\"") where container?.closer == next:
        break reading
      case UInt8(ascii: ","):
        // In `Fri, 6 Nov`, and in texts that have no quotation marks, unless an entry follows.
        let mayHoldCommas = !isName && container?.hasNames == true && container?.isBare != false
        let isInValue = Self.isWeekday(bytes[start..<index]) || mayHoldCommas && !isBeforeEntry
        if !isInValue { break reading }
      case UInt8(ascii: " "):
        // The next name of Go (`{ID:1 State:2}`) or of Ruby (`#<Purchase @id=1 @state=2>`).
        if !isName, container?.isDense == true, isBeforeDenseName { break reading }
        if !isName, container?.closer == UInt8(ascii: ">"), byte(1) == UInt8(ascii: "@") { break reading }
      default:
        if isName, separator != nil, Self.isName(bytes[start..<index]) { break reading }
      }
      index += 1
    }
    var text = bytes[start..<index].dropLast(while: \.isASCIISpace)
    if text.starts(with: "...") || text.starts(with: "\u{2026}") {
      try leaveOut()
      return
    }
    if text.isEmpty, isName { throw Unreadable() }
    // Ruby's symbols.
    if text.count > 1, text.first == UInt8(ascii: ":") { text.removeFirst() }
    writePlain(text)
  }

  /// Writes a value that stands without quotation marks.
  mutating func writePlain(_ text: ArraySlice<UInt8>) {
    switch String(decoding: text.prefix(20), as: UTF8.self) {
    case "true", "True": json += "true".utf8
    case "false", "False": json += "false".utf8
    case "null", "nil", "None", "NULL", "undefined": json += "null".utf8
    default: if Self.isNumber(text) { json += text } else { write(text) }
    }
  }

  /// `Fri`, behind which a comma is a part of a date.
  private static func isWeekday(_ text: ArraySlice<UInt8>) -> Bool {
    text.count == 3 && ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"].contains { text.elementsEqual($0.utf8) }
  }

  /// Whether the comma here ends a value without quotation marks: a name, a text or the end of the container follows.
  private var isBeforeEntry: Bool {
    let behind = bytes[min(end, index + 1)..<end].prefix(Self.maximumLookahead).drop(while: \.isASCIISpace)
    guard let first = behind.first, !"\"'})]>".utf8.contains(first) else { return true }
    // Names of Ruby begin with a mark.
    let rest = behind.drop { ":@".utf8.contains($0) }
    let name = rest.prefix(while: Self.isWordCharacter)
    let mark = rest[name.endIndex...].drop { $0 == UInt8(ascii: " ") }.first
    return Self.isName(name) && (mark == UInt8(ascii: "=") || mark == UInt8(ascii: ":"))
  }

  /// Whether a name of Go stands behind the blank here: `{ID:1 State:2}`.
  var isBeforeDenseName: Bool {
    let rest = bytes[min(end, index + 1)..<end].prefix(Self.maximumLookahead)
    let name = rest.prefix(while: Self.isWordCharacter)
    let mark = rest[name.endIndex...]
    guard let first = name.first, first.isASCIILetter, mark.first == UInt8(ascii: ":") else { return false }
    let value = mark.dropFirst()
    guard let next = value.first, !next.isASCIISpace else {
      // The value of that name is empty, too, if another one follows: `{ID: Name: State:2}`.
      let behind = value.drop { $0 == UInt8(ascii: " ") }
      let second = behind.prefix(while: Self.isWordCharacter)
      return value.count > behind.count && Self.isName(second) && behind[second.endIndex...].first == UInt8(ascii: ":")
    }
    return !value.starts(with: "//")
  }

  /// Whether the line ends here and the next one begins with a name and its mark: `AutoRenewStatus:`.
  var isBeforeLineOfMember: Bool {
    guard byte().map(Self.isNewline) ?? false else { return false }
    let line = bytes[index..<end].prefix(Self.maximumLookahead).drop(while: \.isASCIISpace)
    let name = line.prefix(while: Self.isWordCharacter)
    return name.first?.isASCIILetter ?? false && line[name.endIndex...].first == UInt8(ascii: ":")
  }

  /// Whether a text begins as a name of a member does, or is a number.
  static func isName(_ text: ArraySlice<UInt8>) -> Bool {
    let text = text.dropLast { $0 == UInt8(ascii: " ") }
    guard let first = text.first else { return false }
    return first.isASCIILetter || "_$".utf8.contains(first) || text.allSatisfy(\.isASCIIDigit)
  }

  /// Whether a text is a number that JSON writes in the same way.
  static func isNumber(_ text: ArraySlice<UInt8>) -> Bool {
    let digits = text.first == UInt8(ascii: "-") ? text.dropFirst() : text
    guard digits.count <= 40, let first = digits.first, first.isASCIIDigit, digits.last?.isASCIIDigit ?? false,
      first != UInt8(ascii: "0") || digits.count == 1 || digits.dropFirst().first == UInt8(ascii: ".")
    else { return false }
    return digits.count { $0 == UInt8(ascii: ".") } <= 1
      && digits.allSatisfy { $0.isASCIIDigit || $0 == UInt8(ascii: ".") }
  }
}
