import ReceiptKit

/// Goes through the members of the JSON object in one line, without making values of those that were not asked for.
///
/// What is skipped is checked for its shape (strings that end, brackets that match, nothing behind the object), so that a line
/// that was cut off is noticed wherever the cut is.
struct JSONMembers {
  private let bytes: UnsafeRawBufferPointer
  private let end: Int
  private var position: Int
  private var isFirst = true
  private let start: Int
  private static let maximumDepth = 64

  /// - Parameter range: the line without its line break.
  init(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) throws(ReceiptError) {
    self.bytes = bytes
    start = range.lowerBound
    position = range.lowerBound
    end = range.upperBound
    skipSpace()
    guard peek != nil else { throw ReceiptError(.emptyInput, "an empty line", offset: 0) }
    guard take(UInt8(ascii: "{")) else {
      let isJSON = (try? JSONReader().read(Array(bytes[range]))) != nil
      throw fault("a line that is not a JSON object", isJSON ? .invalidRecord : .invalidJSON)
    }
  }

  /// The next member: where the name stands between its quotation marks, and the value with all that belongs to it.
  mutating func next() throws(ReceiptError) -> (name: Range<Int>, value: Range<Int>)? {
    if take(UInt8(ascii: "}")) {
      skipSpace()
      guard position == end else { throw fault("JSON with something behind the end of the object") }
      return nil
    }
    if !isFirst, !take(UInt8(ascii: ",")) { throw fault("JSON without ',' or '}' behind a member") }
    isFirst = false
    skipSpace()
    guard peek == .quotationMark else { throw fault("JSON without a name where a member should start") }
    let name = try string()
    guard take(UInt8(ascii: ":")) else { throw fault("JSON without ':' behind a name") }
    skipSpace()
    let value = position
    try skipValue()
    return (name, value..<position)
  }

  /// Skips a value of any kind.
  private mutating func skipValue() throws(ReceiptError) {
    var closers: [UInt8] = []
    repeat {
      skipSpace()
      switch peek {
      case .quotationMark?: _ = try string()
      case UInt8(ascii: "{")?, UInt8(ascii: "[")?:
        guard closers.count < Self.maximumDepth else { throw fault("JSON nested too deeply") }
        closers.append(peek == UInt8(ascii: "{") ? UInt8(ascii: "}") : UInt8(ascii: "]"))
        position += 1
      case UInt8(ascii: "}")?, UInt8(ascii: "]")?:
        guard let closer = closers.popLast(), closer == peek else { throw fault("JSON with a bracket too many") }
        position += 1
      case UInt8(ascii: ",")?, UInt8(ascii: ":")?:
        guard !closers.isEmpty else { throw fault("JSON without a value behind a name") }
        position += 1
      case nil: throw fault("JSON that ends inside a value")
      default: try skipWord()
      }
    } while !closers.isEmpty
  }

  /// A number, `true`, `false` or `null`: the caller that uses it reads it strictly.
  private mutating func skipWord() throws(ReceiptError) {
    let wordStart = position
    while let byte = peek, byte.isJSONWord { position += 1 }
    guard position > wordStart else { throw fault("JSON with a character that belongs to no value") }
  }

  /// Skips a string; answers what stands between its quotation marks.
  private mutating func string() throws(ReceiptError) -> Range<Int> {
    let textStart = position + 1
    var from = textStart
    while let mark = bytes.firstIndex(of: .quotationMark, in: from..<end) {
      // A mark behind an odd number of backslashes belongs to the text.
      var slash = mark
      while slash > textStart, bytes[slash - 1] == UInt8(ascii: "\\") { slash -= 1 }
      from = mark + 1
      if (mark - slash).isMultiple(of: 2) {
        position = from
        return textStart..<mark
      }
    }
    throw fault("JSON with a string that never ends")
  }

  private var peek: UInt8? { position < end ? bytes[position] : nil }

  private mutating func skipSpace() {
    while let byte = peek, byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == 0x0A { position += 1 }
  }

  private mutating func take(_ mark: UInt8) -> Bool {
    skipSpace()
    guard peek == mark else { return false }
    position += 1
    return true
  }

  private func fault(_ what: String, _ code: ReceiptError.Code = .invalidJSON) -> ReceiptError {
    ReceiptError(code, "\(what), at offset \((position - start).grouped) of the line", offset: position - start)
  }
}

extension UInt8 {
  /// Whether it occurs in numbers, `true`, `false` and `null`.
  fileprivate var isJSONWord: Bool {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "E"),
      UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
      true
    default: false
    }
  }
}
