import SystemLibrary

/// Work on several threads with its results in order.
///
/// Threads of the system and not tasks: a command is synchronous, and Dispatch would be loaded at every start.
enum Workers {
  /// How many processors there are; at most 64.
  static var processors: Int { min(64, max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))) }

  /// What `body` makes of each number of a range, in its order. Returns when all is done.
  static func map<Value: Sendable>(
    _ range: Range<Int>, threads: Int, _ body: @escaping @Sendable (Int) -> Value
  ) -> [Value] {
    let count = min(max(1, threads), range.count)
    guard count > 1 else { return range.map(body) }
    let share = (range.count + count - 1) / count
    let pieces = stride(from: range.lowerBound, to: range.upperBound, by: share).map { start in
      Piece(start..<min(start + share, range.upperBound), body)
    }
    let started = pieces.dropFirst().map { piece in (piece, Self.start { piece.run() }) }
    pieces.first?.run()
    for (piece, thread) in started {
      // Where no thread could be had, the work is done here.
      if let thread { pthread_join(thread, nil) } else { piece.run() }
    }
    return pieces.flatMap(\.values)
  }

  /// A part of the range. One thread writes `values`, and others read them only after that thread was joined: this is what makes it
  /// Sendable.
  private final class Piece<Value: Sendable>: @unchecked Sendable {
    private let range: Range<Int>
    private let body: @Sendable (Int) -> Value
    private(set) var values: [Value] = []

    init(_ range: Range<Int>, _ body: @escaping @Sendable (Int) -> Value) {
      self.range = range
      self.body = body
    }

    func run() { values = range.map(body) }
  }

  /// Runs something on a thread of its own; `nil` if there can be none.
  static func start(_ run: @escaping @Sendable () -> Void) -> pthread_t? {
    let argument = Unmanaged.passRetained(ThreadBody(run)).toOpaque()
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    guard pthread_create(&thread, nil, runThread, argument) == 0 else {
      _ = Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue()
      return nil
    }
    return thread
  }
}

/// What a thread runs.
private final class ThreadBody: Sendable {
  let run: @Sendable () -> Void
  init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

/// The entry of every thread; takes over the reference to a ``ThreadBody``.
#if canImport(Darwin)
  private func runThread(_ argument: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue().run()
    return nil
  }
#else
  private func runThread(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let argument { Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue().run() }
    return nil
  }
#endif
