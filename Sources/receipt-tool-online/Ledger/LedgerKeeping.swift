import ArgumentParser
import ReceiptCommands
import ReceiptKit
import ReceiptLedger
import ReceiptRemote

/// `receipt-tool ledger export`
struct LedgerExport: LedgerSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Print every purchase and its account, or every order, as NDJSON or CSV; or everything.",
    discussion: """
      All of it is as of one moment, also while others write. In CSV, a value that a spreadsheet would take for a \
      formula gets an apostrophe before it.

      Purchases and orders are for people and spreadsheets. With --all every row of every table is printed, which is \
      what `ledger import` takes; the last line has SHA-256 of all lines before it. The key of erased purchases is not \
      in it (`ledger erase`).

      EXAMPLES
        receipt-tool ledger export > purchases.ndjson
        receipt-tool ledger export | jq -c 'select(.state == "refunded")'
        receipt-tool ledger export --format csv --orders > orders.csv
        receipt-tool ledger export --all > ledger.ndjson

      \(ExitStatus.help(
        [
          .success: "all was printed",
          .unreadable: "there is no ledger",
          .outputFailed: "the output cannot be written, or the ledger cannot be read or written",
        ]))
      """
  )

  /// `--format`
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case ndjson, csv
  }

  @OptionGroup var ledger: LedgerOptions

  @Option(help: ArgumentHelp("ndjson or csv.", valueName: "format"))
  var format: Format = .ndjson

  @Flag(help: "Print orders and not purchases.")
  var orders = false

  @Flag(help: "Print everything, for `ledger import`.")
  var all = false

  @OptionGroup var json: JSONOption

  func validate() throws {
    guard !(json.isGiven && format == .csv) else { throw UsageError("--json", excludes: "--format csv") }
    guard !(all && (orders || format == .csv)) else {
      throw UsageError("--all excludes --orders and --format csv")
    }
  }

  func performOnLedger(_ console: Console) throws -> ExitStatus {
    let ledger = try ledger.open(console)
    // Lines are written in groups.
    var bytes: [UInt8] = []
    func print(_ line: [UInt8]) throws {
      bytes += line
      guard bytes.count > 1 << 16 else { return }
      try console.write(bytes)
      bytes = []
    }
    if all {
      try ledger.exportEverything { try print($0) }
    } else {
      let columns = orders ? Ledger.orderColumns : Ledger.purchaseColumns
      let export = orders ? ledger.exportOrders : ledger.exportPurchases
      if format == .csv { try print(Self.row(columns)) }
      try export { try print(format == .csv ? Self.row($0) : Self.object(columns, $0)) }
    }
    try console.write(bytes)
    return .success
  }

  private static func object(_ columns: [String], _ values: [String?]) -> [UInt8] {
    var writer = JSONWriter(layout: .compact, reservingCapacity: 512)
    writer.object { writer in for (name, value) in zip(columns, values) { writer.member(name, value) } }
    writer.endLine()
    return writer.bytes
  }

  private static func row(_ values: [String?]) -> [UInt8] {
    var row = OutputBuffer()
    row.appendRow(values.map { $0.map { .text($0) } ?? .empty }, lineBreak: "\r\n")
    return row.bytes
  }
}

/// `receipt-tool ledger check`
struct LedgerCheck: LedgerSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check that the file is intact and the ledger consistent.",
    discussion: """
      EXAMPLES
        receipt-tool ledger check
        receipt-tool ledger check --json | jq .problems
        receipt-tool ledger check && receipt-tool ledger backup copy.sqlite

      \(ExitStatus.help(
        [
          .success: "all is well",
          .negative: "the ledger contradicts itself",
          .unreadable: "there is no ledger",
          .outputFailed: "the file is damaged, or cannot be read",
        ]))
      """
  )

  @OptionGroup var ledger: LedgerOptions

  @Flag(help: "Print JSON.")
  var json = false

  func performOnLedger(_ console: Console) throws -> ExitStatus {
    let flaws = try ledger.open(console).check()
    if json {
      try console.writeJSON { flaws.write(to: &$0) }
    } else if flaws.isEmpty {
      try console.write("sound\n")
    }
    for flaw in flaws { console.report(message: "\(flaw.rule): \(flaw.text)", hint: nil) }
    return flaws.isEmpty ? .success : .negative
  }
}

/// `receipt-tool ledger prune`
struct LedgerPrune: LedgerSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "prune",
    abstract: "Remove what is old and not needed to recognise a purchase.",
    discussion: """
      Removes events, answers of Apple, refused presentations and kept receipts that are older. Purchases, and the \
      orders that have them, stay for ever: without them a replay would be taken for a purchase. Numbers of events go \
      on where they were.

      EXAMPLES
        receipt-tool ledger prune --older-than 52w --dry-run
        receipt-tool ledger prune --older-than 52w
        receipt-tool ledger prune --older-than 90d --database shop.sqlite

      \(ExitStatus.help(
        [
          .success: "removed, or counted",
          .unreadable: "there is no ledger",
          .outputFailed: "the output cannot be written, or the ledger cannot be read or written",
        ]))
      """
  )

  @OptionGroup var ledger: LedgerOptions

  @Option(
    name: .customLong("older-than"), help: ArgumentHelp("Remove what is older than this: 90d, 52w.", valueName: "time"),
    transform: DurationText.argument)
  var olderThan: DurationText

  @Flag(name: .customLong("dry-run"), help: "Only count what would be removed.")
  var isTrial = false

  func performOnLedger(_ console: Console) throws -> ExitStatus {
    let ledger = try ledger.open(console)
    let moment = Instant(milliseconds: console.now.milliseconds - olderThan.milliseconds)
    let summary = try ledger.prune(before: moment, isTrial: isTrial)
    if !isTrial { try ledger.shrink() }
    let removed: Message =
      """
      \(summary.events) events, \(summary.answers) answers, \(summary.presentations) refused presentations, \
      \(summary.receipts) stored receipts
      """
    console.note(isTrial ? "would remove \(removed)" : "removed \(removed)")
    return .success
  }
}

/// `receipt-tool ledger backup`
struct LedgerBackup: LedgerSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "backup",
    abstract: "Write a copy as of one moment, while others read and write.",
    discussion: """
      The file appears whole or not at all; one that exists is never replaced. The key of erased purchases is not in \
      it (`ledger erase`): keep it in another place.

      EXAMPLES
        receipt-tool ledger backup copy.sqlite
        receipt-tool ledger backup "ledger-$(date +%F).sqlite"
        receipt-tool ledger backup copy-of-shop.sqlite --database shop.sqlite

      \(ExitStatus.help(
        [
          .success: "the copy is there",
          .unreadable: "there is no ledger",
          .outputFailed: "the copy cannot be made, its name is taken, or the ledger cannot be read",
        ]))
      """
  )

  @Argument(help: ArgumentHelp("Where to write it.", valueName: "file"), completion: .file())
  var file: String

  @OptionGroup var ledger: LedgerOptions

  func performOnLedger(_ console: Console) throws -> ExitStatus {
    try ledger.open(console).backUp(to: file)
    return .success
  }
}

/// `receipt-tool ledger move`
struct LedgerMove: LedgerSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "move",
    abstract: "Copy a ledger from its file into PostgreSQL, and prove that nothing was lost.",
    discussion: """
      Makes the tables in an empty database of PostgreSQL 15 or later and copies every row. Before the commit, the \
      number and a digest of the rows of every table are compared with those of the file. No process can write into \
      the file meanwhile; afterwards remove it, so that nothing is recorded there any more. Numbers of events go on \
      where they were. If accounts were erased, the key of erased purchases stays where it is: name it with \
      --erasure-key from then on.

      EXAMPLES
        receipt-tool ledger move postgres://shop@/shop
        receipt-tool ledger move postgres://shop@/shop --database shop.sqlite
        receipt-tool ledger move postgres://shop@db.example.com/shop

      \(ExitStatus.help(
        [
          .success: "everything is there",
          .unreadable: "there is no ledger, or the database has recorded something",
          .outputFailed: "a ledger cannot be read or written; then nothing was copied",
        ]))
      """
  )

  @Argument(help: ArgumentHelp("The database: postgres://USER@HOST/NAME.", valueName: "url"))
  var url: String

  @OptionGroup var ledger: LedgerOptions

  func performOnLedger(_ console: Console) throws -> ExitStatus {
    let count = try ledger.open(console).move(to: url)
    console.note("copied \(count) rows; remove the file, so that nothing is recorded there any more")
    return .success
  }
}
