import ArgumentParser
import ReceiptCommands
import ReceiptKit
import ReceiptLedger

/// `receipt-tool ledger merge`
struct LedgerMergeCommand: LedgerSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Make one account of two that belong to one customer.",
    discussion: """
      Orders, purchases and subscriptions of the first account are the second one's from then on, and nothing is known of the first. \
      An event tells it (`merged`). The second account may be new: then the account gets another name. It cannot be undone.

      EXAMPLES
        receipt-tool ledger merge jane@old.example jane@new.example

      \(ExitStatus.help([.success: "they are one account", .negative: "nothing is known of the first account", .usage: "wrong usage, or a text that can be no account: nothing was changed", .unreadable: "there is no ledger", .outputFailed: "the ledger cannot be read or written: nothing was changed"]))
      """
  )

  @Argument(help: ArgumentHelp("The account that ends.", valueName: "from"))
  var from: String

  @Argument(help: ArgumentHelp("The account that gets everything.", valueName: "into"))
  var into: String

  @OptionGroup var ledger: LedgerOptions

  func performOnLedger() throws -> ExitStatus {
    let merge = try ledger.open().merge(account: from, into: into, now: Clock.now)
    Console.note(
      "merged \(merge.orders) orders, \(merge.purchases) purchases and \(merge.subscriptions) subscriptions into "
        + into.displayed(limit: 100))
    return .success
  }
}
