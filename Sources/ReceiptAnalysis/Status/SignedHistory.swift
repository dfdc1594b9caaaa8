/// Answers of the App Store Server API, and other JSON with several pieces of signed data: every piece counts.
///
///     {"signedTransactions": ["eyJ…", …]}   -- Get Transaction History, Refund History, Look Up Order
///     {"data": [{"lastTransactions": [{"signedTransactionInfo": …, "signedRenewalInfo": …}]}]}
///         -- Get All Subscription Statuses
///     {"notificationHistory": [{"signedPayload": …}]}                        -- Get Notification History
struct SignedHistory {
  /// The texts of the pieces, in the order of the document.
  private(set) var texts: [String] = []
  private var pointers: [String] = []
  private var places = JSONPlaces()

  /// - Returns: `nil` for a document with fewer than two pieces, which needs no merging.
  init?(_ document: some JSONNode) {
    collect(document)
    guard texts.count > 1 else { return nil }
  }

  private mutating func collect(_ value: some JSONNode) {
    if value.form == .string {
      guard let text = value.stringValue, JSONWebSignature.hasThreeParts(text) else { return }
      texts.append(text)
      let place = places.keep()
      pointers.append(places.pointer(to: place))
    }
    value.forEachChild { position, name, child in
      places.enter(at: position, name: name)
      collect(child)
      places.leave()
    }
  }

  /// The pieces, each proven separately.
  ///
  /// - Parameter decode: decodes one piece.
  /// - Throws: the error of a piece that cannot be read.
  func pieces(
    from source: String?, decode: ([UInt8]) throws(ReceiptError) -> DecodedInput
  ) throws(ReceiptError) -> [FoundPiece] {
    var pieces: [FoundPiece] = []
    for (index, (text, pointer)) in zip(texts, pointers).enumerated() {
      do throws(ReceiptError) {
        let decoded = try decode(Array(text.utf8))
        // An empty payload proves nothing and needs no proof.
        if case .jws(let signature) = decoded.document, signature.payloadIsNull { continue }
        pieces.append(
          FoundPiece(
            history: try PurchaseHistory(decoded, asPiece: true), source: source, pointer: pointer, decoded: decoded))
      } catch {
        throw ReceiptError(
          error.code, "piece \(index + 1) of \(grouped: texts.count) of signed data: \(error.message)",
          hint: error.hint)
      }
    }
    guard !pieces.isEmpty else { throw PurchaseHistory.withoutPurchases(nil) }
    return pieces
  }
}

/// One page of an answer of the App Store Server API.
struct AnswerPage {
  /// The kind and the owner of the list on the page. Pages that belong together have the same key; `nil` if the page
  /// does not name app and environment.
  let key: [String]?
  let isLast: Bool

  /// - Returns: `nil` for a document that is not such a page.
  init?(_ document: some JSONNode) {
    let list = ["signedTransactions", "notificationHistory"].first { document[$0] != nil }
    guard let list, let more = document["hasMore"]?.shallow else { return nil }
    let names = ["bundleId", "environment"].compactMap { document[$0]?.stringValue }
    key = names.count == 2 ? [list] + names : nil
    isLast = more == .bool(false)
  }
}

extension JSONText {
  /// The texts of all signed data in an answer of the App Store Server API, in order; `nil` for fewer than two.
  package var signedTexts: [String]? { SignedHistory(self)?.texts }
}

extension JSONNode {
  /// Whether the answer claims to be the last page of a customer's transactions (Apple, HistoryResponse). Refund
  /// histories name no app.
  var endsTransactionHistory: Bool {
    self["signedTransactions"] != nil && self["bundleId"] != nil && self["hasMore"]?.shallow == .bool(false)
  }
}
