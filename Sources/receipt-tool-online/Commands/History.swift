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

/// Prints the results in one of four forms.
private final class HistoryPrinter {
  enum Form {
    /// Apple's answers as they are.
    case answers
    /// A line of JSON for each transaction.
    case lines
    /// One document.
    case document
    /// Text for people.
    case report(TextLayout)
  }

  private let console: Console
  private let form: Form
  private let decoder: InputDecoder
  private var combined: CombinedHistory
  private var items: [SignedItem] = []
  private var pages = 0
  /// The printed transactions, by id: a page can repeat one, and the state of a subscription can, too.
  private var transactions: Set<String> = []
  /// The number of printed lines. For them, ids are not kept.
  private var lines = 0
  /// The value of --since-revision.
  private let start: String?
  private var revision: String?
  private var latest: AppStoreServerAnswer?
  /// The date of the newest signed piece.
  private var newest: Instant?

  init(form: Form, decoder: InputDecoder, since start: String?, _ console: Console) {
    self.console = console
    self.form = form
    self.decoder = decoder
    self.start = start
    revision = start
    combined = CombinedHistory(PurchaseHistoryReader(decoder))
  }

  /// Adds an answer, and prints what can be printed before the others.
  func add(_ answer: AppStoreServerAnswer, _ call: AppStoreServerCall) throws {
    pages += 1
    // The state of subscriptions, which comes after the history, repeats transactions of it.
    let repeatsTransactions = !call.hasRevisions && pages > 1
    if call.hasRevisions { revision = answer.revision ?? revision }
    latest = answer
    if case .lines = form {
      lines += answer.items.count { $0.kind == .transaction }
    } else {
      transactions.formUnion(answer.items.compactMap { $0.payload["transactionId"]?.stringValue })
    }
    switch form {
    case .answers: try console.writeAnswer(answer.bytes)
    case .lines:
      for item in answer.items where item.kind == .transaction {
        var writer = JSONWriter(layout: .compact)
        writer.object { writer in
          writer.member("verdict", item.authenticity.verdict.rawValue)
          writer.key("transaction")
          writer.value(item.payload)
        }
        writer.endLine()
        try console.write(writer.bytes)
      }
    case .document: items += answer.items.filter { !repeatsTransactions || $0.kind != .transaction }
    case .report:
      newest = ([newest] + answer.items.map { $0.authenticity.judgedAt?.instant }).compactMap(\.self).max()
      if !answer.items.isEmpty { try combined.add(answer.bytes, from: "\(call.name) \(pages)") }
    }
  }

  /// Prints the rest, and notes how much there was.
  func end(_ part: HistoryQuestion.Part) throws -> ExitStatus {
    switch form {
    case .answers, .lines: break
    case .document: try console.writeJSON { writeDocument(to: &$0) }
    case .report(let layout):
      if transactions.isEmpty {
        try console.write(emptyAnswer(of: part) + "\n")
      } else {
        // A server other than Apple's can have its own date. For such a server, activity is judged at the date of its
        // signatures.
        let signed = latest?.record.endpoint.isApple == true ? nil : newest
        let status = SubscriptionStatus(try combined.history(), at: signed ?? console.now)
        try console.write(
          StatusReport(status, moment: signed == nil ? .present : .ofNewestSignature).text(layout))
      }
    }
    let number = lines + transactions.count
    let count: Message = number == 1 ? "1 transaction" : "\(grouped: number) transactions"
    let answers: Message = pages == 1 ? "1 answer" : "\(grouped: pages) answers"
    console.note(
      latest.map { "\(count) in \(answers) of \($0.record.endpoint.host)" } ?? "\(count) in \(answers)")
    if let revision { console.note("later changes: --since-revision \(revision.shellQuoted)") }
    return .success
  }

  /// The document of `history --json`. Within one version, keys may be added but not removed.
  private func writeDocument(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("schema", "receipt-tool/history/1")
      writer.member("host", latest?.record.endpoint.host)
      writer.member("environment", items.lazy.compactMap { $0.payload["environment"]?.stringValue }.first)
      writer.member(
        "verdict", items.map(\.authenticity.verdict).min { $0.strength < $1.strength }.map(\.rawValue))
      writer.member("revision", revision)
      for (name, kind) in [("transactions", SignedPayloadKind.transaction), ("renewals", .renewal)] {
        writer.key(name)
        writer.array { writer in for item in items where item.kind == kind { writer.value(item.payload) } }
      }
    }
    writer.endLine()
  }

  /// The message for an answer without transactions.
  private func emptyAnswer(of part: HistoryQuestion.Part) -> String {
    if start != nil { return "Nothing changed since that revision." }
    return switch part {
    case .everything, .transactions: "The App Store Server API knows no purchases of this customer."
    case .subscriptions: "The App Store Server API knows no subscriptions of this customer."
    case .refunds: "The App Store Server API knows no refunds to this customer."
    }
  }
}
