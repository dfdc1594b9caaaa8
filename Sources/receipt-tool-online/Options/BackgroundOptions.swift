import ArgumentParser
import ReceiptCommands
import ReceiptKit
import ReceiptLedger

/// What `serve` does with its ledger besides answering: it asks Apple as `ledger run` does, and posts events.
struct BackgroundOptions: ParsableArguments {
  @Flag(help: "Ask Apple about what waits, in this process, as `ledger run` does.")
  var run = false

  @Flag(help: "Ask about subscriptions near or past their expiry too; with --run.")
  var poll = false

  @Flag(
    help:
      "Ask the App Store Server API for missed notifications, every ten minutes, and with --poll about subscriptions; with --run."
  )
  var api = false

  @Option(
    help: ArgumentHelp(
      "Key and names of this profile in $XDG_CONFIG_HOME/receipt-tool/apps.json, or in ~/.config; with --api.",
      valueName: "name"))
  var app: String?

  @Option(
    help: ArgumentHelp(
      "The most calls a second, of all who ask for the ledger together; with --run. (default: 5)", valueName: "count"))
  var rate: String?

  @Option(
    help: ArgumentHelp(
      "Another server in place of Apple's production, for --run: https://, or http:// on this machine.",
      valueName: "url"))
  var endpoint: String?

  @Option(
    name: .customLong("sandbox-endpoint"),
    help: ArgumentHelp("Another server in place of Apple's sandbox, for --run.", valueName: "url"))
  var sandboxEndpoint: String?

  @Option(
    name: .customLong("webhook-file"),
    help: ArgumentHelp(
      "Post every event to the webhooks of this file, signed by Standard Webhooks. A line for each: name, URL, whsec_SECRET.",
      valueName: "file"),
    completion: .file())
  var webhookFile: String?

  /// The names of the options that were given.
  var given: [String] {
    [
      ("--run", run), ("--poll", poll), ("--api", api), ("--app", app != nil), ("--rate", rate != nil),
      ("--endpoint", endpoint != nil), ("--sandbox-endpoint", sandboxEndpoint != nil),
      ("--webhook-file", webhookFile != nil),
    ].filter(\.1).map(\.0)
  }

  func validate() throws {
    let needsRun = given.first { !["--run", "--webhook-file"].contains($0) }
    if !run, let needsRun { throw ValidationError("\(needsRun) needs --run") }
    guard app == nil || api else { throw ValidationError("--app needs --api") }
  }

  /// The same as options of `ledger run`, which says what is wrong with them.
  ///
  /// - Parameters:
  ///   - trustAnchors: files with anchors that the server trusts.
  ///   - allowsTestSigned: whether what they vouch for counts.
  ///   - secret: the file of the shared secret.
  func command(trustAnchors: [String], allowsTestSigned: Bool, secret: String?) throws -> LedgerRun? {
    guard run else { return nil }
    var words: [String] = []
    if poll { words.append("--poll") }
    if let rate { words.append("--rate=" + rate) }
    if let endpoint { words.append("--endpoint=" + endpoint) }
    if let sandboxEndpoint { words.append("--sandbox-endpoint=" + sandboxEndpoint) }
    if let secret { words.append("--shared-secret-file=" + secret) }
    if api {
      words.append("--api")
      if let app { words.append("--app=" + app) }
      words += trustAnchors.map { "--trust-anchor=" + $0 }
      if allowsTestSigned { words.append("--" + ExpectationRow.allowsTestSigned.name) }
    }
    do {
      return try LedgerRun.parse(words)
    } catch {
      throw ValidationError(LedgerRun.message(for: error))
    }
  }
}
