import ReceiptKit

/// The settings of a server.
public struct ServerSettings: Sendable {
  /// The address to listen on.
  public var address: ListenAddress
  /// Answers the two routes of Apple's.
  public var answerer: VerifyReceiptAnswerer
  /// Reads inputs for the other routes, and holds the trust anchors.
  public var decoder: InputDecoder
  /// The simulated outages on Apple's routes.
  public var outage = Outage()
  /// The credential that clients must send; `nil` requires none, which is allowed on a loopback address only.
  public var token: Secret?
  /// The limits for clients.
  public var limits = ServerLimits()
  /// The version that the OpenAPI document names.
  public var version: String
  /// Takes one line for each request; `nil` writes none.
  public var log: (@Sendable (String) -> Void)?
  /// Returns the time.
  public var clock: @Sendable () -> Instant

  /// Makes settings; see the properties.
  public init(
    address: ListenAddress, decoder: InputDecoder, version: String, clock: @escaping @Sendable () -> Instant
  ) {
    self.address = address
    self.decoder = decoder
    self.version = version
    self.clock = clock
    answerer = VerifyReceiptAnswerer(decoder: decoder)
  }
}

/// The limits for clients.
public struct ServerLimits: Sendable {
  /// Apple's limit for the body of a request, used for Apple's routes.
  public static let appleBody = 3_145_728

  /// The maximum number of bytes of an input on the other routes, and of one line of many.
  public var input = 4 << 20
  /// The time limit for the head of a request, a body, or a line of a stream, and for each 4 MiB of an answer.
  ///
  /// It is also the time limit for idle connections.
  public var patience: Duration = .seconds(30)
  /// The maximum number of bytes of bodies and answers in memory; requests that exceed it get 503.
  public var bodiesInMemory = 256 << 20
  /// The maximum number of connections; fewer if the system allows fewer open files.
  public var connections = 10_000

  /// The default limits.
  public init() {}
}
