/// Standard, padded base64 on one line (RFC 4648 §4): what a device hands to an app.
enum Base64 {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// Four characters for every three octets begun; empty for none.
  static func encode(_ octets: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((octets.count + 2) / 3 * 4)
    for start in stride(from: 0, to: octets.count, by: 3) {
      let group = octets[start..<min(start + 3, octets.count)]
      let bits = group.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } << (8 * UInt32(3 - group.count))
      for position in 0..<4 {
        let index = Int(bits >> (18 - 6 * UInt32(position))) & 0x3F
        text.append(position <= group.count ? alphabet[index] : UInt8(ascii: "="))
      }
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
