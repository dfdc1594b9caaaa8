import ArgumentParser
import ReceiptCommands
import ReceiptKit
import ReceiptRemote

/// `receipt-tool reports`
struct ReportsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: ConnectedCommand.reports.rawValue,
    abstract: ConnectedCommand.reports.abstract,
    discussion: """
      The calls of Apple's External Purchase Server API. A report is checked before it is sent: what is missing or \
      does not belong there, and whether the sums of each line item add up, by field. Apple takes a report as a whole \
      or not at all. `inspect` and `explain` read tokens and errors.

      EXAMPLES
        receipt-tool reports send --app reader report.json
        receipt-tool reports send --app reader --yes report.json
        receipt-tool reports show --app reader "$REQUEST" | jq .lineItems

      \(CallHelp.changing)
      """,
    subcommands: [APIChange<SendReport>.self, APIPlainRead<ShowReport>.self])
}

struct SendReport: ChangingCall {
  static let help = CallHelp(
    name: "send", abstract: "Send a report about an external purchase token.",
    text: """
      Apple's "Send External Purchase Report". FILE has the report as JSON, with its requestIdentifier. If Apple \
      refuses it, send all of it again with the same requestIdentifier; a correction is a restatement with another one.
      """,
    examples: [
      "reports send --app reader report.json", "reports send --app reader --yes report.json",
      "reports send --app reader --yes - < report.json",
    ], takesFile: true)

  @Argument(help: "The JSON of the report; - reads standard input.", completion: .file())
  var file: String

  func change(_ console: Console) throws -> PlannedChange {
    let report = try RequestRules.report.read(file, console) { code in
      ExternalPurchaseError.of(Int(code))?.name
    }
    let change = AppStoreServerChange.report(report)
    return PlannedChange(
      change: change, what: "Send the report \(report["requestIdentifier"]?.stringValue ?? "") about external purchases"
    )
  }
}

struct ShowReport: PlainReading {
  static let help = CallHelp(
    name: "show", abstract: "Ask for a report that was sent.", text: "Apple's \"Retrieve External Purchase Report\".",
    examples: [
      "reports show --app reader \"$REQUEST\"", "reports show --app reader \"$REQUEST\" | jq .lineItems",
      "reports show --app reader --environment sandbox \"$REQUEST\"",
    ])

  @Argument(help: "The requestIdentifier of the report.")
  var id: String

  func request() throws -> AppStoreServerRequest {
    guard let request = AppStoreServerRequest(.report, id) else {
      throw UsageError("give the requestIdentifier of a report, a UUID")
    }
    return request
  }
}
