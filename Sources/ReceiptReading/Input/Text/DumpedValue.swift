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

  mutating func dumped() throws {
    guard let line = try dumpedLine() else { throw Unreadable() }
    try dumped(line)
  }

  /// The line here, without taking it; `nil` at the end.
  private func dumpedLine() throws -> DumpedLine? {
    let line = bytes[min(index, end)..<end].prefix { !Self.isNewline($0) }
    if line.isEmpty { return nil }
    let marked = line.drop { $0 == UInt8(ascii: " ") }
    let length = marked.starts(with: "- ") ? 2 : marked.starts(with: "\u{25BF} ") ? 4 : 0
    guard length > 0 else { throw Unreadable() }
    let text = marked.dropFirst(length)
    var name = text.prefix(Self.maximumName).prefix { $0 != UInt8(ascii: ":") }
    let mark = name.endIndex
    // The debugger writes a blank before the mark.
    if name.last == UInt8(ascii: " ") { name.removeLast() }
    let hasName = text[mark...].starts(with: ": ") && !name.contains(UInt8(ascii: "\""))
    return DumpedLine(
      indentation: marked.startIndex - line.startIndex, name: hasName ? name : nil,
      text: hasName ? text[(mark + 2)...] : text, end: line.endIndex)
  }

  private mutating func take(_ line: DumpedLine) {
    index = line.end
    skip(Self.isNewline)
  }

  private mutating func dumped(_ line: DumpedLine) throws {
    take(line)
    guard let next = try dumpedLine(), next.indentation > line.indentation else { return try dumpedLeaf(line.text) }
    let words = line.text.split(separator: UInt8(ascii: " "))
    func ends(_ forms: String...) -> Bool {
      words.last.map { last in forms.contains { last.elementsEqual($0.utf8) } } ?? false
    }
    try nested { value in
      if next.isNamed("some") {
        try value.dumped(next)
      } else if ["timeIntervalSinceReferenceDate", "_url", "uuid"].contains(where: next.isNamed) {
        value.plain(line.text)
        while let inner = try value.dumpedLine(), inner.indentation > line.indentation { value.take(inner) }
      } else if ends("pair", "pairs") {
        try value.dumpedList(below: line, "{", "}") { value, pair in
          value.take(pair)
          for (name, mark) in [("key", ":"), ("value", "")] {
            guard let part = try value.dumpedLine(), part.isNamed(name) else { throw Unreadable() }
            try value.dumped(part)
            value.json += mark.utf8
          }
        }
      } else if ends("element", "elements", "elements)") {
        try value.dumpedList(below: line, "[", "]") { try $0.dumped($1) }
      } else {
        try value.dumpedList(below: line, "{", "}") { value, member in
          guard let name = member.name else { throw Unreadable() }
          value.write(name)
          value.json.append(UInt8(ascii: ":"))
          try value.dumped(member)
        }
      }
    }
  }

  private mutating func dumpedList(
    below line: DumpedLine, _ open: String, _ close: String,
    _ read: (inout PrintedValue, DumpedLine) throws -> Void
  ) throws {
    json += open.utf8
    hasNames = hasNames || open == "{"
    var isFirst = true
    while let inner = try dumpedLine(), inner.indentation > line.indentation {
      if !isFirst { json.append(UInt8(ascii: ",")) }
      isFirst = false
      try read(&self, inner)
    }
    json += close.utf8
  }

  private mutating func dumpedLeaf(_ text: ArraySlice<UInt8>) throws {
    if text.starts(with: "0 ") {
      json += (text.elementsEqual("0 elements".utf8) ? "[]" : "{}").utf8
    } else if text.first == UInt8(ascii: "\"") {
      // The line was taken: its text is read once more.
      let behind = index
      index = text.startIndex
      try quoted()
      guard index == text.endIndex else { throw Unreadable() }
      index = behind
    } else if !printed(text) {
      plain(text)
    }
  }
}
