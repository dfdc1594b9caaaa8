import ArgumentParser
import ReceiptCommands
import ReceiptKit
import ReceiptRemote

/// The arguments of a change on the command line.
protocol ChangingCall: ParsableArguments {
  static var help: CallHelp { get }
  /// The change that the arguments ask for.
  ///
  /// - Throws: an error for values that Apple would not accept, before anything is sent.
  func change(_ console: Console) throws -> PlannedChange
}

/// The help of a call.
struct CallHelp {
  /// The name of the subcommand.
  let name: String
  let abstract: String
  let text: String
  /// The examples as a user types them, after the name of the tool.
  let examples: [String]
  /// Whether the call sends a file, which can break a rule.
  var takesFile = false

  func configuration(_ statuses: String) -> CommandConfiguration {
    CommandConfiguration(
      commandName: name, abstract: abstract,
      discussion: text + "\n\nEXAMPLES\n" + examples.map { "  receipt-tool \($0)\n" }.joined() + "\n" + statuses)
  }
}

/// A change before it is made.
struct PlannedChange {
  let change: AppStoreServerChange
  /// The action, as the start of a sentence.
  let what: String
  /// The UUID that was generated for the request, with which the request can be sent again; `nil` if the user gave it.
  var madeIdentifier: String?
  /// Asks Apple for information before anything is sent. Throws what Apple would refuse.
  var check: ((AppStoreServerConnection) throws -> Void)?
}

/// `receipt-tool api extend` and similar commands.
struct APIChange<Call: ChangingCall>: ReceiptCommand {
  static var configuration: CommandConfiguration {
    Call.help.configuration(Call.help.takesFile ? CallHelp.sending : CallHelp.changing)
  }

  @OptionGroup var call: Call

  @Flag(help: "Do it without asking.")
  var yes = false

  @OptionGroup var json: JSONOption
  @OptionGroup(title: "Asking") var options: AppStoreServerOptions

  func perform(_ console: Console) throws -> ExitStatus {
    let planned = try call.change(console)
    return try options.asking(console) { connection, _ in
      try planned.check?(connection)
      guard try isConfirmed("\(planned.what) at \(connection.place)", console) else { return .negative }
      if let identifier = planned.madeIdentifier { console.note("to send the same again: --request-id \(identifier)") }
      let done = try connection.change(planned.change)
      if !done.bytes.isEmpty { try console.writeAnswer(done.bytes) }
      if done.document?["success"] == .bool(false) {
        console.report(message: "refused: Apple answered without success (\(done.record.cost))", hint: nil)
        return .negative
      }
      console.note("done: \(planned.change.title) (\(done.record.cost))")
      return .success
    }
  }

  /// Asks for confirmation on the terminal, unless `--yes` gives it.
  ///
  /// - Parameter what: the action, as the start of a sentence.
  /// - Throws: a usage error if there is no terminal.
  private func isConfirmed(_ what: String, _ console: Console) throws -> Bool {
    if yes { return true }
    guard console.isInputTerminal, console.isErrorTerminal else {
      throw UsageError("this changes something, and there is no terminal to ask on: give --yes")
    }
    console.note("\(what)? Type yes to do it:")
    let answer = try console.readLine()
    guard answer == "yes" || answer == "y" else {
      console.note("nothing was changed")
      return false
    }
    return true
  }
}

extension Optional {
  /// - Throws: what the arguments have to be, if Apple has no such request.
  func required(_ rule: UsageError) throws(UsageError) -> Wrapped {
    guard let self else { throw rule }
    return self
  }
}

private func invalid(_ text: String) -> UsageError {
  UsageError("'\(text.displayed(limit: 80))' is not an id: Apple's have 1 to 64 letters, digits, - and _")
}

/// The length of an extension, and the reason.
struct ExtensionOptions: ParsableArguments {
  @Option(help: ArgumentHelp("How many days, from 1 to 90.", valueName: "count"))
  var days: Int

  @Option(help: ArgumentHelp("Why: undeclared, satisfaction, other or outage.", valueName: "reason"))
  var reason: ExtendReason = .undeclared

  @OptionGroup var request: RequestIdentifierOption

  var length: String { "\(days) \(days == 1 ? "day" : "days")" }

  func validate() throws {
    guard (1...90).contains(days) else { throw UsageError("--days \(days) is not from 1 to 90") }
  }
}

/// The identifier of a request.
struct RequestIdentifierOption: ParsableArguments {
  @Option(
    name: .customLong("request-id"),
    help: ArgumentHelp("A UUID for the request. Without it one is made.", valueName: "uuid"))
  var given: String?

  /// The generated identifier, with which the same request can be sent again; `nil` if the user gave it.
  func made(_ identifier: String) -> String? { given == nil ? identifier : nil }

  /// The given identifier, or a random UUID.
  var identifier: String { given ?? String.randomUUID() }
}

struct Extend: ChangingCall {
  static let help = CallHelp(
    name: "extend", abstract: "Give a subscriber more days free of charge.",
    text: """
      Apple's "Extend a Subscription Renewal Date". Apple allows two extensions a year for a subscription, of 90 days \
      each.
      """,
    examples: [
      "api extend --app reader --days 7 2000000123456789",
      "api extend --app reader --days 7 --yes 2000000123456789",
      "api extend --app reader --days 3 --yes 2000000123456789 \\\n    --reason outage",
    ])

  @Argument(help: "The original transaction of the subscription.")
  var id: String

  @OptionGroup var options: ExtensionOptions

  func change(_ console: Console) throws -> PlannedChange {
    let identifier = options.request.identifier
    let change = AppStoreServerChange.extend(
      id, days: options.days, reason: options.reason, requestIdentifier: identifier)
    guard let change else { throw invalid(id) }
    return PlannedChange(
      change: change, what: "Extend the subscription \(id) by \(options.length)",
      madeIdentifier: options.request.made(identifier))
  }
}

extension ExtendReason: ExpressibleByArgument {}

struct ExtendAll: ChangingCall {
  static let help = CallHelp(
    name: "extend-all", abstract: "Give all subscribers of a product more days free of charge.",
    text: """
      Apple's "Extend Subscription Renewal Dates for All Active Subscribers". The answer names the request; \
      `mass-extension` asks how far it is. It is never sent again by itself.
      """,
    examples: [
      "api extend-all --app reader --days 3 com.example.monthly",
      "api extend-all --app reader --days 3 --yes com.example.monthly \\\n    --reason outage --storefront USA",
      "api extend-all --app reader --days 1 --yes com.example.monthly \\\n    --request-id \"$REQUEST\"",
    ])

  @Argument(help: "The product.")
  var product: String

  @OptionGroup var options: ExtensionOptions

  @Option(
    name: .customLong("storefront"),
    help: ArgumentHelp("Only of this country, in three letters. Repeat it for more.", valueName: "code"))
  var storefronts: [String] = []

  func change(_ console: Console) throws -> PlannedChange {
    let identifier = options.request.identifier
    let change = AppStoreServerChange.extendAll(
      product, days: options.days, reason: options.reason, storefronts: storefronts, requestIdentifier: identifier)
    guard let change else {
      throw UsageError(
        "give a product of at most 100 characters, countries as USA, and a UUID as the id of the request")
    }
    let place = storefronts.isEmpty ? "all countries" : storefronts.joined(separator: ", ")
    return PlannedChange(
      change: change, what: "Extend ALL subscriptions of \(product) in \(place) by \(options.length)",
      madeIdentifier: options.request.made(identifier))
  }
}

struct Consume: ChangingCall {
  static let help = CallHelp(
    name: "consume", abstract: "Tell Apple how a purchase was used, which decides about a refund.",
    text: """
      Apple's "Send Consumption Information", the answer to a CONSUMPTION_REQUEST within 12 hours. The customer has to \
      have consented; without consent Apple asks for no answer, and nothing is sent.
      """,
    examples: [
      "api consume --app reader 2000000123456789 \\\n    --customer-consented --delivery-status DELIVERED",
      """
      api consume --app reader --yes 2000000123456789 \\
          --customer-consented --delivery-status DELIVERED --sample-content
      """,
      """
      api consume --app reader --yes 2000000123456789 \\
          --customer-consented --delivery-status UNDELIVERED_OTHER \\
          --refund-preference GRANT_FULL
      """,
    ])

  @Argument(help: "The very transaction that the request names, not the original one.")
  var id: String

  @Flag(name: .customLong("customer-consented"), help: "The customer consented to this. Required.")
  var isConsented = false

  @Option(
    name: .customLong("delivery-status"),
    help: ArgumentHelp("Whether the app delivered what was bought.", valueName: "status"))
  var delivery: ConsumptionInformation.DeliveryStatus

  @Flag(
    name: .customLong("sample-content"), help: "The customer could try it, or knew before what it is.")
  var hasSample = false

  @Option(
    name: .customLong("consumption-percentage"),
    help: ArgumentHelp("How much was used, from 0 to 100. Not for subscriptions.", valueName: "percent"),
    transform: Self.percentage)
  var percentage: Int?

  @Option(
    name: .customLong("refund-preference"),
    help: ArgumentHelp("What you would like Apple to do.", valueName: "preference"))
  var preference: ConsumptionInformation.RefundPreference?

  func validate() throws {
    guard isConsented else {
      throw UsageError("Apple takes this only with the customer's consent: say so with --customer-consented")
    }
    if let fault = information.fault { throw UsageError(fault) }
  }

  private var information: ConsumptionInformation {
    ConsumptionInformation(
      deliveryStatus: delivery, sampleContentProvided: hasSample, consumptionPercentage: percentage,
      refundPreference: preference)
  }

  func change(_ console: Console) throws -> PlannedChange {
    guard let change = AppStoreServerChange.consumption(id, information) else { throw invalid(id) }
    return PlannedChange(change: change, what: "Send consumption information about the transaction \(id)")
  }

  /// The value in thousandths of a percent.
  private static func percentage(_ text: String) throws -> Int {
    guard let thousandths = ConsumptionInformation.thousandths(text)
    else { throw UsageError("'\(text)' is not a percentage; use a number from 0 to 100, such as 40 or 12.5") }
    return thousandths
  }
}

extension ConsumptionInformation.DeliveryStatus: ExpressibleByArgument {}
extension ConsumptionInformation.RefundPreference: ExpressibleByArgument {}

struct ConsumeV1: ChangingCall {
  static let help = CallHelp(
    name: "consume-v1", abstract: "The same for a purchase of Advanced Commerce, in version 1 of the call.",
    text: """
      Apple's "Send Consumption Information V1". FILE has Apple's ConsumptionRequestV1 as JSON; what breaks a rule is \
      not sent. It needs customerConsented, and appAccountToken, a UUID or empty.
      """,
    examples: [
      "api consume-v1 --app reader 2000000123456789 request.json",
      "api consume-v1 --app reader --yes 2000000123456789 request.json",
      "api consume-v1 --app reader 2000000123456789 - < request.json",
    ], takesFile: true)

  @Argument(help: "The very transaction that the request names, not the original one.")
  var id: String

  @Argument(help: "The JSON of the request; - reads standard input.", completion: .file())
  var file: String

  func change(_ console: Console) throws -> PlannedChange {
    let body = try RequestRules.consumptionV1.read(file, console)
    guard let change = AppStoreServerChange.consumptionV1(id, body) else { throw invalid(id) }
    return PlannedChange(change: change, what: "Send consumption information about the transaction \(id)")
  }
}

struct SetToken: ChangingCall {
  static let help = CallHelp(
    name: "set-token", abstract: "Join a purchase to an account of the app.",
    text: """
      Apple's "Set App Account Token", for purchases that were made outside of the app. It takes the place of the \
      token that is there.
      """,
    examples: [
      "api set-token --app reader 2000000123456789 \"$ACCOUNT\"",
      "api set-token --app reader --yes 2000000123456789 \"$ACCOUNT\"",
      "api set-token --app reader --yes 2000000123456789 \"$(uuidgen)\"",
    ])

  @Argument(help: "The original transaction of the purchase.")
  var id: String

  @Argument(help: "The UUID of the account.")
  var token: String

  func change(_ console: Console) throws -> PlannedChange {
    guard let change = AppStoreServerChange.setAccountToken(id, token: token) else {
      throw UsageError("give the id of a transaction, and a UUID such as 7e3fb20b-4cdb-47cc-936d-99d65f608138")
    }
    return PlannedChange(change: change, what: "Set the account token of the purchase \(id) to \(token)")
  }
}

struct Finish: ChangingCall {
  static let help = CallHelp(
    name: "finish", abstract: "Finish a transaction in place of the app.",
    text: """
      Apple's "Finish Transaction". The app is not told of a finished transaction again: deliver first.
      """,
    examples: [
      "api finish --app reader 2000000123456789", "api finish --app reader --yes 2000000123456789",
      "api finish --app reader --environment sandbox 2000000123456789",
    ])

  @Argument(help: "The transaction.")
  var id: String

  func change(_ console: Console) throws -> PlannedChange {
    guard let change = AppStoreServerChange.finish(id) else { throw invalid(id) }
    return PlannedChange(change: change, what: "Finish the transaction \(id)")
  }
}
