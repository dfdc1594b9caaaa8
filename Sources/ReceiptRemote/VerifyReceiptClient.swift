import ReceiptKit

/// Sends requests to Apple's verifyReceipt, with retries and within limits.
///
/// Apple deprecated verifyReceipt in favour of the App Store Server API and signed transactions; it still answers
/// (FORMAT.md). A request uploads a receipt, which is personal data.
public struct VerifyReceiptClient: Sendable {
  /// The allowed servers.
  public var servers: RemoteServers
  /// Limits on time and size.
  public var limits: RemoteLimits
  /// The number of tries at a server.
  public var retries: RetryPolicy
  let transport: any RemoteTransport
  let clock: RemoteClock

  /// Makes a client.
  public init(
    servers: RemoteServers = .apple, limits: RemoteLimits = RemoteLimits(), retries: RetryPolicy = RetryPolicy(),
    transport: any RemoteTransport, clock: RemoteClock = .system
  ) {
    (self.servers, self.limits, self.retries) = (servers, limits, retries)
    (self.transport, self.clock) = (transport, clock)
  }

  /// Sends a request until the answer is final, or until another try is useless.
  ///
  /// 21007 and 21008 lead to the other server if it is allowed, twice at most. 21005, 21009, flagged 2110x and
  /// transient faults are retried; 21002 once, because Apple documents it as possibly temporary.
  ///
  /// - Returns: Apple's answer, with any status; untrusted, since only TLS vouches for it.
  /// - Throws: why no answer came. The shared secret is in no message and no answer.
  public func verify(
    _ request: VerifyReceiptRequest, progress: @Sendable (RemoteProgress) -> Void = { _ in }
  ) async throws(VerifyReceiptFailure) -> VerifyReceiptResult {
    var exchange = try Exchange(self, request)
    while true {
      progress(.asking(exchange.server, try: exchange.triesHere + 1, of: retries.tries))
      guard let step = await exchange.ask(), !Task.isCancelled else { return try exchange.end() }
      guard case .retry(let pause, let reason) = step else { continue }
      progress(.pausing(pause, reason: reason, nextTry: exchange.triesHere + 1, of: retries.tries))
      do {
        try await clock.sleep(pause)
      } catch {
        return try exchange.end()
      }
    }
  }
}
