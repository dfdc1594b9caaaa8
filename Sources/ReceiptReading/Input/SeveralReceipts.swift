/// The errors for an input with more than one receipt. No choice between two is safe: another reader may take the
/// other.
package enum SeveralReceipts {
  private static let hint = "give them one at a time: each as a file, or one per line with --stream"

  static func inText(at offset: Int) -> ReceiptError {
    ReceiptError(
      .invalidEncoding, "more than one receipt in the text: the second one starts at offset \(offset.grouped)",
      offset: offset, hint: hint
    ).withCause(.severalReceipts)
  }

  /// - Parameter count: how many different pieces of signed data (JWS).
  static func signedData(_ count: Int, at offset: Int) -> ReceiptError {
    ReceiptError(
      .invalidEncoding,
      """
      \(count.grouped) different pieces of signed data (JWS) in the text: the second one starts at offset \
      \(offset.grouped)
      """,
      offset: offset,
      hint: "give them one at a time, one per line with --stream, or each in a file of its own to status --together"
    ).withCause(.severalSignedData)
  }

  /// - Parameter document: what they are members of: `the JSON`, `the form`.
  static func at(_ first: String, and second: String, in document: String = "the JSON") -> ReceiptError {
    ReceiptError(
      .invalidEncoding,
      "more than one receipt in \(document): one at \(name(first)), and another one at \(name(second))",
      hint: hint
    ).withCause(.severalReceipts)
  }

  /// A name that occurs twice, even if its values are equal.
  package static func twice(_ pointer: String) -> ReceiptError {
    ReceiptError(
      .invalidEncoding, "the JSON has \(name(pointer)) twice, and readers differ in which of the two they take",
      hint: "leave one of them"
    ).withCause(.severalReceipts)
  }

  private static func name(_ pointer: String) -> String { pointer.isEmpty ? "its top" : pointer }
}

/// A text beside the main one: another receipt, signed data, or neither.
enum OtherText {
  /// No receipt, and nothing signed.
  case nothing
  /// Signed data of StoreKit 2.
  case signedData
  /// A receipt, and the parts beside it that were not read.
  case receipt(RecognizedInput.Content, unread: [UnreadPart])
  /// A receipt that cannot be read, so that it cannot be compared with the main one; or several.
  case unreadableReceipt
  /// JSON in JSON in JSON: not searched.
  case nested

  /// Receipts and signed data are never shorter.
  static let minimumBytes = 64
  /// The same for texts that neither their name nor their look marks as receipts: documents are full of short ones.
  static let minimumBytesOfOther = 256
  /// The maximum nesting of texts in texts. Each level is a search of its own.
  private static let maximumNesting = 4

  /// - Parameters:
  ///   - isNamed: whether it stands under a name that receipts have.
  ///   - nesting: how many searches enclose this one.
  init(_ bytes: [UInt8], isNamed: Bool, nesting: Int) {
    self = .nothing
    guard bytes.count >= Self.minimumBytes else { return }
    if Self.isSignedData(bytes) {
      if isNamed || ReceiptMember.isReceipt(bytes) { self = .signedData }
      return
    }
    guard nesting < Self.maximumNesting else {
      self = .nested
      return
    }
    var innermost: [UInt8] = []
    do throws(ReceiptError) {
      let found = try InputRecognizer(maximumBytes: bytes.count)
        .recognize(bytes, nesting: nesting + 1, innermost: &innermost)
      switch found.content {
      // Tokens of other services stand in every request.
      case .jws(let signature): if isNamed || signature.header["x5c"] != nil { self = .signedData }
      // Certificates and keys are SEQUENCEs, too, but hold no receipt.
      case .signedData(let encoded) where !ASN1Format.isSignedData(encoded): self = .nothing
      default: self = .receipt(found.content, unread: found.unread)
      }
    } catch {
      if error.cause == .severalSignedData {
        self = .signedData
      } else if error.cause == .severalReceipts || Self.isDamagedReceipt(innermost)
        || isNamed && Self.isDamagedReceipt(bytes, error)
      {
        self = .unreadableReceipt
      }
    }
  }

  /// What a text is beside the one that is read.
  enum Relation {
    case nothing
    case part(UnreadPart.Kind)
    /// The same receipt, and the parts beside that copy.
    case copy([UnreadPart])
    /// Another receipt, or one that cannot be compared.
    case contradiction
  }

  /// - Parameter read: what is read, made only if it has to be compared; `nil` if it cannot be read, which the next
  ///   step reports.
  func relation(to read: @autoclosure () -> RecognizedInput.Content?) -> Relation {
    switch self {
    case .nothing: return .nothing
    case .signedData: return .part(.signedData)
    case .nested: return .part(.nested)
    case .receipt, .unreadableReceipt:
      guard let read = read() else { return .nothing }
      if case .jws = read { return .part(.receipt) }
      if case .receipt(read, let unread) = self { return .copy(unread) }
      return .contradiction
    }
  }

  /// Whether an unreadable text or unreadable bytes are the remains of a receipt, by the object identifier in them.
  private static func isDamagedReceipt(_ innermost: [UInt8]) -> Bool {
    if ASN1Format.isSignedData(innermost) { return true }
    let text = InputText(innermost)
    return EnvelopeText.begins(text.bytes[text.core]) && ReceiptMember.isReceipt(text.bytes[text.core])
  }

  /// Whether they are the remains of a receipt, by their name and their look.
  private static func isDamagedReceipt(_ bytes: [UInt8], _ error: ReceiptError) -> Bool {
    EnvelopeText.begins(bytes[...]) || [.truncated, .invalidASN1, .invalidPropertyList].contains(error.code)
  }

  /// Whether a text is a JWS by its look: base64 of `{"`, and a dot.
  static func isSignedData(_ bytes: [UInt8]) -> Bool { bytes.starts(with: "eyJ") && bytes.contains(UInt8(ascii: ".")) }
}
