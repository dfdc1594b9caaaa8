import CTexts

/// The string catalog `Sources/CTexts/Texts.xcstrings`: the texts for people in English, which are its keys, and their
/// translations.
///
/// It is a part of the program, and is read when a language other than English is asked for. If it could not be read,
/// every text would stay English, which `LanguageTests` finds.
package enum TextCatalog {
  /// Each text in English, German and Chinese.
  static let rows: [[String]] = {
    let catalog = Array(UnsafeBufferPointer(start: ctexts_catalog(), count: ctexts_catalog_size()))
    guard case .object(let texts)? = try? JSONReader().tree(catalog, catalog.indices)["strings"] else { return [] }
    return texts.map { text in
      let translations = [SummaryLanguage.german, .chinese].compactMap { language in
        text.value["localizations"]?[language.rawValue]?["stringUnit"]?["value"]?.stringValue
      }
      return [text.name] + translations
    }
  }()

  private static let german = translations(1)
  private static let chinese = translations(2)

  private static func translations(_ column: Int) -> [String: String] {
    Dictionary(rows.filter { $0.count == 3 }.map { ($0[0], $0[column]) }) { first, _ in first }
  }

  /// The translation of a whole text with its placeholders; the same text if there is none.
  package static func translation(of english: String, in language: SummaryLanguage) -> String {
    template(of: english, in: language) ?? english
  }

  /// The translation of a key; `nil` if the catalog does not have it.
  ///
  /// A row may be a clause: it then stands for the sentence, too, with its capital letter and its full stop.
  static func template(of key: String, in language: SummaryLanguage) -> String? {
    let texts: [String: String]
    switch language {
    case .english: return key
    case .german: texts = german
    case .chinese: texts = chinese
    }
    if let text = texts[key] { return text }
    if key.utf8.last == UInt8(ascii: "."), let clause = template(of: String(key.dropLast()), in: language) {
      return clause + (language == .chinese ? "。" : ".")
    }
    guard let first = key.utf8.first, (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(first),
      let clause = texts[key.prefix(1).lowercased() + key.dropFirst()]
    else { return nil }
    return clause.hasPrefix("{") ? clause : clause.prefix(1).uppercased() + clause.dropFirst()
  }
}
