import ReceiptCommands
import ReceiptKit
import ReceiptRemote

/// Asks the App Store Server API for a command, which is synchronous.
struct AppStoreServerConnection {
  private(set) var client: AppStoreServerClient
  private let console: Console
  /// Whether nothing is said of waits, because many customers are asked about at once.
  private let isQuiet: Bool
  private let transport: HTTPTransport
  private let hasNameOfOtherKey: Bool
  /// The server, as a phrase for sentences.
  let serverName: String
  /// Whether only this machine is asked.
  let isLocal: Bool

  /// - Parameters:
  ///   - bundle: the app of a proven input.
  ///   - servers: the allowed servers; only one if an input determines which one it must be; otherwise those that the
  ///     options allow.
  ///   - rate: for many customers: how many requests a second to send at most, as in ``PacedTransport``.
  init(
    _ access: AppAccess, _ exchange: ExchangeSettings, bundle: String? = nil, servers: RemoteServers? = nil,
    decoder: InputDecoder, rate: Double? = nil, _ console: Console
  ) throws {
    self.console = console
    isQuiet = rate != nil
    // Steps that can fail come before the transport is created, because it must be shut down.
    let credentials = try access.credentials(bundle: bundle, console)
    hasNameOfOtherKey = access.hasNameOfOtherKey
    serverName = access.serverName
    let servers = servers ?? access.servers
    isLocal = RemoteServer.allCases.compactMap { servers[$0] }.allSatisfy(\.isLoopback)
    let transport = exchange.transport()
    self.transport = transport
    client = AppStoreServerClient(
      credentials: credentials, servers: servers, limits: exchange.limits,
      retries: RetryPolicy(tries: exchange.tries), authenticator: decoder.authenticator,
      transport: rate.map { PacedTransport(transport, rate: $0) as any RemoteTransport } ?? transport)
  }

  /// The same connection for an input that determines which server it must be.
  func asking(_ servers: RemoteServers?) -> AppStoreServerConnection {
    var connection = self
    if let servers { connection.client.servers = servers }
    return connection
  }

  /// The next page; `nil` after the last.
  func next(of pages: inout AppStoreServerPages) throws(AppStoreServerFailure) -> AppStoreServerAnswer? {
    let notes = isQuiet ? nil : WaitNotes(console)
    defer { notes?.stop() }
    let client = client
    let current = pages
    typealias Page = (answer: AppStoreServerAnswer?, pages: AppStoreServerPages)
    let page = try waiting { () async throws(AppStoreServerFailure) -> Page in
      var pages = current
      let answer = try await client.next(of: &pages) { notes?.report($0) }
      return (answer, pages)
    }
    pages = page.pages
    return page.answer
  }

  /// Asks for all pages, one after another, and passes them on.
  func askForAll(_ request: AppStoreServerRequest, take: (AppStoreServerAnswer) throws -> Void) throws {
    var pages = AppStoreServerPages(request)
    while let answer = try next(of: &pages) { try take(answer) }
  }

  /// Makes a change at Apple.
  func change(_ change: AppStoreServerRequest) throws(AppStoreServerFailure) -> AppStoreServerConfirmation {
    let notes = WaitNotes(console)
    defer { notes.stop() }
    let client = client
    return try waiting { () async throws(AppStoreServerFailure) -> AppStoreServerConfirmation in
      try await client.change(change, progress: notes.report)
    }
  }

  /// Closes connections.
  func end() { transport.end() }

  /// Reports a failure on standard error, and returns the exit status.
  ///
  /// - Parameters:
  ///   - failure: the failure.
  ///   - hasPrinted: whether earlier pages were printed, and the command accepts --since-revision for the missing ones.
  func report(_ failure: AppStoreServerFailure, hasPrinted: Bool = false) -> ExitStatus {
    let fault = failure.fault
    var hints = [fault.hint].compactMap(\.self)
    if fault.code == .unauthorized, hasNameOfOtherKey {
      hints.insert("AuthKey_ID.p8 is the name of a key for another service, such as the App Store Connect API", at: 0)
    }
    if fault.isTransient, let gaveUp = failure.record?.gaveUp { hints = [gaveUp.words] }
    if hasPrinted, let revision = failure.revision {
      hints.append("to go on from the page that is missing: --since-revision \(revision.shellQuoted)")
    }
    if failure.mayBeDone { hints.append("it is not known whether Apple has done it: look before you repeat it") }
    let words: Message = failure.record.map { "\(fault.message) (\($0.cost))" } ?? fault.message
    console.report(
      message: fault.code == .apiRefused ? "refused: \(words)" : "not answered: \(words)",
      hint: hints.isEmpty ? nil : hints.joined(separator: "; "))
    return ExitStatus(fault)
  }
}
