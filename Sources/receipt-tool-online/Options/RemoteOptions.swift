import ArgumentParser
import ReceiptCommands
import ReceiptKit
import ReceiptRemote

/// The options for asking verifyReceipt: the servers, their token, and the secret.
struct RemoteOptions: ParsableArguments {
  @OptionGroup var exchange: ExchangeOptions

  @Option(
    name: .customLong("token-file"),
    help: ArgumentHelp(
      "Show the token in this file to those servers, as receipt-tool serve asks for it: Authorization: Bearer TOKEN.",
      valueName: "file"),
    completion: .file())
  var tokenFile: String?

  @OptionGroup var secret: SecretOptions

  @Flag(
    name: .customLong("exclude-old-transactions"),
    help: "Ask for the latest transaction of each subscription only.")
  var excludesOldTransactions = false

  func validate() throws {
    guard tokenFile == nil || exchange.settings.replacesApple else {
      throw UsageError("--token-file is for a server of your own: give --endpoint; Apple's ask for none")
    }
    guard
      tokenFile == nil
        || ![exchange.endpoint, exchange.sandboxEndpoint].contains(where: { $0?.isApple ?? false })
    else { throw UsageError("--token-file is for a server of your own, and not to be shown to Apple's") }
  }

  /// Whether any option is given that affects only an exchange, apart from time limits and the number of tries.
  var isGiven: Bool { exchange.settings.isGiven || isGivenForVerifyReceipt }

  /// Whether any option is given that only verifyReceipt, and servers that answer like it, need.
  var isGivenForVerifyReceipt: Bool { tokenFile != nil || secret.file != nil || secret.asks || excludesOldTransactions }

  /// The token of `--token-file`.
  func token(_ console: Console) throws -> BearerToken? { try tokenFile.map { try console.token($0) } }

  /// Which servers may be asked.
  func servers(token: BearerToken? = nil) throws -> RemoteServers {
    try exchange.settings.servers(apple: .apple, token: token)
  }
}
