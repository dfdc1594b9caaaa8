import COpenSSL
import ReceiptKit

/// The private key of the App Store Server API: an In-App Purchase key of App Store Connect, as Apple's `.p8` file holds it.
///
///     -----BEGIN PRIVATE KEY-----        -- RFC 7468, 10
///     PrivateKeyInfo ::= SEQUENCE { version, privateKeyAlgorithm, privateKey, ... }    -- PKCS#8, RFC 5208, 5
///
/// The key is one of the curve P-256, not encrypted (Apple, "Creating API keys to authorize API requests"). Printing it, also by `dump`
/// or in a debugger, shows eight asterisks.
public struct InAppPurchaseKey: Sendable, Masked {
  /// The largest file that is read. Apple's have 257 bytes.
  public static let maximumBytes = 16 << 10

  private let handle: PrivateKeyHandle

  /// Takes the content of a file.
  ///
  /// - Throws: what it is instead, without quoting any of it.
  public init(_ file: [UInt8]) throws(InvalidInAppPurchaseKey) {
    guard isCryptographyReady else { throw InvalidInAppPurchaseKey("libcrypto cannot be started") }
    let der = try Self.privateKeyInfo(file)
    let pointer = der.withUnsafeBufferPointer { bytes -> OpaquePointer? in
      var next = bytes.baseAddress
      guard let info = d2i_PKCS8_PRIV_KEY_INFO(nil, &next, bytes.count) else { return nil }
      defer { PKCS8_PRIV_KEY_INFO_free(info) }
      return next == bytes.baseAddress.map { $0 + bytes.count } ? EVP_PKCS82PKEY(info) : nil
    }
    guard let pointer else {
      ERR_clear_error()
      throw InvalidInAppPurchaseKey("its content is not a private key (PKCS#8); it may be cut off")
    }
    handle = PrivateKeyHandle(pointer)
    try Self.check(pointer)
  }

  /// Whether it is the same key, however its file was written.
  public func isSame(as other: InAppPurchaseKey) -> Bool { handle.isSame(as: other.handle) }

  /// The signature of ES256 (RFC 7518, 3.4): r and s, 32 octets each.
  ///
  /// - Throws: `.defect` if libcrypto cannot sign.
  func sign(_ message: [UInt8]) throws(ReceiptError) -> [UInt8] {
    guard let encoded = handle.sign(message), let signature = Self.numbers(encoded) else {
      ERR_clear_error()
      throw ReceiptError(.defect, "libcrypto cannot sign with the In-App Purchase key")
    }
    return signature
  }

  /// The octets inside the only PEM block of the file.
  private static func privateKeyInfo(_ file: [UInt8]) throws(InvalidInAppPurchaseKey) -> [UInt8] {
    guard file.contains(where: { $0 > 0x20 }) else { throw InvalidInAppPurchaseKey("it is empty") }
    guard file.count <= maximumBytes else { throw InvalidInAppPurchaseKey("it is larger than any key") }
    guard file.allSatisfy({ $0 < 0x80 }) else { throw InvalidInAppPurchaseKey("it is not PEM, which is ASCII") }
    let lines = file.split { $0 == 0x0A || $0 == 0x0D }.map { line in
      String(decoding: line, as: UTF8.self).trimmingBlanks
    }.filter { !$0.isEmpty }
    let labels = lines.compactMap { $0.label("-----BEGIN ") }
    guard let label = labels.first else {
      throw InvalidInAppPurchaseKey("it has no line `-----BEGIN PRIVATE KEY-----`, with which Apple's begin")
    }
    // A file of several blocks may be meant for another purpose; which of the keys would count is not for us to choose.
    guard labels.count == 1 else {
      throw InvalidInAppPurchaseKey("it has \(labels.count) PEM blocks, where a key of Apple's has one")
    }
    guard label == "PRIVATE KEY" else { throw InvalidInAppPurchaseKey(others[label] ?? "it is PEM of another kind") }
    guard lines.first?.label("-----BEGIN ") != nil, lines.last?.label("-----END ") == label,
      let der = Base64.decodeCanonical(Array(lines.dropFirst().dropLast().joined().utf8))
    else { throw InvalidInAppPurchaseKey("its PEM is damaged or cut off") }
    return der
  }

  /// What people have in other files, by the label of the PEM.
  private static let others = [
    "ENCRYPTED PRIVATE KEY": "it is encrypted with a password, which Apple's are not",
    "RSA PRIVATE KEY": "it is an RSA key, where Apple's is of the curve P-256",
    "EC PRIVATE KEY": "it is not PKCS#8; openssl pkcs8 -topk8 -nocrypt makes that of it",
    "DSA PRIVATE KEY": "it is a DSA key, where Apple's is of the curve P-256",
    "OPENSSH PRIVATE KEY": "it is a key for SSH",
    "PUBLIC KEY": "it is a public key, which cannot sign",
    "CERTIFICATE": "it is a certificate, which cannot sign",
    "CERTIFICATE REQUEST": "it is a certificate request, which cannot sign",
  ]

  private static func check(_ key: OpaquePointer) throws(InvalidInAppPurchaseKey) {
    guard EVP_PKEY_get_base_id(key) == NID_X9_62_id_ecPublicKey else {
      let name = EVP_PKEY_get0_type_name(key).map { String(cString: $0) } ?? "unknown"
      throw InvalidInAppPurchaseKey("it is a key of the kind \(name), where Apple's is of the curve P-256")
    }
    var name = [CChar](repeating: 0, count: 80)
    var length = 0
    let isNamed = EVP_PKEY_get_group_name(key, &name, name.count, &length) == 1
    let curve = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    guard isNamed, curve == "prime256v1" else {
      ERR_clear_error()
      throw InvalidInAppPurchaseKey(
        "it is a key of \(isNamed ? "the curve \(curve)" : "a curve without a name"), not P-256")
    }
    let context = EVP_PKEY_CTX_new(key, nil)
    defer { EVP_PKEY_CTX_free(context) }
    guard context != nil, EVP_PKEY_check(context) == 1 else {
      ERR_clear_error()
      throw InvalidInAppPurchaseKey("its numbers are not those of a key, or its public part belongs to another key")
    }
  }

  /// `ECDSA-Sig-Value ::= SEQUENCE { r INTEGER, s INTEGER }` (RFC 3279, 2.2.3), as the octets of both numbers.
  private static func numbers(_ encoded: [UInt8]) -> [UInt8]? {
    encoded.withUnsafeBufferPointer { bytes in
      var next = bytes.baseAddress
      guard let signature = d2i_ECDSA_SIG(nil, &next, bytes.count) else { return nil }
      defer { ECDSA_SIG_free(signature) }
      var octets = [UInt8](repeating: 0, count: 64)
      let isWhole = octets.withUnsafeMutableBufferPointer { octets in
        guard let start = octets.baseAddress else { return false }
        return BN_bn2binpad(ECDSA_SIG_get0_r(signature), start, 32) == 32
          && BN_bn2binpad(ECDSA_SIG_get0_s(signature), start + 32, 32) == 32
      }
      return isWhole ? octets : nil
    }
  }
}

/// Owns OpenSSL's key.
///
/// It is `@unchecked Sendable` because a pointer cannot be checked: the key never changes after it was made, and OpenSSL lets several
/// contexts of several threads use one key.
private final class PrivateKeyHandle: @unchecked Sendable {
  private let key: OpaquePointer

  init(_ key: OpaquePointer) { self.key = key }

  deinit { EVP_PKEY_free(key) }

  func isSame(as other: PrivateKeyHandle) -> Bool { EVP_PKEY_eq(key, other.key) == 1 }

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
}

/// Why a file cannot be an ``InAppPurchaseKey``.
public struct InvalidInAppPurchaseKey: Error, Equatable, Sendable {
  /// The fault, as a clause about "it" and without a final full stop.
  public let reason: String

  init(_ reason: String) {
    self.reason = reason
  }
}

extension String {
  fileprivate var trimmingBlanks: String {
    let start = drop { $0 == " " || $0 == "\t" }
    return start.lastIndex { $0 != " " && $0 != "\t" }.map { String(start[...$0]) } ?? ""
  }

  /// `PRIVATE KEY` of `-----BEGIN PRIVATE KEY-----`.
  fileprivate func label(_ start: String) -> String? {
    hasPrefix(start) && hasSuffix("-----") && count > start.count + 5 ? String(dropFirst(start.count).dropLast(5)) : nil
  }
}

extension Base64 {
  /// The octets of a whole canonical text.
  fileprivate static func decodeCanonical(_ text: [UInt8]) -> [UInt8]? {
    text.isEmpty ? nil : decodeCanonical(text, 0..<text.count)
  }
}
