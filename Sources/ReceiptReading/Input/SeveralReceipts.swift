/// What is said of an input with more than one receipt in it. Of two, none is the one that was meant: another reader may take the other.
enum SeveralReceipts {
  private static let hint = "give them one at a time"

  static func inText(at offset: Int) -> ReceiptError {
    ReceiptError(
      .invalidEncoding, "more than one receipt in the text: the second one starts at offset \(offset.grouped)",
      offset: offset, hint: hint
    ).because(.severalReceipts)
  }

  /// - Parameter documents: what they are members of: `the JSON`, `the form`.
  static func at(_ first: String, and second: String, in document: String = "the JSON") -> ReceiptError {
    ReceiptError(
      .invalidEncoding,
      "more than one receipt in \(document): one at \(name(first)), and another one at \(name(second))",
      hint: hint
    ).because(.severalReceipts)
  }

  /// A name that occurs twice, whatever its values are.
  static func twice(_ pointer: String) -> ReceiptError {
    ReceiptError(
      .invalidEncoding, "the JSON has \(name(pointer)) twice, and readers differ in which of the two they take",
      hint: "leave one of them"
    ).because(.severalReceipts)
  }

  private static func name(_ pointer: String) -> String { pointer.isEmpty ? "its top" : pointer }
}

/// A text beside the one that is read: whether it is another receipt, or signed data, or neither.
enum OtherText {
  /// No receipt, and nothing that is signed.
  case nothing
  /// Signed data of StoreKit 2.
  case signedData
  /// A receipt, and what was not read beside it.
  case receipt(RecognizedInput.Content, unread: [UnreadPart])
  /// A receipt that cannot be read, so that nobody can say which one it is; or several.
  case unreadableReceipt
  /// JSON in JSON in JSON: not looked into.
  case nested

  /// No receipt, and no signed data, is as short.
  static let minimumBytes = 64
  /// The same for texts for which neither a name nor a look speaks: documents are full of short ones.
  static let minimumBytesOfOther = 256
  /// How deeply texts in texts are looked into. Each is a search of its own.
  private static let maximumNesting = 4

  /// - Parameters:
  ///   - isNamed: whether it stands under a name that receipts have.
  ///   - nesting: how many searches lie around this one.
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
      case .jws: self = .signedData
      // A certificate or a key is a SEQUENCE, too.
      case .signedData(let encoded) where !ASN1Format.isSignedData(encoded): self = .nothing
      default: self = .receipt(found.content, unread: found.unread)
      }
    } catch {
      if error.cause == .severalReceipts || Self.isDamagedReceipt(innermost)
        || isNamed && Self.isDamagedReceipt(bytes, error)
      {
        self = .unreadableReceipt
      }
    }
  }

  /// Whether a text or bytes that cannot be read are what is left of a receipt, by the object identifier in them.
  private static func isDamagedReceipt(_ innermost: [UInt8]) -> Bool {
    if ASN1Format.isSignedData(innermost) { return true }
    let text = InputText(innermost)
    return beginsAsEnvelope(text.bytes[text.core]) && ReceiptMember.isReceipt(text.bytes[text.core])
  }

  /// Whether they are by their name and their look.
  private static func isDamagedReceipt(_ bytes: [UInt8], _ error: ReceiptError) -> Bool {
    beginsAsEnvelope(bytes[...]) || [.truncated, .invalidASN1, .invalidPropertyList].contains(error.code)
  }

  private static func beginsAsEnvelope(_ text: ArraySlice<UInt8>) -> Bool {
    text.starts(with: "MII") || text.starts(with: "MIA")
  }

  /// Whether a text is a JWS by its look: base64 of `{"`, and a dot.
  static func isSignedData(_ bytes: [UInt8]) -> Bool { bytes.starts(with: "eyJ") && bytes.contains(UInt8(ascii: ".")) }
}
