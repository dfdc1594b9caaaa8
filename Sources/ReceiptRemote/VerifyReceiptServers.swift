/// Apple has one server for each of the two kinds of receipts. Raw values are stable and appear in JSON output.
public enum VerifyReceiptServer: String, CaseIterable, Sendable {
  /// For receipts of the App Store.
  case production
  /// For receipts of sandbox accounts, TestFlight and App Review.
  case sandbox
}

/// Which servers may be asked; at least one.
///
/// With both, production is asked first, and the other one where the answer is 21007 or 21008: App Review and TestFlight use sandbox
/// receipts in production builds, so that a server cannot know beforehand. Source: Apple, "verifyReceipt".
public struct VerifyReceiptServers: Equatable, Sendable {
  /// The first that is asked.
  public let first: VerifyReceiptServer
  private let endpoints: [VerifyReceiptServer: Endpoint]

  /// Apple's two.
  public static let apple = VerifyReceiptServers(both: .production, .sandbox)

  /// Both, production first.
  public init(both production: Endpoint, _ sandbox: Endpoint) {
    (first, endpoints) = (.production, [.production: production, .sandbox: sandbox])
  }

  /// One and no other, whatever it answers.
  public init(only server: VerifyReceiptServer, _ endpoint: Endpoint) {
    (first, endpoints) = (server, [server: endpoint])
  }

  /// Where a server is; `nil` if it must not be asked.
  public subscript(server: VerifyReceiptServer) -> Endpoint? { endpoints[server] }
}
