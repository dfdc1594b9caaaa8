/// Reads purchases from any supported source.
///
/// Sources are receipts in every form that ``InputDecoder`` knows, saved answers of verifyReceipt, App Store server
/// notifications of both versions, and signed data of StoreKit 2.
///
/// Answers and notifications of version 1 are read before anything is unwrapped: their own lists say more than the
/// receipt that may be wrapped in them.
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
    guard bytes.count <= decoder.recognizer.maximumBytes, let document = JSONText.document(bytes) else {
      return try PurchaseHistory(try decoder.decode(bytes))
    }
    if document.memberNodes != nil,
      var history = PurchaseHistory(notificationV1: document) ?? PurchaseHistory(verifyReceiptResponse: document)
    {
      let read = history.kind == .notificationV1 ? UnreadPurchases.ofNotification : UnreadPurchases.ofResponse
      try UnreadPurchases.refuseRepeatedNames(in: document, read)
      // The receipt beside its own lists does not count as unread: a note says that the lists say more.
      history.unread = document.unreadParts(except: read)
      history.unread += UnreadPurchases.find(in: document, except: read, history)
      return history
    }
    var history = try PurchaseHistory(try decoder.decode(bytes))
    history.unread += UnreadPurchases.find(in: document, except: [], history)
    return history
  }
}
