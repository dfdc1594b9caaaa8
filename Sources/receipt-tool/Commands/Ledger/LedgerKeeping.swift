import ArgumentParser
import ReceiptKit
import ReceiptLedger
import ReceiptRemote

/// `receipt-tool ledger export`
struct LedgerExport: LedgerSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Print every purchase with who has it, or every order, as NDJSON or CSV.",
    discussion: """
      All of it is as of one moment, also while others write. In CSV, a value that a spreadsheet would take for a formula gets an \
      apostrophe before it.

      EXAMPLES
        receipt-tool ledger export | jq -c 'select(.state == "refunded")'
        receipt-tool ledger export --format csv --orders >orders.csv
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

  func performOnLedger() throws -> ExitStatus {
    let ledger = try ledger.open()
    let columns = orders ? Ledger.orderColumns : ExportedPurchase.columns
    var printer = ExportPrinter(columns: columns, format: format)
    if orders {
      try ledger.exportOrders { printer.print($0) }
    } else {
      try ledger.exportPurchases { printer.print($0.values) }
    }
    printer.flush()
    return .success
  }
}

/// Prints rows in one of the formats, some at a time.
private struct ExportPrinter {
  let columns: [String]
  let format: LedgerExport.Format
  private var bytes: [UInt8] = []

  init(columns: [String], format: LedgerExport.Format) {
    self.columns = columns
    self.format = format
    if format == .csv { print(columns) }
  }

  mutating func print(_ values: [String?]) {
    switch format {
    case .ndjson:
      var writer = JSONWriter(layout: .compact, reservingCapacity: 512)
      writer.object { writer in for (name, value) in zip(columns, values) { writer.member(name, value) } }
      writer.endLine()
      bytes += writer.bytes
    case .csv:
      var row = OutputBuffer()
      row.appendRow(values.map { $0.map { .text($0) } ?? .empty }, lineBreak: "\r\n")
      bytes += row.bytes
    }
    if bytes.count > 1 << 16 { flush() }
  }

  mutating func flush() {
    guard !bytes.isEmpty else { return }
    Console.write(bytes)
    bytes = []
  }
}

/// `receipt-tool ledger check`
struct LedgerCheck: LedgerSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check that the file is whole and that the ledger contradicts itself nowhere.",
    discussion: """
      The exit status is 0 if all is well, 1 if the ledger contradicts itself, 74 if the file is damaged.

      EXAMPLES
        receipt-tool ledger check && receipt-tool ledger backup /backup/ledger.sqlite
      """
  )

  @OptionGroup var ledger: LedgerOptions

  @Flag(help: "Print JSON.")
  var json = false

  func performOnLedger() throws -> ExitStatus {
    let flaws = try ledger.open().check()
    if json {
      var writer = JSONWriter(layout: .pretty)
      CheckDocument.write(flaws, to: &writer)
      Console.write(writer.bytes)
    } else if flaws.isEmpty {
      Console.write("sound\n")
    }
    for flaw in flaws { Console.report(message: "\(flaw.rule): \(flaw.text)", hint: nil) }
    return flaws.isEmpty ? .success : .negative
  }
}

/// `receipt-tool ledger prune`
struct LedgerPrune: LedgerSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "prune",
    abstract: "Remove what is old and not needed to recognise a purchase.",
    discussion: """
      Removes events, answers of Apple, refused presentations and kept receipts that are older. Purchases, and the orders that have \
      them, stay for ever: without them a replay would be taken for a purchase. Numbers of events go on where they were.

      EXAMPLES
        receipt-tool ledger prune --older-than 52w --dry-run
      """
  )

  @OptionGroup var ledger: LedgerOptions

  @Option(
    name: .customLong("older-than"), help: ArgumentHelp("Remove what is older than this: 90d, 52w.", valueName: "time"),
    transform: LengthOfTime.init)
  var olderThan: LengthOfTime

  @Flag(name: .customLong("dry-run"), help: "Only count what would be removed.")
  var isTrial = false

  func performOnLedger() throws -> ExitStatus {
    let ledger = try ledger.open()
    let moment = Instant(milliseconds: Clock.now.milliseconds - olderThan.milliseconds)
    let summary = try ledger.prune(before: moment, isTrial: isTrial)
    if !isTrial { try ledger.shrink() }
    Console.note(
      "\(isTrial ? "would remove" : "removed") \(summary.events) events, \(summary.answers) answers, "
        + "\(summary.presentations) refused presentations, \(summary.receipts) stored receipts")
    return .success
  }
}

/// `receipt-tool ledger backup`
struct LedgerBackup: LedgerSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "backup",
    abstract: "Write a copy as of one moment, while others read and write.",
    discussion: """
      The file appears whole or not at all; one that is there already is never replaced.

      EXAMPLES
        receipt-tool ledger backup "/backup/ledger-$(date +%F).sqlite"
      """
  )

  @Argument(help: ArgumentHelp("Where to write it.", valueName: "file"), completion: .file())
  var file: String

  @OptionGroup var ledger: LedgerOptions

  func performOnLedger() throws -> ExitStatus {
    try ledger.open().backUp(to: file)
    return .success
  }
}

/// `receipt-tool ledger notify`
struct LedgerNotify: LedgerSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "notify",
    abstract: "Take in App Store server notifications (version 1): renewals, refunds, billing retries.",
    discussion: """
      What changed is printed as events. A notification that comes twice, or late, changes nothing. Notifications of version 1 are \
      not signed: give it only those that your own server took from Apple, and say with --bundle-id and the shared secret what they \
      have to carry. With a secret saved answers of verifyReceipt are refused, because they carry none; without one they are taken too.

      EXAMPLES
        receipt-tool ledger notify notification.json
        receipt-tool ledger notify --bundle-id com.example.app --shared-secret-file secret.txt - <body

      EXIT STATUS
        0 taken in, 1 of another app or environment, or without the secret, 65 no notification of version 1,
        74 the ledger cannot be read or written
      """
  )

  @Argument(
    help: ArgumentHelp("Files with notifications; - or nothing reads standard input.", valueName: "file"),
    completion: .file())
  var files: [String] = []

  @OptionGroup var ledger: LedgerOptions

  @Option(
    name: .customLong("bundle-id"),
    help: ArgumentHelp("It is about this app. Repeat for several, of which any will do.", valueName: "id"))
  var bundleIDs: [String] = []

  @OptionGroup var secret: SecretOptions

  func performOnLedger() throws -> ExitStatus {
    let secret = try secret.secret()?.secret
    let ledger = try ledger.open()
    var worst = ExitStatus.success
    for source in files.isEmpty ? ["-"] : files {
      do {
        let statement = try AppleStatement(try InputFile.read(source, "notification", maximumBytes: 16 << 20))
        if let problem = problem(statement, secret) {
          Console.report(message: source == "-" ? problem : "\(source): \(problem)", hint: nil)
          worst = max(worst, .negative)
          continue
        }
        let events = try ledger.take(statement, now: Clock.now)
        var writer = JSONWriter(layout: .compact)
        for event in events { event.write(to: &writer) }
        Console.write(writer.bytes)
      } catch let error as ReceiptError {
        Console.report(error, source: source)
        worst = max(worst, ExitStatus(error))
      } catch let error as LedgerError where error.code == .otherEnvironment {
        Console.report(message: source == "-" ? error.message : "\(source): \(error.message)", hint: error.hint)
        worst = max(worst, .negative)
      }
    }
    return worst
  }

  /// Why it is not taken in.
  private func problem(_ statement: AppleStatement, _ secret: Secret?) -> String? {
    let bundle = statement.history.bundleID
    if !bundleIDs.isEmpty, !bundleIDs.contains(where: { $0.isSame(as: bundle) }) {
      return bundle.map { "it is about another app: \($0)" } ?? "it does not say which app it is about"
    }
    if let secret, !statement.carries(secret) { return "it does not carry the shared secret" }
    return nil
  }
}
