/// Whether a text is complete while it is still being pasted, judged by the length that it announces.
package enum InputCompleteness {
  /// Complete: a receipt as long as its header announces, or JSON or a property list whose brackets are all closed.
  case complete
  /// The input announces more data than is present.
  case cut
  /// The input announces no length.
  case unknown

  /// Examines the bytes received so far, in linear time.
  package init(of bytes: [UInt8]) {
    let text = InputText(bytes)
    if let isClosed = Self.isClosed(text) {
      self = isClosed ? .complete : .cut
      return
    }
    do throws(ReceiptError) {
      let input = try InputRecognizer(maximumBytes: .max).recognize(bytes)
      if case .jws(let signature) = input.content {
        self = Self.endsWithSignature(signature.text) ? .complete : .cut
      } else {
        self = .complete
      }
    } catch {
      self = error.code == .truncated ? .cut : .unknown
    }
  }

  /// Whether every bracket of a JSON document or of an old-style property list is closed; `nil` for other texts.
  private static func isClosed(_ text: InputText) -> Bool? {
    guard let first = text.byte(0), first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else { return nil }
    var depth = 0
    var isQuoted = false
    var isEscaped = false
    for byte in text.bytes[text.core] {
      if isQuoted {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isQuoted = false
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isQuoted = true
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      default: break
      }
    }
    return depth <= 0 && !isQuoted
  }

  /// Whether a JWS ends with a signature of ES256, the only algorithm of StoreKit: 64 octets (RFC 7518, 3.4).
  private static func endsWithSignature(_ bytes: [UInt8]) -> Bool {
    guard let dot = bytes.lastIndex(of: UInt8(ascii: ".")) else { return false }
    return bytes[dot...].dropFirst().prefix { $0.isBase64URL }.count >= JWSScan.signatureLength
  }
}

extension UInt8 {
  fileprivate var isBase64URL: Bool {
    isASCIILetter || isASCIIDigit || self == UInt8(ascii: "-") || self == UInt8(ascii: "_")
  }
}
