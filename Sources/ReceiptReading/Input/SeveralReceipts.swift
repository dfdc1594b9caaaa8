/// The errors for an input with more than one receipt. No choice between two is safe: another reader may choose the
/// other one.
extension ReceiptError {
  private static let oneAtATime: Message = "give them one at a time: each as a file, or one per line with --stream"

  static func severalReceipts(at offset: Int) -> ReceiptError {
    ReceiptError(
      .invalidEncoding, "more than one receipt in the text: the second one starts at offset \(grouped: offset)",
      offset: offset, hint: oneAtATime
    ).withCause(.severalReceipts)
  }

  /// - Parameter count: the number of different pieces of signed data (JWS).
  static func severalSignedData(_ count: Int, at offset: Int) -> ReceiptError {
    ReceiptError(
      .invalidEncoding,
      """
      \(grouped: count) different pieces of signed data (JWS) in the text: the second one starts at offset \
      \(grouped: offset)
      """,
      offset: offset,
      hint: "give them one at a time, one per line with --stream, or each in a file of its own to status --together"
    ).withCause(.severalSignedData)
  }

  /// - Parameter document: the enclosing document: `the JSON`, `the form`.
  static func severalReceipts(at first: String, and second: String, in document: Message = "the JSON") -> ReceiptError {
    ReceiptError(
      .invalidEncoding,
      "more than one receipt in \(document): one at \(place(first)), and another one at \(place(second))",
      hint: oneAtATime
    ).withCause(.severalReceipts)
  }

  /// The error for a name that occurs twice, even if its values are equal.
  package static func repeatedName(_ pointer: String) -> ReceiptError {
    ReceiptError(
      .invalidEncoding, "the JSON has \(place(pointer)) twice, and readers differ in which of the two they take",
      hint: "leave one of them"
    ).withCause(.severalReceipts)
  }

  private static func place(_ pointer: String) -> Message { pointer.isEmpty ? "its top" : "\(pointer)" }
}
