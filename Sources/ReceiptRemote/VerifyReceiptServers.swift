/// Apple's two servers, one for each kind of receipt. Raw values are stable and appear in JSON output.
public enum VerifyReceiptServer: String, CaseIterable, Sendable {
  /// For receipts of the App Store.
  case production
  /// For receipts of sandbox accounts, TestFlight and App Review.
  case sandbox
}

/// The allowed servers; at least one.
///
/// With both, production comes first, and the other one if the answer is 21007 or 21008: App Review and TestFlight use
/// sandbox receipts in production builds, so a server cannot know beforehand. Source: Apple, "verifyReceipt".
public struct VerifyReceiptServers: Equatable, Sendable {
  /// The first server.
  public let first: VerifyReceiptServer
  private let endpoints: [VerifyReceiptServer: Endpoint]

  /// Apple's two.
  public static let apple = VerifyReceiptServers(both: .production, .sandbox)

  /// Both, production first.
  public init(both production: Endpoint, _ sandbox: Endpoint) {
    (first, endpoints) = (.production, [.production: production, .sandbox: sandbox])
  }

  /// A single server, whatever its answer.
  public init(only server: VerifyReceiptServer, _ endpoint: Endpoint) {
    (first, endpoints) = (server, [server: endpoint])
  }

  /// The URL of a server; `nil` if it is not allowed.
  public subscript(server: VerifyReceiptServer) -> Endpoint? { endpoints[server] }
}
