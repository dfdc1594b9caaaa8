import ReceiptKit
import ReceiptMint

extension ForgeryCase {
  private static func signature(_ name: String, _ change: @escaping @Sendable (inout [UInt8]) -> Void) -> ForgeryCase {
    ForgeryCase(raw: name, .badSignature, .signature) { envelope, _ in change(&envelope.signers[0].signature) }
  }

  private static func algorithm(
    _ name: String, _ change: @escaping @Sendable (inout RawSigner) -> Void
  ) -> ForgeryCase {
    ForgeryCase(raw: name, .badSignature, .signature) { envelope, _ in change(&envelope.signers[0]) }
  }

  /// Algorithms that are claimed and not used, and signatures of no sensible length.
  static let algorithms: [ForgeryCase] = [
    algorithm("SHA-256 claimed as SHA-1") { $0.digest = TestOID.sha1 },
    algorithm("MD5") { $0.digest = TestOID.md5 },
    algorithm("a digest that is not a digest") { $0.digest = TestOID.data },
    algorithm("signature algorithm of another digest") { $0.signatureAlgorithm = TestOID.sha1WithRSA },
    algorithm("RSASSA-PSS") { $0.signatureAlgorithm = TestOID.pss },
    algorithm("ECDSA") { $0.signatureAlgorithm = TestOID.ecdsa },
    algorithm("a signature algorithm that is none") { $0.signatureAlgorithm = TestOID.signedData },
    signature("empty signature") { $0 = [] },
    signature("one zero octet") { $0 = [0] },
    signature("all zero") { $0 = $0.map { _ in 0 } },
    signature("the number one") { $0 = $0.dropLast().map { _ in 0 } + [1] },
    signature("all ones, beyond the modulus") { $0 = $0.map { _ in 0xFF } },
    signature("one octet short") { $0.removeLast() },
    signature("first octet missing") { $0.removeFirst() },
    signature("one octet long") { $0.append(0) },
    signature("a leading zero") { $0.insert(0, at: 0) },
    signature("twice") { $0 += $0 },
    signature("a megabyte") { $0 += [UInt8](repeating: 0, count: 1 << 20) },
    ForgeryCase("SHA-1 under a SHA-256 chain", .testSigned, nil) { envelope, _ in envelope.signers[0].digest = .sha1 },
    ForgeryCase("sha256WithRSAEncryption", .testSigned, nil) { envelope, _ in
      envelope.signers[0].namesDigestWithRSA = true
    },
    ForgeryCase(raw: "SHA-1 signature claimed as SHA-256", .badSignature, .signature) { envelope, chain in
      envelope.signers[0].signature = try chain.signer.sign(envelope.content ?? [], digest: .sha1)
    },
  ]

  /// A SignerInfo with signed attributes, as RFC 5652 wants it unless changed.
  private static func attributed(
    _ name: String, _ verdict: Authenticity.Verdict, _ attributes: @escaping @Sendable ([UInt8]) -> [[UInt8]],
    signing: (@Sendable ([UInt8], [[UInt8]]) -> [UInt8])? = nil
  ) -> ForgeryCase {
    ForgeryCase(raw: name, verdict, verdict == .testSigned ? nil : .signature) { envelope, chain in
      let content = envelope.content ?? []
      let written = attributes(content)
      envelope.signers[0].signedAttributes = written
      let message = signing?(content, written) ?? DEREncoder.set(written)
      envelope.signers[0].signature = try chain.signer.sign(message, digest: .sha256)
    }
  }

  private static let contentType = TestOID.attribute(TestOID.contentType, DEREncoder.objectIdentifier(TestOID.data))

  private static let otherType = TestOID.attribute(TestOID.contentType, DEREncoder.objectIdentifier(TestOID.signedData))

  private static func digest(_ octets: [UInt8]) -> [UInt8] {
    TestOID.attribute(TestOID.messageDigest, DEREncoder.octetString(DigestAlgorithm.sha256.digest(octets)))
  }

  /// Signed attributes were never seen in a receipt; if they come, they have to hold.
  static let attributes: [ForgeryCase] = [
    attributed("signed attributes", .testSigned) { [contentType, digest($0)] },
    attributed("signed attributes of other content", .badSignature) { [contentType, digest($0 + [0])] },
    attributed("signed attributes without a digest", .badSignature) { _ in [contentType] },
    // RFC 5652, 11.1: the content type is there, once, with one value, and is that of the content.
    attributed("signed attributes without a content type", .badSignature) { [digest($0)] },
    attributed("signed attributes of another content type", .badSignature) { [otherType, digest($0)] },
    attributed("signed attributes with both content types", .badSignature) { [contentType, otherType, digest($0)] },
    attributed("signed attributes with the content type twice", .badSignature) {
      [contentType, contentType, digest($0)]
    },
    attributed("no signed attributes in the field for them", .badSignature) { _ in [] },
    attributed(
      "an empty field, signature over the content", .badSignature, { _ in [] }, signing: { content, _ in content }),
    attributed(
      "attributes beside a signature over the content", .badSignature, { [contentType, digest($0)] },
      signing: { content, _ in content }),
    attributed(
      "attributes of other content beside a signature over the content", .badSignature,
      { [contentType, digest($0 + [0])] }, signing: { content, _ in content }),
    ForgeryCase("minted signed attributes", .testSigned, nil) { envelope, _ in
      envelope.signers[0].signingTime = "2025-12-26T18:39:47Z"
    },
    ForgeryCase("minted signed attributes, content changed", .badSignature, .signature) { envelope, _ in
      envelope.signers[0].signingTime = "2025-12-26T18:39:47Z"
      envelope.signers[0].flaw = .signedOther([0x31, 0x00])
    },
    ForgeryCase("minted signed attributes, one bit of the signature", .badSignature, .signature) { envelope, _ in
      envelope.signers[0].signingTime = "2025-12-26T18:39:47Z"
      envelope.signers[0].flaw = .flippedSignature
    },
    // Refused by its own reason: unknown is not valid.
    ForgeryCase("two good signatures, one over attributes", .badSignature, .signature) { envelope, _ in
      envelope.signers += envelope.signers
      envelope.signers[1].signingTime = "2025-12-26T18:39:47Z"
    },
    ForgeryCase("two signatures over attributes, the second bad", .badSignature, .signature) { envelope, _ in
      envelope.signers[0].signingTime = "2025-12-26T18:39:47Z"
      envelope.signers += envelope.signers
      envelope.signers[1].flaw = .flippedSignature
    },
  ]
}
