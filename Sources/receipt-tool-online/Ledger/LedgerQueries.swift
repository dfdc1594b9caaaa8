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
      Every change has a number; numbers never repeat and never skip. A program that remembers the last number it worked off sees \
      each change exactly once: --since takes that number. `receipt-tool explain` knows every event.

      If events after that number were pruned, or there never was one with that number, nothing is printed and the exit status is 66.

      EXAMPLES
        receipt-tool ledger events
        receipt-tool ledger events --since "$(cat last)" | jq -c 'select(.event == "refunded")'

      \(ExitStatus.help([.success: "all events were printed", .unreadable: "events behind that number were pruned, or there is no ledger", .outputFailed: "the output cannot be written, or the ledger cannot be read or written"]))
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

  @OptionGroup var json: JSONOption

  func validate() throws {
    guard since ?? 0 >= 0 else { throw ValidationError("--since is 0 or the number of an event") }
  }

  func performOnLedger() throws -> ExitStatus {
    let ledger = try ledger.open()
    var last = since ?? 0
    var left = limit ?? .max
    while left > 0 {
      let events = try ledger.events(since: last, limit: min(left, 10_000))
      guard let newest = events.last else { break }
      var writer = JSONWriter(layout: .compact, reservingCapacity: events.count * 256)
      for event in events { event.write(to: &writer) }
      Console.write(writer.bytes)
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
    abstract: "Tell the whole story of an order, an account or a transaction.",
    discussion: """
      Who presented what, whose it is, what Apple said, in the order in which it happened. The exit status is 1 if nothing is known.

      EXAMPLES
        receipt-tool ledger show 1001
        receipt-tool ledger show jane --as account --json
        receipt-tool ledger show 2000000000000001

      \(ExitStatus.help([.success: "the story was printed", .negative: "nothing is known of the name", .unreadable: "there is no ledger", .outputFailed: "the output cannot be written, or the ledger cannot be read or written"]))
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

  func performOnLedger() throws -> ExitStatus {
    let history = try ledger.open().history(of: name, as: subject, limit: limit ?? 1_000, now: Clock.now)
    if json {
      var writer = JSONWriter(layout: .pretty)
      history.write(to: &writer)
      Console.write(writer.bytes)
    } else if !history.subjects.isEmpty {
      Console.write(history.text(text.layout))
    }
    guard history.subjects.isEmpty else { return .success }
    Console.report(message: "nothing is known of '\(name)'", hint: "receipt-tool ledger list shows what there is")
    return .negative
  }
}

extension LedgerHistory.Subject: ExpressibleByArgument {}

/// `receipt-tool ledger list`
struct LedgerList: LedgerSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List orders, purchases or subscriptions by where they stand.",
    discussion: """
      Orders: pending, accepted, verified, rejected, replay. Purchases: refunded, unclaimed. Subscriptions: active, lapsed, \
      grace_period, billing_retry, expired. Without --state the newest orders, whatever their state.

      EXAMPLES
        receipt-tool ledger list --state pending
        receipt-tool ledger list --state replay --json | jq -r '.items[].account'

      \(ExitStatus.help([.success: "listed", .unreadable: "there is no ledger", .outputFailed: "the output cannot be written, or the ledger cannot be read or written"]))
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

  func performOnLedger() throws -> ExitStatus {
    let items = try ledger.open().list(state, limit: limit ?? 100, now: Clock.now)
    if json {
      var writer = JSONWriter(layout: .pretty)
      items.write(state: state, to: &writer)
      Console.write(writer.bytes)
    } else if items.isEmpty {
      Console.note("nothing")
    } else {
      Console.write(items.text(text.layout))
    }
    return .success
  }
}

extension ListedState: ExpressibleByArgument {}

/// `receipt-tool ledger stats`
struct LedgerStats: LedgerSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "stats",
    abstract: "Count: orders, purchases, subscriptions, events, Apple's answers.",
    discussion: """
      EXAMPLES
        receipt-tool ledger stats
        receipt-tool ledger stats --json | jq .oldest_pending

      \(ExitStatus.help([.success: "counted", .unreadable: "there is no ledger", .outputFailed: "the output cannot be written, or the ledger cannot be read or written"]))
      """
  )

  @OptionGroup var ledger: LedgerOptions

  @Flag(help: "Print JSON.")
  var json = false

  @OptionGroup var text: TextOptions

  func performOnLedger() throws -> ExitStatus {
    let statistics = try ledger.open().statistics(now: Clock.now)
    if json {
      var writer = JSONWriter(layout: .pretty)
      statistics.write(to: &writer)
      Console.write(writer.bytes)
    } else {
      Console.write(statistics.text(text.layout))
    }
    return .success
  }
}
