import ReceiptKit

/// A client's name for a request, so that the client can safely send it again, and a digest of its body.
package struct RequestKey: Sendable {
  /// SHA-256 of the key and of the client that chose it.
  let name: [UInt8]
  /// SHA-256 of the body.
  let body: [UInt8]

  /// - Parameters:
  ///   - key: the key, as the client sent it.
  ///   - owner: the client that chose the key: two clients may choose the same key.
  ///   - body: the body of the request.
  package init(_ key: String, of owner: String, body: [UInt8]) {
    name = DigestAlgorithm.sha256.digest(Array("\(owner.utf8.count):\(owner)\(key)".utf8))
    self.body = DigestAlgorithm.sha256.digest(body)
  }
}
