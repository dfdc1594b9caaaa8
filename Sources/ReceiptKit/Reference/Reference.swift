/// Everything that can be explained, and how it is found.
public enum Reference {
  /// Where entries come from. A new family of things is a file with its entries, and a line here.
  private static let sources: [[ReferenceEntry]] = [
    StatusEntries.all,
    ResponseFieldEntries.all,
    ReceiptFieldEntries.all,
    PurchaseFieldEntries.all,
    ServerFieldEntries.all,
    AttributeEntries.all,
    EnvironmentEntries.all,
    ReasonEntries.all,
    NotificationV1Entries.all,
    NotificationV2Entries.all,
    JudgementEntries.all,
    CheckEntries.all,
    DiagnosisEntries.all,
    CauseEntries.all,
    ComparisonEntries.all,
    InputEntries.all,
    RedactionEntries.all,
    ErrorEntries.all,
    RemoteErrorEntries.all,
    ServeEntries.all,
    LedgerEntries.all,
  ]

  /// All entries: by source, and within a source in the order in which one would read them.
  public static let entries: [ReferenceEntry] = sources.flatMap(\.self)

  /// What was found for one question.
  public struct Answer: Sendable {
    /// The question, as it was asked.
    public let question: String
    /// The entries of that name, in the order of ``Reference/entries``; several where one name has several meanings.
    public let entries: [ReferenceEntry]
    /// Names that are close to the question; only if nothing was found.
    public let suggestions: [String]
  }

  /// Looks something up.
  ///
  /// - Parameters:
  ///   - question: a name or a number in any case; `-`, `_` and spaces are the same; `field=value` names one value
  ///     of a field, `kind:name` one kind of thing.
  ///   - more: entries of other modules, which stand behind those of ``entries``.
  public static func answer(_ question: String, and more: [ReferenceEntry] = []) -> Answer {
    let wanted = SearchName(question)
    let others = more.filter { entry in
      ([entry.key, entry.qualifiedKey] + entry.aliases).contains { SearchName($0).text == wanted.text }
    }
    let found = (index[wanted.text] ?? []).map { entries[$0] } + ranges(wanted) + others
    return Answer(
      question: question, entries: found, suggestions: found.isEmpty ? suggestions(wanted, among: entries + more) : [])
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

  private static func suggestions(_ wanted: SearchName, among entries: [ReferenceEntry]) -> [String] {
    guard !wanted.text.isEmpty else { return [] }
    var best: [String: Int] = [:]
    for entry in entries {
      let name = SearchName(entry.key).text
      let distance = SearchName.distance(wanted.text, name)
      // Two slips in a short word are another word.
      let isClose = distance <= max(1, min(wanted.text.count, name.count) / 3)
      let isPart = wanted.text.count >= 4 && name.count > wanted.text.count && name.firstOffset(of: wanted.text) != nil
      guard isClose || isPart else { continue }
      best[entry.key] = min(best[entry.key] ?? .max, isClose ? distance : 100)
    }
    return best.sorted { ($0.value, $0.key) < ($1.value, $1.key) }.prefix(5).map(\.key)
  }
}

extension ReferenceEntry {
  /// The name with its kind: `status_code:0`.
  public var qualifiedKey: String { kind.rawValue + ":" + key }
}

/// A name without what people write differently: case, and the signs between its words.
struct SearchName {
  let text: [UInt8]

  init(_ name: String) {
    // Nothing here has a name of this length, and distances cost its square.
    text = name.utf8.prefix(80).map(\.asciiLowercase).filter { byte in
      byte.isASCIIDigit || byte.isASCIILetter || byte >= 0x80
    }
  }

  /// The number that it is, if it is one.
  var number: Int? { Int(String(decoding: text, as: UTF8.self)) }

  /// How many letters have to be added, left out, changed or swapped with their neighbour.
  static func distance(_ first: [UInt8], _ second: [UInt8]) -> Int {
    var before: [Int] = []
    var previous = Array(0...second.count)
    for (row, letter) in first.enumerated() {
      var current = [row + 1]
      for (column, other) in second.enumerated() {
        var cost = min(previous[column + 1] + 1, current[column] + 1, previous[column] + (letter == other ? 0 : 1))
        let isSwap = row > 0 && column > 0 && letter == second[column - 1] && first[row - 1] == other
        if isSwap { cost = min(cost, before[column - 1] + 1) }
        current.append(cost)
      }
      (before, previous) = (previous, current)
    }
    return previous[second.count]
  }
}
