import ReceiptKit

/// Takes a shared secret out of what a server said, in whatever case it comes back, also in base64: nobody expects an answer to
/// repeat it, so a server that does would otherwise put it into logs.
struct SecretMask: Sendable {
  /// What is looked for, in lower case; the longest first.
  private let forms: [[UInt8]]
  /// Whether a form begins with an octet.
  private let begins: [Bool]

  init(_ secret: String) {
    forms = ([Array(secret.utf8)] + Self.encoded(Array(secret.utf8))).map { $0.map(Self.lowercase) }
      .sorted { $0.count > $1.count }
    var begins = [Bool](repeating: false, count: 256)
    for first in forms.compactMap(\.first) { begins[Int(first)] = true }
    self.begins = begins
  }

  /// The characters that a secret alone decides in base64, wherever in a longer text it stands; in both alphabets of RFC 4648.
  private static func encoded(_ secret: [UInt8]) -> [[UInt8]] {
    (0..<3).flatMap { offset -> [[UInt8]] in
      // Six bits a character: of the first ones some belong to what stands before, of the last one to what follows.
      let text = Array(Base64.encode([UInt8](repeating: 0, count: offset) + secret).utf8)
      let characters = Array(text[((offset * 8 + 5) / 6)..<((offset + secret.count) * 8 / 6)])
      let urlSafe = characters.map {
        $0 == UInt8(ascii: "+") ? UInt8(ascii: "-") : $0 == UInt8(ascii: "/") ? UInt8(ascii: "_") : $0
      }
      return characters == urlSafe ? [characters] : [characters, urlSafe]
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

  /// The value without the secret in any name, string or number; `nil` if it is in none.
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

  /// The length of the form that stands there; `nil` if none does.
  private func match(_ bytes: some RandomAccessCollection<UInt8>, at index: Int) -> Int? {
    let start = bytes.index(bytes.startIndex, offsetBy: index)
    guard begins[Int(Self.lowercase(bytes[start]))] else { return nil }
    return forms.first { form in
      form.count <= bytes.count - index && zip(form, bytes[start...]).allSatisfy { $0 == Self.lowercase($1) }
    }?.count
  }

  private static func lowercase(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }
}

extension [SecretMask] {
  /// The value without any of the secrets; `nil` if none of them is in it.
  func masking(_ value: JSONValue) -> JSONValue? {
    reduce(nil) { masked, mask in mask.masking(masked ?? value) ?? masked }
  }
}
