import ArgumentParser
import ReceiptKit

/// `receipt-tool inspect`
struct Inspect: ReceiptCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect",
    abstract: "Say whether the customer paid, who signed the receipt, and what is in it.",
    discussion: """
      The first sentence answers: subscribed until when, refunded, expired, a test, not from Apple, or what to ask the \
      customer for. It claims no more than the receipt proves: what happened after it was signed is not in it. It is \
      in English, German or Chinese, as LC_ALL, LC_MESSAGES or LANG say. Below it is what decode prints, for people: \
      the verdict, the app, dates in UTC with their age, a table of purchases. It fits 80 columns and uses wide \
      terminals. Of what nothing signs it shows what status does: saved answers of verifyReceipt, notifications of \
      version 1, payloads that were decoded.

      The exit status is 0 even if the signature is wrong; --require and --bundle-id change that.

      --html writes what the page of serve shows as one file to send or to print, with the subscriptions and the \
      checks. It has no scripts, loads nothing, and has all that the receipt says of the customer: redact it first if \
      that must not be known.

      --asn1 shows the raw structure instead, also of inputs that cannot be decoded: offset, header and length in \
      bytes, tag, and inside the payload the name and value of each attribute. Values of types 4 to 7 are shown as raw \
      bytes.

      EXAMPLES
        receipt-tool inspect receipt.b64
        pbpaste | receipt-tool inspect --certificates
        receipt-tool inspect --require authentic --bundle-id com.example.app r.b64
        receipt-tool inspect --asn1 receipt.b64
        receipt-tool inspect --html report.html receipt.b64

      \(ExitStatus.help(
        [
          .success: "every input was shown, and --require, if given, is satisfied",
          .negative: "less than --require asks for, or not proven to be of --bundle-id",
        ], and: .notAReceipt, .unreadable))
      """
  )

  @OptionGroup var options: InputOptions

  @Flag(help: "Show every certificate, and every step of the proof.")
  var certificates = false

  @Flag(help: "Show the raw ASN.1 as a tree instead.")
  var asn1 = false

  @Option(
    name: .customLong("bundle-id"),
    help: ArgumentHelp(
      "End with status 1 unless it is proven to be of this app; several if one of them is enough.", valueName: "id"))
  var bundleIDs: [String] = []

  @OptionGroup var html: HTMLOption

  @OptionGroup var text: TextOptions

  func validate() throws {
    guard !(asn1 && html.isGiven) else { throw UsageError("--asn1", excludes: "--html") }
    guard !html.isGiven || options.settings.sources.count == 1 else {
      throw UsageError("--html writes one report of one input")
    }
    guard !(asn1 && certificates) else { throw UsageError("--asn1", excludes: "--certificates") }
    // A tree shows bytes without a verdict, so a status of 0 must not look like one.
    guard !(asn1 && options.judging.require != nil) else {
      throw UsageError("--asn1", excludes: "--require")
    }
    guard !(asn1 && !bundleIDs.isEmpty) else { throw UsageError("--asn1", excludes: "--bundle-id") }
  }

  func perform(_ console: Console) throws -> ExitStatus {
    let input = options.settings
    let worker = try input.worker(console)
    let now = input.judgingTime?.instant(console) ?? console.now
    if html.isGiven { return try writeReport(input, worker, at: now, console) }
    let layout = text.report(console, reading: input.sources, at: now)
    return try Batch(console, input: input, text: layout).run { source throws(ReceiptError) in
      let answer =
        asn1
        ? try tree(try input.read(source, console), worker.decoder, layout, source, console)
        : try report(try input.readItems(source, console), worker, layout, source, console)
      return (.text(answer.text), answer.status)
    }
  }

  /// The question that the options ask.
  private func question(_ console: Console) -> Examination.Question {
    var question = Examination.Question(Expectations(), now: console.now, in: console.language)
    question.expectations.bundleIdentifiers = bundleIDs
    question.moment = options.settings.judgingTime?.instant(console)
    question.isOneFile = true
    question.showsSteps = certificates
    return question
  }

  private func report(
    _ items: [PastedItem], _ worker: ReceiptWorker, _ layout: TextLayout, _ source: String, _ console: Console
  ) throws(ReceiptError) -> (text: String, status: ExitStatus) {
    let found = try Inspection(Examination(items, question(console), worker))
    return (found.text(layout), status(of: found, source, console))
  }

  /// The report as a file.
  private func writeReport(
    _ input: InputSettings, _ worker: ReceiptWorker, at now: Instant, _ console: Console
  ) throws -> ExitStatus {
    let source = input.sources[0]
    do {
      let examination = Examination(try input.readItems(source, console), question(console), worker)
      let status = status(of: try Inspection(examination), source, console)
      let file = PageDocument(examination, worker).report.file(
        subject: Report.name(source, console.language), generator: HTMLOption.generator, at: console.now,
        agesFrom: now)
      try html.write(file, console)
      return status
    } catch let error as ReceiptError {
      console.report(error, source: source)
      return ExitStatus(error)
    }
  }

  /// The exit status from --require and --bundle-id.
  private func status(of found: Inspection, _ source: String, _ console: Console) -> ExitStatus {
    let required = options.settings.judge(found.authenticity, source, console, because: found.reason)
    // A division: the files of an archive cannot be of one customer.
    let division = found.division.map { ExitStatus($0) } ?? .success
    return max(required, isOfTheApp(found.app, source, console) ? .success : .negative, division)
  }

  /// Whether the input belongs to an app that `--bundle-id` names; `true` without that option.
  ///
  /// - Parameter app: the app that the input provably belongs to.
  private func isOfTheApp(_ app: String?, _ source: String, _ console: Console) -> Bool {
    if bundleIDs.isEmpty || app.map({ id in bundleIDs.contains { $0.utf8.elementsEqual(id.utf8) } }) ?? false {
      return true
    }
    let objection: Message =
      app.map { "it is of \($0.displayed()), and not of the app that --bundle-id names" }
      ?? "nothing proves of which app it is, so that --bundle-id fails"
    console.report(message: objection.of(source), hint: nil)
    return false
  }

  private func tree(
    _ bytes: [UInt8], _ decoder: InputDecoder, _ layout: TextLayout, _ source: String, _ console: Console
  ) throws(ReceiptError) -> (text: String, status: ExitStatus) {
    let (text, failure) = try decoder.recognizer.recognize(bytes).asn1Report(layout)
    guard let failure else { return (text, .success) }
    // Everything readable is shown: this command is for broken structures.
    console.report(failure, source: source)
    return (text, ExitStatus(failure))
  }
}
