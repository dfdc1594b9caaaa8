import ReceiptKit

/// Takes a shared secret out of what a server said, in whatever case it comes back: nobody expects an answer to repeat it, so a server
/// that does would otherwise put it into logs.
struct SecretMask: Sendable {
  private let secret: [UInt8]

  init(_ secret: String) {
    self.secret = secret.utf8.map(Self.lowercase)
  }

  /// The text without the secret.
  func masking(_ text: String) -> String {
    let bytes = Array(text.utf8)
    var kept: [UInt8] = []
    var index = 0
    var isFound = false
    while index < bytes.count {
      if matches(bytes, at: index) {
        kept += Array(VerifyReceiptRequest.mask.utf8)
        index += secret.count
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
    return text.withUTF8 { utf8 in utf8.indices.contains { matches(utf8, at: $0) } }
  }

  private func matches(_ bytes: some RandomAccessCollection<UInt8>, at index: Int) -> Bool {
    guard secret.count <= bytes.count - index else { return false }
    let start = bytes.index(bytes.startIndex, offsetBy: index)
    return zip(secret, bytes[start...]).allSatisfy { $0 == Self.lowercase($1) }
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
