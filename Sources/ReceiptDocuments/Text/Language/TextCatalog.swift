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
    var found: [String: Range<Int>] = [:]
    found.reserveCapacity(4_000)
    var key = ""
    var start = 0
    // Where the line at hand begins.
    var line = 0
    while let end = bytes[line...].firstIndex(of: UInt8(ascii: "\n")) {
      defer { line = end + 1 }
      guard end - line > 4, bytes[line..<line + 4].allSatisfy({ $0 == UInt8(ascii: " ") }) else { continue }
      let brace = end - 1
      switch bytes[line + 4] {
      case UInt8(ascii: "\"") where bytes[brace] == UInt8(ascii: "{"):
        // The line is `"key" : {`.
        key = text(line + 4..<brace - 3)
        start = brace
      case UInt8(ascii: "}"): found[key] = start..<line + 5
      default: break
      }
    }
    return found
  }()

  /// The text of a JSON string, which stands here with its quotation marks.
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

extension Message {
  /// The text in a language. What has no translation stays English.
  package func text(in language: SummaryLanguage) -> String {
    guard language != .english,
      let template = TextCatalog.template(of: key, in: language) ?? marks(in: language)
    else { return description }
    guard !values.isEmpty else { return template }
    let texts = values.map { $0.text(in: language) }
    return Self.parts(of: template, with: texts, in: language).map(\.text).joined()
  }

  /// The parts of a template in a language: its words, and the texts of its values, each with its number.
  ///
  /// A Chinese template has spaces around values, which may be Latin; none is left between a value in Chinese and the
  /// Chinese character beside it, or behind a Chinese mark.
  static func parts(
    of template: String, with values: [String], in language: SummaryLanguage
  ) -> [(text: Substring, value: Int?)] {
    var parts: [(text: Substring, value: Int?)] = []
    var whole = ""
    func append(_ text: Substring, value: Int?) {
      var text = text
      if language == .chinese {
        while text.first == " ", let last = whole.unicodeScalars.last, let next = text.dropFirst().unicodeScalars.first,
          last.isTight(before: next)
        {
          text.removeFirst()
        }
        if whole.hasSuffix(" "), let last = whole.unicodeScalars.dropLast().last, let next = text.unicodeScalars.first,
          last.isTight(before: next)
        {
          whole.removeLast()
          parts[parts.count - 1].text.removeLast()
        }
      }
      guard !text.isEmpty else { return }
      whole += text
      parts.append((text, value))
    }
    for part in Message.parts(of: template, values: values.count) {
      append(part.words, value: nil)
      if let index = part.value { append(values[index][...], value: index) }
    }
    return parts
  }

  /// The text in a language; `nil` if a part of it would stay English.
  func wholly(in language: SummaryLanguage) -> String? { hasTranslation(in: language) ? text(in: language) : nil }

  private func hasTranslation(in language: SummaryLanguage) -> Bool {
    guard (TextCatalog.template(of: key, in: language) ?? marks(in: language)) != nil else { return false }
    return values.allSatisfy { if case .message(let inner) = $0 { inner.hasTranslation(in: language) } else { true } }
  }

  /// The key if it has only punctuation marks between its values; `nil` if it has words.
  private func marks(in language: SummaryLanguage) -> String? {
    guard !key.utf8.contains(where: \.isASCIILetter) else { return nil }
    guard language == .chinese else { return key }
    // A numbered step keeps its point: `1. …`.
    if case .number? = values.first, key.hasPrefix("{1}. ") { return key }
    let text = key.replacing(": ", with: "：").replacing("; ", with: "；").replacing(", ", with: "，")
      .replacing(". ", with: "。").replacing(" (", with: "（").replacing(")", with: "）")
    return text.hasSuffix(".") ? text.dropLast() + "。" : text
  }
}

extension Unicode.Scalar {
  /// Whether no space is left between it and the next one in Chinese.
  fileprivate func isTight(before next: Unicode.Scalar) -> Bool { isChineseMark || isChinese && next.isChinese }

  /// An ideograph of the Basic Multilingual Plane.
  private var isChinese: Bool { (0x4E00...0x9FFF).contains(value) }

  /// A mark that has a space in its own square: `。`, `，`, `：`, `；`, `！`, `？`, `）`.
  private var isChineseMark: Bool { [0x3002, 0xFF0C, 0xFF1A, 0xFF1B, 0xFF01, 0xFF1F, 0xFF09].contains(value) }
}

extension Message.Value {
  fileprivate func text(in language: SummaryLanguage) -> String {
    switch self {
    case .text(let text): text
    case .message(let message): message.text(in: language)
    case .number(let number, let isGrouped):
      // German groups digits by points.
      !isGrouped ? "\(number)" : language == .german ? number.grouped.replacing(",", with: ".") : number.grouped
    }
  }
}
