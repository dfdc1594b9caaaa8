import ArgumentParser
import ReceiptCommands
import ReceiptKit
import ReceiptRemote

/// `receipt-tool verify`
struct Verify: ReceiptCommand {
  static let configuration = CommandConfiguration(
    commandName: ConnectedCommand.verify.rawValue,
    abstract: ConnectedCommand.verify.abstract,
    discussion: """
      Sends the receipt to Apple as canonical base64, whatever was pasted, and prints the answer as it came. What the \
      status means, who answered, and how many tries and how long it took stand on standard error.

      verifyReceipt is deprecated by Apple. It still answers, for app receipts and iOS 6 transaction receipts, and no \
      end date is announced; it knows refunds and renewals after the receipt was made. New code uses the App Store \
      Server API and signed transactions (StoreKit 2) in its place, or validates locally: receipt-tool validate needs \
      no network.

      Production is asked first and the sandbox on 21007. Network failures, HTTP 429 and 5xx, 21005, 21009 and 2110x \
      that say so are tried again with growing pauses, 21002 once; Retry-After is honoured. Certificates are always \
      verified, redirects never followed. Proxies are not used: --curl prints the command for curl, which knows them.

      Several inputs give a line of JSON each, and exit 75 if any is worth sending again; send_again marks those.

      EXAMPLES
        receipt-tool verify --shared-secret-file secret.txt receipt.b64
        receipt-tool verify --latest receipt.b64 | jq '.[0].expires_date'
        receipt-tool verify --curl receipt.b64
        receipt-tool verify ./*.b64 | jq -r 'select(.send_again).source'

      \(ExitStatus.help(
        [
          .success: "Apple answered status 0; with --curl, the command was printed",
          .negative: "Apple answered another status that is final",
          .notAReceipt: "an input is not a receipt, and was not sent",
        ], and: .unreadable, .unreachable, .tryAgain))
      """
  )

  @Argument(
    help: ArgumentHelp(
      "Files or app bundles with receipts; - or nothing reads standard input.", valueName: "input"),
    completion: .file())
  var inputs: [String] = []

  @OptionGroup(title: "Asking") var remote: RemoteOptions

  @Flag(help: "Print the answer on one line.")
  var compact = false

  @Flag(name: .customLong("in-app"), help: "Print only receipt.in_app.")
  var inApp = false

  @Flag(help: "Print only latest_receipt_info.")
  var latest = false

  @Flag(help: "Print the command with which curl asks the same, the secret left to the shell; nothing is sent.")
  var curl = false

  @OptionGroup var json: JSONOption

  @Option(maximumSize: "The largest input to read, in bytes or as 64K, 16M, 1G. (default: 16M)")
  var maxSize = 16 << 20

  func validate() throws {
    guard !(inApp && latest) else { throw UsageError("--in-app", excludes: "--latest") }
    for (isGiven, name) in [
      (compact, "--compact"), (inApp, "--in-app"), (latest, "--latest"), (json.isGiven, "--json"),
    ]
    where isGiven && curl {
      throw UsageError("--curl", excludes: "\(name)")
    }
  }

  func perform(_ console: Console) throws -> ExitStatus {
    let input = InputSettings(sources: inputs.isEmpty ? ["-"] : inputs, maximumBytes: maxSize)
    let decoder = try input.decoder(console)
    // If no request is sent, the user is asked for nothing, not even for the secret.
    let call = curl ? nil : try RemoteCall(remote, console)
    defer { call?.end() }
    let batch = Batch(console, input: input, schema: VerifyDocument.schema)
    var unanswered = 0
    // The number of inputs that are worth sending again.
    var repeatable = 0
    let worst = try batch.run { source in
      let receipt = try UploadableReceipt(try decoder.decode(try input.read(source, console)))
      // Everything is printed here, so the batch has nothing to print.
      guard let call else { return (.nothing, try printCurl(receipt, source, isBatch: !batch.isSingle, console)) }
      let outcome = call.ask(about: receipt)
      // The answer comes first, so that notes about it are below it on a terminal.
      if batch.isSingle { try print(outcome, console) } else { try printLine(outcome, source, console) }
      let status = call.report(outcome, source: source, isNamed: !batch.isSingle)
      if [.unreachable, .tryAgain].contains(status) { unanswered += 1 }
      if outcome.isWorthRepeating { repeatable += 1 }
      return (.nothing, status)
    }
    guard !batch.isSingle, unanswered > 0 else { return worst }
    let rest: Message =
      switch repeatable {
      case 0: "asking again would bring the same"
      case unanswered: "send_again marks them"
      default: "send_again marks the \(repeatable) that are worth asking again"
      }
    console.note("\(unanswered) of \(input.sources.count) inputs were not answered; \(rest)")
    // A request that is worth repeating outweighs every verdict: 75 says that the run is not complete.
    return repeatable > 0 ? .tryAgain : worst
  }

  private var part: VerifyDocument.Part {
    if inApp { return .inApp }
    return latest ? .latest : .answer
  }

  /// Prints Apple's own bytes, or the requested part.
  private func print(_ outcome: RemoteCall.Outcome, _ console: Console) throws {
    guard case .success(let result) = outcome else { return }
    if part == .answer, !compact {
      try console.write(console.isTerminal ? result.bytes.jsonForTerminal : result.bytes)
    } else if let value = part.value(of: result.response) {
      var writer = JSONWriter(layout: compact ? .compact : .pretty, reservingCapacity: result.bytes.count)
      writer.value(value)
      writer.endLine()
      try console.write(writer.bytes)
    } else {
      // An absent list is not an empty one: the purchases of a refused receipt are unknown.
      console.note("the answer has no \(part == .inApp ? "receipt.in_app" : part.rawValue)")
    }
  }

  /// Prints one line of JSON for one of several inputs.
  private func printLine(_ outcome: RemoteCall.Outcome, _ source: String, _ console: Console) throws {
    var writer = JSONWriter(layout: .compact)
    let code = outcome.status.rawValue
    let sendsAgain = outcome.isWorthRepeating
    switch outcome {
    case .success(let result):
      VerifyDocument.write(result, part: part, source: source, exitCode: code, sendsAgain: sendsAgain, to: &writer)
    case .failure(let failure):
      VerifyDocument.write(failure, source: source, exitCode: code, sendsAgain: sendsAgain, to: &writer)
    }
    try console.write(writer.bytes)
  }

  private func printCurl(
    _ receipt: UploadableReceipt, _ source: String, isBatch: Bool, _ console: Console
  ) throws -> ExitStatus {
    guard let servers = try? remote.servers() else { return .defect }
    let server = servers.first
    guard let endpoint = servers[server] else { return .defect }
    let request = VerifyReceiptRequest(
      receiptData: receipt.base64, excludesOldTransactions: remote.excludesOldTransactions)
    let command = CurlCommand(
      request: request, secret: remote.secret.settings.source(console), tokenFile: remote.tokenFile,
      endpoint: endpoint,
      connectTimeout: remote.exchange.connectTimeout,
      timeout: remote.exchange.timeout)
    if isBatch { try console.write("# \(source.terminalSafe)\n") }
    try console.write(console.isTerminal ? command.text.terminalSafeLines : command.text)
    if server == .production, let sandbox = servers[.sandbox] {
      console.note("on status 21007 send the same to \(sandbox.url)")
    }
    return .success
  }
}
