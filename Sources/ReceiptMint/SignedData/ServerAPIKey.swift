import ReceiptAnalysis

/// A key pair for a stand-in of the App Store Server API, with the names under which App Store Connect would list it.
///
/// The pair is derived from the authority's root key, as the keys of its certificates are.
package struct ServerAPIKey: Sendable {
  /// Ten letters and digits: `2X9R4HXF34`.
  package let keyIdentifier: String
  /// A UUID.
  package let issuerIdentifier: String
  /// The private key, PKCS#8 in PEM, as in Apple's `.p8` files.
  package let privateKeyPEM: String

  /// A key with its names, as a folder holds them. They are not checked.
  package init(keyIdentifier: String, issuerIdentifier: String, privateKeyPEM: String) {
    self.keyIdentifier = keyIdentifier
    self.issuerIdentifier = issuerIdentifier
    self.privateKeyPEM = privateKeyPEM
  }
}

extension TestAuthority {
  /// The authority's key for the App Store Server API.
  ///
  /// - Throws: ``MintError/openSSL(call:reason:)``.
  package func serverAPIKey() throws(MintError) -> ServerAPIKey {
    let label = "App Store Server API"
    let key = try ellipticKey(label, .p256)
    var generator = try SeededGenerator(seed: hexadecimal(try Digest.sha256.hash(key.point)), label: label)
    let characters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
    let identifier = try generator.bytes(10).map { characters[Int($0) % characters.count] }
    return ServerAPIKey(
      keyIdentifier: String(identifier), issuerIdentifier: String.randomUUID(try generator.bytes(16)),
      privateKeyPEM: key.privateKeyPEM)
  }
}
