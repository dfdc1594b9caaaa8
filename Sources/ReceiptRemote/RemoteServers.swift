/// Apple's two servers of one service, one for each environment. Raw values are stable and appear in JSON output.
public enum RemoteServer: String, CaseIterable, Sendable {
  /// The server for purchases in the App Store.
  case production
  /// The server for purchases of sandbox accounts, TestFlight and App Review.
  case sandbox
}

/// The allowed servers; at least one.
///
/// If both are allowed, production is asked first. The other server is asked if the answer says that the purchase
/// belongs there, as 21007 and 21008 of verifyReceipt do. App Review and TestFlight use sandbox receipts in production
/// builds, so a backend cannot know the environment beforehand. Source: Apple, "verifyReceipt".
public struct RemoteServers: Equatable, Sendable {
  /// The first server.
  public let first: RemoteServer
  private let endpoints: [RemoteServer: Endpoint]

  /// Apple's two servers of verifyReceipt.
  public static let apple = RemoteServers(both: .production, .sandbox)
  /// Apple's two servers of the App Store Server API.
  package static let appStoreServer = RemoteServers(both: .appStoreServer, .appStoreServerSandbox)

  /// Allows both servers, production first.
  public init(both production: Endpoint, _ sandbox: Endpoint) {
    first = .production
    endpoints = [.production: production, .sandbox: sandbox]
  }

  /// Allows a single server only, whatever it answers.
  package init(only server: RemoteServer, _ endpoint: Endpoint) {
    first = server
    endpoints = [server: endpoint]
  }

  /// The URL of a server; `nil` if it is not allowed.
  package subscript(server: RemoteServer) -> Endpoint? { endpoints[server] }
}
