/// The report of `compare` for people: the result, then both documents side by side where they differ.
package struct CompareReport: Sendable {
  package var comparison: Comparison
  /// Whether everything is listed: equal fields, and every place regardless of their number.
  package var showsAll: Bool

  /// The maximum number of listed places of one kind, unless all are listed.
  static let maximumFields = 40

  package init(_ comparison: Comparison, showsAll: Bool = false) {
    self.comparison = comparison
    self.showsAll = showsAll
  }

  /// The report as lines that end with a line feed and are no wider than the layout says. It reads the same without colours.
  package func text(_ layout: TextLayout) -> String {
    var page = TextPage(layout)
    page.unread(comparison.decoded.unread)
    headline(&page)
    documents(&page)
    findings(&page)
    let fields = comparison.fields
    section("Not expected", fields.filter { !$0.isExpected }, &page)
    section("Expected", fields.filter { $0.kind != .equal && $0.isExpected }, &page)
    if let latest = comparison.latestReceipt {
      section("latest_receipt beside latest_receipt_info", latest.fields, &page)
    }
    if showsAll { section("Equal", fields.filter { $0.kind == .equal }, &page) }
    return page.text
  }

  private func headline(_ page: inout TextPage) {
    let equal = comparison.count(.equal, expected: true)
    let unexpected = comparison.fields.count { !$0.isExpected }
    let expected = comparison.fields.count - equal - unexpected
    var counts = ["\(equal.grouped) \(equal == 1 ? "field is" : "fields are") equal"]
    if unexpected > 0 { counts.append("\(unexpected.grouped) not as expected") }
    if expected > 0 { counts.append("\(expected.grouped) as expected") }
    let (mark, role): (String, TextRole) =
      switch comparison.verdict {
      case .agrees: ("✓", .good)
      case .differs: ("✗", .bad)
      case .incomplete: ("–", .warning)
      }
    let details =
      !comparison.response.holdsReceipt ? "the answer holds no receipt to compare" : counts.joined(separator: ", ")
    page.paragraph(
      StyledText("\(mark) \(comparison.verdict.rawValue)", role) + StyledText(": \(details)"), hanging: 2)
    page.blank()
  }

  private func documents(_ page: inout TextPage) {
    func field(_ name: String, _ value: String, _ role: TextRole = .plain) {
      page.field(name, value, role, nameWidth: 16)
    }
    let decoded = comparison.decoded
    let made = decoded.madeAt.map { ", made \($0.utcText) UTC" } ?? ""
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
      return "cannot be read, which is no failure: " + (latest.error?.message ?? "not a receipt")
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
    let findings = comparison.findings.filter { $0.cause != .serverState && $0.cause != .statusDisagrees }
    guard !findings.isEmpty else { return }
    page.heading("Found")
    for finding in findings {
      let role: TextRole = finding.cause.isExpected ? .plain : .bad
      page.paragraph(
        StyledText(finding.cause.rawValue, role) + StyledText(": \(finding.message)"), indent: 2, hanging: 2)
    }
  }

  private func section(_ title: String, _ fields: [ComparedField], _ page: inout TextPage) {
    guard !fields.isEmpty else { return }
    page.heading("\(title) (\(fields.count.grouped))")
    let shown = showsAll ? fields[...] : fields.prefix(Self.maximumFields)
    page.pair(StyledText("RECEIPT", .faint), StyledText("APPLE", .faint))
    for (index, field) in shown.enumerated() {
      page.compared(field)
      // Adjacent places with the same note share its words.
      let next = index + 1 < shown.count ? shown[index + 1].note : nil
      if !field.note.isEmpty, field.note != next {
        page.paragraph(StyledText(field.note, .faint), indent: 4)
      }
    }
    if shown.count < fields.count {
      page.paragraph(
        StyledText("… and \((fields.count - shown.count).grouped) more: --all or --json lists them"), indent: 2)
    }
  }
}

extension ComparedField {
  fileprivate var mark: (String, TextRole) {
    let bad: TextRole = isExpected ? .plain : .bad
    return switch kind {
    case .equal: ("=", .faint)
    case .different: ("≠", bad)
    case .moved: ("↕", bad)
    case .onlyApple: ("+", bad)
    case .onlyLocal: ("-", bad)
    }
  }
}

extension TextPage {
  /// One place: its pointer, then both values in their columns.
  fileprivate mutating func compared(_ field: ComparedField) {
    let (mark, role) = field.mark
    let purchase = field.pointer.hasSuffix("transaction_id") ? nil : field.transactionID
    paragraph(
      StyledText(mark, role) + StyledText(" " + field.pointer.displayed(limit: 200), .label)
        + StyledText(purchase.map { "  (transaction \($0.displayed(limit: 40)))" } ?? "", .faint),
      hanging: 2, width: layout.width)
    guard field.kind != .moved else { return }
    let (local, apple) = (Self.shown(field.local), Self.shown(field.apple))
    pair(
      StyledText(local ?? "–", local == nil ? .faint : .plain), StyledText(apple ?? "–", apple == nil ? .faint : role))
  }

  /// Two columns of equal width.
  fileprivate mutating func pair(_ left: StyledText, _ right: StyledText) {
    let width = max(10, (layout.width - 6) / 2)
    let (lefts, rights) = (left.wrapped(to: width, breakingWords: true), right.wrapped(to: width, breakingWords: true))
    for index in 0..<max(lefts.count, rights.count) {
      let first = index < lefts.count ? lefts[index] : StyledText("")
      let second = index < rights.count ? rights[index] : StyledText("")
      line(.spaces(4) + (second.isEmpty ? first : first.padded(to: width + 2) + second))
    }
  }

  /// A value as JSON, because `"1"` and `1` are not the same; for objects and arrays, only the number of their members.
  private static func shown(_ value: JSONValue?) -> String? {
    switch value {
    case nil: return nil
    case .array(let elements)?: return elements.count == 1 ? "a list of 1" : "a list of \(elements.count.grouped)"
    case .object(let members)?:
      return value?["product_id"]?.stringValue?.displayed(limit: 100) ?? "an object of \(members.count.grouped)"
    case .string(let text)?:
      var writer = JSONWriter(layout: .compact)
      writer.string(text.displayed(limit: 80))
      return String(decoding: writer.bytes, as: UTF8.self)
    case .number(let digits)?: return digits.displayed(limit: 200)
    case .bool, .null: return value?.scalarText
    }
  }
}
