extension Diagnosis {
  /// The report for people; ends with a line feed.
  package func report(_ layout: TextLayout) -> String { page(layout).text }

  /// - Parameters:
  ///   - isWhole: whether the text names the kind of input; otherwise another part of the report does.
  ///   - language: the language of a reader in support, who reads advice instead of messages for developers. The
  ///     advice also contains the remedy. `nil` for developers.
  func page(_ layout: TextLayout, isWhole: Bool = true, in language: SummaryLanguage? = nil) -> TextPage {
    var page = TextPage(layout)
    if isWhole { writeInput(&page, language) }
    writeOtherFindings(&page, language)
    // verifyReceipt takes no tokens, and nobody sends it the text of an error.
    if !isToken, !isErrorText { writeForecast(&page, language) }
    writeSteps(&page, language)
    return page
  }

  /// Whether it is a token, which has neither the stages of a receipt nor an answer of verifyReceipt.
  private var isToken: Bool {
    guard case .jws(let signature)? = decoded?.document else { return false }
    return ForeignToken(signature) != nil
  }

  private var isErrorText: Bool { findings.first.map { [.errorText, .apiError].contains($0.cause) } ?? false }

  /// A message for its reader: for support, a message about an unreadable input is translated; `nil` if it cannot be.
  private func words(_ message: Message, _ language: SummaryLanguage?) -> StyledText? {
    guard let language, decoded == nil else { return StyledText(message) }
    return message.wholly(in: language).map { StyledText($0, .plain, in: language) }
  }

  /// The words of a finding for its reader. An unreadable input has one finding; its advice also explains the errors
  /// that it names.
  private func words(_ finding: Finding, _ language: SummaryLanguage?) -> StyledText {
    guard let language, let advice = decoded == nil ? advice(in: language) : finding.cause.advice(in: language)
    else { return StyledText(finding.message) }
    return StyledText(advice, .plain, in: language)
  }

  private func writeInput(_ page: inout TextPage, _ language: SummaryLanguage?) {
    page.unread(decoded?.unread ?? [])
    if let summary = words(summary, language) {
      page.field(StyledText("Input", .label), summary, indent: 0, nameWidth: 9)
    }
    let main = findings.first
    if let main {
      let role: TextRole = main.cause.isNote ? .good : .bad
      // `String?`: a name, the same in every language.
      page.field(
        StyledText("Cause", .label),
        StyledText(main.cause.rawValue as String?, role), indent: 0,
        nameWidth: 9)
      page.field(StyledText(""), words(main, language), indent: 0, nameWidth: 9)
    }
    if !isToken { writeStages(&page, language) }
  }

  private func writeStages(_ page: inout TextPage, _ language: SummaryLanguage?) {
    page.heading("How far it gets")
    // All stages that were not reached are reported together.
    let missed = stages.filter { $0.outcome == .notReached && $0.detail == "" }
    for stage in stages where missed.count < 2 || !missed.contains(stage) {
      let (mark, role): (String, TextRole) =
        switch stage.outcome {
        case .passed: ("✓", .good)
        case .failed: ("✗", .bad)
        case .notReached: ("–", .faint)
        }
      let detail: Message = stage.outcome == .notReached && stage.detail == "" ? "not reached" : stage.detail
      page.field(
        StyledText(mark, role) + .spaces(1) + StyledText(Message(english: stage.name.rawValue)),
        stage.outcome == .failed ? words(detail, language) ?? StyledText("") : StyledText(detail))
    }
    guard missed.count > 1 else { return }
    let names = missed.map { Message(english: $0.name.rawValue) }.joined(separator: ", ")
    page.paragraph(StyledText("–", .faint) + StyledText(" not reached: \(names)"), indent: 2, hanging: 2)
  }

  private func writeOtherFindings(_ page: inout TextPage, _ language: SummaryLanguage?) {
    let others = findings.dropFirst()
    guard !others.isEmpty else { return }
    page.heading("Also")
    for finding in others {
      let role: TextRole = finding.cause.isNote ? .plain : .bad
      // `String?`: a name, the same in every language.
      page.paragraph(
        StyledText(finding.cause.rawValue as String?, role) + StyledText(": ") + words(finding, language),
        indent: 2, hanging: 2)
    }
  }

  private func writeForecast(_ page: inout TextPage, _ language: SummaryLanguage?) {
    page.heading("What Apple's verifyReceipt would answer")
    let title: Message = isRequest ? "to this body of a request" : "to the text as given"
    writeAnswers(&page, mended == nil && !isRequest ? nil : title, asGiven, language)
    if let mended { writeAnswers(&page, "to the mended text", mended, language) }
  }

  private func writeAnswers(
    _ page: inout TextPage, _ title: Message?, _ forecast: AppleForecast, _ language: SummaryLanguage?
  ) {
    if let title { page.paragraph(StyledText("\(title):"), indent: 2) }
    let indent = title == nil ? 2 : 4
    let answers: [(Message, AppleForecast.Answer)] =
      forecast.production == forecast.sandbox
      ? [("both" as Message, forecast.production)]
      : [("production" as Message, forecast.production), ("sandbox" as Message, forecast.sandbox)]
    for (server, answer) in answers {
      let role: TextRole = answer.status == 0 ? .good : .bad
      page.field(
        StyledText(server, .label),
        StyledText(Message(english: answer.title), role, link: FactSource.statusAddress)
          + (words(answer.reason, language).map { StyledText(": ") + $0 } ?? StyledText("")),
        indent: indent, nameWidth: 12)
    }
  }

  private func writeSteps(_ page: inout TextPage, _ language: SummaryLanguage?) {
    let steps = language == nil ? nextSteps : supportSteps
    guard !steps.isEmpty else { return }
    page.heading("What to do")
    for (index, step) in steps.enumerated() {
      page.paragraph(StyledText("\(index + 1). \(step)"), indent: 2, hanging: index < 9 ? 3 : 4)
    }
  }

  /// The steps that the advice does not contain; of unreadable inputs, only those that need no terminal.
  private var supportSteps: [Message] {
    let needsTerminal = error.map { $0.namesCommand || $0.hint?.key.contains("receipt-tool ") ?? false } ?? false
    if decoded == nil, needsTerminal, let error {
      return error.supportHint.map { ["\($0.capitalized)."] } ?? []
    }
    let advised = findings.filter { $0.cause.advice(in: .english) != nil }.map {
      Message(english: $0.cause.entry.action)
    }
    let told = advised + namedErrors.map(\.action)
    return nextSteps.filter { !told.contains($0) }
  }
}
