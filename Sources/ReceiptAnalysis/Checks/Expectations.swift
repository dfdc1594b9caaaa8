/// What the caller expects of a receipt. Every expectation is optional. A property without an expectation is not
/// checked, and reports say so.
public struct Expectations: Equatable, Sendable {
  /// The environment of a receipt, as its `receipt_type` states it. Policies and options use the raw values.
  public enum Environment: String, CaseIterable, Sendable {
    /// `Production`, signed by Apple.
    case production
    /// `ProductionSandbox` and `ProductionVPPSandbox`: test accounts, TestFlight, App Review.
    case sandbox
    /// `Xcode`: StoreKit testing.
    case xcode
    /// `ProductionVPP`, signed by Apple: the Volume Purchase Program.
    case vpp

    package static let acceptedForms: Message = "use production, sandbox, xcode or vpp"

    package init(_ text: String) throws(ExpectationError) {
      guard let environment = Environment(rawValue: text) else {
        throw ExpectationError("'\(text)' is not an environment", hint: Environment.acceptedForms)
      }
      self = environment
    }
  }

  /// The expected version of the app.
  public enum Version: Equatable, Sendable {
    /// Exactly this text, as in the app's Info.plist.
    case equal(String)
    /// This version or a later one.
    case atLeast(DottedVersion)
  }

  /// The accepted bundle identifiers; empty accepts any.
  public var bundleIdentifiers: [String] = []
  /// The number of the app in the App Store (its Apple ID), which notifications and AppTransactions name in production.
  public var appAppleID: Int64?
  /// The accepted environments; empty accepts any.
  public var environments: [Environment] = []
  /// The version of the app.
  public var applicationVersion: Version?
  /// The version with which the customer first bought the app must be lower than this one.
  public var originalVersionBelow: DottedVersion?
  /// The maximum age of the receipt.
  public var maximumAge: DurationText?
  /// The device that the receipt must belong to.
  public var deviceGUID: DeviceGUID?
  /// `AppStore.deviceVerificationID` of the device that the signed data must come from.
  public var deviceID: String?
  /// The `appAccountToken` that the signed data must have, a UUID.
  public var accountToken: String?
  /// Products that must have been bought and not cancelled.
  public var products: [String] = []
  /// Transactions that the receipt must contain. Each is named by any of its identifiers: its own, another one of the
  /// same transaction, the original transaction's, the order line's, or that of the subscription that it continues.
  /// Policies cannot state them.
  public var transactions: [String] = []
  /// Subscriptions that must be active.
  public var activeProducts: [String] = []
  /// How long a subscription counts as active after it expired.
  public var gracePeriod: DurationText?
  /// Whether to accept a signature that only an anchor of the caller proves.
  public var allowsTestSigned = false
  /// Checks that must run, by ``CheckResult/identifier``, even if no expectation above requests them.
  public var requiredChecks: [String] = []

  /// Makes expectations that request no check.
  public init() {}

  /// Checks that a receipt can meet the expectations and that each of them has an effect.
  ///
  /// - Throws: an error that names the first expectations that contradict each other or have no effect.
  public func checkConsistency() throws(ExpectationError) {
    if gracePeriod != nil, activeProducts.isEmpty {
      throw ExpectationError("a grace period means nothing without a subscription that has to be active")
    }
    let needsApple = !environments.isEmpty && environments.allSatisfy { [.production, .vpp].contains($0) }
    if allowsTestSigned, needsApple {
      let wanted = environments.map(\.rawValue).joined { "\($0) or \($1)" }
      throw ExpectationError(
        "a test-signed receipt never passes as \(wanted), so allowing it contradicts the environment",
        hint: "leave out one of the two, or add sandbox or xcode to the environments")
    }
  }

  /// Reads a name, which must not be empty.
  static func name(_ text: String) throws(ExpectationError) -> String {
    guard !text.isEmpty else { throw ExpectationError("an empty text names nothing") }
    return text
  }

  static let uuidPattern = "^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$"

  /// Reads a UUID. Its letters stay as they are: the checks compare it in lower case.
  package static func uuid(_ text: String) throws(ExpectationError) -> String {
    guard text.utf8.isUUID else {
      throw ExpectationError("'\(text)' is not a UUID", hint: "use 7c9e6679-7425-40de-944b-e07fc1f90ae7")
    }
    return text
  }

  /// The names of all checks.
  public static let checkNames = Check.all.map(\.identifier)

  package static func check(_ text: String) throws(ExpectationError) -> String {
    guard Check.named(text) != nil else {
      throw ExpectationError("'\(text)' is not a check", hint: "use one of: \(checkNames.joined(separator: ", "))")
    }
    return text
  }
}

extension ExpectationRow {
  /// All possible expectations, in the order in which they are listed.
  package static let all = [
    bundleIdentifiers, appAppleID, environments, applicationVersion, minimumApplicationVersion, originalVersionBelow,
    maximumAge,
    deviceGUID, deviceID, accountToken, products, activeProducts, gracePeriod, allowsTestSigned, requiredChecks,
  ]

  package static let bundleIdentifiers = repeated(
    "bundle_id", \.bundleIdentifiers, .name("a bundle identifier"), "The receipt is one of this app.",
    onRepeating: "Repeat for several that are right.", valueName: "id", example: "com.example.app",
    read: Expectations.name)

  package static let appAppleID = once(
    "app_apple_id", \.appAppleID, .pattern("^[1-9][0-9]{0,17}$"),
    "Signed data is of the app with this number. Transactions and sandbox data name none, and do not pass.",
    valueName: "number", example: "1234567890"
  ) { text throws(ExpectationError) in
    guard let number = Int64(text), number > 0, String(number) == text else {
      throw ExpectationError("'\(text)' is not an Apple ID of an app", hint: "use its digits: 1234567890")
    }
    return number
  }

  package static let environments = repeated(
    "environment", \.environments, .word(Expectations.Environment.allCases.map(\.rawValue)),
    "It is from here. Production and vpp take only what Apple signed.",
    help:
      """
      It is from here: production, sandbox, xcode, vpp. Repeat for several. Production and vpp take only what Apple \
      signed.
      """,
    valueName: "environment", example: "production", read: Expectations.Environment.init(_:))

  package static let applicationVersion = once(
    "app_version", \.applicationVersion, .name("a version"), "It is for exactly this version of the app.",
    valueName: "version", example: "42"
  ) { text throws(ExpectationError) in .equal(try Expectations.name(text)) }

  package static let minimumApplicationVersion = once(
    "min_app_version", \.applicationVersion, .pattern(DottedVersion.pattern),
    "It is for this version of the app or a later one.", valueName: "version", example: "40"
  ) { text throws(ExpectationError) in .atLeast(try DottedVersion(expected: text)) }

  package static let originalVersionBelow = once(
    "original_version_below", \.originalVersionBelow, .pattern(DottedVersion.pattern),
    "The app was first bought before this version.", valueName: "version", example: "2.0",
    read: DottedVersion.init(expected:))

  package static let maximumAge = once(
    "max_age", \.maximumAge, .pattern(DurationText.pattern), "It is no older than this: 90s, 30m, 12h, 16d, 2w.",
    valueName: "time", example: "30d", read: DurationText.init(_:))

  package static let deviceGUID = once(
    "device_guid", \.deviceGUID, .pattern(DeviceGUID.pattern),
    "It was made for this device: a UUID, 32 hexadecimal digits, base64, or a MAC address.", valueName: "guid",
    example: "00:1B:63:84:45:E6", read: DeviceGUID.init(_:))

  package static let deviceID = once(
    "device_id", \.deviceID, .pattern(Expectations.uuidPattern),
    "Signed data was taken on the device with this AppStore.deviceVerificationID.", valueName: "uuid",
    example: "956328d9-cc6a-47f4-be40-6953fb0ab6c7", read: Expectations.uuid)

  package static let accountToken = once(
    "account_token", \.accountToken, .pattern(Expectations.uuidPattern),
    "Signed data was bought for the account with this appAccountToken.", valueName: "uuid",
    example: "7c9e6679-7425-40de-944b-e07fc1f90ae7", read: Expectations.uuid)

  package static let products = repeated(
    "product", \.products, .name("a product"),
    """
    This product was bought and not refunded: its latest purchase, of a subscription the current period, of \
    consumables any.
    """,
    valueName: "product", example: "pro", read: Expectations.name)

  package static let activeProducts = repeated(
    "active", \.activeProducts, .name("a product"), "This subscription is active.", valueName: "product",
    example: "monthly", read: Expectations.name)

  package static let gracePeriod = once(
    "grace_period", \.gracePeriod, .pattern(DurationText.pattern), "It may have expired by this much: 6h, 16d.",
    valueName: "time", example: "16d", read: DurationText.init(_:))

  package static let allowsTestSigned = flag(
    "allow_test_signed", \.allowsTestSigned, "Take what a trust anchor of the server vouches for.",
    help: "Accept receipts signed under --trust-anchor.")

  package static let requiredChecks = repeated(
    "require_check", \.requiredChecks, .word(Expectations.checkNames),
    "This check must have been run, whatever is expected.", valueName: "check",
    example: Check.deviceHash.identifier, read: Expectations.check)
}
