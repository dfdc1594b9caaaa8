import ArgumentParser
import ReceiptCommands
import ReceiptKit
import ReceiptRemote

/// `receipt-tool history`
struct History: ReceiptCommand {
  static let configuration = CommandConfiguration(
    commandName: ConnectedCommand.history.rawValue,
    abstract: ConnectedCommand.history.abstract,
    discussion: """
      INPUT is a file with a receipt or signed data in any common form, the id of a transaction, or an order id of an \
      invoice; ./NAME is a file whatever its name. Only an id is sent, never the receipt. The ids of an input count \
      only if it is proven: authentic, or test-signed under a --trust-anchor where the server is not Apple's. \
      --unverified takes them from any input.

      Apple is asked for the transactions of the customer, and for the state of the subscriptions if there are any. \
      Every answer is verified and must be about your app; otherwise all of it is refused. Without --json or --stream \
      the report is that of `receipt-tool status`. Answers that were saved with --raw are read again by `status \
      --together` and `compare --transactions`.

      EXAMPLES
        receipt-tool history --app reader receipt.b64
        receipt-tool history --app reader 2000000123456789
        receipt-tool history --app reader --stream r.b64 | jq .transaction
        receipt-tool history --app reader --raw receipt.b64 > history.json

      \(ExitStatus.help(
        [
          .success: "Apple answered",
          .negative: "the input is not proven, or Apple refused for good or knows no such order",
          .notAReceipt: "the input is not a receipt, or says nothing of a purchase or of this app",
        ], and: .unreadable, .unreachable, .tryAgain))
      """)

  @Argument(
    help: ArgumentHelp(
      "A receipt or signed data, a transaction id, or an order id; - or nothing reads standard input."),
    completion: .file())
  var input: String = "-"

  @Flag(help: "Take ids also from an input that is not proven.")
  var unverified = false

  @Flag(help: "Ask for the state of the subscriptions only.")
  var subscriptions = false

  @Flag(help: "Ask for refunded transactions only.")
  var refunds = false

  @Flag(help: "Print the answers as they came, one after the other.")
  var raw = false

  @Flag(help: "Print JSON: the proven transactions.")
  var json = false

  @Flag(help: "Print a line of JSON for each transaction, as the pages come.")
  var stream = false

  @Option(
    name: .customLong("since-revision"),
    help: ArgumentHelp("Ask only for what changed after this revision of an earlier answer.", valueName: "revision"))
  var revision: String?

  @Option(maximumSize: "The largest input to read, in bytes or as 64K, 16M, 1G. (default: 16M)")
  var maxSize = 16 << 20

  @OptionGroup var text: TextOptions

  @OptionGroup(title: "Asking") var options: AppStoreServerOptions

  func validate() throws {
    guard [raw, json, stream].count(where: { $0 }) <= 1 else {
      throw UsageError("--raw, --json", excludes: "--stream")
    }
    guard !(subscriptions && refunds) else { throw UsageError("--subscriptions", excludes: "--refunds") }
    guard !(subscriptions && revision != nil) else {
      throw UsageError("the state of subscriptions has no pages, and takes no --since-revision")
    }
  }

  func perform(_ console: Console) throws -> ExitStatus {
    let exchange = options.exchange.settings
    let access = try AppAccess(options.key.settings, exchange, console)
    let decoder = try options.decoder(console, maximumBytes: maxSize)
    let question: HistoryQuestion
    do {
      question = try HistoryQuestion(
        input, access: access, decoder: decoder, maximumBytes: maxSize, admittingUnverified: unverified,
        console)
    } catch let error as ReceiptError {
      console.report(error, source: input)
      return ExitStatus(error)
    } catch let refusal as CommandFailure {
      throw refusal.of(input, hint: "--unverified asks with its ids all the same")
    }
    let connection = try AppStoreServerConnection(
      access, exchange, bundle: question.bundle, servers: question.servers, decoder: decoder, console)
    defer { connection.end() }
    let printer = HistoryPrinter(form: form(console), decoder: decoder, since: revision, console)
    do {
      try question.ask(connection, part, since: revision, take: printer.add)
      return try printer.end(part)
    } catch let failure as AppStoreServerFailure {
      return connection.report(failure, hasPrinted: raw || stream)
    } catch let refusal as CommandFailure {
      throw refusal.of(input)
    } catch let error as ReceiptError {
      console.report(error, source: "the answer")
      return ExitStatus(error)
    }
  }
}

extension History {
  /// What is asked for.
  private var part: HistoryQuestion.Part {
    if subscriptions { return .subscriptions }
    if refunds { return .refunds }
    return stream ? .transactions : .everything
  }

  private func form(_ console: Console) -> HistoryPrinter.Form {
    if raw { return .answers }
    if stream { return .lines }
    return json ? .document : .report(text.report(console))
  }
}
