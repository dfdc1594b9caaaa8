/// The first departure of a text from the form that Apple accepts: standard base64 (RFC 4648, 4), padded, on one line.
/// The unused bits of the last character may be set; see ``ReceiptDataValue``.
struct Base64Departure: Equatable {
  /// The offset in bytes from the start of the text.
  let offset: Int
  /// `a newline`
  let name: Message

  /// `nil` for text that Apple decodes.
  static func first(in text: [UInt8]) -> Base64Departure? {
    guard !text.isEmpty else { return Base64Departure(offset: 0, name: "nothing") }
    let body = text.prefix { Base64.values[Int($0)] != Base64.invalid }
    let padding = text[body.endIndex...].prefix { $0 == UInt8(ascii: "=") }
    if padding.endIndex < text.endIndex {
      let offset = padding.isEmpty ? body.endIndex : padding.endIndex
      // The fault is the text after the padding, and not the padding itself.
      return Base64Departure(offset: offset, name: name(text, at: offset))
    }
    switch (body.count % 4, padding.count) {
    case (0, 0), (2, 2), (3, 1): return nil
    case (0, _): return Base64Departure(offset: body.endIndex, name: "an equals sign too many")
    case (1, _): return Base64Departure(offset: body.endIndex - 1, name: "a single last character, which is not a byte")
    case (let left, let count) where count < 4 - left:
      return Base64Departure(offset: text.count, name: "an equals sign missing at the end")
    default: return Base64Departure(offset: text.count - 1, name: "an equals sign too many")
    }
  }

  private static func name(_ text: [UInt8], at offset: Int) -> Message {
    let rest = text[offset...].prefix(3)
    if rest.starts(with: [0xEF, 0xBB, 0xBF]) { return "a byte-order mark" }
    if offset == 0, rest.starts(with: [0xFF, 0xFE]) || rest.starts(with: [0xFE, 0xFF]) {
      return "the byte-order mark of UTF-16"
    }
    switch text[offset] {
    case 0x0A: return "a newline"
    case 0x0D: return "a carriage return"
    case 0x20: return "a space"
    case 0x09: return "a tab"
    case 0x00: return "a zero byte"
    case UInt8(ascii: "-"), UInt8(ascii: "_"):
      return "'\(Unicode.Scalar(text[offset]))' of the URL-safe alphabet"
    case UInt8(ascii: "\""): return "a quotation mark"
    case UInt8(ascii: "\\"): return "a backslash"
    case UInt8(ascii: "%"): return "a percent sign"
    case UInt8(ascii: "{"), UInt8(ascii: "["): return "the start of a JSON document"
    default:
      let blank = Blank(at: offset, in: text)
      return blank == nil ? "\(text.characterName(at: offset))" : "an invisible character"
    }
  }
}
