/// Combines any number of inputs about one customer, in any order: transactions, renewals, notifications, answers of
/// the App Store Server API and of verifyReceipt, receipts.
///
/// For each transaction, the newest proven statement counts. Unproven statements are kept beside it and replace
/// nothing. Unproven data does not count at all if it is about another app, environment or customer than the proven
/// data.
public struct CombinedHistory {
  private let reader: PurchaseHistoryReader
  private let chains = JWSChains()
  private var found: [FoundPiece] = []

  /// Makes an empty history.
  package init(_ reader: PurchaseHistoryReader = PurchaseHistoryReader()) {
    self.reader = reader
  }

  /// Adds every piece of an input.
  ///
  /// - Parameters:
  ///   - bytes: the pasted or read bytes; untrusted.
  ///   - source: the name of the input for ``HistoryPiece/source``.
  /// - Throws: the errors of ``PurchaseHistoryReader/read(_:)``. The history is then incomplete.
  package mutating func add(_ bytes: [UInt8], from source: String) throws(ReceiptError) {
    add(try reader.pieces(of: bytes, from: source, chains), from: source)
  }

  /// Adds every piece of an input that was read already.
  package mutating func add(_ input: ExaminedInput, from source: String) throws(ReceiptError) {
    add(try input.pieces.get(), from: source)
  }

  private mutating func add(_ pieces: [FoundPiece], from source: String) {
    found += pieces.map { piece in
      var piece = piece
      piece.source = source
      piece.history.unread = piece.history.unread.map { part in
        UnreadPart(part.kind, at: "\(HistoryPiece.words(source))#\(part.pointer)", count: part.count)
      }
      return piece
    }
  }

  /// Returns the combined history.
  ///
  /// - Throws: `.otherFormat` for proven data of two apps, environments or customers; if nothing is proven, also for
  ///   such unproven data.
  public func history() throws(ReceiptError) -> PurchaseHistory { try merge.history(.combined) }

  /// The added pieces, by date.
  var merge: HistoryMerge { HistoryMerge(found) }
}

/// A piece before it is combined with others.
struct FoundPiece {
  var history: PurchaseHistory
  var source: String?
  let pointer: String
  /// The decoded input; `nil` for answers of verifyReceipt and notifications of version 1.
  var decoded: DecodedInput?
  /// Whether the input of the piece claims to be the last page of a transaction history. This claim is not signed.
  var endsHistory = false
  /// The page of which the input consists; set only on the first piece of a page.
  var page: AnswerPage?

  var isProven: Bool { history.isProven }

  init(history: PurchaseHistory, source: String?, pointer: String, decoded: DecodedInput? = nil) {
    self.history = history
    self.source = source
    self.pointer = pointer
    self.decoded = decoded
  }

  /// A decoded input as a piece, with the purchases in it.
  init(_ decoded: DecodedInput, from source: String?) throws(ReceiptError) {
    self.init(
      history: try PurchaseHistory(decoded, asPiece: true), source: source, pointer: decoded.input.pointer,
      decoded: decoded)
  }

  /// All properties that do not depend on the place of the piece. Sorting by them makes the result independent of the
  /// order of the inputs.
  var order: (date: Int64, key: [String]) {
    let notification = history.notifications.first
    var key = [
      history.kind.rawValue, history.authenticity?.verdict.rawValue ?? "",
      history.authenticity?.reason.description ?? "",
    ]
    key += [history.bundleID, history.environment, notification?.uuid, notification?.type, notification?.subtype].map {
      $0 ?? ""
    }
    for purchase in history.purchases { key += purchase.orderKey }
    for renewal in history.renewals { key += renewal.orderKey }
    key += history.statuses.map { String($0.code) }
    return (history.knownUntil?.instant.milliseconds ?? .min, key)
  }
}
