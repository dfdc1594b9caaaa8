/// Signed data about one purchase: a transaction and, for a subscription, the renewal information.
package struct SignedPurchase: Sendable {
  /// The purchase and the renewal; both empty in a notification about something else.
  package let history: PurchaseHistory
  /// When the transaction was signed.
  package let transactionSignedAt: Instant
  /// When the renewal information was signed; without any, the same as ``transactionSignedAt``.
  package let renewalSignedAt: Instant
  /// The judgement of each piece.
  package let judgements: [Judgement]

  init(
    _ history: PurchaseHistory, transactionSignedAt: Instant, renewalSignedAt: Instant, judgements: [Judgement]
  ) {
    self.history = history
    self.transactionSignedAt = transactionSignedAt
    self.renewalSignedAt = renewalSignedAt
    self.judgements = judgements
  }

  /// Reads the signed data about a purchase in an answer of the App Store Server API.
  ///
  /// - Parameters:
  ///   - transaction: a JWSTransaction; untrusted.
  ///   - renewal: the JWSRenewalInfo beside it; `nil` without any.
  ///   - decoder: decides whom to trust.
  /// - Throws: the errors of ``InputDecoder/decode(_:)``; `.otherFormat` for signed data of another kind, without the
  ///   required members, or of two different subscriptions; `.invalidJSON` for values that would change when stored.
  package init(transaction: String, renewal: String?, decoder: InputDecoder) throws(ReceiptError) {
    let bought = try Self.read(transaction, .transaction, decoder)
    var history = bought.history
    var judgements = [bought.judgement]
    var renewalSignedAt = bought.signedAt
    guard history.bundleID != nil, history.environment != nil, let purchase = history.purchases.first else {
      throw ReceiptError(.otherFormat, "the transaction does not name its app and its environment")
    }
    if let renewal {
      let renewed = try Self.read(renewal, .renewal, decoder)
      let original = purchase.originalTransactionID ?? purchase.transactionID
      guard let record = renewed.history.renewals.first, let original,
        record.originalTransactionID?.utf8.elementsEqual(original.utf8) == true,
        renewed.history.environment == history.environment
      else {
        throw ReceiptError(.otherFormat, "the renewal information is not of the subscription that it came with")
      }
      history.renewals = [record]
      renewalSignedAt = renewed.signedAt
      judgements.append(renewed.judgement)
    }
    if let problem = history.identifierProblem { throw ReceiptError(.invalidJSON, problem) }
    self.init(
      history, transactionSignedAt: bought.signedAt, renewalSignedAt: renewalSignedAt, judgements: judgements)
  }

  private static func read(
    _ text: String, _ kind: SignedPayloadKind, _ decoder: InputDecoder
  ) throws(ReceiptError) -> (history: PurchaseHistory, signedAt: Instant, judgement: Judgement) {
    let decoded = try decoder.decode(Array(text.utf8))
    guard case .jws(let signature) = decoded.document, SignedPayloadKind(signature.payload) == kind,
      let judgement = decoded.judgement, let signedAt = signature.signedAt, decoded.unread.isEmpty
    else {
      throw ReceiptError(.otherFormat, "an answer of the App Store Server API has signed data of another kind")
    }
    return (try PurchaseHistory(decoded, asPiece: true), signedAt, judgement)
  }
}
