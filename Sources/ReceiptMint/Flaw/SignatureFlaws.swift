extension MintFlaw {
  /// The signature does not belong to the content or to the signer.
  static let signatureFlaws: [MintFlaw] = [
    MintFlaw(
      "bad-signature", "one bit of the signature is flipped", badSignature, ofTransaction: .flippedSignature,
      .signers { signer, _, _ in signer.flaw = .flippedSignature }),
    MintFlaw(
      "changed-content", "something else was signed: the content was changed afterwards", badSignature,
      ofTransaction: .signedOther(Array("{\n}".utf8)),
      .signers { signer, content, _ in signer.flaw = .signedOther(other(content)) }),
    MintFlaw(
      "changed-digest", "the signed attributes hold the digest of another content", badSignature,
      .signers { signer, content, material in
        signer.signingTime = material.options.signerValidity.notBefore
        signer.flaw = .signedOther(other(content))
      }),
    MintFlaw(
      "wrong-signer", "signed with the key of the intermediate, in the name of the signer", badSignature,
      needsChain: true, .signers { signer, _, material in signer.keyHolder = material.chain.intermediate }),
    MintFlaw(
      "unsigned", "it is not signed", .failed("unsigned", checks: "signature"),
      .envelope { envelope, _ in envelope.signers = [] }),
  ]

  private static let badSignature = FlawPromise.failed("bad-signature", step: "signature", checks: "signature")

  /// Other octets, as many as the content has.
  private static func other(_ content: [UInt8]) -> [UInt8] {
    var other = content
    if let last = other.indices.last { other[last] ^= 1 }
    return other
  }
}
