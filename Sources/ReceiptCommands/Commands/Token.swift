import ArgumentParser
import ReceiptKit

/// `receipt-tool token`
struct Token: ReceiptCommand {
  static let configuration = CommandConfiguration(
    commandName: "token",
    abstract: "Print a token for the App Store Server API, for a curl of your own.",
    discussion: """
      It is as good as a password until it expires: everything that the API does can be done with it. It also serves \
      the Advanced Commerce, Retention Messaging and External Purchase Server APIs.

      EXAMPLES
        receipt-tool token --app reader > token.txt
        receipt-tool token --app reader --minutes 20 | receipt-tool diagnose
        receipt-tool token --app reader | sed 's/^/Authorization: Bearer /' > header

      \(ExitStatus.help([.success: "the token was printed"], and: .unreadable))
      """)

  @OptionGroup var key: KeyOptions

  @Option(help: ArgumentHelp("Until it expires: 1 to 60.", valueName: "number"))
  var minutes: Int64 = 5

  func validate() throws {
    guard (1...AppStoreServerCredentials.longestLifetime / 60).contains(minutes) else {
      throw UsageError("--minutes is 1 to 60: Apple takes no token that lives longer")
    }
  }

  func perform(_ console: Console) throws -> ExitStatus {
    let credentials = try DeveloperKey(key.settings, console).credentials()
    let token = try credentials.token(at: console.now, lifetime: minutes * 60)
    try console.write(token.revealed + "\n")
    return .success
  }
}
