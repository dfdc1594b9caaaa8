/// The periods of a subscription for drawing them to scale on the page of `serve`. A terminal uses ``Timeline``.
struct PeriodDrawing: Sendable {
  private let periods: [Subscription.Period]
  private let moment: Instant
  /// The language of names and titles.
  var language = SummaryLanguage.english

  init(_ subscription: Subscription, at moment: Instant) {
    periods = subscription.wholePeriods.filter { $0.start != nil && $0.end != nil }
    self.moment = moment
  }

  func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.objects("periods", periods) { writer, period in
        let glyph = TimelineGlyph(period, at: moment)
        let comma = language.comma
        let product = period.purchase.productID.map { comma + $0.displayed(limit: 100) } ?? ""
        let start = period.start?.utcText ?? ""
        let dates =
          period.endsAtUnknownTime ? start : ("\(start) to \(period.end?.utcText ?? "")" as Message).text(in: language)
        writer.member("start", period.start?.rfc3339)
        writer.member("end", period.end?.rfc3339)
        writer.member("has_gap", (period.gapBefore ?? 0) > 0)
        writer.member("kind", "\(glyph)")
        writer.member("name", glyph.words.text(in: language))
        writer.member("title", "\(dates)\(comma)\(glyph.words.text(in: language))\(product)".terminalSafe)
      }
      let isWithin =
        periods.contains { $0.start.map { $0 < moment } ?? false }
        && periods.contains { $0.end.map { $0 > moment } ?? false }
      writer.objects("marks", isWithin ? [moment] : []) { writer, moment in
        writer.member("at", moment.rfc3339)
        writer.member("kind", "now")
        writer.member("title", ("as of \(moment.utcText)" as Message).text(in: language))
      }
    }
  }
}
