/// One question about a receipt. A check is one file, and one line in ``Checks/all``.
package protocol Check: Sendable {
  /// The name of the check in reports and policies, in snake case. It never changes.
  var identifier: String { get }
  /// The question, in one sentence.
  var summary: String { get }
  /// What to do if the check fails, and who must do it.
  var remedy: CheckRemedy { get }
  /// The subject of the check's answer.
  var subject: CheckSubject { get }
  /// Whether a receipt is never valid if this check could not be run.
  var isEssential: Bool { get }
  /// Whether the check is about the proof itself, and not about the proven content.
  var isAboutProof: Bool { get }
  /// Whether only signed data (JWS) can answer the check. For other documents, it is listed only if it is requested.
  var isOnlyForSignedData: Bool { get }

  /// Whether the caller expects something that only this check can answer.
  ///
  /// There is no default, because a check that was not requested may be skipped and the receipt still passes.
  func isRequested(by expectations: Expectations) -> Bool

  /// Runs the check. It reads no clock and no file: the answer depends only on the context.
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
  /// Who made the receipt, for which app and device, and whether it is complete. If such a check fails, the content of
  /// the receipt is unreliable.
  case provenance
  /// The content of the receipt, compared with expectations. The content stays true even if such a check fails.
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
  /// Every check, in the order of reports: the signer, the app and device, the purchases, the consistency.
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
