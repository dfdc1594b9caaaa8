/// Reads purchases from any supported source.
///
/// Sources are receipts in every form that ``InputDecoder`` knows, saved answers of verifyReceipt, App Store server
/// notifications of both versions, signed data of StoreKit 2, and decoded payloads of such data.
///
/// Answers and notifications of version 1 are read before anything is unwrapped, because their own lists say more than
/// a receipt inside them.
public struct PurchaseHistoryReader: Sendable {
  /// Reads and judges all signed content.
  public var decoder: InputDecoder

  /// Makes a reader.
  public init(_ decoder: InputDecoder = InputDecoder()) {
    self.decoder = decoder
  }

  /// Reads the purchases of one input.
  ///
  /// - Parameter bytes: what was pasted or read; untrusted.
  /// - Throws: the errors of ``InputDecoder/decode(_:)``, and `.otherFormat` for signed data without a purchase. Single
  ///   values that cannot be read are irregularities.
  public func read(_ bytes: [UInt8]) throws(ReceiptError) -> PurchaseHistory {
    try read(bytes, with: ReceiptWorker(decoder, cachesChains: false))
  }

  /// Reads the purchases of one input, without verifying a cached chain again.
  ///
  /// - Parameter worker: a worker with the same ``decoder``.
  package func read(_ bytes: [UInt8], with worker: ReceiptWorker) throws(ReceiptError) -> PurchaseHistory {
    if let decoded = worker.remembered(bytes) { return try PurchaseHistory(decoded, asPiece: true) }
    let pieces = try pieces(of: bytes, from: nil, worker.signedChains)
    guard pieces.count == 1, let piece = pieces.first else {
      let isDecoded = pieces.contains { $0.history.kind == .decodedPayload }
      return try HistoryMerge(pieces).history(isDecoded ? .decodedPayload : .signedHistory)
    }
    guard piece.history.kind != .signedAppTransaction else { throw PurchaseHistory.withoutPurchases(.appTransaction) }
    if let decoded = piece.decoded { worker.learn(bytes, decoded) }
    return piece.history
  }

  /// Every piece of one input.
  func pieces(
    of bytes: [UInt8], from source: String?, _ chains: JWSChains
  ) throws(ReceiptError) -> [FoundPiece] {
    guard bytes.count <= decoder.recognizer.maximumBytes, let document = JSONText.document(bytes) else {
      return [try piece(bytes, source, chains)]
    }
    if document.memberNodes != nil,
      var history = PurchaseHistory(notificationV1: document) ?? PurchaseHistory(verifyReceiptResponse: document)
    {
      let read = history.kind == .notificationV1 ? UnreadPurchases.ofNotification : UnreadPurchases.ofResponse
      try UnreadPurchases.refuseRepeatedNames(in: document, read)
      // The receipt beside its own lists does not count as unread: a note says that the lists are more complete.
      history.unread = document.unreadParts(except: read)
      history.unread += UnreadPurchases.find(in: document, except: read, history)
      return [FoundPiece(history: history, source: source, pointer: "")]
    }
    var pieces: [FoundPiece]
    if let several = SignedHistory(document) {
      pieces = try several.pieces(decoder, from: source, chains)
      pieces[0].history.unread += document.unreadParts(beside: several.texts)
    } else {
      do throws(ReceiptError) {
        pieces = [try piece(bytes, source, chains)]
      } catch {
        guard error.cause == .decodedTransaction else { throw error }
        pieces = DecodedPayloads(document.tree, from: source).pieces
        guard !pieces.isEmpty else { throw error }
      }
    }
    var known = PurchaseHistory(.signedHistory)
    known.purchases = pieces.flatMap(\.history.purchases)
    known.renewals = pieces.flatMap(\.history.renewals)
    pieces[0].history.unread += UnreadPurchases.find(in: document, except: [], known)
    AnswerClaims(document).compare(to: &pieces)
    pieces[0].endsHistory = document.endsTransactionHistory
    pieces[0].page = AnswerPage(document)
    return pieces
  }

  private func piece(_ bytes: [UInt8], _ source: String?, _ chains: JWSChains) throws(ReceiptError) -> FoundPiece {
    let decoded = try decoder.decode(bytes, chains: chains)
    return FoundPiece(
      history: try PurchaseHistory(decoded, asPiece: true), source: source, pointer: decoded.input.pointer,
      decoded: decoded)
  }
}
