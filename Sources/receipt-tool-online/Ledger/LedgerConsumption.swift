import ArgumentParser
import ReceiptCommands
import ReceiptKit
import ReceiptLedger

/// `receipt-tool ledger consent`
struct LedgerConsentCommand: LedgerSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "consent",
    abstract: "Record whether a customer agrees that Apple is told how purchases were used.",
    discussion: """
      Without the customer's consent `ledger run --consumption-policy` tells Apple nothing. --given and --withdrawn \
      record what the customer said, with where and when; of several statements the latest counts. An event tells it \
      (`consent_given`, `consent_withdrawn`). Without either of them the recorded consent is shown, and the exit \
      status is 1 if the customer does not agree.

      EXAMPLES
        receipt-tool ledger consent jane --given --source "settings of version 3"
        receipt-tool ledger consent jane --withdrawn --source "mail to support" \\
          --at 2026-01-31T12:00:00Z
        receipt-tool ledger consent jane | jq .is_given

      \(ExitStatus.help(
        [
          .success: "recorded; or shown, and the customer agrees",
          .negative: "shown: the customer does not agree, or said nothing",
          .usage: "wrong usage, or what cannot be recorded: nothing was changed",
          .unreadable: "there is no ledger",
          .outputFailed: "the output cannot be written, or the ledger cannot be read or written",
        ]))
      """
  )

  @Argument(help: ArgumentHelp("The account.", valueName: "account"))
  var account: String

  @Flag(help: "The customer agrees.")
  var given = false

  @Flag(help: "The customer does not agree any more.")
  var withdrawn = false

  @Option(help: ArgumentHelp("Where the customer said so; needed to record it.", valueName: "text"))
  var source: String?

  @Option(judging: "When the customer said so, if not now: 2024-01-31, 2024-01-31 12:00 (UTC) or 2024-01-31T12:00:00Z.")
  var at: JudgingTime?

  @OptionGroup var ledger: LedgerOptions

  /// Changes nothing: the output is always JSON.
  @OptionGroup var json: JSONOption

  func validate() throws {
    guard !(given && withdrawn) else { throw UsageError("--given", excludes: "--withdrawn") }
    guard given || withdrawn || source == nil && at == nil else {
      throw UsageError("--source and --at need --given or --withdrawn")
    }
    guard source != nil || !(given || withdrawn) else {
      throw UsageError("--given and --withdrawn need --source: where the customer said so")
    }
  }

  func performOnLedger(_ console: Console) throws -> ExitStatus {
    let ledger = try ledger.open(console)
    guard let source else {
      let consent = try ledger.consent(of: account)
      try console.writeJSON { Consent.write(consent, of: account, event: nil, to: &$0) }
      return consent?.isGiven == true ? .success : .negative
    }
    let consent = Consent(isGiven: given, source: source, at: at?.instant(console) ?? console.now)
    let recorded = try ledger.record(consent, of: account, now: console.now)
    try console.writeJSON { Consent.write(recorded.consent, of: account, event: recorded.event, to: &$0) }
    if recorded.consent != consent {
      console.note("nothing was recorded: the customer said something at \(recorded.consent.at.rfc3339), which counts")
    }
    return .success
  }
}

/// `receipt-tool ledger consumption`
struct LedgerConsumptionCommand: LedgerSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "consumption",
    abstract: "List Apple's open questions about refunds, by their deadline.",
    discussion: """
      Apple asks how much of a purchase was used when a customer wants a refund (CONSUMPTION_REQUEST), and waits for \
      12 hours. With --consumption-policy this is a dry run: it shows what `ledger run` would send with that file now, \
      and why it would send nothing. Nothing is sent or recorded.

      EXAMPLES
        receipt-tool ledger consumption
        receipt-tool ledger consumption --consumption-policy refunds.json
        receipt-tool ledger consumption --json | jq -r '.requests[].account'

      \(ExitStatus.help(
        [
          .success: "listed",
          .unreadable: "there is no ledger, or the policy cannot be read",
          .outputFailed: "the output cannot be written, or the ledger cannot be read",
        ]))
      """
  )

  @OptionGroup var ledger: LedgerOptions

  @OptionGroup var consumption: ConsumptionPolicyOption

  @Flag(help: "Print JSON.")
  var json = false

  @OptionGroup var text: TextOptions

  func performOnLedger(_ console: Console) throws -> ExitStatus {
    let policy = try consumption.policy(console)
    let open = try ledger.open(console).openConsumption(by: policy, now: console.now)
    if json {
      try console.writeJSON { open.write(to: &$0) }
    } else if open.isEmpty {
      console.note("nothing")
    } else {
      try console.write(open.text(text.report(console)))
    }
    return .success
  }
}
