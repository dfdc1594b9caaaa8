import ReceiptKit
import TestSupport

/// Receipts by shape only: the outermost elements are right, what is inside is noise. No real receipt is needed to test
/// unwrapping.
enum InputSamples {
  /// `ContentInfo { signedData, [0] noise }` with definite lengths, 1,219 bytes: its base64 needs two padding
  /// characters.
  static let der = contentInfo(noise: 1_200)
  /// 1,218 bytes: no padding.
  static let unpaddedDER = contentInfo(noise: 1_199)
  /// 1,220 bytes: one padding character.
  static let oncePaddedDER = contentInfo(noise: 1_201)
  /// The same with indefinite lengths, as Xcode writes it.
  static let ber: [UInt8] =
    [0x30, 0x80] + oid + [0xA0, 0x80, 0x30, 0x80] + element(0x04, noise(900)) + [UInt8](repeating: 0, count: 6)
  /// A bare SET of one SEQUENCE.
  static let payload: [UInt8] = element(0x31, element(0x30, noise(400)))
  static let propertyList = Array(
    """
    {
    \t"signature" = "QUJD";
    \t"purchase-info" = "QUJD";
    \t"pod" = "100";
    \t"signing-status" = "0";
    }
    """.utf8)

  static let oid: [UInt8] = [0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x02]

  static func contentInfo(noise count: Int) -> [UInt8] { element(0x30, oid + element(0xA0, noise(count))) }

  /// One element with a definite length in up to three octets.
  static func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
    let count = content.count
    if count < 0x80 { return [tag, UInt8(count)] + content }
    let start: [UInt8] = count > 0xFFFF ? [tag, 0x83, UInt8(count >> 16)] : [tag, 0x82]
    return start + [UInt8(count >> 8 & 0xFF), UInt8(count & 0xFF)] + content
  }

  static func noise(_ count: Int) -> [UInt8] {
    var generator = SplitMix(seed: 20_260_101)
    return (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
  }

  /// RFC 4648, written once more and as plainly as possible, so that the decoder is not tested with its own mirror
  /// image.
  static func base64(_ bytes: [UInt8]) -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    var text = ""
    var index = 0
    while index < bytes.count {
      let group = bytes[index..<min(index + 3, bytes.count)]
      var bits = 0
      for offset in 0..<3 { bits = bits * 256 + (offset < group.count ? Int(group[index + offset]) : 0) }
      text.append(alphabet[bits / 262_144 % 64])
      text.append(alphabet[bits / 4_096 % 64])
      text.append(group.count > 1 ? alphabet[bits / 64 % 64] : "=")
      text.append(group.count > 2 ? alphabet[bits % 64] : "=")
      index += 3
    }
    return text
  }

  static func wrapped(_ text: String, at width: Int, with lineBreak: String, prefix: String = "") -> String {
    let characters = Array(text)
    let lines = stride(from: 0, to: characters.count, by: width).map { start in
      prefix + String(characters[start..<min(start + width, characters.count)])
    }
    return lines.joined(separator: lineBreak)
  }

  /// Base64 as a PEM block of a receipt.
  static func pem(_ base64: String) -> String {
    "-----BEGIN PKCS7-----\n\(wrapped(base64, at: 64, with: "\n"))\n-----END PKCS7-----\n"
  }

  static func hex(_ bytes: [UInt8]) -> [String] {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
  }

  static func replacing(_ text: String, _ character: Character, with other: String) -> String {
    text.reduce(into: "") { $0 += $1 == character ? other : String($1) }
  }

  static func count(_ character: Character, in text: String) -> Int { text.filter { $0 == character }.count }
}
