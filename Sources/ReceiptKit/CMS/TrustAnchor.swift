import COpenSSL

/// A certificate that is trusted because it was named beforehand, and what its word is worth.
public struct TrustAnchor: Sendable {
  /// Why it is trusted. Raw values are stable and appear in JSON output.
  public enum Origin: String, CaseIterable, Sendable {
    /// One of Apple's roots, pinned in ReceiptKit by its SHA-256 fingerprint.
    case pinned
    /// The user gave it: what it vouches for is test-signed, never authentic.
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

  /// An anchor that the user vouches for: a root, an intermediate, or the signer's own certificate.
  public init(_ certificate: Certificate) {
    self.init(certificate, origin: .user)
  }

  /// Reads anchors from the bytes of a file.
  ///
  /// - Parameter bytes: one certificate in DER, or any number of PEM blocks `BEGIN CERTIFICATE` with other text around them.
  /// - Throws: `.invalidCertificate` if there is none, or if one cannot be decoded.
  public static func read(_ bytes: [UInt8]) throws(ReceiptError) -> [TrustAnchor] {
    let certificates = bytes.first == 0x30 ? [try Certificate(der: bytes)] : try pemCertificates(bytes)
    guard !certificates.isEmpty else {
      throw ReceiptError(
        .invalidCertificate, "no X.509 certificate in DER or PEM",
        hint: "a trust anchor file holds one DER certificate, or PEM blocks that begin with BEGIN CERTIFICATE")
    }
    return certificates.map { TrustAnchor($0) }
  }

  private static func pemCertificates(_ bytes: [UInt8]) throws(ReceiptError) -> [Certificate] {
    guard OpenSSL.isReady, let count = Int32(exactly: bytes.count), let bio = BIO_new_mem_buf(bytes, count) else {
      return []
    }
    defer {
      BIO_free(bio)
      ERR_clear_error()
    }
    var certificates: [Certificate] = []
    while let handle = PEM_read_bio_X509(bio, nil, nil, nil) {
      guard let certificate = Certificate(owning: handle) else { break }
      certificates.append(certificate)
    }
    // The loop ends with "no start line" at the end of the text; any other error is a damaged block.
    let error = ERR_peek_last_error()
    guard error == 0 || copenssl_is_end_of_pem(error) == 1 else {
      throw ReceiptError(.invalidCertificate, "PEM block \(certificates.count + 1) is no X.509 certificate")
    }
    return certificates
  }
}

/// Apple's roots.
public enum AppleRoots {
  /// SHA-256 fingerprints of the DER certificates that Apple publishes at apple.com/certificateauthority, in lowercase
  /// hexadecimal. "Apple Inc. Root" vouches for every app receipt seen (226 of 226); the others for newer signed data.
  public static let fingerprints: [String] = [
    "b0b1730ecbc7ff4505142c49f1295e6eda6bcaed7e2c68c5be91b5a11001f024",  // Apple Inc. Root
    "c2b9b042dd57830e7d117dac55ac8ae19407d38e41d88f3215bc3a890444a050",  // Apple Root CA - G2
    "63343abfb89a6a03ebb57e9b3f5fa7be7c4f5c756f3017b3a8c488c3653e9179",  // Apple Root CA - G3
  ]

  /// The anchors among some embedded certificates: those whose whole DER encoding has a pinned fingerprint.
  ///
  /// Receipts bring the root along (226 of 226), so that pinning the fingerprint is enough to recognise the very certificate.
  static func pinned(in certificates: [Certificate]) -> [TrustAnchor] {
    certificates
      .filter { fingerprints.contains($0.sha256Fingerprint) }
      .map { TrustAnchor($0, origin: .pinned) }
  }
}
