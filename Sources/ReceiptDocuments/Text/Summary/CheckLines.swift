/// The lines below an answer that name the checks that failed, and those that were asked for but could not be made.
struct CheckLines {
  private(set) var lines: [SummaryText.Line] = []

  /// - Parameter summary: the answer, which says itself that something is of another app.
  init(_ checks: [CheckResult], beside summary: PurchaseSummary?, in language: SummaryLanguage) {
    let isToldOfApp =
      switch summary?.obstacle {
      case .otherApp?, .noApp?, .token?: true
      default: false
      }
    let checks = checks.filter { !$0.isAboutProof && !(isToldOfApp && $0.identifier == "bundle_identifier") }
    let failed = checks.filter { $0.outcome == .failed }
    add(.failedChecks, failed.filter(\.isDecisive), .bad, language)
    add(.failedChecks, failed.filter { !$0.isDecisive }, .caution, language)
    add(.missingChecks, checks.filter(\.isMissing), .caution, language)
  }

  private mutating func add(
    _ phrase: SummaryPhrase, _ checks: [CheckResult], _ tone: PurchaseSummary.Tone, _ language: SummaryLanguage
  ) {
    guard !checks.isEmpty else { return }
    let names = checks.map { language.text($0.identifier).replacing("_", with: " ") }.joined(separator: ", ")
    lines.append(SummaryText.Line(tone: tone, text: language.text(phrase, ["name": names])))
  }
}

extension CheckResult {
  /// Whether a customer has nothing if the check fails: it was asked for, or Apple says that the receipt is no longer
  /// good (Receipt Validation Programming Guide, Receipt Expiration Date). Anything else odd in a receipt that Apple
  /// signed does not take away what the customer paid for.
  fileprivate var isDecisive: Bool { wasRequested || identifier == "expiration_date" }
}
