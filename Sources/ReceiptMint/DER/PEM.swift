import ReceiptAnalysis

extension DEREncoder {
  /// The octets in base64 between `-----BEGIN label-----` and `-----END label-----`, 64 characters a line (RFC 7468).
  static func pem(_ octets: [UInt8], label: String) -> String {
    let body = Array(Base64.encode(octets).utf8)
    var text = "-----BEGIN \(label)-----\n"
    for start in stride(from: 0, to: body.count, by: 64) {
      text += String(decoding: body[start..<min(start + 64, body.count)], as: UTF8.self) + "\n"
    }
    return text + "-----END \(label)-----\n"
  }
}
