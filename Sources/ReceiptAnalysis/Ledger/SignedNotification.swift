/// A server notification of version 2: what Apple signed about one purchase, with the proof.
///
/// It is only as good as its parts: each of them is proven on its own, and has to agree with what is around it.
public struct SignedNotification: Sendable {
  /// `notificationType`, and `subtype` after a slash: `EXPIRED/VOLUNTARY`.
  public let name: String
  /// What it says of itself, which is proven if ``purchase`` is.
  package let claims: NotificationClaims
  /// The purchase and the renewal that it tells of.
  package let purchase: SignedPurchase
  /// Why the customer asks for a refund, in Apple's word.
  package let consumptionReason: String?

  /// Reads a notification.
  ///
  /// - Parameters:
  ///   - bytes: the body of Apple's request, or the JWS itself; untrusted.
  ///   - decoder: whom to trust.
  /// - Returns: `nil` for an input that is neither a JWS nor has a `signedPayload`.
  /// - Throws: `.otherFormat` for other signed data, and for a notification that cannot be read, lacks what every one has or
  ///   contains what was not read; `.invalidJSON` for a text that is ambiguous, or whose values would be stored differently.
  public init?(_ bytes: [UInt8], decoder: InputDecoder) throws(ReceiptError) {
    guard let notification = try UnprovenNotification(bytes, decoder: decoder) else { return nil }
    self = try notification.proven(by: decoder)
  }

  /// - Parameter decoded: the notification that claims this, judged.
  init(_ claims: NotificationClaims, _ decoded: DecodedInput) throws(ReceiptError) {
    guard case .jws(let signature) = decoded.document, let judgement = decoded.judgement else {
      throw ReceiptError(.defect, "a notification was not judged")
    }
    let payload = signature.payload
    let type = payload["notificationType"]?.stringValue ?? ""
    let signedAt = claims.signedAt
    var history = try PurchaseHistory(decoded)
    for (name, text) in [("notificationType", type), ("subtype", payload["subtype"]?.stringValue ?? "")] {
      if let problem = StoreIdentifier.problem(text) {
        throw ReceiptError(.invalidJSON, "`\(name)` is not an identifier: \(problem)")
      }
    }
    if let problem = history.unusableIdentifier { throw ReceiptError(.invalidJSON, problem) }
    // A transaction that names no app could be of any.
    let transaction = decoded.signedParts.first { $0.pointer.hasSuffix("/signedTransactionInfo") }?.signature
    if let transaction, transaction.bundleIdentifier == nil || transaction.environment == nil {
      throw ReceiptError(.otherFormat, "the transaction in it does not name its app and its environment")
    }
    func signedDate(_ name: String) -> Instant? {
      decoded.signedParts.first { $0.pointer.hasSuffix("/" + name) }?.signature?.signedAt
    }
    let isTakenBack = Self.write(
      SubscriptionStatus(history, at: history.statuses.first?.statement.date ?? signedAt), into: &history)
    self.claims = claims
    name = type + (history.notificationSubtype.map { "/" + $0 } ?? "")
    consumptionReason = payload["data"]?["consumptionRequestReason"]?.stringValue
    // A status was signed with the whole.
    let inner = signedDate("signedTransactionInfo") ?? signedAt
    purchase = SignedPurchase(
      history, transactionSignedAt: isTakenBack ? max(inner, signedAt) : inner,
      renewalSignedAt: signedDate("signedRenewalInfo") ?? signedAt, judgements: [judgement])
  }

  /// A ledger stores transactions and renewal information: what Apple's status says beyond them is written as such. The type of a
  /// notification says nothing.
  ///
  /// - Returns: whether the status, and nothing else, takes the purchase back.
  private static func write(_ status: SubscriptionStatus, into history: inout PurchaseHistory) -> Bool {
    guard let holding = status.subscriptions.first?.holding, case .status = holding.basis else { return false }
    switch holding.state {
    case .graceWithoutEnd(let latest):
      history.renewals = history.renewals.map { $0.inBillingRetry(until: latest) }
    case .billingRetry: history.renewals = history.renewals.map { $0.inBillingRetry(until: $0.graceExpires) }
    case .expired:
      // Apple's number for another reason.
      for index in history.renewals.indices where history.renewals[index].expirationIntent == nil {
        history.renewals[index].expirationIntent = 5
      }
    case .refunded(nil, nil, nil):
      let untold = history.purchases.indices.filter { !history.purchases[$0].tellsOfCancellation }
      for index in untold { history.purchases[index].isCancelledWithoutDate = true }
      return !untold.isEmpty
    default: break
    }
    return false
  }

  /// When it was signed.
  public var signedAt: Instant { claims.signedAt }

  /// The purchase and the renewal that it tells of; neither for a notification about something else.
  package var history: PurchaseHistory { purchase.history }

  /// Every meaning of its type; empty for a type that is not known.
  package var meanings: [NotificationMeaning] { NotificationMeaning.rows(of: history.notificationType ?? "") }

  /// The meaning of its type and subtype; `nil` if it is not known.
  package var meaning: NotificationMeaning? {
    meanings.first { $0.subtype == history.notificationSubtype }
  }

  /// Whether it was signed by Apple, or by an anchor of the user's.
  package var verdict: Authenticity.Verdict { purchase.judgements[0].authenticity.verdict }
}

extension RenewalRecord {
  /// The same where Apple fails to charge.
  fileprivate func inBillingRetry(until grace: Instant?) -> RenewalRecord {
    var renewal = self
    (renewal.isInBillingRetry, renewal.graceExpires) = (true, grace)
    return renewal
  }
}
