extension Validation {
  /// The report of `validate` for people: the verdict, a line for each relevant check, and the checks that were not
  /// run.
  ///
  /// - Returns: lines that end with a line feed and are no wider than the layout. They are equally readable without
  ///   colours.
  package func report(_ layout: TextLayout) -> String {
    var page = TextPage(layout)
    page.unread(decoded.unread)
    let (mark, role) = verdict.mark
    page.paragraph(
      StyledText("\(mark) \(Message(english: verdict.rawValue))", role) + StyledText(": \(summary)"), hanging: 2)
    page.paragraph(StyledText("Judged as of \(judgedAt.utcText) UTC.", .faint), indent: 2)
    if let repaired = decoded.input.repaired {
      page.paragraph(StyledText("\(repaired).", .faint), indent: 2)
    }
    page.checks(checks, isProven: decoded.authenticity?.verdict.isAtLeast(.testSigned) ?? false)
    return page.text
  }

  private var summary: Message {
    func count(_ outcome: CheckOutcome) -> Int { checks.count { $0.outcome == outcome } }
    var parts: [Message] = ["\(count(.passed)) checks passed"]
    if count(.warning) > 0 { parts.append("\(count(.warning)) to look at") }
    if count(.failed) > 0 { parts.append("\(count(.failed)) failed") }
    if count(.skipped) > 0 { parts.append("\(count(.skipped)) not checked") }
    return parts.joined(separator: ", ")
  }
}

extension Validation.Verdict {
  fileprivate var mark: (String, TextRole) {
    switch self {
    case .passed: ("✓", .good)
    case .failed: ("✗", .bad)
    case .incomplete: ("–", .warning)
    }
  }
}

extension CheckResult {
  /// Whether the check is about the proof itself, and not about the proven content.
  var isAboutProof: Bool { Check.named(identifier)?.isAboutProof ?? false }
}

extension CheckOutcome {
  fileprivate var mark: (String, TextRole) {
    switch self {
    case .passed: ("✓", .good)
    case .failed: ("✗", .bad)
    case .skipped: ("–", .faint)
    case .warning: ("!", .warning)
    }
  }
}

extension TextPage {
  private static let nameWidth = 31

  /// Writes a line for each check that was run or requested, and then the others.
  ///
  /// - Parameter isProven: whether the input's claims are proven.
  mutating func checks(_ checks: [CheckResult], isProven: Bool) {
    let ran = checks.filter { $0.outcome != .skipped || $0.wasRequested }
    if !ran.isEmpty { blank() }
    for check in ran { self.check(check, isClaim: !isProven && !check.isAboutProof) }
    let skipped = checks.filter { $0.outcome == .skipped && !$0.wasRequested }
    guard !skipped.isEmpty else { return }
    heading("Not checked")
    for check in skipped { self.check(check) }
  }

  /// - Parameter isClaim: whether the found value is unproven.
  fileprivate mutating func check(_ check: CheckResult, isClaim: Bool = false) {
    let (mark, role) = isClaim && check.outcome == .passed ? CheckOutcome.warning.mark : check.outcome.mark
    let name = StyledText(mark + " ", role) + StyledText(Message(english: check.identifier), .label)
    var lines: [StyledText] = []
    switch check.outcome {
    case .passed:
      let found = check.finding.found ?? check.reason ?? "holds"
      lines.append(StyledText(isClaim ? "only claimed: \(found)" as Message : found))
    case .skipped:
      let reason = check.reason ?? "not checked"
      lines.append(
        check.wasRequested ? StyledText("asked for, but \(reason)" as Message, .warning) : StyledText(reason, .faint))
    case .failed, .warning:
      lines.append(StyledText(check.reason ?? Message(english: check.outcome.rawValue), role))
      let (expected, found) = check.shown
      if let expected { lines.append(StyledText("expected: \(expected)")) }
      if let found { lines.append(StyledText("found: \(found)")) }
    }
    if check.outcome == .failed, let known = Check.named(check.identifier) {
      lines.append(StyledText("\(Message(english: known.actor.rawValue)): \(Message(english: known.action))", .faint))
    }
    // Names and values side by side need space.
    let isNarrow = layout.width < 60
    if isNarrow { field(name, StyledText(""), indent: 0, nameWidth: 0) }
    for (index, line) in lines.enumerated() {
      field(index == 0 && !isNarrow ? name : StyledText(""), line, indent: 0, nameWidth: isNarrow ? 4 : Self.nameWidth)
    }
  }
}
