/// A value that one thread at a time can use.
///
/// It does what `Mutex` of Synchronization does, as an object that several can hold. Unlike with `Mutex`, a part of the
/// value that is not Sendable can leave `withLock` without an error of the compiler.
///
/// Where a thread waits for another one, the value is `()`: the lock then guards the properties of its owner, and is
/// released while a ``Condition`` waits.
///
/// It is `@unchecked` because the compiler does not know that the mutex guards the value: only `withLock` reaches it.
package final class Locked<Value>: @unchecked Sendable {
  // The mutex is meant to be shared, so it has an address of its own; the system synchronises it.
  fileprivate let mutex: UnsafeMutablePointer<pthread_mutex_t>
  // Used only while the mutex is held.
  private var value: Value

  package init(_ value: sending Value) {
    self.value = value
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// Runs the body while holding the lock.
  package func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value)
  }
}

extension Locked where Value: Sendable {
  /// The value at this moment.
  package var current: Value { withLock { $0 } }

  /// Puts another value in its place, whatever it is now.
  package func set(_ value: Value) { withLock { $0 = value } }
}

/// A condition to wait for. Waiting releases the lock.
///
/// It is `@unchecked` because a pointer is never Sendable: the system synchronises what it points to.
package final class Condition: @unchecked Sendable {
  // The condition is meant to be shared, like the mutex of a lock; the system synchronises it.
  private let condition: UnsafeMutablePointer<pthread_cond_t>

  package init() {
    condition = .allocate(capacity: 1)
    condition.initialize(to: pthread_cond_t())
    pthread_cond_init(condition, nil)
  }

  deinit {
    pthread_cond_destroy(condition)
    condition.deallocate()
  }

  /// Waits. The caller must hold the lock, and holds it again afterwards. The call may return without a reason.
  package func wait(with lock: Locked<Void>) { pthread_cond_wait(condition, lock.mutex) }

  /// Wakes all waiting threads.
  package func notify() { pthread_cond_broadcast(condition) }
}
