/// The lines below an answer that name the checks that failed, and the requested checks that could not be run.
struct CheckLines {
  private(set) var lines: [SummaryText.Line] = []

  /// - Parameter summary: the answer. If it already says that the input belongs to another app, the check of the app
  ///   gets no line.
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
    let names = checks.map { language.text($0.identifier).replacing("_", with: " ") }.joined(separator: language.comma)
    lines.append(SummaryText.Line(tone: tone, text: language.text(phrase, ["name": names])))
  }
}

extension CheckResult {
  /// Whether the customer loses access if the check fails. This is so if the check was requested, or if Apple says that
  /// the receipt has expired (Receipt Validation Programming Guide, Receipt Expiration Date). Any other irregularity in
  /// a receipt that Apple signed does not take away what the customer paid for.
  fileprivate var isDecisive: Bool { wasRequested || identifier == "expiration_date" }
}
