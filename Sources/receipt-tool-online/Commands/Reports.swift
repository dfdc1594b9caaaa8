import ArgumentParser
import ReceiptCommands
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

      \(AppStoreServerCall.changing)
      """,
    subcommands: AppStoreServerCall.subcommands(of: .reports))
}
