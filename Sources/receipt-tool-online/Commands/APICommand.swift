import ArgumentParser
import ReceiptCommands
import ReceiptKit
import ReceiptRemote

/// `receipt-tool api`
struct APICommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: ConnectedCommand.api.rawValue,
    abstract: ConnectedCommand.api.abstract,
    discussion: """
      One call for each subcommand. The token is made anew for every request, from an In-App Purchase key of App Store \
      Connect, and is valid for five minutes. Production is asked first, and the sandbox if production does not know \
      the id (4040010) or does not accept the token (401), as it does for an app that was never released.

      All signed data of an answer is verified and must be about your app; otherwise the whole answer is refused. What \
      is printed is the document of `receipt-tool decode`, one line for each piece where there can be several; --raw \
      prints the answers as they came.

      Subcommands that change something ask on the terminal before they do, and need --yes elsewhere.

      EXAMPLES
        receipt-tool api transaction --app reader 2000000123456789
        receipt-tool api statuses --app reader 2000000123456789 | jq .
        receipt-tool api extend --app reader --days 7 2000000123456789
        receipt-tool explain 4040010

      \(ExitStatus.help(
        [
          .success: "Apple answered",
          .negative: "Apple refused the request for good",
        ], and: .unreadable, .unreachable, .tryAgain))
      """,
    subcommands: AppStoreServerCall.subcommands(of: .api))
}

extension Console {
  /// Prints an answer unchanged, with a line feed at its end.
  func writeAnswer(_ bytes: [UInt8]) throws(UnwrittenOutput) {
    if isTerminal { return try write(bytes.jsonForTerminal) }
    try write(bytes.last == UInt8(ascii: "\n") ? bytes : bytes + [UInt8(ascii: "\n")])
  }
}

extension AppStoreServerOptions {
  /// Asks Apple, reports failures, and closes connections.
  func asking(
    _ console: Console, _ work: (AppStoreServerConnection, InputDecoder) throws -> ExitStatus
  ) throws -> ExitStatus {
    let decoder = try decoder(console)
    let exchange = exchange.settings
    let connection = try AppStoreServerConnection(
      try AppAccess(key.settings, exchange, console), exchange, decoder: decoder, console)
    defer { connection.end() }
    do {
      return try work(connection, decoder)
    } catch let failure as AppStoreServerFailure {
      return connection.report(failure, hasPrinted: true)
    }
  }
}
