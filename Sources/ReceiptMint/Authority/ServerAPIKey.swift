import COpenSSL
import ReceiptAnalysis

/// A key pair for a stand-in of the App Store Server API, with the names under which App Store Connect would list it.
///
/// It follows from the authority's root key, as the keys of its certificates do.
package struct ServerAPIKey: Sendable {
  /// Ten letters and digits: `2X9R4HXF34`.
  package let keyIdentifier: String
  /// A UUID.
  package let issuerIdentifier: String
  /// The private key, PKCS#8 in PEM, as in Apple's `.p8` files.
  package let privateKeyPEM: String

  /// A key with its names, as a folder has them; not checked.
  package init(keyIdentifier: String, issuerIdentifier: String, privateKeyPEM: String) {
    (self.keyIdentifier, self.issuerIdentifier) = (keyIdentifier, issuerIdentifier)
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
      keyIdentifier: String(identifier), issuerIdentifier: SignedDataMaker.uuid(try generator.bytes(16)),
      privateKeyPEM: key.privateKeyPEM)
  }
}

/// Verifies what was signed with a ``ServerAPIKey``: ES256 (RFC 7518 §3.4).
///
/// It is `@unchecked Sendable` because a pointer cannot be checked: the key never changes after `init`, and OpenSSL lets several
/// contexts of several threads use one key.
package final class ServerAPIKeyVerifier: @unchecked Sendable {
  private let key: OpaquePointer

  /// Takes the private key of a file; its public half verifies.
  ///
  /// - Throws: ``MintError/unusableKey(_:)`` for anything but an unencrypted P-256 key in PEM.
  package init(privateKeyPEM text: String) throws(MintError) {
    let pointer = try PrivateKeyReader.key(inPEM: text)
    var name = [CChar](repeating: 0, count: 80)
    var length = 0
    guard EVP_PKEY_is_a(pointer, "EC") == 1, EVP_PKEY_get_group_name(pointer, &name, name.count, &length) == 1,
      String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self) == "prime256v1"
    else {
      ERR_clear_error()
      EVP_PKEY_free(pointer)
      throw MintError.unusableKey("it is not a key of the curve P-256")
    }
    key = pointer
  }

  deinit { EVP_PKEY_free(key) }

  /// Whether the signature, r and s of 32 octets each, was made with the key over the message.
  package func verifies(signature: [UInt8], over message: [UInt8]) -> Bool {
    guard signature.count == 64 else { return false }
    let encoded = EllipticKey.encoded(signature)
    let context = EVP_MD_CTX_new()
    defer {
      EVP_MD_CTX_free(context)
      // Unread errors would pile up in the thread's queue.
      ERR_clear_error()
    }
    guard context != nil, EVP_DigestVerifyInit(context, nil, EVP_sha256(), nil, key) == 1 else { return false }
    return EVP_DigestVerify(context, encoded, encoded.count, message, message.count) == 1
  }
}
