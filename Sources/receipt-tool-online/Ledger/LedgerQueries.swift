import ArgumentParser
import ReceiptCommands
import ReceiptKit
import ReceiptLedger

/// `receipt-tool ledger events`
struct LedgerEvents: LedgerSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "events",
    abstract: "Print what changed, one line each, in order.",
    discussion: """
      Every change has a number; numbers never repeat and never skip. A program that remembers the last number it \
      worked off sees each change exactly once: --since takes that number. `receipt-tool explain` knows every event.

      If events after that number were pruned, or there never was one with that number, nothing is printed and the \
      exit status is 66.

      EXAMPLES
        receipt-tool ledger events
        receipt-tool ledger events --since 2 --limit 100
        receipt-tool ledger events | jq -c 'select(.event == "refunded")'

      \(ExitStatus.help(
        [
          .success: "all events were printed",
          .unreadable: "events behind that number were pruned, or there is no ledger",
          .outputFailed: "the output cannot be written, or the ledger cannot be read or written",
        ]))
      """
  )

  @OptionGroup var ledger: LedgerOptions

  @Option(
    help: ArgumentHelp(
      "The number of the last event that is known already. (default: 0, which prints all)", valueName: "seq"))
  var since: Int64?

  @Option(
    help: ArgumentHelp("The most events to print. (default: all)", valueName: "count"),
    transform: LedgerStreamOptions.count)
  var limit: Int?

  /// Changes nothing: the output is always JSON.
  @OptionGroup var json: JSONOption

  func validate() throws {
    guard since ?? 0 >= 0 else { throw UsageError("--since is 0 or the number of an event") }
  }

  func performOnLedger(_ console: Console) throws -> ExitStatus {
    let ledger = try ledger.open(console)
    var last = since ?? 0
    var left = limit ?? .max
    while left > 0 {
      // No more than this are in memory at once.
      let events = try ledger.events(since: last, limit: min(left, 10_000))
      guard let newest = events.last else { break }
      var writer = JSONWriter(layout: .compact, reservingCapacity: events.count * 256)
      for event in events { event.write(to: &writer) }
      try console.write(writer.bytes)
      last = newest.sequence
      left -= events.count
    }
    return .success
  }
}

/// `receipt-tool ledger show`
struct LedgerShow: LedgerSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show everything about an order, an account or a transaction.",
    discussion: """
      Whether the customer paid and what the account may use, as far as the ledger knows. Below: the purchases, and \
      who presented what, whose it is and what Apple said, the newest first. The exit status is 1 if the name is \
      unknown.

      EXAMPLES
        receipt-tool ledger show 1001
        receipt-tool ledger show jane --as account --json
        receipt-tool ledger show 2000000123456789

      \(ExitStatus.help(
        [
          .success: "the history was printed",
          .negative: "the name is unknown",
          .unreadable: "there is no ledger",
          .outputFailed: "the output cannot be written, or the ledger cannot be read or written",
        ]))
      """
  )

  @Argument(help: ArgumentHelp("An order, an account or a transaction.", valueName: "name"))
  var name: String

  @OptionGroup var ledger: LedgerOptions

  @Option(
    name: .customLong("as"), help: ArgumentHelp("What the name is: order, account or transaction.", valueName: "what"))
  var subject: LedgerHistory.Subject?

  @Option(
    help: ArgumentHelp("The most rows of each kind to show. (default: 1000)", valueName: "count"),
    transform: LedgerStreamOptions.count)
  var limit: Int?

  @Flag(help: "Print JSON.")
  var json = false

  @OptionGroup var text: TextOptions

  func performOnLedger(_ console: Console) throws -> ExitStatus {
    let ledger = try ledger.open(console)
    let limit = limit ?? 1_000
    let isKnown: Bool
    if json {
      let history = try ledger.history(of: name, as: subject, limit: limit, now: console.now)
      isKnown = !history.subjects.isEmpty
      try console.writeJSON { history.write(to: &$0) }
    } else {
      let layout = text.report(console)
      let found = try ledger.search(for: name, as: subject, limit: limit, now: console.now, in: layout.language)
      isKnown = !found.isEmpty
      try console.write(found.text(layout))
    }
    guard !isKnown else { return .success }
    console.report(message: "unknown name: '\(name)'", hint: "receipt-tool ledger list shows what there is")
    return .negative
  }
}

extension LedgerHistory.Subject: ExpressibleByArgument {}

/// `receipt-tool ledger entitlements`
struct LedgerEntitlementsCommand: LedgerSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "entitlements",
    abstract: "Show what an account may use, and until when.",
    discussion: """
      Subscriptions while a period or Apple's grace period is running, and what is bought once and kept, each with the \
      purchase that it follows from. Not in it are purchases that Apple revoked, purchases that wait for Apple, and \
      consumables: only your app knows whether they were used. A subscription that does not renew by itself has no \
      end, because Apple names none. What may be a consumable, because no source says what kind of product it is, \
      stands in `unjudged` and counts for nothing.

      --is-entitled PRODUCT prints no report. It exits with 0 if the account may use the product, and with 1 if not. \
      Nothing was decided if it exits with another status.

      The answer is as good as the ledger is up to date: `ledger run` and `ledger notify` keep it so.

      EXAMPLES
        receipt-tool ledger entitlements jane
        receipt-tool ledger entitlements jane --json | jq -r '.entitlements[].until'
        receipt-tool ledger entitlements jane --is-entitled com.example.app.pro

      \(ExitStatus.help(
        [
          .success: "printed; with --is-entitled, the account may use it",
          .negative: "the account is unknown, or it may not use it",
          .unreadable: "there is no ledger",
          .outputFailed: "the output cannot be written, or the ledger cannot be read or written",
        ]))
      """
  )

  @Argument(help: ArgumentHelp("The account.", valueName: "account"))
  var account: String

  @OptionGroup var ledger: LedgerOptions

  @Option(
    judging: "Judge at this time instead of now: 2024-01-31, 2024-01-31 12:00 (UTC) or 2024-01-31T12:00:00Z.")
  var at: JudgingTime?

  @Option(
    name: .customLong("is-entitled"),
    help: ArgumentHelp("Answer for this product, by the exit status alone.", valueName: "product"))
  var product: String?

  @Flag(help: "Print JSON.")
  var json = false

  @OptionGroup var text: TextOptions

  func validate() throws {
    guard !(json && product != nil) else { throw UsageError("--json", excludes: "--is-entitled") }
  }

  func performOnLedger(_ console: Console) throws -> ExitStatus {
    let ledger = try ledger.open(console)
    // Rows that were lost with a damaged page are missing silently, and programs decide by this answer. The other
    // queries are for looking: `ledger check` finds the damage.
    try ledger.refuseDamage()
    let found = try ledger.entitlements(of: account, at: at?.instant(console) ?? console.now)
    if let product {
      guard !found.includes(product) else { return .success }
      guard found.isKnown else { return reportUnknownAccount(console) }
      let shown = account.displayed(limit: 100)
      console.report(
        message: "the account \(shown) may not use \(product.displayed(limit: 100))",
        // With a shortened name the command would find nothing.
        hint: shown == account ? "receipt-tool ledger show \(shown.shellQuoted) --as account tells why" : nil)
      return .negative
    }
    if json {
      try console.writeJSON { found.write(to: &$0) }
    } else if found.isKnown {
      try console.write(found.text(text.report(console)))
    }
    return found.isKnown ? .success : reportUnknownAccount(console)
  }

  private func reportUnknownAccount(_ console: Console) -> ExitStatus {
    console.report(
      message: "unknown account: \(account.displayed(limit: 100))",
      hint: "receipt-tool ledger list shows what there is")
    return .negative
  }
}

/// `receipt-tool ledger list`
struct LedgerList: LedgerSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List orders, purchases or subscriptions by their state.",
    discussion: """
      Orders: pending, accepted, verified, rejected, replay. Purchases: refunded, unclaimed. Subscriptions: active, \
      lapsed, grace_period, billing_retry, expired. Without --state the newest orders, whatever their state.

      EXAMPLES
        receipt-tool ledger list
        receipt-tool ledger list --state pending
        receipt-tool ledger list --state replay --json | jq -r '.items[].account'

      \(ExitStatus.help(
        [
          .success: "listed",
          .unreadable: "there is no ledger",
          .outputFailed: "the output cannot be written, or the ledger cannot be read or written",
        ]))
      """
  )

  @OptionGroup var ledger: LedgerOptions

  @Option(help: ArgumentHelp("Only what stands like this.", valueName: "state"))
  var state: ListedState?

  @Option(
    help: ArgumentHelp("The most rows. (default: 100)", valueName: "count"),
    transform: LedgerStreamOptions.count)
  var limit: Int?

  @Flag(help: "Print JSON.")
  var json = false

  @OptionGroup var text: TextOptions

  func performOnLedger(_ console: Console) throws -> ExitStatus {
    let items = try ledger.open(console).list(state, limit: limit ?? 100, now: console.now)
    if json {
      try console.writeJSON { items.write(state: state, to: &$0) }
    } else if items.isEmpty {
      console.note("nothing")
    } else {
      try console.write(items.text(text.report(console)))
    }
    return .success
  }
}

extension ListedState: ExpressibleByArgument {}

/// `receipt-tool ledger stats`
struct LedgerStats: LedgerSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "stats",
    abstract: "Count orders, purchases, subscriptions, events and Apple's answers.",
    discussion: """
      EXAMPLES
        receipt-tool ledger stats
        receipt-tool ledger stats --database shop.sqlite
        receipt-tool ledger stats --json | jq .oldest_pending

      \(ExitStatus.help(
        [
          .success: "counted",
          .unreadable: "there is no ledger",
          .outputFailed: "the output cannot be written, or the ledger cannot be read or written",
        ]))
      """
  )

  @OptionGroup var ledger: LedgerOptions

  @Flag(help: "Print JSON.")
  var json = false

  @OptionGroup var text: TextOptions

  func performOnLedger(_ console: Console) throws -> ExitStatus {
    let statistics = try ledger.open(console).statistics(now: console.now)
    if json {
      try console.writeJSON { statistics.write(to: &$0) }
    } else {
      try console.write(statistics.text(text.report(console)))
    }
    return .success
  }
}
