import ArgumentParser
import ReceiptCommands
import ReceiptKit
import ReceiptLedger

/// `receipt-tool ledger apps`
struct LedgerAppsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "apps",
    abstract: "List the apps whose receipts are taken, or name more of them.",
    discussion: """
      A ledger takes receipts, notifications and answers of Apple about these apps, and of no other: anyone who has an \
      app has genuine receipts for products of any name. The first `ledger add` names them with --bundle-id; more are \
      added here. Identifiers are compared byte by byte.

      EXAMPLES
        receipt-tool ledger apps
        receipt-tool ledger apps list --json
        receipt-tool ledger apps add com.example.app com.example.other

      \(ExitStatus.help(
        [
          .success: "they are listed, or named",
          .unreadable: "there is no ledger",
          .outputFailed: "the output cannot be written, or the ledger cannot be read or written",
        ]))
      """,
    subcommands: [LedgerAppsList.self, LedgerAppsAdd.self], defaultSubcommand: LedgerAppsList.self)
}

/// `receipt-tool ledger apps list`
struct LedgerAppsList: LedgerSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the apps whose receipts are taken.",
    discussion: """
      One a line. A ledger that was made before apps had to be named may have accepted orders with receipts of others; \
      these are told on standard error, and nothing more is taken in or asked about them.

      EXAMPLES
        receipt-tool ledger apps
        receipt-tool ledger apps list --database shop.sqlite
        receipt-tool ledger apps list --json | jq -r '.other_apps[].bundle_id'

      \(ExitStatus.help(
        [
          .success: "they are listed",
          .unreadable: "there is no ledger",
          .outputFailed: "the output cannot be written, or the ledger cannot be read",
        ]))
      """
  )

  @OptionGroup var ledger: LedgerOptions

  @Flag(help: "Print JSON.")
  var json = false

  func performOnLedger(_ console: Console) throws -> ExitStatus {
    let apps = try ledger.open(console).apps()
    if json {
      try console.writeJSON { apps.write(to: &$0) }
      return .success
    }
    try console.write(apps.named.map { $0.terminalSafe + "\n" }.joined())
    if apps.named.isEmpty { console.note("no app is named: nothing is taken in") }
    for other in apps.others {
      console.note("not named: \(other.bundleID); orders that were accepted with receipts of it: \(other.orders)")
    }
    return .success
  }
}

/// `receipt-tool ledger apps add`
struct LedgerAppsAdd: LedgerSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Name more apps whose receipts are taken from now on.",
    discussion: """
      None can be taken back: give the identifier of your app as it stands in the app, character by character.

      EXAMPLES
        receipt-tool ledger apps add com.example.app
        receipt-tool ledger apps add com.example.app com.example.other
        receipt-tool ledger apps add com.example.app --database shop.sqlite

      \(ExitStatus.help(
        [
          .success: "they are named",
          .usage: "wrong usage, or a text that can be no bundle identifier: none was named",
          .unreadable: "there is no ledger",
          .outputFailed: "the ledger cannot be read or written: none was named",
        ]))
      """
  )

  @Argument(help: ArgumentHelp("Bundle identifiers.", valueName: "id"))
  var identifiers: [String]

  @OptionGroup var ledger: LedgerOptions

  func performOnLedger(_ console: Console) throws -> ExitStatus {
    try ledger.open(console).add(apps: identifiers)
    return .success
  }
}
