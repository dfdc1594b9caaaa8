import ArgumentParser
import ReceiptKit

/// The options of `receipt-tool compare` that need no network, and their implementation.
package struct CompareOptions: ParsableArguments {
  package static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Compare a receipt with Apple's answer or with signed data.",
    discussion: """
      Takes a receipt in any common form and an answer of verifyReceipt: a saved one, or, where none is given, the one \
      that Apple gives now, for which the receipt is uploaded (see `receipt-tool verify --help`). Apple prints what \
      was signed, so that an honest answer to this very receipt has every field of it, with the same value and type, \
      its purchases in the same order, and a few more fields that only Apple's servers know. Those are expected: \
      request_date, latest_receipt, latest_receipt_info, pending_renewal_info, renewals and refunds after the receipt \
      was signed; they have to be written as Apple writes, and to be no later than the answer. Members of an object in \
      another order are reported, and expected: in JSON their order has no meaning. Everything else that differs is \
      named: edited, rounded or renamed fields, purchases that were added, taken out or put in another order, the \
      answer to another receipt.

      Purchases are matched by transaction id. A latest_receipt in the answer is decoded too and compared with \
      latest_receipt_info. It also says whether Apple's status fits the verdict on the receipt, which need not be \
      authentic. Status 0 says that the two agree, also where the answer refuses a receipt that Apple did not sign; it \
      says nothing about whether the receipt is good: --require and receipt-tool validate do.

      --transactions compares with signed data of the same customer, and sends nothing: transactions, renewals, \
      notifications and AppTransactions, and answers of the App Store Server API such as a transaction history. All of \
      it is proven first; what is not is named in the first lines and never compared. Of several statements about one \
      transaction the newest proven one counts. Expected are milliseconds, which receipts do not have, consumables \
      that the app has finished, transactions of the family, and purchases, renewals and refunds after the receipt was \
      made. Not expected are another app or environment, and another product, date, quantity, offer or original \
      transaction of the same transaction. A purchase that only the receipt has is not expected where the last page of \
      the history is given: give all its pages, asked for without filters. Status 0 needs a proven receipt, a proven \
      transaction that is in both, and that all of the signed data was read and proven.

      --api asks the App Store Server API for the customer's transactions of now and compares with those in the same \
      way; an id is sent, and not the receipt (see `receipt-tool history --help`).

      EXAMPLES
        receipt-tool compare receipt.b64 answer.json
        receipt-tool compare receipt.b64 - < answer.json
        receipt-tool compare receipt.b64 answer.json --json | jq .findings
        receipt-tool compare --all receipt.b64 --response answer.json
        receipt-tool compare receipt.b64 --transactions history.json
        receipt-tool compare receipt.b64 --transactions a.jws --transactions b.jws
        receipt-tool compare --api --app reader receipt.b64
        receipt-tool compare --shared-secret-file secret.txt receipt.b64

      \(ExitStatus.help(
        [
          .success: "the answer or the signed data agrees with the receipt",
          .negative: "it differs, or says nothing of the receipt that is final or proven",
          .notAReceipt: "not a receipt, or the other file has no answer and no signed data",
        ], and: .unreadable, .unreachable, .tryAgain))
      """
  )

  @Argument(
    help: ArgumentHelp(
      "The receipt, in any common form; - or nothing reads standard input.", valueName: "receipt"),
    completion: .file())
  package var source = "-"

  @Argument(help: ArgumentHelp("The same as --response.", valueName: "answer"), completion: .file())
  var answer: String?

  /// Files that a shell put in the place of a pattern.
  @Argument(help: .hidden) var others: [String] = []

  @OptionGroup var reading: ReadingOptions
  @OptionGroup var judging: JudgingOptions

  @Option(
    help: ArgumentHelp(
      "The saved answer of verifyReceipt; - reads standard input. Nothing is sent then.", valueName: "file"),
    completion: .file())
  var response: String?

  @Option(
    help: ArgumentHelp(
      "Signed data to compare with; - reads standard input. Nothing is sent then. Repeat for more.", valueName: "file"),
    completion: .file())
  package var transactions: [String] = []

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
    guard answer == nil || response == nil else {
      throw UsageError("--response and a second input both name the answer")
    }
    guard answer == nil || transactions.isEmpty else {
      throw UsageError(
        "signed data is compared with one receipt; --transactions stands before each of its files")
    }
    guard response == nil || transactions.isEmpty else {
      throw UsageError("--response", excludes: "--transactions")
    }
    if (transactions + [savedAnswer ?? "", source]).count(where: { $0 == "-" }) > 1 {
      throw UsageError("standard input is one input: give the others as files")
    }
  }

  /// The file with the answer.
  package var savedAnswer: String? { answer ?? response }

  /// Whether the data to compare with is in files.
  package var isSaved: Bool { savedAnswer != nil || !transactions.isEmpty }

  private var settings: InputSettings { judging.settings(reading.settings(sources: [source])) }

  /// The bytes of the receipt as they were given.
  package func read(_ console: Console) throws(ReceiptError) -> [UInt8] { try settings.read(source, console) }

  package func decoded(by decoder: InputDecoder, _ console: Console) throws(ReceiptError) -> DecodedInput {
    try decoder.decode(try read(console))
  }

  package func decoder(_ console: Console) throws -> InputDecoder { try settings.decoder(console) }

  /// Compares with the answer or the signed data in files; `nil` if neither is given.
  package func compareWithSaved(_ console: Console) throws -> ExitStatus? {
    guard others.isEmpty else {
      throw UsageError(
        "a receipt is compared with one answer; of signed data --transactions stands before each file")
    }
    if let savedAnswer { return try compare(withSaved: savedAnswer, console) }
    return transactions.isEmpty ? nil : try compareWithTransactions(console)
  }

  private func compareWithTransactions(_ console: Console) throws -> ExitStatus {
    let decoder = try decoder(console)
    var combined = CombinedHistory(PurchaseHistoryReader(decoder))
    // The input that an error is about.
    var current = source
    do {
      let decoded = try decoded(by: decoder, console)
      for file in transactions {
        current = file
        try combined.add(
          try console.read(
            file, "signed data", maximumBytes: settings.maximumBytes, searchesDirectories: false), from: file)
      }
      // The next fault concerns the receipt if it is a JWS itself; otherwise it concerns the signed data. With `-` the
      // error names no file, because it is about several.
      if case .jws = decoded.document { current = source } else if transactions.count > 1 { current = "-" }
      return try report(decoded, with: combined, console)
    } catch let error as ReceiptError {
      console.report(error, source: current)
      return ExitStatus(error)
    }
  }

  private func compare(withSaved file: String, _ console: Console) throws -> ExitStatus {
    let decoder = try decoder(console)
    // The input that an error is about.
    var current = file
    do {
      let bytes = try console.read(
        file, "answer", maximumBytes: VerifyReceiptResponse.maximumBytes, searchesDirectories: false)
      let answer = try Self.answer(bytes, decoder)
      current = source
      return try report(try decoded(by: decoder, console), with: answer, from: file, decoder, console)
    } catch let error as ReceiptError {
      console.report(error, source: current)
      return ExitStatus(error)
    }
  }
}

extension CompareOptions {
  /// Compares, prints the report, and returns the resulting exit status.
  ///
  /// - Parameter origin: the source of the answer: a file, or the address of the server that was asked.
  package func report(
    _ decoded: DecodedInput, with response: VerifyReceiptResponse, from origin: String, _ decoder: InputDecoder,
    _ console: Console
  ) throws -> ExitStatus {
    let comparison = try Comparison(decoded, with: response, decoder: decoder)
    if json {
      try console.writeJSON {
        comparison.writeDocument(source: source, responseSource: origin, showsEqual: all, to: &$0)
      }
    } else {
      try console.write(comparison.report(text.report(console), showsAll: all))
    }
    if settings.judge(decoded.authenticity, source, console) == .negative { return .negative }
    switch comparison.verdict {
    case .agrees: return failOn == .any && comparison.hasDifferences ? .negative : .success
    case .differs: return .negative
    case .incomplete: return response.followUp == .retry ? .tryAgain : .negative
    }
  }

  /// Compares the receipt with signed data, prints the report, and returns the resulting exit status.
  package func report(
    _ decoded: DecodedInput, with signed: CombinedHistory, _ console: Console
  ) throws -> ExitStatus {
    let comparison = try TransactionComparison(decoded, with: signed)
    if json {
      try console.writeJSON { comparison.writeDocument(source: source, showsEqual: all, to: &$0) }
    } else {
      try console.write(comparison.report(text.report(console), showsAll: all))
    }
    let history = comparison.history
    let verdicts = [
      settings.judge(decoded.authenticity, source, console),
      settings.judge(history.authenticity, "signed data", console, because: history.unverifiedBecause),
    ]
    if verdicts.contains(.negative) || comparison.verdict != .agrees { return .negative }
    return failOn == .any && comparison.hasDifferences ? .negative : .success
  }

  /// Reads an answer of verifyReceipt, or says how other data is compared.
  private static func answer(_ bytes: [UInt8], _ decoder: InputDecoder) throws(ReceiptError) -> VerifyReceiptResponse {
    do throws(ReceiptError) {
      return try VerifyReceiptResponse(bytes)
    } catch {
      guard let content = (try? decoder.recognizer.recognize(bytes))?.content else { throw error }
      if case .jws = content {
        throw ReceiptError(
          .otherFormat, "this is signed data (a JWS), and no answer of verifyReceipt",
          hint: "--transactions FILE compares with it")
      }
      // An answer with a fault has a receipt in it, too.
      guard bytes.first(where: { !$0.isASCIISpace }) != UInt8(ascii: "{") else { throw error }
      throw ReceiptError(
        .otherFormat, "this is a receipt, and no answer of verifyReceipt",
        hint: "receipt-tool diff compares two receipts of one customer")
    }
  }
}

/// `--fail-on`
enum FailureThreshold: String, ExpressibleByArgument, CaseIterable {
  case unexpected, any
}
