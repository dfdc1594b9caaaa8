/// A text beside the main one: another receipt, signed data, or neither.
package enum OtherText {
  /// Neither a receipt nor signed data.
  case nothing
  /// Signed data of StoreKit 2.
  case signedData
  /// A receipt, and the parts beside it that were not read.
  case receipt(RecognizedInput.Content, unread: [UnreadPart])
  /// A receipt that cannot be read, so that it cannot be compared with the main one; or several receipts.
  case unreadableReceipt
  /// JSON in JSON in JSON, which is not searched.
  case nested

  /// The minimum length of receipts and signed data.
  package static let minimumBytes = 64
  /// The minimum length of texts that neither their name nor their form marks as receipts, because documents have many
  /// short texts.
  static let minimumBytesOfOther = 256
  /// The maximum nesting of texts in texts. Each level is a separate search.
  private static let maximumNesting = 4

  /// - Parameters:
  ///   - isNamed: whether the text has a name under which receipts are stored.
  ///   - nesting: the number of enclosing searches.
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
      // Tokens of other services occur in every request.
      case .jws(let signature): if isNamed || signature.header["x5c"] != nil { self = .signedData }
      // Certificates and keys are SEQUENCEs, too, but contain no receipt.
      case .signedData(let encoded)
      where !OuterElement.isSignedData(encoded) || OuterElement.isOfOtherContent(encoded):
        self = .nothing
      default: self = .receipt(found.content, unread: found.unread)
      }
    } catch {
      if error.cause == .severalSignedData {
        self = .signedData
      } else if error.cause == .severalReceipts || Self.isDamagedReceipt(innermost)
        || isNamed && Self.looksDamaged(bytes, error)
      {
        self = .unreadableReceipt
      }
    }
  }

  var isUnreadable: Bool { if case .unreadableReceipt = self { true } else { false } }

  /// The relation of a text to the one that is read.
  enum Relation {
    case nothing
    case part(UnreadPart.Kind)
    /// The same receipt, with the unread parts beside that copy.
    case copy([UnreadPart])
    /// Another receipt, or a receipt that cannot be compared.
    case contradiction
  }

  /// - Parameter read: the content that is read, evaluated only for a comparison; `nil` if it cannot be read, which the
  ///   next step reports.
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

  /// Whether unreadable text or bytes are the remains of a receipt, because they contain its object identifier.
  private static func isDamagedReceipt(_ innermost: [UInt8]) -> Bool {
    if OuterElement.isSignedData(innermost) { return true }
    let text = InputText(innermost)
    return text.bytes[text.core].beginsLikeEnvelope && ReceiptMember.isReceipt(text.bytes[text.core])
  }

  /// Whether bytes under the name of a receipt are its remains, because they begin like one or are in a form of one.
  private static func looksDamaged(_ bytes: [UInt8], _ error: ReceiptError) -> Bool {
    bytes.beginsLikeEnvelope || [.truncated, .invalidASN1, .invalidPropertyList].contains(error.code)
  }

  /// Whether a text looks like a JWS: base64 of `{"`, and a dot.
  static func isSignedData(_ bytes: [UInt8]) -> Bool { bytes.starts(with: "eyJ") && bytes.contains(UInt8(ascii: ".")) }
}
