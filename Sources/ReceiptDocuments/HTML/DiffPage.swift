extension DiffReport {
  /// The report as one HTML file.
  ///
  /// - Parameters:
  ///   - generator: the program that writes it, with its version.
  ///   - now: the moment from which ages are counted.
  package func html(generator: String, at now: Instant) -> [UInt8] {
    let text = DifferenceText(difference, in: language)
    var named = self
    named.sources = sources.map { Report.name($0, language) }
    var report = Report(in: language)
    let tone: PurchaseSummary.Tone = difference.verdict == .same ? .good : .caution
    report.lines = zip(difference.doubts, text.doubts).map {
      SummaryText.Line(tone: $0.isSerious ? .bad : .caution, text: $1)
    }
    report.lines.append(SummaryText.Line(tone: tone, text: text.sentence))
    report.tone = report.lines[0].tone
    let page = named.page(TextLayout(width: 200, usesColor: false, now: now), hasAnswer: false)
    report.append(page, name: "difference", untitled: "Evidence")
    return report.file(
      subject: named.sources.joined(separator: ", "), generator: generator, at: now, agesFrom: now)
  }
}
