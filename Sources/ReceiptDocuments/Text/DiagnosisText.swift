/// A diagnosis for people.
package struct DiagnosisReport: Sendable {
  private let diagnosis: Diagnosis

  package init(_ diagnosis: Diagnosis) {
    self.diagnosis = diagnosis
  }

  /// The whole text; ends with a line feed.
  package func text(_ layout: TextLayout) -> String { page(layout).text }

  /// - Parameters:
  ///   - isWhole: whether the text names the kind of input; otherwise another part of the report does.
  ///   - language: the language of causes, if support advice exists in it. The advice also contains the remedy.
  func page(_ layout: TextLayout, isWhole: Bool = true, in language: SummaryLanguage = .english) -> TextPage {
    var page = TextPage(layout)
    // The reason why an input cannot be read is an English message. In other languages, the advice explains it.
    let isQuiet = language != .english && diagnosis.decoded == nil
    if isWhole { input(&page, language, isQuiet: isQuiet) }
    also(&page, language)
    forecast(&page, isQuiet: isQuiet)
    steps(&page, language)
    return page
  }

  private func words(_ finding: Diagnosis.Finding, _ language: SummaryLanguage) -> StyledText {
    guard language != .english, let advice = finding.cause.advice(in: language) else {
      return StyledText(finding.message)
    }
    return StyledText(advice, .plain, in: language)
  }

  private func input(_ page: inout TextPage, _ language: SummaryLanguage, isQuiet: Bool) {
    page.unread(diagnosis.decoded?.unread ?? [])
    if !isQuiet { page.field("Input", diagnosis.summary, indent: 0, nameWidth: 9) }
    let main = diagnosis.findings.first
    if let main {
      page.field(
        StyledText("Cause", .label), StyledText(main.cause.rawValue, main.cause.isNote ? .good : .bad), indent: 0,
        nameWidth: 9)
      page.field(StyledText(""), words(main, language), indent: 0, nameWidth: 9)
    }
    stages(&page, isQuiet: isQuiet)
  }

  private func stages(_ page: inout TextPage, isQuiet: Bool) {
    page.heading("How far it gets")
    // All stages that were not reached are reported together.
    let missed = diagnosis.stages.filter { $0.outcome == .notReached && $0.detail.isEmpty }
    for stage in diagnosis.stages where missed.count < 2 || !missed.contains(stage) {
      let (mark, role): (String, TextRole) =
        switch stage.outcome {
        case .passed: ("✓", .good)
        case .failed: ("✗", .bad)
        case .notReached: ("–", .faint)
        }
      let detail = stage.outcome == .notReached && stage.detail.isEmpty ? "not reached" : stage.detail
      page.field(
        StyledText(mark, role) + StyledText(" " + stage.name.rawValue),
        StyledText(isQuiet && stage.outcome == .failed ? "" : detail))
    }
    guard missed.count > 1 else { return }
    let names = missed.map(\.name.rawValue).joined(separator: ", ")
    page.paragraph(StyledText("–", .faint) + StyledText(" not reached: \(names)"), indent: 2, hanging: 2)
  }

  private func also(_ page: inout TextPage, _ language: SummaryLanguage) {
    let others = diagnosis.findings.dropFirst()
    guard !others.isEmpty else { return }
    page.heading("Also")
    for finding in others {
      let role: TextRole = finding.cause.isNote ? .plain : .bad
      page.paragraph(
        StyledText(finding.cause.rawValue, role) + StyledText(": ") + words(finding, language), indent: 2, hanging: 2)
    }
  }

  private func forecast(_ page: inout TextPage, isQuiet: Bool) {
    page.heading("What Apple's verifyReceipt would answer")
    let title = diagnosis.isRequest ? "to this body of a request" : "to the text as given"
    answers(&page, diagnosis.mended == nil && !diagnosis.isRequest ? "" : title, diagnosis.asGiven, isQuiet)
    if let mended = diagnosis.mended { answers(&page, "to the mended text", mended, isQuiet) }
  }

  private func answers(_ page: inout TextPage, _ title: String, _ forecast: AppleForecast, _ isQuiet: Bool) {
    if !title.isEmpty { page.paragraph(StyledText(title + ":"), indent: 2) }
    let indent = title.isEmpty ? 2 : 4
    let answers =
      forecast.production == forecast.sandbox
      ? [("both", forecast.production)] : [("production", forecast.production), ("sandbox", forecast.sandbox)]
    for (server, answer) in answers {
      let role: TextRole = answer.status == 0 ? .good : .bad
      page.field(
        StyledText(server, .label),
        StyledText(answer.title, role, link: FactSource.statusAddress)
          + StyledText(isQuiet ? "" : ": " + answer.reason),
        indent: indent, nameWidth: 12)
    }
  }

  private func steps(_ page: inout TextPage, _ language: SummaryLanguage) {
    let advised = language == .english ? [] : diagnosis.findings.map(\.cause).filter { $0.advice(in: language) != nil }
    let isQuiet = language != .english && diagnosis.decoded == nil
    let steps = isQuiet ? [] : diagnosis.nextSteps.filter { step in !advised.contains { $0.entry.action == step } }
    guard !steps.isEmpty else { return }
    page.heading("What to do")
    for (index, step) in steps.enumerated() {
      page.paragraph(StyledText("\(index + 1). \(step)"), indent: 2, hanging: index < 9 ? 3 : 4)
    }
  }
}
