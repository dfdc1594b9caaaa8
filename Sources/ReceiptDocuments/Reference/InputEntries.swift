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

  /// Codes of errors.
  static let errors: [ReferenceEntry] = ReceiptError.Code.allCases.map(error)

  static func error(_ code: ReceiptError.Code) -> ReferenceEntry {
    func entry(_ meaning: String, _ actor: ReferenceEntry.Actor, _ action: String = "") -> ReferenceEntry {
      ReferenceEntry(.errorCode, code.rawValue, meaning, actor, action)
    }
    return switch code {
    case .emptyInput:
      entry("There was nothing to read.", .sender, "Give a file, or pipe a receipt into standard input.")
    case .inputTooLarge:
      entry(
        "The input is longer than the limit.", .sender, "Raise the limit with --max-size if this really is a receipt.")
    case .truncated:
      entry(
        "The receipt is incomplete: a part of it was lost on the way.", .sender,
        "Take all of it, from the device or from where it was first received.")
    case .notAReceipt:
      entry("The text is not a recognised receipt format.", .sender, "Paste the receipt itself.")
    case .otherFormat:
      entry("The input is something else, which the message names.", .sender, "Paste the receipt itself.")
    case .transactionIdentifier:
      entry(
        "A transaction identifier: it names a purchase and contains nothing of it.", .support,
        "Ask the App Store Server API for it (Get Transaction Info), or ask for the receipt.")
    case .invalidEncoding:
      entry("Characters that belong to no encoding of a receipt.", .sender, "Paste only the base64 text, all of it.")
    case .invalidJSON:
      entry(
        "A JSON document that is damaged or has no receipt in it.", .sender,
        "Paste the whole document, or the receipt itself.")
    case .invalidRecord:
      entry(
        """
        A line of a stream that is not what the options say: a column or a member is missing or there twice, the line \
        has another number of cells than the table has columns, or a quotation mark stands where none may.
        """,
        .developer, "Compare the line with --field, --id-field and --keep, and with the first line of the table.")
    case .invalidASN1, .invalidEnvelope, .invalidPayload:
      entry(
        "The bytes begin like a receipt and then break.", .sender,
        "Take the receipt again from where it was first stored.")
    case .invalidPropertyList:
      entry(
        "An iOS 6 transaction receipt whose property list is damaged.", .sender,
        "Take it again from where it was first stored.")
    case .invalidCertificate:
      entry(
        "A certificate given with --trust-anchor cannot be read.", .developer,
        "Give an X.509 certificate in PEM or DER.")
    case .unreadable:
      entry("The operating system did not give us the file.", .sender, "Check the path and its permissions.")
    case .defect:
      entry(
        "A defect in receipt-tool.", .developer, "Report it, with the command that was run and without the receipt.")
    }
  }
}
