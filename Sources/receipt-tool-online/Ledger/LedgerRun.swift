import ArgumentParser
import ReceiptCommands
import ReceiptKit
import ReceiptLedger
import ReceiptRemote

/// `receipt-tool ledger run`
struct LedgerRun: LedgerSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Ask Apple about what waits, and about subscriptions near their expiry (uploads receipts).",
    discussion: """
      Does what is due: orders that `ledger add --verify` answered pending, and with --poll subscriptions an hour \
      before their expiry and after it, whose receipts were stored with --keep-receipts: that is how renewals, refunds \
      and billing retries become visible without notifications. Production is asked first, and the sandbox where \
      production says so. Every change is an event on standard output, once it is on the disk.

      What has no answer is asked again, after growing, randomised pauses and as Apple's Retry-After says. Any number \
      of runners may work at once: what one of them does is reserved for it, and goes to another if it dies.

      With --api, the notifications that Apple sent since the last time come first, from the App Store Server API: \
      what was missed while your own server was down is taken in as `ledger notify` does. The first time goes as far \
      back as Apple keeps them. With --poll, the API is then asked for the state of subscriptions and for refunds of \
      their customers, by their ids: no stored receipt is needed. What is over is not asked about again: a new \
      beginning, and a refund that is reversed later, are in notifications.

      With --consumption-policy, Apple's questions about refunds (CONSUMPTION_REQUEST) are answered next, within its \
      12 hours: by the rules of the file, and only for accounts whose consent `ledger consent` recorded. \
      `ledger consumption` shows beforehand what would be sent.

      One pass, for cron or a timer of systemd (see Examples), or --watch until SIGTERM.

      EXAMPLES
        receipt-tool ledger run --shared-secret-file secret.txt
        receipt-tool ledger run --watch --poll --rate 2 >>events.ndjson
        receipt-tool ledger run --api --app reader --poll
        receipt-tool ledger run --api --app reader --consumption-policy refunds.json

      \(ExitStatus.help(
        [
          .success: "all that was due has an answer",
          .negative: "Apple refuses secret, key or an answer, or what it sends is not proven",
          .unreadable: "there is no ledger, or a file that an option names cannot be read",
          .unreachable: "somebody was not reached",
          .outputFailed: "the output cannot be written, or the ledger cannot be read or written",
          .tryAgain: "Apple asks to be asked again",
        ]))
      """
  )

  @OptionGroup var ledger: LedgerOptions

  @OptionGroup var erasureKey: ErasureKeyOptions

  @Flag(help: "Ask about subscriptions near or past their expiry too.")
  var poll = false

  @Flag(help: "Go on until SIGTERM or SIGINT.")
  var watch = false

  @Option(help: ArgumentHelp("The most calls a second. (default: 5)", valueName: "count"), transform: RunSettings.rate)
  var rate: Double?

  @Option(
    help: ArgumentHelp("The most calls at once, from 1 to 64. (default: 4)", valueName: "count"),
    transform: RunSettings.jobs)
  var jobs: Int?

  @Option(
    help: ArgumentHelp("How long a runner that died keeps what it had begun. (default: 2m)", valueName: "time"),
    transform: DurationText.argument)
  var lease: DurationText?

  @Option(
    help: ArgumentHelp(
      "The pause after the first failure; it doubles up to six hours. (default: 30s)", valueName: "time"),
    transform: DurationText.argument)
  var backoff: DurationText?

  @Option(endpoint: "Another server in place of Apple's production: https://, or http:// on this machine.")
  var endpoint: Endpoint?

  @Option(endpoint: "Another server in place of Apple's sandbox.", name: .customLong("sandbox-endpoint"))
  var sandboxEndpoint: Endpoint?

  @OptionGroup(title: "App Store Server API") var apiOptions: LedgerAPIOptions

  @OptionGroup var secret: SecretOptions

  @Option(
    name: .customLong("connect-timeout"),
    help: ArgumentHelp(
      "Time to reach the server and agree on encryption, in seconds. (default: 10)", valueName: "seconds"),
    transform: Duration.argument)
  var connectTimeout = ExchangeSettings().connectTimeout

  @Option(
    help: ArgumentHelp("Time for one call in all. (default: 30)", valueName: "seconds"), transform: Duration.argument)
  var timeout = ExchangeSettings().timeout

  /// Changes nothing: the output is always JSON.
  @OptionGroup var json: JSONOption

  func validate() throws {
    guard !(apiOptions.api && watch) else {
      throw UsageError(
        "--api takes in what was missed until now, once: it excludes --watch; let cron or a timer repeat it")
    }
    try settings.checkEndpoints()
  }

  private var settings: RunSettings {
    var settings = RunSettings(
      production: endpoint, sandbox: sandboxEndpoint, connectTimeout: connectTimeout, timeout: timeout,
      secret: secret.settings, api: apiOptions.settings)
    settings.runner.polls = poll
    if let rate { settings.runner.rate = rate }
    if let jobs { settings.runner.jobs = jobs }
    if let lease { settings.runner.lease = lease.milliseconds }
    if let backoff { settings.runner.backoff = Backoff(first: backoff.milliseconds) }
    return settings
  }

  func performOnLedger(_ console: Console) throws -> ExitStatus {
    // Answers of verifyReceipt are not signed, so the anchors matter only with --api. A wrong file is still an error.
    _ = try InputSettings(sources: [], trustAnchors: apiOptions.trust.anchors).decoder(console)
    let work = try settings.work(console) { try ledger.open(console, erasureKey: erasureKey.path(console)) }
    defer { work.end() }
    let caughtUp = try work.api?.catchUp { try console.write($0) } ?? (status: .success, isAnswered: true)
    let answered = caughtUp.isAnswered ? try answerConsumption(work, console) : .success
    // If the first request got no answer, each further one would also wait in vain. verifyReceipt is still asked about
    // stored receipts.
    let runner = caughtUp.isAnswered ? work.runner : work.runner.withoutSubscriptions
    if let lease, lease.milliseconds < runner.leaseLength {
      console.note(
        """
        --lease is shorter than what one runner's calls can take: \((runner.leaseLength + 999) / 1_000)s is used \
        (--timeout, --jobs and --rate make it)
        """
      )
    }
    let watch = watch
    let status = try waiting { try await RunLoop(console: console, runner: runner, watches: watch).run() }
    // A refusal needs attention; a request that is only late will be repeated.
    let statuses = [caughtUp.status, answered, status]
    return statuses.contains(.negative) ? .negative : statuses.max() ?? status
  }

  private func answerConsumption(_ work: LedgerWork, _ console: Console) throws -> ExitStatus {
    let summary = try work.answerConsumption(isStopped: { console.hasFailed }) { console.write($0) }
    try console.check()
    guard let summary else { return .success }
    if summary.postponed > 0 || summary.refused > 0 || console.isErrorTerminal {
      let text: Message =
        """
        of the questions about the use of purchases \(summary.sent) were answered, \(summary.skipped) get no answer, \
        \(summary.postponed) are answered again, \(summary.refused) answers were refused
        """
      console.note(summary.lastReason.map { "\(text) (\($0))" } ?? text)
    }
    if let reason = summary.refusedKey {
      console.report(message: "\(reason)", hint: "receipt-tool explain 401 says what it can mean")
    }
    if summary.refused > 0 || summary.refusedKey != nil { return .negative }
    return summary.postponed > 0 ? .tryAgain : .success
  }
}

extension Console {
  /// Prints events, each on a line, for a caller that cannot throw.
  fileprivate func write(_ events: [LedgerEvent]) {
    guard !events.isEmpty else { return }
    var writer = JSONWriter(layout: .compact)
    for event in events { event.write(to: &writer) }
    pass(on: writer.bytes)
  }
}

/// Runs one pass, or one pass after another.
private struct RunLoop {
  let console: Console
  let runner: Runner
  let watches: Bool

  func run() async throws -> ExitStatus {
    let stop = watches ? StopSignals() : nil
    var status = ExitStatus.success
    while true {
      let summary = try await runner.pass(isStopped: { stop?.isRequested ?? false || console.hasFailed }) { _, events in
        console.write(events)
      }
      try console.check()
      report(summary)
      status = Self.status(summary)
      guard let stop, !stop.isRequested, !summary.endedByWrongSecret else { break }
      try await wait(stop)
    }
    // Being stopped is not a failure.
    return watches && status != .negative ? .success : status
  }

  /// Waits until a task is due. Other processes may add tasks to the ledger while this one waits, so the ledger is
  /// polled twice a second.
  private func wait(_ stop: StopSignals) async throws {
    repeat {
      try? await Task.sleep(for: .milliseconds(500))
      if stop.isRequested { return }
    } while try runner.nextDue().map({ $0 > console.now }) ?? true
  }

  private func report(_ summary: Runner.Summary) {
    // Cron mails all output. So if all is well, the note is printed only at a terminal.
    guard summary.postponed > 0 || summary.unreachable > 0 || summary.wrongSecrets > 0 || console.isErrorTerminal
    else { return }
    // While it watches, a pass that asked nothing is not mentioned.
    guard summary.calls > 0 || summary.lost > 0 || !watches else { return }
    var text: Message =
      "asked \(summary.calls) times: \(summary.settled) settled, \(summary.postponed) to be asked again"
    if summary.unreachable > 0 { text = "\(text), \(summary.unreachable) without an answer" }
    if summary.lost > 0 { text = "\(text), \(summary.lost) taken over by another runner" }
    console.note(summary.lastReason.map { "\(text) (\($0))" } ?? text)
    if let reason = summary.refusedKey {
      console.report(message: "\(reason)", hint: "receipt-tool explain 401 says what it can mean")
    }
    guard summary.wrongSecrets > 0 else { return }
    console.report(
      message: summary.wrongSecrets == 1
        ? "Apple says of one receipt that the shared secret is wrong (21004); nothing was decided about that"
        : """
        Apple says of \(summary.wrongSecrets) receipts that the shared secret is wrong (21004); nothing was decided \
        about that
        """,
      hint: "give the app's own secret with --shared-secret-file")
  }

  private static func status(_ summary: Runner.Summary) -> ExitStatus {
    if summary.wrongSecrets > 0 || summary.refusedKey != nil || summary.unbelieved > 0 { return .negative }
    if summary.postponed > 0 { return .tryAgain }
    return summary.unreachable > 0 ? .unreachable : .success
  }
}
