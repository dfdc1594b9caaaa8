import ReceiptKit
import ReceiptRemote

/// A receiver of events, from the file of `--webhook-file`, or of Apple's notifications, from that of `--forward-file`
/// (``forwards(in:)``).
///
/// In the file of webhooks, each line has the name of a webhook, its URL, and its secret in the form of Standard
/// Webhooks: `whsec_` and base64 of 24 to 64 octets.
///
///     # name  URL                          secret
///     shop    https://shop.example/events  whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw
package struct Webhook: Sendable, Masked {
  /// What the receiver gets.
  enum Content: Sendable {
    /// Every event, signed with a key: HMAC-SHA-256 needs no more than 64 octets.
    case events(key: [UInt8])
    /// Apple's notifications as they came.
    case notifications(ForwardFilter)
  }

  /// The name of the receiver in the log, in the metrics and in the ledger.
  package let name: String
  let endpoint: Endpoint
  let content: Content

  /// The name of the receiver for people.
  var title: String { if case .events = content { "webhook \(name)" } else { "forward \(name)" } }

  /// The header fields of a request about an event, by the Standard Webhooks specification, version 1.
  ///
  /// - Parameters:
  ///   - identifier: an identifier that is the same in every try; without a full stop.
  ///   - seconds: the time of the try, in seconds since 1970.
  ///   - key: the key of the receiver.
  /// - Throws: `.defect` if libcrypto cannot compute the signature.
  static func fields(
    _ identifier: String, at seconds: Int64, _ body: [UInt8], key: [UInt8]
  ) throws(ReceiptError) -> [(name: String, value: String)] {
    let signed = Array("\(identifier).\(seconds).".utf8) + body
    let signature = Base64.encode(try DigestAlgorithm.hmacSHA256(signed, key: key))
    return [
      ("webhook-id", identifier), ("webhook-timestamp", String(seconds)), ("webhook-signature", "v1," + signature),
    ]
  }

  /// The maximum number of receivers in a file: each of them polls the ledger for itself.
  static let maximumCount = 16
  private static let prefix = "whsec_"

  /// Reads the content of a file.
  ///
  /// - Throws: the fault of the content, without quoting any secret.
  package static func all(in bytes: [UInt8]) throws(InvalidSecretFile) -> [Webhook] {
    let lines = try InvalidSecretFile.lines(of: bytes)
    guard lines.count <= maximumCount else { throw InvalidSecretFile("it has more than \(maximumCount) webhooks") }
    var all: [Webhook] = []
    for (number, words) in lines {
      guard words.count == 3 else { throw InvalidSecretFile("line \(number) is not: name, URL, secret") }
      let (name, endpoint) = try head(words, line: number, besides: all)
      let encoded = Array(words[2].utf8)
      guard words[2].hasPrefix(prefix),
        let key = Base64.decodeCanonical(encoded, prefix.utf8.count..<encoded.count), (24...64).contains(key.count)
      else {
        throw InvalidSecretFile("the secret in line \(number) is not whsec_ and base64 of 24 to 64 octets")
      }
      all.append(Webhook(name: name, endpoint: endpoint, content: .events(key: Array(key))))
    }
    return all
  }

  /// Reads the name and the URL of a line.
  ///
  /// - Parameters:
  ///   - words: at least two.
  ///   - others: the receivers of earlier lines.
  static func head(
    _ words: [Substring], line: Int, besides others: [Webhook]
  ) throws(InvalidSecretFile) -> (name: String, endpoint: Endpoint) {
    let name = String(words[0])
    guard AccessToken.isName(words[0]), !others.contains(where: { $0.name == name }) else {
      throw InvalidSecretFile(
        "the name in line \(line) is another line's, or has other characters than a-z, 0-9, - _ and .")
    }
    do throws(InvalidEndpoint) {
      return (name, try Endpoint(String(words[1])))
    } catch {
      throw InvalidSecretFile("line \(line): \(error.message)")
    }
  }
}
