import ReceiptKit

/// How a server is to behave.
public struct ServerSettings: Sendable {
  /// Where it listens.
  public var address: ListenAddress
  /// Answers the two routes of Apple's.
  public var answerer: VerifyReceiptAnswerer
  /// Reads inputs for the other routes, and knows whom to trust.
  public var decoder: InputDecoder
  /// The outages that are rehearsed on Apple's routes.
  public var outage = Outage()
  /// What a client has to show; `nil` asks for nothing, which only a loopback address may.
  public var token: Secret?
  /// What a client may take.
  public var limits = ServerLimits()
  /// The version that the OpenAPI document names.
  public var version: String
  /// Takes one line for each request; `nil` writes none.
  public var log: (@Sendable (String) -> Void)?
  /// Tells the time.
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

/// What clients may take.
public struct ServerLimits: Sendable {
  /// Apple's limit for the body of a request, which is that of Apple's routes.
  public static let appleBody = 3_145_728

  /// The most bytes of an input on the other routes, also of one line of many.
  public var input = 4 << 20
  /// How long the head of a request, a body, or a line of a stream may take to arrive, and each 4 MiB of an answer to be taken; also how
  /// long a connection may be idle.
  public var patience: Duration = .seconds(30)
  /// The most bytes of bodies and answers that are held at one time; what does not fit gets 503.
  public var bodiesInMemory = 256 << 20
  /// The most connections; fewer where the system allows fewer open files.
  public var connections = 10_000

  /// The default limits.
  public init() {}
}
