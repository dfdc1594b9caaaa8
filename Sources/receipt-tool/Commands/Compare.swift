import ArgumentParser
import ReceiptKit
import ReceiptRemote

/// `receipt-tool compare`
struct Compare: ReceiptCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Put Apple's answer beside what the receipt itself says.",
    discussion: """
      Takes a receipt in any form and an answer of verifyReceipt: a saved one, or without --response the one that Apple gives \
      now, for which the receipt is uploaded (see `receipt-tool verify --help`). Apple prints what was signed, so that an honest answer to \
      this very receipt has every field of it, with the same value and type, its purchases in the same order, and a few more fields that \
      only Apple's servers know. Those are expected: request_date, latest_receipt, latest_receipt_info, pending_renewal_info, renewals and refunds \
      after the receipt was signed; they have to be written as Apple writes, and to be no later than the answer. Members of an object in \
      another order are told, and expected: JSON gives that no meaning. Everything else that differs is named: edited, rounded or renamed \
      fields, purchases that were added, taken out or put in another order, the answer to another receipt.

      Purchases are matched by transaction id. A latest_receipt in the answer is decoded too and compared with \
      latest_receipt_info. Whether Apple's status fits the verdict on the receipt is said as well; the receipt need not be \
      authentic. Status 0 says that the two agree, also where the answer refuses a receipt that Apple did not sign; it says nothing \
      about whether the receipt is good: --require and receipt-tool validate do.

      EXAMPLES
        receipt-tool compare --shared-secret-file secret.txt receipt.b64
        receipt-tool compare receipt.b64 --response answer.json
        curl ... | receipt-tool compare receipt.b64 --response -
        receipt-tool compare --json receipt.b64 --response answer.json | jq .findings
        receipt-tool compare --all receipt.b64 --response answer.json

      \(ExitStatus.help([.success: "the answer agrees with the receipt", .negative: "it differs, or says nothing about the receipt and is final", .notAReceipt: "the input is no receipt, or the answer is not one of verifyReceipt"], and: .unreadable, .unreachable, .tryAgain))
      """
  )

  @OptionGroup var options: InputOptions

  @Option(
    help: ArgumentHelp(
      "The saved answer of verifyReceipt; - reads standard input. Nothing is sent then.", valueName: "file"),
    completion: .file())
  var response: String?

  @Option(
    name: .customLong("fail-on"),
    help: ArgumentHelp(
      "What makes the exit status 1: unexpected differences, or any, also what only Apple's servers know.",
      valueName: "differences"))
  var failOn: FailureThreshold = .unexpected

  @Flag(help: "List every field, also those that are equal.")
  var all = false

  @Flag(help: "Print JSON.")
  var json = false

  @OptionGroup var text: TextOptions

  @OptionGroup(title: "Asking Apple") var remote: RemoteOptions

  func validate() throws {
    guard options.settings.sources.count == 1 else {
      throw ValidationError("an answer belongs to one receipt; compare them one by one")
    }
    guard response == nil || !remote.isGiven else {
      throw ValidationError("--response and options for asking Apple exclude each other")
    }
    if response == "-", options.settings.sources == ["-"] {
      throw ValidationError("--response - and a receipt from standard input exclude each other")
    }
  }

  func perform() throws -> ExitStatus {
    let input = options.settings
    let decoder = try input.decoder()
    let comparing = Comparing(
      input: input, decoder: decoder, layout: json ? nil : text.layout, json: .pretty, showsAll: all, failOn: failOn)
    let source = input.sources.first ?? "-"
    guard let file = response else { return try ask(about: source, decoder, comparing) }
    var reading = file
    do throws(ReceiptError) {
      let answer = try Self.saved(file)
      reading = source
      return try comparing.compare(try decoder.decode(try input.read(source)), source, with: answer, from: file)
    } catch {
      Console.report(error, source: reading)
      return ExitStatus(error)
    }
  }

  /// Compares with what Apple answers now.
  private func ask(about source: String, _ decoder: InputDecoder, _ comparing: Comparing) throws -> ExitStatus {
    let call = try RemoteCall(remote)
    defer { call.end() }
    do throws(ReceiptError) {
      let decoded = try decoder.decode(try options.settings.read(source))
      let outcome = call.ask(about: try UploadableReceipt(decoded))
      let line = StatusLine(hasSecret: call.hasSecret, origin: "")
      let status = line.say(outcome, source: source)
      guard case .success(let result) = outcome else { return status }
      return try comparing.compare(decoded, source, with: result.response, from: result.record.endpoint.url)
    } catch {
      Console.report(error, source: source)
      return ExitStatus(error)
    }
  }

  private static func saved(_ file: String) throws(ReceiptError) -> VerifyReceiptResponse {
    try VerifyReceiptResponse(
      try InputFile.read(file, "answer", maximumBytes: VerifyReceiptResponse.maximumBytes, searchesDirectories: false))
  }
}

/// `--fail-on`
enum FailureThreshold: String, ExpressibleByArgument, CaseIterable {
  case unexpected, any
}

/// Compares one receipt after the other with its answer, wherever that comes from, and prints what it finds.
struct Comparing {
  let input: InputSettings
  let decoder: InputDecoder
  /// For text; `nil` prints JSON.
  let layout: TextLayout?
  let json: JSONWriter.Layout
  let showsAll: Bool
  let failOn: FailureThreshold

  /// Compares, prints the report, and answers what it means for the exit status.
  ///
  /// - Parameters:
  ///   - source: where the receipt came from.
  ///   - origin: where the answer came from: a file, or the address that was asked.
  func compare(
    _ decoded: DecodedInput, _ source: String, with response: VerifyReceiptResponse, from origin: String
  ) throws(ReceiptError) -> ExitStatus {
    let comparison = try Comparison(decoded, with: response, decoder: decoder)
    if let layout {
      Console.write(CompareReport(comparison, showsAll: showsAll).text(layout))
    } else {
      var writer = JSONWriter(layout: json)
      CompareDocument.write(
        comparison, source: source, responseSource: origin, showsEqual: showsAll, to: &writer)
      Console.write(writer.bytes)
    }
    if input.judge(decoded.authenticity, source) == .negative { return .negative }
    switch comparison.verdict {
    case .agrees: return failOn == .any && comparison.hasDifferences ? .negative : .success
    case .differs: return .negative
    case .incomplete: return response.followUp == .retry ? .tryAgain : .negative
    }
  }
}
