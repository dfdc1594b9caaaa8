/// The source and the date of a statement about a purchase. If there are several statements about one transaction, the
/// newest proven one counts.
package struct PurchaseStatement: Equatable, Sendable {
  /// The date of the statement: `signedDate`, the creation date of a receipt, or the request date of an answer.
  package var date: Instant?
  /// The ``HistoryPiece/number`` of the piece with the statement; `nil` in a history of one piece.
  package var piece: Int?
  /// Whether Apple's anchor, or one that the user gave, proves the statement.
  package var isProven: Bool
  /// Whether the source is a transaction of StoreKit 2 or of the App Store Server API, and not a receipt or an answer
  /// of verifyReceipt.
  package var isTransaction: Bool

  package init(date: Instant?, piece: Int? = nil, isProven: Bool = false, isTransaction: Bool = false) {
    self.date = date
    self.piece = piece
    self.isProven = isProven
    self.isTransaction = isTransaction
  }

  /// Whether this statement counts more than another one: proven statements come first, then newer ones. A statement
  /// without a date is older than all others.
  func outranks(_ other: PurchaseStatement) -> Bool {
    if isProven != other.isProven { return isProven }
    return isNewer(than: other)
  }

  func isNewer(than other: PurchaseStatement) -> Bool {
    (date?.milliseconds ?? .min) > (other.date?.milliseconds ?? .min)
  }
}

/// One of the pieces that a history was combined from.
public struct HistoryPiece: Sendable {
  /// The number of the piece, from 1, in the order of the dates.
  public let number: Int
  /// The input as it was given; `nil` if there is only one input.
  public let source: String?
  /// The place in the input: a JSON pointer (RFC 6901), empty for the whole input.
  package let pointer: String
  /// The kind of the piece.
  package let kind: PurchaseHistory.Kind
  /// The date of the piece, and the kind of that date.
  package let knownUntil: PurchaseHistory.Knowledge?
  /// The signer; `nil` for data that is never verified.
  public let authenticity: Authenticity?

  /// Whether Apple's anchor, or one that the user gave, proves the piece.
  package var isProven: Bool { authenticity?.verdict.isAtLeast(.testSigned) ?? false }

  /// The place in words; empty for the whole of a single input.
  package var place: String { Self.place(source, pointer) }

  /// `piece 3 (history.json /signedTransactions/0)`
  var name: Message { place.isEmpty ? "piece \(grouped: number)" : "piece \(grouped: number) (\(place))" }

  static func place(_ source: String?, _ pointer: String) -> String {
    [source.map(words) ?? "", pointer].filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// The name of an input in messages.
  static func words(_ source: String) -> String { source == "-" ? "standard input" : source.displayed(limit: 100) }
}

/// A server notification of version 2 in a history.
package struct NotificationRecord: Equatable, Sendable {
  /// `notificationUUID`: the same in every delivery.
  package var uuid: String?
  /// `notificationType`.
  package var type: String
  /// `subtype`.
  package var subtype: String?
  /// The transaction that the notification contains.
  package var transactionID: String?
  /// The product of that transaction.
  package var productID: String?
  /// The signing date and the place of the notification, and whether it is proven.
  package var statement: PurchaseStatement
  /// Whether the customer may use the purchase after the notification, according to all signed data in the notification
  /// and as of its date; `nil` if the notification is about no purchase. The type of the notification has no influence.
  package internal(set) var access: Holding.Access?
  /// What to do about it; `nil` for an unknown combination of type and subtype.
  package internal(set) var advice: NotificationAdvice?
}

/// Apple's status of a subscription: `status` of a notification, which is signed with it, or of an answer of the App
/// Store Server API. It describes the subscription as of its date, whichever transaction accompanies it.
package struct StatusRecord: Equatable, Sendable {
  /// The subscription.
  package let originalTransactionID: String
  /// 1 active, 2 expired, 3 billing retry, 4 billing grace period, 5 revoked (Apple, status).
  package let code: Int64
  /// The date and the place of the status, and whether it is proven.
  package internal(set) var statement: PurchaseStatement

  package init(originalTransactionID: String, code: Int64, statement: PurchaseStatement) {
    self.originalTransactionID = originalTransactionID
    self.code = code
    self.statement = statement
  }

  /// Whether the code has a known meaning; other codes are ignored.
  package var isKnown: Bool { (1...5).contains(code) }

  /// Whether this status counts more than another one. If both have the same date, the status that grants less counts.
  package func outranks(_ other: StatusRecord) -> Bool {
    if statement.outranks(other.statement) { return true }
    if other.statement.outranks(statement) { return false }
    return Self.caution(code) > Self.caution(other.code)
  }

  /// How little a status grants, in this order: active, grace period, billing retry, expired, revoked.
  private static func caution(_ code: Int64) -> Int { [1: 0, 4: 1, 3: 2, 2: 3, 5: 4][code] ?? -1 }
}

extension PurchaseHistory {
  /// Whether Apple, or an anchor that the user gave, proves the whole history.
  package var isProven: Bool { authenticity?.verdict.isAtLeast(.testSigned) ?? false }

  /// Whether one part of the history is proven and another part is not.
  package var isMixed: Bool { provenJudgement != nil && !isProven }

  /// Whether the source is an answer of verifyReceipt or a notification of version 1, which are not signed themselves.
  var isUnsignedAnswer: Bool { kind == .verifyReceiptResponse || kind == .notificationV1 }

  /// Whether an answer is based on only a part of the history, because the rest is only claimed or does not count.
  ///
  /// The lists beside the signed receipt of an answer are always claims. They matter if they contain more than the
  /// receipt.
  package var isPartlyProven: Bool {
    guard refusedCount == 0 else { return true }
    guard isMixed, isUnsignedAnswer else { return isMixed }
    return purchases.contains { $0.statement?.isProven != true }
      || irregularities.contains { $0.kind == .contradiction }
  }

  /// The kind of the data whose signature was judged. For an unsigned answer, this is the kind of the signed receipt in
  /// the answer.
  var judgedKind: Kind { isUnsignedAnswer ? pieces.first { $0.authenticity != nil }?.kind ?? kind : kind }

  /// The source and date of a purchase or a renewal of this history.
  package func statement(_ own: PurchaseStatement?) -> PurchaseStatement {
    guard let own, own.piece != nil else {
      return PurchaseStatement(date: own?.date ?? knownUntil?.instant, isProven: isProven)
    }
    return own
  }

  /// The proven part of the history; `nil` if nothing is proven.
  package var proven: PurchaseHistory? {
    guard !pieces.isEmpty else { return isProven ? self : nil }
    guard let provenJudgement else { return nil }
    var history = self
    history.judgement = provenJudgement
    (history.bundleID, history.environment) = provenNames
    history.unverifiedBecause = nil
    history.refusingStatus = nil
    history.purchases.removeAll { $0.statement?.isProven != true }
    history.renewals.removeAll { $0.statement?.isProven != true }
    history.earlierRenewals.removeAll { $0.statement?.isProven != true }
    history.notifications.removeAll { !$0.statement.isProven }
    history.statuses.removeAll { !$0.statement.isProven }
    return history
  }
}
