import ReceiptMint

extension ForgeryCase {
  /// Sound receipts in every shape.
  static let shapes: [ForgeryCase] = [
    ForgeryCase("sound, SHA-256", .testSigned, nil),
    ForgeryCase("sound, SHA-1", .testSigned, nil, ChainOptions(.sha1)),
    ForgeryCase(raw: "sound, put together by the tests", .testSigned, nil) { _, _ in },
    ForgeryCase("indefinite lengths, one chunk", .testSigned, nil) { envelope, _ in
      envelope.encoding = .ber(chunkSize: .max)
    },
    ForgeryCase("indefinite lengths, many chunks", .testSigned, nil) { envelope, _ in
      envelope.encoding = .ber(chunkSize: 7)
    },
    ForgeryCase("payload in a second OCTET STRING", .testSigned, nil) { envelope, _ in envelope.wrappings = 1 },
    ForgeryCase("certificates in another order", .testSigned, nil) { envelope, chain in
      envelope.certificates = [chain.root, chain.intermediate, chain.signer]
    },
    ForgeryCase("every certificate twice", .testSigned, nil) { envelope, _ in
      envelope.certificates += envelope.certificates
    },
    ForgeryCase("the root is not embedded", .testSigned, nil) { envelope, _ in envelope.certificates.removeLast() },
    ForgeryCase("unrelated certificates among them", .testSigned, nil) { envelope, _ in
      envelope.certificates.insert(try Mint.authority.unrelatedCertificate(1), at: 0)
      envelope.certificates.append(try Mint.authority.unrelatedCertificate(2))
    },
    ForgeryCase("Xcode's shape with its own certificate as anchor", .testSigned, nil) {
      let certificate = try Mint.authority.xcodeCertificate()
      return (try EnvelopeMinter(xcode: certificate).mint(.xcodeSample).bytes, [certificate])
    },
    ForgeryCase("the intermediate is the anchor", .testSigned, nil) {
      let (envelope, chain) = try Mint.envelope()
      return (try envelope.mint().bytes, [chain.intermediate])
    },
    ForgeryCase("the signer is the anchor", .testSigned, nil) {
      let (envelope, chain) = try Mint.envelope()
      return (try envelope.mint().bytes, [chain.signer])
    },
    ForgeryCase("the right anchor comes second", .testSigned, nil) {
      let (envelope, chain) = try Mint.envelope()
      return (try envelope.mint().bytes, [try Mint.authority.unrelatedCertificate(), chain.root])
    },
  ]

  /// Who signed, and whom the SignerInfo names.
  static let signers: [ForgeryCase] = [
    ForgeryCase("nobody signed", .unsigned, nil) { envelope, _ in envelope.signers = [] },
    ForgeryCase("no certificates", .untrustedChain, .signerCertificate) { envelope, _ in envelope.certificates = [] },
    ForgeryCase("the signer's certificate is not embedded", .untrustedChain, .signerCertificate) { envelope, _ in
      envelope.certificates.removeFirst()
    },
    ForgeryCase("one bit of the signature", .badSignature, .signature) { envelope, _ in
      envelope.signers[0].flaw = .flippedSignature
    },
    ForgeryCase("content changed after signing", .badSignature, .signature) { envelope, _ in
      envelope.signers[0].flaw = .signedOther([0x31, 0x00])
    },
    ForgeryCase("signed by the intermediate's key", .badSignature, .signature) { envelope, chain in
      envelope.signers[0].keyHolder = chain.intermediate
    },
    ForgeryCase("names the intermediate, signed by the signer", .wrongPurpose, .markerOIDs) { envelope, chain in
      envelope.signers[0].certificate = chain.intermediate
      envelope.signers[0].keyHolder = chain.signer
    },
    ForgeryCase("names the intermediate, signed by it", .wrongPurpose, .markerOIDs) { envelope, chain in
      envelope.signers[0].certificate = chain.intermediate
    },
    ForgeryCase("names the root, signed by the signer", .wrongPurpose, .markerOIDs) { envelope, chain in
      envelope.signers[0].certificate = chain.root
      envelope.signers[0].keyHolder = chain.signer
    },
    ForgeryCase("names another signer of the same intermediate", .badSignature, .signature) { envelope, chain in
      let other = try Mint.certificate("other signer", by: chain.intermediate)
      envelope.certificates.append(other)
      envelope.signers[0].certificate = other
      envelope.signers[0].keyHolder = chain.signer
    },
    ForgeryCase("two good signatures", .testSigned, nil) { envelope, _ in envelope.signers += envelope.signers },
    ForgeryCase("a good and a bad signature", .badSignature, .signature) { envelope, _ in
      envelope.signers += envelope.signers
      envelope.signers[1].flaw = .flippedSignature
    },
    ForgeryCase("a bad and a good signature", .badSignature, .signature) { envelope, _ in
      envelope.signers += envelope.signers
      envelope.signers[0].flaw = .flippedSignature
    },
    ForgeryCase("a good signature and a stranger's", .untrustedChain, .chain) { envelope, _ in
      let stranger = try Mint.authority.unrelatedCertificate()
      envelope.certificates.append(stranger)
      envelope.signers.append(SignerDescription(stranger, digest: .sha256))
    },
    ForgeryCase("a stranger's signature and a good one", .untrustedChain, .chain) { envelope, _ in
      let stranger = try Mint.authority.unrelatedCertificate()
      envelope.certificates.append(stranger)
      envelope.signers.insert(SignerDescription(stranger, digest: .sha256), at: 0)
    },
    ForgeryCase("a good signature and one of nobody embedded", .untrustedChain, .signerCertificate) { envelope, _ in
      envelope.signers.append(SignerDescription(try Mint.authority.unrelatedCertificate(), digest: .sha256))
    },
  ]
}

extension Mint {
  /// A certificate with the marker for signing receipts, or with others, issued by whoever.
  static func certificate(
    _ label: String, by issuer: TestCertificate, markers: [OID] = [.receiptSignerMarker],
    change: (inout CertificateTemplate) -> Void = { _ in }
  ) throws -> TestCertificate {
    var template = CertificateTemplate(
      subject: DistinguishedName(role: label), keyLabel: label,
      validity: Validity("2020-01-01T00:00:00Z", "2030-01-01T00:00:00Z"), digest: .sha256)
    template.markers = markers
    change(&template)
    return try authority.issue(template, by: issuer)
  }
}
