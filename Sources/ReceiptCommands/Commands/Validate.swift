import ArgumentParser
import ReceiptKit

/// `receipt-tool validate`
struct Validate: ReceiptCommand {
  static let configuration = CommandConfiguration(
    commandName: "validate",
    abstract: "Check whether a receipt is valid for your app now.",
    discussion: """
      Every check says what it expected and what it found. A check is passed, failed, skipped (with the reason) or a \
      warning. The verdict is passed if no check failed and everything that you asked for could be checked; incomplete \
      if something that you asked for could not be; else failed. The exit status is 0 for passed and 1 for anything \
      else.

      Without any expectation it checks what can be checked: who signed it, and whether it contradicts itself. \
      Certificates are judged at the receipt's creation date, everything else now; --at judges both as of another \
      moment.

      A policy keeps expectations in a file: {"bundle_id": "com.example.app", "environment": ["production", \
      "sandbox"], "max_age": "30d"}.

      EXAMPLES
        receipt-tool validate --bundle-id com.example.app receipt.b64
        receipt-tool validate --environment production -q receipt.b64 && echo good
        receipt-tool validate --active monthly --grace-period 16d receipt.b64
        receipt-tool validate --transaction 2000000123456789 receipt.b64
        receipt-tool validate --device-guid 00:1B:63:84:45:E6 --text Some.app
        receipt-tool validate --policy policy.json ./*.b64 | jq -r .verdict
        receipt-tool validate --stream --policy policy.json receipts.txt.zst
        receipt-tool validate --policy policy.json --format junit ./*.b64 > ci.xml

      \(ExitStatus.help([.success: "passed", .negative: "failed or incomplete"], and: .notAReceipt, .unreadable))
      """
  )

  @OptionGroup var options: SourceOptions

  @Option(
    judging:
      """
      Judge as of this time, certificates and dates alike: 2024-01-31, 2024-01-31 12:00 (UTC), 2024-01-31T12:00:00Z \
      or now.
      """)
  var at: JudgingTime?

  @OptionGroup(title: "Expectations") var expected: ExpectationOptions

  @Option(
    name: .customLong("transaction"),
    help: ArgumentHelp(
      "This transaction is in it, by its id, the original one or that of the order line. Repeat for more.",
      valueName: "id"))
  var transactions: [String] = []

  @Option(
    help: ArgumentHelp(
      "How to print the report: json, text, csv for a row an input, or junit for CI (JUnit XML).", valueName: "format"))
  var format: ReportFormat?

  @Flag(help: "The same as --format text.")
  var text = false

  @Flag(name: .customLong("with-receipt"), help: "Add the receipt as verifyReceipt would print it (JSON only).")
  var withReceipt = false

  @Flag(help: "Print everything on one line (JSON only); several inputs always give a line each.")
  var compact = false

  @Flag(
    name: .shortAndLong,
    help:
      """
      Print nothing, on standard error either, but of wrong usage: the exit status says it. With --stream: say \
      nothing on standard error.
      """
  )
  var quiet = false

  @OptionGroup var json: JSONOption

  @OptionGroup var style: TextOptions

  @OptionGroup var sheet: SheetOptions

  @OptionGroup(title: "Streams") var streaming: StreamOptions

  /// The form of the report. `validate()` rejects `--text` beside another format.
  private var printed: ReportFormat { text ? .text : format ?? .json }

  func validate() throws {
    guard !transactions.contains("") else { throw UsageError("--transaction: an empty text is no transaction") }
    if expected.policy == "-", options.settings.sources.contains("-") {
      throw UsageError("--policy - and an input from standard input exclude each other")
    }
    if text, let format, format != .text {
      throw UsageError("--text", excludes: "--format \(format.rawValue)")
    }
    try sheet.check(streaming, ofTable: printed == .csv)
    guard [.json, .csv].contains(printed) || !streaming.isStream else {
      throw UsageError("\(text ? "--text" : "--format \(printed.rawValue)")", excludes: "--stream")
    }
    for (isGiven, name) in [
      (withReceipt, "--with-receipt"), (compact, "--compact"), (json.isGiven, "--json"),
    ] where isGiven {
      guard printed == .json else { throw UsageError("\(name)", excludes: "\(printed.rawValue)") }
      guard !quiet || streaming.isStream else { throw UsageError("\(name)", excludes: "--quiet") }
    }
    guard !(quiet && (text || format != nil)) || streaming.isStream else {
      throw UsageError("--quiet and a format exclude each other")
    }
  }

  func perform(_ console: Console) throws -> ExitStatus {
    var expectations = try expected.expectations(console)
    expectations.transactions = transactions
    if options.inputs.isEmpty {
      for (name, products) in [("--active", expectations.activeProducts), ("--product", expectations.products)] {
        guard let file = products.first(where: OutputFile.exists) else { continue }
        throw UsageError("\(name) needs a product, and '\(file)' is a file: name the product before it")
      }
    }
    let validator = Validator(expectations: expectations, now: at?.instant(console) ?? console.now.toTheSecond)
    var input = options.settings
    input.judgingTime = at
    input.isQuiet = quiet
    if let stream = streaming.settings(maximumBytes: input.maximumBytes) {
      let decoder = try input.decoder(console)
      return try StreamRun(
        console: console, command: "validate", sources: input.sources, options: stream, undone: "judged",
        isQuiet: quiet,
        otherFiles: input.trustAnchors + (expected.policy.map { [$0] } ?? [])
      ) { [withReceipt, printed, form = sheet.form(streaming, of: stream)] in
        let renderer = ValidateRenderer(ReceiptWorker(decoder), validator, showsReceipt: withReceipt)
        return printed == .csv ? ValidationSheet(renderer, form) : DocumentLines(renderer)
      }.perform()
    }
    let renderer = ValidateRenderer(try input.worker(console), validator, showsReceipt: withReceipt)
    if printed == .junit { return try printSuites(renderer, input, console) }
    if printed == .csv { return try printSheet(ValidationSheet(renderer, sheet.form(streaming)), input, console) }
    let layout = printed == .text ? style.report(console, reading: input.sources) : nil
    return try Batch(
      console, input: input, schema: layout == nil ? renderer.schema : nil, text: layout, isCompact: compact
    )
    .run(renderer, report: { $0.report($1) }, hint: Self.hint)
  }

  /// `--format csv`
  private func printSheet(_ sheet: ValidationSheet, _ input: InputSettings, _ console: Console) throws -> ExitStatus {
    var output = OutputBuffer()
    func write() throws(UnwrittenOutput) {
      try console.writeLines(output)
      output.removeAll()
    }
    sheet.appendHeading(to: &output)
    return try Batch(console, input: input).run { source in
      let bytes = try input.read(source, console)
      let verdict = sheet.appendLine(of: bytes.span, item: StreamItem(source: source, line: nil), to: &output)
      try write()
      return (.nothing, ExitStatus(verdict))
    } record: { (error, source) throws(UnwrittenOutput) in
      _ = sheet.appendLine(for: error, item: StreamItem(source: source, line: nil), to: &output)
      try write()
    }
  }

  /// `--format junit`
  private func printSuites(
    _ renderer: ValidateRenderer, _ input: InputSettings, _ console: Console
  ) throws -> ExitStatus {
    try console.write(JUnitSuite.opening)
    let status = try Batch(console, input: input).run { source throws(ReceiptError) in
      let validation: Validation
      do throws(ReceiptError) {
        validation = try renderer.read(try input.read(source, console))
      } catch {
        throw ExitStatus(error) == .notAReceipt ? error.adding(hint: Self.hint(source)) : error
      }
      let suite = JUnitSuite(source: source, validation).text
      return (.data(Array(suite.utf8)), ExitStatus(renderer.verdict(on: validation)))
    } record: { (error, source) throws(UnwrittenOutput) in
      try console.write(JUnitSuite(source: source, error).text)
    }
    try console.write(JUnitSuite.closing)
    return status
  }

  /// The command that says more about an input that is not a receipt.
  private static func hint(_ source: String) -> Message {
    let argument = source == "-" ? "" : " " + source.shellQuoted
    return "`receipt-tool diagnose\(argument)` says what it is and what to do"
  }
}

/// `--format`
enum ReportFormat: String, ExpressibleByArgument, CaseIterable {
  case json, text, csv, junit
}
