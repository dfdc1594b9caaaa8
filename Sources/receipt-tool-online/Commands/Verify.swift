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

  @Option(
    name: .customLong("max-size"),
    help: ArgumentHelp("The largest input to read, in bytes or as 64K, 16M, 1G. (default: 16M)", valueName: "size"),
    transform: ByteCount.init)
  var maxSize = ByteCount(bytes: 16 << 20)

  func validate() throws {
    guard !(inApp && latest) else { throw ValidationError("--in-app and --latest exclude each other") }
    for (isGiven, name) in [
      (compact, "--compact"), (inApp, "--in-app"), (latest, "--latest"), (json.isGiven, "--json"),
    ]
    where isGiven && curl {
      throw ValidationError("--curl and \(name) exclude each other")
    }
  }

  func perform(_ console: Console) throws -> ExitStatus {
    let input = InputSettings(sources: inputs.isEmpty ? ["-"] : inputs, maximumBytes: maxSize.bytes)
    let decoder = try input.decoder(console)
    let part: VerifyDocument.Part = inApp ? .inApp : latest ? .latest : .answer
    // If no request is sent, the user is asked for nothing, not even for the secret.
    let call = curl ? nil : try RemoteCall(remote, console)
    defer { call?.end() }
    let batch = Batch(console, input: input, schema: VerifyDocument.schema)
    let printer = AnswerPrinter(
      console: console, part: part, isCompact: compact, isBatch: !batch.isSingle, hasSecret: call?.hasSecret ?? false)
    var tally = AnswerTally(inputs: input.sources.count)
    let worst = try batch.run { source in
      let receipt = try UploadableReceipt(try decoder.decode(try input.read(source, console)))
      guard let call else { return (.nothing, try printCurl(receipt, source, isBatch: !batch.isSingle, console)) }
      let (status, sendsAgain) = try printer.print(call.ask(about: receipt), source)
      tally.add(status, sendsAgain: sendsAgain)
      return (.nothing, status)
    }
    return tally.end(worst, console)
  }

  private func printCurl(
    _ receipt: UploadableReceipt, _ source: String, isBatch: Bool, _ console: Console
  ) throws -> ExitStatus {
    guard let servers = try? remote.servers(), let endpoint = servers[servers.first] else { return .defect }
    let request = VerifyReceiptRequest(
      receiptData: receipt.base64, excludesOldTransactions: remote.verify.excludesOldTransactions)
    let command = CurlCommand(
      request: request, secret: remote.verify.secret.settings.source(console), tokenFile: remote.verify.tokenFile,
      endpoint: endpoint,
      connectTimeout: remote.exchange.connectTimeout.duration,
      timeout: remote.exchange.timeout.duration)
    if isBatch { try console.write("# \(source.terminalSafe)\n") }
    try console.write(console.isTerminal ? command.text.terminalSafeLines : command.text)
    if servers.first == .production, let sandbox = servers[.sandbox] {
      console.note("on status 21007 send the same to \(sandbox.url)")
    }
    return .success
  }
}

/// The exit status of a run. With several inputs, a request that is worth repeating outweighs every verdict: 75 says
/// that the run is not complete.
private struct AnswerTally {
  let inputs: Int
  private var unanswered = 0
  private var open = 0

  init(inputs: Int) { self.inputs = inputs }

  mutating func add(_ status: ExitStatus, sendsAgain: Bool) {
    if status.isUnanswered { unanswered += 1 }
    if sendsAgain { open += 1 }
  }

  func end(_ worst: ExitStatus, _ console: Console) -> ExitStatus {
    guard inputs > 1, unanswered > 0 else { return worst }
    let rest =
      open == 0
      ? "asking again would bring the same"
      : open == unanswered ? "send_again marks them" : "send_again marks the \(open) that are worth asking again"
    console.note("\(unanswered) of \(inputs) inputs were not answered; \(rest)")
    return open > 0 ? .tryAgain : worst
  }
}
