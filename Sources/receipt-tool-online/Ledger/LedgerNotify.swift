import ArgumentParser
import ReceiptCommands
import ReceiptKit
import ReceiptLedger
import ReceiptRemote

/// `receipt-tool ledger notify`
struct LedgerNotify: LedgerSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "notify",
    abstract: "Take in App Store server notifications (versions 1 and 2): renewals, refunds, billing retries.",
    discussion: """
      Notifications of version 2 are signed ({"signedPayload": "eyJ..."}, or the JWS itself). One is believed if it \
      and all signed data in it are proven and agree with each other; no secret is needed. Each counts once, by its \
      notificationUUID, and of what Apple signed about one purchase, what was signed last counts. Of a type that is \
      not known, what is signed in it counts.

      Notifications of version 1 are not signed, and anybody can send one. It is believed if it carries the app's \
      shared secret, which is set up with --shared-secret-file; what changed is then printed as events, and one that \
      comes twice, or late, changes nothing.

      One that does not carry it, every one as long as no secret is set up, and a saved answer of verifyReceipt change \
      nothing that the ledger knows. They let Apple be asked next about subscriptions that are known and whose \
      receipts are stored (--keep-receipts, `ledger run --poll`), or that `ledger run --api --poll` asks about: about \
      one of them once an hour, about ten of them a minute. That is printed as JSON (ledger-notify-1).

      EXAMPLES
        receipt-tool ledger notify - < notification.json
        receipt-tool ledger notify --shared-secret-file secret.txt version-1.json
        receipt-tool ledger notify --bundle-id com.example.app notification.json

      \(ExitStatus.help(
        [
          .success: "believed and taken in, now or before",
          .negative: "not believed: not proven, no secret, another app or environment or none",
          .usage: "wrong usage, or the apps of the ledger are not named: nothing was changed",
          .notAReceipt: "no notification, or one that can be read in two ways",
          .unreadable: "a file or the ledger is not there",
          .outputFailed: "the output cannot be written, or the ledger cannot be read or written",
        ]))
      """
  )

  @Argument(
    help: ArgumentHelp("Files with notifications; - or nothing reads standard input.", valueName: "file"),
    completion: .file())
  var files: [String] = []

  @OptionGroup var ledger: LedgerOptions

  @OptionGroup var erasureKey: ErasureKeyOptions

  @Option(
    name: .customLong("bundle-id"),
    help: ArgumentHelp("It is about this one of the ledger's apps. Repeat for several.", valueName: "id"))
  var bundleIDs: [String] = []

  @OptionGroup var trust: LedgerTrustOptions

  @OptionGroup var secret: SecretOptions

  /// Changes nothing: the output is always JSON.
  @OptionGroup var json: JSONOption

  func performOnLedger(_ console: Console) throws -> ExitStatus {
    let secret = try secret.settings.secret(console)?.secret
    let settings = InputSettings(sources: files, trustAnchors: trust.anchors)
    let decoder = try settings.decoder(console)
    let ledger = try ledger.open(console, erasureKey: erasureKey.path(console))
    var worst = ExitStatus.success
    for source in files.isEmpty ? ["-"] : files {
      let statement: ReceivedStatement
      do throws(ReceiptError) {
        statement = try ReceivedStatement(
          try console.read(source, "notification", maximumBytes: 16 << 20), decoder)
      } catch {
        console.report(error, source: source)
        worst = max(worst, ExitStatus(error))
        continue
      }
      worst = max(worst, try record(statement, source, ledger, secret, console))
    }
    return worst
  }

  private func record(
    _ statement: ReceivedStatement, _ source: String, _ ledger: Ledger, _ secret: Secret?,
    _ console: Console
  ) throws -> ExitStatus {
    var taken: StatementOutcome?
    var reason = otherApp(statement)
    if reason == nil {
      do {
        taken = try ledger.receive(
          statement, provenBy: secret, allowsTestSigned: trust.allowsTestSigned, now: console.now)
        reason = taken?.doubt
      } catch let error as LedgerError where error.code == .otherEnvironment || error.code == .otherApp {
        reason = error.message.description
      }
    }
    var writer = JSONWriter(layout: .compact)
    if let reason {
      let status = ExitStatus.negative
      statement.history.writeUnbelieved(
        source: source, reason: reason, taken: taken, exitCode: status.rawValue, to: &writer)
      try console.write(writer.bytes)
      reportDoubt(Message(english: reason), taken, source, needsSecret: statement.needsSecret && secret == nil, console)
      return status
    }
    for event in taken?.events ?? [] { event.write(to: &writer) }
    try console.write(writer.bytes)
    if let note = taken?.note { console.note(Message(english: note).of(source)) }
    return .success
  }

  /// Why the statement does not belong to a requested app; `nil` if it does, or if no app was requested.
  private func otherApp(_ statement: ReceivedStatement) -> String? {
    let bundle = statement.bundleID
    guard !bundleIDs.isEmpty, !bundleIDs.contains(where: { $0.isSame(as: bundle) }) else { return nil }
    return bundle.map { "it is about another app: \($0)" } ?? "it does not say which app it is about"
  }

  private func reportDoubt(
    _ reason: Message, _ taken: StatementOutcome?, _ source: String, needsSecret: Bool, _ console: Console
  ) {
    let fault: Message = taken == nil ? "refused: \(reason)" : "not proven: \(reason)"
    let asked = taken?.broughtForward ?? []
    let message: Message =
      asked.isEmpty
      ? "\(fault); it changed nothing"
      : "\(fault); nothing in it is believed, and Apple is asked next about \(asked.joined(separator: ", "))"
    console.report(
      message: message.of(source),
      hint: needsSecret && taken != nil
        ? "--shared-secret-file FILE or \(SecretSettings.variable) sets the secret up" : nil)
  }
}
