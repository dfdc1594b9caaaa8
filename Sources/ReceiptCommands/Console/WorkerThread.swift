import SystemLibrary

/// A system thread. Nothing here needs an event loop, so a thread is enough: a command is synchronous, and tasks would
/// load Dispatch at every start.
package struct WorkerThread {
  private let thread: pthread_t

  /// The stack size of the main thread on Linux, so that inputs are read alike on every thread.
  private static let stackSize = 8 << 20

  /// Starts a thread; `nil` if the system cannot create one.
  package init?(_ body: @escaping @Sendable () -> Void) {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, Self.stackSize)
    let place = UnsafeMutablePointer<@Sendable () -> Void>.allocate(capacity: 1)
    place.initialize(to: body)
    // A number in glibc, a pointer in musl and on Apple's systems.
    #if canImport(Glibc)
      var started = pthread_t()
      let code = pthread_create(&started, &attributes, { $0.flatMap { WorkerThread.run($0) } }, place)
      let thread: pthread_t? = started
    #elseif canImport(Musl)
      var thread: pthread_t?
      let code = pthread_create(&thread, &attributes, { $0.flatMap { WorkerThread.run($0) } }, place)
    #else
      var thread: pthread_t?
      let code = pthread_create(&thread, &attributes, { WorkerThread.run($0) }, place)
    #endif
    guard code == 0, let thread else {
      place.deinitialize(count: 1)
      place.deallocate()
      return nil
    }
    self.thread = thread
  }

  /// Runs the body that was put at this place, on the new thread.
  private static func run(_ pointer: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    let place = pointer.assumingMemoryBound(to: (@Sendable () -> Void).self)
    let body = place.move()
    place.deallocate()
    body()
    return nil
  }

  /// Waits for the end of the thread.
  package func join() { pthread_join(thread, nil) }

  /// Returns the results of `body` for each number of a range, in order, when all are done.
  static func map<Value: Sendable>(
    _ range: Range<Int>, threads: Int, _ body: @escaping @Sendable (Int) -> Value
  ) -> [Value] {
    let count = min(max(1, threads), range.count)
    guard count > 1 else { return range.map(body) }
    let share = (range.count + count - 1) / count
    let starts = Array(stride(from: range.lowerBound, to: range.upperBound, by: share))
    let results = Locked<[Int: [Value]]>([:])
    let work: @Sendable (Int) -> Void = { start in
      let values = (start..<min(start + share, range.upperBound)).map(body)
      results.withLock { $0[start] = values }
    }
    let started = starts.dropFirst().map { start in (start, WorkerThread { work(start) }) }
    work(range.lowerBound)
    for (start, thread) in started {
      // If no thread could be started, this thread does the work.
      if let thread { thread.join() } else { work(start) }
    }
    let values = results.current
    return starts.flatMap { values[$0] ?? [] }
  }
}

/// The number of processors.
var processorCount: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }
