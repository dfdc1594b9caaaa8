import ReceiptAnalysis

extension JWSFlaw {
  /// A flaw by which no chain leads to an anchor.
  private static func untrusted(_ name: String, _ summary: String, _ step: String = "chain") -> JWSFlaw {
    JWSFlaw(name, summary, .untrusted(step)).ofChain()
  }

  /// A header whose `x5c` is made of the certificates.
  private func withX5C(_ make: @escaping @Sendable ([[UInt8]]) -> JSONValue?) -> JWSFlaw {
    inHeader { header, material in header.x5c = make(material.chain.certificates.map(\.der)) }
  }

  /// `x5c` does not lead from the signer to the root, or does not have the required form.
  static let certificateFlaws: [JWSFlaw] = [
    untrusted("wrong-root", "everything is right under another root of the same name").inHeader {
      (header, material) throws(MintError) in
      let chain = try material.authority.stranger().signedDataChain(material.options)
      header.x5c = JWSHeader.x5c(chain.certificates.map(\.der))
      header.signer = chain.signer
    },
    untrusted("self-signed", "signed by a certificate that issued itself").inHeader {
      (header, material) throws(MintError) in
      let unrelated = try material.authority.unrelatedSigner()
      header.x5c = JWSHeader.x5c([unrelated.der])
      header.signer = unrelated
    },
    untrusted("self-signed-thrice", "the same, three times in x5c").inHeader { (header, material) throws(MintError) in
      let unrelated = try material.authority.unrelatedSigner()
      header.x5c = JWSHeader.x5c([unrelated.der, unrelated.der, unrelated.der])
      header.signer = unrelated
    },
    untrusted("missing-certificates", "no certificate is embedded", "signer_certificate").withX5C { _ in nil },
    untrusted("no-certificates", "x5c is an empty list", "signer_certificate").withX5C { _ in .array([]) },
    untrusted("one-certificate", "x5c has the signer's certificate only").withX5C {
      JWSHeader.x5c(Array($0.prefix(1)))
    },
    untrusted("missing-intermediate", "the intermediate is not embedded", "signer_certificate").withX5C {
      JWSHeader.x5c([$0[0], $0[2]])
    },
    untrusted("missing-root", "x5c ends with the intermediate", "signer_certificate").withX5C {
      JWSHeader.x5c(Array($0.prefix(2)))
    },
    untrusted("four-certificates", "x5c has the root twice", "signer_certificate").withX5C {
      JWSHeader.x5c($0 + [$0[2]])
    },
    // The intermediate is correctly issued, but it is not a signer.
    JWSFlaw(
      "swapped-certificates", "signer and intermediate have changed places in x5c",
      .failed("wrong-purpose", step: "marker_oids", checks: "marker_oids")
    ).ofChain().withX5C {
      JWSHeader.x5c([$0[1], $0[0], $0[2]])
    },
    JWSFlaw(
      "another-root-embedded", "the last certificate of x5c is another root: only the given root counts", .sound
    ).ofChain().inHeader { (header, material) throws(MintError) in
      let stranger = try material.authority.stranger().signedDataRoot()
      header.x5c = JWSHeader.x5c(material.chain.certificates.prefix(2).map(\.der) + [stranger.der])
    },
    untrusted("broken-root-embedded", "the last entry of x5c is not a certificate", "signer_certificate").withX5C {
      JWSHeader.x5c([$0[0], $0[1], Array("no certificate".utf8)])
    },
    untrusted("trailing-certificate-octets", "an octet follows the signer's certificate", "signer_certificate").withX5C
    {
      JWSHeader.x5c([$0[0] + [0], $0[1], $0[2]])
    },
    untrusted("certificates-number", "x5c is a number", "signer_certificate").withX5C { _ in .whole(3) },
    untrusted("certificates-text", "x5c is one string and no list", "signer_certificate").withX5C {
      .string(Base64.encode($0[0]))
    },
    untrusted("certificates-url-safe", "x5c is in base64url, not padded", "signer_certificate").withX5C {
      .array($0.map { .string(Base64.encodeURL($0)) })
    },
    untrusted("certificates-with-line-breaks", "x5c has line breaks in its base64", "signer_certificate").withX5C {
      .array(
        $0.map { der in
          let lines = DEREncoder.pem(der, label: "").split(separator: "\n").dropFirst().dropLast()
          return .string(lines.joined(separator: "\n"))
        })
    },
    wrongKeyUsage,
    // These certificates lead to an anchor, too, but their keys are of another kind and cannot sign as ES256.
    JWSFlaw(
      "rsa-certificates", "the certificates are those of receipts",
      .failed("bad-signature", step: "signature", checks: "signature")
    ).ofChain().inHeader {
      (header, material) throws(MintError) in
      header.x5c = JWSHeader.x5c(try material.authority.chain().certificates.map(\.der))
    },
  ]

  /// The signer's key is for encryption only.
  private static var wrongKeyUsage: JWSFlaw {
    var flaw = JWSFlaw(
      "wrong-key-usage", "the signer's certificate is for encrypting keys, not for signing",
      .failed("wrong-purpose", step: "marker_oids", checks: "marker_oids")
    ).ofChain()
    flaw.chain = { options, _ in options.signerKeyUsage = .keyEncipherment }
    return flaw
  }
}
