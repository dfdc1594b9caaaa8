import ArgumentParser
import ReceiptCommands
import ReceiptKit
import ReceiptLedger
import ReceiptServer

/// The purchase service: a ledger over HTTP.
struct ServiceOptions: ParsableArguments {
  @Option(
    name: .customLong("ledger"),
    help: ArgumentHelp(
      "Take purchases and notifications into this ledger, and tell what accounts may use; needs --token-file.",
      valueName: "file"),
    completion: .file())
  var ledger: String?

  @Option(
    help: ArgumentHelp("What the ledger is for: production or sandbox.", valueName: "environment"))
  var environment: LedgerEnvironment?

  @Flag(
    name: .customLong(ExpectationRow.allowsTestSigned.name),
    help: ArgumentHelp(stringLiteral: ExpectationRow.allowsTestSigned.help))
  var allowsTestSigned = false

  @OptionGroup var admission: AdmissionOptions
  @OptionGroup var key: ErasureKeyOptions
  @OptionGroup var background: BackgroundOptions

  func validate() throws {
    guard ledger == nil else { return }
    let options = [
      ("--environment", environment != nil),
      ("--" + ExpectationRow.allowsTestSigned.name, allowsTestSigned), ("--allow-restore", admission.allowRestore),
      ("--verify", admission.verify), ("--keep-receipts", admission.keepReceipts),
      ("--max-order-age", admission.maximumOrderAge != nil),
      ("--resubscription", admission.resubscription != nil), ("--erasure-key", key.file != nil),
    ]
    let given = background.given + options.filter(\.1).map(\.0)
    if let name = given.first { throw UsageError("\(name)", needs: "--ledger") }
  }

  /// The settings of the service; `nil` if it is not requested.
  ///
  /// - Parameters:
  ///   - bundleIDs: the apps of a ledger that is not there yet.
  ///   - run: the settings for asking Apple in this process; `nil` does not ask.
  ///   - log: receives messages about that, and about files that are read again.
  /// - Throws: a ``LedgerError`` if the ledger cannot be used.
  func settings(
    _ decoder: InputDecoder, bundleIDs: [String], sharedSecret: Secret?, run: RunSettings?,
    _ console: Console, log: @escaping ServerLog
  ) throws -> ServiceSettings? {
    guard let ledger else { return nil }
    let webhooks = try background.webhookFile.map { try console.webhooks($0, isQuiet: false) }
    let forwards = try background.forwardFile.map { try console.forwards($0, isQuiet: false) }
    // A client waits for its answer. A 503 after a short wait, and a retry, are better for the client than half a
    // minute of waiting.
    let opened: Ledger
    do {
      opened = try LedgerOptions.open(
        ledger, console, environment: environment, makingFor: bundleIDs.isEmpty ? nil : bundleIDs, patience: 5,
        erasureKey: key.path(console))
    } catch var error as LedgerError {
      error.hint = hint(error)
      throw error
    }
    try opened.refuseDamage()
    if opened.erasureKeyPath.isEmpty { console.note("without --erasure-key no account can be erased") }
    var settings = ServiceSettings(
      ledger: opened, reading: try opened.forReading(), rules: admission.rules, decoder: decoder)
    settings.expectations.allowsTestSigned = allowsTestSigned
    settings.sharedSecret = sharedSecret
    settings.webhooks = webhooks
    if let file = background.webhookFile {
      settings.readWebhooksAgain = { reread(orLog: log) { try console.webhooks(file, isQuiet: true) } }
    }
    try forward(to: forwards, &settings, console, log: log)
    if let run {
      let work = BackgroundRun(try run.work(console) { opened }, console, log: log)
      settings.background = { await work.run() }
    }
    return settings
  }

  /// Tells the ledger who gets Apple's notifications, before the first one can come.
  private func forward(
    to receivers: [Webhook]?, _ settings: inout ServiceSettings, _ console: Console, log: @escaping ServerLog
  ) throws {
    let ledger = settings.ledger
    guard let receivers, let file = background.forwardFile else {
      let waiting = try ledger.forwardReceivers()
      if !waiting.isEmpty {
        console.note(
          """
          the ledger keeps notifications for \(waiting.joined(separator: ", ")), and nothing sends them: give \
          --forward-file, once with a file without lines if they are not wanted any more
          """)
      }
      return
    }
    try ledger.forwardNotifications(to: receivers.map(\.name))
    settings.forwards = receivers
    settings.readForwardsAgain = {
      guard let again = reread(orLog: log, { try console.forwards(file, isQuiet: true) }) else { return nil }
      do {
        try ledger.forwardNotifications(to: again.map(\.name))
        return again
      } catch {
        log(.error, (error as? LedgerError)?.message.description ?? "\(error)")
        return nil
      }
    }
  }

  /// What to try next; other commands that open a ledger have other options.
  private func hint(_ error: LedgerError) -> Message? {
    switch error.code {
    case .unavailable: "name the apps of a new one: --bundle-id com.example.app, repeated for several"
    case .otherEnvironment: "keep a ledger of its own for each environment: --ledger FILE --environment"
    case .locked: "end what keeps it locked, or wait until it has finished"
    default: error.hint
    }
  }
}

extension LedgerEnvironment: ExpressibleByArgument {}
