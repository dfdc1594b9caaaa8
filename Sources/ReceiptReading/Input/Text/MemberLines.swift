/// Lines of a name and a value, as people and programs list what they know of a purchase.
///
///     transactionId: 2000000123456789
///     status: refunded
extension PrintedValue {
  /// Names in words are short: `Original transaction ID`.
  private static let maximumLabel = 40

  mutating func memberLines() throws {
    var names: Set<[UInt8]> = []
    json.append(UInt8(ascii: "{"))
    while index < end {
      let line = bytes[index..<end].prefix { !Self.isNewline($0) }
      index = line.endIndex
      skip(\.isASCIISpace)
      var text = line.drop { $0.isASCIISpace || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "*") }
      while let last = text.last, last.isASCIISpace || ",;".utf8.contains(last) { text.removeLast() }
      let name = text.prefix(Self.maximumLabel + 1).prefix { $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: "=") }
      let value = text[name.endIndex...].dropFirst()
      guard name.count <= Self.maximumLabel, Self.isName(name), name.endIndex < text.endIndex,
        name.allSatisfy({ $0.isASCIILetter || $0.isASCIIDigit || " _-.".utf8.contains($0) }),
        value.first.map({ $0.isASCIISpace || text[name.endIndex] == UInt8(ascii: "=") }) ?? true
      else { throw Unreadable() }
      // A second purchase below the first one would be mixed with it.
      let label = name.split(separator: UInt8(ascii: " ")).joined(separator: [UInt8(ascii: " ")])
      guard names.insert(Array(label)).inserted else { throw Unreadable() }
      if names.count > 1 { json.append(UInt8(ascii: ",")) }
      write(Array(label)[...])
      json.append(UInt8(ascii: ":"))
      let inner = value.drop(while: \.isASCIISpace)
      // Receipts and parts of signed data behind labels are read by the formats that know their damage.
      guard !ReceiptMember.looksLikeReceipt(inner) else { throw Unreadable() }
      let isQuoted = inner.count > 1 && inner.first == inner.last && inner.first.map("'\"".utf8.contains) ?? false
      if isQuoted { write(inner.dropFirst().dropLast()) } else { plain(inner) }
    }
    json.append(UInt8(ascii: "}"))
    hasNames = names.count > 1
  }
}
