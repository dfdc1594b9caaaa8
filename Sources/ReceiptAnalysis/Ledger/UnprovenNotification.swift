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
    if let name = document?.repeatedName {
      throw ReceiptError(.invalidJSON, "`\(name)` stands twice in one object: readers differ in which they take")
    }
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
      throw Self.other(payload)
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

  private static func other(_ payload: JSONValue) -> ReceiptError {
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
    let (apps, environments) = (signatures.flatMap(\.apps), signatures.flatMap(\.environments))
    self.identifier = identifier.lowercased()
    self.signedAt = signedAt
    bundleIDs = Self.texts(apps)
    self.environments = Self.texts(environments)
    contradiction = Self.contradiction("apps", apps) ?? Self.contradiction("environments", environments)
  }

  /// Each text once.
  private static func texts(_ values: [JSONValue]) -> [String] {
    values.compactMap(\.stringValue).reduce(into: []) { texts, text in
      if !texts.contains(where: { $0.isSame(as: text) }) { texts.append(text) }
    }
  }

  private static func contradiction(_ what: String, _ values: [JSONValue]) -> String? {
    guard let first = values.first, let other = values.first(where: { !isSame($0, first) }) else { return nil }
    let names = [first, other].map { ($0.stringValue ?? $0.kind.description).displayed(limit: 100) }
    return "it names two \(what), \(names[0]) and \(names[1])"
  }

  private static func isSame(_ value: JSONValue, _ other: JSONValue) -> Bool {
    value.stringValue?.isSame(as: other.stringValue) ?? (value == other)
  }
}
