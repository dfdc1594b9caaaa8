/// A chain of Apple's that is known by its octets: every step of the proof that depends on nothing else was taken when
/// ``KnownCertificates`` was made, by the way that every other chain takes, and a test takes them again.
///
/// Decoding its three certificates would be half of the work of a process that reads one receipt.
struct KnownChain: Sendable {
  /// SHA-256 over the octets of the certificates in the envelope, with the header of their `[0]`, and those of the signer's name, in
  /// lowercase hexadecimal.
  let digest: String
  /// The certificates in the order of the envelope, which is that of the chain: signer, intermediate, root.
  let certificates: [KnownCertificate]

  /// The chain of an envelope; `nil` if it is not known, or different by an octet.
  init?(_ envelope: EnvelopeLayout, in bytes: RawSpan) {
    guard envelope.certificates.count <= Self.maximumOctets, envelope.signer.count <= Self.maximumOctets else {
      return nil
    }
    let digest = Self.digest(envelope, in: bytes)
    guard let known = KnownCertificates.chains.first(where: { $0.digest == digest }) else { return nil }
    self = known
  }

  init(_ digest: String, _ certificates: KnownCertificate...) {
    self.digest = digest
    self.certificates = certificates
  }

  /// What a chain is known by.
  static func digest(_ envelope: EnvelopeLayout, in bytes: RawSpan) -> String {
    // Each part says its own length, so that no two pairs are joined to the same octets.
    hexadecimal(DigestAlgorithm.sha256.digest(bytes.octets(envelope.certificates) + bytes.octets(envelope.signer)))
  }

  /// Apple's certificates and the signer's name take about 4,000 octets.
  private static let maximumOctets = 16 << 10

  /// Its certificates, as they stand in the envelope; `nil` if they do not fill their set.
  func certificates(_ envelope: EnvelopeLayout, in bytes: RawSpan) -> [Certificate]? {
    guard let set = DERHeader(bytes, at: envelope.certificates.lowerBound, limit: envelope.certificates.upperBound)
    else {
      return nil
    }
    var position = set.start
    var found: [Certificate] = []
    for known in certificates {
      guard let header = DERHeader(bytes, at: position, limit: set.end) else { return nil }
      found.append(Certificate(known, der: bytes.octets(position..<header.end)))
      position = header.end
    }
    return position == set.end ? found : nil
  }
}

extension Authenticator {
  /// Judges an envelope under a known chain.
  ///
  /// - Returns: `nil` if any step does not hold: the whole way then says which one.
  func authenticate(
    _ envelope: EnvelopeLayout, in bytes: RawSpan, under known: KnownChain, judgedAt: Authenticity.JudgedAt
  ) -> Authenticity? {
    guard let certificates = known.certificates(envelope, in: bytes), let root = certificates.last,
      let signer = known.certificates.first
    else { return nil }
    var proof = EnvelopeVerification(certificates: certificates, judgedAt: judgedAt)
    proof.signerIndex = 0
    proof.digestAlgorithm = envelope.digest
    proof.passed(.signerCertificate, Self.signerDetail(0, of: certificates.count))
    let chain = CertificateChain(known: certificates, to: TrustAnchor(root, origin: .pinned))
    guard proof.judgeChain(known: chain, rules: .appReceipt) == nil else { return nil }
    let modulus = Array(signer.modulus.utf8)
    guard let octets = Base64.decodeCanonical(modulus, 0..<modulus.count),
      let key = VerificationKey(modulus: octets, exponent: signer.exponent, envelope.digest),
      key.verifies(bytes, signature: envelope.signature, message: envelope.payload)
    else { return nil }
    proof.passed(.signature, Self.signatureDetail(envelope.digest))
    return proof.accepted()
  }
}
