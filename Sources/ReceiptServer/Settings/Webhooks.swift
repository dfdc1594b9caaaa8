import ReceiptKit
import ReceiptRemote

/// A receiver of events.
struct Webhook: Sendable, Masked {
  /// The name of the webhook in the log, in the metrics and in the ledger.
  let name: String
  let endpoint: Endpoint
  /// The key that signs requests: HMAC-SHA-256 needs no more than 64 octets.
  fileprivate let key: [UInt8]

  /// The header fields of a request, by the Standard Webhooks specification, version 1.
  ///
  /// - Parameters:
  ///   - identifier: an identifier that is the same in every try; without a full stop.
  ///   - seconds: the time of the try, in seconds since 1970.
  /// - Throws: `.defect` if libcrypto cannot compute the signature.
  func fields(_ identifier: String, at seconds: Int64, _ body: [UInt8]) throws(ReceiptError) -> [(String, String)] {
    let signed = Array("\(identifier).\(seconds).".utf8) + body
    let signature = Base64.encode(try DigestAlgorithm.hmacSHA256(signed, key: key))
    return [
      ("webhook-id", identifier), ("webhook-timestamp", String(seconds)), ("webhook-signature", "v1," + signature),
    ]
  }
}

/// The webhooks of `--webhook-file`.
///
/// Each line has the name of a webhook, its URL, and its secret in the form of Standard Webhooks: `whsec_` and base64
/// of 24 to 64 octets.
///
///     # name  URL                          secret
///     shop    https://shop.example/events  whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw
package struct Webhooks: Sendable {
  let all: [Webhook]

  private static let maximumCount = 16
  private static let prefix = "whsec_"

  /// Reads the content of a file.
  ///
  /// - Throws: the fault of the content, without quoting any secret.
  package init(_ bytes: [UInt8]) throws(InvalidWebhooks) {
    guard let text = String(validating: bytes, as: UTF8.self) else { throw InvalidWebhooks("it is not UTF-8") }
    let lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }.enumerated()
      .map { (number: $0.offset + 1, words: $0.element.split { $0 == " " || $0 == "\t" }) }
      .filter { !$0.words.isEmpty && !$0.words[0].hasPrefix("#") }
    guard !lines.isEmpty else { throw InvalidWebhooks("it is empty") }
    guard lines.count <= Self.maximumCount else {
      throw InvalidWebhooks("it has more than \(Self.maximumCount) webhooks")
    }
    var all: [Webhook] = []
    for (number, words) in lines {
      guard words.count == 3 else { throw InvalidWebhooks("line \(number) is not: name, URL, secret") }
      let name = String(words[0])
      guard AccessTokens.isName(words[0]), !all.contains(where: { $0.name == name }) else {
        throw InvalidWebhooks(
          "the name in line \(number) is another line's, or has other characters than a-z, 0-9, - _ and .")
      }
      let endpoint: Endpoint
      do throws(InvalidEndpoint) { endpoint = try Endpoint(String(words[1])) } catch {
        throw InvalidWebhooks("line \(number): \(error.message)")
      }
      let encoded = Array(words[2].utf8)
      guard words[2].hasPrefix(Self.prefix),
        let key = Base64.decodeCanonical(encoded, Self.prefix.utf8.count..<encoded.count), (24...64).contains(key.count)
      else {
        throw InvalidWebhooks("the secret in line \(number) is not whsec_ and base64 of 24 to 64 octets")
      }
      all.append(Webhook(name: name, endpoint: endpoint, key: Array(key)))
    }
    self.all = all
  }
}

/// Why a text cannot be read as ``Webhooks``.
package struct InvalidWebhooks: Error, Equatable, Sendable {
  /// A clause about "it" without a final full stop.
  package let reason: String

  fileprivate init(_ reason: String) {
    self.reason = reason
  }
}
