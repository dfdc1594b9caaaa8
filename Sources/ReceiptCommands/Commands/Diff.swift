import ArgumentParser
import ReceiptKit

/// `receipt-tool diff`
struct Diff: ReceiptCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Say which of two receipts is newer, and what was bought, changed or refunded in between.",
    discussion: """
      Takes two inputs of one customer and one app: receipts, saved answers of verifyReceipt, notifications, signed \
      data of StoreKit 2, answers of the App Store Server API; whatever status reads, in any pair. The first sentence \
      says which of them is newer, by how much, and whether the customer's answer changed ("Subscribed: paid until \
      …"). Below it is every purchase that only one of them has or that changed, with the cause where there is one, \
      told from the earlier to the later one.

      Two apps, environments or customers, and what is not proven, are said first. Only purchases and renewals are \
      compared: of a receipt not the version of the app, for example. `receipt-tool explain CAUSE` explains a cause.

      EXAMPLES
        receipt-tool diff old.b64 new.b64
        receipt-tool diff --json monday.b64 friday.b64 | jq '.changes[].causes'
        pbpaste | receipt-tool diff receipt.b64 -

      \(ExitStatus.help(
        [
          .success: "both are proven, and say the same of the purchases",
          .negative: "something differs, or something is not proven",
        ], and: .notAReceipt, .unreadable))
      """
  )

  @OptionGroup var options: SourceOptions

  @Option(
    judging:
      """
      Ask about this moment and not about now: 2024-01-31, 2024-01-31 12:00 (UTC), 2024-01-31T12:00:00Z or now. \
      Certificates are judged at the receipt's creation date all the same.
      """)
  var at: JudgingTime?

  @Flag(help: "Print JSON.")
  var json = false

  @OptionGroup var html: HTMLOption

  @OptionGroup var text: TextOptions

  func validate() throws {
    guard !(json && html.isGiven) else { throw UsageError("--json", excludes: "--html") }
    guard options.inputs.count == 2 else { throw UsageError("diff compares two inputs") }
    guard options.inputs != ["-", "-"] else {
      throw UsageError("standard input is one input: give the other as a file")
    }
  }

  func perform(_ console: Console) throws -> ExitStatus {
    let input = options.settings
    let reader = PurchaseHistoryReader(try input.decoder(console))
    var histories: [PurchaseHistory] = []
    var worst = ExitStatus.success
    for source in input.sources {
      do throws(ReceiptError) {
        histories.append(try reader.read(try input.read(source, console)))
      } catch {
        console.report(error, source: source)
        worst = max(worst, ExitStatus(error))
      }
    }
    guard histories.count == 2 else { return worst }
    let moment = at?.instant(console) ?? console.now
    let difference = HistoryDifference(histories[0], histories[1], at: moment)
    let judgement: ExitStatus = difference.verdict == .same ? .success : .negative
    let report = DiffReport(difference, sources: input.sources, language: console.language)
    if html.isGiven {
      try html.write(report.html(generator: HTMLOption.generator, at: moment), console)
      return judgement
    }
    if json {
      try console.writeJSON {
        difference.writeDocument(sources: input.sources, momentSource: at == nil ? .clock : .option, to: &$0)
      }
    } else {
      try console.write(report.text(text.report(console, at: moment)))
    }
    return judgement
  }
}
