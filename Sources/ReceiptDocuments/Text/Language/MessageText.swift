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
    // The number of a step keeps its point.
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
