/// Who says something of a purchase, and when. Of several statements about one transaction the newest proven one
/// counts.
package struct PurchaseStatement: Equatable, Sendable {
  /// When it was said: `signedDate`, the creation date of a receipt, the request date of an answer.
  package var date: Instant?
  /// The ``HistoryPiece/number`` of the piece that says it; `nil` in a history of one piece.
  package var piece: Int?
  /// Whether Apple, or an anchor that the user gave, vouches for it.
  package var isProven: Bool
  /// Whether it is a transaction of StoreKit 2 or of the App Store Server API, in contrast to a receipt or an answer of
  /// verifyReceipt.
  package var isTransaction: Bool

  package init(date: Instant?, piece: Int? = nil, isProven: Bool = false, isTransaction: Bool = false) {
    (self.date, self.piece, self.isProven, self.isTransaction) = (date, piece, isProven, isTransaction)
  }

  /// Whether it counts before another: what is proven first, then what is newer. What has no date is older than
  /// everything.
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
  /// The input as it was given; `nil` if there is one input only.
  public let source: String?
  /// Where it stands in the input: a JSON pointer (RFC 6901), empty for the whole.
  package let pointer: String
  /// What it is.
  package let kind: PurchaseHistory.Kind
  /// Its date, and which one that is.
  package let knownUntil: PurchaseHistory.Knowledge?
  /// The signer; `nil` for data that is never verified.
  public let authenticity: Authenticity?

  /// Whether Apple, or an anchor that the user gave, vouches for it.
  package var isProven: Bool { authenticity?.verdict.isAtLeast(.testSigned) ?? false }

  /// Where it stands, for people; empty for the whole of the only input.
  package var place: String { Self.place(source, pointer) }

  /// `piece 3 (history.json /signedTransactions/0)`
  var name: String { "piece \(number.grouped)" + (place.isEmpty ? "" : " (\(place))") }

  static func place(_ source: String?, _ pointer: String) -> String {
    [source.map(words) ?? "", pointer].filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// An input as people call it.
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
  /// The transaction in it.
  package var transactionID: String?
  /// Its product.
  package var productID: String?
  /// When it was signed, where it stands, and whether it is proven.
  package var statement: PurchaseStatement
  /// Whether the customer may use it after the notification, by all that is signed in it and as of its date; `nil` if
  /// it is about no purchase. The type decides nothing.
  package internal(set) var access: Holding.Access?

  /// What its type means in general; `nil` for a type and a subtype that are not known together.
  package var meaning: NotificationMeaning? { .of(type, subtype) }
}

/// The state of a subscription in Apple's word: `status` of a notification, which is signed with it, or of an answer of
/// the App Store Server API. It speaks for the subscription as of its date, whichever transaction stands beside it.
package struct StatusRecord: Equatable, Sendable {
  /// The subscription.
  package let originalTransactionID: String
  /// 1 active, 2 expired, 3 billing retry, 4 billing grace period, 5 revoked (Apple, status).
  package let code: Int64
  /// When it was said, where it stands, and whether it is proven.
  package internal(set) var statement: PurchaseStatement

  package init(originalTransactionID: String, code: Int64, statement: PurchaseStatement) {
    (self.originalTransactionID, self.code, self.statement) = (originalTransactionID, code, statement)
  }

  /// Whether it has a meaning; any other says nothing.
  package var isKnown: Bool { (1...5).contains(code) }

  /// Of two of one date the one that grants less counts.
  package func outranks(_ other: StatusRecord) -> Bool {
    if statement.outranks(other.statement) { return true }
    if other.statement.outranks(statement) { return false }
    return Self.caution(code) > Self.caution(other.code)
  }

  private static func caution(_ code: Int64) -> Int { [1: 0, 4: 1, 3: 2, 2: 3, 5: 4][code] ?? -1 }
}

extension PurchaseHistory {
  /// Whether Apple, or an anchor that the user gave, vouches for all of it.
  var isProven: Bool { authenticity?.verdict.isAtLeast(.testSigned) ?? false }

  /// Whether a part of it is proven and another is not.
  package var isMixed: Bool { provenJudgement != nil && !isProven }

  /// Who says so of a purchase or a renewal of this history.
  package func statement(_ own: PurchaseStatement?) -> PurchaseStatement {
    guard let own, own.piece != nil else {
      return PurchaseStatement(date: own?.date ?? knownUntil?.instant, isProven: isProven)
    }
    return own
  }

  /// The same with what is proven alone; `nil` if nothing is.
  package var proven: PurchaseHistory? {
    guard !pieces.isEmpty else { return isProven ? self : nil }
    guard let provenJudgement else { return nil }
    var history = self
    history.judgement = provenJudgement
    history.unverifiedBecause = nil
    history.refusal = nil
    history.purchases.removeAll { $0.statement?.isProven != true }
    history.renewals.removeAll { $0.statement?.isProven != true }
    history.notifications.removeAll { !$0.statement.isProven }
    history.statuses.removeAll { !$0.statement.isProven }
    return history
  }
}
