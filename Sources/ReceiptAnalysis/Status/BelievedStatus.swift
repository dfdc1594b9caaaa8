/// Subscriptions for which something may be granted: their source is proven, or the user said that it is believed without a proof.
public struct BelievedStatus: Sendable {
  /// Why the source is believed.
  public enum Evidence: Sendable {
    /// Apple signed it.
    case authentic(AuthenticReceipt)
    /// An anchor that the user gave vouches for it.
    case testSigned(TestSignedReceipt)
    /// Nothing proves it. The user wants it believed all the same: `--unverified`.
    case unverified
  }

  /// Why a source is not believed.
  public enum Objection: Error, Sendable {
    /// Only a part of it was read, and what was not read may say the opposite.
    case partlyRead([UnreadPart])
    /// It is signed, and not proven.
    case untrusted(Authenticity)
    /// It is not verified at all; the reason is a clause without a final full stop.
    case unverified(String)
    /// An answer of verifyReceipt with this status, in which Apple vouches for nothing.
    case refusedByApple(String)
  }

  /// Why it is believed.
  public let evidence: Evidence
  /// The subscriptions.
  public let status: SubscriptionStatus

  fileprivate init(_ status: SubscriptionStatus, _ evidence: Evidence) {
    self.status = status
    self.evidence = evidence
  }

  /// Whether a product was active at the moment: one of its periods ran, or the subscription whose last period it was is in Apple's
  /// grace period. What is no subscription is never active: see ``SubscriptionStatus/isOtherPurchase(_:)``.
  public func isActive(product: String) -> Bool { status.claimsActive(product) }
}

extension SubscriptionStatus {
  /// The same as something that may be relied on.
  ///
  /// - Parameter admitsUnverified: whether a source that is not signed at all will do. One that is signed has to be proven in any case.
  /// - Throws: why it may not be relied on.
  public func believed(admittingUnverified admitsUnverified: Bool) throws(BelievedStatus.Objection) -> BelievedStatus {
    guard history.unread.isEmpty else { throw .partlyRead(history.unread) }
    let evidence: BelievedStatus.Evidence
    switch history.judgement {
    case .authentic(let receipt)?: evidence = .authentic(receipt)
    case .testSigned(let receipt)?: evidence = .testSigned(receipt)
    case .untrusted(let authenticity)?: throw .untrusted(authenticity)
    case nil:
      guard admitsUnverified else { throw .unverified(history.unverifiedBecause ?? "not verified") }
      evidence = .unverified
    }
    if let refusal = history.refusal { throw .refusedByApple(refusal) }
    return BelievedStatus(self, evidence)
  }
}
