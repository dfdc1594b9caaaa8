/// A server notification of version 2: a statement about one purchase that Apple signed, with the proof.
///
/// Each of its parts is proven separately, and must agree with the notification that contains it.
public struct SignedNotification: Sendable {
  /// `notificationType`, and `subtype` after a slash: `EXPIRED/VOLUNTARY`.
  public let name: String
  /// The claims of the notification about itself; proven if ``purchase`` is proven.
  package let claims: NotificationClaims
  /// The purchase and the renewal in the notification.
  package let purchase: SignedPurchase
  /// The customer's reason for a refund request, in Apple's word.
  package let consumptionReason: String?
  /// The JWS as it was received.
  package let text: [UInt8]
  /// Whether the purchase in the notification is one of Advanced Commerce.
  package let isAdvancedCommerce: Bool

  /// Reads a notification.
  ///
  /// - Parameters:
  ///   - bytes: the body of Apple's request, or the JWS itself; untrusted.
  ///   - decoder: decides whom to trust.
  /// - Returns: `nil` for an input that is neither a JWS nor has a `signedPayload`.
  /// - Throws: `.otherFormat` for other signed data, and for a notification that cannot be read, lacks a required
  ///   member or has an unread part; `.invalidJSON` for an ambiguous text, or one whose values would change when
  ///   stored.
  package init?(_ bytes: [UInt8], decoder: InputDecoder) throws(ReceiptError) {
    guard let notification = try UnprovenNotification(bytes, decoder: decoder) else { return nil }
    self = try notification.proven(by: decoder)
  }

  /// - Parameter decoded: the judged notification with these claims.
  init(_ claims: NotificationClaims, _ decoded: DecodedInput) throws(ReceiptError) {
    guard case .jws(let signature) = decoded.document, let judgement = decoded.judgement else {
      throw ReceiptError(.defect, "a notification was not judged")
    }
    let payload = signature.payload
    text = signature.text
    let type = payload["notificationType"]?.stringValue ?? ""
    let signedAt = claims.signedAt
    let history = try PurchaseHistory(decoded)
    for (member, value) in [("notificationType", type), ("subtype", payload["subtype"]?.stringValue ?? "")] {
      if let problem = value.storeIdentifierProblem {
        throw ReceiptError(.invalidJSON, "`\(member)` is not an identifier: \(problem)")
      }
    }
    if let problem = history.identifierProblem { throw ReceiptError(.invalidJSON, problem) }
    // A transaction without an app could belong to any app.
    let transaction = decoded.signedParts.first { $0.pointer.hasSuffix("/signedTransactionInfo") }?.signature
    if let transaction, transaction.bundleIdentifier == nil || transaction.environment == nil {
      throw ReceiptError(.otherFormat, "the transaction in it does not name its app and its environment")
    }
    func signedDate(_ name: String) -> Instant? {
      decoded.signedParts.first { $0.pointer.hasSuffix("/" + name) }?.signature?.signedAt
    }
    self.claims = claims
    name = type + (history.notificationSubtype.map { "/" + $0 } ?? "")
    consumptionReason = payload["data"]?["consumptionRequestReason"]?.stringValue
    isAdvancedCommerce = transaction.map { ($0.payload["advancedCommerceInfo"] ?? .null) != .null } ?? false
    purchase = SignedPurchase(
      history, transactionSignedAt: signedDate("signedTransactionInfo") ?? signedAt,
      renewalSignedAt: signedDate("signedRenewalInfo") ?? signedAt, judgements: [judgement])
  }

  /// When the notification was signed.
  package var signedAt: Instant { claims.signedAt }

  /// The purchase and the renewal in the notification; both are empty if the notification is about something else.
  package var history: PurchaseHistory { purchase.history }

  /// Every meaning of the notification's type; empty for an unknown type.
  package var meanings: [NotificationMeaning] { NotificationMeaning.rows(of: history.notificationType ?? "") }

  /// The meaning of the notification's type and subtype; `nil` if the meaning is unknown.
  package var meaning: NotificationMeaning? {
    meanings.first { $0.subtype == history.notificationSubtype }
  }

  /// Whether Apple or the owner of the user's anchor signed the notification.
  package var verdict: Authenticity.Verdict { purchase.judgements[0].authenticity.verdict }
}
