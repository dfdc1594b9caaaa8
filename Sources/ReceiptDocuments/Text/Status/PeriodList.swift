/// The periods of one subscription in a table, one line each. A long run of equal periods is one line.
struct PeriodList {
  private let layout: TextLayout
  private let moment: Instant
  private let entries: [Entry]
  private static let indent = 2
  /// If a subscription has more periods than this, its runs of equal renewals are condensed.
  static let condensedAbove = 24
  /// The shortest run that is condensed: its first and its last period stay, and at least two are left out.
  private static let shortestRun = 4
  /// How many of the first and of the last entries are written, once runs are condensed.
  private static let maximumEntries = (first: 8, last: 32)

  fileprivate enum Entry {
    /// A period, and its product if the period before has another one.
    case period(Subscription.Period, product: StyledText?)
    /// Consecutive renewals without a gap, of the same product and kind.
    case run(ArraySlice<Subscription.Period>)
    /// Entries in the middle that are not written, with the number of their periods.
    case omitted(count: Int)
  }

  init(_ subscription: Subscription, at moment: Instant, _ layout: TextLayout) {
    self.layout = layout
    self.moment = moment
    var entries = PeriodList.condensed(subscription.listedPeriods, moment)
    let (first, last) = PeriodList.maximumEntries
    if entries.count > first + last + 1 {
      let middle = first..<(entries.count - last)
      let count = entries[middle].reduce(0) { $0 + $1.count }
      entries.replaceSubrange(middle, with: [.omitted(count: count)])
    }
    self.entries = entries
  }

  /// The entries of all periods, with long runs of equal renewals as one entry.
  private static func condensed(_ periods: [Subscription.Period], _ moment: Instant) -> [Entry] {
    var entries: [Entry] = []
    var lastProduct: String?
    var index = 0
    while index < periods.count {
      var end = index + 1
      if periods.count > condensedAbove {
        while end < periods.count, continues(periods[end - 1], periods[end], moment) { end += 1 }
      }
      let current = periods[index].purchase.productID
      // The first period of a run is written in full, too, to show the change.
      entries.append(.period(periods[index], product: current == lastProduct ? nil : .product(current)))
      if end - index >= shortestRun {
        entries.append(.run(periods[(index + 1)..<(end - 1)]))
        entries.append(.period(periods[end - 1], product: nil))
        index = end
      } else {
        index += 1
      }
      lastProduct = current
    }
    return entries
  }

  /// Whether the only event between two periods is a renewal.
  private static func continues(_ period: Subscription.Period, _ next: Subscription.Period, _ moment: Instant) -> Bool {
    period.purchase.productID == next.purchase.productID && next.gapBefore == 0
      && TimelineGlyph(period, at: moment) == TimelineGlyph(next, at: moment)
      && period.purchase.cancelled == nil && next.purchase.cancelled == nil
      && period.purchase.offerID == next.purchase.offerID
  }

  func write(to page: inout TextPage) {
    let periods = entries.compactMap { entry -> Subscription.Period? in
      if case .period(let period, _) = entry { return period }
      return nil
    }
    // Without transactions, the table may fit.
    for hasTransactions in [true, false] {
      let table = TextTable(
        [
          .init(""), .init("FROM"), .init("UNTIL"), .init("LENGTH"), .init("WHAT", foldableTo: 12),
          .init("TRANSACTION"), .init("PIECE"),
        ],
        periods.map { cells($0, hasTransaction: hasTransactions) }
      ).said(in: layout.language)
      guard let widths = table.widths(fitting: layout.width - PeriodList.indent) else { continue }
      page.line(.spaces(PeriodList.indent) + table.header(widths))
      writeEntries(to: &page) { page, row in
        for line in table.lines(row: row, widths) { page.line(.spaces(PeriodList.indent) + line) }
      }
      return
    }
    // The page is too narrow for a table.
    writeEntries(to: &page) { page, row in
      let cells = cells(periods[row], hasTransaction: true).filter { !$0.isEmpty }
      page.paragraph(
        cells.dropFirst().reduce(cells.first ?? StyledText("")) { $0 + .spaces(1) + $1 },
        indent: PeriodList.indent, hanging: 2)
    }
  }

  /// - Parameter writeRow: writes the line of one period; given its number among the periods that have one.
  private func writeEntries(to page: inout TextPage, _ writeRow: (inout TextPage, Int) -> Void) {
    var number = 0
    for entry in entries {
      switch entry {
      case .period(let period, let product):
        if let product { page.paragraph(product, indent: PeriodList.indent) }
        if let gap = gap(before: period) {
          remark(gap, &page)
        } else if period.overlapsEarlier {
          remark(StyledText("the next begins before the one above it is over", .faint), &page)
        }
        writeRow(&page, number)
        number += 1
        if let cancellation = cancellation(of: period) { remark(cancellation, &page) }
      case .run(let run):
        remark(
          StyledText("\(grouped: run.count) renewals without a gap, not listed (--json lists them)", .faint), &page)
      case .omitted(let count):
        remark(StyledText("\(grouped: count) periods, not listed (--json lists them)", .faint), &page)
      }
    }
  }

  private func remark(_ text: StyledText, _ page: inout TextPage) {
    page.paragraph(text, indent: PeriodList.indent + 3, hanging: 2)
  }

  private func gap(before period: Subscription.Period) -> StyledText? {
    guard let gap = period.gapBefore, gap > 0 else { return nil }
    return StyledText("· no period for \(Self.length(seconds: gap))", .warning)
  }

  private func cancellation(of period: Subscription.Period) -> StyledText? {
    guard let cancelled = period.purchase.cancelled else { return nil }
    let verb = period.replacement != nil ? StatusWords.endedForAnother : StatusWords.takenBack(period.purchase)
    let words = StatusWords.ended(period.purchase, verb, layout.dated(cancelled))
    return StyledText("✗ ", .bad) + StyledText(words, .bad)
  }

  /// A table of every period, with its product, and with the texts that otherwise come above and below a row.
  func table(of periods: [Subscription.Period]) -> TextTable {
    TextTable(
      (["FROM", "UNTIL", "LENGTH", "WHAT", "PRODUCT", "TRANSACTION", "PIECE", "REMARKS"] as [Message]).map {
        .init($0)
      },
      periods.map { period in
        let cells = cells(period, hasTransaction: true)
        let remarks = [gap(before: period), cancellation(of: period)].compactMap(\.self)
        // The glyph is left out, and the product stands behind WHAT.
        return cells[1...4] + [StyledText.product(period.purchase.productID)] + cells[5...]
          + [remarks.dropFirst().reduce(remarks.first ?? StyledText("")) { $0 + .spaces(1) + $1 }]
      })
  }

  private func cells(_ period: Subscription.Period, hasTransaction: Bool) -> [StyledText] {
    let glyph = TimelineGlyph(period, at: moment)
    let isRunning = period.isRunning(at: moment)
    let seconds = period.endsAtUnknownTime || period.neverBegan ? nil : period.seconds
    return [
      StyledText(glyph.character, glyph.role), period.start.map { StyledText($0.utcText) } ?? StyledText("no date"),
      StyledText(until(period), isRunning ? .good : .plain),
      StyledText(seconds.map(Self.length) ?? ""),
      StyledText(what(period, glyph)),
      StyledText(hasTransaction ? period.purchase.transactionID?.displayed() ?? "-" : ""),
      StyledText(
        period.purchase.statement?.piece.map { period.isDoubtful ? "\($0)?" : "\($0)" as Message } ?? "",
        period.isDoubtful ? .warning : .plain),
    ]
  }

  private func until(_ period: Subscription.Period) -> Message {
    if period.neverBegan { return "-" }
    if period.purchase.expires?.isOfYear1 == true || period.endsAtUnknownTime { return "unknown" }
    // Without an expiry, or without a start, no end is known.
    guard let end = period.end?.utcText else { return period.purchase.expires == nil ? "no expiry" : "-" }
    // Sandbox periods end on the day on which they begin: then the time of day says enough.
    return period.start?.utcText.prefix(10) == end.prefix(10) ? "\(end.dropFirst(11))" : "\(end)"
  }

  /// A length of time to the second: `5m`, `2h 1m 17s`, `7d 19h 25m 46s`. Days have 24 hours.
  private static func length(seconds: Int64) -> Message {
    guard seconds != 0 else { return "0s" }
    let total = Int(clamping: seconds.magnitude)
    let days = total / 86_400
    let hours = total / 3_600 % 24
    let minutes = total / 60 % 60
    let rest = total % 60
    func units(_ count: Int, _ one: Message, _ several: Message) -> Message? {
      count == 0 ? nil : count == 1 ? one : several
    }
    let length = [
      units(days, "1d", "\(days)d"), units(hours, "1h", "\(hours)h"), units(minutes, "1m", "\(minutes)m"),
      units(rest, "1s", "\(rest)s"),
    ].compactMap(\.self).joined(separator: " ")
    return seconds < 0 ? "-\(length)" : length
  }

  /// `offer code WINTER, 4.99 USD, changed to another product`
  private func what(_ period: Subscription.Period, _ glyph: TimelineGlyph) -> Message {
    var parts: [Message] = []
    switch period.payment {
    case .trial: parts.append("trial")
    case .introductory: parts.append("introductory price")
    case .offer:
      let kind = Message(english: period.purchase.offerKind?.rawValue.replacing("_", with: " ") ?? "offer")
      parts.append(period.purchase.offerID.map { "\(kind) \($0.displayed())" } ?? kind)
    case .paid where !period.purchase.isOfAnotherPayer: parts.append("paid")
    case .free where !period.purchase.isOfAnotherPayer: parts.append("free")
    case .paid, .free, .unknown: break
    }
    // A price of 0 says nothing new, except beside an offer.
    if let seats = period.seats {
      parts.append(StatusWords.seats(seats, currency: period.purchase.currency))
    } else if let price = StatusWords.price(period.purchase), !period.purchase.isFree || period.payment == .offer {
      parts.append(price)
    }
    if glyph == .refunded { parts.append(StatusWords.takenBack(period.purchase)) }
    if period.replacement != nil { parts.append("changed to another product") }
    if let ownership = period.purchase.ownership.flatMap(StatusWords.ownership) { parts.append(ownership) }
    return parts.joined(separator: ", ")
  }
}

extension Subscription.Period {
  /// From beginning to end, in seconds.
  fileprivate var seconds: Int64? {
    guard let start, let end else { return nil }
    return (end.milliseconds - start.milliseconds) / 1_000
  }
}

extension PeriodList.Entry {
  /// The number of periods in the entry.
  fileprivate var count: Int {
    switch self {
    case .period: 1
    case .run(let run): run.count
    case .omitted(let count): count
    }
  }
}
