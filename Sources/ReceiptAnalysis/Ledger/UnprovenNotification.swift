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
    // A JWS by itself is no document.
    let document = JSONValue.document(bytes)
    try document?.requireUniqueNames()
    let isBody = document?["signedPayload"] != nil
    // A notification of version 1 or an answer of verifyReceipt, which are not signed as a whole.
    let isUnsigned = ["unified_receipt", "notification_type", "status"].contains { document?[$0] != nil }
    guard isBody || !isUnsigned else { return nil }
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
  package func hasKnownChains(in chains: JWSChains, decoder: InputDecoder) -> Bool {
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
