extension ReferenceEntry {
  /// The entries for the kinds of inputs, and for irregularities of receipts.
  static let inputs: [ReferenceEntry] =
    formats + InputLayer.allCases.map(layer) + ReceiptIrregularity.Kind.allCases.map(irregularity)

  private static let formats: [ReferenceEntry] = [
    ("pkcs7", "A PKCS#7 (CMS) envelope: what an app receipt is, from Apple in DER, from Xcode in BER."),
    ("payload", "The attributes of a receipt without their envelope. It is not signed."),
    (
      "transaction-receipt",
      "An iOS 6 transaction receipt: a property list with one purchase and its own kind of signature."
    ),
    (
      "jws",
      """
      Signed data of StoreKit 2 or of the App Store Server API (a JWS). No app receipt: verifyReceipt does not take it.
      """
    ),
  ].map { ReferenceEntry(.format, $0, $1) }

  private static func layer(_ layer: InputLayer) -> ReferenceEntry {
    let meaning =
      switch layer {
      case .verifyReceiptRequest: "The body of a request to verifyReceipt, with the receipt in receipt-data."
      case .verifyReceiptResponse: "An answer of verifyReceipt, with a receipt in latest_receipt."
      case .notification: "An App Store server notification."
      case .unity: "The wrapper of Unity IAP: Store, TransactionID and Payload. The receipt is in Payload."
      case .json: "JSON of another kind with a receipt in one of its members."
      case .jsonString: "A JSON string, in quotation marks and with escapes."
      case .dataURI: "A data: URI."
      case .form: "The body of an HTML form: fields joined by ampersands, one of them with the receipt."
      case .percentEncoding: "Percent-encoded text, as in addresses: %2B for a plus sign."
      case .pem: "A PEM block between BEGIN and END lines."
      case .hex: "Hexadecimal digits."
      case .base64: "Base64: the form in which receipts travel. Twice if it is listed twice."
      case .utf16: "UTF-16 text, as PowerShell and Windows' editors write it."
      case .mail: "A saved mail whose text or attachments are encoded, as in .eml files."
      }
    return ReferenceEntry(.layer, layer.rawValue, meaning)
  }

  private static func irregularity(_ kind: ReceiptIrregularity.Kind) -> ReferenceEntry {
    func entry(_ meaning: String, _ action: String = "") -> ReferenceEntry {
      ReferenceEntry(.irregularity, kind.rawValue, meaning, action.isEmpty ? .noOne : .developer, action)
    }
    return switch kind {
    case .unknownType:
      entry("An attribute type that has not been described yet.", "Tell the makers of receipt-tool its number.")
    case .duplicate: entry("A type that may occur once and occurs again. The first one counts.")
    case .oddValue: entry("A value that is not encoded as its type demands. It is left out, its bytes are shown.")
    case .doubleWrapped:
      entry("The payload is wrapped a second time. Apple does not do that: the receipt is synthetic.")
    }
  }
}
