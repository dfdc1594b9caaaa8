import ArgumentParser
import ReceiptKit

/// `receipt-tool diagnose`
struct Diagnose: ReceiptCommand {
  static let configuration = CommandConfiguration(
    commandName: "diagnose",
    abstract: "Find out what is wrong with a receipt, what Apple would answer, and what to do.",
    discussion: """
      Give it exactly what was sent to Apple or came from a customer, to the last line break. It says what the input \
      is, how far it gets, what Apple's verifyReceipt would answer in production and in the sandbox and why, and the \
      next steps. Nothing is sent: the answers are predicted from Apple's documentation and from measurements of how \
      strict Apple is.

      With --bundle-id it also says whether the receipt is your app's, and with --device-guid whether it is the \
      device's: every form in which programs write a GUID is tried.

      Of a token for an API of Apple's it says why Apple answers 401. With --key, whose public half is enough, it \
      verifies the signature, and compares the id in the name of the key's file.

      EXAMPLES
        pbpaste | receipt-tool diagnose
        receipt-tool diagnose --bundle-id com.example.app receipt.txt
        receipt-tool diagnose --json receipt.txt | jq -r .cause
        receipt-tool diagnose --key public.pem --bundle-id com.example.app token.txt
        receipt-tool diagnose --canonical receipt.txt > receipt.b64
        receipt-tool diagnose --stream --field receipt log.ndjson | jq -r .cause

      \(ExitStatus.help(
        [
          .success: "a receipt or signed data (JWS) could be read, whatever is wrong with it",
          .notAReceipt: "there is neither a receipt nor signed data; the diagnosis is printed",
        ], and: .unreadable))
      """
  )

  @Argument(
    help: ArgumentHelp("Files or app bundles; - or nothing reads standard input.", valueName: "input"),
    completion: .file())
  var inputs: [String] = []

  @Option(
    name: .customLong("bundle-id"),
    help: ArgumentHelp("The app that the receipt should be of. Repeat for more.", valueName: "id"))
  var bundleIdentifiers: [String] = []

  @Option(
    name: .customLong("device-guid"),
    help: ArgumentHelp(
      "The device that the receipt should be of: \(DeviceGUID.acceptedForms). Repeat for each interface of a Mac.",
      valueName: "guid"),
    transform: Diagnose.device)
  var devices: [GUIDForms] = []

  @Option(
    help: ArgumentHelp("The key that should have signed a token, or its public half (PEM).", valueName: "file"),
    completion: .file())
  var key: String?

  @Option(
    name: .customLong("issuer-id"),
    help: ArgumentHelp("The issuer that a token should name.", valueName: "id"))
  var issuerIdentifier: String?

  @Option(
    trustAnchors:
      "Also trust the certificates in this file (PEM or DER). Apple does not: what they vouch for is test-signed.")
  var trustAnchors: [String] = []

  @Option(
    judging: "Say what a validator with this clock would object to, and not one with today's. No verdict depends on it."
  )
  var at: JudgingTime?

  @Option(maximumSize: "The largest input to read, in bytes or as 64K, 16M, 1G. (default: 16M)")
  var maxSize = 16 << 20

  @Flag(help: "Print JSON; several inputs give one line each.")
  var json = false

  @Flag(help: "Print only the receipt as Apple takes it: standard base64 on one line.")
  var canonical = false

  @OptionGroup var text: TextOptions

  @OptionGroup(title: "Streams") var streaming: StreamOptions

  @OptionGroup(title: "Streams") var silence: QuietOption

  func validate() throws {
    try silence.check(streaming)
    try streaming.records.checkDelimiter()
    guard !(canonical && streaming.isStream) else {
      throw UsageError("--canonical", excludes: "--stream")
    }
    guard !(json && canonical) else { throw UsageError("--json", excludes: "--canonical") }
  }

  func perform(_ console: Console) throws -> ExitStatus {
    let input = InputSettings(
      sources: inputs.isEmpty ? ["-"] : inputs, trustAnchors: trustAnchors, maximumBytes: maxSize)
    let diagnostician = Diagnostician(
      decoder: try input.decoder(console), bundleIdentifiers: bundleIdentifiers,
      device: devices.count > 1 ? GUIDForms(several: devices) : devices.first,
      now: at?.instant(console) ?? console.now,
      signer: TokenSigner(
        key: try key.map { try OfferCheckCommand.publicKey($0, console) }, file: key, issuerIdentifier: issuerIdentifier
      ))
    if let stream = streaming.settings(maximumBytes: input.maximumBytes) {
      return try StreamRun(
        console: console, command: "diagnose", sources: input.sources, options: stream, undone: "diagnosed",
        isQuiet: silence.quiet, otherFiles: input.trustAnchors
      ) {
        DocumentLines(DiagnosisRenderer(diagnostician, ReceiptWorker(diagnostician.decoder)))
      }.perform()
    }
    let renderer = DiagnosisRenderer(
      diagnostician, ReceiptWorker(diagnostician.decoder))
    let layout = json || canonical ? nil : text.report(console, reading: input.sources)
    let batch = Batch(console, input: input, schema: json ? renderer.schema : nil, text: layout)
    guard canonical else { return try batch.run(renderer) { $0.report($1) } }
    return try batch.run { source throws(ReceiptError) in
      let diagnosis = try renderer.read(try input.read(source, console))
      var status = ExitStatus(renderer.verdict(on: diagnosis))
      if diagnosis.canonical == nil { status = max(status, reportNoReceipt(diagnosis, source, console)) }
      return (.data(canonicalText(diagnosis, isSingle: batch.isSingle, console)), status)
    }
  }

  /// Apple refuses even a newline, so a file with this output has none. On a terminal, and among other outputs, it
  /// needs one.
  private func canonicalText(_ diagnosis: Diagnosis, isSingle: Bool, _ console: Console) -> [UInt8] {
    guard let text = diagnosis.canonical else { return [] }
    return Array(text.utf8) + (!isSingle || console.isTerminal ? [UInt8(ascii: "\n")] : [])
  }

  /// Reports why `--canonical` prints nothing, and returns the exit status.
  private func reportNoReceipt(_ diagnosis: Diagnosis, _ source: String, _ console: Console) -> ExitStatus {
    let error =
      diagnosis.error
      ?? ReceiptError(
        .otherFormat, "\(diagnosis.summary): there is no receipt in it that Apple takes",
        hint: diagnosis.nextSteps.first)
    console.report(error, source: source)
    return ExitStatus(error)
  }

  private static func device(_ text: String) throws -> GUIDForms {
    guard let device = GUIDForms(text) else {
      throw UsageError("'\(text)' is not a GUID; \(DeviceGUID.acceptedForms)")
    }
    return device
  }
}
