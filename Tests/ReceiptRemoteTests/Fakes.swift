import Foundation
import ReceiptKit
import ReceiptRemote

/// A clock that stands still until somebody sleeps, and remembers how long that was.
final class FakeClock: @unchecked Sendable {
  private let lock = NSLock()
  private var time = Duration.zero
  private var slept: [Duration] = []
  /// What `random` gives.
  let chance: Double

  init(chance: Double = 0) {
    self.chance = chance
  }

  var pauses: [Duration] { lock.withLock { slept } }

  func advance(_ duration: Duration) {
    lock.withLock { time += duration }
  }

  var clock: RemoteClock {
    RemoteClock(
      elapsed: { [self] in lock.withLock { time } },
      now: { Instant(milliseconds: 784_111_777_000) },
      sleep: { [self] duration in
        lock.withLock {
          slept.append(duration)
          time += duration
        }
      },
      random: { [chance] in chance })
  }
}

/// Servers that answer by a script, without a network. After the last line of the script it is read from there again.
///
/// `@unchecked Sendable` because the compiler does not see that every access to its state holds the lock.
final class FakeTransport: RemoteTransport, @unchecked Sendable {
  enum Reply {
    case status(Int, more: String = "", fields: [(name: String, value: String)] = [])
    case text(String)
    case http(Int, [(name: String, value: String)] = [])
    case fault(RemoteFault.Code)
  }

  struct Call: Equatable {
    let host: String
    let body: String
    let timeout: Duration
  }

  private let lock = NSLock()
  private var made: [Call] = []
  private var scripts: [String: [Reply]]
  private let clock: FakeClock
  private let latency: Duration

  init(production: [Reply] = [], sandbox: [Reply] = [], clock: FakeClock = FakeClock(), latency: Duration = .zero) {
    scripts = [Endpoint.production.host: production, Endpoint.sandbox.host: sandbox]
    (self.clock, self.latency) = (clock, latency)
  }

  var calls: [Call] { lock.withLock { made } }

  func send(_ request: RemoteRequest) async throws(RemoteFault) -> HTTPAnswer {
    let (endpoint, timeout) = (request.endpoint, request.timeout)
    clock.advance(min(latency, timeout))
    let reply = lock.withLock {
      made.append(Call(host: endpoint.host, body: String(decoding: request.body, as: UTF8.self), timeout: timeout))
      let script = scripts[endpoint.host] ?? []
      if script.count > 1 { scripts[endpoint.host]?.removeFirst() }
      return script.first
    }
    if latency > timeout { throw RemoteFault(.answerTimeout, "no answer") }
    switch reply {
    case .status(let status, let more, let fields)?:
      return HTTPAnswer(status: 200, fields: fields, body: Array("{\"status\":\(status)\(more)}".utf8))
    case .text(let text)?: return HTTPAnswer(status: 200, body: Array(text.utf8))
    case .http(let status, let fields)?: return HTTPAnswer(status: status, fields: fields)
    case .fault(let code)?: throw RemoteFault(code, "scripted")
    case nil: throw RemoteFault(.unreachable, "nobody expected this call")
    }
  }
}
