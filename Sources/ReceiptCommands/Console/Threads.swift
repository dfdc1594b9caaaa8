import SystemLibrary

/// A lock of the system, at an address that never changes.
final class Lock: @unchecked Sendable {
  // It exists to be shared; the system synchronises it.
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

  /// Runs the body with the lock held.
  func withLock<Result>(_ body: () -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body()
  }
}

/// Something to wait for while a lock is given up.
final class Signal: @unchecked Sendable {
  // As with the lock.
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

  /// Waits; the lock has to be held, and is again afterwards. It may return without a reason.
  func wait(with lock: Lock) { pthread_cond_wait(condition, lock.mutex) }

  /// Wakes all waiting threads.
  func notify() { pthread_cond_broadcast(condition) }
}

/// A thread of the system. Nothing here waits for an event loop, so that nothing more is needed.
package struct WorkerThread {
  private let thread: pthread_t

  /// What the main thread has on Linux, so that it makes no difference which thread reads an input.
  private static let stackSize = 8 << 20

  /// Starts a thread; `nil` if the system has none to give.
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

  /// Waits for its end.
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

/// How many processors are there.
var processorCount: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }
