import ArgumentParser
import ReceiptKit

/// The options of `receipt-tool compare` that need no network, and what they make it do.
package struct CompareOptions: ParsableArguments {
  package static let configuration = CommandConfiguration(
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
  package var response: String?

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

  package init() {}

  package func validate() throws {
    guard options.settings.sources.count == 1 else {
      throw ValidationError("an answer belongs to one receipt; compare them one by one")
    }
    if response == "-", options.settings.sources == ["-"] {
      throw ValidationError("--response - and a receipt from standard input exclude each other")
    }
  }

  /// The name of the receipt.
  package var source: String { options.settings.sources.first ?? "-" }

  package func decoded(by decoder: InputDecoder) throws(ReceiptError) -> DecodedInput {
    try decoder.decode(try options.settings.read(source))
  }

  package func decoder() throws -> InputDecoder { try options.settings.decoder() }

  package func comparing(_ decoder: InputDecoder) -> Comparing {
    Comparing(
      input: options.settings, decoder: decoder, layout: json ? nil : text.layout, json: .pretty, showsAll: all,
      failOn: failOn)
  }

  /// Compares with the answer in a file.
  package func compare(withSaved file: String) throws -> ExitStatus {
    let decoder = try decoder()
    var reading = file
    do throws(ReceiptError) {
      let answer = try VerifyReceiptResponse(
        try InputFile.read(file, "answer", maximumBytes: VerifyReceiptResponse.maximumBytes, searchesDirectories: false)
      )
      reading = source
      return try comparing(decoder).compare(try decoded(by: decoder), source, with: answer, from: file)
    } catch {
      Console.report(error, source: reading)
      return ExitStatus(error)
    }
  }
}

/// `--fail-on`
enum FailureThreshold: String, ExpressibleByArgument, CaseIterable {
  case unexpected, any
}

/// Compares one receipt after the other with its answer, wherever that comes from, and prints what it finds.
package struct Comparing {
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
  package func compare(
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
