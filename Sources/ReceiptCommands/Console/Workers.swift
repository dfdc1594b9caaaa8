/// Work on several threads with results in order.
///
/// It uses system threads, not tasks: a command is synchronous, and tasks would load Dispatch at every start.
enum Workers {
  /// Returns the results of `body` for each number of a range, in order, when all are done.
  static func map<Value: Sendable>(
    _ range: Range<Int>, threads: Int, _ body: @escaping @Sendable (Int) -> Value
  ) -> [Value] {
    let count = min(max(1, threads), range.count)
    guard count > 1 else { return range.map(body) }
    let share = (range.count + count - 1) / count
    let pieces = stride(from: range.lowerBound, to: range.upperBound, by: share).map { start in
      RangePart(start..<min(start + share, range.upperBound), body)
    }
    let started = pieces.dropFirst().map { piece in (piece, WorkerThread { piece.run() }) }
    pieces.first?.run()
    for (piece, thread) in started {
      // If no thread could be started, this thread does the work.
      if let thread { thread.join() } else { piece.run() }
    }
    return pieces.flatMap(\.values)
  }

  /// A part of the range.
  ///
  /// One thread writes `values`, and others read them only after joining that thread. So it is Sendable.
  private final class RangePart<Value: Sendable>: @unchecked Sendable {
    private let range: Range<Int>
    private let body: @Sendable (Int) -> Value
    private(set) var values: [Value] = []

    init(_ range: Range<Int>, _ body: @escaping @Sendable (Int) -> Value) {
      self.range = range
      self.body = body
    }

    func run() { values = range.map(body) }
  }
}
