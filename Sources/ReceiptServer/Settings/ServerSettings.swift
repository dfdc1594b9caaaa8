import ReceiptKit

/// The settings of a server.
package struct ServerSettings: Sendable {
  /// The address to listen on.
  package var address: ListenAddress
  /// Answers the two routes of Apple's.
  package var answerer: VerifyReceiptAnswerer
  /// Reads inputs for all routes but those of the purchase service, and has the trust anchors.
  package var decoder: InputDecoder {
    get { answerer.decoder }
    set { answerer.decoder = newValue }
  }
  /// The simulated outages on Apple's routes.
  package var outage = Outage()
  /// The tokens, one of which clients must send; `nil` requires none, which is allowed only on a loopback address.
  package var tokens: [AccessToken]?
  /// Reads the tokens again after a SIGHUP. Returns `nil` if they cannot be read; the server then keeps the old ones.
  package var readTokensAgain: (@Sendable () -> [AccessToken]?)?
  /// The limits for clients.
  package var limits = ServerLimits()
  /// The stand-in for the App Store Server API; `nil` omits the routes of that API.
  package var standIn: StandInSettings?
  /// What the pages ask, and how they reply.
  package var page = PageSettings()
  /// The purchase service; `nil` omits its routes.
  package var service: ServiceSettings?
  /// The version in the OpenAPI document.
  package var version: String
  /// Receives one line for each request; with `nil` no lines are written.
  package var requestLog: (@Sendable (String) -> Void)?
  /// The form of the lines for requests.
  package var logFormat = LogFormat.text
  /// Receives other messages, in words; with `nil` no messages are written.
  package var log: ServerLog?
  /// Returns the time.
  package var clock: @Sendable () -> Instant
  /// Signals by number. SIGTERM and SIGINT end the server. `nil` uses the signals of the process.
  ///
  /// If no more signals are possible, the server ends at once.
  package var signals: AsyncStream<Int32>?

  /// Makes settings; see the properties.
  package init(
    address: ListenAddress, decoder: InputDecoder, version: String, clock: @escaping @Sendable () -> Instant
  ) {
    self.address = address
    self.version = version
    self.clock = clock
    answerer = VerifyReceiptAnswerer(decoder: decoder)
  }
}
