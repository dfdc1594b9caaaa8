/// Divides the time of all subscriptions into columns.
struct TimelineAxis {
  /// The relation between columns and time.
  enum Scale: Equatable {
    /// All columns have the same length, and no two periods of a subscription begin in the same column.
    case even(seconds: Int64)
    /// Every start of a period or a gap has its own column. This is for lengths that differ too much to be drawn to
    /// scale. Periods in the sandbox last minutes, and the gaps between them days.
    case perPeriod
    /// All columns have the same length, and each represents all periods that begin in it.
    case condensed(seconds: Int64)
  }

  let scale: Scale
  /// The start of each column, and the end of the last one, in ascending order: one more than the number of columns.
  let edges: [Instant]

  /// The maximum number of bands of columns in a drawing.
  static let maximumBands = 6

  /// - Parameters:
  ///   - periods: the periods of each subscription that have a start and an end.
  ///   - width: how many columns fit on a line.
  init?(_ periods: [[Subscription.Period]], width: Int) {
    let spans = periods.map { $0.compactMap(TimelineAxis.span) }
    let all = spans.joined()
    guard let first = all.map(\.lowerBound).min(), let last = all.map(\.upperBound).max() else { return nil }
    let span = max(1, last.milliseconds - first.milliseconds)
    // span * column / columns, without a product that may overflow.
    let columns = Int64(width)
    let edges = (0...columns).map { column in
      Instant(milliseconds: first.milliseconds + span / columns * column + span % columns * column / columns)
    }
    if spans.allSatisfy({ TimelineAxis.isLegible($0, edges) }) {
      self.init(scale: .even(seconds: span / 1_000 / columns), edges: edges)
      return
    }
    let own = TimelineAxis.ownEdges(spans)
    if own.count - 1 <= width * TimelineAxis.maximumBands {
      self.init(scale: .perPeriod, edges: own)
    } else {
      self.init(scale: .condensed(seconds: span / 1_000 / columns), edges: edges)
    }
  }

  private init(scale: Scale, edges: [Instant]) {
    self.scale = scale
    self.edges = edges
  }

  private static func span(_ period: Subscription.Period) -> ClosedRange<Instant>? {
    guard let start = period.start, let end = period.end else { return nil }
    return start...max(start, end)
  }

  /// The column of a moment.
  func column(of moment: Instant) -> Int {
    // The last edge that is not after the moment; edges are in ascending order.
    var low = 0
    var high = edges.count - 1
    while high - low > 1 {
      let middle = (low + high) / 2
      if edges[middle] <= moment { low = middle } else { high = middle }
    }
    return low
  }

  /// Whether every period begins in its own column, and none of several is shorter than half a column: drawn, it would
  /// look longer than it is.
  private static func isLegible(_ spans: [ClosedRange<Instant>], _ edges: [Instant]) -> Bool {
    guard let first = edges.first, edges.count > 2 else { return true }
    let column = edges[1].milliseconds - first.milliseconds
    guard column > 0 else { return spans.count <= 1 }
    var previous: Int64?
    for span in spans {
      let number = (span.lowerBound.milliseconds - first.milliseconds) / column
      if let previous, number <= previous { return false }
      previous = number
      let length = span.upperBound.milliseconds - span.lowerBound.milliseconds
      if length < column / 2, spans.count > 1 { return false }
    }
    return true
  }

  /// The starts of periods, and the ends that no other period of the subscription follows.
  private static func ownEdges(_ spans: [[ClosedRange<Instant>]]) -> [Instant] {
    var edges: Set<Instant> = []
    for spans in spans {
      edges.formUnion(spans.map(\.lowerBound))
      var covered: Instant?
      for span in spans {
        if let covered, covered < span.lowerBound { edges.insert(covered) }
        covered = max(covered ?? span.upperBound, span.upperBound)
      }
      if let covered { edges.insert(covered) }
    }
    return edges.sorted()
  }
}
