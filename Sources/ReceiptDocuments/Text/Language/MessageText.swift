extension Message {
  /// The text in a language. What has no translation stays English.
  package func text(in language: SummaryLanguage) -> String {
    guard language != .english,
      let template = TextCatalog.template(of: key, in: language) ?? marks(in: language)
    else { return description }
    guard !values.isEmpty else { return template }
    var texts: [String: String] = [:]
    for (index, value) in values.enumerated() { texts["\(index + 1)"] = value.text(in: language) }
    return Self.filled(template, with: texts, in: language)
  }

  /// A template in a language with its values.
  static func filled(_ template: String, with values: [String: String], in language: SummaryLanguage) -> String {
    language == .chinese ? filledChinese(template, values) : filled(template, with: values)
  }

  /// A Chinese template with its values. It has spaces around values, which may be Latin; none is left between a value
  /// in Chinese and the Chinese character beside it, or behind a Chinese mark.
  private static func filledChinese(_ template: String, _ values: [String: String]) -> String {
    var text = ""
    for part in Message.parts(of: template, with: values) {
      var part = part
      while part.first == " ", let last = text.unicodeScalars.last, let next = part.dropFirst().unicodeScalars.first,
        last.isChineseMark || last.isChinese && next.isChinese
      {
        part = part.dropFirst()
      }
      guard let first = part.unicodeScalars.first else { continue }
      if text.hasSuffix(" "), let last = text.unicodeScalars.dropLast().last,
        last.isChineseMark || last.isChinese && first.isChinese
      {
        text.removeLast()
      }
      text += part
    }
    return text
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
    // The number of a step keeps its point.
    if case .number? = values.first, key.hasPrefix("{1}. ") { return key }
    let text = key.replacing(": ", with: "：").replacing("; ", with: "；").replacing(", ", with: "，")
      .replacing(". ", with: "。").replacing(" (", with: "（").replacing(")", with: "）")
    return text.hasSuffix(".") ? text.dropLast() + "。" : text
  }
}

extension Unicode.Scalar {
  /// An ideograph of the Basic Multilingual Plane.
  fileprivate var isChinese: Bool { (0x4E00...0x9FFF).contains(value) }

  /// A mark that has a space in its own square: `。`, `，`, `：`, `；`, `！`, `？`, `）`.
  fileprivate var isChineseMark: Bool { [0x3002, 0xFF0C, 0xFF1A, 0xFF1B, 0xFF01, 0xFF1F, 0xFF09].contains(value) }
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
