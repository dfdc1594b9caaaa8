extension ReferenceEntry {
  /// The entries for the codes of errors. They are a switch, so that the compiler demands an entry for every new case.
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
