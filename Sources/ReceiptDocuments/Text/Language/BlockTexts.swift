/// The texts of the blocks below an answer in a language other than English: names, sentences, and parts of sentences.
///
/// A translation is a function of the English text: it contains only what the English text contains. So no value of an
/// input can add text. A text that is not in a table stays English; `LanguageTests` finds such texts.
///
/// The texts are those of ``TextCatalog`` whose placeholders are single letters: `{a}` represents a value, which is not
/// translated; `{n}`, `{m}` and `{k}` represent a number or a date, `{d}` a length of time, and `{A}` another text of
/// the catalog. Phrases of answers have placeholders with longer names.
struct BlockTexts {
  private let texts: [String: String]
  /// The templates, those with the most words first.
  private let templates: [Template]
  private let isChinese: Bool

  /// - Returns: `nil` for English, the original language of the blocks.
  static func of(_ language: SummaryLanguage) -> BlockTexts? {
    switch language {
    case .english: nil
    case .german: german
    case .chinese: chinese
    }
  }

  private static let german = BlockTexts(column: 1)
  private static let chinese = BlockTexts(column: 2)

  private init(column: Int) {
    isChinese = column == 2
    var texts: [String: String] = [:]
    var templates: [Template] = []
    for row in TextCatalog.rows where row.count == 3 && true {
      let template = Template(row[0], row[column])
      guard template.names.allSatisfy({ $0.utf8.count == 1 }) else { continue }
      if template.names.isEmpty { texts[row[0]] = row[column] } else { templates.append(template) }
    }
    self.texts = texts
    self.templates = templates.sorted { $0.length > $1.length }
  }

  /// The text in this language; `nil` if no part of it is in the tables.
  func translated(_ text: String) -> String? {
    // Dates, numbers and identifiers need no translation.
    guard text.utf8.contains(where: \.isASCIILetter) else { return nil }
    let start = text.unicodeScalars.firstIndex { !Self.marks.contains($0) } ?? text.startIndex
    var body = text[start...]
    var end = ""
    while let last = body.last, " .:,".contains(last) {
      end = (isChinese ? Self.chineseMarks[String(last)] ?? String(last) : String(last)) + end
      body.removeLast()
    }
    if isChinese, end.count > 1, end.hasSuffix(" ") { end.removeLast() }
    return clause(String(body)).map { (isChinese && $0.hasPrefix("（") ? "" : text[..<start]) + $0 + end }
  }

  /// The translation of a text that one row translates as a whole; `nil` if a part of it would stay English.
  func whole(_ text: String) -> String? {
    let outer = text.hasSuffix(")") ? text.ranges(of: " (inside ").last.map { String(text[..<$0.lowerBound]) } : nil
    var text = outer ?? text
    if text.hasSuffix(".") { text.removeLast() }
    return texts[text] ?? texts[text.prefix(1).lowercased() + text.dropFirst()] ?? found(text, false, isWhole: true)
  }

  /// `2 Tage 3 Stunden` for `2d 3h`.
  func length(_ text: String) -> String? {
    let units: [Character: TimeUnit] = ["d": .days, "h": .hours, "m": .minutes, "s": .seconds]
    let language: SummaryLanguage = isChinese ? .chinese : .german
    let parts = text.split(separator: " ").map { part in
      part.last.flatMap { units[$0] }.flatMap { unit in Int(part.dropLast()).map { language.length($0, unit) } }
    }
    return parts.isEmpty || parts.contains(nil) ? nil : parts.compactMap(\.self).joined(separator: " ")
  }

  /// The translation of a text that equals a whole row, without any value.
  func exactly(_ text: String) -> String? { texts[text] }

  private static let marks = Set(" ✓✗!–-—·…≠=+↕".unicodeScalars)
  private static let chineseMarks = [".": "。", ":": "：", ",": "，"]

  private func clause(_ text: String) -> String? {
    if let found = row(text, isOpen: false) { return found }
    for (separator, chinese) in [(" — ", " — "), (". ", "。"), (": ", "："), ("; ", "；")] {
      if let found = parted(text, separator, chinese) { return found }
    }
    return bracketed(text) ?? parted(text, ", ", "，") ?? row(text, isOpen: true)
  }

  private func parted(_ text: String, _ separator: String, _ chinese: String) -> String? {
    var parts = Self.parts(of: text, between: separator)
    // Everything after the first colon is one text.
    if separator == ": ", parts.count > 2 { parts = [parts[0], parts[1...].joined(separator: separator)] }
    guard parts.count > 1 else { return nil }
    let words = parts.map(translated)
    guard words.contains(where: { $0 != nil }) else { return nil }
    // A step begins with its number.
    let isStep = separator == ". " && parts[0].utf8.allSatisfy(\.isASCIIDigit)
    let said = zip(parts, words).map { $1 ?? $0 }
    let (number, rest) = isStep ? (said[0] + separator, said.dropFirst()) : ("", said[...])
    return number + rest.joined(separator: isChinese ? chinese : separator)
  }

  /// Translates a text that ends with a part in brackets.
  private func bracketed(_ text: String) -> String? {
    guard text.hasSuffix(")") else { return nil }
    let marks = isChinese ? ("（", "）") : (" (", ")")
    if text.hasPrefix("("), let inside = translated(String(text.dropFirst().dropLast())) {
      return String(marks.0.trimmingPrefix(" ")) + inside + marks.1
    }
    guard let bracket = text.ranges(of: " (").last else { return nil }
    let (outside, inside) = (String(text[..<bracket.lowerBound]), String(text[bracket.upperBound...].dropLast()))
    let (before, within) = (translated(outside), translated(inside))
    if let within { return (before ?? outside) + marks.0 + within + marks.1 }
    return before.map { $0 + " (" + inside + ")" }
  }

  /// The parts of a text. Text in brackets is not split.
  private static func parts(of text: String, between separator: String) -> [String] {
    var parts: [String] = []
    var depth = 0
    for part in text.split(separator: separator, omittingEmptySubsequences: false) {
      if depth > 0 { parts[parts.count - 1] += separator + part } else { parts.append(String(part)) }
      for octet in part.utf8 {
        if octet == UInt8(ascii: "(") { depth += 1 } else if octet == UInt8(ascii: ")") { depth = max(0, depth - 1) }
      }
    }
    return parts
  }

  /// Translates by a row. Most rows are clauses, which can also begin a sentence.
  private func row(_ text: String, isOpen: Bool) -> String? {
    if let found = found(text, isOpen) { return found }
    guard let first = text.first, first.isUppercase, let found = found(first.lowercased() + text.dropFirst(), isOpen)
    else { return nil }
    return found.prefix(1).uppercased() + found.dropFirst()
  }

  private func found(_ text: String, _ isOpen: Bool, isWhole: Bool = false) -> String? {
    if !isOpen, let found = texts[text] { return found }
    for template in templates where template.isOpen == isOpen {
      guard let values = template.values(in: text) else { continue }
      var result = template.result
      for (name, value) in values {
        let isText = name.first?.isUppercase ?? false
        // German groups digits by points.
        let groups = value.split(separator: ",", omittingEmptySubsequences: false)
        let isGrouped =
          !isChinese && groups.dropFirst().allSatisfy { $0.count == 3 }
          && groups.allSatisfy { $0.utf8.allSatisfy(\.isASCIIDigit) }
        let literal = isGrouped ? value.replacing(",", with: ".") : value
        let words = name == "d" ? length(value) : isText ? isWhole ? whole(value) : translated(value) : literal
        if isWhole, words == nil { return nil }
        result = result.replacing("{\(name)}", with: words ?? value, maxReplacements: 1)
      }
      return result
    }
    return nil
  }

  /// A text with values.
  private struct Template {
    let literals: [String]
    let names: [String]
    let result: String
    /// The length of the template without its values.
    let length: Int
    /// Whether a value could be the rest of any sentence. Such a template is tried only for texts that cannot be split.
    let isOpen: Bool
    private static let numbers = ["n", "m", "k"]

    init(_ text: String, _ result: String) {
      var literals = [""]
      var names: [String] = []
      for (index, part) in text.split(separator: "{", omittingEmptySubsequences: false).enumerated() {
        guard index > 0, let end = part.firstIndex(of: "}") else {
          literals[literals.count - 1] += part
          continue
        }
        names.append(String(part[..<end]))
        literals.append(String(part[part.index(after: end)...]))
      }
      (self.literals, self.names, self.result) = (literals, names, result)
      length = literals.reduce(0) { $0 + $1.utf8.count }
      let endsWithValue =
        literals.last == "" && names.last.map { $0 == $0.lowercased() && !Self.numbers.contains($0) } ?? false
      isOpen =
        length < 6
        || endsWithValue && !literals.contains { text in [", ", "; ", ": "].contains { text.contains($0) } }
    }

    /// The values of a text, each as short as possible; `nil` if the text does not match.
    func values(in text: String) -> [(String, String)]? {
      guard let last = literals.last, text.hasPrefix(literals[0]), text.hasSuffix(last) else { return nil }
      var rest = text.dropFirst(literals[0].count)
      var values: [(String, String)] = []
      for (index, name) in names.enumerated() {
        let literal = literals[index + 1]
        let isLast = index == names.count - 1
        guard
          let found = isLast
            ? rest.index(rest.endIndex, offsetBy: -literal.count, limitedBy: rest.startIndex)
            : rest.firstRange(of: literal)?.lowerBound,
          found > rest.startIndex
        else { return nil }
        let value = rest[..<found]
        if Self.numbers.contains(name),
          !(value.first?.isNumber ?? false) || value.contains(where: \.isLowercase) || value.contains(", ")
            || value.contains(": ")
        {
          return nil
        }
        values.append((name, String(value)))
        rest = rest[found...].dropFirst(literal.count)
      }
      return values
    }
  }
}


import Foundation
enum MissingTexts {
  nonisolated(unsafe) static var seen: Set<String> = []
  static let lock = NSRecursiveLock()
  static let path = ProcessInfo.processInfo.environment["RECEIPT_TEXTS"]
  static func log(_ message: Message?, _ text: String, _ language: SummaryLanguage) {
    guard let path else { return }
    lock.lock(); defer { lock.unlock() }
    let id = "\(language)" + (message?.key ?? "") + "\u{0}" + text
    guard seen.count < 200_000, seen.insert(id).inserted else { return }
    let oracle = BlockTexts.of(language)?.translated(text)
    if message == nil, oracle == nil || oracle == text { return }
    var record: [String: Any] = ["language": language.rawValue, "text": text]
    if let oracle { record["oracle"] = oracle }
    if let message {
      record["key"] = message.key
      record["names"] = message.names
      record["values"] = message.values.map { value in
        switch value {
        case .text(let t): ["text", t, t]
        case .number(let n, let g): ["number", g ? n.grouped : "\(n)", g && language == .german ? n.grouped.replacing(",", with: ".") : g ? n.grouped : "\(n)"]
        case .message(let m): ["message", m.description, m.text(in: language), BlockTexts.of(language)?.translated(m.description) ?? ""]
        }
      }
    }
    guard let data = try? JSONSerialization.data(withJSONObject: record, options: [.sortedKeys]) else { return }
    let file = fopen(path, "a")
    fputs(String(decoding: data, as: UTF8.self) + "\n", file)
    fclose(file)
  }
}
