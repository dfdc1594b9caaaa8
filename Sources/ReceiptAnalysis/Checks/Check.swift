/// One question that is asked of a receipt. A check is one file, and one line in ``Checks/all``.
public protocol Check: Sendable {
  /// Its name in reports and policies, in snake case. Stable.
  var identifier: String { get }
  /// What it asks, in one sentence.
  var summary: String { get }
  /// What to do when it fails, and who has to do it.
  var remedy: CheckRemedy { get }
  /// Whether nothing may be called valid while this check could not be run.
  var isEssential: Bool { get }

  /// Whether the caller expects something that only this check can tell.
  func isRequested(by expectations: Expectations) -> Bool

  /// Asks the question. It reads no clock and no file: whatever the answer depends on is in the context.
  func run(_ context: CheckContext) -> CheckFinding
}

extension Check {
  /// Most checks are about one expectation, and can be done without.
  public var isEssential: Bool { false }

  /// Most checks of consistency need no expectation.
  public func isRequested(by expectations: Expectations) -> Bool { false }
}

/// What to do when a check fails.
public struct CheckRemedy: Equatable, Sendable {
  /// Who has to act. Raw values are stable and appear in output.
  public enum Actor: String, CaseIterable, Sendable {
    /// Whoever wrote the app or its server.
    case developer
    /// Whoever answers the customer.
    case support
    /// Whoever bought.
    case customer
    /// Apple.
    case apple
  }

  /// Who has to act.
  public let actor: Actor
  /// What to do, in one sentence.
  public let action: String

  /// Makes a remedy.
  public init(_ actor: Actor, _ action: String) {
    self.actor = actor
    self.action = action
  }
}

/// The checks.
public enum Checks {
  /// Every check, in the order in which reports list them: who signed it, what it is for, what was bought, whether it is sound.
  public static let all: [any Check] = [
    SignatureCheck(),
    CertificateChainCheck(),
    MarkerOIDsCheck(),
    BundleIdentifierCheck(),
    RequestBundleCheck(),
    EnvironmentCheck(),
    ApplicationVersionCheck(),
    OriginalApplicationVersionCheck(),
    CreationDateCheck(),
    ExpirationDateCheck(),
    DeviceHashCheck(),
    ProductsCheck(),
    ActiveSubscriptionCheck(),
    PurchaseDatesCheck(),
    DuplicateTransactionsCheck(),
    QuantityCheck(),
    ProductTypeCheck(),
    AttributesCheck(),
  ]

  /// The check of this name, if there is one.
  public static func named(_ identifier: String) -> (any Check)? {
    all.first { $0.identifier == identifier }
  }
}
