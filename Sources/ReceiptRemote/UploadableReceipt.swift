import ReceiptKit

/// A receipt that may be sent to Apple: an app receipt or an iOS 6 transaction receipt that was read to its end.
///
/// A receipt is personal data. Other text that a user pastes by mistake may be personal data, too, so nothing but
/// receipts is sent.
public struct UploadableReceipt: Sendable {
  /// Standard base64, padded, on one line: Apple answers 21002 to any other form (observed). The text does not include
  /// anything that surrounded the receipt in the input.
  public let base64: String

  /// Accepts a receipt for sending. The receipt need not be authentic.
  ///
  /// - Throws: `.otherFormat` for signed data of StoreKit 2, which belongs to another service, and for unsigned bare
  ///   payloads.
  public init(_ decoded: DecodedInput) throws(ReceiptError) {
    switch decoded.document {
    case .receipt, .transactionReceipt: break
    case .jws:
      throw ReceiptError(
        .otherFormat, "signed data of StoreKit 2 (a JWS), which verifyReceipt does not take; nothing was sent",
        hint: "the App Store Server API is for it, asked by the transaction id; receipt-tool decode shows what is in it"
      )
    }
    guard let base64 = decoded.input.canonicalBase64 else {
      throw ReceiptError(
        .otherFormat, "a bare payload without its signature, which verifyReceipt does not take; nothing was sent",
        hint: "send the whole receipt as the app has it")
    }
    self.base64 = base64
  }
}
