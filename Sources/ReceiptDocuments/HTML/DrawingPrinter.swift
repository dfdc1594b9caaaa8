extension HTMLWriter {
  /// Writes a drawing with its ends and its legend. Nothing is written if there is no period with both its ends.
  mutating func drawing(_ drawing: PeriodDrawing) {
    guard let scale = DrawingScale(drawing) else { return }
    let label: Message =
      scale.bars.count == 1
      ? "Timeline of 1 period; the tables say the same"
      : "Timeline of \(grouped: scale.bars.count) periods; the tables say the same"
    element(
      "svg",
      [
        "viewBox": "0 0 \(DrawingScale.width) 40", "preserveAspectRatio": "none", "role": "img", "class": "timeline",
        "aria-label": label.text(in: language),
      ]
    ) { writer in
      writer.element("line", ["class": "gap", "x1": "0", "x2": "\(DrawingScale.width)", "y1": "20", "y2": "20"]) { _ in
      }
      for (bar, extent) in zip(scale.bars, scale.extents) {
        writer.element(
          "rect",
          [
            "class": bar.colorClass, "x": extent.start.tenths, "y": "6", "width": extent.width.tenths, "height": "28",
          ]
        ) { $0.title(bar.title) }
      }
      for mark in drawing.marks where mark.at >= scale.first {
        let x = scale.place(mark.at).tenths
        writer.element("line", ["class": mark.colorClass, "x1": x, "x2": x, "y1": "0", "y2": "40"]) {
          $0.title(mark.title)
        }
      }
    }
    element("div", ["class": "ends"]) { writer in
      for end in [scale.first, scale.last] {
        writer.element("time", ["datetime": end.rfc3339], text: String(end.utcText.prefix(16)))
      }
    }
    element("ul", ["class": "legend"]) { $0.legend(drawing, scale) }
  }

  private mutating func title(_ title: Message) { element("title") { $0.text(title) } }

  private mutating func legend(_ drawing: PeriodDrawing, _ scale: DrawingScale) {
    var written: Set<String> = []
    for bar in scale.bars where written.insert(bar.colorClass).inserted {
      entry(bar.name) {
        $0.element("rect", ["class": bar.colorClass, "width": "10", "height": "10", "rx": "2"]) { _ in }
      }
    }
    for mark in drawing.marks {
      guard let name = mark.name, written.insert(mark.colorClass).inserted else { continue }
      entry(name) {
        $0.element("line", ["class": mark.colorClass, "x1": "5", "x2": "5", "y1": "0", "y2": "10"]) { _ in }
      }
    }
    element("li") {
      $0.text(
        scale.isToScale
          ? "to scale" as Message : "not to scale: each period and each gap has its own place")
    }
    guard drawing.bars.count > scale.bars.count else { return }
    element("li") {
      $0.text("the newest \(grouped: scale.bars.count) of \(grouped: drawing.bars.count) periods" as Message)
    }
  }

  private mutating func entry(_ name: Message, _ shape: (inout HTMLWriter) -> Void) {
    element("li") { writer in
      writer.element("svg", ["viewBox": "0 0 10 10", "aria-hidden": "true"], shape)
      writer.text(name)
    }
  }
}

/// Where the periods of a drawing stand: to scale if the shortest can still be seen. Otherwise all periods have one
/// width, and all gaps have another one.
private struct DrawingScale {
  /// The width of a drawing, in its own units.
  static let width = 960.0
  /// The maximum number of periods in a drawing: more could not be told apart.
  private static let maximumBars = 400
  /// The width of a gap, in periods.
  private static let gap = 0.6
  /// The part of the width below which a period can hardly be seen.
  private static let narrowest = 0.008

  let bars: [PeriodDrawing.Bar]
  let first: Instant
  let last: Instant
  let isToScale: Bool
  /// The left edges of the bars and their widths, in units of ``unit``.
  private var places: [(start: Double, width: Double)] = []
  private var unit = 1.0

  init?(_ drawing: PeriodDrawing) {
    bars = drawing.bars.filter { $0.start <= $0.end }.suffix(Self.maximumBars)
    guard let first = bars.map(\.start).min(), let end = bars.map(\.end).max() else { return nil }
    let last = max(end, drawing.marks.map(\.at).max() ?? end)
    self.first = first
    self.last = last
    let span = max(last.seconds(since: first), 1)
    isToScale = bars.allSatisfy { $0.end.seconds(since: $0.start) / span > Self.narrowest }
    unit = Self.width
    guard !isToScale else {
      places = bars.map { ($0.start.seconds(since: first) / span, $0.end.seconds(since: $0.start) / span) }
      return
    }
    var reached = 0.0
    for bar in bars {
      if bar.hasGap { reached += Self.gap }
      places.append((reached, 1))
      reached += 1
    }
    if last > end { reached += Self.gap }
    unit = Self.width / reached
  }

  /// The left edges and the widths of the bars. A bar is 1.5 units narrower than its period, so that it is apart from
  /// the next one, and at least one unit wide, so that it can be seen.
  var extents: [(start: Double, width: Double)] {
    places.map { ($0.start * unit, max($0.width * unit - 1.5, 1)) }
  }

  /// Where a moment is: within its period, or in the gap before the next one.
  func place(_ moment: Instant) -> Double {
    guard !isToScale else { return moment.seconds(since: first) / max(last.seconds(since: first), 1) * Self.width }
    guard let index = bars.firstIndex(where: { moment <= $0.end }) else { return Self.width - unit * Self.gap / 2 }
    let bar = bars[index]
    let start = places[index].start
    guard moment >= bar.start else { return max(start - Self.gap / 2, 0) * unit }
    return (start + moment.seconds(since: bar.start) / max(bar.end.seconds(since: bar.start), 1)) * unit
  }
}

extension Double {
  /// The number with one digit after the point.
  fileprivate var tenths: String {
    let tenths = Int((self * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }
}

extension Instant {
  fileprivate func seconds(since other: Instant) -> Double {
    (Double(milliseconds) - Double(other.milliseconds)) / 1_000
  }
}
