extension SummaryLanguage {
  /// The lines below an answer that name the checks that failed, and the requested checks that could not be run.
  ///
  /// - Parameters:
  ///   - summary: the answer. If it already says that the input belongs to another app, the check of the app gets no
  ///     line.
  ///   - future: the date of the input, if it is in the future.
  func lines(
    about checks: [CheckResult], beside summary: PurchaseSummary?, future: Instant?
  ) -> [SummaryText.Line] {
    let isToldOfApp =
      switch summary?.obstacle {
      case .otherApp?, .noApp?, .token?: true
      default: false
      }
    let checks = checks.filter { !$0.isAboutProof && !(isToldOfApp && $0.identifier == "bundle_identifier") }
    var failed = checks.filter { $0.outcome == .failed }
    if future != nil { failed.removeAll { $0.identifier == "creation_date" } }
    func isFailed(_ names: String) -> Message { "A check failed: \(names)." }
    return [
      future.map { date in
        let moment = self.date(date, withTime: true)
        return SummaryText.Line(.caution, "It is dated in the future: \(moment). Is the clock right?", in: self)
      },
      line(.bad, failed.filter(\.isDecisive), isFailed),
      line(.caution, failed.filter { !$0.isDecisive }, isFailed),
      line(.caution, checks.filter(\.isMissing)) { "What was asked for could not be checked: \($0)." },
    ].compactMap(\.self)
  }

  private func line(
    _ tone: PurchaseSummary.Tone, _ checks: [CheckResult], _ sentence: (String) -> Message
  ) -> SummaryText.Line? {
    guard !checks.isEmpty else { return nil }
    let names = checks.map { Message(english: $0.identifier).text(in: self).replacing("_", with: " ") }
    return SummaryText.Line(tone, sentence(names.joined(separator: comma)), in: self)
  }
}

extension CheckResult {
  /// Whether the customer loses access if the check fails. This is so if the check was requested, or if Apple says that
  /// the receipt has expired (Receipt Validation Programming Guide, Receipt Expiration Date). Any other irregularity in
  /// a receipt that Apple signed does not take away what the customer paid for.
  fileprivate var isDecisive: Bool { wasRequested || identifier == "expiration_date" }
}
