import COpenSSL

/// An X.509 certificate (RFC 5280). The value alone does not prove who issued it.
///
/// `@unchecked Sendable`: OpenSSL counts references atomically, uses a lock for the caches that it fills lazily, and
/// this class never changes a certificate after decoding it. `slot` changes only once, from empty to filled, and
/// atomically.
public final class Certificate: @unchecked Sendable {
  /// OpenSSL's certificate; empty until it is needed if the certificate was read without OpenSSL.
  private let slot: UnsafeMutablePointer<OpaquePointer?>
  /// The fields of a certificate that was read without OpenSSL; `nil` for others.
  let plain: PlainCertificate?
  /// The decoded names of such a certificate; `nil` for others.
  private let names: (subject: String, issuer: String, commonName: String?)?
  /// The certificate whose key verified the signature of this one, for a signer under a known intermediate.
  let knownIssuer: Certificate?

  /// The certificate as it was found or, in an envelope that only OpenSSL reads, as OpenSSL writes it.
  public let der: [UInt8]

  /// SHA-256 of ``der``, in lowercase hexadecimal.
  public let sha256Fingerprint: String

  /// The first moment of validity, to the second; `nil` if its encoding is not one that RFC 5280 allows.
  public let notBefore: Instant?

  /// The last moment of validity, to the second; `nil` if its encoding is not one that RFC 5280 allows.
  public let notAfter: Instant?

  /// Takes ownership of one reference to a certificate; `nil` if OpenSSL cannot encode it.
  init?(owning handle: OpaquePointer) {
    guard let der = Self.encoding(of: handle) else {
      X509_free(handle)
      return nil
    }
    self.der = der
    sha256Fingerprint = Self.fingerprint(of: der)
    notBefore = OpenSSL.instant(X509_get0_notBefore(handle))
    notAfter = OpenSSL.instant(X509_get0_notAfter(handle))
    plain = nil
    names = nil
    knownIssuer = nil
    slot = Self.makeSlot(handle)
  }

  deinit {
    X509_free(slot.pointee)
    slot.deallocate()
  }

  /// Decodes one certificate, which must take up all the bytes.
  ///
  /// - Parameter sha256Fingerprint: the fingerprint of the bytes, if the caller already has it.
  /// - Throws: `.invalidCertificate` for anything else.
  package init(der: [UInt8], sha256Fingerprint: String? = nil) throws(ReceiptError) {
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
    slot = Self.makeSlot(handle)
    plain = nil
    names = nil
    knownIssuer = nil
    self.der = der
    self.sha256Fingerprint = sha256Fingerprint ?? Self.fingerprint(of: der)
    notBefore = OpenSSL.instant(X509_get0_notBefore(handle))
    notAfter = OpenSSL.instant(X509_get0_notAfter(handle))
  }

  /// A certificate of Apple's that was read without OpenSSL: one that is known by its fingerprint, or one that an
  /// issuer known by its fingerprint has signed. OpenSSL decodes the certificate only when that is needed, so callers
  /// must not pass any other certificate.
  init(_ plain: PlainCertificate, der: [UInt8], sha256Fingerprint: String, knownIssuer: Certificate?) {
    slot = Self.makeSlot(nil)
    self.plain = plain
    self.knownIssuer = knownIssuer
    let (subject, commonName) = Self.decodeName(der[plain.subject])
    // A root names itself, and the name of a known issuer was decoded with it.
    let issuer =
      der[plain.issuer] == der[plain.subject]
      ? subject : knownIssuer?.subject ?? Self.decodeName(der[plain.issuer]).whole
    names = (subject, issuer, commonName)
    self.der = der
    self.sha256Fingerprint = sha256Fingerprint
    notBefore = plain.notBefore
    notAfter = plain.notAfter
  }

  private static func makeSlot(_ handle: OpaquePointer?) -> UnsafeMutablePointer<OpaquePointer?> {
    let slot = UnsafeMutablePointer<OpaquePointer?>.allocate(capacity: 1)
    slot.initialize(to: handle)
    return slot
  }

  /// OpenSSL's certificate. If OpenSSL cannot decode what was read without it, the certificate is an empty one, which
  /// has no key and signs nothing.
  var handle: OpaquePointer {
    _ = OpenSSL.isReady
    return der.withUnsafeBufferPointer { copenssl_X509_once(slot, $0.baseAddress, $0.count) }
  }

  private static func encoding(of handle: OpaquePointer) -> [UInt8]? {
    var buffer: UnsafeMutablePointer<UInt8>?
    let length = i2d_X509(handle, &buffer)
    guard length > 0, let buffer else { return nil }
    defer { copenssl_free(buffer) }
    return Array(UnsafeBufferPointer(start: buffer, count: Int(length)))
  }

  /// Whether OpenSSL writes the certificate as it was found. It does not if unused bits of the signature are set, which
  /// OpenSSL clears.
  var isCanonical: Bool { Self.encoding(of: handle) == der }

  static func fingerprint(of der: [UInt8]) -> String { hexadecimal(DigestAlgorithm.sha256.digest(der)) }

  /// The distinguished name of the subject as RFC 2253 writes it, the most specific part first: `CN=Mac App Store and
  /// iTunes Store Receipt Signing,O=Apple Inc.,C=US`.
  public var subject: String { names?.subject ?? OpenSSL.distinguishedName(X509_get_subject_name(handle)) }

  /// The issuer, written like ``subject``.
  public var issuer: String { names?.issuer ?? OpenSSL.distinguishedName(X509_get_issuer_name(handle)) }

  /// The first common name of the subject, if it has one.
  public var commonName: String? { names.map { $0.commonName } ?? Self.commonName(X509_get_subject_name(handle)) }

  /// The text and the first common name of an encoded distinguished name.
  private static func decodeName(_ octets: ArraySlice<UInt8>) -> (whole: String, commonName: String?) {
    let name = OpenSSL.decode(Array(octets)) { d2i_X509_NAME(nil, &$0, $1) }
    defer { X509_NAME_free(name) }
    return (OpenSSL.distinguishedName(name), commonName(name))
  }

  private static func commonName(_ name: OpaquePointer?) -> String? {
    guard let name else { return nil }
    let index = X509_NAME_get_index_by_NID(name, NID_commonName, -1)
    guard index >= 0, let entry = X509_NAME_get_entry(name, index) else { return nil }
    var utf8: UnsafeMutablePointer<UInt8>?
    let length = ASN1_STRING_to_UTF8(&utf8, X509_NAME_ENTRY_get_data(entry))
    guard length >= 0, let utf8 else { return nil }
    defer { copenssl_free(utf8) }
    return String(decoding: UnsafeBufferPointer(start: utf8, count: Int(length)), as: UTF8.self)
  }

  /// The serial number in lowercase hexadecimal, two digits an octet.
  public var serialNumber: String {
    guard let octets = plain?.serialNumber else {
      return hexadecimal(OpenSSL.octets(of: X509_get0_serialNumber(handle)))
    }
    // DER puts a zero octet before a positive number whose highest bit is set. OpenSSL drops it, too.
    return hexadecimal(Array(octets.count > 1 ? der[octets].drop { $0 == 0 } : der[octets]))
  }

  /// Object identifiers of all extensions below Apple's arc 1.2.840.113635.100.6, dotted, in the order of the
  /// certificate.
  public var markerOIDs: [String] { extensions.map(\.identifier).filter { $0.hasPrefix(MarkerOID.arc) } }

  /// One extension (RFC 5280, 4.2): its object identifier, dotted, and the octets of its value.
  struct Extension {
    let identifier: String
    let isCritical: Bool
    let value: [UInt8]
  }

  /// The extensions, in their order in the certificate.
  var extensions: [Extension] {
    if let plain { return plain.extensions }
    return (0..<max(0, X509_get_ext_count(handle))).compactMap { index in
      guard let found = X509_get_ext(handle, index) else { return nil }
      return Extension(
        identifier: OpenSSL.dotted(X509_EXTENSION_get_object(found)),
        isCritical: X509_EXTENSION_get_critical(found) == 1,
        value: OpenSSL.octets(of: X509_EXTENSION_get_data(found)))
    }
  }

  /// Whether the certificate has an elliptic-curve key.
  var hasCurveKey: Bool {
    // What is read without OpenSSL has an RSA key.
    guard plain == nil else { return false }
    defer { ERR_clear_error() }
    return X509_get0_pubkey(handle).map { EVP_PKEY_is_a($0, "EC") == 1 } ?? false
  }

  /// Whether the key usage, if present, allows digital signatures (RFC 5280, 4.2.1.3).
  var mayMakeSignatures: Bool {
    // ``KnownIntermediates`` has read the key usage of these.
    if knownIssuer != nil { return true }
    defer { ERR_clear_error() }
    // Without the extension every bit is set.
    return X509_get_key_usage(handle) & UInt32(KU_DIGITAL_SIGNATURE) != 0
  }

  var isSelfSigned: Bool {
    defer { ERR_clear_error() }
    return X509_self_signed(handle, 1) == 1
  }
}
