import COpenSSL
import ReceiptAnalysis

extension JWSFlaw {
  private static let badSignature = FlawPromise.failed("bad-signature", step: "signature", checks: "signature")

  /// A flaw by which the signature is bad.
  private static func badlySigned(_ name: String, _ summary: String) -> JWSFlaw { JWSFlaw(name, summary, badSignature) }

  /// The signature does not belong to the content, or there is no signature.
  static let signatureFlaws: [JWSFlaw] = [
    badlySigned("bad-signature", "one bit of the signature is flipped").inSignature { signature, _, _ in
      if let last = signature.indices.last { signature[last] ^= 1 }
    },
    badlySigned("changed-content", "something else was signed: the content was changed afterwards").afterwards {
      _, payload in
      // The last digit is replaced.
      guard let last = payload.lastIndex(where: { (0x30...0x39).contains($0) }) else { return }
      payload[last] ^= 1
    },
    badlySigned("changed-header", "the header was changed after signing").afterwards { header, _ in
      // A blank before the last brace does not change the meaning.
      header.insert(0x20, at: max(0, header.count - 1))
    },
    badlySigned("wrong-signer", "signed with another key than that of the first certificate").inHeader {
      (header, material) throws(MintError) in
      header.signer = try material.authority.unrelatedSigner()
    },
    badlySigned("signature-too-short", "the signature has 63 octets").inSignature { signature, _, _ in
      signature.removeLast()
    },
    badlySigned("signature-too-long", "the signature has 65 octets").inSignature { signature, _, _ in
      signature.append(0)
    },
    JWSFlaw("signature-empty", "the signature has no octets", .unreadable("truncated")).inSignature { signature, _, _ in
      signature = []
    },
    badlySigned("signature-der", "the signature is in DER, as OpenSSL writes it").inSignature { signature, _, _ in
      signature = EllipticKey.encoded(signature)
    },
    badlySigned("zero-r", "the first half of the signature is 0").inSignature { signature, _, _ in
      signature = [UInt8](repeating: 0, count: 32) + signature.suffix(32)
    },
    badlySigned("zero-s", "the second half of the signature is 0").inSignature { signature, _, _ in
      signature = signature.prefix(32) + [UInt8](repeating: 0, count: 32)
    },
    badlySigned("zero-signature", "all of the signature is 0").inSignature { signature, _, _ in
      signature = [UInt8](repeating: 0, count: 64)
    },
    badlySigned("r-out-of-range", "the first half of the signature is the order of the curve").inSignature {
      (signature, _, material) throws(MintError) in
      signature = try material.chain.signer.ellipticKey().order() + signature.suffix(32)
    },
    badlySigned("s-out-of-range", "the second half of the signature is the order of the curve").inSignature {
      (signature, _, material) throws(MintError) in
      signature = signature.prefix(32) + (try material.chain.signer.ellipticKey().order())
    },
    JWSFlaw(
      "second-signature", "s is replaced by n - s, which holds as well: no signature identifies what it signs",
      .sound
    ).inSignature { (signature, _, material) throws(MintError) in
      signature = try material.chain.signer.ellipticKey().counterpart(signature)
    },
  ]

  /// The header names another algorithm than ES256.
  static let algorithmFlaws: [JWSFlaw] = [
    JWSFlaw("algorithm-none", "the header says that nothing is signed, and nothing is", .unreadable("truncated"))
      .inHeader { header, _ in header.algorithm = .string("none") }
      .inSignature { signature, _, _ in signature = [] },
    JWSFlaw(
      "algorithm-none-signed", "the algorithm is none, and the signature is that of ES256",
      .failed("unsigned", checks: "signature")
    )
    .inHeader { header, _ in header.algorithm = .string("none") },
    badlySigned("algorithm-lower-case", "the algorithm is es256: names are compared as they are")
      .inHeader { header, _ in header.algorithm = .string("es256") },
    badlySigned("algorithm-hs256", "the algorithm is HS256, and the secret is the public key")
      .inHeader { header, _ in header.algorithm = .string("HS256") }
      .inSignature { (signature, input, material) throws(MintError) in
        let key = DEREncoder.pem(material.chain.signer.key.subjectPublicKeyInfo, label: "PUBLIC KEY")
        signature = try EllipticCurve.p256.authenticationCode(input, key: Array(key.utf8))
      },
    badlySigned("algorithm-rs256", "the algorithm is RS256, signed with the key of a signer of receipts")
      .inHeader { header, _ in header.algorithm = .string("RS256") }
      .inSignature { (signature, input, material) throws(MintError) in
        signature = try material.authority.chain().signer.sign(input, digest: .sha256)
      },
    badlySigned("algorithm-es384", "the algorithm is ES384, signed with the key of the intermediate")
      .inHeader { header, material in
        header.algorithm = .string("ES384")
        header.signer = material.chain.intermediate
      }.ofChain(),
    badlySigned("algorithm-missing", "the header names no algorithm").inHeader { header, _ in header.algorithm = .null
    },
    badlySigned("critical-header", "the header names an unknown extension as critical").inHeader { header, _ in
      header.others += [
        .init("crit", .array([.string("urn:example:unknown")])), .init("urn:example:unknown", .bool(true)),
      ]
    },
    badlySigned("unencoded-payload", "the header says that the payload is not base64url (b64, RFC 7797)").inHeader {
      header, _ in header.others += [.init("b64", .bool(false))]
    },
  ]
}

extension FlawPromise {
  /// The signed data is valid.
  static let sound = FlawPromise(error: nil, authenticity: "test-signed", failedStep: nil, failedChecks: [])
}
