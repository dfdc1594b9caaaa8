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
    return [
      future.map { date in
        SummaryText.Line(tone: .caution, text: text(.inFuture, ["date": self.date(date, withTime: true)]))
      },
      line(.failedChecks, failed.filter(\.isDecisive), .bad),
      line(.failedChecks, failed.filter { !$0.isDecisive }, .caution),
      line(.missingChecks, checks.filter(\.isMissing), .caution),
    ].compactMap(\.self)
  }

  private func line(
    _ phrase: SummaryPhrase, _ checks: [CheckResult], _ tone: PurchaseSummary.Tone
  ) -> SummaryText.Line? {
    guard !checks.isEmpty else { return nil }
    let names = checks.map { Message(english: $0.identifier).text(in: self).replacing("_", with: " ") }.joined(
      separator: comma)
    return SummaryText.Line(tone: tone, text: text(phrase, ["name": names]))
  }
}

extension CheckResult {
  /// Whether the customer loses access if the check fails. This is so if the check was requested, or if Apple says that
  /// the receipt has expired (Receipt Validation Programming Guide, Receipt Expiration Date). Any other irregularity in
  /// a receipt that Apple signed does not take away what the customer paid for.
  fileprivate var isDecisive: Bool { wasRequested || identifier == "expiration_date" }
}
