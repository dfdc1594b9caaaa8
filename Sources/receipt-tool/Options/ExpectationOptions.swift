import ArgumentParser
import ReceiptKit

/// The expectations that `validate` accepts as options. Each option replaces the key of the same name in the policy.
struct ExpectationOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Read expectations from this JSON file (Schemas/policy-1.schema.json). An option below replaces the key of its name.",
      valueName: "file"),
    completion: .file())
  var policy: String?

  @Option(
    name: .customLong("bundle-id"),
    help: ArgumentHelp("The receipt is one of this app. Repeat for several that are right.", valueName: "identifier"),
    transform: expected { text throws(ExpectationError) in try named(text, "a bundle identifier") })
  var bundleIdentifiers: [String] = []

  @Option(
    name: .customLong("environment"),
    help: ArgumentHelp(
      "It is from here: production, sandbox, xcode, vpp. Repeat for several. Production and vpp take only what Apple signed.",
      valueName: "environment"),
    completion: .list(Expectations.Environment.allCases.map(\.rawValue)),
    transform: expected { text throws(ExpectationError) in try Expectations.Environment(text) })
  var environments: [Expectations.Environment] = []

  @Option(
    name: .customLong("app-version"),
    help: ArgumentHelp("It is for exactly this version of the app.", valueName: "version"),
    transform: expected { text throws(ExpectationError) in try named(text, "a version") })
  var appVersion: String?

  @Option(
    name: .customLong("min-app-version"),
    help: ArgumentHelp("It is for this version of the app or a later one.", valueName: "version"),
    transform: expected { text throws(ExpectationError) in try DottedVersion(expected: text) })
  var minimumAppVersion: DottedVersion?

  @Option(
    name: .customLong("original-version-below"),
    help: ArgumentHelp("The app was first bought before this version.", valueName: "version"),
    transform: expected { text throws(ExpectationError) in try DottedVersion(expected: text) })
  var originalVersionBelow: DottedVersion?

  @Option(
    name: .customLong("max-age"),
    help: ArgumentHelp("It is no older than this: 90s, 30m, 12h, 16d, 2w.", valueName: "time"),
    transform: expected { text throws(ExpectationError) in try Period(text) })
  var maximumAge: Period?

  @Option(
    name: .customLong("device-guid"),
    help: ArgumentHelp(
      "It was made for this device: a UUID, 32 hexadecimal digits, base64, or a MAC address.", valueName: "guid"),
    transform: expected { text throws(ExpectationError) in try DeviceGUID(text) })
  var deviceGUID: DeviceGUID?

  @Option(
    name: .customLong("product"),
    help: ArgumentHelp(
      "This product was bought and not refunded: its latest purchase, of a subscription the current period, of consumables any. Repeat for more.",
      valueName: "product"),
    transform: expected { text throws(ExpectationError) in try named(text, "a product") })
  var products: [String] = []

  @Option(
    name: .customLong("active"),
    help: ArgumentHelp("This subscription is active. Repeat for more.", valueName: "product"),
    transform: expected { text throws(ExpectationError) in try named(text, "a product") })
  var activeProducts: [String] = []

  @Option(
    name: .customLong("grace-period"),
    help: ArgumentHelp("It may have expired by this much: 6h, 16d.", valueName: "time"),
    transform: expected { text throws(ExpectationError) in try Period(text) })
  var gracePeriod: Period?

  @Flag(inversion: .prefixedNo, help: "Take what a trust anchor of yours vouches for.")
  var allowTestSigned: Bool?

  @Option(
    name: .customLong("require-check"),
    help: ArgumentHelp("This check must have been run, whatever is expected. Repeat for more.", valueName: "check"),
    completion: .list(Expectations.checkNames),
    transform: expected { text throws(ExpectationError) in try Expectations.check(text) })
  var requiredChecks: [String] = []

  func validate() throws {
    guard appVersion == nil || minimumAppVersion == nil else {
      throw ValidationError("--app-version and --min-app-version exclude each other")
    }
  }

  /// The policy with the options applied to it.
  func expectations() throws -> Expectations {
    var expectations = try policy.map(Self.read) ?? Expectations()
    if !bundleIdentifiers.isEmpty { expectations.bundleIdentifiers = bundleIdentifiers }
    if !environments.isEmpty { expectations.environments = environments }
    if let contradiction = contradiction(of: expectations.applicationVersion) { throw ValidationError(contradiction) }
    if let appVersion { expectations.applicationVersion = .equal(appVersion) }
    if let minimumAppVersion { expectations.applicationVersion = .atLeast(minimumAppVersion) }
    if let originalVersionBelow { expectations.originalVersionBelow = originalVersionBelow }
    if let maximumAge { expectations.maximumAge = maximumAge }
    if let deviceGUID { expectations.deviceGUID = deviceGUID }
    if !products.isEmpty { expectations.products = products }
    if !activeProducts.isEmpty { expectations.activeProducts = activeProducts }
    if let gracePeriod { expectations.gracePeriod = gracePeriod }
    if let allowTestSigned { expectations.allowsTestSigned = allowTestSigned }
    if !requiredChecks.isEmpty { expectations.requiredChecks = requiredChecks }
    do throws(ExpectationError) {
      try expectations.checkConsistency()
    } catch {
      throw ValidationError(error.text)
    }
    return expectations
  }

  /// An option replaces the policy key of its own name, and never removes another silently.
  private func contradiction(of policy: Expectations.Version?) -> String? {
    switch policy {
    case .equal where minimumAppVersion != nil: "--min-app-version and the policy's app_version exclude each other"
    case .atLeast where appVersion != nil: "--app-version and the policy's min_app_version exclude each other"
    default: nil
    }
  }

  private static func read(_ file: String) throws -> Expectations {
    do throws(ReceiptError) {
      let bytes = try InputFile.read(file, maximumBytes: 1 << 20, searchesDirectories: false)
      do throws(ExpectationError) {
        return try Policy(bytes).expectations
      } catch {
        throw ReceiptError(.invalidJSON, error.message, hint: error.hint)
      }
    } catch {
      throw UnusableOption(option: "--policy", source: file, error: error)
    }
  }
}

/// A parser of one option's value, whose errors ArgumentParser prints.
private func expected<Value>(
  _ read: @escaping @Sendable (String) throws(ExpectationError) -> Value
) -> @Sendable (String) throws -> Value {
  { text in
    do throws(ExpectationError) {
      return try read(text)
    } catch {
      throw ValidationError(error.text)
    }
  }
}

private func named(_ text: String, _ what: String) throws(ExpectationError) -> String {
  guard !text.isEmpty else { throw ExpectationError("an empty text is not \(what)") }
  return text
}

extension ExpectationError {
  /// The fault and the remedy, as one text.
  fileprivate var text: String { message + (hint.map { "; \($0)" } ?? "") }
}
