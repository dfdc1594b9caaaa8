import ReceiptCommands
import ReceiptKit
import ReceiptLedger
import ReceiptRemote
import ReceiptServer

/// Asks the App Store Server API about the numbers that support enters: `serve --app`.
struct AppleLookup: Sendable {
  private let connection: AppStoreServerConnection

  /// The maximum number of pages of one answer. A page has 20 transactions.
  private static let maximumPages = 20

  /// - Parameters:
  ///   - profile: the profile with the key.
  ///   - environment: the environment of the ledger; only Apple's server for it is asked.
  ///   - decoder: proves the answers.
  init(_ profile: String, environment: LedgerEnvironment, decoder: InputDecoder, _ console: Console) throws {
    // The limits are short, because a person waits for the answer.
    let exchange = ExchangeSettings(
      timeout: .seconds(10), deadline: .seconds(20), tries: 2)
    let access = try AppAccess(KeySettings(app: profile), exchange, console)
    let server: RemoteServer = environment == .production ? .production : .sandbox
    // A server other than Apple's serves both environments.
    let only = access.asksApple ? access.servers[server].map { RemoteServers(only: server, $0) } : nil
    connection = try AppStoreServerConnection(access, exchange, servers: only, decoder: decoder, console)
  }

  /// Closes connections.
  func end() { connection.end() }

  /// Everything that the customer bought, and the state of the subscriptions.
  func find(_ question: AppleQuestion) async throws(AppleSilence) -> [[UInt8]] {
    switch question {
    case .transaction(let identifier): return try await everything(of: identifier)
    case .order(let order):
      let found = try await all(.order, order).flatMap(\.items)
        .compactMap { $0.payload["originalTransactionId"]?.stringValue }
      guard let first = found.first else { throw .unknown }
      return try await everything(of: first)
    }
  }

  private func everything(of identifier: String) async throws(AppleSilence) -> [[UInt8]] {
    let history = try await all(.history, identifier)
    let hasSubscription = history.flatMap(\.items).contains {
      $0.payload["type"]?.stringValue == "Auto-Renewable Subscription"
    }
    let statuses = hasSubscription ? try await all(.statuses, identifier) : []
    return (history + statuses).filter { !$0.items.isEmpty }.map(\.bytes)
  }

  private func all(_ call: AppStoreServerCall, _ identifier: String) async throws(AppleSilence)
    -> [AppStoreServerAnswer]
  {
    guard let request = AppStoreServerRequest(call, identifier) else { throw .unknown }
    var pages = AppStoreServerPages(request)
    var answers: [AppStoreServerAnswer] = []
    do throws(AppStoreServerFailure) {
      while answers.count < Self.maximumPages, let answer = try await connection.client.next(of: &pages) {
        answers.append(answer)
      }
    } catch {
      throw AppleSilence(error)
    }
    // If only a part of a history were used, a purchase could seem to be missing.
    guard answers.last?.hasMore != true else {
      throw .failed(reason: "the customer has more transactions than are asked for here")
    }
    return answers
  }
}

extension AppleSilence {
  fileprivate init(_ failure: AppStoreServerFailure) {
    let fault = failure.fault
    let isUnknown = fault.code == .apiRefused && fault.apiCode.map { $0 / 10_000 == 404 } ?? false
    self = isUnknown ? .unknown : .failed(reason: fault.message.description)
  }
}
