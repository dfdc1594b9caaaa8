import Foundation

/// How the octets of vectors are dressed, by Foundation and not by the code under test.
enum VectorText {
  static func base64(_ octets: [UInt8]) -> String { Data(octets).base64EncodedString() }

  static func lines(_ text: String, of width: Int, joinedBy separator: String) -> String {
    let characters = Array(text)
    return stride(from: 0, to: characters.count, by: width)
      .map { String(characters[$0..<min($0 + width, characters.count)]) }.joined(separator: separator)
  }

  static func pem(_ octets: [UInt8]) -> String {
    "-----BEGIN PKCS7-----\n" + lines(base64(octets), of: 64, joinedBy: "\n") + "\n-----END PKCS7-----\n"
  }

  static func hex(_ octets: [UInt8]) -> String { octets.map { String(format: "%02x", $0) }.joined() }

  static func urlSafe(_ octets: [UInt8]) -> String {
    base64(octets).replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
      .replacingOccurrences(of: "=", with: "")
  }

  static func count(_ characters: String, in text: String) -> Int { text.filter(characters.contains).count }
}
