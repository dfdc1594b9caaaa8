/// The report of `diff` for people: doubts, the answer, both inputs, then every difference.
package struct DiffReport: Sendable {
  package var difference: HistoryDifference
  /// The names of the two inputs, in the given order.
  package var sources: [String]
  /// The language of the first sentences.
  package var language: SummaryLanguage
  /// The maximum number of differences of one kind that are written in full.
  static let maximumChanges = 100

  package init(_ difference: HistoryDifference, sources: [String], language: SummaryLanguage = .english) {
    self.difference = difference
    self.sources = sources
    self.language = language
  }

  /// The report as lines that end with a line feed and are no wider than the layout.
  ///
  /// Text from the inputs is escaped if it could act on a terminal.
  package func text(_ layout: TextLayout) -> String { page(layout).text }

  /// - Parameter hasAnswer: whether the page begins with doubts and the first sentence; otherwise the caller writes
  ///   these separately.
  func page(_ layout: TextLayout, hasAnswer: Bool = true) -> TextPage {
    var page = TextPage(layout)
    let text = DifferenceText(difference, in: language)
    if hasAnswer { answer(text, &page) }
    let names: (Message, Message) =
      difference.newer == nil || difference.isOfTwo ? ("first: ", "second: ") : ("before: ", "now: ")
    for (name, lines) in [(names.0, text.answers.before), (names.1, text.answers.after)] where text.needsAnswers {
      for line in lines { page.paragraph(StyledText(name, .label) + StyledText(line), indent: 2, hanging: 2) }
    }
    page.blank()
    for (side, source) in zip(HistoryDifference.Side.allCases, sources) { origin(side, source, &page) }
    if hasAnswer { page.timesAreUTC() }
    // Of two customers, apps or environments, the differences mean nothing.
    if difference.isOfTwo { return page }
    for kind in HistoryChange.Kind.allCases { section(kind, &page) }
    let count = difference.unchangedCount
    page.heading(
      count == 1 ? "The same in both: 1 purchase" : "The same in both: \(grouped: count) purchases")
    return page
  }

  private func answer(_ text: DifferenceText, _ page: inout TextPage) {
    for (doubt, words) in zip(difference.doubts, text.doubts) {
      let (mark, role): (String, TextRole) = doubt.isSerious ? ("✗", .bad) : ("!", .warning)
      page.paragraph(StyledText("\(mark) ", role) + StyledText(words, role), hanging: 2)
    }
    let (mark, role): (String, TextRole) =
      switch difference.verdict {
      case .same: ("=", .good)
      case .differs: ("≠", .warning)
      case .unsure: ("?", .warning)
      }
    page.paragraph(StyledText("\(mark) ", role) + StyledText(text.sentence, role), hanging: 2)
  }

  private func origin(_ side: HistoryDifference.Side, _ source: String, _ page: inout TextPage) {
    let history = difference[side].history
    let verdict = history.authenticity?.verdict
    let parts: [Message] = [
      source == "-" ? "standard input" : "\(source.displayed(limit: 200))",
      Message(english: history.kind.rawValue),
      Message(english: verdict?.rawValue ?? "not verified"),
      history.environment.map { Message(english: $0.displayed(limit: 40)) } ?? "unknown environment",
      history.knownUntil.map { page.layout.dated($0.instant) } ?? "no date",
    ]
    page.field(
      side == .first ? "First" : "Second", parts.joined(separator: ", "), verdict == .authentic ? .plain : .warning)
  }

  private func section(_ kind: HistoryChange.Kind, _ page: inout TextPage) {
    let changes = difference.changes.filter { $0.kind == kind }
    guard !changes.isEmpty else { return }
    let title: Message =
      switch kind {
      case .added: difference.newer == nil ? "Only in the second" : "Only in the later one"
      case .changed: "Changed"
      case .gone: difference.newer == nil ? "Only in the first" : "Only in the earlier one"
      }
    page.heading("\(title): \(grouped: changes.count)")
    for change in changes.prefix(Self.maximumChanges) { write(change, &page) }
    if changes.count > Self.maximumChanges {
      page.paragraph(
        StyledText("… and \(grouped: changes.count - Self.maximumChanges) more: --json lists them", .warning),
        indent: 2)
    }
  }

  /// Members whose values are words of this software, which are translated.
  private static let wordMembers: Set = ["type", "offer_kind"]

  private func write(_ change: HistoryChange, _ page: inout TextPage) {
    let role: TextRole = change.causes.allSatisfy(\.isExpected) ? .plain : .bad
    let mark =
      switch change.kind {
      case .added: "+"
      case .changed: "≠"
      case .gone: "-"
      }
    let place: Message
    switch change.subject {
    case .purchase:
      place = (change.purchase?.transactionID).map { ", transaction \($0.displayed(limit: 100))" } ?? ""
    case .renewal:
      place =
        change.originalTransactionID.map { ", renewal, subscription \($0.displayed(limit: 100))" } ?? ", renewal"
    }
    page.paragraph(
      StyledText("\(mark) ", role) + .product(change.productID, limit: 200) + StyledText(place), indent: 2,
      hanging: 2)
    let causes = change.causes.map { Message(english: $0.rawValue) }.joined(separator: ", ")
    page.paragraph(
      StyledText(causes, role) + (change.note == "" ? StyledText("") : StyledText(": \(change.note)")), indent: 4,
      hanging: 2)
    for member in change.members where change.isShown(member) {
      let isWord = Self.wordMembers.contains(member.name)
      func words(_ value: HistoryValue?) -> Message {
        guard isWord, case .text(let word)? = value else { return value?.words ?? "–" }
        return Message(english: word)
      }
      let before = words(member.before)
      let after = words(member.after)
      let values: Message =
        switch change.kind {
        case .changed: "\(before) → \(after)"
        case .gone: before
        case .added: after
        }
      page.field(Message(english: member.name), values, indent: 4, nameWidth: 24)
    }
  }
}

extension HistoryChange {
  /// Whether the report shows a member. Of a subject that only one history has, it leaves out members that identify it,
  /// which its heading does, and members with the most frequent value; `--json` has all.
  fileprivate func isShown(_ member: Member) -> Bool {
    guard kind != .changed else { return true }
    let evident = [
      "product_id", "transaction_id", "original_transaction_id", "originally_purchased",
      "subscription_group_identifier", "currency",
    ]
    let values = [member.before, member.after]
    let isUsual = values.contains(.flag(false)) || member.name == "quantity" && values.contains(.number(1))
    return !evident.contains(member.name) && !isUsual
  }
}

extension HistoryValue {
  fileprivate var words: Message {
    switch self {
    case .text(let text): "\(text.displayed(limit: 200))"
    case .number(let number): "\(number)"
    case .price(let price, let currency): PayloadWording.money(price, currency: currency)
    case .flag(let flag): flag ? "yes" : "no"
    case .date(let date): "\(date.utcText)"
    }
  }
}

extension HistoryDifference.Doubt {
  /// Whether the two histories do not belong together, so that nothing else matters.
  package var isSerious: Bool {
    switch self {
    case .twoApps, .twoEnvironments, .twoCustomers, .notProven: true
    case .nothingShared: false
    }
  }
}
