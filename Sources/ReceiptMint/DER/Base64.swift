/// Standard, padded base64 on one line (RFC 4648 §4): what a device hands to an app.
enum Base64 {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// Four characters for every three octets begun; empty for none.
  static func encode(_ octets: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((octets.count + 2) / 3 * 4)
    let whole = octets.count / 3 * 3
    var start = 0
    while start < whole {
      let bits = Int(octets[start]) << 16 | Int(octets[start + 1]) << 8 | Int(octets[start + 2])
      text.append(alphabet[bits >> 18])
      text.append(alphabet[bits >> 12 & 0x3F])
      text.append(alphabet[bits >> 6 & 0x3F])
      text.append(alphabet[bits & 0x3F])
      start += 3
    }
    if start < octets.count {
      let hasTwo = start + 1 < octets.count
      let bits = Int(octets[start]) << 16 | (hasTwo ? Int(octets[start + 1]) << 8 : 0)
      text.append(alphabet[bits >> 18])
      text.append(alphabet[bits >> 12 & 0x3F])
      text.append(hasTwo ? alphabet[bits >> 6 & 0x3F] : UInt8(ascii: "="))
      text.append(UInt8(ascii: "="))
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The octets between `-----BEGIN label-----` and `-----END label-----`, 64 characters a line (RFC 7468).
  static func pem(_ octets: [UInt8], label: String) -> String {
    let body = Array(encode(octets).utf8)
    var text = "-----BEGIN \(label)-----\n"
    for start in stride(from: 0, to: body.count, by: 64) {
      text += String(decoding: body[start..<min(start + 64, body.count)], as: UTF8.self) + "\n"
    }
    return text + "-----END \(label)-----\n"
  }
}
