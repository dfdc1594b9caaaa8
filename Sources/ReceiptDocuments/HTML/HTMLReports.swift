extension InspectReport {
  package func html(source: String, generator: String, at now: Instant) -> [UInt8] {
    // HTML needs no line breaking here.
    let layout = TextLayout(width: 200, usesColor: false, now: now)
    let answer = answer(at: now)
    var pages = [page(layout, hasAnswer: false, isForBrowser: true)]
    if let history = try? PurchaseHistory(decoded) {
      let status = SubscriptionStatus(history, at: now)
      if !status.subscriptions.isEmpty { pages.append(StatusReport(status).subscriptions(layout)) }
    }
    return HTMLReport(answer, pages, of: source, generator: generator, language: language, at: now).bytes
  }
}

extension ClaimsReport {
  package func html(source: String, generator: String, at now: Instant) -> [UInt8] {
    let page = StatusReport(status).page(
      TextLayout(width: 200, usesColor: false, now: now), isForBrowser: true)
    return HTMLReport(answer, [page], of: source, generator: generator, language: language, at: now).bytes
  }
}

extension DiffReport {
  /// The report as one HTML file.
  ///
  /// - Parameters:
  ///   - generator: the program that writes it, with its version.
  ///   - now: the moment from which ages are counted.
  package func html(generator: String, at now: Instant) -> [UInt8] {
    let text = DifferenceText(difference, in: language)
    let tone: PurchaseSummary.Tone = difference.verdict == .same ? .good : .caution
    let doubts = zip(difference.doubts, text.doubts).map {
      SummaryText.Line(tone: $0.isSerious ? .bad : .caution, text: $1)
    }
    var report = self
    report.sources = sources.map { HTMLReport.name($0, language) }
    return HTMLReport(
      subject: report.sources.joined(separator: ", "), generator: generator, language: language,
      answer: doubts + [SummaryText.Line(tone: tone, text: text.sentence)], remarks: [],
      pages: [report.page(TextLayout(width: 200, usesColor: false, now: now), hasAnswer: false)], now: now
    ).bytes
  }
}

extension HTMLReport {
  /// A report with the answer to "has she paid?".
  fileprivate init(
    _ answer: SummaryText, _ pages: [TextPage], of source: String, generator: String, language: SummaryLanguage,
    at now: Instant
  ) {
    self.init(
      subject: Self.name(source, language), generator: generator, language: language,
      answer: answer.lines, remarks: answer.remarks, pages: pages, now: now)
  }

  /// The name of a file without its folders, which are private.
  fileprivate static func name(_ source: String, _ language: SummaryLanguage) -> String {
    source == "-"
      ? ("standard input" as Message).text(in: language)
      : source.split(separator: "/").last.map { String($0).displayed(limit: 100) } ?? source
  }
}
