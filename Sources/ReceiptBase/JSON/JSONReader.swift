/// Reads a JSON text (RFC 8259) strictly: nothing is mended, nothing is guessed.
///
/// Numbers keep the characters they were written in, members keep their order, a name may occur twice. Lone surrogates
/// in `\u` escapes and bytes that are not UTF-8 are errors, because no string could hold them without changing them.
public struct JSONReader: Sendable {
  /// How deeply arrays and objects may be nested.
  public var maximumDepth: Int
  /// How many values the document may have in all; an answer of verifyReceipt has about 25 a purchase.
  public var maximumValues: Int

  /// A reader with limits. Memory is bounded by the size of the text and about 100 bytes a value.
  public init(maximumDepth: Int = 64, maximumValues: Int = 1 << 20) {
    self.maximumDepth = maximumDepth
    self.maximumValues = maximumValues
  }

  /// What is said of a document with too many values.
  var limitOnValues: String { "JSON with more than \(maximumValues.grouped) values" }
  /// What is said of a document that is nested too deeply.
  var limitOnDepth: String { "JSON nested deeper than \(maximumDepth) levels" }

  /// Reads one value that fills the whole text, white space aside.
  ///
  /// - Parameter bytes: UTF-8 without a byte-order mark; untrusted.
  /// - Throws: `.invalidJSON` with the byte offset of the first fault.
  public func read(_ bytes: [UInt8]) throws(ReceiptError) -> JSONValue {
    try read(bytes, 0..<bytes.count)
  }

  /// Reads one value that fills this range of a text, white space aside; offsets in errors count from the start of `bytes`.
  ///
  /// - Throws: `.invalidJSON` with the byte offset of the first fault.
  public func read(_ bytes: [UInt8], _ range: Range<Int>) throws(ReceiptError) -> JSONValue {
    var parser = JSONParser<JSONTree>(bytes, range, self)
    return try parser.document()
  }

  /// Reads the same text as strictly, with the same limits and errors, and keeps only where its values stand.
  ///
  /// - Throws: as ``read(_:_:)``, and for a text whose offsets 32 bits cannot hold.
  func outline(_ bytes: [UInt8], _ range: Range<Int>) throws(ReceiptError) -> JSONText {
    guard bytes.count <= UInt32.max else { throw ReceiptError(.invalidJSON, "JSON of more than 4 GiB", offset: 0) }
    var parser = JSONParser<JSONPositions>(bytes, range, self)
    _ = try parser.document()
    return JSONText(JSONOutline(bytes, parser.entries))
  }
}

/// What is made of a text while it is read.
private protocol JSONProduct {
  static var isTree: Bool { get }
}

/// Values with everything in them.
private enum JSONTree: JSONProduct { static var isTree: Bool { true } }

/// Where values stand. No value, name or string is made: `.null` and empty strings stand for them.
private enum JSONPositions: JSONProduct { static var isTree: Bool { false } }

/// The recursive descent behind ``JSONReader``. Its recursion is as deep as the limit allows and no deeper.
private struct JSONParser<Product: JSONProduct> {
  private let bytes: [UInt8]
  private let end: Int
  private let limits: JSONReader
  private var index: Int
  private var values = 0
  /// In the order of the text.
  private(set) var entries: [JSONOutline.Entry] = []
  /// Names that are too long to stand inside a `String`, so that a list of objects with the same names holds each of them once.
  private var names = [String](repeating: "", count: 64)

  init(_ bytes: [UInt8], _ range: Range<Int>, _ limits: JSONReader) {
    self.bytes = bytes
    self.limits = limits
    index = range.lowerBound
    end = range.upperBound
    // Room that is not used costs nothing where there is much of it: the system gives memory when it is written to.
    if !Product.isTree { entries.reserveCapacity(min(limits.maximumValues, range.count / 16)) }
  }

  mutating func document() throws(ReceiptError) -> JSONValue {
    let value = try value(depth: 0)
    skipSpace()
    guard index == end else { throw fault("after the end of the value") }
    return value
  }

  /// - Parameter member: where the name of the member stands whose value it is.
  private mutating func value(depth: Int, member: Int? = nil) throws(ReceiptError) -> JSONValue {
    skipSpace()
    values += 1
    guard values <= limits.maximumValues else {
      throw ReceiptError(.invalidJSON, limits.limitOnValues, offset: index)
    }
    if Product.isTree { return try content(depth: depth) }
    let entry = entries.count
    entries.append(JSONOutline.Entry(start: UInt32(truncatingIfNeeded: member ?? index), next: 0))
    let value = try content(depth: depth)
    entries[entry].next = UInt32(truncatingIfNeeded: entries.count)
    return value
  }

  private mutating func content(depth: Int) throws(ReceiptError) -> JSONValue {
    switch peek {
    case UInt8(ascii: "{"): return try object(depth: depth)
    case UInt8(ascii: "["): return try array(depth: depth)
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    case let byte? where byte == UInt8(ascii: "-") || byte.isASCIIDigit: return .number(try number())
    default: throw fault("where a value should start")
    }
  }

  private mutating func object(depth: Int) throws(ReceiptError) -> JSONValue {
    try enter(depth)
    var members: [JSONValue.Member] = []
    if take(UInt8(ascii: "}")) { return .object(members) }
    repeat {
      skipSpace()
      guard peek == UInt8(ascii: "\"") else { throw fault("where a member's name should start") }
      let start = index
      let name = shared(try string())
      guard take(UInt8(ascii: ":")) else { throw fault("where ':' should follow a name") }
      let value = try value(depth: depth + 1, member: start)
      if Product.isTree { members.append(JSONValue.Member(name, value)) }
    } while take(UInt8(ascii: ","))
    guard take(UInt8(ascii: "}")) else { throw fault("where ',' or '}' should be") }
    return .object(members)
  }

  private mutating func array(depth: Int) throws(ReceiptError) -> JSONValue {
    try enter(depth)
    var elements: [JSONValue] = []
    if take(UInt8(ascii: "]")) { return .array(elements) }
    repeat {
      let value = try value(depth: depth + 1)
      if Product.isTree { elements.append(value) }
    } while take(UInt8(ascii: ","))
    guard take(UInt8(ascii: "]")) else { throw fault("where ',' or ']' should be") }
    return .array(elements)
  }

  private mutating func enter(_ depth: Int) throws(ReceiptError) {
    guard depth < limits.maximumDepth else {
      throw ReceiptError(.invalidJSON, limits.limitOnDepth, offset: index)
    }
    index += 1
  }

  private mutating func number() throws(ReceiptError) -> String {
    let start = index
    if peek == UInt8(ascii: "-") { index += 1 }
    if peek == UInt8(ascii: "0") { index += 1 } else { try digits() }
    if peek == UInt8(ascii: ".") {
      index += 1
      try digits()
    }
    if peek == UInt8(ascii: "e") || peek == UInt8(ascii: "E") {
      index += 1
      if peek == UInt8(ascii: "+") || peek == UInt8(ascii: "-") { index += 1 }
      try digits()
    }
    return Product.isTree ? String(decoding: bytes[start..<index], as: UTF8.self) : ""
  }

  private mutating func digits() throws(ReceiptError) {
    let start = index
    while let byte = peek, byte.isASCIIDigit { index += 1 }
    guard index > start else { throw fault("where a digit should be") }
  }

  private mutating func string() throws(ReceiptError) -> String {
    var scanner = JSONStringScanner(bytes, from: index + 1, to: end)
    let text = Product.isTree ? try scanner.read() : try scanner.skip()
    index = scanner.index
    return text
  }

  /// The same name as it was read before, if it still is in its place.
  private mutating func shared(_ name: String) -> String {
    let count = name.utf8.count
    guard count > 15, let first = name.utf8.first, let last = name.utf8.last else { return name }
    // Any place in the table will do, as long as it is the same for the same name.
    let place = (count ^ Int(first) << 2 ^ Int(last)) & (names.count - 1)
    // As bytes: what Swift takes for the same text may have been written in two ways.
    if !names[place].utf8.elementsEqual(name.utf8) { names[place] = name }
    return names[place]
  }

  private mutating func word(_ word: StaticString, _ value: JSONValue) throws(ReceiptError) -> JSONValue {
    guard bytes[index..<end].starts(with: word) else { throw fault("where a value should start") }
    index += word.utf8CodeUnitCount
    return value
  }

  private var peek: UInt8? { index < end ? bytes[index] : nil }

  private mutating func skipSpace() {
    while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { index += 1 }
  }

  /// Takes a punctuation mark with the white space before it, if it comes next.
  private mutating func take(_ mark: UInt8) -> Bool {
    skipSpace()
    guard peek == mark else { return false }
    index += 1
    return true
  }

  private func fault(_ place: String) -> ReceiptError {
    if index >= end { return ReceiptError(.invalidJSON, "JSON that ends \(place)", offset: index) }
    return ReceiptError(
      .invalidJSON, "JSON with \(CharacterName.of(bytes, at: index)) at offset \(index.grouped), \(place)",
      offset: index)
  }
}
