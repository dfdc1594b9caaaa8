/// Reads purchases from whatever has them: receipts in every form that ``InputDecoder`` knows, saved answers of verifyReceipt,
/// App Store server notifications of both versions, signed data of StoreKit 2.
///
/// Answers and notifications of version 1 are looked at before anything is unwrapped: their own lists say more than the receipt
/// that may be wrapped in them.
public struct PurchaseHistoryReader: Sendable {
  /// Reads and judges everything that is signed.
  public var decoder: InputDecoder

  /// Makes a reader.
  public init(_ decoder: InputDecoder = InputDecoder()) {
    self.decoder = decoder
  }

  /// Reads the purchases of one input.
  ///
  /// - Parameter bytes: what was pasted or read; untrusted.
  /// - Throws: what ``InputDecoder/decode(_:)`` throws, and `.otherFormat` for signed data without a purchase. Single values
  ///   that cannot be read are irregularities.
  public func read(_ bytes: [UInt8]) throws(ReceiptError) -> PurchaseHistory {
    if bytes.count <= decoder.recognizer.maximumBytes, let document = Self.document(bytes) {
      if let history = PurchaseHistory(notificationV1: document) ?? PurchaseHistory(verifyReceiptResponse: document) {
        return history
      }
    }
    return try PurchaseHistory(try decoder.decode(bytes))
  }

  /// The JSON object that the text is, below a byte-order mark, UTF-16 or the escapes of a JSON string.
  private static func document(_ bytes: [UInt8]) -> JSONValue? {
    var bytes = bytes
    let layers: [any InputFormat.Type] = [UTF16Format.self, ByteOrderMarkFormat.self, EscapedJSONFormat.self]
    for layer in layers {
      // What these cannot read is told by the decoder.
      if case .inner(let inner)? = try? layer.read(InputText(bytes))?.outcome { bytes = inner }
    }
    let input = InputText(bytes)
    guard input.byte(0) == UInt8(ascii: "{") else { return nil }
    return try? JSONReader().read(input.bytes, input.core)
  }
}
