import ArgumentParser
import ReceiptKit

/// `receipt-tool status`
struct Status: ReceiptCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Show subscriptions: their periods, gaps, offers and refunds, and whether they are active.",
    discussion: """
      Takes a receipt in any common form, a saved answer of verifyReceipt, an App Store server notification (version 1 \
      or 2), a signed transaction of StoreKit 2, or what such data says, decoded. Periods with one original \
      transaction are one subscription, in the order of time.

      A period is active from purchase_date to expires_date, which is never computed. A refunded period ends with the \
      refund, and a period that an upgrade replaced ends there. Apple's signed status of a subscription counts before \
      the dates of the transaction beside it; the type of a notification decides nothing. A receipt knows nothing of \
      renewals and refunds after it was made.

      --is-active PRODUCT prints no report. It exits with 0 if the product is an active subscription, or a \
      non-consumable that was bought and not taken back. It exits with 1 if it is not, if that cannot be told, or if \
      it is not proven; the reason goes to standard error. It cannot be told of a consumable, which only the app knows \
      to be used up, of a non-renewing subscription, whose end the app decides, and of a product whose kind is not \
      said. Nothing was decided if it exits with another status. The receipt or the signed data has to be authentic, \
      or test-signed under a --trust-anchor. Answers of verifyReceipt and notifications of version 1 prove what the \
      signed receipt in them says; without one, they and decoded data prove nothing, and need --unverified. It checks \
      neither the app nor the environment: a sandbox receipt of another app can be active. Of several inputs, all must \
      be active.

      --together makes one history of all inputs, which have to be of one customer: signed transactions, renewals, \
      notifications, answers of the App Store Server API and of verifyReceipt, and receipts, in any order. Of a \
      transaction the newest statement counts among those that are proven: by signedDate, the creation date of a \
      receipt, the request date of an answer. What is not proven displaces nothing, is marked, and is not believed by \
      --is-active. Renewal information that stands alone counts beside a transaction of its subscription. Nothing is \
      printed if an input cannot be read.

      Of several pieces of signed data in one input (an answer of the App Store Server API) every one counts; of one \
      transaction the piece that was signed last. What was not read stands in the first line of the text and in \
      "unread" of the JSON, and --is-active exits with 65 then.

      EXAMPLES
        receipt-tool status receipt.b64
        receipt-tool status --at 2025-12-31 response.json
        receipt-tool status --json receipt.b64 | jq -r '.subscriptions[].state'
        receipt-tool status --is-active com.example.monthly receipt.b64 && echo yes
        receipt-tool status --together receipt.b64 ./notifications/*.json

      \(ExitStatus.help(
        [
          .success: "every input was shown; with --is-active, it is active",
          .negative: "it is not active, or a verdict is less than --require asks for",
        ], and: .notAReceipt, .unreadable))
      """
  )

  @OptionGroup var options: SourceOptions

  @Flag(help: "Put all inputs together: they are of one customer, and make one history.")
  var together = false

  @Option(
    judging:
      """
      Judge at this time instead of now: 2024-01-31, 2024-01-31 12:00 (UTC), 2024-01-31T12:00:00Z or now. \
      Certificates are judged at the receipt's creation date all the same.
      """)
  var at: JudgingTime?

  @Option(
    name: .customLong("is-active"),
    help: ArgumentHelp(
      "Print no report; exit with 0 if this product is active, and with 1 if not, or if that cannot be told.",
      valueName: "product"))
  var activeProduct: String?

  @Flag(help: "Let --is-active believe what is not signed: saved answers, notifications of version 1, decoded data.")
  var unverified = false

  @Option(
    help: ArgumentHelp(
      "End with status 1 if the verdict is less than this: authentic or test-signed.", valueName: "verdict"),
    completion: .list(Authenticity.Verdict.requirable), transform: Authenticity.Verdict.required)
  var require: Authenticity.Verdict?

  @Flag(help: "Print JSON; several inputs give one line each.")
  var json = false

  @OptionGroup var text: TextOptions

  func validate() throws {
    guard !(json && activeProduct != nil) else { throw UsageError("--json", excludes: "--is-active") }
    if let activeProduct, OutputFile.exists(activeProduct), options.inputs.isEmpty {
      throw UsageError("--is-active needs a product, and '\(activeProduct)' is a file: name the product before it")
    }
    guard !unverified || activeProduct != nil else { throw UsageError("--unverified", needs: "--is-active") }
    guard !(unverified && require != nil) else {
      throw UsageError("--unverified", excludes: "--require")
    }
  }

  func perform(_ console: Console) throws -> ExitStatus {
    var input = options.settings
    input.requiredVerdict = require
    let worker = try input.worker(console)
    let renderer = StatusRenderer(
      PurchaseHistoryReader(worker.decoder), at: at?.instant(console) ?? console.now,
      from: at == nil ? .clock : .option,
      requiredVerdict: input.requiredVerdict, worker)
    let batch = Batch(
      console, input: input, schema: json ? renderer.schema : nil,
      text: json ? nil : text.report(console, reading: input.sources))
    if together { return try judgeTogether(renderer, input, console) }
    func explain(_ status: SubscriptionStatus, _ source: String) {
      input.explain(status.history.authenticity, source, console, because: status.history.unverifiedBecause)
    }
    guard let activeProduct else {
      return try batch.run(
        renderer, report: { StatusReport($0, momentIsChosen: at != nil).text($1) }, explain: explain)
    }
    return try batch.run { source throws(ReceiptError) in
      let found = try renderer.read(try input.read(source, console))
      let required = ExitStatus(renderer.verdict(on: found))
      if required == .negative { explain(found, source) }
      return (.nothing, answer(activeProduct, found, source, required, console))
    }
  }

  /// The answer to `--is-active`. A negative answer is explained on standard error.
  ///
  /// - Parameter required: the exit status from `--require`.
  func answer(
    _ product: String, _ status: SubscriptionStatus, _ source: String, _ required: ExitStatus,
    _ console: Console
  ) -> ExitStatus {
    do throws(BelievedStatus.Objection) {
      let believed = try status.believed(admittingUnverified: unverified)
      guard required == .success else { return required }
      return isActive(product, believed, source, console) ? .success : .negative
    } catch .partlyRead(let parts) {
      let objection: Message = "only a part of it was read; not read: \(UnreadPart.sentence(parts))"
      let hint: Message =
        if parts.isOnlyPages {
          "ask for the next page with the revision of this one, and give all pages to status --together"
        } else if parts.isCut {
          "give all of it"
        } else {
          "give the receipts, answers and signed transactions one at a time"
        }
      console.report(message: objection.of(source), hint: hint)
      return max(required, .notAReceipt)
    } catch {
      let canBeBelieved = (try? status.believed(admittingUnverified: true)) != nil
      if required == .success { Self.report(error, canBeBelieved: canBeBelieved, source, console) }
      return .negative
    }
  }

  /// Says why the input is not believed.
  ///
  /// - Parameter canBeBelieved: whether `--unverified` would change that.
  private static func report(
    _ objection: BelievedStatus.Objection, canBeBelieved: Bool, _ source: String, _ console: Console
  ) {
    switch objection {
    case .partlyRead: break  // `answer` reports it.
    case .untrusted(let authenticity):
      let verdict = Message(english: authenticity.verdict.rawValue)
      let message: Message = "\(verdict) (\(authenticity.reason)): its purchases are not believed"
      console.report(message: message.of(source), hint: nil)
    case .unverified(let reason):
      console.report(message: reason.of(source), hint: canBeBelieved ? "--unverified believes it all the same" : nil)
    case .refusedByApple(let code):
      let message: Message = "Apple answered \(code): its purchases are not believed"
      console.report(message: message.of(source), hint: "receipt-tool explain \(code)")
    }
  }

  /// Whether the product is active. A negative answer is explained on standard error.
  private func isActive(
    _ product: String, _ believed: BelievedStatus, _ source: String, _ console: Console
  ) -> Bool {
    if believed.isActive(product: product) { return true }
    let status = believed.status
    if status.knows(product) {
      let moment = status.moment.rfc3339
      let isOpen = status.access(toActive: product) == .unknown
      let sentence: Message =
        isOpen ? "whether \(product) is active at \(moment) cannot be told" : "\(product) is not active at \(moment)"
      let words = status.isOtherPurchase(product) ? status.kindAndState(of: product) : status.words(for: product)
      console.note(("\(sentence): \(words)" as Message).of(source))
    } else {
      // A product may have the name of a file, so this is no error of the command line.
      let sentence: Message =
        OutputFile.exists(product)
        ? "no purchase of \(product), which is a file: --is-active takes a product before the inputs"
        : "no purchase of \(product)"
      console.note(sentence.of(source))
    }
    return false
  }
}
