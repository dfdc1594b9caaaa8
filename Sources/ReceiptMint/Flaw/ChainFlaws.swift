extension MintFlaw {
  /// The certificates do not lead from the signer to the root, or are not for receipts.
  static let chainFlaws: [MintFlaw] = [
    MintFlaw(
      "wrong-root", "everything is right under another root of the same name", .untrusted("chain"), needsChain: true,
      .envelope { (envelope, material) throws(MintError) in
        let chain = try material.authority.stranger().chain(material.options)
        envelope.certificates = chain.certificates
        for index in envelope.signers.indices { envelope.signers[index].certificate = chain.signer }
      }),
    MintFlaw(
      "self-signed", "signed by a self-signed certificate", .untrusted("chain"), needsChain: true,
      .envelope { (envelope, material) throws(MintError) in
        let unrelated = try material.authority.unrelatedCertificate()
        envelope.certificates = [unrelated]
        for index in envelope.signers.indices { envelope.signers[index].certificate = unrelated }
      }),
    MintFlaw(
      "wrong-intermediate", "the intermediate has the right name and another key", .untrusted("chain"),
      needsChain: true, .chain { options, _ in options.wrongIntermediate = .sameName }),
    MintFlaw(
      "missing-intermediate", "the intermediate is not embedded", .untrusted("chain"), needsChain: true,
      .envelope { envelope, material in envelope.certificates = [material.chain.signer, material.chain.root] }),
    MintFlaw(
      "missing-certificates", "no certificate is embedded", .untrusted("signer_certificate"),
      .envelope { envelope, _ in envelope.certificates = [] }),
    MintFlaw(
      "unknown-signer", "the signature names a certificate that is not embedded", .untrusted("signer_certificate"),
      .signers { (signer, _, material) throws(MintError) in
        signer.certificate = try material.authority.unrelatedCertificate()
      }),
    MintFlaw(
      "intermediate-no-authority", "the intermediate may not issue certificates", .untrusted("chain"),
      needsChain: true, .chain { options, _ in options.intermediateIsAuthority = false }),
    MintFlaw(
      "missing-marker", "the signer lacks the marker 1.2.840.113635.100.6.11.1, as any developer's certificate does",
      wrongPurpose, needsChain: true, .chain { options, _ in options.hasSignerMarker = false }),
    MintFlaw(
      "missing-intermediate-marker", "the intermediate lacks the marker 1.2.840.113635.100.6.2.1", wrongPurpose,
      needsChain: true, .chain { options, _ in options.hasIntermediateMarker = false }),
    MintFlaw(
      "expired-chain", "the signer's certificate had expired before the receipt was made", outside,
      needsChain: true,
      .chain { options, date in options.signerValidity = Validity(yearBefore(date, 3), yearBefore(date, 1)) }),
    MintFlaw(
      "expired-intermediate", "the intermediate had expired before the receipt was made", outside, needsChain: true,
      .chain { options, date in options.intermediateValidity = Validity(yearBefore(date, 6), yearBefore(date, 1)) }),
    MintFlaw(
      "not-yet-valid", "the signer's certificate was not valid until after the receipt was made", outside,
      needsChain: true,
      .chain { options, date in options.signerValidity = Validity(yearBefore(date, -1), yearBefore(date, -3)) }),
  ]

  private static let wrongPurpose = FlawPromise.failed("wrong-purpose", step: "marker_oids", checks: "marker_oids")

  private static let outside = FlawPromise.failed("outside-validity", step: "validity", checks: "certificate_chain")

  /// New Year's Day of the year that is `count` years before that of `date`; later if the number is negative.
  private static func yearBefore(_ date: String, _ count: Int) -> String {
    Validity.newYear(max(1, (Int(date.prefix(4)) ?? 2_000) - count))
  }
}
