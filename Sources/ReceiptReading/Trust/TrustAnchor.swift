import COpenSSL

/// A certificate that is trusted because the user or this software names it, and the reason for the trust.
public struct TrustAnchor: Sendable {
  /// Why it is trusted. Raw values are stable and appear in JSON output.
  public enum Origin: String, CaseIterable, Sendable {
    /// One of Apple's roots, pinned in ReceiptKit by its SHA-256 fingerprint.
    case pinned
    /// The user gave it. Receipts that are proven by it are test-signed, never authentic.
    case user
  }

  /// The certificate.
  public let certificate: Certificate
  /// Why it is trusted.
  public let origin: Origin

  init(_ certificate: Certificate, origin: Origin) {
    self.certificate = certificate
    self.origin = origin
  }

  /// Makes an anchor that the user trusts: a root, an intermediate, or the signer's own certificate.
  package init(_ certificate: Certificate) {
    self.init(certificate, origin: .user)
  }

  /// Reads anchors from the bytes of a file.
  ///
  /// - Parameter bytes: one certificate in DER, or any number of PEM blocks `BEGIN CERTIFICATE` with other text around
  ///   them.
  /// - Throws: `.invalidCertificate` if the bytes contain no certificate, or if one cannot be decoded; `.defect` if
  ///   OpenSSL cannot start.
  public static func read(_ bytes: [UInt8]) throws(ReceiptError) -> [TrustAnchor] {
    guard OpenSSL.isReady else { throw ReceiptError(.defect, "OpenSSL cannot start") }
    // A certificate in DER is a SEQUENCE.
    let certificates = bytes.first == DERTag.sequence ? [try Certificate(der: bytes)] : try pemCertificates(bytes)
    guard !certificates.isEmpty else {
      throw ReceiptError(
        .invalidCertificate, "no X.509 certificate in DER or PEM",
        hint: "a trust anchor file holds one DER certificate, or PEM blocks that begin with BEGIN CERTIFICATE")
    }
    return certificates.map { TrustAnchor($0) }
  }

  private static func pemCertificates(_ bytes: [UInt8]) throws(ReceiptError) -> [Certificate] {
    guard let count = Int32(exactly: bytes.count) else { return [] }
    // A memory BIO keeps the given pointer, so the bytes must stay in place until they have been read.
    let (certificates, isDamaged) = bytes.withUnsafeBytes { buffer -> ([Certificate], Bool) in
      guard let bio = BIO_new_mem_buf(buffer.baseAddress, count) else { return ([], false) }
      defer {
        BIO_free(bio)
        ERR_clear_error()
      }
      var certificates: [Certificate] = []
      while let handle = PEM_read_bio_X509(bio, nil, nil, nil) {
        guard let certificate = Certificate(owning: handle) else { return (certificates, true) }
        certificates.append(certificate)
      }
      // The loop ends with "no start line" at the end of the text. Any other error means a damaged block.
      let error = ERR_peek_last_error()
      return (certificates, error != 0 && copenssl_is_end_of_pem(error) != 1)
    }
    guard !isDamaged else {
      throw ReceiptError(.invalidCertificate, "PEM block \(certificates.count + 1) is not an X.509 certificate")
    }
    return certificates
  }
}
