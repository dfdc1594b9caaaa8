/// Lines of a name and a value, as people, consoles and databases list what they know of a purchase.
///
///     transactionId: 2000000123456789        transaction_id | 2000000123456789
///     status: refunded                       status         | refunded
///
/// They may stand among other lines: a headline, the query, `1 row in set`.
struct MemberLines {
  /// The lines with names and values.
  private(set) var text: [UInt8] = []
  /// The other lines, and what all lines begin with.
  private(set) var others: ArraySlice<UInt8> = []

  /// Names in words are short: `Original transaction ID`.
  static let maximumLabel = 40
  private static let maximumLines = 400
  private static let maximumOthers = 8

  /// Takes a text apart; `nil` if it is not mostly lines with names and values.
  init?(_ input: ArraySlice<UInt8>) {
    // Base64 has none of these marks, and is not split into lines.
    let hasMark = input.contains { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "|") || $0 == UInt8(ascii: " ") }
    guard hasMark, input.count <= PrintedValue.maximumSearched else { return nil }
    var lines = input.split(whereSeparator: PrintedValue.isNewline).filter { !$0.allSatisfy(\.isASCIISpace) }
    lines = lines.flatMap(Self.parts)
    guard (2...Self.maximumLines).contains(lines.count) else { return nil }
    let prefix = Self.prefix(of: lines)
    var count = 0
    var other = lines[0].prefix(prefix) + [0x0A]
    for line in lines.map({ $0.dropFirst(prefix) }) {
      if let (name, value) = Self.member(line) {
        text += name + [UInt8(ascii: ":"), UInt8(ascii: " ")] + value + [0x0A]
        count += 1
      } else {
        // A line of marks only says nothing, but for brackets: they are those of another print.
        guard
          line.contains(where: { $0.isASCIILetter || $0.isASCIIDigit })
            || line.allSatisfy({ $0.isASCIISpace || "-+*=_#~.".utf8.contains($0) })
        else { return nil }
        other += line + [0x0A]
      }
    }
    guard count > 1, lines.count - count <= min(count, Self.maximumOthers) else { return nil }
    others = other[...]
  }

  /// The members in a line of .NET's, which has bars in between: `ProductId:x| State:Deferred | Id:`.
  private static func parts(of line: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    let colon = UInt8(ascii: ":")
    let parts = line.split(separator: UInt8(ascii: "|"))
    guard parts.count > 2, parts.allSatisfy({ $0.contains(colon) }) else { return [line] }
    return parts.flatMap { part -> [ArraySlice<UInt8>] in
      // A label may stand before the first: a line of its own, without its colon.
      let behind = part.firstRange(of: ": ".utf8).map { part[$0.upperBound...] } ?? part[part.endIndex...]
      let name = behind.contains(colon) ? behind : part
      guard let mark = name.firstIndex(of: colon) else { return [part] }
      let member = (Array(name[...mark]) + [UInt8(ascii: " ")] + name[(mark + 1)...])[...]
      return name.startIndex == part.startIndex ? [member] : [part[..<name.startIndex].dropLast(2), member]
    }
  }

  /// The length of what all lines of a log begin with, up to a mark that ends it: `flutter: `, `I/flutter (123): `.
  private static func prefix(of lines: [ArraySlice<UInt8>]) -> Int {
    guard lines.count > 2, let first = lines.first else { return 0 }
    var length = 0
    var end = 0
    func shape(_ byte: UInt8) -> UInt8 { byte.isASCIIDigit ? UInt8(ascii: "0") : byte }
    for byte in first.prefix(120) {
      let isCommon = lines.allSatisfy { line in
        length < line.count && shape(line[line.startIndex + length]) == shape(byte)
      }
      guard isCommon else { break }
      length += 1
      let before = length > 1 ? first[first.startIndex + length - 2] : 0
      if byte == UInt8(ascii: " "), ":]>)|".utf8.contains(before) { end = length }
    }
    return end
  }

  /// The name and the value in a line; `nil` for other lines.
  static func member(_ line: ArraySlice<UInt8>) -> (name: [UInt8], value: ArraySlice<UInt8>)? {
    var text = line.drop { $0.isASCIISpace || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "*") }
    while let last = text.last, last.isASCIISpace || ",;".utf8.contains(last) { text.removeLast() }
    let name = text.prefix(maximumLabel + 1).prefix { !":=|".utf8.contains($0) }
    let value = text[name.endIndex...].dropFirst()
    guard name.count <= maximumLabel, PrintedValue.isName(name), name.endIndex < text.endIndex,
      name.allSatisfy({ $0.isASCIILetter || $0.isASCIIDigit || " _-.".utf8.contains($0) }),
      value.first.map({ text[name.endIndex] == UInt8(ascii: ":") ? $0.isASCIISpace : $0 != UInt8(ascii: ">") }) ?? true
    else { return nil }
    return (Array(name.split(separator: UInt8(ascii: " ")).joined(separator: [UInt8(ascii: " ")])), value)
  }
}

extension PrintedValue {
  mutating func memberLines() throws {
    var names: Set<[UInt8]> = []
    json.append(UInt8(ascii: "{"))
    while index < end {
      let line = bytes[index..<end].prefix { !Self.isNewline($0) }
      index = line.endIndex
      skip(\.isASCIISpace)
      guard let (label, value) = MemberLines.member(line) else { throw Unreadable() }
      // A second purchase below the first one would be mixed with it.
      guard names.insert(label).inserted else { throw Unreadable() }
      if names.count > 1 { json.append(UInt8(ascii: ",")) }
      write(label[...])
      json.append(UInt8(ascii: ":"))
      let inner = value.drop(while: \.isASCIISpace)
      // Receipts and parts of signed data behind labels are read by the formats that know their damage.
      guard !ReceiptMember.looksLikeReceipt(inner) else { throw Unreadable() }
      let isQuoted = inner.count > 1 && inner.first == inner.last && inner.first.map("'\"".utf8.contains) ?? false
      // The beginning of a list or an object that goes on below.
      guard inner.last.map({ !"([{<".utf8.contains($0) }) ?? true else { throw Unreadable() }
      if isQuoted { write(inner.dropFirst().dropLast()) } else if !printed(inner) { plain(inner) }
    }
    json.append(UInt8(ascii: "}"))
    hasNames = names.count > 1
  }
}
