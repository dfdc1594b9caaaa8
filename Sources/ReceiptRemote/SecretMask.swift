import ReceiptKit

/// Removes a shared secret from a server's answer. Answers are logged and printed, and a server may repeat the secret
/// in its answer. The secret is found in upper and lower case, in base64 and in hexadecimal digits. Any of these
/// characters may be escaped as in URLs (`%41`) or as in JSON and source code (`\u0041`, `\x41`, `\/`).
///
/// The mask is applied when an answer arrives: ``Exchange`` applies it to the bytes, the typed answer, the quotations
/// in messages, and every whole message. So code that prints cannot forget it.
struct SecretMask: Sendable {
  /// One encoding of the secret.
  private struct Form: Hashable {
    var bytes: [UInt8]
    var ignoresCase = false
  }

  /// The forms to search for, the longest first. Case-insensitive forms are in lower case.
  private let forms: [Form]
  /// For each octet, whether a form or an escape can begin with it.
  private let canBegin: [Bool]

  init(_ secret: String) {
    // The digits of hexadecimal secrets may also be in either case before they are encoded.
    let spellings = Set([secret, secret.lowercased(), secret.uppercased()].map { Array($0.utf8) })
    var forms = Set(spellings.map { Form(bytes: $0.map(\.asciiLowercase), ignoresCase: true) })
    for spelling in spellings {
      forms.formUnion(Self.base64(spelling).map { Form(bytes: $0) })
      forms.insert(Form(bytes: Array(hexadecimal(spelling).utf8), ignoresCase: true))
    }
    self.forms = forms.sorted { $0.bytes.count > $1.bytes.count }
    var canBegin = [Bool](repeating: false, count: 256)
    for first in forms.compactMap(\.bytes.first) {
      canBegin[Int(first)] = true
      // A case-insensitive form may also begin with a capital.
      if first.isASCIILetter, first == first.asciiLowercase { canBegin[Int(first) - 0x20] = true }
    }
    for sign in [UInt8(ascii: "%"), UInt8(ascii: "\\")] { canBegin[Int(sign)] = true }
    self.canBegin = canBegin
  }

  /// The base64 characters that depend only on the secret, for each position in a text, in both alphabets of RFC 4648.
  private static func base64(_ secret: [UInt8]) -> [[UInt8]] {
    (0..<3).flatMap { offset -> [[UInt8]] in
      // Each character has six bits. The first ones share bits with the text before the secret, and the last one with
      // the text after it.
      let text = Array(Base64.encode([UInt8](repeating: 0, count: offset) + secret).utf8)
      let characters = Array(text[((offset * 8 + 5) / 6)..<((offset + secret.count) * 8 / 6)])
      let urlSafe = characters.map {
        $0 == UInt8(ascii: "+") ? UInt8(ascii: "-") : $0 == UInt8(ascii: "/") ? UInt8(ascii: "_") : $0
      }
      return [characters, urlSafe]
    }
  }

  /// The text without the secret.
  func masking(_ text: String) -> String {
    let bytes = Array(text.utf8)
    var kept: [UInt8] = []
    var index = 0
    var isFound = false
    while index < bytes.count {
      if let length = match(bytes, at: index) {
        kept += Array(VerifyReceiptRequest.mask.utf8)
        index += length
        isFound = true
      } else {
        kept.append(bytes[index])
        index += 1
      }
    }
    return isFound ? String(decoding: kept, as: UTF8.self) : text
  }

  /// The message without the secret in any value.
  func masking(_ message: Message) -> Message { message.mappingTexts { masking($0) } }

  /// The value without the secret in any name, string or number; `nil` if the secret does not occur.
  func masking(_ value: JSONValue) -> JSONValue? {
    switch value {
    case .null, .bool: return nil
    case .number(let digits): return contains(digits) ? .string(VerifyReceiptRequest.mask) : nil
    case .string(let text): return contains(text) ? .string(masking(text)) : nil
    case .array(let elements):
      let masked = elements.map { masking($0) }
      guard masked.contains(where: { $0 != nil }) else { return nil }
      return .array(zip(elements, masked).map { $1 ?? $0 })
    case .object(let members):
      let masked = members.map { member -> JSONValue.Member? in
        let value = masking(member.value)
        guard value != nil || contains(member.name) else { return nil }
        return JSONValue.Member(masking(member.name), value ?? member.value)
      }
      guard masked.contains(where: { $0 != nil }) else { return nil }
      return .object(zip(members, masked).map { $1 ?? $0 })
    }
  }

  private func contains(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { utf8 in utf8.indices.contains { match(utf8, at: $0) != nil } }
  }

  /// The length of the form at this index; `nil` without one.
  private func match<Bytes: RandomAccessCollection<UInt8>>(_ bytes: Bytes, at index: Int) -> Int?
  where Bytes.Index == Int {
    guard canBegin[Int(bytes[index])] else { return nil }
    for form in forms {
      if let end = Self.end(of: form, in: bytes, from: index) { return end - index }
    }
    return nil
  }

  /// The end of a form that begins here.
  private static func end<Bytes: RandomAccessCollection<UInt8>>(of form: Form, in bytes: Bytes, from start: Int) -> Int?
  where Bytes.Index == Int {
    var index = start
    for (position, expected) in form.bytes.enumerated() {
      // Some programs wrap base64.
      while position > 0, !form.ignoresCase, index < bytes.endIndex, bytes[index] == 0x0A || bytes[index] == 0x0D {
        index += 1
      }
      guard index < bytes.endIndex else { return nil }
      func isExpected(_ byte: UInt8) -> Bool { (form.ignoresCase ? byte.asciiLowercase : byte) == expected }
      if let (byte, end) = escaped(bytes, at: index), isExpected(byte) {
        index = end
      } else if isExpected(bytes[index]) {
        index += 1
      } else {
        return nil
      }
    }
    return index
  }

  /// The character of an escape at this index.
  private static func escaped<Bytes: RandomAccessCollection<UInt8>>(
    _ bytes: Bytes, at start: Int
  ) -> (byte: UInt8, end: Int)? where Bytes.Index == Int {
    func number(_ digits: Int, at index: Int) -> (byte: UInt8, end: Int)? {
      guard bytes.endIndex - index >= digits,
        let text = String(validating: bytes[index..<(index + digits)], as: UTF8.self),
        text.utf8.allSatisfy({ $0.hexValue != nil }), let byte = UInt8(text, radix: 16)
      else { return nil }
      return (byte, index + digits)
    }
    if bytes[start] == UInt8(ascii: "%") { return number(2, at: start + 1) }
    var index = start
    // JSON inside JSON doubles backslashes.
    while index < bytes.endIndex, bytes[index] == UInt8(ascii: "\\") { index += 1 }
    guard index > start, index < bytes.endIndex else { return nil }
    switch bytes[index] {
    case UInt8(ascii: "u"): if let found = number(4, at: index + 1) { return found }
    case UInt8(ascii: "x"): if let found = number(2, at: index + 1) { return found }
    default: break
    }
    return (bytes[index], index + 1)
  }
}

extension [SecretMask] {
  /// The text without any of the secrets.
  func masking(_ text: String) -> String { reduce(text) { $1.masking($0) } }

  /// The message without any of the secrets in its values.
  func masking(_ message: Message) -> Message { reduce(message) { $1.masking($0) } }

  /// The value without any of the secrets; `nil` if none of them occurs.
  func masking(_ value: JSONValue) -> JSONValue? {
    reduce(nil) { masked, mask in mask.masking(masked ?? value) ?? masked }
  }
}
