/// A server notification of version 2 that was read but not proven yet.
package struct UnprovenNotification: Sendable {
  /// The claims of the notification about itself.
  package let claims: NotificationClaims
  private let decoded: DecodedInput

  /// Reads a notification.
  ///
  /// - Parameters:
  ///   - bytes: the body of Apple's request, or the JWS itself; untrusted.
  ///   - decoder: reads it.
  /// - Returns: `nil` for an input that is neither a JWS nor has a `signedPayload`.
  /// - Throws: the errors of ``SignedNotification/init(_:decoder:)``.
  package init?(_ bytes: [UInt8], decoder: InputDecoder) throws(ReceiptError) {
    let document = JSONValue.document(bytes)
    // A document with a receipt or an answer is never signed as a whole.
    let isUnsigned = ["unified_receipt", "notification_type", "status"].contains { document?[$0] != nil }
    try document?.requireUniqueNames()
    let isBody = document?["signedPayload"] != nil
    guard !isUnsigned || isBody else { return nil }
    var reader = decoder
    reader.verifies = false
    let decoded: DecodedInput
    do throws(ReceiptError) {
      decoded = try reader.decode(bytes)
    } catch {
      guard isBody else { return nil }
      throw Self.unreadable(": \(error.message)")
    }
    guard case .jws(let signature) = decoded.document else {
      guard isBody else { return nil }
      throw Self.unreadable("")
    }
    let payload = signature.payload
    guard SignedPayloadKind(payload) == .notification, payload["notificationType"]?.stringValue != nil else {
      throw Self.notANotification(payload)
    }
    guard decoded.unread.isEmpty else {
      throw ReceiptError(
        .otherFormat, "not all of it was read: \(UnreadPart.sentence(decoded.unread))",
        hint: "give one notification, as Apple sent it")
    }
    claims = try NotificationClaims(signature, decoded.signedParts)
    self.decoded = decoded
  }

  /// Whether the proof needs no verification of a chain, because all chains are cached.
  package func isUnder(_ chains: JWSChains, decoder: InputDecoder) -> Bool {
    decoder.knowsChains(of: decoded, in: chains)
  }

  /// Judges all signed data in the notification.
  ///
  /// - Parameters:
  ///   - decoder: decides whom to trust.
  ///   - chains: a cache of valid chains.
  /// - Throws: the errors of ``SignedNotification/init(_:decoder:)``.
  package func proven(by decoder: InputDecoder, chains: JWSChains? = nil) throws(ReceiptError) -> SignedNotification {
    try SignedNotification(claims, try decoder.decode(decoded.input, chains: chains))
  }

  private static func unreadable(_ cause: Message) -> ReceiptError {
    ReceiptError(
      .otherFormat, "a notification of version 2 whose `signedPayload` is not a readable JWS" + cause,
      hint: "give the body that Apple sent, in one piece")
  }

  private static func notANotification(_ payload: JSONValue) -> ReceiptError {
    let (what, hint): (Message, Message) =
      switch SignedPayloadKind(payload) {
      case .transaction?: ("a transaction of StoreKit 2", "`ledger add` presents it for an order")
      case .renewal?: ("renewal information", "it counts in the notification that it came in: give that one as a whole")
      case .appTransaction?: ("an AppTransaction", "receipt-tool inspect shows what is in it")
      case .realtime?: ("a question of retention messaging", "receipt-tool inspect shows what is in it")
      case .notification?, nil: ("signed data without `notificationType`", "receipt-tool decode shows what is in it")
      }
    return ReceiptError(.otherFormat, "no notification, but \(what)", hint: hint)
  }
}

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
    for (name, text) in [("notificationType", type), ("subtype", payload["subtype"]?.stringValue ?? "")] {
      if let problem = text.storeIdentifierProblem {
        throw ReceiptError(.invalidJSON, "`\(name)` is not an identifier: \(problem)")
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
    isAdvancedCommerce = transaction.map { $0.payload["advancedCommerceInfo"] ?? .null != .null } ?? false
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

/// The claims of a server notification of version 2 about itself.
package struct NotificationClaims: Sendable {
  /// `notificationUUID` in lower case, the same in every retry.
  package let identifier: String
  /// The time of signing, as the notification states it.
  package let signedAt: Instant
  /// The apps that the notification names, in its own members and in the signed data inside. There is only one, unless
  /// there is a ``contradiction``.
  package let bundleIDs: [String]
  /// The environments that the notification names, in its own members and in the signed data inside.
  package let environments: [String]
  /// Why the notification cannot be Apple's, as a clause about "it": two of its members name different apps or
  /// environments. `nil` if they agree.
  package let contradiction: String?

  /// - Throws: `.otherFormat` if a member is missing that all of Apple's notifications have, `.invalidJSON` for an
  ///   unusable identifier.
  fileprivate init(_ signature: JSONWebSignature, _ parts: [SignedPart]) throws(ReceiptError) {
    guard let signedAt = signature.signedAt, let identifier = signature.payload["notificationUUID"]?.stringValue,
      (1...100).contains(identifier.utf8.count)
    else {
      throw ReceiptError(
        .otherFormat, "a notification without `notificationUUID` or `signedDate`, which every one of Apple's has")
    }
    if let problem = identifier.storeIdentifierProblem {
      throw ReceiptError(.invalidJSON, "`notificationUUID` is not an identifier: \(problem)")
    }
    let signatures = [signature] + parts.compactMap(\.signature)
    let apps = signatures.flatMap(\.apps)
    let environments = signatures.flatMap(\.environments)
    self.identifier = identifier.lowercased()
    self.signedAt = signedAt
    bundleIDs = Self.texts(apps)
    self.environments = Self.texts(environments)
    contradiction = Self.difference("apps", apps) ?? Self.difference("environments", environments)
  }

  /// Each text once.
  private static func texts(_ values: [JSONValue]) -> [String] {
    values.compactMap(\.stringValue).reduce(into: []) { texts, text in
      if !texts.contains(where: { $0.isSame(as: text) }) { texts.append(text) }
    }
  }

  private static func difference(_ what: String, _ values: [JSONValue]) -> String? {
    guard let first = values.first, let other = values.first(where: { !isSame($0, first) }) else { return nil }
    let names = [first, other].map { ($0.stringValue ?? $0.kind.description).displayed(limit: 100) }
    return "it names two \(what), \(names[0]) and \(names[1])"
  }

  private static func isSame(_ value: JSONValue, _ other: JSONValue) -> Bool {
    value.stringValue?.isSame(as: other.stringValue) ?? (value == other)
  }
}
