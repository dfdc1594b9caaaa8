import ArgumentParser
import ReceiptCommands
import ReceiptKit
import SystemLibrary

/// `receipt-tool migrate`
struct Migrate: ReceiptCommand {
  static let configuration = CommandConfiguration(
    commandName: ConnectedCommand.migrate.rawValue,
    abstract: ConnectedCommand.migrate.abstract,
    discussion: """
      Takes a customer a line: a stored receipt, a saved answer of verifyReceipt, signed data, the id of a transaction \
      or the order id of an invoice. Prints a line of JSON for each, in order: the proof, the transactions, the call \
      that answers now, what differs from the receipt and why, and the rows of a new table, each with the transaction \
      as Apple signed it. Only ids are sent, never a receipt. The ids of an input count only if it is proven, as in \
      `receipt-tool history`; of a saved answer, the receipt in it has to be. Which member becomes which, and the way \
      into a ledger: docs/moving-off-verifyreceipt.md.

      --state FILE keeps what was answered, each line as soon as it is there. After a kill, an outage or Ctrl-C the \
      same command prints all lines again, and asks only about those that have no answer: nobody is asked about twice, \
      also where a line occurs twice. The file holds what the lines hold; delete it when all is moved.

      Apple allows 50 requests a second to an app for each of these calls, counted over an hour, and a tenth of that \
      in the sandbox. This takes half of it (--rate), so that your server has the rest. After --jobs + 2 customers in \
      a row without an answer nobody else is asked about.

      EXAMPLES
        receipt-tool migrate --app reader --state moved.state receipts.txt
        receipt-tool migrate --app reader --state moved.state --field receipt \\
          --keep account customers.ndjson > moved.ndjson
        echo 2000000123456789 | receipt-tool migrate --app reader --state one.state

      \(ExitStatus.help(
        [
          .success: "every line has its answer, or has nothing to move",
          .negative: "some lines need a person: needs_person is true",
          .notAReceipt: "a line cannot be read, or is of another app",
          .tryAgain: "some lines have no answer yet: run it again",
        ], and: .unreadable, .unreachable))
      """)

  @Argument(
    help: ArgumentHelp(
      "Files with a customer a line, plain or compressed (gzip, zstd); - or nothing reads standard input.",
      valueName: "input"),
    completion: .file())
  var inputs: [String] = []

  @Option(
    help: ArgumentHelp("The file with what was answered; it is made if it does not exist.", valueName: "file"),
    completion: .file())
  var state: String

  @Flag(help: "Take ids also from an input that is not proven.")
  var unverified = false

  @Option(
    help: ArgumentHelp(
      "The most requests a second; Apple's sandbox gets a tenth of that. (default: 25)", valueName: "count"),
    transform: Self.rate)
  var rate: Double?

  @Option(
    help: ArgumentHelp("About how many customers to ask at once, from 1 to 16. (default: 4)", valueName: "count"),
    transform: Self.jobs)
  var jobs: Int?

  @Option(
    help: ArgumentHelp(
      "Write what became of the lines to this file, as JSON, at the end; an older summary is replaced.",
      valueName: "file"),
    completion: .file())
  var summary: String?

  @Option(maximumSize: "The longest line to read, in bytes or as 64K, 16M, 1G. (default: 16M)")
  var maxSize = 16 << 20

  @OptionGroup(title: "Lines") var records: RecordOptions

  @OptionGroup(title: "Asking") var options: AppStoreServerOptions

  /// Half of what Apple allows in production.
  private static let usualRate = 25.0

  func validate() throws {
    try records.check()
    try records.checkDelimiter()
    guard summary != "-" else { throw UsageError("--summary - is not a file; results go to standard output") }
    guard state != "-" else { throw UsageError("--state - is not a file; it is read again by the next run") }
  }

  func perform(_ console: Console) throws -> ExitStatus {
    let exchange = options.exchange.settings
    let access = try AppAccess(options.key.settings, exchange, console)
    let decoder = try options.decoder(console, maximumBytes: maxSize)
    let jobs = jobs ?? 4
    let connection = try AppStoreServerConnection(
      access, exchange, decoder: decoder, rate: rate ?? Self.usualRate, console)
    defer { connection.end() }
    let state = try MigrationState(
      state, bundle: access.bundleIdentifier, servers: access.urls, admittingUnverified: unverified)
    let known = state.count
    if known > 0 {
      console.note(known == 1 ? "1 input was answered before" : "\(grouped: known) inputs were answered before")
    }
    let inquiry = CustomerInquiry(
      access, connection, decoder, admittingUnverified: unverified, maximumUnanswered: jobs + 2, console)
    let attention = Locked(MigrationLines.Attention(namesSources: inputs.count > 1))
    var format = records.format(maximumBytes: maxSize)
    // In bytes: a few ids, or one receipt.
    format.portion = 512
    let status = try StreamRun(
      console: console, command: ConnectedCommand.migrate.rawValue, sources: inputs.isEmpty ? ["-"] : inputs,
      options: StreamSettings(format: format, jobs: jobs, summary: summary), undone: "asked",
      otherFiles: [self.state]
    ) {
      MigrationLines(MigrationRenderer(state: state, inquiry: inquiry, worker: ReceiptWorker(decoder)), attention)
    }.perform()
    report(attention.current, inquiry, console)
    if let failure = state.failure { throw failure }
    return status
  }

  /// Says what is left to do.
  private func report(_ attention: MigrationLines.Attention, _ inquiry: CustomerInquiry, _ console: Console) {
    if attention.count > 0 {
      console.note("a person has to look at \(grouped: attention.count): \(attention.text)")
    }
    if let reason = inquiry.result.reason {
      console.report(
        message: "not all were asked about: \(reason)",
        hint: "the same command goes on with those that have no answer")
    }
  }

  private static func rate(_ text: String) throws -> Double {
    guard let number = Double(text), (1...1_000).contains(number) else {
      throw UsageError("'\(text)' is not a rate; use requests a second, from 1 to 1000")
    }
    return number
  }

  private static func jobs(_ text: String) throws -> Int {
    guard let number = Int(text), (1...16).contains(number) else {
      throw UsageError("'\(text)' is not from 1 to 16")
    }
    return number
  }
}
