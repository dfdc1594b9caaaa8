import Dispatch
import ReceiptCommands
import ReceiptKit
import ReceiptRemote
import SystemLibrary

/// Sends requests for a command, which is synchronous: only commands that use a network have tasks and threads.
struct RemoteCall {
  /// The result of a request.
  typealias Outcome = Result<VerifyReceiptResult, VerifyReceiptFailure>

  private let console: Console
  private let client: VerifyReceiptClient
  private let transport: HTTPTransport
  private let secret: SharedSecret?
  private let excludesOldTransactions: Bool

  init(_ options: RemoteOptions, _ console: Console) throws {
    self.console = console
    // Steps that can fail come before the transport is created, because it must be shut down.
    secret = try options.verify.secret.settings.secret(console)
    let servers = try options.servers(token: try options.verify.token(console))
    excludesOldTransactions = options.verify.excludesOldTransactions
    let exchange = options.exchange.settings
    transport = exchange.transport()
    client = VerifyReceiptClient(
      servers: servers, limits: exchange.limits, retries: RetryPolicy(tries: exchange.tries), transport: transport)
  }

  /// Whether every request contains a shared secret.
  var hasSecret: Bool { secret != nil }

  /// Sends a request, and reports waiting times on standard error.
  func ask(about receipt: UploadableReceipt) -> Outcome {
    let request = VerifyReceiptRequest(
      receiptData: receipt.base64, password: secret?.revealed, excludesOldTransactions: excludesOldTransactions)
    let notes = WaitNotes(console)
    defer { notes.stop() }
    let client = client
    return waiting {
      do throws(VerifyReceiptFailure) {
        return .success(try await client.verify(request, progress: notes.report))
      } catch {
        return .failure(error)
      }
    }
  }

  /// Closes connections.
  func end() { transport.end() }
}

extension HTTPTransport {
  /// Closes connections, and returns when that is done.
  func end() { waiting { await self.shutdown() } }
}

/// Runs asynchronous work to its end, and blocks the calling thread until then. The work has its own threads, because
/// such callers may block all threads of the pool.
func waiting<Value: Sendable>(_ work: @escaping @Sendable () async -> Value) -> Value {
  let place = Locked<Value?>(nil)
  let done = DispatchSemaphore(value: 0)
  let body: @Sendable () async -> Void = {
    place.set(await work())
    done.signal()
  }
  if #available(macOS 15, *) {
    Task.detached(executorPreference: OwnThreads.shared, operation: body)
  } else {
    Task.detached(operation: body)
  }
  while true {
    done.wait()
    if let value = place.current { return value }
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
