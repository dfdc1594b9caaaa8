extension Message {
  /// The text in a language; in English as far as it has no translation.
  package func text(in language: SummaryLanguage) -> String { wholly(in: language) ?? description }

  /// The text in a language; `nil` if a part of it would stay English.
  func wholly(in language: SummaryLanguage) -> String? {
    translated(into: language) ?? BlockTexts.of(language)?.whole(description)
  }

  /// The text by the translation of its key; `nil` if the key or that of a message in it has none.
  func translated(into language: SummaryLanguage) -> String? {
    guard language != .english else { return description }
    guard let template = TextCatalog.template(of: key, in: language) ?? marks(in: language) else { return nil }
    var texts: [String: String] = [:]
    for (name, value) in zip(names, values) {
      guard let text = value.translated(into: language) else { return nil }
      texts[name] = text
    }
    return Message.filled(template, with: texts)
  }

  /// The key if it has only punctuation marks between its values; `nil` if it has words.
  private func marks(in language: SummaryLanguage) -> String? {
    let blanks = Dictionary(names.map { ($0, "") }) { first, _ in first }
    guard !Message.filled(key, with: blanks).utf8.contains(where: \.isASCIILetter) else { return nil }
    guard language == .chinese else { return key }
    return key.replacing(": ", with: "：").replacing("; ", with: "；").replacing(", ", with: "，")
  }
}

extension Message.Value {
  fileprivate func translated(into language: SummaryLanguage) -> String? {
    switch self {
    case .text(let text): text
    case .message(let message): message.translated(into: language)
    case .number(let number, let isGrouped):
      // German groups digits by points.
      !isGrouped ? "\(number)" : language == .german ? number.grouped.replacing(",", with: ".") : number.grouped
    }
  }
}
