/// Why an input could not be read. A judgement (not authentic, a check failed) is never an error: it is a value.
///
/// Every property may be printed: messages quote at most a few characters of the input. The code that prints a message
/// must escape it.
public struct ReceiptError: Error, Equatable, Sendable {
  /// What went wrong, for programs to branch on. Raw values are stable and appear in JSON output.
  public enum Code: String, CaseIterable, Sendable {
    /// There was nothing to read: zero bytes, or white space only.
    case emptyInput = "empty_input"
    /// The input is longer than the limit that the caller set.
    case inputTooLarge = "input_too_large"
    /// The text is cut off, or the bytes end before the length that their header announces.
    case truncated = "truncated"
    /// The text has none of the forms in which receipts are usually found.
    case notAReceipt = "not_a_receipt"
    /// The input is something else with a known name: a certificate, an image, an App Attest receipt.
    case otherFormat = "other_format"
    /// A transaction identifier, which names a purchase but contains no data about it.
    case transactionIdentifier = "transaction_identifier"
    /// Characters in base64, hex, PEM or percent-encoded text that are invalid in the encoding.
    case invalidEncoding = "invalid_encoding"
    /// A JSON document that is damaged, or that contains no receipt.
    case invalidJSON = "invalid_json"
    /// A record of a stream does not match the announced form.
    ///
    /// A column or a member is missing or occurs twice, or a line of a table has too many or too few cells.
    case invalidRecord = "invalid_record"
    /// ASN.1 whose lengths contradict each other, or that exceeds the limits on depth and number of elements.
    case invalidASN1 = "invalid_asn1"
    /// ASN.1, but not the PKCS#7 SignedData of a receipt.
    case invalidEnvelope = "invalid_envelope"
    /// A SignedData whose content is not the payload of a receipt.
    case invalidPayload = "invalid_payload"
    /// An iOS 6 transaction receipt whose property list is damaged.
    case invalidPropertyList = "invalid_property_list"
    /// A certificate (an anchor given by the user) that cannot be read.
    case invalidCertificate = "invalid_certificate"
    /// A file, directory or stream that the operating system failed to open or read.
    case unreadable = "unreadable"
    /// A defect in this software or in a library below it.
    case defect = "defect"
  }

  /// The class of the error.
  public var code: Code
  /// One sentence without a final full stop: the fault and its place.
  public var message: Message
  /// Byte offset of the fault in the layer that the message names (base64 text, DER bytes); `nil` if no offset applies.
  public var offset: Int?
  /// What to try next, if a remedy is known.
  public var hint: Message?
  /// The name of the error in a diagnosis, if it is more precise than the code.
  public var cause: Cause?
  /// How many bytes are missing at the end of a truncated receipt, if its header states the length.
  public var missingBytes: Int?
  /// Whether ``hint`` names the command to run next.
  package var namesCommand = false
  /// What to try next for a reader without a terminal, if ``hint`` names a command.
  package var supportHint: Message?

  /// Makes an error. See the properties for the meaning of each part.
  package init(_ code: Code, _ message: Message, offset: Int? = nil, hint: Message? = nil, supportHint: Message? = nil)
  {
    self.code = code
    self.message = message
    self.offset = offset
    self.hint = hint
    self.supportHint = supportHint
  }
}

extension ReceiptError {
  /// The exit status of the tool for an input with this error, as numbered in BSD's sysexits.h.
  package var exitCode: Int32 {
    switch code {
    case .unreadable: 66
    case .defect: 70
    default: 65
    }
  }

  /// The same error with a name for diagnoses.
  func withCause(_ cause: Cause, missingBytes: Int? = nil) -> ReceiptError {
    var error = self
    error.cause = cause
    error.missingBytes = missingBytes
    return error
  }
}
