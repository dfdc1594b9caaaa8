extension TransactionComparison {
  /// The report of `compare --transactions` for people: what is not proven, the result, then receipt and signed data
  /// where they differ.
  ///
  /// - Parameter showsAll: whether to list everything: equal fields, fields that no receipt can have, and all places of
  ///   a difference, however many.
  /// - Returns: lines that end with a line feed and are no wider than the layout. They are equally readable without
  ///   colours.
  package func report(_ layout: TextLayout, showsAll: Bool = false) -> String {
    var page = TextPage(layout)
    for doubt in doubts {
      page.paragraph(StyledText("! ", .warning) + StyledText(doubt), hanging: 2)
    }
    if !doubts.isEmpty { page.blank() }
    page.verdict(verdict, fields.summary)
    writeDocuments(&page)
    page.timesAreUTC()
    page.findings(findings)
    func writeSection(_ title: Message, _ fields: [ComparedField]) {
      page.compared(title, fields, with: "SIGNED DATA", showsAll: showsAll)
    }
    writeSection("Not expected", fields.filter { !$0.isExpected })
    // These causes appear once each, in the findings.
    let evident: Set<DifferenceCause?> = showsAll ? [] : [.milliseconds, .serverState]
    writeSection("Expected", fields.filter { $0.kind != .equal && $0.isExpected && !evident.contains($0.cause) })
    if showsAll { writeSection("Equal", fields.filter { $0.kind == .equal }) }
    if showsAll || !doubts.isEmpty { page.pieces(history) }
    return page.text
  }

  private func writeDocuments(_ page: inout TextPage) {
    func writeField(_ name: Message, _ value: Message, _ role: TextRole = .plain) {
      page.field(name, value, role, nameWidth: 16)
    }
    func role(_ authenticity: Authenticity?) -> TextRole { authenticity?.verdict == .authentic ? .plain : .warning }
    writeField(
      "Receipt",
      TextPage.words(decoded.authenticity, decoded.environment, decoded.madeAt.map { "made \($0.utcText)" }),
      role(decoded.authenticity))
    writeField(
      "Signed data",
      TextPage.words(
        history.authenticity, history.environment, history.knownUntil.map { "signed \($0.instant.utcText)" }),
      role(history.authenticity))
    writeField(
      "Transactions",
      """
      \(grouped: sharedCount) in both, \(grouped: onlyReceiptCount) only in the receipt, \(grouped: onlySignedCount) \
      only in the signed data
      """)
    writeField(
      "History",
      hasWholeHistory
        ? "whole, as the answer says: its last page is there"
        : "not the whole one: a purchase that it lacks is not compared")
  }
}
