import ArgumentParser
import ReceiptCommands
import ReceiptKit
import ReceiptLedger

/// The order, account and receipt of a presentation, and the strictness of its checks.
struct PresentationOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The order that the receipt is presented for.", valueName: "id"))
  var order: String?

  @Option(help: ArgumentHelp("The customer's account.", valueName: "name"))
  var account: String?

  @Option(
    name: .customLong("transaction"),
    help: ArgumentHelp(
      """
      The order is about this transaction. Repeat for more. Without this and --product it is about everything in the \
      receipt.
      """,
      valueName: "id"))
  var transactions: [String] = []

  @Option(
    name: .customLong("application-username"),
    help: ArgumentHelp(
      "applicationUsername of the payment, to be compared with the hash of the account.", valueName: "hash"))
  var applicationUsername: String?

  @Option(
    name: .customLong("ordered-at"),
    help: ArgumentHelp("When the order was made, if not now.", valueName: "time"), transform: JudgingTime.init)
  var orderedAt: JudgingTime?

  @OptionGroup var admission: AdmissionOptions
}

extension PresentationOptions {
  /// Rejects names that could be confused with others.
  func checkNames() throws {
    for (option, name) in [("--order", order), ("--account", account)] {
      guard let name else { continue }
      if let problem = LedgerName.problem(new: name) { throw UsageError("\(option): \(problem)") }
    }
  }
}

/// The rules of a ledger's decisions.
struct AdmissionOptions: ParsableArguments {
  @Option(
    name: .customLong("max-order-age"),
    help: ArgumentHelp("Report a purchase that is older than its order by more than this: 1h, 2d.", valueName: "time"),
    transform: DurationText.argument)
  var maximumOrderAge: DurationText?

  @Flag(
    name: .customLong("allow-restore"),
    help: "Let what the account has come again from another device, or where the kind of product is not known.")
  var allowRestore = false

  @Option(
    help: ArgumentHelp(
      """
      A subscription that was bought again for another account, by its appAccountToken: transfer it, or keep it where \
      it is. (default: transfer)
      """,
      valueName: "rule"))
  var resubscription: ResubscriptionRule?

  @Flag(help: "Answer pending for what is new, and let `ledger run` ask Apple.")
  var verify = false

  @Flag(name: .customLong("keep-receipts"), help: "Store the receipt for good; polling subscriptions needs it.")
  var keepReceipts = false

  var rules: AdmissionRules {
    var rules = AdmissionRules()
    rules.allowsRestore = allowRestore
    rules.maximumOrderAge = maximumOrderAge
    rules.asksApple = verify
    rules.keepsReceipts = keepReceipts
    rules.resubscription = resubscription ?? .transfer
    return rules
  }
}

extension ResubscriptionRule: ExpressibleByArgument {}

/// The reading of lines of a stream.
struct LedgerStreamOptions: ParsableArguments {
  @Flag(help: "Read JSON objects, one a line, and print a decision a line once it is on the disk.")
  var stream = false

  @Option(
    help: ArgumentHelp("The most lines to commit at once. (default: 1000)", valueName: "lines"), transform: Self.count)
  var batch: Int?

  @Option(name: .customLong("field"), help: ArgumentHelp("The member with the receipt.", valueName: "name"))
  var receiptField = "receipt"

  @Option(name: .customLong("order-field"), help: ArgumentHelp("The member with the order.", valueName: "name"))
  var orderField = "order"

  @Option(name: .customLong("account-field"), help: ArgumentHelp("The member with the account.", valueName: "name"))
  var accountField = "account"

  @Option(
    name: .customLong("id-field"),
    help: ArgumentHelp("The member whose value becomes `source` of the decision.", valueName: "name"))
  var idField = "id"

  var fields: PresentationReader.Fields {
    var fields = PresentationReader.Fields()
    fields.receipt = receiptField
    fields.order = orderField
    fields.account = accountField
    fields.identifier = idField
    fields.hint = "options like --order-field name the members"
    return fields
  }

  static func count(_ text: String) throws -> Int {
    guard let number = Int(text), (1...1_000_000).contains(number) else {
      throw UsageError("'\(text)' is not a count; use a number from 1 to 1000000")
    }
    return number
  }
}
