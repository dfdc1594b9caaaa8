/// An old-style (OpenStep) property list, as far as iOS 6 transaction receipts use it: one dictionary of strings.
///
///     list   = "{" { string "=" string ";" } "}"
///     string = quotation mark, characters and escapes, the same mark | letters, digits and _ $ / : . -
///
/// White space and comments (`// line`, `/* block */`) are allowed between the parts. Nested dictionaries, arrays and
/// data are rejected: no receipt has them (observed on 10 published receipts). The escapes are those of Apple's Core
/// Foundation: octal, `\U` with one to four hexadecimal digits of UTF-16, and the letters of C; any other escaped
/// character represents itself.
struct PropertyList {
  /// Real receipts have at most 25 entries per list. A list with more than this number is rejected.
  static let maximumEntries = 1_000

  private let bytes: [UInt8]
  private var position = 0

  /// Reads the entries of a list that fills the bytes, in one pass and in their order. A key may occur twice.
  ///
  /// - Throws: `.invalidPropertyList` with the offset of the first byte that cannot be read.
  static func entries(_ bytes: [UInt8]) throws(ReceiptError) -> [TransactionReceipt.Entry] {
    var list = PropertyList(bytes: bytes)
    return try list.dictionary()
  }

  private mutating func dictionary() throws(ReceiptError) -> [TransactionReceipt.Entry] {
    var entries: [TransactionReceipt.Entry] = []
    try require("{", "at the start")
    try skipBlanks()
    while !take("}") {
      guard entries.count < PropertyList.maximumEntries else {
        throw fault("more than \(PropertyList.maximumEntries) entries in the property list", at: position)
      }
      let offset = position
      let key = try string("key")
      try require("=", "after the key")
      try skipBlanks()
      let value = try string("value")
      try require(";", "after the value")
      entries.append(TransactionReceipt.Entry(key: key, value: value, offset: offset))
      try skipBlanks()
    }
    try skipBlanks()
    guard position == bytes.count else {
      throw fault("\(bytes.count - position) bytes follow the end of the property list", at: position)
    }
    return entries
  }

  /// The byte at the position; `nil` at the end.
  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  /// Skips this character if it comes next, and returns whether it did.
  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  private mutating func require(_ character: Unicode.Scalar, _ place: Message) throws(ReceiptError) {
    try skipBlanks()
    guard take(character) else {
      throw fault("'\(character)' expected \(place), \(bytes.characterName(at: position)) found", at: position)
    }
  }

  private mutating func skipBlanks() throws(ReceiptError) {
    while let byte = next {
      if byte.isASCIISpace {
        position += 1
      } else if byte == UInt8(ascii: "/"), position + 1 < bytes.count, bytes[position + 1] == UInt8(ascii: "/") {
        while let byte = next, byte != 0x0A, byte != 0x0D { position += 1 }
      } else if byte == UInt8(ascii: "/"), position + 1 < bytes.count, bytes[position + 1] == UInt8(ascii: "*") {
        try skipBlockComment()
      } else {
        return
      }
    }
  }

  private mutating func skipBlockComment() throws(ReceiptError) {
    let start = position
    position += 2
    while let byte = next {
      position += 1
      if byte == UInt8(ascii: "*"), take("/") { return }
    }
    throw fault("a comment without its closing */", at: start)
  }

  private mutating func string(_ name: Message) throws(ReceiptError) -> String {
    switch next {
    case UInt8(ascii: "\""), UInt8(ascii: "'"): return try quoted(name)
    case UInt8(ascii: "{"): throw nested("dictionary", name)
    case UInt8(ascii: "("): throw nested("array", name)
    case UInt8(ascii: "<"): throw nested("data", name)
    default:
      let start = position
      while let byte = next, byte.isUnquoted { position += 1 }
      guard position > start else {
        throw fault("a \(name) expected, \(bytes.characterName(at: position)) found", at: position)
      }
      return String(decoding: bytes[start..<position], as: UTF8.self)
    }
  }

  private mutating func quoted(_ name: Message) throws(ReceiptError) -> String {
    let start = position
    let mark = bytes[start]
    position += 1
    var utf8: [UInt8] = []
    while let byte = next {
      position += 1
      switch byte {
      case mark:
        let text = String(decoding: utf8, as: UTF8.self)
        // Decoding replaces bytes that are not UTF-8 by U+FFFD. A comparison finds this without a separate validator.
        guard text.utf8.elementsEqual(utf8) else { throw fault("a \(name) that is not UTF-8", at: start) }
        return text
      case UInt8(ascii: "\\"): try escape(into: &utf8)
      default: utf8.append(byte)
      }
    }
    throw fault("a \(name) without its closing quotation mark", at: start)
  }

  private mutating func escape(into utf8: inout [UInt8]) throws(ReceiptError) {
    guard let byte = next else { throw fault("the property list ends in an escape", at: position) }
    position += 1
    switch byte {
    case UInt8(ascii: "a"): utf8.append(0x07)
    case UInt8(ascii: "b"): utf8.append(0x08)
    case UInt8(ascii: "t"): utf8.append(0x09)
    case UInt8(ascii: "n"): utf8.append(0x0A)
    case UInt8(ascii: "v"): utf8.append(0x0B)
    case UInt8(ascii: "f"): utf8.append(0x0C)
    case UInt8(ascii: "r"): utf8.append(0x0D)
    case UInt8(ascii: "0")...UInt8(ascii: "7"):
      position -= 1
      utf8.append(try octal())
    case UInt8(ascii: "U"):
      let scalar = try unicode()
      utf8.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    default: utf8.append(byte)
    }
  }

  private mutating func octal() throws(ReceiptError) -> UInt8 {
    let start = position - 1
    var value = 0
    for _ in 0..<3 {
      guard let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "7")).contains(byte) else { break }
      value = value << 3 | Int(byte & 7)
      position += 1
    }
    // Above ASCII, the number denotes a character of the NeXTSTEP encoding, which no receipt was seen to use.
    guard value < 0x80, let byte = UInt8(exactly: value) else {
      throw fault("an octal escape beyond ASCII", at: start)
    }
    return byte
  }

  private mutating func unicode() throws(ReceiptError) -> Unicode.Scalar {
    let start = position - 2
    let unit = try utf16Unit()
    if let scalar = Unicode.Scalar(unit) { return scalar }
    guard UTF16.isLeadSurrogate(unit), take("\\"), take("U") else { throw fault("half a UTF-16 pair", at: start) }
    let trail = try utf16Unit()
    let code = 0x1_0000 + (UInt32(unit & 0x3FF) << 10 | UInt32(trail & 0x3FF))
    guard UTF16.isTrailSurrogate(trail), let scalar = Unicode.Scalar(code) else {
      throw fault("half a UTF-16 pair", at: start)
    }
    return scalar
  }

  private mutating func utf16Unit() throws(ReceiptError) -> UInt16 {
    let start = position
    var value: UInt16 = 0
    while position - start < 4, let digit = next?.hexValue {
      value = value << 4 | UInt16(digit)
      position += 1
    }
    guard position > start else { throw fault("\\U without hexadecimal digits", at: start) }
    return value
  }

  private func nested(_ kind: Message, _ name: Message) -> ReceiptError {
    fault("a \(name) that is \(kind), where transaction receipts have only strings", at: position)
  }

  private func fault(_ message: Message, at offset: Int) -> ReceiptError {
    ReceiptError(.invalidPropertyList, "\(message), at byte \(offset) of the property list", offset: offset)
  }
}

extension UInt8 {
  /// Whether the character is allowed in a string without quotation marks.
  fileprivate var isUnquoted: Bool { isASCIILetter || isASCIIDigit || "_$/:.-".utf8.contains(self) }
}
