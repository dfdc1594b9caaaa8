import Dispatch
import SystemLibrary

/// Runs asynchronous work to its end, and blocks the calling thread until then. The work has its own threads, because
/// such callers may block all threads of the pool.
func waiting<Value: Sendable, Failure: Error>(
  _ work: @escaping @Sendable () async throws(Failure) -> Value
) throws(Failure) -> Value {
  let outcome = Locked<Result<Value, Failure>?>(nil)
  let done = DispatchSemaphore(value: 0)
  let body: @Sendable () async -> Void = {
    do throws(Failure) {
      outcome.set(.success(try await work()))
    } catch {
      outcome.set(.failure(error))
    }
    done.signal()
  }
  if #available(macOS 15, *) {
    Task.detached(executorPreference: OwnThreads.shared, operation: body)
  } else {
    Task.detached(operation: body)
  }
  while true {
    done.wait()
    if let result = outcome.current { return try result.get() }
  }
}

/// Runs tasks outside the thread pool that all tasks share.
@available(macOS 15, *)
private final class OwnThreads: TaskExecutor {
  static let shared = OwnThreads()
  // With this quality of service, the threads differ from those of tasks and of requests (Dispatch on Linux).
  private let queue = DispatchQueue(label: "waiting", qos: .userInteractive, attributes: .concurrent)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
