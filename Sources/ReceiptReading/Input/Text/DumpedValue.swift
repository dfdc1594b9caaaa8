/// Swift's `dump`: a line for each value, indented below the value that contains it.
///
///     ▿ App.Purchase
///       - id: "1"
///       ▿ ends: Optional(2026-01-02 03:04:05 +0000)
///         ▿ some: 2026-01-02 03:04:05 +0000
///           - timeIntervalSinceReferenceDate: 789015845.0
///       ▿ offers: 1 element
///         - "trial"
extension PrintedValue {
  private struct DumpedLine {
    let indentation: Int
    let name: ArraySlice<UInt8>?
    let text: ArraySlice<UInt8>
    let end: Int

    func isNamed(_ name: String) -> Bool { self.name?.elementsEqual(name.utf8) ?? false }
  }

  mutating func readDump() throws {
    guard let line = try nextLine() else { throw Unreadable() }
    try readDumped(line)
  }

  /// The line here, without taking it; `nil` at the end.
  private func nextLine() throws -> DumpedLine? {
    let line = bytes[min(index, end)..<end].prefix { !Self.isNewline($0) }
    if line.isEmpty { return nil }
    let marked = line.drop { $0 == UInt8(ascii: " ") }
    guard let lineMark = ["- ", "\u{25BF} "].first(where: { marked.starts(with: $0.utf8) }) else { throw Unreadable() }
    let text = marked.dropFirst(lineMark.utf8.count)
    var name = text.prefix(Self.maximumName).prefix { $0 != UInt8(ascii: ":") }
    let colon = name.endIndex
    // The debugger writes a blank before the colon.
    if name.last == UInt8(ascii: " ") { name.removeLast() }
    let hasName = text[colon...].starts(with: ": ") && !name.contains(UInt8(ascii: "\""))
    return DumpedLine(
      indentation: marked.startIndex - line.startIndex, name: hasName ? name : nil,
      text: hasName ? text[(colon + 2)...] : text, end: line.endIndex)
  }

  private mutating func take(_ line: DumpedLine) {
    index = line.end
    skip(Self.isNewline)
  }

  private mutating func readDumped(_ line: DumpedLine) throws {
    take(line)
    guard let next = try nextLine(), next.indentation > line.indentation else { return try readDumpedLeaf(line.text) }
    let words = line.text.split(separator: UInt8(ascii: " "))
    func endsWith(_ forms: String...) -> Bool {
      words.last.map { last in forms.contains { last.elementsEqual($0.utf8) } } ?? false
    }
    try nested { reader in
      if next.isNamed("some") {
        try reader.readDumped(next)
      } else if ["timeIntervalSinceReferenceDate", "_url", "uuid"].contains(where: next.isNamed) {
        reader.writePlain(line.text)
        while let inner = try reader.nextLine(), inner.indentation > line.indentation { reader.take(inner) }
      } else if endsWith("pair", "pairs") {
        try reader.readDumpedList(below: line, "{", "}") { reader, pair in
          reader.take(pair)
          for (name, mark) in [("key", ":"), ("value", "")] {
            guard let part = try reader.nextLine(), part.isNamed(name) else { throw Unreadable() }
            try reader.readDumped(part)
            reader.json += mark.utf8
          }
        }
      } else if endsWith("element", "elements", "elements)") {
        try reader.readDumpedList(below: line, "[", "]") { try $0.readDumped($1) }
      } else {
        try reader.readDumpedList(below: line, "{", "}") { reader, member in
          guard let name = member.name else { throw Unreadable() }
          reader.write(name)
          reader.json.append(UInt8(ascii: ":"))
          try reader.readDumped(member)
        }
      }
    }
  }

  private mutating func readDumpedList(
    below line: DumpedLine, _ open: String, _ close: String,
    _ read: (inout PrintedValue, DumpedLine) throws -> Void
  ) throws {
    json += open.utf8
    hasNames = hasNames || open == "{"
    var isFirst = true
    while let inner = try nextLine(), inner.indentation > line.indentation {
      if !isFirst { json.append(UInt8(ascii: ",")) }
      isFirst = false
      try read(&self, inner)
    }
    json += close.utf8
  }

  private mutating func readDumpedLeaf(_ text: ArraySlice<UInt8>) throws {
    if text.starts(with: "0 ") {
      json += (text.elementsEqual("0 elements".utf8) ? "[]" : "{}").utf8
    } else if text.first == UInt8(ascii: "\"") {
      // `index` is behind the line already: it goes back to the text and returns.
      let behind = index
      index = text.startIndex
      try readQuoted()
      guard index == text.endIndex else { throw Unreadable() }
      index = behind
    } else if !writePrinted(text) {
      writePlain(text)
    }
  }
}
