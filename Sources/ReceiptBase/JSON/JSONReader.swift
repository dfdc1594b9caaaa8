/// Reads a JSON text (RFC 8259) strictly, without repairs or guesses.
///
/// Numbers keep their characters, members keep their order, and a name may occur twice. Lone surrogates in `\u` escapes
/// and bytes that are not UTF-8 are errors, because no string could hold them unchanged.
package struct JSONReader: Sendable {
  /// The maximum nesting depth of arrays and objects.
  package var maximumDepth: Int
  /// The maximum number of values in the document; an answer of verifyReceipt has about 25 for each purchase.
  package var maximumValues: Int

  /// Makes a reader with limits. They bound the memory: it is the size of the text, and about 100 bytes for each value.
  package init(maximumDepth: Int = 64, maximumValues: Int = 1 << 20) {
    self.maximumDepth = maximumDepth
    self.maximumValues = maximumValues
  }

  /// Reads one value that fills this range of a text, white space aside; offsets in errors count from the start of
  /// `bytes`.
  ///
  /// - Parameter bytes: UTF-8 without a byte-order mark; untrusted.
  /// - Throws: the first fault.
  package func tree(_ bytes: [UInt8], _ range: Range<Int>) throws(JSONError) -> JSONValue {
    var parser = JSONParser(bytes, range, self, makesTree: true)
    return try parser.readDocument()
  }

  /// Reads the same text equally strictly, with the same limits and errors, and keeps only the positions of its values.
  ///
  /// - Throws: as ``tree(_:_:)``, and for a text whose offsets 32 bits cannot hold.
  package func outline(_ bytes: [UInt8], _ range: Range<Int>) throws(JSONError) -> JSONText {
    guard bytes.count <= UInt32.max else { throw JSONError(message: "JSON of more than 4 GiB", offset: 0) }
    var parser = JSONParser(bytes, range, self, makesTree: false)
    _ = try parser.readDocument()
    return JSONText(JSONOutline(bytes, parser.entries))
  }
}

/// The recursive descent behind ``JSONReader``. The limit also bounds the depth of its recursion.
private struct JSONParser {
  private let bytes: [UInt8]
  private let end: Int
  private let limits: JSONReader
  /// Whether values are made with all their contents. Otherwise only their positions are recorded, and `.null` and
  /// empty strings replace the values.
  private let makesTree: Bool
  private var index: Int
  private var valueCount = 0
  /// The entries of the outline, in the order of the text.
  private(set) var entries: [JSONOutline.Entry] = []
  /// Names too long for a `String`'s inline storage, so that objects with the same names store each only once.
  private var names = [String](repeating: "", count: 64)

  init(_ bytes: [UInt8], _ range: Range<Int>, _ limits: JSONReader, makesTree: Bool) {
    self.bytes = bytes
    self.limits = limits
    self.makesTree = makesTree
    index = range.lowerBound
    end = range.upperBound
    // Unused capacity costs nothing in a large allocation: the system provides memory only when it is written to.
    if !makesTree { entries.reserveCapacity(min(limits.maximumValues, range.count / 16)) }
  }

  mutating func readDocument() throws(JSONError) -> JSONValue {
    let value = try readValue(depth: 0)
    skipSpace()
    guard index == end else { throw fault("after the end of the value") }
    return value
  }

  /// Reads a value, and makes its entry.
  ///
  /// - Parameter member: the position of the member's name, if the value belongs to one.
  private mutating func readValue(depth: Int, member: Int? = nil) throws(JSONError) -> JSONValue {
    skipSpace()
    valueCount += 1
    guard valueCount <= limits.maximumValues else {
      let message: Message = "JSON with more than \(grouped: limits.maximumValues) values"
      throw JSONError(message: message, offset: index, isLimit: true)
    }
    if makesTree { return try readContent(depth: depth) }
    let entry = entries.count
    entries.append(JSONOutline.Entry(start: UInt32(truncatingIfNeeded: member ?? index), next: 0))
    let value = try readContent(depth: depth)
    entries[entry].next = UInt32(truncatingIfNeeded: entries.count)
    return value
  }

  private mutating func readContent(depth: Int) throws(JSONError) -> JSONValue {
    switch peek {
    case UInt8(ascii: "{"): return try readObject(depth: depth)
    case UInt8(ascii: "["): return try readArray(depth: depth)
    case UInt8(ascii: "\""): return .string(try readString())
    case UInt8(ascii: "t"): return try readWord("true", .bool(true))
    case UInt8(ascii: "f"): return try readWord("false", .bool(false))
    case UInt8(ascii: "n"): return try readWord("null", .null)
    case let byte? where byte == UInt8(ascii: "-") || byte.isASCIIDigit: return .number(try readNumber())
    default: throw fault("where a value should start")
    }
  }

  private mutating func readObject(depth: Int) throws(JSONError) -> JSONValue {
    try enter(depth)
    var members: [JSONValue.Member] = []
    if take(UInt8(ascii: "}")) { return .object(members) }
    repeat {
      skipSpace()
      guard peek == UInt8(ascii: "\"") else { throw fault("where a member's name should start") }
      let start = index
      let name = shared(try readString())
      guard take(UInt8(ascii: ":")) else { throw fault("where ':' should follow a name") }
      let value = try readValue(depth: depth + 1, member: start)
      if makesTree { members.append(JSONValue.Member(name, value)) }
    } while take(UInt8(ascii: ","))
    guard take(UInt8(ascii: "}")) else { throw fault("where ',' or '}' should be") }
    return .object(members)
  }

  private mutating func readArray(depth: Int) throws(JSONError) -> JSONValue {
    try enter(depth)
    var elements: [JSONValue] = []
    if take(UInt8(ascii: "]")) { return .array(elements) }
    repeat {
      let value = try readValue(depth: depth + 1)
      if makesTree { elements.append(value) }
    } while take(UInt8(ascii: ","))
    guard take(UInt8(ascii: "]")) else { throw fault("where ',' or ']' should be") }
    return .array(elements)
  }

  /// Skips an opening bracket.
  private mutating func enter(_ depth: Int) throws(JSONError) {
    guard depth < limits.maximumDepth else {
      let message: Message = "JSON nested deeper than \(limits.maximumDepth) levels"
      throw JSONError(message: message, offset: index, isLimit: true)
    }
    index += 1
  }

  private mutating func readNumber() throws(JSONError) -> String {
    let start = index
    if peek == UInt8(ascii: "-") { index += 1 }
    if peek == UInt8(ascii: "0") { index += 1 } else { try readDigits() }
    if peek == UInt8(ascii: ".") {
      index += 1
      try readDigits()
    }
    if peek == UInt8(ascii: "e") || peek == UInt8(ascii: "E") {
      index += 1
      if peek == UInt8(ascii: "+") || peek == UInt8(ascii: "-") { index += 1 }
      try readDigits()
    }
    return makesTree ? String(decoding: bytes[start..<index], as: UTF8.self) : ""
  }

  private mutating func readDigits() throws(JSONError) {
    let start = index
    while let byte = peek, byte.isASCIIDigit { index += 1 }
    guard index > start else { throw fault("where a digit should be") }
  }

  private mutating func readString() throws(JSONError) -> String {
    var scanner = JSONStringScanner(bytes, from: index + 1, to: end)
    let text = makesTree ? try scanner.read() : try scanner.skip()
    index = scanner.index
    return text
  }

  /// The name as a string. If an earlier read left the same name in its slot, that copy is returned.
  private mutating func shared(_ name: String) -> String {
    let count = name.utf8.count
    guard count > 15, let first = name.utf8.first, let last = name.utf8.last else { return name }
    // The choice of the slot is arbitrary, but the same for the same name.
    let slot = (count ^ Int(first) << 2 ^ Int(last)) & (names.count - 1)
    // Names are compared as bytes: texts that are equal for Swift may have been written in two ways.
    if !names[slot].utf8.elementsEqual(name.utf8) { names[slot] = name }
    return names[slot]
  }

  private mutating func readWord(_ word: StaticString, _ value: JSONValue) throws(JSONError) -> JSONValue {
    guard bytes[index..<end].starts(with: word) else { throw fault("where a value should start") }
    index += word.utf8CodeUnitCount
    return value
  }

  /// The octet at the position; `nil` at the end.
  private var peek: UInt8? { index < end ? bytes[index] : nil }

  private mutating func skipSpace() {
    while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { index += 1 }
  }

  /// Skips white space, and then this punctuation mark if it comes next.
  ///
  /// - Returns: whether the mark came next.
  private mutating func take(_ mark: UInt8) -> Bool {
    skipSpace()
    guard peek == mark else { return false }
    index += 1
    return true
  }

  private func fault(_ place: Message) -> JSONError {
    if index >= end { return JSONError(message: "JSON that ends \(place)", offset: index) }
    return JSONError(
      message: "JSON with \(bytes.characterName(at: index)) at offset \(grouped: index), \(place)", offset: index)
  }
}
