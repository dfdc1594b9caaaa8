/// One question about a receipt. A check is one file, and one line in ``all``.
package struct Check: Sendable {
  /// The subject of the answer of a check.
  ///
  /// There is no default: every new check must decide whether a receipt that fails it still proves its refunds.
  package enum Subject: Sendable {
    /// Who made the receipt, for which app and device, and whether it is complete. If such a check fails, the content
    /// of the receipt is unreliable.
    case provenance
    /// The content of the receipt, compared with expectations. The content stays true even if such a check fails.
    case content
  }

  /// The name of the check in reports and policies, in snake case. It never changes.
  package let identifier: String
  /// The subject of the check's answer.
  package let subject: Subject
  /// Whether only signed data (JWS) can answer the check. For other documents, it is listed only if it is requested.
  package let isOnlyForSignedData: Bool
  /// Whether a receipt is never valid if this check could not be run.
  let isEssential: Bool
  /// Whether the check is about the proof itself, and not about the proven content.
  package let isAboutProof: Bool
  /// The question, in one sentence.
  package let summary: String
  /// Who must act if the check fails.
  package let actor: ReferenceEntry.Actor
  /// What to do if the check fails, in one sentence.
  package let action: String
  /// Whether the caller expects something that only this check can answer.
  ///
  /// There is no default, because a check that was not requested may be skipped and the receipt still passes.
  let isRequested: @Sendable (Expectations) -> Bool
  /// Runs the check. It reads no clock and no file: the answer depends only on the context.
  let run: @Sendable (CheckContext) -> CheckFinding

  /// Makes a check. Most checks are about one expectation, and are not essential.
  init(
    _ identifier: String, _ subject: Subject, isOnlyForSignedData: Bool = false, isEssential: Bool = false,
    isAboutProof: Bool = false, summary: String, ifFailed actor: ReferenceEntry.Actor, _ action: String,
    isRequested: @escaping @Sendable (Expectations) -> Bool, run: @escaping @Sendable (CheckContext) -> CheckFinding
  ) {
    self.identifier = identifier
    self.subject = subject
    self.summary = summary
    self.isOnlyForSignedData = isOnlyForSignedData
    self.isEssential = isEssential
    self.isAboutProof = isAboutProof
    self.actor = actor
    self.action = action
    self.isRequested = isRequested
    self.run = run
  }

  /// Every check, in the order of reports: the signer, the app and device, the purchases, the consistency.
  package static let all: [Check] = [
    signature,
    certificateChain,
    markerOIDs,
    bundleIdentifier,
    requestBundle,
    environment,
    applicationVersion,
    originalApplicationVersion,
    creationDate,
    expirationDate,
    deviceHash,
    products,
    activeSubscription,
    purchaseDates,
    duplicateTransactions,
    quantity,
    productType,
    attributes,
    appAppleID,
    accountToken,
    deviceVerification,
  ]

  /// The check of this name, or `nil` if unknown.
  package static func named(_ identifier: String) -> Check? { all.first { $0.identifier == identifier } }
}
