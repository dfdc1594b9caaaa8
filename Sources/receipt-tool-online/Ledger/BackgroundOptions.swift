import ArgumentParser
import ReceiptCommands
import ReceiptKit
import ReceiptLedger
import ReceiptRemote

/// The options of `serve` for work with its ledger besides answering: asking Apple as `ledger run` does, and posting
/// events.
struct BackgroundOptions: ParsableArguments {
  @Flag(help: "Ask Apple about what waits, in this process, as `ledger run` does.")
  var run = false

  @Flag(help: "Ask about subscriptions near or past their expiry too; with --run.")
  var poll = false

  @Flag(
    help:
      """
      Ask the App Store Server API for missed notifications, every ten minutes, and with --poll about subscriptions; \
      with --run.
      """
  )
  var api = false

  @OptionGroup var consumption: ConsumptionPolicyOption

  @Option(
    help: ArgumentHelp(
      """
      Key and names of this profile in $XDG_CONFIG_HOME/receipt-tool/apps.json, or in ~/.config: for --api, and to ask \
      Apple about the orders and transactions that are entered at /support.
      """,
      valueName: "name"))
  var app: String?

  @Option(
    help: ArgumentHelp(
      "The most calls a second, of all who ask for the ledger together; with --run. (default: 5)", valueName: "count"),
    transform: RunSettings.rate)
  var rate: Double?

  @Option(endpoint: "Another server in place of Apple's production, for --run: https://, or http:// on this machine.")
  var endpoint: Endpoint?

  @Option(endpoint: "Another server in place of Apple's sandbox, for --run.", name: .customLong("sandbox-endpoint"))
  var sandboxEndpoint: Endpoint?

  @Option(
    name: .customLong("webhook-file"),
    help: ArgumentHelp(
      """
      Post every event to the webhooks of this file, signed by Standard Webhooks. A line for each: name, URL, \
      whsec_SECRET.
      """,
      valueName: "file"),
    completion: .file())
  var webhookFile: String?

  @Option(
    name: .customLong("forward-file"),
    help: ArgumentHelp(
      """
      Pass the notifications of version 2 on, as Apple sent them, to the receivers of this file. A line for each: \
      name, URL, and perhaps types=TYPE,TYPE and since=TIME. Without a line nobody gets any more.
      """,
      valueName: "file"),
    completion: .file())
  var forwardFile: String?

  /// The names of the options that were given.
  var given: [String] {
    let options: [(name: String, isGiven: Bool)] = [
      ("--run", run), ("--poll", poll), ("--api", api), ("--consumption-policy", consumption.file != nil),
      ("--app", app != nil), ("--rate", rate != nil),
      ("--endpoint", endpoint != nil), ("--sandbox-endpoint", sandboxEndpoint != nil),
      ("--webhook-file", webhookFile != nil), ("--forward-file", forwardFile != nil),
    ]
    return options.filter(\.isGiven).map(\.name)
  }

  func validate() throws {
    let needsRun = given.first { !["--run", "--webhook-file", "--forward-file", "--app"].contains($0) }
    if !run, let needsRun { throw UsageError("\(needsRun)", needs: "--run") }
    guard api || consumption.file == nil else { throw UsageError("--consumption-policy", needs: "--api") }
    try settings.checkEndpoints()
  }

  /// The settings for asking Apple, except for the trust anchors and the secret.
  var settings: RunSettings {
    var settings = RunSettings(production: endpoint, sandbox: sandboxEndpoint)
    settings.runner.polls = poll
    if let rate { settings.runner.rate = rate }
    if api { settings.api = LedgerAPISettings(key: KeySettings(app: app), consumption: consumption) }
    return settings
  }
}
