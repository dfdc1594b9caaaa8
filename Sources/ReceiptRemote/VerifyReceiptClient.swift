import ReceiptKit

/// Sends requests to Apple's verifyReceipt, with retries and within limits.
///
/// Apple deprecated verifyReceipt in favour of the App Store Server API and signed transactions; it still answers.
/// A request uploads a receipt, which is personal data.
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
    self.servers = servers
    self.limits = limits
    self.retries = retries
    self.transport = transport
    self.clock = clock
  }

  /// Sends a request until the answer is final, or until another try is useless.
  ///
  /// After 21007 or 21008 the client changes to the other server if that is allowed, at most twice. It retries after
  /// 21005, 21009, a transient fault, and 21100 to 21199 if the answer's retry flag is set. After 21002 it retries only
  /// once on each visit to a server, because Apple documents the status as possibly temporary.
  ///
  /// - Returns: Apple's answer, with any status. The answer is untrusted: only TLS protects it.
  /// - Throws: the reason why no answer arrived. Neither messages nor answers contain the shared secret.
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
