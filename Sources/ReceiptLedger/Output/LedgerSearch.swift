import ReceiptKit

/// What a ledger knows of a name: one report for each kind of thing that has it.
package struct LedgerSearch: Sendable {
  let name: String
  /// The kind that was searched for; `nil` for any.
  let subject: LedgerHistory.Subject?
  /// What was found, for each kind of thing that has the name.
  let found: [LedgerHistoryReport]
  let text: LedgerText

  /// The only thing that was found.
  package var only: LedgerHistoryReport? { found.count == 1 ? found[0] : nil }

  package var isEmpty: Bool { found.isEmpty }

  /// The kind of the only thing that was found.
  package var kind: LedgerHistory.Subject? { only?.subject }

  /// The title of the page.
  package var title: String { only?.heading ?? (found.isEmpty ? summary : headline.text) }

  private var headline: StyledText {
    text.say(found.isEmpty ? "Nothing found for {1}" : "{1} is the name of several", StyledText(name))
  }

  /// The reports for a terminal, one below the other.
  package func text(_ layout: TextLayout) -> String { found.map { $0.text(layout) }.joined(separator: "\n") }

  /// What was found, in one sentence.
  package var summary: String {
    guard !found.isEmpty else { return text.say("Nothing found.").text }
    if let only { return only.countSentence }
    let kinds = found.map { text.say($0.subject.noun) }
    return text.say("Found as: {1}.", StyledText.joined(kinds, by: text.say(", "))).text
  }

  package var report: Report {
    if let only { return only.report }
    var report = Report(in: text.language)
    report.title = headline
    report.append(details: { found.isEmpty ? writeAdvice(to: &$0) : writeChoice(to: &$0) })
    return report
  }

  private func writeChoice(to page: inout TextPage) {
    for one in found {
      let subject = one.subject
      page.paragraph(
        text.name(subject, name, text.say(subject.title, StyledText(name))) + text.say(": ") + StyledText(one.counts))
    }
  }

  private func writeAdvice(to page: inout TextPage) {
    let unknown: Message =
      switch subject {
      case nil: "This ledger knows no account, order or transaction with this name."
      case .account?: "This ledger knows no account with this name."
      case .order?: "This ledger knows no order with this name."
      case .transaction?: "This ledger knows no transaction with this name."
      }
    page.paragraph(text.say(unknown))
    page.paragraph(text.say("Names are compared letter by letter: “Jane” is not “jane”."))
    page.paragraph(StyledText("What else to try", .heading))
    if subject != nil {
      page.paragraph(
        text.say("Search accounts, orders and transactions for it").linked(toSearch: "search/\(name.percentEncoded)"))
    }
    for advice in Self.advice { page.paragraph(text.say(advice)) }
  }

  private static let advice: [Message] = [
    "The order number of your shop, without a word or a sign before it.",
    "The account as your shop’s server names it; that can be a number and not the e-mail address.",
    """
    The transaction identifier from a receipt or from App Store Connect. The order number in Apple’s mail to the \
    customer (it begins with M) is not in the ledger.
    """,
    LedgerLookup.advice,
  ]
}

extension Ledger {
  /// Searches accounts, orders and transactions for a name.
  ///
  /// - Parameters:
  ///   - subject: the only kind to search for; `nil` for all.
  ///   - limit: the maximum number of rows of each kind; the newest are shown.
  package func search(
    for name: String, as subject: LedgerHistory.Subject?, limit: Int = 1_000, now: Instant,
    in language: SummaryLanguage
  ) throws -> LedgerSearch {
    let found = try (subject.map { [$0] } ?? [.account, .order, .transaction])
      .map { try report(of: name, as: $0, limit: limit, now: now, in: language) }
      .filter { !$0.history.subjects.isEmpty }
    return LedgerSearch(name: name, subject: subject, found: found, text: LedgerText(language: language))
  }
}
