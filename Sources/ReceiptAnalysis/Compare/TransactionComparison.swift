/// Compares a receipt with StoreKit 2 signed data of the same customer: transactions, renewal information, an
/// AppTransaction.
///
/// Apple signs both, but at different times. So both describe a transaction in the same way, except for events between
/// the two times and for members that one of them never contains. If the signed data has several statements about one
/// transaction, the newest proven one is compared. Unproven data is never compared. The comparison uses no clock and no
/// network.
public struct TransactionComparison: Sendable {
  /// The receipt: unverified claims, and the judgement on them.
  public let decoded: DecodedInput
  /// The signed data, combined into one history.
  public let history: PurchaseHistory
  /// Every piece of the signed data that was decoded, whether it counts or not.
  package let pieces: [DecodedInput]
  /// Every compared member: first those of the app, then those of each purchase in the receipt's order, then the
  /// transactions that only the signed data has.
  public let fields: [ComparedField]
  /// Whether the signed data claims to contain the last page of the customer's transactions. This claim is not signed.
  public let hasWholeHistory: Bool
  /// The number of transactions in both.
  public let sharedCount: Int
  /// The number of purchases that only the receipt has.
  public let onlyReceiptCount: Int
  /// The number of proven transactions that only the signed data has.
  public let onlySignedCount: Int
  /// Reasons why the two may disagree even if no difference was found: clauses without a full stop.
  public let doubts: [Message]

  /// Compares a receipt with a combined history.
  ///
  /// - Throws: `.otherFormat` if the receipt is itself signed data of StoreKit 2, if the history contains no signed
  ///   data, or if the data is from two apps, environments or customers.
  public init(_ decoded: DecodedInput, with signed: CombinedHistory) throws(ReceiptError) {
    let local = try JSONValue(receiptOf: decoded)
    let merge = signed.merge
    guard merge.pieces.contains(where: \.isSignedData) else {
      throw ReceiptError(
        .otherFormat, "there is no signed data of StoreKit 2 (a JWS) to compare the receipt with",
        hint: "the receipt stands first: receipt-tool compare RECEIPT --transactions FILE")
    }
    let history = try merge.history(.combined)
    var matching = TransactionMatching(decoded, local, history, merge)
    matching.compare()
    self.decoded = decoded
    self.history = history
    pieces = merge.pieces.compactMap(\.decoded)
    fields = matching.fields.fields
    hasWholeHistory = matching.hasWholeHistory
    sharedCount = matching.sharedCount
    onlyReceiptCount = matching.onlyReceiptCount
    onlySignedCount = matching.onlySignedCount
    doubts = Self.doubts(decoded, history, merge, matching)
  }

  /// The result.
  public var verdict: Comparison.Verdict {
    if fields.contains(where: { !$0.isExpected }) { return .differs }
    return doubts.isEmpty ? .agrees : .incomplete
  }

  /// Whether any field differs, including fields that one of the two never contains.
  package var hasDifferences: Bool { fields.contains { $0.kind != .equal } }

  /// The findings: the most important first, one for each cause.
  public var findings: [Comparison.Finding] {
    let places = fields.byCause
    return DifferenceCause.ofSignedData.compactMap { Comparison.Finding($0, at: places[$0] ?? []) }
  }

  private static func doubts(
    _ decoded: DecodedInput, _ history: PurchaseHistory, _ merge: HistoryMerge, _ matching: TransactionMatching
  ) -> [Message] {
    var doubts: [Message] = []
    let unproven = zip(history.pieces, merge.pieces).filter { !$1.isProven || !$1.isSignedData }.map {
      piece, found -> Message in
      found.isSignedData
        ? "\(piece.place) is \(words(piece.authenticity))" : "\(piece.place) is not signed data of StoreKit 2"
    }
    if !unproven.isEmpty {
      let all = merge.pieces.count
      let count: Message =
        switch unproven.count {
        case all: "nothing of the signed data counts"
        case 1: "1 of \(grouped: all) pieces of signed data does not count"
        case let count: "\(grouped: count) of \(grouped: all) pieces of signed data do not count"
        }
      doubts.append("\(count): \(unproven.summarized())")
    }
    if !(decoded.authenticity?.verdict.isAtLeast(.testSigned) ?? false) {
      doubts.append("the receipt is not proven: it is \(words(decoded.authenticity))")
    }
    if !decoded.unread.isEmpty {
      doubts.append("a part of the receipt's input was not read: \(UnreadPart.sentence(decoded.unread))")
    }
    if !history.unread.isEmpty {
      doubts.append("a part of the signed data was not read: \(UnreadPart.sentence(history.unread))")
    }
    if !history.irregularities.isEmpty {
      doubts.append("the signed data is irregular: \(history.irregularities.map(\.message).summarized())")
    }
    if matching.unmatchedCount > 0 {
      doubts.append(
        matching.unmatchedCount == 1
          ? "1 proven transaction has no identifier, or not the one that was read"
          : "\(grouped: matching.unmatchedCount) proven transactions have no identifier, or not the one that was read"
      )
    }
    if matching.sharedCount + matching.onlySignedCount == 0 {
      doubts.append("no proven transaction was given")
    } else if matching.sharedCount == 0 {
      doubts.append("no transaction is in both")
    }
    return doubts
  }

  /// The verdict with its reason.
  private static func words(_ authenticity: Authenticity?) -> Message {
    authenticity.map { "\(Message(english: $0.verdict.rawValue)) (\($0.reason))" } ?? "not verified"
  }
}

extension FoundPiece {
  /// Whether the input is signed data of StoreKit 2, proven or not.
  var isSignedData: Bool {
    if case .jws? = decoded?.document { true } else { false }
  }
}
