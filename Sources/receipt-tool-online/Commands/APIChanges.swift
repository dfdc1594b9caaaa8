import ArgumentParser
import ReceiptCommands
import ReceiptKit
import ReceiptRemote

/// Consent to a change.
struct ConsentOptions: ParsableArguments {
  @Flag(help: "Do it without asking.")
  var yes = false

  @OptionGroup var json: JSONOption

  /// Asks on the terminal.
  ///
  /// - Parameter what: what will be done, as the beginning of a sentence.
  /// - Throws: a usage error where there is no terminal to ask on.
  func isGiven(for what: String, _ console: Console) throws -> Bool {
    if yes { return true }
    guard console.isInputTerminal, console.isErrorTerminal else {
      throw ValidationError("this changes something, and there is no terminal to ask on: give --yes")
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

extension AppStoreServerOptions {
  /// Makes a change that the user consents to, and prints Apple's answer.
  ///
  /// - Parameter what: what will be done, as the beginning of a sentence.
  func changing(
    _ change: AppStoreServerChange, _ what: String, _ consent: ConsentOptions, _ console: Console
  ) throws -> ExitStatus {
    try asking(console) { connection, _ in
      guard try consent.isGiven(for: "\(what) at \(connection.place)", console) else { return .negative }
      let done = try connection.change(change)
      if !done.bytes.isEmpty { try APIAnswerOptions.write(done.bytes, console) }
      if done.document?["success"] == .bool(false) {
        console.report(message: "refused: Apple answered without success (\(done.record.cost))", hint: nil)
        return .negative
      }
      console.note("done: \(change.title) (\(done.record.cost))")
      return .success
    }
  }
}

private func invalid(_ text: String) -> ValidationError {
  ValidationError("'\(text.displayed(limit: 80))' is not an id: Apple's have 1 to 64 letters, digits, - and _")
}

/// `receipt-tool api extend`
struct APIExtend: ReceiptCommand {
  static let configuration = CommandConfiguration(
    commandName: "extend", abstract: "Give a subscriber more days free of charge.",
    discussion: """
      Apple's "Extend a Subscription Renewal Date". Apple allows two extensions a year for a subscription, of 90 days \
      each.

      EXAMPLES
        receipt-tool api extend --app reader --days 7 2000000123456789
        receipt-tool api extend --app reader --days 7 --yes 2000000123456789
        receipt-tool api extend --app reader --days 3 --yes 2000000123456789 \\
          --reason outage

      \(APIHelp.changing)
      """)

  @Argument(help: "The original transaction of the subscription.")
  var id: String

  @Option(help: ArgumentHelp("How many days, from 1 to 90.", valueName: "count"))
  var days: Int

  @Option(help: ArgumentHelp("Why: undeclared, satisfaction, other or outage.", valueName: "reason"))
  var reason: ExtendReason = .undeclared

  @Option(
    name: .customLong("request-id"),
    help: ArgumentHelp("A UUID for the request. Without it one is made.", valueName: "uuid"))
  var request: String?

  @OptionGroup var consent: ConsentOptions
  @OptionGroup(title: "Asking") var options: AppStoreServerOptions

  func perform(_ console: Console) throws -> ExitStatus {
    guard (1...90).contains(days) else { throw ValidationError("--days \(days) is not from 1 to 90") }
    let change = AppStoreServerChange.extend(
      id, days: days, reason: reason, requestIdentifier: request ?? RequestIdentifier.new())
    guard let change else { throw invalid(id) }
    return try options.changing(
      change, "Extend the subscription \(id) by \(days) \(days == 1 ? "day" : "days")", consent, console)
  }
}

extension ExtendReason: ExpressibleByArgument {}

/// A random UUID (RFC 9562, 5.4).
private enum RequestIdentifier {
  static func new() -> String {
    var octets = (0..<16).map { _ in UInt8.random(in: .min ... .max) }
    octets[6] = octets[6] & 0x0F | 0x40
    octets[8] = octets[8] & 0x3F | 0x80
    let digits = octets.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
    return [0..<4, 4..<6, 6..<8, 8..<10, 10..<16].map { digits[$0].joined() }.joined(separator: "-")
  }
}

/// `receipt-tool api consume`
struct APIConsume: ReceiptCommand {
  static let configuration = CommandConfiguration(
    commandName: "consume", abstract: "Tell Apple how a purchase was used, which decides about a refund.",
    discussion: """
      Apple's "Send Consumption Information", the answer to a CONSUMPTION_REQUEST within 12 hours. The customer has \
      to have consented; \
      without consent Apple asks for no answer, and nothing is sent.

      EXAMPLES
        receipt-tool api consume --app reader 2000000123456789 \\
          --customer-consented --delivery-status DELIVERED
        receipt-tool api consume --app reader --yes 2000000123456789 \\
          --customer-consented --delivery-status DELIVERED --sample-content
        receipt-tool api consume --app reader --yes 2000000123456789 \\
          --customer-consented --delivery-status UNDELIVERED_OTHER \\
          --refund-preference GRANT_FULL

      \(APIHelp.changing)
      """)

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

  @OptionGroup var consent: ConsentOptions
  @OptionGroup(title: "Asking") var options: AppStoreServerOptions

  func validate() throws {
    guard isConsented else {
      throw ValidationError("Apple takes this only with the customer's consent: say so with --customer-consented")
    }
  }

  func perform(_ console: Console) throws -> ExitStatus {
    let information = ConsumptionInformation(
      deliveryStatus: delivery, sampleContentProvided: hasSample, consumptionPercentage: percentage,
      refundPreference: preference)
    guard let change = AppStoreServerChange.consumption(id, information) else { throw invalid(id) }
    return try options.changing(change, "Send consumption information about the transaction \(id)", consent, console)
  }

  /// Thousandths of a percent.
  private static func percentage(_ text: String) throws -> Int {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 2, let whole = parts.first, (1...3).contains(whole.utf8.count),
      parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
      parts.count == 1 || (1...3).contains(parts[1].utf8.count),
      let thousandths = Int(whole + (parts.count == 2 ? parts[1] : "").padded(to: 3)), thousandths <= 100_000
    else { throw ValidationError("'\(text)' is not a percentage; use a number from 0 to 100, such as 40 or 12.5") }
    return thousandths
  }
}

extension ConsumptionInformation.DeliveryStatus: ExpressibleByArgument {}
extension ConsumptionInformation.RefundPreference: ExpressibleByArgument {}

extension StringProtocol {
  /// With zeros at its end.
  fileprivate func padded(to count: Int) -> String { self + String(repeating: "0", count: count - utf8.count) }
}

/// `receipt-tool api set-token`
struct APISetToken: ReceiptCommand {
  static let configuration = CommandConfiguration(
    commandName: "set-token", abstract: "Join a purchase to an account of the app.",
    discussion: """
      Apple's "Set App Account Token", for purchases that were made outside of the app. It takes the place of the \
      token that is there.

      EXAMPLES
        receipt-tool api set-token --app reader 2000000123456789 "$ACCOUNT"
        receipt-tool api set-token --app reader --yes 2000000123456789 "$ACCOUNT"
        receipt-tool api set-token --app reader --yes 2000000123456789 "$(uuidgen)"

      \(APIHelp.changing)
      """)

  @Argument(help: "The original transaction of the purchase.")
  var id: String

  @Argument(help: "The UUID of the account.")
  var token: String

  @OptionGroup var consent: ConsentOptions
  @OptionGroup(title: "Asking") var options: AppStoreServerOptions

  func perform(_ console: Console) throws -> ExitStatus {
    guard let change = AppStoreServerChange.setAccountToken(id, token: token) else {
      throw ValidationError("give the id of a transaction, and a UUID such as 7e3fb20b-4cdb-47cc-936d-99d65f608138")
    }
    return try options.changing(change, "Set the account token of the purchase \(id) to \(token)", consent, console)
  }
}

/// `receipt-tool api finish`
struct APIFinish: ReceiptCommand {
  static let configuration = CommandConfiguration(
    commandName: "finish", abstract: "Finish a transaction in place of the app.",
    discussion: """
      Apple's "Finish Transaction". The app is not told of a finished transaction again: deliver first.

      EXAMPLES
        receipt-tool api finish --app reader 2000000123456789
        receipt-tool api finish --app reader --yes 2000000123456789
        receipt-tool api finish --app reader --environment sandbox 2000000123456789

      \(APIHelp.changing)
      """)

  @Argument(help: "The transaction.")
  var id: String

  @OptionGroup var consent: ConsentOptions
  @OptionGroup(title: "Asking") var options: AppStoreServerOptions

  func perform(_ console: Console) throws -> ExitStatus {
    guard let change = AppStoreServerChange.finish(id) else { throw invalid(id) }
    return try options.changing(change, "Finish the transaction \(id)", consent, console)
  }
}
