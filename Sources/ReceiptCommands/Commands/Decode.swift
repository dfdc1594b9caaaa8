import ArgumentParser
import ReceiptKit

/// `receipt-tool decode`
struct Decode: ReceiptCommand {
  static let configuration = CommandConfiguration(
    commandName: "decode",
    abstract: "Print what is in a receipt as JSON, exactly as verifyReceipt would, and who signed it.",
    discussion: """
      The member "receipt" has the keys, types, formats and order of Apple's verifyReceipt, so that filters written \
      for it work unchanged. Beside it stand "authenticity" (who signed it, step by step), "input" (what it was, what \
      was mended) and "irregularities". Decoding succeeds even if the signature is wrong; --require demands a verdict.

      Several inputs give one line of JSON each; those that cannot be decoded have a member "error". With --stream \
      each line is one input. There may be any number of them: memory use does not grow.

      --format csv gives a spreadsheet with a row for each purchase. Its dates are in UTC; a text that a spreadsheet \
      would run as a formula gets a leading apostrophe. Signed data (a JWS) has a row for each piece, in the same \
      columns.

      EXAMPLES
        receipt-tool decode receipt.b64
        receipt-tool decode --in-app --compact < response.json
        receipt-tool decode --require authentic receipt.b64 | jq .receipt.bundle_id
        receipt-tool decode --trust-anchor StoreKitTestCertificate.cer xcode.b64
        receipt-tool decode Some.app
        receipt-tool decode --stream receipts.txt.gz > decoded.ndjson
        receipt-tool decode --stream --csv --field receipt --id-field id orders.csv

      \(ExitStatus.help(
        [
          .success: "every input was decoded, and --require, if given, is satisfied",
          .negative: "a verdict is less than --require asks for",
        ], and: .notAReceipt, .unreadable))
      """
  )

  @OptionGroup var options: InputOptions

  @OptionGroup var own: DecodeOptions

  func perform(_ console: Console) throws -> ExitStatus {
    let input = options.settings
    if let stream = own.streaming.settings(maximumBytes: input.maximumBytes) {
      return try performStream(stream, input, console)
    }
    if own.format == .csv {
      return try printSheet(PurchaseSheet(own.sheet.form(own.streaming)), input, console)
    }
    return try Decoding(
      input: input, showsOnlyPurchases: own.inApp, showsAttributes: own.attributes, isCompact: own.compact
    ).perform(console)
  }

  private func performStream(
    _ stream: StreamSettings, _ input: InputSettings, _ console: Console
  ) throws -> ExitStatus {
    let decoder = try input.decoder(console)
    let sheet = PurchaseSheet(own.sheet.form(own.streaming, of: stream))
    // `undone` is the word for "there was no input: nothing was judged", which fails only if a verdict is required.
    // `otherFiles` are what the summary must not overwrite.
    return try StreamRun(
      console: console, command: "decode", sources: input.sources, options: stream,
      undone: input.requiredVerdict == nil ? nil : "judged", isQuiet: own.silence.quiet,
      otherFiles: input.trustAnchors
    ) { [format = own.format, attributes = own.attributes] in
      let worker = ReceiptWorker(decoder)
      return switch format {
      case .json:
        DocumentLines(
          DecodeRenderer(worker, requiredVerdict: input.requiredVerdict, showsAttributes: attributes))
      case .csv: SheetLines(sheet, worker, requiredVerdict: input.requiredVerdict)
      }
    }.perform()
  }

  /// `--format csv`, if the inputs are not a stream.
  private func printSheet(_ sheet: PurchaseSheet, _ input: InputSettings, _ console: Console) throws -> ExitStatus {
    let worker = try input.worker(console)
    var output = OutputBuffer()
    sheet.appendHeading(to: &output)
    func write() throws(UnwrittenOutput) {
      try console.writeLines(output)
      output.removeAll()
    }
    return try Batch(console, input: input).run { source in
      let content = try SheetPieces(try input.read(source, console), worker)
      sheet.appendRows(content, StreamItem(source: source, line: nil), to: &output)
      console.noteUnread(content.unread, source: source)
      let status = input.judge(content.authenticity, source, console)
      try write()
      return (.nothing, status)
    } record: { (error, source) throws(UnwrittenOutput) in
      sheet.appendRow(error, StreamItem(source: source, line: nil), to: &output)
      try write()
    }
  }
}

/// The options of `decode` beside those about inputs.
struct DecodeOptions: ParsableArguments {
  @Flag(name: .customLong("in-app"), help: "Print only the in_app array.")
  var inApp = false

  @Flag(help: "Add every attribute: type, version, name, decoded and raw value, offset in the payload.")
  var attributes = false

  @Flag(help: "Print everything on one line.")
  var compact = false

  @Option(help: ArgumentHelp("How to print it: json, or csv for a row a purchase.", valueName: "format"))
  var format: DecodeFormat = .json

  @OptionGroup var json: JSONOption

  @OptionGroup var sheet: SheetOptions

  @OptionGroup(title: "Streams") var streaming: StreamOptions

  @OptionGroup(title: "Streams") var silence: QuietOption

  func validate() throws {
    try silence.check(streaming)
    try sheet.check(streaming, ofTable: format == .csv)
    for (isGiven, name) in [
      (inApp, "--in-app"), (attributes, "--attributes"), (compact, "--compact"), (json.isGiven, "--json"),
    ]
    where isGiven {
      guard format != .csv else { throw UsageError("\(name)", excludes: "--format csv") }
    }
    guard !(inApp && streaming.isStream) else { throw UsageError("--in-app", excludes: "--stream") }
    guard !(inApp && attributes) else { throw UsageError("--in-app", excludes: "--attributes") }
  }
}

/// `--format`
enum DecodeFormat: String, ExpressibleByArgument, CaseIterable {
  case json, csv
}

/// The work of `decode`, with evaluated options.
struct Decoding {
  var input: InputSettings
  var showsOnlyPurchases = false
  var showsAttributes = false
  var isCompact = false

  func perform(_ console: Console) throws -> ExitStatus {
    let renderer = DecodeRenderer(
      try input.worker(console), requiredVerdict: input.requiredVerdict, showsAttributes: showsAttributes)
    let batch = Batch(console, input: input, schema: renderer.schema, isCompact: isCompact)
    guard showsOnlyPurchases else {
      return try batch.run(renderer, explain: { input.explain($0.authenticity, $1, console) })
    }
    return try batch.run { source throws(ReceiptError) in
      let decoded = try renderer.read(try input.read(source, console))
      var writer = JSONWriter(layout: batch.layout)
      try DecodeDocument(decoded).writePurchases(to: &writer)
      console.noteUnread(decoded.unread, source: source)
      return (.data(writer.bytes), input.judge(decoded.authenticity, source, console))
    }
  }
}
