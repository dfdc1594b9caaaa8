/// What the caller expects of a receipt. Everything is optional; what is not expected is not checked, and reports say so.
public struct Expectations: Equatable, Sendable {
  /// A kind of receipt, by its `receipt_type`. Raw values are those of policies and options.
  public enum Environment: String, CaseIterable, Sendable {
    /// `Production`, signed by Apple.
    case production
    /// `ProductionSandbox` and `ProductionVPPSandbox`: test accounts, TestFlight, App Review.
    case sandbox
    /// `Xcode`: StoreKit testing.
    case xcode
    /// `ProductionVPP`, signed by Apple: the Volume Purchase Program.
    case vpp

    /// The forms that are read.
    public static let acceptedForms = "use production, sandbox, xcode or vpp"

    /// Reads a name.
    public init(_ text: String) throws(ExpectationError) {
      guard let environment = Environment(rawValue: text) else {
        throw ExpectationError("'\(text)' is no environment", hint: Environment.acceptedForms)
      }
      self = environment
    }
  }

  /// What the version of the app has to be.
  public enum Version: Equatable, Sendable {
    /// This very text, as in the app's Info.plist.
    case equal(String)
    /// This one or a later one.
    case atLeast(DottedVersion)
  }

  /// The bundle identifiers that are right; empty: any.
  public var bundleIdentifiers: [String] = []
  /// The environments that are right; empty: any.
  public var environments: [Environment] = []
  /// The version of the app.
  public var applicationVersion: Version?
  /// The app has to have been bought first before this version.
  public var originalVersionBelow: DottedVersion?
  /// How old the receipt may be.
  public var maximumAge: Period?
  /// The device that the receipt has to be from.
  public var deviceGUID: DeviceGUID?
  /// Products that have to have been bought, and not been cancelled.
  public var products: [String] = []
  /// Subscriptions that have to be active.
  public var activeProducts: [String] = []
  /// How long a subscription counts as active after it expired.
  public var gracePeriod: Period?
  /// Whether a signature that only an anchor of the caller's vouches for will do.
  public var allowsTestSigned = false
  /// Checks that have to have been run, by ``Check/identifier``, whether or not anything above asks for them.
  public var requiredChecks: [String] = []

  /// Expects nothing.
  public init() {}

  /// Refuses expectations that no receipt can meet, or that mean nothing.
  public func checkConsistency() throws(ExpectationError) {
    if gracePeriod != nil, activeProducts.isEmpty {
      throw ExpectationError("a grace period means nothing without a subscription that has to be active")
    }
    let needsApple = !environments.isEmpty && environments.allSatisfy { [.production, .vpp].contains($0) }
    if allowsTestSigned, needsApple {
      throw ExpectationError(
        "a test-signed receipt never passes as \(environments.map(\.rawValue).joined(separator: " or ")), so allowing it "
          + "contradicts the environment",
        hint: "leave out one of the two, or add sandbox or xcode to the environments")
    }
  }

  /// A text that names something: not empty.
  static func name(_ text: String) throws(ExpectationError) -> String {
    guard !text.isEmpty else { throw ExpectationError("an empty text names nothing") }
    return text
  }

  /// The names of all checks.
  public static let checkNames = Checks.all.map(\.identifier)

  /// The name of a check.
  public static func check(_ text: String) throws(ExpectationError) -> String {
    guard Checks.named(text) != nil else {
      throw ExpectationError("'\(text)' is no check", hint: "use one of: \(checkNames.joined(separator: ", "))")
    }
    return text
  }
}
