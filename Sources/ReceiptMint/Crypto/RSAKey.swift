import COpenSSL

/// How large the RSA keys of an authority are.
public enum KeySize: Int, CaseIterable, Sendable {
  /// 1024 bits: quick to make, for property tests; and the size of the signer of version 2 iOS 6 receipts.
  case bits1024 = 1024
  /// 2048 bits: what Apple uses (226 of 226 receipts).
  case bits2048 = 2048
}

/// An RSA key pair. The private half never leaves OpenSSL.
///
/// Sendable though it holds a C handle: after `init` the handle is only ever read, and EVP_PKEY locks what it caches itself.
final class RSAKey: @unchecked Sendable {
  /// The modulus, most significant octet first.
  let modulus: [UInt8]
  private let handle: Handle

  /// Owner of one EVP_PKEY.
  private struct Handle: ~Copyable {
    let pointer: OpaquePointer
    deinit { EVP_PKEY_free(pointer) }
  }

  /// Size of the modulus in bits.
  var bits: Int { modulus.count * 8 }

  /// Takes the key's numbers; the pointer that `EVP_PKEY_fromdata` makes is owned from here on.
  init(_ numbers: borrowing RSANumbers) throws(MintError) {
    modulus = numbers.n.bytes
    handle = Handle(pointer: try numbers.makeKey())
  }

  /// The PKCS#1 v1.5 signature (RFC 8017 §8.2) of `message`: as many bytes as the modulus has, always the same ones.
  ///
  /// The DigestInfo is made here and OpenSSL only pads and exponentiates: builds that refuse to sign with SHA-1 as a matter of
  /// policy (RHEL 9) do it all the same.
  ///
  ///     DigestInfo ::= SEQUENCE { digestAlgorithm AlgorithmIdentifier, digest OCTET STRING }
  func sign(_ message: [UInt8], digest: Digest) throws(MintError) -> [UInt8] {
    let digestInfo = DEREncoder.sequence(
      DEREncoder.algorithm(digest.identifier), DEREncoder.octetString(try digest.hash(message)))
    guard let context = EVP_PKEY_CTX_new_from_pkey(nil, handle.pointer, nil) else {
      throw MintError.failed("EVP_PKEY_CTX_new_from_pkey")
    }
    defer { EVP_PKEY_CTX_free(context) }
    guard
      EVP_PKEY_sign_init(context) == 1,
      EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_PADDING) == 1
    else { throw MintError.failed("EVP_PKEY_sign_init") }
    var signature = [UInt8](repeating: 0, count: modulus.count)
    var length = signature.count
    guard EVP_PKEY_sign(context, &signature, &length, digestInfo, digestInfo.count) == 1 else {
      throw MintError.failed("EVP_PKEY_sign")
    }
    return Array(signature.prefix(length))
  }

  /// `RSAPublicKey ::= SEQUENCE { modulus INTEGER, publicExponent INTEGER }` (RFC 8017, appendix A.1.1).
  var publicKey: [UInt8] {
    DEREncoder.sequence(DEREncoder.integer(unsigned: modulus), DEREncoder.integer(Int64(RSANumbers.publicExponent)))
  }

  /// `SubjectPublicKeyInfo ::= SEQUENCE { algorithm AlgorithmIdentifier, subjectPublicKey BIT STRING }` (RFC 5280 §4.1).
  var subjectPublicKeyInfo: [UInt8] {
    DEREncoder.sequence(DEREncoder.algorithm(.rsaEncryption), DEREncoder.bitString(publicKey))
  }

  /// SHA-1 of the BIT STRING's octets: the key identifier of RFC 5280 §4.2.1.2, method 1, which Apple uses too.
  func identifier() throws(MintError) -> [UInt8] { try Digest.sha1.hash(publicKey) }
}
