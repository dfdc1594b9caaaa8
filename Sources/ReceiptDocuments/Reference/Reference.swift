/// All explainable terms, and the search for them.
package enum Reference {
  /// The sources of the entries. A new group of terms needs a file that extends `ReferenceEntry`, and a line here.
  private static let sources: [[ReferenceEntry]] = [
    ReferenceEntry.statuses,
    ReferenceEntry.fields,
    ReferenceEntry.attributes,
    ReferenceEntry.environments,
    ReferenceEntry.reasons,
    ReferenceEntry.signedData,
    ReferenceEntry.notificationsV1,
    ReferenceEntry.notificationsV2,
    ReferenceEntry.judgements,
    ReferenceEntry.causes,
    ReferenceEntry.comparison,
    ReferenceEntry.difference,
    ReferenceEntry.inputs,
    ReferenceEntry.redaction,
    ReferenceEntry.errors,
    ReferenceEntry.remoteErrors,
    ReferenceEntry.appStoreServer,
    ReferenceEntry.apiMembers,
    ReferenceEntry.knownErrors,
    ReferenceEntry.unavailable,
    ReferenceEntry.serve,
    ReferenceEntry.ledger,
    ReferenceEntry.words,
  ]

  /// All entries, ordered by source; within a source, in reading order.
  package static let entries: [ReferenceEntry] = sources.flatMap(\.self)

  /// The result for one question.
  package struct Answer: Sendable {
    /// The question, as it was asked.
    package var question: String
    /// The entries with that name, in the order of ``Reference/entries``; several if the name has several meanings.
    package var entries: [ReferenceEntry]
    /// Names that are similar to the question; only if nothing was found.
    package let suggestions: [String]
  }

  /// Looks up a term.
  ///
  /// - Parameters:
  ///   - question: a name or a number, in upper or lower case; `-`, `_` and spaces are equivalent; `field=value` names
  ///     one value of a field, `kind:name` a name of one kind.
  ///   - more: entries of other modules, which come after those of ``entries``.
  package static func answer(_ question: String, and more: [ReferenceEntry] = []) -> Answer {
    let wanted = SearchName(question)
    let others = more.filter { entry in
      ([entry.key, entry.qualifiedKey] + entry.aliases).contains { SearchName($0).text == wanted.text }
    }
    let found = (index[wanted.text] ?? []).map { entries[$0] } + ranges(wanted) + others
    return Answer(
      question: question, entries: found,
      suggestions: found.isEmpty
        ? Spelling.suggestions(for: question, amongCandidates: more.isEmpty ? candidates : candidates(with: more))
        : [])
  }

  /// Looks for errors inside a text, such as a line of a log.
  ///
  /// Use it only for texts of which no part is a name: names in sentences mean nothing.
  ///
  /// - Returns: `nil` if the text names no known error.
  package static func answer(inText text: String) -> Answer? {
    var found: [ReferenceEntry] = []
    for mention in ErrorText.mentions(in: text.utf8) {
      for entry in entries(of: mention) where !found.contains(entry) { found.append(entry) }
    }
    return found.isEmpty ? nil : Answer(question: text, entries: found, suggestions: [])
  }

  private static func entries(of mention: ErrorMention) -> [ReferenceEntry] {
    switch mention {
    case .known(let error):
      // A number of one of the system's domains that has no entry gets the entry that stands for all these domains.
      [error.key, KnownError.Domain.appStoreDaemon.rawValue].lazy.map { key in
        entries.filter { $0.key == key && [.storeKitError, .programError].contains($0.kind) }
      }.first { !$0.isEmpty } ?? []
    case .server(let name): answer(name).entries.filter { $0.kind == .apiError }
    case .status(let code): answer(code).entries.filter { $0.kind == .statusCode }
    case .unauthorized: answer(mention.title).entries
    }
  }

  /// A question `field=value` that has no answer.
  package struct UnknownValue: Equatable, Sendable {
    package let field: String
    package let value: String
    /// The known values of the field; empty if it has no list of values.
    package let values: [String]
  }

  /// Takes a question without an answer apart; whether the value is known is not looked up again.
  ///
  /// - Returns: `nil` unless the question is `field=value` with a known field.
  package static func unknownValue(_ question: String) -> UnknownValue? {
    guard let mark = question.firstIndex(of: "=") else { return nil }
    let name = SearchName(String(question[..<mark]))
    let kinds: [ReferenceEntry.Kind] = [.field, .signedField, .apiMember]
    guard let field = (index[name.text] ?? []).map({ entries[$0] }).first(where: { kinds.contains($0.kind) }) else {
      return nil
    }
    var values: [String] = []
    for key in entries.flatMap({ [$0.key] + $0.aliases }) {
      guard let mark = key.firstIndex(of: "="), SearchName(String(key[..<mark])) == name else { continue }
      let value = String(key[key.index(after: mark)...])
      if !values.contains(value) { values.append(value) }
    }
    return UnknownValue(field: field.key, value: String(question[question.index(after: mark)...]), values: values)
  }

  private static let candidates = candidates(entries)

  /// The names of ``entries``, and those of `more` that are no aliases in ``entries``; `expires_date_ms` is one.
  private static func candidates(with more: [ReferenceEntry]) -> [Spelling.Candidate] {
    candidates(entries + more.filter { index[SearchName($0.key).text] == nil })
  }

  /// Each name once: the same question finds `expires_date` and `expiresDate`.
  private static func candidates(_ entries: [ReferenceEntry]) -> [Spelling.Candidate] {
    var seen: Set<[UInt8]> = []
    return entries.compactMap { entry in
      let text = SearchName(entry.key).text
      return seen.insert(text).inserted ? Spelling.Candidate(entry.key, text) : nil
    }
  }

  /// The indexes of entries by each of their names.
  private static let index: [[UInt8]: [Int]] = {
    var index: [[UInt8]: [Int]] = [:]
    for (place, entry) in entries.enumerated() {
      for name in Set(([entry.key, entry.qualifiedKey] + entry.aliases).map { SearchName($0).text }) {
        index[name, default: []].append(place)
      }
    }
    return index
  }()

  private static func ranges(_ wanted: SearchName) -> [ReferenceEntry] {
    guard let number = wanted.number else { return [] }
    return entries.filter { $0.range?.contains(number) ?? false }
  }
}

extension ReferenceEntry {
  /// The name with its kind: `status_code:0`.
  package var qualifiedKey: String { kind.rawValue + ":" + key }
}
