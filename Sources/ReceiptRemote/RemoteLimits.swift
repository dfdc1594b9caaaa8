/// The limits of an exchange.
public struct RemoteLimits: Equatable, Sendable {
  /// The limit for one try, from resolving the host to the last byte.
  package var timeout: Duration
  /// The limit for the whole exchange: no try begins or continues after the deadline.
  package var deadline: Duration
  /// The maximum size of an answer in bytes. Apple's answers have about 25 keys for each purchase; 32 MiB are more than
  /// 10,000 purchases.
  package var maximumAnswer: Int

  /// Makes limits; see the properties.
  public init(
    timeout: Duration = .seconds(30), deadline: Duration = .seconds(90), maximumAnswer: Int = 32 << 20
  ) {
    self.timeout = timeout
    self.deadline = deadline
    self.maximumAnswer = maximumAnswer
  }
}
