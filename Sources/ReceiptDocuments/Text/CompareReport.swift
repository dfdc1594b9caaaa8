/// The report of `compare` for people: the result, then both documents side by side where they differ.
package struct CompareReport: Sendable {
  package var comparison: Comparison
  /// Whether to list everything: equal fields, and all places of a difference, however many.
  package var showsAll: Bool

  package init(_ comparison: Comparison, showsAll: Bool = false) {
    self.comparison = comparison
    self.showsAll = showsAll
  }

  /// The report as lines that end with a line feed and are no wider than the layout. It is equally readable without
  /// colours.
  package func text(_ layout: TextLayout) -> String { page(layout).text }

  func page(_ layout: TextLayout, isForBrowser: Bool = false) -> TextPage {
    var page = TextPage(layout, isForBrowser: isForBrowser)
    page.unread(comparison.decoded.unread)
    headline(&page)
    documents(&page)
    if !isForBrowser { page.timesAreUTC() }
    findings(&page)
    let fields = comparison.fields
    func section(_ title: String, _ fields: [ComparedField]) {
      page.compared(title, fields, with: "APPLE", showsAll: showsAll)
    }
    section("Not expected", fields.filter { !$0.isExpected })
    section("Expected", fields.filter { $0.kind != .equal && $0.isExpected })
    if let latest = comparison.latestReceipt {
      section("latest_receipt beside latest_receipt_info", latest.fields)
    }
    if showsAll { section("Equal", fields.filter { $0.kind == .equal }) }
    return page
  }

  private func headline(_ page: inout TextPage) {
    page.verdict(
      comparison.verdict,
      !comparison.response.holdsReceipt ? "the answer holds no receipt to compare" : comparison.fields.summary)
  }

  private func documents(_ page: inout TextPage) {
    func field(_ name: String, _ value: String, _ role: TextRole = .plain) {
      page.field(name, value, role, nameWidth: 16)
    }
    let decoded = comparison.decoded
    let made = decoded.madeAt.map { ", made \($0.utcText)" } ?? ""
    let verdict = decoded.authenticity?.verdict
    field(
      "Receipt", "\(verdict?.rawValue ?? "not verified"), \(decoded.environment ?? "unknown environment")\(made)",
      verdict == .authentic ? .plain : .warning)
    let response = comparison.response
    field(
      "Apple's answer",
      "status \(response.status.code)\(response.environment.map { ", \($0)" } ?? ""): \(response.status.explanation)")
    let role: TextRole =
      switch comparison.status.outcome {
      case .agrees: .plain
      case .disagrees: .bad
      case .silent: .warning
      }
    field("Status", "\(comparison.status.outcome.rawValue): \(comparison.status.reason)", role)
    if let hint = comparison.status.hint { field("", hint) }
    if let latest = comparison.latestReceipt { field("latest_receipt", words(latest)) }
  }

  private func words(_ latest: LatestReceiptComparison) -> String {
    guard let decoded = latest.decoded else {
      return "cannot be read, which is not a failure: " + (latest.error?.message ?? "not a receipt")
    }
    let verdict = decoded.authenticity?.verdict.rawValue ?? "not verified"
    guard comparison.response.document["latest_receipt_info"] != nil else {
      return "\(verdict); there is no latest_receipt_info beside it"
    }
    return latest.fields.isEmpty
      ? "\(verdict); latest_receipt_info says the same (\(latest.equalCount.grouped) fields)"
      : "\(verdict); latest_receipt_info differs in \(latest.fields.count.grouped) places"
  }

  private func findings(_ page: inout TextPage) {
    page.findings(comparison.findings.filter { $0.cause != .serverState && $0.cause != .statusDisagrees })
  }
}
