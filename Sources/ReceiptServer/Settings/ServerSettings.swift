import ReceiptKit

/// The settings of a server.
package struct ServerSettings: Sendable {
  /// The address to listen on.
  package var address: ListenAddress
  /// Answers the two routes of Apple's.
  package var answerer: VerifyReceiptAnswerer
  /// Reads inputs for the other routes, and holds the trust anchors.
  package var decoder: InputDecoder
  /// The simulated outages on Apple's routes.
  package var outage = Outage()
  /// The tokens of which clients must send one; `nil` requires none, which is allowed on a loopback address only.
  package var tokens: AccessTokens?
  /// Reads the tokens again, when SIGHUP asks for it; `nil` if they cannot be read, and the old ones stay.
  package var readTokensAgain: (@Sendable () -> AccessTokens?)?
  /// The limits for clients.
  package var limits = ServerLimits()
  /// The stand-in for the App Store Server API; `nil`: there is no route of that API.
  package var standIn: StandInSettings?
  /// The purchase service; `nil`: there is no route of it.
  package var service: ServiceSettings?
  /// The version that the OpenAPI document names.
  package var version: String
  /// Takes one line for each request; `nil` writes none.
  package var requestLog: (@Sendable (String) -> Void)?
  /// The form of those lines.
  package var logFormat = LogFormat.text
  /// Takes what else has to be known, in words; `nil` says nothing.
  package var log: (@Sendable (String) -> Void)?
  /// Returns the time.
  package var clock: @Sendable () -> Instant
  /// Signals by number, of which SIGTERM and SIGINT end the server; `nil`: those of the process.
  ///
  /// When there can be no more, the server ends at once.
  package var signals: AsyncStream<Int32>?

  /// Makes settings; see the properties.
  package init(
    address: ListenAddress, decoder: InputDecoder, version: String, clock: @escaping @Sendable () -> Instant
  ) {
    self.address = address
    self.decoder = decoder
    self.version = version
    self.clock = clock
    answerer = VerifyReceiptAnswerer(decoder: decoder)
  }
}
