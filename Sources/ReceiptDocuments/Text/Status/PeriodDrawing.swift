/// Periods and moments to be drawn to scale in HTML. A terminal uses ``Timeline``.
package struct PeriodDrawing: Sendable {
  /// A period.
  package struct Bar: Sendable {
    var start: Instant
    var end: Instant
    /// The class of its colour of `ReportStyle`.
    var colorClass: String
    /// The words of its colour, for the legend.
    var name: Message
    var title: Message
    /// Whether nothing ran before it.
    var hasGap = false
  }

  /// A moment.
  package struct Mark: Sendable {
    var at: Instant
    var colorClass: String
    /// The words for the legend; `nil` to be left out of it.
    var name: Message?
    var title: Message
  }

  /// The periods of one subscription, the oldest first.
  var bars: [Bar] = []
  /// The drawing reaches from the first period to the last period or mark.
  var marks: [Mark] = []
}

extension PeriodDrawing {
  package static var empty: PeriodDrawing { PeriodDrawing() }

  /// Adds a period that is known by its dates alone. Periods must be added in order.
  package mutating func add(_ start: Instant, _ end: Instant, colorClass: String, name: Message, title: Message) {
    let hasGap = bars.last.map { $0.end < start } ?? false
    bars.append(
      Bar(start: start, end: end, colorClass: colorClass, name: name, title: title, hasGap: hasGap))
  }

  /// Marks a moment.
  package mutating func mark(_ moment: Instant, colorClass: String, name: Message, title: Message) {
    marks.append(Mark(at: moment, colorClass: colorClass, name: name, title: title))
  }

  /// The end of the last period.
  package var end: Instant? { bars.last?.end }
}

extension PeriodDrawing {
  init(_ subscription: Subscription, at moment: Instant) {
    bars = subscription.wholePeriods.compactMap { period in
      guard let start = period.start, let end = period.end else { return nil }
      let glyph = TimelineGlyph(period, at: moment)
      let dates: Message =
        period.endsAtUnknownTime ? "\(start.utcText)" : "\(start.utcText) to \(end.utcText)"
      let product = period.purchase.productID?.displayed(limit: 100)
      return Bar(
        start: start, end: end, colorClass: glyph.rawValue, name: glyph.words,
        title: product.map { "\(dates), \(glyph.words), \($0)" } ?? "\(dates), \(glyph.words)",
        hasGap: (period.gapBefore ?? 0) > 0)
    }
    if bars.contains(where: { $0.start < moment }), bars.contains(where: { $0.end > moment }) {
      marks = [Mark(at: moment, colorClass: "now", title: "as of \(moment.utcText)")]
    }
  }
}
