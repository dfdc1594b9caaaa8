extension Comparison {
  /// The report of `compare` for people: the result, then both documents side by side where they differ.
  ///
  /// - Parameter showsAll: whether to list everything: equal fields, and all places of a difference, however many.
  /// - Returns: lines that end with a line feed and are no wider than the layout. They are equally readable without
  ///   colours.
  package func report(_ layout: TextLayout, showsAll: Bool = false) -> String {
    page(layout, showsAll: showsAll).text
  }

  func page(_ layout: TextLayout, showsAll: Bool = false, isForBrowser: Bool = false) -> TextPage {
    var page = TextPage(layout, isForBrowser: isForBrowser)
    page.unread(decoded.unread)
    writeHeadline(&page)
    writeDocuments(&page)
    if !isForBrowser { page.timesAreUTC() }
    writeFindings(&page)
    func writeSection(_ title: Message, _ fields: [ComparedField]) {
      page.compared(title, fields, with: "APPLE", showsAll: showsAll)
    }
    writeSection("Not expected", fields.filter { !$0.isExpected })
    writeSection("Expected", fields.filter { $0.kind != .equal && $0.isExpected })
    if let latest = latestReceipt {
      writeSection("latest_receipt beside latest_receipt_info", latest.fields)
    }
    if showsAll { writeSection("Equal", fields.filter { $0.kind == .equal }) }
    return page
  }

  private func writeHeadline(_ page: inout TextPage) {
    page.verdict(
      verdict,
      !response.holdsReceipt ? "the answer holds no receipt to compare" : fields.summary)
  }

  private func writeDocuments(_ page: inout TextPage) {
    func writeField(_ name: Message, _ value: Message, _ role: TextRole = .plain) {
      page.field(name, value, role, nameWidth: 16)
    }
    let verdict = decoded.authenticity?.verdict
    writeField(
      "Receipt",
      TextPage.words(decoded.authenticity, decoded.environment, decoded.madeAt.map { "made \($0.utcText)" }),
      verdict == .authentic ? .plain : .warning)
    let explanation = Message(english: response.status.explanation)
    writeField(
      "Apple's answer",
      response.environment.map { "status \(response.status.code), \(Message(english: $0)): \(explanation)" }
        ?? "status \(response.status.code): \(explanation)")
    let role: TextRole =
      switch status.outcome {
      case .agrees: .plain
      case .disagrees: .bad
      case .silent: .warning
      }
    writeField("Status", "\(Message(english: status.outcome.rawValue)): \(status.reason)", role)
    if let hint = status.hint { writeField("", hint) }
    if let latest = latestReceipt { writeField("latest_receipt", words(latest)) }
  }

  private func words(_ latest: LatestReceiptComparison) -> Message {
    guard let decoded = latest.decoded else {
      return "cannot be read, which is not a failure: \(latest.error?.message ?? "not a receipt")"
    }
    let verdict = Message(english: decoded.authenticity?.verdict.rawValue ?? "not verified")
    guard response.document["latest_receipt_info"] != nil else {
      return "\(verdict); there is no latest_receipt_info beside it"
    }
    return latest.fields.isEmpty
      ? "\(verdict); latest_receipt_info says the same (\(grouped: latest.equalCount) fields)"
      : "\(verdict); latest_receipt_info differs in \(grouped: latest.fields.count) places"
  }

  /// Writes the findings without `statusDisagrees`, which the field Status says, and without `serverState`, which is
  /// normal: no receipt has what only Apple's servers know.
  private func writeFindings(_ page: inout TextPage) {
    page.findings(findings.filter { $0.cause != .serverState && $0.cause != .statusDisagrees })
  }
}
