import ReceiptKit

private typealias S = InputSamples

/// One way in which a receipt stands in an input. None of them uses the recogniser's own code.
struct OtherReceiptForm: Sendable {
  let name: String
  let apply: @Sendable ([UInt8]) -> [UInt8]

  init(_ name: String, _ apply: @escaping @Sendable ([UInt8]) -> String) {
    self.name = name
    self.apply = { Array(apply($0).utf8) }
  }

  init(bytes name: String, _ apply: @escaping @Sendable ([UInt8]) -> [UInt8]) {
    self.name = name
    self.apply = apply
  }

  /// Forms that can stand in a JSON string or a field of a form.
  static let texts: [OtherReceiptForm] = [
    OtherReceiptForm("base64") { S.base64($0) },
    OtherReceiptForm("unpadded base64") { unpadded(S.base64($0)) },
    OtherReceiptForm("unpadded base64url") { urlSafe(unpadded(S.base64($0))) },
    OtherReceiptForm("base64 at 64") { S.wrapped(S.base64($0), at: 64, with: "\n") },
    OtherReceiptForm("unpadded base64 at 76") { S.wrapped(unpadded(S.base64($0)), at: 76, with: "\r\n") },
    OtherReceiptForm("hex") { S.hex($0).joined() },
    OtherReceiptForm("hex at 60") { S.wrapped(S.hex($0).joined(), at: 60, with: "\n") },
    OtherReceiptForm("hex with colons") { S.hex($0).joined(separator: ":").uppercased() },
    OtherReceiptForm("NSData") { "<" + S.wrapped(S.hex($0).joined(), at: 8, with: " ") + ">" },
    OtherReceiptForm("quoted") { "\"\(S.base64($0))\"" },
    OtherReceiptForm("labelled") { "receipt: \(S.base64($0))" },
    OtherReceiptForm("data URI") { "data:;base64,\(S.base64($0))" },
    OtherReceiptForm("PEM") { S.pem(S.base64($0)) },
    OtherReceiptForm("base64 of base64") { S.base64(Array(S.base64($0).utf8)) },
    OtherReceiptForm("unpadded base64 of base64") { unpadded(S.base64(Array(S.base64($0).utf8))) },
    OtherReceiptForm("percent-encoded") { percent(S.base64($0)) },
    OtherReceiptForm("request") { "{\"receipt-data\":\"\(S.base64($0))\"}" },
    OtherReceiptForm("Unity") { "{\"Store\":\"AppleAppStore\",\"Payload\":\"\(S.base64($0))\"}" },
    OtherReceiptForm("bytes in JSON") { "[" + $0.map { "\($0)" }.joined(separator: ",") + "]" },
    OtherReceiptForm("form") { "receipt-data=\(percent(S.base64($0)))" },
  ]

  /// Forms that stand in files.
  static let files: [OtherReceiptForm] =
    texts + [
      OtherReceiptForm(bytes: "DER") { $0 },
      OtherReceiptForm(bytes: "UTF-16") { S.base64($0).utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] } },
    ]

  /// What is left of a receipt.
  static let pieces: [OtherReceiptForm] = [
    OtherReceiptForm("cut base64") { String(S.base64($0).prefix(333)) },
    OtherReceiptForm("cut hex") { String(S.hex($0).joined().prefix(401)) },
    OtherReceiptForm("cut PEM") { String(S.pem(S.base64($0)).prefix(300)) },
    OtherReceiptForm("cut data URI") { "data:;base64,\(S.base64($0).prefix(300))" },
    OtherReceiptForm("cut base64 of base64") { String(S.base64(Array(S.base64($0).utf8)).prefix(300)) },
  ]

  static func unpadded(_ text: String) -> String { S.replacing(text, "=", with: "") }
  static func urlSafe(_ text: String) -> String {
    S.replacing(S.replacing(text, "+", with: "-"), "/", with: "_")
  }
  static func percent(_ text: String) -> String {
    S.replacing(S.replacing(S.replacing(text, "+", with: "%2B"), "/", with: "%2F"), "=", with: "%3D")
  }
  /// A JSON string with these characters.
  static func json(_ bytes: [UInt8]) -> String {
    var text = "\""
    for byte in bytes {
      switch byte {
      case 0x0A: text += "\\n"
      case 0x0D: text += "\\r"
      case 0x22, 0x5C: text += "\\" + String(UnicodeScalar(byte))
      default: text.unicodeScalars.append(UnicodeScalar(byte))
      }
    }
    return text + "\""
  }
  /// The value of a form's field.
  static func field(_ bytes: [UInt8]) -> String {
    bytes.map { byte in
      let character = Character(UnicodeScalar(byte))
      return character.isLetter || character.isNumber ? String(character) : "%" + S.hex([byte])[0]
    }.joined()
  }
}

/// Where two texts stand in one input.
struct OtherReceiptPlace: Sendable {
  let name: String
  let join: @Sendable ([UInt8], [UInt8]) -> [UInt8]

  init(_ name: String, _ join: @escaping @Sendable ([UInt8], [UInt8]) -> [UInt8]) {
    self.name = name
    self.join = join
  }

  /// One behind the other.
  static let text: [OtherReceiptPlace] = ["", "\n", "\r\n\r\n", " ", ",", "\n-- \nBob wrote:\n> ", "\0\0", " | "]
    .map { separator in
      OtherReceiptPlace("text, \(separator.debugDescription)") { $0 + Array(separator.utf8) + $1 }
    }

  /// Members of JSON and fields of a form.
  static let members: [OtherReceiptPlace] = [
    OtherReceiptPlace("JSON") { json("{\"receipt-data\":", $0, ",\"other\":", $1, "}") },
    OtherReceiptPlace("JSON, other first") { json("{\"other\":", $1, ",\"receipt-data\":", $0, "}") },
    OtherReceiptPlace("JSON, known names") { json("{\"receipt-data\":", $0, ",\"receipt\":", $1, "}") },
    OtherReceiptPlace("JSON, deep") { json("{\"receipt\":", $0, ",\"a\":{\"b\":[1,{\"c\":", $1, "}]}}") },
    OtherReceiptPlace("form") { form("receipt-data=", $0, "&other=", $1) },
    OtherReceiptPlace("form, other first") { form("x=1&other=", $1, "&receipt-data=", $0) },
    OtherReceiptPlace("form, known names") { form("receipt-data=", $0, "&receipt=", $1) },
  ]

  private static func json(
    _ start: String, _ first: [UInt8], _ between: String, _ second: [UInt8], _ end: String
  ) -> [UInt8] {
    Array((start + OtherReceiptForm.json(first) + between + OtherReceiptForm.json(second) + end).utf8)
  }

  private static func form(_ start: String, _ first: [UInt8], _ between: String, _ second: [UInt8]) -> [UInt8] {
    Array((start + OtherReceiptForm.field(first) + between + OtherReceiptForm.field(second)).utf8)
  }
}
