import ArgumentParser
import ReceiptCommands
import ReceiptKit
import ReceiptLedger
import ReceiptMint
import ReceiptServer

/// `receipt-tool serve`
struct Serve: ReceiptCommand {
  static let configuration = CommandConfiguration(
    commandName: ConnectedCommand.serve.rawValue,
    abstract: ConnectedCommand.serve.abstract,
    usage: "receipt-tool serve [<options>]",
    discussion: """
      Programs that were written for Apple's verifyReceipt work against it with nothing but their URL replaced: POST \
      /verifyReceipt is production, POST /sandbox/verifyReceipt the sandbox. Requests and answers are Apple's, \
      statuses come from what the receipt itself proves. latest_receipt_info, latest_receipt and pending_renewal_info \
      are as of the signing of the receipt: renewals and refunds after it are known to Apple alone. Nothing is sent \
      anywhere but by --run, --app, --notify, --realtime, --webhook-file and --forward-file, and to a URL for \
      retention messages that a client sets.

      Receipts that Apple did not sign are answered with 21003, as documented, and with --apple-quirks with 21002, as \
      in practice. With --trust-anchor those of Xcode or of a test authority are good too; Xcode's count as sandbox. \
      The header Receipt-Tool-Reason says why.

      The page at / is for people without a terminal. It checks for the app of --bundle-id, says so, and its reader \
      can enter another one. --language chooses its language, and --reply-file what stands around its replies to \
      customers.

      POST /v1/decode, /v1/validate, /v1/diagnose and /v1/status answer with the JSON of the commands, for one input \
      or, as application/x-ndjson, for one input a line; /openapi.json describes them. GET /healthz and /metrics are \
      for operations.

      With --ca it also stands in for the App Store Server API: /inApps/... answers as Apple does, under a test \
      authority, at the time of a clock that POST /_clock sets and moves. Its data comes from --scenario, from \
      --from-ledger and from receipts that POST /_receipts presents. --notify sends the notifications; GET /_inspector \
      shows what went on.

      With --ledger it is a purchase service: POST /v1/purchases presents a purchase for an order as `ledger add` \
      does, POST /v1/notifications is the URL for App Store Connect, GET /v1/accounts/NAME/entitlements tells what an \
      account may use, and GET /v1/events what changed. The file of --token-file can have a line for each token: a \
      name, its scopes (present, read, administer) and the token. SIGHUP reads it, --webhook-file and --forward-file \
      again. --run asks Apple as `ledger run` does (receipts are uploaded), --app NAME asks Apple about the order and \
      transaction numbers that are entered at /support (only the number is sent), --webhook-file posts events to your \
      own servers, and --forward-file passes Apple's notifications on.

      The URL is printed on standard output once requests are taken, a line for each request on standard error, never \
      with a receipt or a secret in it. SIGTERM and Ctrl-C finish what has been begun; another one, a second later or \
      more, does not wait, and the exit status is 75.

      EXAMPLES
        receipt-tool serve
        receipt-tool serve --bundle-id com.example.app --language de
        receipt-tool serve --listen 127.0.0.1:0 --trust-anchor root.pem
        receipt-tool serve --fail 21005:0.1 --fail 503:5% --delay 200ms-2s
        receipt-tool serve --listen 0.0.0.0:8080 --token-file token
        receipt-tool serve --scenario customer --ca ca
        receipt-tool serve --ledger shop.sqlite --token-file tokens
        receipt-tool serve --ledger shop.sqlite --token-file tokens --run --poll \\
          --webhook-file webhooks

      \(ExitStatus.help(
        [
          .success: "told to stop, and everything that was begun is finished",
          .notAReceipt: "a file of --scenario is not what it has to be",
          .unreadable: "a file that an option names cannot be read",
          .outputFailed: "the ledger cannot be read or written",
          .unreachable: "the address cannot be listened on",
          .tryAgain: "ended by a second signal; what was being answered is lost",
        ]))
      """
  )

  @Option(
    help: ArgumentHelp(
      """
      Where to listen; port 0 takes a free one. An address that other machines can reach needs --token-file. \
      (default: 127.0.0.1:8080)
      """,
      valueName: "address:port"),
    transform: Self.address)
  var listen = ListenAddress.standard

  @Option(
    name: .customLong("token-file"),
    help: ArgumentHelp(
      """
      Answer only requests with a token of this file, all but /healthz, and /readyz, /support and /v1/notifications \
      of --ledger; 16 characters or more: Authorization: Bearer TOKEN, or http://any:TOKEN@host/ as their URL. A \
      proxy before it needs one, too.
      """,
      valueName: "file"),
    completion: .file())
  var tokenFile: String?

  @OptionGroup(title: "Page") var page: PageOptions
  @OptionGroup(title: "Answers") var answers: AnswerOptions
  @OptionGroup(title: "App Store Server API") var scenarios: ScenarioOptions
  @OptionGroup(title: "Purchase service") var service: ServiceOptions
  @OptionGroup(title: "Outages, on Apple's routes") var outages: OutageOptions

  @Option(
    maximumSize:
      """
      The largest input on the other routes, in bytes or as 64K, 16M. Apple's own limit holds on Apple's. (default: 4M)
      """)
  var maxSize = 4 << 20

  @Option(
    help: ArgumentHelp(
      """
      How long a request, or a line of many, may take to arrive, each 4 MiB of an answer to be taken, and a \
      connection may be idle: 30, 500ms, from 100ms to 600s. (default: 30)
      """,
      valueName: "seconds"),
    transform: Duration.timeLimit)
  var timeout = Duration.seconds(30)

  @Option(
    name: .customLong("log-format"),
    help: ArgumentHelp("The form of the log: text, or json with an object a line.", valueName: "format"))
  var logFormat = LogFormat.text

  @Flag(name: .shortAndLong, help: "Write nothing but the URL and errors: no line for each request.")
  var quiet = false

  func validate() throws {
    try outages.validate()
    try scenarios.validate()
    try service.validate()
    guard service.ledger == nil || tokenFile != nil else {
      throw UsageError("--ledger needs --token-file: who presents purchases and reads accounts shows a token")
    }
    guard listen.isLoopback || tokenFile != nil else {
      throw UsageError(
        "\(listen) can be reached from other machines: give --token-file, or listen on 127.0.0.1")
    }
  }

  private static func address(_ text: String) throws -> ListenAddress {
    guard let address = ListenAddress(text) else {
      throw UsageError("'\(text)' is not an address with a port; use 127.0.0.1:8080, [::1]:8080 or localhost:0")
    }
    return address
  }

  /// The settings for asking Apple in this process; `nil` without --run.
  private var runSettings: RunSettings? {
    guard service.background.run else { return nil }
    var settings = service.background.settings
    settings.secret.file = answers.sharedSecretFile
    settings.api?.trustAnchors = answers.trustAnchors
    settings.api?.allowsTestSigned = service.allowsTestSigned
    return settings
  }

  func perform(_ console: Console) throws -> ExitStatus {
    var settings = try settings(console)
    let format = logFormat
    let writer = LogWriter(console) { format.line($0, $1, at: console.now) }
    let log = withoutRepetition { [quiet] level, message in
      if !quiet || level == .error { writer.write(level, message) }
    }
    if !quiet { settings.requestLog = { writer.write(line: $0) } }
    settings.logFormat = format
    settings.log = log
    if let tokenFile {
      settings.readTokensAgain = { reread(orLog: log) { try console.tokens(tokenFile, isQuiet: true) } }
    }
    var appleLookup: AppleLookup?
    defer {
      appleLookup?.end()
      writer.finish()
    }
    do {
      try addServices(to: &settings, console, log)
      appleLookup = try addAppleLookup(to: &settings, console)
    } catch let error as LedgerError {
      console.report(message: error.message, hint: error.hint)
      return ExitStatus(error)
    }
    return try run(settings, console, log)
  }

  /// The settings that need no service.
  private func settings(_ console: Console) throws -> ServerSettings {
    let input = InputSettings(sources: [], trustAnchors: answers.trustAnchors, maximumBytes: maxSize)
    var settings = ServerSettings(
      address: listen, decoder: try input.decoder(console), version: ToolFacts.version,
      clock: { console.now })
    settings.signals = console.signals.map { signals in
      AsyncStream { stream in
        signals { signal in
          if let signal { stream.yield(signal) } else { stream.finish() }
        }
      }
    }
    settings.answerer.hasAppleQuirks = answers.appleQuirks
    settings.answerer.sharedSecret = try answers.sharedSecretFile.map {
      try console.sharedSecret($0, isQuiet: quiet).secret
    }
    settings.tokens = try tokenFile.map { try console.tokens($0, isQuiet: quiet) }
    settings.outage = outages.outage
    settings.limits.input = maxSize
    settings.limits.timeLimit = timeout
    return settings
  }

  /// Adds the stand-in for Apple's servers, the purchase service and the page.
  private func addServices(to settings: inout ServerSettings, _ console: Console, _ log: @escaping ServerLog) throws {
    settings.standIn = try scenarios.settings(
      settings.decoder, bundleIdentifier: page.bundleIDs.first, isQuiet: quiet, console)
    settings.service = try service.settings(
      settings.decoder, bundleIDs: page.bundleIDs, sharedSecret: settings.answerer.sharedSecret, run: runSettings,
      console, log: log)
    settings.page = try page.settings(settings.service?.ledger.apps().named ?? [], console)
    // This must come after the settings of the purchase service. Receipts of the server's own scenario are accepted,
    // also on its page. The ledger accepts them only if the user asks for it.
    if let standIn = settings.standIn { settings.decoder = standIn.decoder }
  }

  /// Adds the connection to Apple for --app; `nil` without that option.
  private func addAppleLookup(to settings: inout ServerSettings, _ console: Console) throws -> AppleLookup? {
    guard let profile = service.background.app, let environment = settings.service?.ledger.environment else {
      return nil
    }
    let lookup = try AppleLookup(profile, environment: environment, decoder: settings.decoder, console)
    settings.service?.lookUp = { (question) throws(AppleSilence) in try await lookup.find(question) }
    return lookup
  }

  /// Answers requests until the server is told to stop.
  private func run(_ settings: ServerSettings, _ console: Console, _ log: ServerLog) throws -> ExitStatus {
    do {
      let ending = try ReceiptServer(settings).runBlocking { url in try console.write(url + "\n") }
      guard ending == .finished else {
        // The error is written through the log. The log's reader may have stopped, which may be why the first signal
        // was not enough.
        log(.error, "ended by a second signal; what was being answered is lost")
        return .tryAgain
      }
    } catch let error as StartError {
      console.report(message: error.message, hint: error.hint)
      return .unreachable
    }
    return .success
  }
}

extension LogFormat: ExpressibleByArgument {}
