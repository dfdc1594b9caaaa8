/// A timeline with one row per subscription, one glyph per period, and columns of time that all rows share.
struct Timeline {
  private let layout: TextLayout
  private let moment: Instant
  private let rows: [[Cell]]
  private let labels: [String]
  private let axis: TimelineAxis
  /// The width of a column of time, in characters.
  private let cellWidth: Int
  private let usedGlyphs: Set<TimelineGlyph>
  private let labelWidth: Int
  /// The width of a line without its label, in characters.
  private let width: Int
  /// The columns in which a period begins, in order, each with the first moment at which one begins there.
  private let beginnings: [(column: Int, instant: Instant)]
  /// The number of all periods in the drawing.
  private let count: Int
  private static let indent = 2

  private enum Cell: Equatable {
    case empty
    case gap
    case begins(TimelineGlyph)
    /// The period that begins in an earlier column still runs.
    case goesOn
  }

  private var columnsPerBand: Int { max(1, width / cellWidth) }

  /// - Parameter subscriptions: the subscriptions, with the labels of their rows.
  init?(_ subscriptions: [(label: String, subscription: Subscription)], at moment: Instant, _ layout: TextLayout) {
    labels = subscriptions.map(\.label)
    labelWidth = (labels.map(\.count).max() ?? 0) + 2
    width = max(10, layout.width - Timeline.indent - labelWidth)
    let periods = subscriptions.map { $0.subscription.wholePeriods.filter { $0.start != nil && $0.end != nil } }
    guard let axis = TimelineAxis(periods, width: width), axis.edges.count > 1 else { return nil }
    self.layout = layout
    self.moment = moment
    self.axis = axis
    count = periods.reduce(0) { $0 + $1.count }
    rows = periods.map { Timeline.cells($0, axis, moment) }
    usedGlyphs = Set(periods.joined().map { TimelineGlyph($0, at: moment) })
    var earliest: [Int: Instant] = [:]
    for start in periods.joined().compactMap(\.start) {
      let column = axis.column(of: start)
      earliest[column] = min(earliest[column] ?? start, start)
    }
    beginnings = earliest.map { (column: $0.key, instant: $0.value) }.sorted { $0.column < $1.column }
    let columns = axis.edges.count - 1
    // A few periods are not drawn out over the whole line.
    cellWidth = axis.scale == .perPeriod ? min(8, max(1, width / columns)) : 1
  }

  private static func cells(_ periods: [Subscription.Period], _ axis: TimelineAxis, _ moment: Instant) -> [Cell] {
    var cells = [Cell](repeating: .empty, count: axis.edges.count - 1)
    // Of several periods that begin in a column, the one with the highest weight is drawn.
    var weights = [Int](repeating: -1, count: cells.count)
    var lastFilled: Int?
    for period in periods {
      guard let start = period.start, let end = period.end else { continue }
      let column = min(axis.column(of: start), cells.count - 1)
      // Time without a period is shown if it fills whole columns.
      if let lastFilled, lastFilled + 1 < column {
        for index in lastFilled + 1..<column where cells[index] == .empty { cells[index] = .gap }
      }
      let glyph = TimelineGlyph(period, at: moment)
      if glyph.weight > weights[column] {
        cells[column] = .begins(glyph)
        weights[column] = glyph.weight
      }
      // An earlier period has already filled its columns, so every column is visited once.
      var index = max(column, lastFilled ?? 0) + 1
      // A column belongs to a period that covers at least half of it.
      while index < cells.count, middle(index, axis) < end {
        if cells[index] == .empty { cells[index] = .goesOn }
        index += 1
      }
      lastFilled = max(lastFilled ?? 0, index - 1)
    }
    return cells
  }

  private static func middle(_ column: Int, _ axis: TimelineAxis) -> Instant {
    let start = axis.edges[column].milliseconds
    let end = axis.edges[column + 1].milliseconds
    return Instant(milliseconds: start + (end - start) / 2)
  }

  func write(to page: inout TextPage) {
    page.heading("Timeline", explanation)
    var start = 0
    let columns = axis.edges.count - 1
    while start < columns {
      let band = start..<min(start + columnsPerBand, columns)
      page.blank()
      for (label, row) in zip(labels, rows) {
        // A row without content in a band is omitted from the band.
        if row[band].allSatisfy({ $0 == .empty }) { continue }
        page.line(lead(label) + drawing(row, band))
      }
      let ticks = TimelineTicks(
        dates(in: band), cellWidth: cellWidth, width: width,
        moment: momentColumn.flatMap { band.contains($0) ? $0 - band.lowerBound : nil })
      page.line(lead("") + StyledText(drawn: ticks.marks, .faint))
      page.line(lead("") + StyledText(drawn: ticks.text, .faint))
      start = band.upperBound
    }
    page.blank()
    for line in legend { page.line(.spaces(Timeline.indent) + line) }
  }

  /// The dates in a band: its start, and those of periods. Columns count from the start of the band.
  private func dates(in band: Range<Int>) -> [(column: Int, instant: Instant)] {
    var dates = beginnings.filter { band.contains($0.column) }.map { ($0.column - band.lowerBound, $0.instant) }
    if dates.first?.0 != 0 { dates.insert((0, axis.edges[band.lowerBound]), at: 0) }
    // The end of a period is shown as the start of the next one. For a single period, the end would otherwise be
    // missing.
    if count == 1, band.count > 1, let end = axis.edges.last { dates.append((band.count - 1, end)) }
    return dates
  }

  private func lead(_ label: String) -> StyledText {
    .spaces(Timeline.indent) + StyledText(label, .heading).padded(to: labelWidth)
  }

  private func drawing(_ row: [Cell], _ band: Range<Int>) -> StyledText {
    let end = row[band].lastIndex { $0 != .empty } ?? band.lowerBound
    var line = StyledText("")
    // Characters of one role are one piece, so that a line of 10,000 columns does not become 10,000 pieces.
    var run = (text: "", role: TextRole.plain)
    func add(_ text: String, _ role: TextRole) {
      if role != run.role {
        line = line + StyledText(drawn: run.text, run.role)
        run = ("", role)
      }
      run.text += text
    }
    for cell in row[band.lowerBound...end] {
      switch cell {
      case .empty: add(String(repeating: " ", count: cellWidth), .plain)
      case .gap: add(String(repeating: "·", count: cellWidth), .faint)
      case .goesOn: add(String(repeating: "─", count: cellWidth), .plain)
      case .begins(let glyph):
        add(glyph.character, glyph.role)
        add(String(repeating: "─", count: cellWidth - 1), .plain)
      }
    }
    return line + StyledText(drawn: run.text, run.role)
  }

  /// The column of the moment of the question, if it is inside the drawing.
  private var momentColumn: Int? {
    guard let first = axis.edges.first, let last = axis.edges.last, first <= moment, moment < last else { return nil }
    return axis.column(of: moment)
  }

  private var explanation: Message {
    switch axis.scale {
    case .even(let seconds): "a column is \(approximate(seconds))"
    case .perPeriod: "not to scale: each period and each gap has its own place"
    case .condensed(let seconds):
      "condensed: \(grouped: count) periods, a column is \(approximate(seconds)) and shows the most unusual one in it"
    }
  }

  private func approximate(_ seconds: Int64) -> Message {
    switch seconds {
    case 172_800...: "about \(grouped: Int(seconds / 86_400)) days"
    case 7_200...: "about \(grouped: Int(seconds / 3_600)) hours"
    case 120...: "about \(grouped: Int(seconds / 60)) minutes"
    case 1: "1 second"
    default: "\(seconds) seconds"
    }
  }

  /// The explanations of the glyphs. Each line has as many as fit.
  private var legend: [StyledText] {
    var entries = TimelineGlyph.allCases.filter(usedGlyphs.contains).map { ($0.character, $0.role, $0.words) }
    if rows.contains(where: { $0.contains(.gap) }) { entries.append(("·", .faint, "no period")) }
    if momentColumn != nil { entries.append(("▲", .faint, "the moment asked about")) }
    var lines: [StyledText] = []
    for (character, role, words) in entries {
      let entry = StyledText(character, role) + StyledText(" \(words)").said(in: layout.language)
      if let line = lines.last, line.displayWidth + 3 + entry.displayWidth <= layout.width - Timeline.indent {
        lines[lines.count - 1] = line + StyledText("   ") + entry
      } else {
        lines.append(entry)
      }
    }
    return lines
  }
}
