import COpenSSL

/// An X.509 certificate (RFC 5280). The value alone does not prove who issued it.
///
/// `@unchecked Sendable`: OpenSSL counts references atomically, guards the caches that it fills lazily with a lock, and
/// this class never changes a certificate after decoding it.
public final class Certificate: @unchecked Sendable {
  /// OpenSSL's certificate.
  let handle: OpaquePointer

  /// The certificate in the encoding in which it was found.
  public let der: [UInt8]

  /// SHA-256 of ``der``, in lowercase hexadecimal.
  public let sha256Fingerprint: String

  /// First moment of validity, to the second.
  public let notBefore: Instant?

  /// Last moment of validity, to the second.
  public let notAfter: Instant?

  /// Takes ownership of one reference to a certificate.
  init?(owning handle: OpaquePointer) {
    var buffer: UnsafeMutablePointer<UInt8>?
    let length = i2d_X509(handle, &buffer)
    guard length > 0, let buffer else {
      X509_free(handle)
      return nil
    }
    defer { copenssl_free(buffer) }
    der = Array(UnsafeBufferPointer(start: buffer, count: Int(length)))
    sha256Fingerprint = Self.fingerprint(of: der)
    (notBefore, notAfter) = Self.validity(of: handle)
    self.handle = handle
  }

  deinit { X509_free(handle) }

  /// Decodes one certificate. It must fill the bytes.
  ///
  /// - Throws: `.invalidCertificate` for anything else.
  package init(der: [UInt8]) throws(ReceiptError) {
    let handle = OpenSSL.decode(der) { (pointer, count) -> OpaquePointer? in
      let start = pointer
      guard let handle = d2i_X509(nil, &pointer, count) else { return nil }
      guard let start, let pointer, pointer - start == count else {
        X509_free(handle)
        return nil
      }
      return handle
    }
    guard let handle else { throw ReceiptError(.invalidCertificate, "not an X.509 certificate in DER or PEM") }
    self.handle = handle
    self.der = der
    sha256Fingerprint = Self.fingerprint(of: der)
    (notBefore, notAfter) = Self.validity(of: handle)
  }

  private static func validity(of handle: OpaquePointer) -> (Instant?, Instant?) {
    (OpenSSL.instant(X509_get0_notBefore(handle)), OpenSSL.instant(X509_get0_notAfter(handle)))
  }

  private static func fingerprint(of der: [UInt8]) -> String { hexadecimal(DigestAlgorithm.sha256.digest(der)) }

  /// `CN=Mac App Store and iTunes Store Receipt Signing,O=Apple Inc.,C=US` (RFC 2253: most specific first).
  public var subject: String { OpenSSL.distinguishedName(X509_get_subject_name(handle)) }

  /// The issuer, written like ``subject``.
  public var issuer: String { OpenSSL.distinguishedName(X509_get_issuer_name(handle)) }

  /// The first common name of the subject, if it has one.
  public var commonName: String? {
    guard let name = X509_get_subject_name(handle) else { return nil }
    let index = X509_NAME_get_index_by_NID(name, NID_commonName, -1)
    guard index >= 0, let entry = X509_NAME_get_entry(name, index) else { return nil }
    var utf8: UnsafeMutablePointer<UInt8>?
    let length = ASN1_STRING_to_UTF8(&utf8, X509_NAME_ENTRY_get_data(entry))
    guard length >= 0, let utf8 else { return nil }
    defer { copenssl_free(utf8) }
    return String(decoding: UnsafeBufferPointer(start: utf8, count: Int(length)), as: UTF8.self)
  }

  /// The serial number in lowercase hexadecimal, two digits an octet.
  public var serialNumber: String { hexadecimal(OpenSSL.octets(of: X509_get0_serialNumber(handle))) }

  /// Object identifiers of all extensions below Apple's arc 1.2.840.113635.100.6, dotted, in the order of the
  /// certificate.
  public var markerOIDs: [String] { extensions.map(\.identifier).filter { $0.hasPrefix(MarkerOID.arc) } }

  /// One extension (RFC 5280, 4.2): its object identifier, dotted, and the octets of its value.
  struct Extension {
    let identifier: String
    let isCritical: Bool
    let value: [UInt8]
  }

  /// Its extensions, in the order of the certificate.
  var extensions: [Extension] {
    (0..<max(0, X509_get_ext_count(handle))).compactMap { index in
      guard let found = X509_get_ext(handle, index) else { return nil }
      return Extension(
        identifier: OpenSSL.dotted(X509_EXTENSION_get_object(found)),
        isCritical: X509_EXTENSION_get_critical(found) == 1,
        value: OpenSSL.octets(of: X509_EXTENSION_get_data(found)))
    }
  }

  /// Whether the certificate has an elliptic-curve key.
  var hasCurveKey: Bool {
    defer { ERR_clear_error() }
    return X509_get0_pubkey(handle).map { EVP_PKEY_is_a($0, "EC") == 1 } ?? false
  }

  /// Whether the key usage, if present, allows digital signatures (RFC 5280, 4.2.1.3).
  var mayMakeSignatures: Bool {
    defer { ERR_clear_error() }
    // Without the extension every bit is set.
    return X509_get_key_usage(handle) & UInt32(KU_DIGITAL_SIGNATURE) != 0
  }

  var isSelfSigned: Bool {
    defer { ERR_clear_error() }
    return X509_self_signed(handle, 1) == 1
  }
}

/// The extensions by which Apple marks the purpose of a certificate (Apple, "WWDR certificate policy"; the first two
/// observed on 226 of 226 receipts).
package enum MarkerOID {
  static let arc = "1.2.840.113635.100.6."
  /// On the certificate that signs receipts: Mac App Store and iTunes Store receipt signing.
  package static let receiptSigning = "1.2.840.113635.100.6.11.1"
  /// On the intermediate: Apple Worldwide Developer Relations.
  package static let developerRelations = "1.2.840.113635.100.6.2.1"
  /// On the certificate "PurchaseReceiptCertificate" that signed iOS 6 transaction receipts (Apple's sample code
  /// VerificationController, 2012, names it; seen on a published receipt).
  package static let purchaseReceiptSigning = "1.2.840.113635.100.6.5.1"
  /// On its issuer: Apple iTunes Store Certification Authority (seen on the certificate in that sample code).
  package static let iTunesStore = "1.2.840.113635.100.6.2.2"
}
