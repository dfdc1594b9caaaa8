import Dispatch
import ReceiptCommands
import ReceiptKit
import ReceiptRemote

/// Sends requests from a command, which is synchronous: only commands that use a network have tasks and threads.
struct RemoteCall {
  /// The result of a request.
  typealias Outcome = Result<VerifyReceiptResult, VerifyReceiptFailure>

  private let client: VerifyReceiptClient
  private let transport: HTTPTransport
  private let secret: SharedSecret?
  private let excludesOldTransactions: Bool

  init(_ options: RemoteOptions) throws {
    // Steps that can fail come first: a transport must be shut down.
    secret = try options.verify.secret.settings.secret()
    let servers = try options.servers(token: try options.verify.token())
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
    let notes = WaitNotes()
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
  func end() {
    let transport = transport
    waiting { await transport.shutdown() }
  }
}

/// Runs asynchronous work to its end. Must not be called from a task, because it would block the task's thread.
func waiting<Value: Sendable>(_ work: @escaping @Sendable () async -> Value) -> Value {
  let place = Place<Value>()
  let done = DispatchSemaphore(value: 0)
  Task.detached {
    place.value = await work()
    done.signal()
  }
  while true {
    done.wait()
    if let value = place.value { return value }
  }
}

/// Written before the semaphore is signalled and read after it was waited for, so never at the same time.
private final class Place<Value>: @unchecked Sendable {
  var value: Value?
}
