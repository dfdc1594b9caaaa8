import ArgumentParser
import ReceiptCommands
import ReceiptKit
import ReceiptLedger

/// `receipt-tool ledger add`
struct LedgerAdd: LedgerSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Present a receipt or a signed transaction for an order: accept, duplicate, replay, reject or pending.",
    discussion: """
      Checks the receipt, or the transaction of StoreKit 2 (a JWS), as `validate` does, looks up who owns its \
      purchases, writes everything down and answers in JSON. A printed decision is on the disk. Presented again for \
      the same order and account it gets the first answer again.

      A ledger is for the apps that the first `add` names with --bundle-id (or a policy with bundle_id), because \
      anyone can have genuine receipts of other apps. A later --bundle-id only narrows; `ledger apps add` names more. \
      It is for production, unless the first `add` says --environment sandbox. A receipt of another app or environment \
      is rejected. Until something was accepted, the last `add` decides what the ledger is for. `receipt-tool explain \
      ledger-rules` says what counts as the same customer.

      --stream reads {"receipt": "MII...", "order": "1001", "account": "jane"} a line; "product", "transaction", \
      "ordered_at", "application_username", "account_token", "device_guid" and "id" may be there too. Lines that wait \
      together are committed together.

      EXAMPLES
        receipt-tool ledger add --bundle-id com.example.app \\
          --order 1001 --account jane receipt.b64
        receipt-tool ledger add --order 1002 --account jane --verify - < receipt.b64
        receipt-tool ledger add --stream orders.ndjson | jq .decision

      \(ExitStatus.help(
        [
          .success: "accept, or a duplicate of what was accepted",
          .negative: "replay or reject, or a duplicate of what was refused or refunded",
          .usage: "wrong usage, no app named yet, another environment: nothing recorded",
          .notAReceipt: "the input is not a receipt (recorded as a rejection all the same)",
          .outputFailed: "the ledger cannot be read or written: nothing was recorded",
          .tryAgain: "pending; of several lines the worst counts",
        ], and: .unreadable))
      """
  )

  @Argument(
    help: ArgumentHelp(
      """
      The receipt or the JWS, in any common form, or with --stream a file of lines; - or nothing reads standard input.
      """, valueName: "input"),
    completion: .file())
  var input: String?

  @OptionGroup var ledger: LedgerOptions
  @OptionGroup var erasureKey: ErasureKeyOptions
  @OptionGroup var presentation: PresentationOptions
  @OptionGroup var stream: LedgerStreamOptions

  @Option(trustAnchors: "Also trust the certificates in this file; needs --allow-test-signed.")
  var trustAnchors: [String] = []

  @Option(maximumSize: "The largest input, or line, to read. (default: 16M)")
  var maxSize = 16 << 20

  @OptionGroup(title: "Expectations") var expected: ExpectationOptions

  @Flag(help: "Print everything on one line.")
  var compact = false

  /// Changes nothing: the output is always JSON.
  @OptionGroup var json: JSONOption

  func validate() throws {
    let environments = expected.givenEnvironments
    guard environments.count <= 1, environments.allSatisfy({ LedgerEnvironment(rawValue: $0.rawValue) != nil }) else {
      throw UsageError("a ledger is for one environment: --environment production or --environment sandbox")
    }
    let readsStandardInputTwice = expected.policy == "-" && (input ?? "-") == "-"
    if stream.stream {
      guard presentation.order == nil, presentation.account == nil, presentation.transactions.isEmpty else {
        throw UsageError("with --stream the lines say which receipt, order, account and transaction")
      }
      guard !readsStandardInputTwice else {
        throw UsageError("--stream from standard input", excludes: "--policy -")
      }
    } else {
      guard !(presentation.order ?? "").isEmpty, !(presentation.account ?? "").isEmpty else {
        throw UsageError("--order and --account say who presents the receipt")
      }
      try presentation.checkNames()
      guard !readsStandardInputTwice else {
        throw UsageError("--policy - and a receipt from standard input exclude each other")
      }
    }
  }

  /// The environment that the ledger must have, by the option or otherwise the policy, or `nil` if they leave it open,
  /// and the remaining expectations for receipts.
  private func purpose(_ console: Console) throws -> (LedgerEnvironment?, Expectations) {
    var expectations = try expected.expectations(console)
    if let option = expected.givenEnvironments.first {
      expectations.environments = []
      return (LedgerEnvironment(rawValue: option.rawValue), expectations)
    }
    let purposes = Set(expectations.environments.compactMap(\.purpose))
    guard expectations.environments.isEmpty || !purposes.isEmpty else {
      throw UsageError(
        "the policy wants receipts of Xcode, and a ledger takes none: their transactions are called 0 or 1")
    }
    return (purposes.count == 1 ? purposes.first : nil, expectations)
  }

  func performOnLedger(_ console: Console) throws -> ExitStatus {
    let settings = InputSettings(sources: [], trustAnchors: trustAnchors, maximumBytes: maxSize)
    let decoder = try settings.decoder(console)
    let (environment, expectations) = try purpose(console)
    let key = try erasureKey.path(console)
    if stream.stream {
      let ledger = try ledger.open(
        console,
        environment: environment, makingFor: expectations.bundleIdentifiers, erasureKey: key)
      let reader = PresentationReader(
        expectations: expectations, environment: ledger.environment, fields: stream.fields,
        applicationUsername: presentation.applicationUsername, orderedAt: presentation.orderedAt?.instant(console))
      return try LedgerStream(
        console: console, source: input ?? "-", ledger: ledger, reader: reader, worker: ReceiptWorker(decoder),
        rules: presentation.admission.rules,
        batch: stream.batch ?? 1_000
      ).run(maximumBytes: maxSize)
    }
    let source = input ?? "-"
    let bytes: [UInt8]
    do throws(ReceiptError) {
      bytes = try settings.read(source, console)
    } catch {
      console.report(error, source: source)
      return ExitStatus(error)
    }
    let ledger = try ledger.open(
      console,
      environment: environment, makingFor: expectations.bundleIdentifiers, erasureKey: key)
    let now = console.now
    let receipt = PresentedReceipt(
      bytes, worker: ReceiptWorker(decoder),
      validator: Validator(expectations: expectations, now: now),
      environment: ledger.environment)
    var presented = Presentation(
      order: presentation.order ?? "", account: presentation.account ?? "", receipt: receipt, expectations: expectations
    )
    presented.orderedAt = presentation.orderedAt?.instant(console)
    presented.applicationUsername = presentation.applicationUsername
    presented.transactions = presentation.transactions
    let decision = try ledger.add(presented, rules: presentation.admission.rules, now: now)
    let status = ExitStatus(decision)
    var writer = JSONWriter(layout: compact ? .compact : .pretty)
    decision.write(source: source, to: &writer)
    try console.write(writer.bytes)
    if let error = receipt.unreadable { console.report(error, source: source) }
    return status
  }
}

extension Expectations.Environment {
  /// The environment of a ledger that accepts such receipts.
  fileprivate var purpose: LedgerEnvironment? {
    switch self {
    case .production, .vpp: .production
    case .sandbox: .sandbox
    case .xcode: nil
    }
  }
}
