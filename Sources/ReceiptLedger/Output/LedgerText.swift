import ReceiptKit

/// Texts about a ledger in one language, with names that link to what the ledger knows of them.
struct LedgerText {
  let language: SummaryLanguage

  /// A sentence whose placeholders are texts with roles of their own.
  func say(_ template: Message, _ values: StyledText...) -> StyledText {
    StyledText(template, in: language, values)
  }

  /// A link to the search for a name. Names can be missing in what is no longer kept.
  func name(_ subject: LedgerHistory.Subject, _ name: String?, _ words: StyledText? = nil) -> StyledText {
    guard let name else { return say("unknown") }
    return (words ?? StyledText(name)).linked(toSearch: "\(subject.rawValue)/\(name.percentEncoded)")
  }

  func account(_ name: String?) -> StyledText { self.name(.account, name) }

  func order(_ name: String?) -> StyledText { self.name(.order, name) }

  /// The first links of many, and how many are left out.
  func names(_ subject: LedgerHistory.Subject, _ names: [String]) -> StyledText {
    let shown = names.prefix(Self.maximumNames)
    let links = StyledText.joined(shown.map { name(subject, $0) }, by: say(", "))
    return names.count <= shown.count
      ? links : links + say(" and {1} more", StyledText((names.count - shown.count).grouped))
  }

  private static let maximumNames = 20

  /// A moment in UTC, to the minute or to the day.
  func when(_ moment: Instant, isShort: Bool = false) -> StyledText {
    StyledText(isShort ? moment.utcDay : moment.utcMinute)
  }

  /// The same for a moment as the ledger stored it.
  func when(_ moment: String) -> StyledText { StyledText(Self.minute(moment)) }

  /// `2025-12-26 18:39` of `2025-12-26T18:39:07Z`.
  static func minute(_ moment: String) -> String {
    moment.count >= 16 ? String(moment.prefix(16)).replacing("T", with: " ") : moment
  }

  /// A word of the ledger. A word without a translation stays as it is.
  func word(_ name: String) -> StyledText { StyledText(Self.word(name)).said(in: language) }

  static func word(_ name: String) -> Message {
    name == "moved" ? "moved to a bundle" : Message(english: name.replacing("_", with: " "))
  }

  /// A state, or words about it.
  ///
  /// - Parameter isOver: whether it is past: then no colour says that somebody has it now.
  func state(_ name: String, _ words: Message? = nil, isOver: Bool = false) -> StyledText {
    let role = TextRole.state(name)
    return StyledText(words ?? Self.word(name), isOver && role == .good ? .plain : role).said(in: language)
  }
}
