import ArgumentParser
import ReceiptKit
import ReceiptRedaction

/// `receipt-tool redact`
struct Redact: ReceiptCommand {
  static let configuration = CommandConfiguration(
    commandName: "redact",
    abstract: "Replace what identifies people, so that a receipt can be shared.",
    discussion: """
      Takes a receipt in any common form, a verifyReceipt request or answer, a server notification (version 1 or 2), a \
      signed transaction, or an iOS 6 receipt, and prints the same with pseudonyms: receipts in base64 and signed data \
      as JWS, signed again by a test authority whose names contain TEST and REDACTED; JSON as JSON with a member \
      "redacted". Every command reads the result, and none takes it for Apple's.

      Always replaced: identifiers of transactions, web orders, downloads, devices, accounts and notifications, the \
      opaque value and the device hash, and everything that is not known. Passwords are removed. Kept: the app, its \
      products and versions, dates, flags and words that many share; --list shows all of it. Kept dates can be found \
      again by those who know them: Apple, and anyone who has the original.

      Pseudonyms come from the key in --key-file alone: with one key a customer stays the same customer in every file, \
      and without it no one can tell who it was. Without --key-file a key is made and forgotten. Identifiers keep \
      their form and length, and different ones stay different; very short ones can be guessed. What may be base64, \
      and receipts that were cut off, become words. With --bundle-id the lengths of the parts of a name stay, from \
      which it can be guessed.

      --shift moves all dates by one length, so that periods stay what they are; --coarsen takes hours or days away, \
      so that they do not. Two dates that every receipt of the sandbox or of Xcode has are never moved: they would \
      tell the shift.

      Several inputs give a line each; one that cannot be redacted gives a JSON document with the member error. With \
      --stream every line of the inputs is one, and gives a JSON document whose member receipt_data is the redacted \
      receipt; what --id-field and --keep pass through is not redacted. Names of files are not told: of several, the \
      first is "file 1". Errors on standard output say nothing of the input; those on standard error do.

      EXAMPLES
        receipt-tool redact --new-key customers.key
        receipt-tool redact --key-file customers.key receipt.b64 > shared.b64
        receipt-tool redact --list receipt.b64
        receipt-tool redact --key-file customers.key --shift -41d response.json
        receipt-tool redact --print-anchors > anchors.pem
        receipt-tool redact --stream --key-file customers.key receipts.txt > shared

      \(ExitStatus.help([.success: "every input was redacted"], and: .notAReceipt, .unreadable))
      """
  )

  @Argument(
    help: ArgumentHelp("Files or app bundles to redact; - or nothing reads standard input.", valueName: "input"),
    completion: .file())
  var inputs: [String] = []

  @Option(
    name: .customLong("key-file"),
    help: ArgumentHelp(
      "Make pseudonyms with the key in this file, which only you may read (mode 0600).", valueName: "file"),
    completion: .file())
  var keyFile: String?

  @Option(
    name: .customLong("new-key"),
    help: ArgumentHelp("Write a new key into this file, which must not exist, and do nothing else.", valueName: "file"),
    completion: .file())
  var newKey: String?

  @Flag(name: .customLong(Parameter.productIDs.name), help: ArgumentHelp(Parameter.productIDs.description))
  var productIDs = false

  @Flag(name: .customLong(Parameter.replacedApp.name), help: ArgumentHelp(Parameter.replacedApp.description))
  var bundleID = false

  @Option(
    // The next argument is the option's value, even if it begins with a minus sign.
    parsing: .unconditional,
    help: ArgumentHelp(
      "Move every date: days, or a number with s, m, h, d or w; -41d moves into the past.", valueName: "time"),
    transform: { text in
      guard let policy = DatePolicy(shift: text) else {
        throw UsageError(
          "'\(text)' is not a length of time; use days, or 90s, 30m, 12h, -16d or 2w; at most 100 years")
      }
      return policy
    })
  var shift: DatePolicy?

  @Option(
    help: ArgumentHelp("Leave only this much of dates: day or month.", valueName: "unit"),
    completion: .list(["day", "month"]),
    transform: { text in
      guard let unit = DatePolicy.Unit(rawValue: text) else {
        throw UsageError("'\(text)' is not a unit of --coarsen; use day or month")
      }
      return .coarsen(unit)
    })
  var coarsen: DatePolicy?

  @Flag(help: ArgumentHelp(Parameter.redactionList.description + " With --json as JSON."))
  var list = false

  @Flag(help: "Print receipts as decode does, with a member \"redacted\".")
  var json = false

  @Flag(
    name: .customLong("print-anchors"),
    help: "Print the test authority's certificates in PEM, for --trust-anchor, and do nothing else.")
  var printAnchors = false

  @Option(maximumSize: "The largest input to read, in bytes or as 64K, 16M, 1G. (default: 16M)")
  var maxSize = 16 << 20

  @OptionGroup(title: "Streams") var streaming: StreamOptions

  @OptionGroup(title: "Streams") var silence: QuietOption

  func validate() throws {
    try silence.check(streaming)
    try streaming.records.checkDelimiter()
    guard !(list && streaming.isStream) || json else { throw UsageError("--list needs --json with --stream") }
    guard shift == nil || coarsen == nil else { throw UsageError("--shift", excludes: "--coarsen") }
    let redacts =
      !inputs.isEmpty || keyFile != nil || list || json || productIDs || bundleID || shift != nil || coarsen != nil
      || streaming.isStream
    guard newKey == nil || !(redacts || printAnchors) else {
      throw UsageError("--new-key writes a key and does nothing else")
    }
    guard !printAnchors || !redacts else {
      throw UsageError("--print-anchors prints certificates and does nothing else")
    }
  }

  func perform(_ console: Console) throws -> ExitStatus {
    if let newKey {
      try RedactionKey.create(newKey)
      return .success
    }
    if printAnchors {
      do {
        try console.write(try RedactionAuthority().anchorsPEM())
        return .success
      } catch let error as ReceiptError {
        console.report(error, source: "-")
        return ExitStatus(error)
      }
    }
    let key = try keyFile.map { try RedactionKey.read($0, console) }
    // The note is printed after the first redaction, or at the start of a stream.
    func noteKey() {
      guard key == nil, !list, !silence.quiet else { return }
      console.note("note: another run makes other pseudonyms; --key-file keeps them")
    }
    var options = RedactionOptions()
    options.dates = shift ?? coarsen ?? .keep
    options.replacesProducts = productIDs
    options.replacesApp = bundleID
    let input = InputSettings(sources: inputs.isEmpty ? ["-"] : inputs, maximumBytes: maxSize)
    let redactor: Redactor
    do throws(ReceiptError) {
      var made = try Redactor(
        key: key ?? RedactionKey.random(), options: options,
        decoder: InputDecoder(recognizer: InputRecognizer(maximumBytes: maxSize)))
      made.listsItems = list
      redactor = made
    } catch {
      console.report(error, source: "-")
      return ExitStatus(error)
    }
    let form: RedactRenderer.Form = if list { .list } else if json { .decoded } else { .redacted }
    guard let stream = streaming.settings(maximumBytes: maxSize) else {
      let status = try redact(input, RedactRenderer(redactor, form), console)
      if status == .success { noteKey() }
      return status
    }
    noteKey()
    return try StreamRun(
      console: console, command: "redact", sources: input.sources, options: stream,
      isQuiet: silence.quiet, otherFiles: keyFile.map { [$0] } ?? []
    ) {
      let renderer = RedactRenderer(redactor, form)
      return DocumentLines(renderer, naming: renderer.names(of: input.sources))
    }.perform()
  }

  private func redact(
    _ input: InputSettings, _ renderer: RedactRenderer, _ console: Console
  ) throws -> ExitStatus {
    let isTextList = list && !json
    // The user keeps a list, so it may name files. Redacted documents are passed on, so they do not name the file: its
    // name may identify a person.
    let layout = TextLayout(width: console.width, usesColor: false, isASCII: console.isASCII, now: console.now)
    let batch = Batch(
      console, input: input, schema: isTextList ? nil : renderer.schema, text: isTextList ? layout : nil,
      namesInputs: list)
    return try batch.run { source in
      let content = try renderer.read(try input.read(source, console))
      if isTextList { return (.text(content.redaction.report), .success) }
      if list || content.decoded != nil {
        var writer = JSONWriter(layout: batch.layout)
        renderer.write(content, head: DocumentHead(source: list ? source : "-"), to: &writer)
        return (.data(writer.bytes), .success)
      }
      switch content.redaction.content {
      case .text(let text):  // A receipt or signed data.
        try console.write(text)
        // Apple refuses even a newline, so that a file has none, as with `mint`.
        if batch.isSingle, !console.isTerminal { return (.nothing, .success) }
      case .json: content.redaction.write(batch.layout) { console.pass(on: $0) }
      }
      return (.data([.lineFeed]), .success)
    }
  }
}

extension Parameter {
  static let productIDs = Parameter(
    "product-ids", "Replace identifiers of products, subscription groups and offers too.", example: "true", kind: .flag)
  static let replacedApp = Parameter(
    "bundle-id", "Replace the bundle identifier and the app's numbers too, and with them --product-ids.",
    example: "true", kind: .flag)
  static let redactionList = Parameter(
    "list", "Print what would be done to which field, and no value.", example: "true", kind: .flag)
}
