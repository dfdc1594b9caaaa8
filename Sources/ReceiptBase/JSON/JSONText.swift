/// A value in a JSON text that was read strictly: its parts are created on demand, and not cached.
package struct JSONText: JSONNode {
  private let outline: JSONOutline
  /// The index of the value's entry in the outline.
  private let entry: Int
  /// The start of the value itself; for a member's value, the entry has the start of its name instead.
  private let start: Int

  package init(_ outline: JSONOutline) {
    self.init(outline, entry: 0, start: outline.entries.first.map { Int($0.start) } ?? 0)
  }

  private init(_ outline: JSONOutline, entry: Int, start: Int) {
    self.outline = outline
    self.entry = entry
    self.start = start
  }

  /// The octet with which the value begins; it shows the kind of the value.
  private var firstOctet: UInt8 { start < outline.bytes.count ? outline.bytes[start] : 0 }

  package var form: JSONForm {
    switch firstOctet {
    case UInt8(ascii: "{"): .object
    case UInt8(ascii: "["): .array
    case UInt8(ascii: "\""): .string
    default: .other
    }
  }

  /// The range of the value in the text, with its quotation marks or brackets.
  package var range: Range<Int> {
    switch firstOctet {
    case UInt8(ascii: "\""):
      var scanner = JSONStringScanner(outline.bytes, from: start + 1, to: outline.bytes.count)
      _ = try? scanner.skip()
      return start..<max(start, scanner.index)
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      var children = Children(outline, entry + 1, end)
      var index = start + 1
      var last: (entry: Int, start: Int)?
      while let child = children.next() { last = child }
      if let last {
        let value = firstOctet == UInt8(ascii: "{") ? outline.member(at: last.start).value : last.start
        index = JSONText(outline, entry: last.entry, start: value).range.upperBound
      }
      while index < outline.bytes.count, outline.bytes[index].isASCIISpace { index += 1 }
      // The bracket that closes the value.
      return start..<min(index + 1, outline.bytes.count)
    default: return start..<start + word.count
    }
  }

  /// The characters of a number, `true`, `false` or `null`.
  private var word: ArraySlice<UInt8> {
    outline.bytes[min(start, outline.bytes.count)...].prefix {
      $0.isASCIIDigit || $0.isASCIILetter || "+-.".utf8.contains($0)
    }
  }

  /// The index of the entry after the contents.
  private var end: Int { entry < outline.entries.count ? Int(outline.entries[entry].next) : entry }

  /// The length of the value in the text in octets, including any text between it and the next value.
  package var length: Int {
    (end < outline.entries.count ? Int(outline.entries[end].start) : outline.bytes.count) - start
  }

  package var memberNodes: Members? {
    firstOctet == UInt8(ascii: "{") ? Members(children: Children(outline, entry + 1, end)) : nil
  }

  package var elementNodes: Elements? {
    firstOctet == UInt8(ascii: "[") ? Elements(children: Children(outline, entry + 1, end)) : nil
  }

  package var stringValue: String? { firstOctet == UInt8(ascii: "\"") ? outline.string(at: start).text : nil }

  package var shallow: JSONValue {
    switch firstOctet {
    case UInt8(ascii: "{"): return .object([])
    case UInt8(ascii: "["): return .array([])
    case UInt8(ascii: "\""): return .string(outline.string(at: start).text)
    case UInt8(ascii: "t"): return .bool(true)
    case UInt8(ascii: "f"): return .bool(false)
    case UInt8(ascii: "n"): return .null
    default: return .number(String(decoding: word, as: UTF8.self))
    }
  }

  /// The value with all its contents.
  package var tree: JSONValue {
    if let memberNodes { return .object(memberNodes.map { JSONValue.Member($0.name, $0.value.tree) }) }
    if let elementNodes { return .array(elementNodes.map(\.tree)) }
    return shallow
  }

  package subscript(name: String) -> JSONText? {
    guard firstOctet == UInt8(ascii: "{") else { return nil }
    var children = Children(outline, entry + 1, end)
    while let child = children.next() {
      guard outline.hasString(name, at: child.start) else { continue }
      return JSONText(outline, entry: child.entry, start: outline.member(at: child.start).value)
    }
    return nil
  }

  /// Goes from one value to the next, skipping their contents.
  fileprivate struct Children {
    let outline: JSONOutline
    private var entry: Int
    private let end: Int

    init(_ outline: JSONOutline, _ entry: Int, _ end: Int) {
      self.outline = outline
      self.entry = entry
      self.end = end
    }

    mutating func next() -> (entry: Int, start: Int)? {
      guard entry < end else { return nil }
      let found = (entry, Int(outline.entries[entry].start))
      entry = Int(outline.entries[entry].next)
      return found
    }
  }

  /// Members in the order of the text; a name may occur twice.
  package struct Members: Sequence, IteratorProtocol {
    fileprivate var children: Children

    package mutating func next() -> (name: String, value: JSONText)? {
      guard let child = children.next() else { return nil }
      let (name, start) = children.outline.member(at: child.start)
      return (name, JSONText(children.outline, entry: child.entry, start: start))
    }
  }

  package struct Elements: Sequence, IteratorProtocol {
    fileprivate var children: Children

    package mutating func next() -> JSONText? {
      children.next().map { JSONText(children.outline, entry: $0.entry, start: $0.start) }
    }
  }
}
