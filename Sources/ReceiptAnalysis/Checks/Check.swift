/// One question about a receipt. A check is one file, and one line in ``Checks/all``.
package protocol Check: Sendable {
  /// Its name in reports and policies, in snake case. Stable.
  var identifier: String { get }
  /// The question, in one sentence.
  var summary: String { get }
  /// What to do when it fails, and who must do it.
  var remedy: CheckRemedy { get }
  /// The subject of its answer.
  var subject: CheckSubject { get }
  /// Whether no receipt may be called valid if this check could not be run.
  var isEssential: Bool { get }
  /// Whether it is about the proof itself, and not about what is proven.
  var isAboutProof: Bool { get }
  /// Whether only signed data (JWS) can answer it; of other documents it is not listed unless it is requested.
  var isOnlyForSignedData: Bool { get }

  /// Whether the caller expects something that only this check can answer.
  ///
  /// There is no default: a receipt passes while a check is skipped that was not requested.
  func isRequested(by expectations: Expectations) -> Bool

  /// Runs the check. It reads no clock and no file: the answer depends on the context only.
  func run(_ context: CheckContext) -> CheckFinding
}

extension Check {
  /// Most checks are about one expectation, and are not essential.
  package var isEssential: Bool { false }
  package var isAboutProof: Bool { false }
  package var isOnlyForSignedData: Bool { false }
}

/// The subject of the answer of a check.
///
/// There is no default: every new check must decide whether a receipt that fails it still proves its refunds.
package enum CheckSubject: Sendable {
  /// Who made the receipt, for which app and device, and whether it is whole: if this fails, its content is unreliable.
  case provenance
  /// The content of the receipt, against what was wanted: it stays true if this fails.
  case content
}

/// What to do when a check fails.
package struct CheckRemedy: Equatable, Sendable {
  package let actor: ReferenceEntry.Actor
  /// What to do, in one sentence.
  package let action: String

  init(_ actor: ReferenceEntry.Actor, _ action: String) {
    self.actor = actor
    self.action = action
  }
}

/// The checks.
package enum Checks {
  /// Every check, in the order of reports: who signed it, what it is for, what was bought, whether it is consistent.
  package static let all: [any Check] = [
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
    AppAppleIDCheck(),
    AccountTokenCheck(),
    DeviceVerificationCheck(),
  ]

  /// The check of this name, or `nil` if unknown.
  package static func named(_ identifier: String) -> (any Check)? {
    all.first { $0.identifier == identifier }
  }
}
