import ReceiptKit

/// Asks Apple's verifyReceipt, patiently and within bounds.
///
/// Apple deprecated verifyReceipt in favour of the App Store Server API and signed transactions; it still answers (FORMAT.md). Whoever
/// calls this uploads a receipt, which is personal data.
public struct VerifyReceiptClient: Sendable {
  /// What bounds an exchange.
  public struct Limits: Equatable, Sendable {
    /// For one try, from the search for the host to the last byte.
    public var timeout: Duration
    /// For everything: no try begins after it, and none goes on beyond it.
    public var deadline: Duration
    /// The largest answer that is read, in bytes. Apple's have about 25 keys a purchase; 32 MiB are more than 10,000 purchases.
    public var maximumAnswer: Int

    /// Makes limits; see the properties.
    public init(
      timeout: Duration = .seconds(30), deadline: Duration = .seconds(90), maximumAnswer: Int = 32 << 20
    ) {
      (self.timeout, self.deadline, self.maximumAnswer) = (timeout, deadline, maximumAnswer)
    }
  }

  /// Which servers may be asked.
  public var servers: VerifyReceiptServers
  /// Bounds in time and size.
  public var limits: Limits
  /// How often a server is asked.
  public var retries: RetryPolicy
  let transport: any VerifyReceiptTransport
  let clock: RemoteClock

  /// Makes a client.
  public init(
    servers: VerifyReceiptServers = .apple, limits: Limits = Limits(), retries: RetryPolicy = RetryPolicy(),
    transport: any VerifyReceiptTransport, clock: RemoteClock = .system
  ) {
    (self.servers, self.limits, self.retries) = (servers, limits, retries)
    (self.transport, self.clock) = (transport, clock)
  }

  /// Sends a request until there is an answer that stays, or until it is not worth trying any more.
  ///
  /// 21007 and 21008 lead to the other server if that may be asked, twice at most. 21005, 21009, flagged 2110x and transient faults are
  /// tried again; 21002 once, because Apple documents it as possibly temporary.
  ///
  /// - Returns: Apple's answer, whatever its status; untrusted, since only TLS vouches for it.
  /// - Throws: why there is none. The shared secret is in no message and no answer.
  public func verify(
    _ request: VerifyReceiptRequest, progress: @Sendable (VerifyReceiptProgress) -> Void = { _ in }
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
