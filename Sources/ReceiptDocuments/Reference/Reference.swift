/// Everything that can be explained, and how it is found.
package enum Reference {
  /// Where entries come from. A new family of things is a file with its entries, and a line here.
  private static let sources: [[ReferenceEntry]] = [
    StatusEntries.all,
    FieldEntries.all,
    AttributeEntries.all,
    EnvironmentEntries.all,
    ReasonEntries.all,
    SignedDataEntries.all,
    NotificationV1Entries.all,
    NotificationV2Entries.all,
    JudgementEntries.all,
    CheckEntries.all,
    DiagnosisEntries.all,
    CauseEntries.all,
    ComparisonEntries.all,
    DifferenceEntries.all,
    InputEntries.all,
    RedactionEntries.all,
    ErrorEntries.all,
    RemoteErrorEntries.all,
    AppStoreServerEntries.all,
    StoreKitEntries.all,
    ServeEntries.all,
    LedgerEntries.all,
    WordEntries.all,
  ]

  /// All entries: by source, and within a source in the order in which one would read them.
  package static let entries: [ReferenceEntry] = sources.flatMap(\.self)

  /// What was found for one question.
  package struct Answer: Sendable {
    /// The question, as it was asked.
    package let question: String
    /// The entries of that name, in the order of ``Reference/entries``; several where one name has several meanings.
    package let entries: [ReferenceEntry]
    /// Names that are close to the question; only if nothing was found.
    package let suggestions: [String]
  }

  /// Looks something up.
  ///
  /// - Parameters:
  ///   - question: a name or a number in any case; `-`, `_` and spaces are the same; `field=value` names one value
  ///     of a field, `kind:name` one kind of thing.
  ///   - more: entries of other modules, which stand behind those of ``entries``.
  package static func answer(_ question: String, and more: [ReferenceEntry] = []) -> Answer {
    let wanted = SearchName(question)
    let others = more.filter { entry in
      ([entry.key, entry.qualifiedKey] + entry.aliases).contains { SearchName($0).text == wanted.text }
    }
    let found = (index[wanted.text] ?? []).map { entries[$0] } + ranges(wanted) + others
    return Answer(
      question: question, entries: found,
      suggestions: found.isEmpty
        ? Spelling.suggestions(for: question, amongCandidates: more.isEmpty ? candidates : candidates(entries + more))
        : [])
  }

  private static let candidates = candidates(entries)

  /// Each name once: `expires_date` and `expiresDate` are found by the same question.
  private static func candidates(_ entries: [ReferenceEntry]) -> [Spelling.Candidate] {
    var seen: Set<[UInt8]> = []
    return entries.compactMap { entry in
      let text = SearchName(entry.key).text
      return seen.insert(text).inserted ? Spelling.Candidate(entry.key, text) : nil
    }
  }

  /// The places of entries by every name that they have.
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
