import ReceiptRemote
import SystemLibrary

/// Sends requests evenly, and no more of them a second than a rate, to each server by itself.
///
/// Apple's limits apply to the app, so they are shared with whatever else asks for it. Those of the sandbox are a tenth
/// (Apple, "Identifying rate limits"). Every try counts, also one that is repeated.
final class PacedTransport: RemoteTransport {
  private let transport: any RemoteTransport
  private let interval: Duration
  /// When the next request may be sent, by host.
  private let next = Locked<[String: ContinuousClock.Instant]>([:])

  /// - Parameter rate: requests a second to production, and to any server that is not Apple's; more than 0.
  init(_ transport: any RemoteTransport, rate: Double) {
    self.transport = transport
    interval = .seconds(1) / rate
  }

  func send(_ request: RemoteRequest) async throws(RemoteFault) -> HTTPAnswer {
    let host = request.endpoint.host
    let pause = request.endpoint.isSandbox ? interval * 10 : interval
    let turn = next.withLock { next in
      let turn = max(next[host] ?? .now, .now)
      next[host] = turn + pause
      return turn
    }
    try? await Task.sleep(until: turn, clock: .continuous)
    return try await transport.send(request)
  }
}

extension Endpoint {
  /// Whether the URL is on the server of Apple's sandbox for the App Store Server API.
  fileprivate var isSandbox: Bool { isApple && host.contains("sandbox") }
}
