import COpenSSL

/// The private key of the App Store Server API: an In-App Purchase key of App Store Connect, as in Apple's `.p8` file.
///
///     -----BEGIN PRIVATE KEY-----        -- RFC 7468, 10
///     PrivateKeyInfo ::= SEQUENCE { version, privateKeyAlgorithm, privateKey, ... }    -- PKCS#8, RFC 5208, 5
///
/// The key uses the curve P-256 and is not encrypted (Apple, "Creating API keys to authorize API requests"). Printing
/// it, also by `dump` or in a debugger, shows eight asterisks.
package struct InAppPurchaseKey: Sendable, Masked {
  /// The maximum size of a file. Apple's files have 257 bytes.
  package static let maximumBytes = 16 << 10

  private let handle: KeyHandle

  /// Reads a key from the content of a file.
  ///
  /// - Throws: the actual kind of the content, without quoting it.
  package init(_ file: [UInt8]) throws(InvalidInAppPurchaseKey) {
    let block = try PEMBlock(file)
    guard block.label == "PRIVATE KEY" else { throw .ofLabel(block.label) }
    handle = try KeyHandle(privateKeyInfo: block.octets)
  }

  /// Whether both are the same key, even if their files were written differently.
  package func isSame(as other: InAppPurchaseKey) -> Bool { handle.isSame(as: other.handle) }

  /// The key that verifies this key's signatures.
  package var publicKey: InAppPurchasePublicKey { InAppPurchasePublicKey(handle) }

  /// Makes an ES256 signature (RFC 7518, 3.4): r and s, 32 octets each.
  ///
  /// - Throws: `.defect` if libcrypto cannot sign.
  package func sign(_ message: [UInt8]) throws(ReceiptError) -> [UInt8] {
    guard let signature = Self.octetsOfNumbers(try signWithDER(message)) else {
      ERR_clear_error()
      throw ReceiptError(.defect, "libcrypto cannot sign with the In-App Purchase key")
    }
    return signature
  }

  /// Makes a signature as `ECDSA-Sig-Value` (RFC 3279, 2.2.3), the form of the original promotional offers.
  ///
  /// - Throws: `.defect` if libcrypto cannot sign.
  package func signWithDER(_ message: [UInt8]) throws(ReceiptError) -> [UInt8] {
    guard let encoded = handle.sign(message) else {
      ERR_clear_error()
      throw ReceiptError(.defect, "libcrypto cannot sign with the In-App Purchase key")
    }
    return encoded
  }

  /// `ECDSA-Sig-Value ::= SEQUENCE { r INTEGER, s INTEGER }` (RFC 3279, 2.2.3), as the octets of both numbers.
  private static func octetsOfNumbers(_ encoded: [UInt8]) -> [UInt8]? {
    encoded.withUnsafeBufferPointer { bytes in
      var next = bytes.baseAddress
      guard let signature = d2i_ECDSA_SIG(nil, &next, bytes.count) else { return nil }
      defer { ECDSA_SIG_free(signature) }
      var octets = [UInt8](repeating: 0, count: 64)
      let isWhole = octets.withUnsafeMutableBufferPointer { buffer in
        guard let start = buffer.baseAddress else { return false }
        return BN_bn2binpad(ECDSA_SIG_get0_r(signature), start, 32) == 32
          && BN_bn2binpad(ECDSA_SIG_get0_s(signature), start + 32, 32) == 32
      }
      return isWhole ? octets : nil
    }
  }
}

/// The public half of an `InAppPurchaseKey`: enough to verify what the key signed.
public struct InAppPurchasePublicKey: Sendable {
  private let handle: KeyHandle

  fileprivate init(_ handle: KeyHandle) { self.handle = handle }

  /// Reads the content of a file with the public key (`openssl pkey -in KEY -pubout`), or with the private key.
  ///
  /// - Throws: the actual kind of the content, without quoting it.
  package init(_ file: [UInt8]) throws(InvalidInAppPurchaseKey) {
    let block = try PEMBlock(file)
    guard block.label == "PUBLIC KEY" else {
      self = try InAppPurchaseKey(file).publicKey
      return
    }
    handle = try KeyHandle(publicKeyInfo: block.octets)
  }

  /// Whether the key made this signature, in DER, over the message.
  package func verifies(_ signature: [UInt8], over message: [UInt8]) -> Bool {
    handle.verifies(signature, over: message)
  }

  /// Whether the key made this ES256 signature over the message (RFC 7518, 3.4): r and s, 32 octets each.
  package func verifies(numbers signature: [UInt8], over message: [UInt8]) -> Bool {
    guard let encoded = VerificationKey.der(signature) else { return false }
    return handle.verifies(encoded, over: message)
  }

  /// `ECDSA-Sig-Value` (RFC 3279, 2.2.3) of r and s, 32 octets each; `nil` for another length, or if one of the two is
  /// zero.
  package static func der(_ signature: [UInt8]) -> [UInt8]? { VerificationKey.der(signature) }
}

/// The only PEM block of a file (RFC 7468).
private struct PEMBlock {
  let label: String
  let octets: [UInt8]

  init(_ file: [UInt8]) throws(InvalidInAppPurchaseKey) {
    // Octets up to 0x20 are blanks and control characters.
    guard file.contains(where: { $0 > 0x20 }) else { throw InvalidInAppPurchaseKey("it is empty") }
    guard file.count <= InAppPurchaseKey.maximumBytes else {
      throw InvalidInAppPurchaseKey("it is larger than any key")
    }
    guard file.allSatisfy({ $0 < 0x80 }) else { throw InvalidInAppPurchaseKey("it is not PEM, which is ASCII") }
    let lines = file.split { $0 == 0x0A || $0 == 0x0D }.map { line in
      String(decoding: line, as: UTF8.self).trimmingBlanks
    }.filter { !$0.isEmpty }
    let labels = lines.compactMap { $0.label("-----BEGIN ") }
    guard let label = labels.first else {
      throw InvalidInAppPurchaseKey("it has no line `-----BEGIN PRIVATE KEY-----`, with which Apple's begin")
    }
    // A file with several blocks may have another purpose. This software must not choose one of its keys.
    guard labels.count == 1 else {
      throw InvalidInAppPurchaseKey("it has \(labels.count) PEM blocks, where a key of Apple's has one")
    }
    guard label == "PRIVATE KEY" || label == "PUBLIC KEY" else {
      throw .ofLabel(label)
    }
    guard lines.first?.label("-----BEGIN ") != nil, lines.last?.label("-----END ") == label,
      // The lines between those two.
      let der = Base64.decodeCanonical(Array(lines.dropFirst().dropLast().joined().utf8))
    else { throw InvalidInAppPurchaseKey("its PEM is damaged or cut off") }
    self.label = label
    octets = der
  }
}

/// Owns OpenSSL's key, which uses the curve P-256.
///
/// It is `@unchecked Sendable` because a pointer cannot be checked: the key never changes after its creation, and
/// OpenSSL allows several threads to use one key in separate contexts.
private final class KeyHandle: @unchecked Sendable {
  private let key: OpaquePointer

  /// `PrivateKeyInfo` (RFC 5208, 5).
  convenience init(privateKeyInfo der: [UInt8]) throws(InvalidInAppPurchaseKey) {
    let pointer = Self.decode(der) { next, count in
      guard let info = d2i_PKCS8_PRIV_KEY_INFO(nil, &next, count) else { return nil }
      defer { PKCS8_PRIV_KEY_INFO_free(info) }
      return EVP_PKCS82PKEY(info)
    }
    guard let pointer else {
      throw InvalidInAppPurchaseKey("its content is not a private key (PKCS#8); it may be cut off")
    }
    try self.init(pointer, EVP_PKEY_check)
  }

  /// `SubjectPublicKeyInfo` (RFC 5280, 4.1).
  convenience init(publicKeyInfo der: [UInt8]) throws(InvalidInAppPurchaseKey) {
    guard let pointer = Self.decode(der, { next, count in d2i_PUBKEY(nil, &next, count) }) else {
      throw InvalidInAppPurchaseKey("its content is not a public key; it may be cut off")
    }
    try self.init(pointer, EVP_PKEY_public_check)
  }

  /// Takes ownership of the pointer, even if the initializer throws.
  private init(_ pointer: OpaquePointer, _ check: (OpaquePointer?) -> Int32) throws(InvalidInAppPurchaseKey) {
    key = pointer
    guard EVP_PKEY_get_base_id(key) == NID_X9_62_id_ecPublicKey else {
      let kind = EVP_PKEY_get0_type_name(key).map { String(cString: $0) } ?? "unknown"
      throw InvalidInAppPurchaseKey("it is a key of the kind \(kind), where Apple's is of the curve P-256")
    }
    var groupName = [CChar](repeating: 0, count: 80)
    var length = 0
    let isNamed = EVP_PKEY_get_group_name(key, &groupName, groupName.count, &length) == 1
    let curve = String(decoding: groupName.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    guard isNamed, curve == "prime256v1" else {
      ERR_clear_error()
      throw InvalidInAppPurchaseKey(
        "it is a key of \(isNamed ? "the curve \(curve)" : "a curve without a name"), not P-256")
    }
    let context = EVP_PKEY_CTX_new(key, nil)
    defer { EVP_PKEY_CTX_free(context) }
    guard context != nil, check(context) == 1 else {
      ERR_clear_error()
      throw InvalidInAppPurchaseKey("its numbers are not those of a key, or its public part belongs to another key")
    }
  }

  deinit { EVP_PKEY_free(key) }

  /// The key that `body` decodes; `nil` if there is none, or if `body` leaves octets behind it.
  private static func decode(
    _ der: [UInt8], _ body: (inout UnsafePointer<UInt8>?, Int) -> OpaquePointer?
  ) -> OpaquePointer? {
    OpenSSL.decode(der) { next, count in
      let start = next
      guard let pointer = body(&next, count) else { return nil }
      if next == start.map({ $0 + count }) { return pointer }
      EVP_PKEY_free(pointer)
      return nil
    }
  }

  func isSame(as other: KeyHandle) -> Bool { EVP_PKEY_eq(key, other.key) == 1 }

  /// The DER of an ECDSA signature with SHA-256.
  func sign(_ message: [UInt8]) -> [UInt8]? {
    let context = EVP_MD_CTX_new()
    defer { EVP_MD_CTX_free(context) }
    var length = 0
    guard context != nil, EVP_DigestSignInit(context, nil, EVP_sha256(), nil, key) == 1,
      EVP_DigestSign(context, nil, &length, message, message.count) == 1
    else { return nil }
    var signature = [UInt8](repeating: 0, count: length)
    guard EVP_DigestSign(context, &signature, &length, message, message.count) == 1 else { return nil }
    return Array(signature.prefix(length))
  }

  func verifies(_ signature: [UInt8], over message: [UInt8]) -> Bool {
    VerificationKey(p256: key)?.verifies(signature: signature.span.bytes, over: message.span.bytes) ?? false
  }
}

/// Why a file cannot be an ``InAppPurchaseKey``.
package struct InvalidInAppPurchaseKey: Error, Equatable, Sendable {
  /// The fault, as a clause about "it" without a final full stop.
  package let reason: String

  init(_ reason: String) {
    self.reason = reason
  }

  /// The fault of a PEM block with another label than that of a key of Apple's.
  fileprivate static func ofLabel(_ label: String) -> InvalidInAppPurchaseKey {
    InvalidInAppPurchaseKey(otherLabels[label] ?? "it is PEM of another kind")
  }

  /// Other contents that people put into files, by the label of their PEM.
  private static let otherLabels = [
    "ENCRYPTED PRIVATE KEY": "it is encrypted with a password, which Apple's are not",
    "RSA PRIVATE KEY": "it is an RSA key, where Apple's is of the curve P-256",
    "EC PRIVATE KEY": "it is not PKCS#8; openssl pkcs8 -topk8 -nocrypt makes that of it",
    "DSA PRIVATE KEY": "it is a DSA key, where Apple's is of the curve P-256",
    "OPENSSH PRIVATE KEY": "it is a key for SSH",
    "PUBLIC KEY": "it is a public key, which cannot sign",
    "CERTIFICATE": "it is a certificate, which cannot sign",
    "CERTIFICATE REQUEST": "it is a certificate request, which cannot sign",
  ]
}

extension String {
  fileprivate var trimmingBlanks: String {
    let start = drop { $0 == " " || $0 == "\t" }
    return start.lastIndex { $0 != " " && $0 != "\t" }.map { String(start[...$0]) } ?? ""
  }

  /// `PRIVATE KEY` of `-----BEGIN PRIVATE KEY-----`.
  fileprivate func label(_ start: String) -> String? {
    let end = "-----"
    guard hasPrefix(start), hasSuffix(end), count > start.count + end.count else { return nil }
    return String(dropFirst(start.count).dropLast(end.count))
  }
}
