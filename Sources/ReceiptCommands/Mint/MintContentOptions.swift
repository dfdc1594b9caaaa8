import ArgumentParser
import ReceiptKit
import ReceiptMint

/// The content of a receipt to be minted.
struct MintContentOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Mint a receipt of this kind; list shows all kinds.", valueName: "name"),
    completion: .list(ReceiptTemplate.allCases.map(\.rawValue) + ["list"]))
  var template: String?

  @Option(
    help: ArgumentHelp(
      "Mint signed data of StoreKit 2 instead of a receipt: a JWS of this kind.", valueName: "kind"))
  var jws: SignedPayloadKind?

  @Option(
    help: ArgumentHelp(
      "Mint a server notification, version 2: TYPE or TYPE/SUBTYPE, with what it has to have in it; list shows all.",
      valueName: "name"),
    completion: .list(NotificationTemplate.all.map(\.name) + ["list"]))
  var notification: String?

  @Option(
    help: ArgumentHelp(
      """
      Mint a customer's life as dated files into the folder --output: notifications, transactions, renewal info and \
      receipts that agree with each other; list shows all.
      """,
      valueName: "name"),
    completion: .list(Scenario.all.map(\.name) + ["list"]))
  var scenario: String?

  @Option(
    help: ArgumentHelp(
      """
      Sell the products of this StoreKit configuration of Xcode (.storekit) in the scenario, with their prices, \
      periods, groups and offers; --product says which one is bought first.
      """, valueName: "file"),
    completion: .file(extensions: ["storekit"]))
  var products: String?

  @Option(
    help: ArgumentHelp("Where it claims to come from.", valueName: "name")
  )
  var environment: MintEnvironment?

  @Option(
    name: .customLong("bundle-id"),
    help: ArgumentHelp("The app. (default: com.example.app, of a template)", valueName: "id"))
  var bundleIdentifier: String?

  @Option(name: .customLong("app-version"), help: ArgumentHelp("The version of the app.", valueName: "version"))
  var applicationVersion: String?

  @Option(
    name: .customLong("original-app-version"),
    help: ArgumentHelp("The version that was first bought.", valueName: "version"))
  var originalApplicationVersion: String?

  @Option(
    name: .customLong("creation-date"),
    help: ArgumentHelp(
      "When it was made: 2024-01-31, 2024-01-31T12:00:00Z. (default: now)", valueName: "time"),
    transform: JudgingTime.init)
  var creationDate: JudgingTime?

  @Option(
    name: .customLong("device-guid"),
    help: ArgumentHelp(
      "The device: the hash is computed for it, or the deviceVerification of signed data.", valueName: "guid"),
    transform: Self.device)
  var deviceGUID: DeviceGUID?

  @Option(help: ArgumentHelp("The product of a template's purchases, or the first one of a scenario.", valueName: "id"))
  var product: String?

  @Option(
    help: ArgumentHelp("How many of a consumable. (default: 1)", valueName: "count"),
    transform: Self.number(1...Int(Int32.max)))
  var quantity: Int?

  @Option(
    help: ArgumentHelp("How often a subscription was renewed. (default: 2)", valueName: "count"),
    transform: Self.number(0...10_000))
  var renewals: Int?

  @Option(
    help: ArgumentHelp("How long a period is: 5m, 7d, 1mo, 1y, P1M. (default: 30d)", valueName: "time"),
    transform: Self.period)
  var period: SubscriptionPeriod?

  @Flag(help: "Begin the subscription with a free trial.")
  var trial = false

  @Flag(help: "Give its first paid period an introductory price.")
  var intro = false

  @Flag(help: "Let it lapse for one period before the last renewal.")
  var gap = false

  @Flag(help: "Refund the last purchase.")
  var cancelled = false

  @Option(
    help: ArgumentHelp("How many purchases a large receipt has. (default: 187)", valueName: "count"),
    transform: Self.number(0...10_000))
  var purchases: Int?

  /// The given time, or the time of this run, rounded down to a whole second, even before 1970.
  func moment(_ console: Console) -> Instant {
    let moment = creationDate?.instant(console) ?? console.now
    return Instant(milliseconds: moment.milliseconds - (moment.milliseconds % 1_000 + 1_000) % 1_000)
  }

  func validate() throws {
    if template == "list" || notification == "list" || scenario == "list" { return }
    if let scenario { return try validateScenario(scenario) }
    guard products == nil else { throw UsageError("--products", needs: "--scenario") }
    if let signedDataKind { return try validateSignedData(signedDataKind) }
    guard let template else {
      // The content is described in JSON.
      guard let wrong = onlyForTemplates.first else { return }
      throw UsageError("\(wrong) needs --template; a description says such things itself")
    }
    let kind = try Self.template(template)
    if let environment, !kind.environments.contains(environment) {
      throw UsageError("--template \(template)", excludes: "--environment \(environment.rawValue)")
    }
    let isSubscription = [.subscription, .xcode].contains(kind)
    let fitting: [(name: String, isGiven: Bool, fits: Bool)] = [
      ("--renewals", renewals != nil, isSubscription), ("--period", period != nil, isSubscription),
      ("--trial", trial, kind == .subscription), ("--intro", intro, isSubscription), ("--gap", gap, isSubscription),
      ("--quantity", quantity != nil, [.consumable, .legacy].contains(kind)),
      ("--purchases", purchases != nil, kind == .large),
      ("--cancelled", cancelled, ![.empty, .paidApp, .vpp, .large, .legacy].contains(kind)),
      ("--product", product != nil, ![.empty, .paidApp, .vpp].contains(kind)),
      ("--original-app-version", originalApplicationVersion != nil, kind != .legacy),
    ]
    if let wrong = fitting.first(where: { $0.isGiven && !$0.fits }) {
      throw UsageError("\(wrong.name) means nothing to --template \(template)")
    }
    guard !(gap && renewals == 0) else { throw UsageError("--gap needs a renewal behind it") }
  }

  /// The given options that have an effect only on a template.
  var onlyForTemplates: [String] {
    let given = [
      ("--product", product != nil), ("--quantity", quantity != nil), ("--renewals", renewals != nil),
      ("--period", period != nil), ("--trial", trial), ("--intro", intro), ("--gap", gap), ("--cancelled", cancelled),
      ("--purchases", purchases != nil),
    ]
    return given.filter(\.1).map(\.0)
  }

  /// Options that would change a payload given as octets.
  var overrides: [String] {
    let given = [
      ("--environment", environment != nil), ("--bundle-id", bundleIdentifier != nil),
      ("--app-version", applicationVersion != nil), ("--original-app-version", originalApplicationVersion != nil),
      ("--creation-date", creationDate != nil), ("--device-guid", deviceGUID != nil),
    ]
    return given.filter(\.1).map(\.0)
  }

  static func template(_ name: String) throws -> ReceiptTemplate {
    guard let template = ReceiptTemplate(rawValue: name) else {
      throw UsageError("'\(name)' is not a template; --template list shows them")
    }
    return template
  }

  private static func device(_ text: String) throws -> DeviceGUID {
    do throws(ExpectationError) { return try DeviceGUID(text) } catch {
      throw UsageError("\(error.message); \(DeviceGUID.acceptedForms)")
    }
  }

  private static func period(_ text: String) throws -> SubscriptionPeriod {
    guard let period = SubscriptionPeriod(text) else {
      throw UsageError("'\(text)' is not a length of time; \(SubscriptionPeriod.acceptedForms)")
    }
    return period
  }

  static func number(_ range: ClosedRange<Int>) -> @Sendable (String) throws -> Int {
    { text in
      guard let number = Int(text), range.contains(number) else {
        throw UsageError("'\(text)' is not a whole number from \(range.lowerBound) to \(range.upperBound)")
      }
      return number
    }
  }
}

extension MintEnvironment: ExpressibleByArgument {}
