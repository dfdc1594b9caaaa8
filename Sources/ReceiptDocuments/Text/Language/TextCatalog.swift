import CTexts

/// The string catalog `Sources/CTexts/Texts.xcstrings`: the texts for people in English, which are its keys, and their
/// translations.
///
/// It is a part of the program. Where its rows stand is found when a language other than English is asked for, and a
/// row is read when its text is said. If it could not be read, every text would stay English, which `LanguageTests`
/// finds.
package enum TextCatalog {
  nonisolated(unsafe) private static let bytes = UnsafeBufferPointer(
    start: ctexts_catalog(), count: ctexts_catalog_size())

  /// Where the row of each key stands: what is in the braces after the key, with the braces.
  ///
  /// Reading all of the catalog as JSON would cost more than a whole report. `Scripts/texts` writes a key and the brace
  /// that closes its row on lines of their own, indented by four spaces.
  private static let rows: [String: Range<Int>] = {
    var rows: [String: Range<Int>] = [:]
    rows.reserveCapacity(4_000)
    var key = "", start = 0, line = 0
    while let end = bytes[line...].firstIndex(of: UInt8(ascii: "\n")) {
      defer { line = end + 1 }
      guard end - line > 4, bytes[line..<line + 4].allSatisfy({ $0 == UInt8(ascii: " ") }) else { continue }
      let brace = end - 1
      switch bytes[line + 4] {
      case UInt8(ascii: "\"") where bytes[brace] == UInt8(ascii: "{"):
        // `"key" : {`
        key = text(line + 4..<brace - 3)
        start = brace
      case UInt8(ascii: "}"): rows[key] = start..<line + 5
      default: break
      }
    }
    return rows
  }()

  private static func text(_ range: Range<Int>) -> String {
    let quoted = bytes[range]
    guard quoted.contains(UInt8(ascii: "\\")) else {
      return String(decoding: quoted.dropFirst().dropLast(), as: UTF8.self)
    }
    return value(of: range)?.stringValue ?? ""
  }

  private static func value(of range: Range<Int>) -> JSONValue? {
    let copy = Array(bytes[range])
    return try? JSONReader().tree(copy, copy.indices)
  }

  /// The English texts.
  static var keys: [String] { Array(rows.keys) }

  static func text(of key: String, in language: SummaryLanguage) -> String? {
    guard let row = rows[key], let texts = value(of: row)?["localizations"] else { return nil }
    return texts[language.rawValue]?["stringUnit"]?["value"]?.stringValue
  }

  /// The translation of a key; `nil` if the catalog does not have it.
  ///
  /// A row may be a clause: it then stands for the sentence, too, with its capital letter and its full stop.
  static func template(of key: String, in language: SummaryLanguage) -> String? {
    guard language != .english else { return key }
    if let text = text(of: key, in: language) { return text }
    if key.utf8.last == UInt8(ascii: "."), let clause = template(of: String(key.dropLast()), in: language) {
      return clause + (language == .chinese ? "。" : ".")
    }
    guard let first = key.utf8.first, (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(first),
      let clause = text(of: key.prefix(1).lowercased() + key.dropFirst(), in: language)
    else { return nil }
    return clause.hasPrefix("{") ? clause : clause.prefix(1).uppercased() + clause.dropFirst()
  }
}
