import ArgumentParser

/// `--delimiter`: the character between the cells of a table.
struct Delimiter {
  let byte: UInt8

  static let comma = UInt8(ascii: ",")

  /// The usual delimiters of tables: spreadsheets in half of Europe write semicolons, and databases write tabs and
  /// bars.
  static let usual: [UInt8] = [comma, UInt8(ascii: ";"), UInt8(ascii: "\t"), UInt8(ascii: "|")]

  init(_ text: String) throws {
    if text == "tab" {
      byte = UInt8(ascii: "\t")
      return
    }
    // Characters that open a cell or end a line cannot separate cells. Letters and digits are more likely text.
    guard text.utf8.count == 1, let byte = text.utf8.first, byte == UInt8(ascii: "\t") || (0x20..<0x7F).contains(byte),
      byte != UInt8(ascii: "\""), !(text.first?.isLetter ?? true), !(text.first?.isNumber ?? true)
    else { throw UsageError("'\(text)' is not a delimiter; use one character of ASCII, as ';' or '|', or tab") }
    self.byte = byte
  }

  /// The name of a delimiter in messages.
  static func name(_ byte: UInt8) -> String {
    switch byte {
    case comma: "comma"
    case UInt8(ascii: ";"): "semicolon"
    case UInt8(ascii: "\t"): "tab"
    case UInt8(ascii: "|"): "bar"
    default: "'\(String(decoding: [byte], as: UTF8.self))'"
    }
  }

  /// The option for reading a table with this delimiter.
  static func option(_ byte: UInt8) -> String {
    switch byte {
    case comma: "--csv"
    case UInt8(ascii: "\t"): "--tsv, or --csv --delimiter tab if cells are quoted,"
    default: "--csv --delimiter '\(String(decoding: [byte], as: UTF8.self))'"
    }
  }
}
