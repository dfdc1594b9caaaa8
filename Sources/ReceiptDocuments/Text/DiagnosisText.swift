/// A diagnosis for people.
package struct DiagnosisReport: Sendable {
  private let diagnosis: Diagnosis

  package init(_ diagnosis: Diagnosis) {
    self.diagnosis = diagnosis
  }

  /// The whole text; ends with a line feed.
  package func text(_ layout: TextLayout) -> String { page(layout).text }

  /// - Parameter isWhole: whether it says what the input is; otherwise that stands elsewhere.
  func page(_ layout: TextLayout, isWhole: Bool = true) -> TextPage {
    var page = TextPage(layout)
    if isWhole { input(&page) }
    also(&page)
    forecast(&page)
    steps(&page)
    return page
  }

  private func input(_ page: inout TextPage) {
    page.unread(diagnosis.decoded?.unread ?? [])
    page.field("Input", diagnosis.summary, indent: 0, nameWidth: 9)
    let main = diagnosis.findings.first
    if let main {
      page.field(
        StyledText("Cause", .label), StyledText(main.cause.rawValue, main.cause.isNote ? .good : .bad), indent: 0,
        nameWidth: 9)
      page.field("", main.message, indent: 0, nameWidth: 9)
    }
    stages(&page)
  }

  private func stages(_ page: inout TextPage) {
    page.heading("How far it gets")
    // Stages that were not reached are one fact, for any number of them.
    let missed = diagnosis.stages.filter { $0.outcome == .notReached && $0.detail.isEmpty }
    for stage in diagnosis.stages where missed.count < 2 || !missed.contains(stage) {
      let (mark, role): (String, TextRole) =
        switch stage.outcome {
        case .passed: ("✓", .good)
        case .failed: ("✗", .bad)
        case .notReached: ("–", .faint)
        }
      let detail = stage.outcome == .notReached && stage.detail.isEmpty ? "not reached" : stage.detail
      page.field(StyledText(mark, role) + StyledText(" " + stage.name.rawValue), StyledText(detail))
    }
    guard missed.count > 1 else { return }
    let names = missed.map(\.name.rawValue).joined(separator: ", ")
    page.paragraph(StyledText("–", .faint) + StyledText(" not reached: \(names)"), indent: 2, hanging: 2)
  }

  private func also(_ page: inout TextPage) {
    let others = diagnosis.findings.dropFirst()
    guard !others.isEmpty else { return }
    page.heading("Also")
    for finding in others {
      let role: TextRole = finding.cause.isNote ? .plain : .bad
      page.paragraph(
        StyledText(finding.cause.rawValue, role) + StyledText(": " + finding.message), indent: 2, hanging: 2)
    }
  }

  private func forecast(_ page: inout TextPage) {
    page.heading("What Apple's verifyReceipt would answer")
    let title = diagnosis.isRequest ? "to this body of a request" : "to the text as given"
    answers(&page, diagnosis.mended == nil && !diagnosis.isRequest ? "" : title, diagnosis.asGiven)
    if let mended = diagnosis.mended { answers(&page, "to the mended text", mended) }
  }

  private func answers(_ page: inout TextPage, _ title: String, _ forecast: AppleForecast) {
    if !title.isEmpty { page.paragraph(StyledText(title + ":"), indent: 2) }
    let indent = title.isEmpty ? 2 : 4
    let answers =
      forecast.production == forecast.sandbox
      ? [("both", forecast.production)] : [("production", forecast.production), ("sandbox", forecast.sandbox)]
    for (server, answer) in answers {
      let role: TextRole = answer.status == 0 ? .good : .bad
      page.field(
        StyledText(server, .label),
        StyledText(answer.title, role, link: FactSource.statusAddress) + StyledText(": " + answer.reason),
        indent: indent, nameWidth: 12)
    }
  }

  private func steps(_ page: inout TextPage) {
    guard !diagnosis.nextSteps.isEmpty else { return }
    page.heading("What to do")
    for (index, step) in diagnosis.nextSteps.enumerated() {
      page.paragraph(StyledText("\(index + 1). \(step)"), indent: 2, hanging: index < 9 ? 3 : 4)
    }
  }
}
