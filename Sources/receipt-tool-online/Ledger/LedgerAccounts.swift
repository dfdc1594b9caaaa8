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
      Orders, purchases and subscriptions of the first account are the second one's from then on, and the first is \
      unknown. An event tells it (`merged`). The second account may be new: then the account gets another name. It \
      cannot be undone.

      EXAMPLES
        receipt-tool ledger merge jane@old.example jane@new.example
        receipt-tool ledger merge jane jane@new.example --database shop.sqlite
        receipt-tool ledger merge 17 18 | jq .event

      \(ExitStatus.help(
        [
          .success: "they are one account",
          .negative: "the first account is unknown",
          .usage: "wrong usage, or a text that can be no account: nothing was changed",
          .unreadable: "there is no ledger",
          .outputFailed: "the ledger cannot be read or written: nothing was changed",
        ]))
      """
  )

  @Argument(help: ArgumentHelp("The account that ends.", valueName: "from"))
  var from: String

  @Argument(help: ArgumentHelp("The account that gets everything.", valueName: "into"))
  var into: String

  @OptionGroup var ledger: LedgerOptions

  func performOnLedger(_ console: Console) throws -> ExitStatus {
    let merge = try ledger.open(console).merge(account: from, into: into, now: console.now)
    console.note(
      """
      merged \(merge.orders) orders, \(merge.purchases) purchases and \(merge.subscriptions) subscriptions into \
      \(into.displayed(limit: 100))
      """
    )
    return .success
  }
}

/// `receipt-tool ledger transfer`
struct LedgerTransferCommand: LedgerSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "transfer",
    abstract: "Move a subscription or another purchase to another account by hand.",
    discussion: """
      For a subscription that was bought again from another account of yours where Apple signed no appAccountToken \
      that says so; where it did, `add` moves it (`receipt-tool explain resubscriptions`). All of the subscription or \
      kept product moves, with what Apple tells of it later; of other purchases the one transaction. An event tells it \
      (`transferred`). The account may be new; while an order with it waits for Apple, nothing moves.

      EXAMPLES
        receipt-tool ledger transfer 2000000123456789 joe
        receipt-tool ledger transfer 2000000123456789 joe --database shop.sqlite
        receipt-tool ledger show jane@example.com --json | jq .purchases

      \(ExitStatus.help(
        [
          .success: "it is that account's",
          .negative: "the transaction is unknown",
          .usage: "wrong usage, or an account that cannot get it: nothing was changed",
          .unreadable: "there is no ledger",
          .outputFailed: "the ledger cannot be read or written: nothing was changed",
        ]))
      """
  )

  @Argument(help: ArgumentHelp("A transaction of it.", valueName: "transaction"))
  var transaction: String

  @Argument(help: ArgumentHelp("The account that gets it.", valueName: "account"))
  var account: String

  @OptionGroup var ledger: LedgerOptions

  func performOnLedger(_ console: Console) throws -> ExitStatus {
    let moved = try ledger.open(console).transfer(transaction: transaction, to: account, now: console.now)
    console.note(
      """
      transferred \(moved.purchases) purchases and \(moved.subscriptions) subscriptions to \
      \(account.displayed(limit: 100))
      """
    )
    return .success
  }
}

/// `receipt-tool ledger erase`
struct LedgerEraseCommand: LedgerSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "erase",
    abstract: "Erase an account at its customer's request; no one gets its purchases again.",
    discussion: """
      Takes out orders, purchases, subscriptions, receipts and what Apple said of them, also what still waits for \
      Apple. Events keep their numbers and dates and lose the rest; the event `account_erased` lists them, so that \
      programs that follow the events can erase their copies. Then the file is written anew; other processes wait \
      meanwhile.

      Of the transactions keyed hashes stay, so that a purchase cannot be used a second time: presented again, it is a \
      replay without a holder. The first erasure makes the key, a file beside the ledger. Keep it, and keep it apart \
      from backups: no `ledger backup` has it, without it `add`, `notify` and `run` take nothing in (exit 74), and \
      with it the hashes can be undone. A backup that was made before has the customer's data: remove it, or erase \
      again after it was restored.

      EXAMPLES
        receipt-tool ledger erase jane@example.com --dry-run
        receipt-tool ledger erase jane@example.com
        receipt-tool ledger erase jane --database shop.sqlite --erasure-key shop.key

      \(ExitStatus.help(
        [
          .success: "erased, or counted",
          .negative: "the account is unknown",
          .usage: "wrong usage, or a text that can be no account: nothing was erased",
          .unreadable: "there is no ledger, or the key cannot be read",
          .outputFailed: "the ledger or its key cannot be read or written: nothing was erased",
          .tryAgain: "erased, but the file could not be written anew: see the message",
        ]))
      """
  )

  @Argument(help: ArgumentHelp("The account.", valueName: "account"))
  var account: String

  @OptionGroup var ledger: LedgerOptions

  @OptionGroup var key: ErasureKeyOptions

  @Flag(name: .customLong("dry-run"), help: "Only count what would be erased.")
  var isTrial = false

  func performOnLedger(_ console: Console) throws -> ExitStatus {
    let ledger = try ledger.open(console, erasureKey: key.path(console))
    let erasure = try ledger.erase(account: account, now: console.now, isTrial: isTrial)
    // Without an event, no account was erased now; without a remainder, the erasure before this one is finished.
    guard isTrial || erasure.event != nil || erasure.remainder != nil else {
      console.note("the account is unknown; an erasure before this one was finished: the file is written anew")
      return .success
    }
    let erased: Message =
      """
      \(erasure.orders) orders, \(erasure.purchases) purchases, \(erasure.subscriptions) subscriptions, \
      \(erasure.receipts) receipts, the content of \(erasure.events) events
      """
    console.note(isTrial ? "would erase \(erased)" : "erased \(erased)")
    if erasure.hasNewKey {
      console.note("made the key '\(ledger.erasureKeyPath)': keep it, and keep it apart from backups of the ledger")
    }
    guard let remainder = erasure.remainder else { return .success }
    console.report(
      message: "the account is erased, but octets of it may still be in the file or its log: \(remainder.message)",
      hint: remainder.hint ?? "run it again when no other process uses the ledger")
    return .tryAgain
  }
}
