/// Subscriptions that may be relied on: their source is proven, or the user chose to believe it without a proof.
public struct BelievedStatus: Sendable {
  /// Why the source is believed.
  public enum Evidence: Sendable {
    /// Apple signed it.
    case authentic(AuthenticReceipt)
    /// An anchor that the user gave proves it.
    case testSigned(TestSignedReceipt)
    /// Nothing proves the source, but the user chose to believe it (`--unverified`).
    case unverified
  }

  /// Why a source is not believed.
  public enum Objection: Error, Sendable {
    /// Only a part of the source was read, and the unread part may say the opposite.
    case partlyRead([UnreadPart])
    /// The source is signed, but the signature is not proven.
    case untrusted(Authenticity)
    /// The source was not verified at all; the reason is a clause without a final full stop.
    case unverified(Message)
    /// An answer of verifyReceipt with this status, in which Apple confirms nothing.
    case refusedByApple(String)
  }

  /// Why the status is believed.
  public let evidence: Evidence
  /// The subscriptions.
  public let status: SubscriptionStatus

  fileprivate init(_ status: SubscriptionStatus, _ evidence: Evidence) {
    self.status = status
    self.evidence = evidence
  }

  /// Whether a product was active at the moment of the status.
  ///
  /// A product was active if one of its periods was running, or if it was the last product of a subscription that was
  /// in Apple's grace period. A non-consumable is active from its purchase, until Apple takes it back. Other products
  /// are never active, because no source says whether they were used up or when they end.
  public func isActive(product: String) -> Bool { status.claimsActive(product) }
}

extension SubscriptionStatus {
  /// Returns the status as evidence that may be relied on.
  ///
  /// - Parameter admitsUnverified: whether an unsigned source is enough: a saved answer of Apple's servers, or decoded
  ///   signed data. What another program says is never enough, and a signed source must be proven in any case.
  /// - Throws: the reason why the status may not be relied on.
  public func believed(admittingUnverified admitsUnverified: Bool) throws(BelievedStatus.Objection) -> BelievedStatus {
    guard history.unread.isEmpty else { throw .partlyRead(history.unread) }
    if !admitsUnverified, history.judgement == nil, let proven = history.proven {
      // Unproven data beside the proven data is left out.
      return try SubscriptionStatus(proven, at: moment).believed(admittingUnverified: false)
    }
    let evidence: BelievedStatus.Evidence
    switch history.judgement {
    case .authentic(let receipt)?: evidence = .authentic(receipt)
    case .testSigned(let receipt)?: evidence = .testSigned(receipt)
    case .untrusted(let authenticity)?: throw .untrusted(authenticity)
    case nil:
      guard admitsUnverified else { throw .unverified(history.unverifiedBecause ?? "not verified") }
      // Unsigned data of Apple's form can be what Apple said. Programs say it in too many ways to be sure of one.
      if let claims = history.claims {
        throw claims.hasOtherWords
          ? .unverified("words beside it were not understood; they may say otherwise")
          : .unverified("another program says it, and Apple signed nothing in it")
      }
      evidence = .unverified
    }
    if let refusal = history.refusingStatus { throw .refusedByApple(refusal) }
    return BelievedStatus(self, evidence)
  }
}
