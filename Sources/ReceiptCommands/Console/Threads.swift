import SystemLibrary

/// A system lock at a stable address.
final class Lock: @unchecked Sendable {
  // The mutex is meant to be shared; the system synchronises it.
  fileprivate let mutex: UnsafeMutablePointer<pthread_mutex_t>

  init() {
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// Runs the body while holding the lock.
  func withLock<Result>(_ body: () -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body()
  }
}

/// A condition to wait for. Waiting releases the lock.
final class Signal: @unchecked Sendable {
  // The condition is meant to be shared, like the mutex of a ``Lock``; the system synchronises it.
  private let condition: UnsafeMutablePointer<pthread_cond_t>

  init() {
    condition = .allocate(capacity: 1)
    condition.initialize(to: pthread_cond_t())
    pthread_cond_init(condition, nil)
  }

  deinit {
    pthread_cond_destroy(condition)
    condition.deallocate()
  }

  /// Waits. The caller must hold the lock, and holds it again afterwards. The call may return without a signal.
  func wait(with lock: Lock) { pthread_cond_wait(condition, lock.mutex) }

  /// Wakes all waiting threads.
  func notify() { pthread_cond_broadcast(condition) }
}

/// A system thread. Nothing here needs an event loop, so a thread is enough.
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
    let box = Unmanaged.passRetained(Body(body))
    #if canImport(Darwin)
      var thread: pthread_t?
      let code = pthread_create(&thread, &attributes, { Body.run($0) }, box.toOpaque())
    #else
      var started = pthread_t()
      let code = pthread_create(&started, &attributes, { $0.flatMap { Body.run($0) } }, box.toOpaque())
      let thread: pthread_t? = started
    #endif
    guard code == 0, let thread else {
      box.release()
      return nil
    }
    self.thread = thread
  }

  /// Waits for the end of the thread.
  package func join() { pthread_join(thread, nil) }

  private final class Body {
    private let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }

    static func run(_ pointer: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
      Unmanaged<Body>.fromOpaque(pointer).takeRetainedValue().body()
      return nil
    }
  }
}

/// The number of processors.
var processorCount: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }
