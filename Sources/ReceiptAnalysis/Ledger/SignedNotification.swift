/// A server notification of version 2: what Apple signed about one purchase, with the proof.
///
/// It is only as good as its parts: each of them is proven on its own, and has to agree with what is around it.
public struct SignedNotification: Sendable {
  /// `notificationType`, and `subtype` after a slash: `EXPIRED/VOLUNTARY`.
  public let name: String
  /// `notificationUUID` in lower case, the same in every retry.
  package let identifier: String
  /// When it was signed.
  public let signedAt: Instant
  /// The purchase and the renewal that it tells of.
  package let purchase: SignedPurchase
  /// Why the customer asks for a refund, in Apple's word.
  package let consumptionReason: String?
  /// The app that it names.
  package let bundleID: String?
  /// The environment that it names.
  package let environment: String?

  /// Reads a notification.
  ///
  /// - Parameters:
  ///   - bytes: the body of Apple's request, or the JWS itself; untrusted.
  ///   - decoder: whom to trust.
  /// - Returns: `nil` for an input that is neither a JWS nor has a `signedPayload`.
  /// - Throws: `.otherFormat` for other signed data, and for a notification that cannot be read, lacks what every one has or
  ///   contains what was not read; `.invalidJSON` for a text that is ambiguous, or whose values would be stored differently.
  public init?(_ bytes: [UInt8], decoder: InputDecoder) throws(ReceiptError) {
    let document = JSONValue.document(bytes)
    // What has a receipt or an answer is never signed as a whole.
    let isUnsigned = ["unified_receipt", "notification_type", "status"].contains { document?[$0] != nil }
    if let name = document?.repeatedMember {
      throw ReceiptError(.invalidJSON, "`\(name)` stands twice in one object: readers differ in which they take")
    }
    let isBody = document?["signedPayload"] != nil
    guard !isUnsigned || isBody else { return nil }
    let decoded: DecodedInput
    do throws(ReceiptError) {
      decoded = try decoder.decode(bytes)
    } catch {
      guard isBody else { return nil }
      throw Self.unreadable(": " + error.message)
    }
    guard case .jws(let signature) = decoded.document, let judgement = decoded.judgement else {
      guard isBody else { return nil }
      throw Self.unreadable("")
    }
    try self.init(signature, decoded, judgement)
  }

  private init(
    _ signature: JSONWebSignature, _ decoded: DecodedInput, _ judgement: Judgement
  ) throws(ReceiptError) {
    let payload = signature.payload
    guard SignedPayloadKind(payload) == .notification, let type = payload["notificationType"]?.stringValue else {
      throw Self.other(payload)
    }
    guard decoded.unread.isEmpty else {
      throw ReceiptError(
        .otherFormat, "not all of it was read: \(UnreadPart.sentence(decoded.unread))",
        hint: "give one notification, as Apple sent it")
    }
    guard let signedAt = signature.signedAt, let identifier = payload["notificationUUID"]?.stringValue,
      (1...100).contains(identifier.utf8.count)
    else {
      throw ReceiptError(
        .otherFormat, "a notification without `notificationUUID` or `signedDate`, which every one of Apple's has")
    }
    var history = try PurchaseHistory(decoded)
    let texts = [
      ("notificationUUID", identifier), ("notificationType", type), ("subtype", payload["subtype"]?.stringValue ?? ""),
    ]
    for (name, text) in texts {
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
    Self.heed(NotificationMeaning.rows(of: type).first, in: &history)
    self.identifier = identifier.lowercased()
    self.signedAt = signedAt
    name = type + (history.notificationSubtype.map { "/" + $0 } ?? "")
    bundleID = signature.bundleIdentifier
    environment = signature.environment
    consumptionReason = payload["data"]?["consumptionRequestReason"]?.stringValue
    // What the type alone tells of a purchase was signed with the whole.
    let isOutside = history.purchases.contains { $0.isCancelledWithoutDate } || Self.givesBack(type)
    let inner = signedDate("signedTransactionInfo") ?? signedAt
    purchase = SignedPurchase(
      history, transactionSignedAt: isOutside ? max(inner, signedAt) : inner,
      renewalSignedAt: signedDate("signedRenewalInfo") ?? signedAt, judgements: [judgement])
  }

  /// What the type means beyond what the transaction in it says.
  private static func heed(_ meaning: NotificationMeaning?, in history: inout PurchaseHistory) {
    guard let meaning else { return }
    for index in history.purchases.indices {
      if meaning.access == .giveBack {
        history.purchases[index].cancelled = nil
        history.purchases[index].isCancelledWithoutDate = false
        history.purchases[index].cancellationReason = nil
      } else if meaning.access == .takeBack, history.purchases[index].cancelled == nil {
        history.purchases[index].isCancelledWithoutDate = true
      }
    }
    // Apple's number for another reason: it is over, whatever the renewal information leaves out.
    guard meaning.type == "EXPIRED" else { return }
    for index in history.renewals.indices where history.renewals[index].expirationIntent == nil {
      history.renewals[index].expirationIntent = 5
    }
  }

  private static func givesBack(_ type: String) -> Bool {
    NotificationMeaning.rows(of: type).first?.access == .giveBack
  }

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

  private static func unreadable(_ cause: String) -> ReceiptError {
    ReceiptError(
      .otherFormat, "a notification of version 2 whose `signedPayload` is not a readable JWS" + cause,
      hint: "give the body that Apple sent, in one piece")
  }

  private static func other(_ payload: JSONValue) -> ReceiptError {
    let (what, hint): (String, String?) =
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
