import ReceiptKit

/// A body that anyone may send, after one strict parse that ends at the first excess.
///
/// Only this decides what goes on to the code that recognises all forms of receipts and signed data: a text in the form
/// of a JWS, or a document with the app's shared secret. Other members of the body decide nothing.
enum NotificationBody: Sendable {
  /// Version 2: the text in `signedPayload`, and the whole body.
  case signed([UInt8], body: [UInt8])
  /// Version 1: the whole body, which has the shared secret.
  case unsigned([UInt8])

  /// The size of the largest body of version 2; Apple's have about 20 KB.
  static let largestSigned = 64 << 10

  /// Apple's bodies of version 2 have one value. Those of version 1 have the latest hundred purchases of a receipt,
  /// with about 25 values each, and no value takes less than eight octets on average.
  private static func reader(_ count: Int, _ secret: Secret?) -> JSONReader {
    let few = 64
    return JSONReader(maximumDepth: 16, maximumValues: secret == nil ? few : min(max(few, count / 8), 1 << 16))
  }

  /// - Parameter secret: the app's shared secret; without it no body of version 1 is taken.
  /// - Throws: a ``Problem`` for anything else.
  init(_ bytes: [UInt8], secret: Secret?) throws(Problem) {
    guard bytes.first(where: { !$0.isASCIISpace }) == UInt8(ascii: "{") else { throw Self.wrong("a JSON object") }
    let document: JSONText
    do throws(JSONError) {
      document = try Self.reader(bytes.count, secret).outline(bytes, bytes.indices)
    } catch {
      throw Self.wrong("a JSON object, but \(error.message)")
    }
    if let payload = document["signedPayload"] {
      guard bytes.count <= Self.largestSigned else { throw .tooLarge(Self.largestSigned) }
      let members = document.memberNodes?.count { $0.name == "signedPayload" } ?? 0
      guard members == 1 else { throw .body("`signedPayload` stands twice in one object") }
      guard let text = payload.stringValue.map({ Array($0.utf8) }), Self.isJWS(text) else {
        throw .body(
          "a notification of version 2 whose `signedPayload` is not a readable JWS",
          hint: "give the body that Apple sent, in one piece")
      }
      self = .signed(text, body: bytes)
    } else if ["unified_receipt", "notification_type", "password"].contains(where: { document[$0] != nil }) {
      guard let secret, let password = document["password"]?.stringValue, secret.matches(Array(password.utf8)) else {
        throw .disbelieved("it does not carry the shared secret, or none is set up")
      }
      self = .unsigned(bytes)
    } else {
      throw Self.wrong("a notification of version 1 or 2")
    }
  }

  private static func wrong(_ wanted: String) -> Problem {
    .body("the body is not \(wanted)", hint: "give the body that Apple sent, in one piece")
  }

  /// Whether a text has three parts in the characters of base64url, and nothing else.
  private static func isJWS(_ text: [UInt8]) -> Bool {
    var lengths = [0]
    for byte in text {
      if byte == UInt8(ascii: ".") {
        guard lengths.count < 3 else { return false }
        lengths.append(0)
      } else if byte.isASCIIDigit || byte.isASCIILetter || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") {
        lengths[lengths.count - 1] += 1
      } else {
        return false
      }
    }
    return lengths.count == 3 && !lengths.contains(0)
  }
}
