import ReceiptKit
import ReceiptMint

extension ForgeryCase {
  /// The receipt signed by `signer`, with these certificates embedded.
  private static func resign(
    _ envelope: inout SignedDataDescription, _ signer: TestCertificate, _ certificates: [TestCertificate]
  ) {
    envelope.signers = [SignerDescription(signer, digest: .sha256)]
    envelope.certificates = certificates
  }

  /// Chains that do not lead where they should, or through whom they should not.
  static let chains: [ForgeryCase] = [
    ForgeryCase("no marker on the signer", .wrongPurpose, .markerOIDs, options { $0.hasSignerMarker = false }),
    ForgeryCase(
      "no marker on the intermediate", .wrongPurpose, .markerOIDs, options { $0.hasIntermediateMarker = false }),
    ForgeryCase(
      "no marker on the signer, bad signature", .wrongPurpose, .markerOIDs, options { $0.hasSignerMarker = false }
    ) {
      envelope, _ in envelope.signers[0].flaw = .flippedSignature
    },
    ForgeryCase(
      "the intermediate may not issue", .untrustedChain, .chain, options { $0.intermediateIsAuthority = false }),
    ForgeryCase(
      "the intermediate has the issuer's name only", .untrustedChain, .chain,
      options { $0.wrongIntermediate = .sameName }),
    ForgeryCase("the intermediate is another", .untrustedChain, .chain, options { $0.wrongIntermediate = .otherName }),
    ForgeryCase("the intermediate is not embedded", .untrustedChain, .chain) { envelope, _ in
      envelope.certificates.remove(at: 1)
    },
    ForgeryCase("a developer's own certificate signs", .wrongPurpose, .markerOIDs) { envelope, chain in
      let developer = try Mint.certificate("developer", by: chain.intermediate, markers: [])
      resign(&envelope, developer, [developer, chain.intermediate, chain.root])
    },
    ForgeryCase("a developer's certificate with a longer marker", .wrongPurpose, .markerOIDs) { envelope, chain in
      let markers = [OID(1, 2, 840, 113635, 100, 6, 11, 1, 1), OID(1, 2, 840, 113635, 100, 6, 11, 10)]
      let developer = try Mint.certificate("developer", by: chain.intermediate, markers: markers)
      resign(&envelope, developer, [developer, chain.intermediate, chain.root])
    },
    ForgeryCase("a developer's certificate issues a signer", .untrustedChain, .chain) { envelope, chain in
      let developer = try Mint.certificate("developer", by: chain.intermediate, markers: [])
      let signer = try Mint.certificate(
        "developer's signer", by: developer, markers: [.receiptSignerMarker, .intermediateMarker])
      resign(&envelope, signer, [signer, developer, chain.intermediate, chain.root])
    },
    ForgeryCase("a signer issues a signer", .untrustedChain, .chain) { envelope, chain in
      let signer = try Mint.certificate("second signer", by: chain.signer)
      resign(&envelope, signer, [signer] + chain.certificates)
    },
    // Path length 0 forbids it, as on Apple's G5.
    ForgeryCase("an authority below the intermediate", .untrustedChain, .chain) { envelope, chain in
      let below = try Mint.certificate("below", by: chain.intermediate, markers: [.intermediateMarker]) {
        $0.isAuthority = true
        $0.keyUsage = .certificateSigning
      }
      let signer = try Mint.certificate("signer below", by: below)
      resign(&envelope, signer, [signer, below, chain.intermediate, chain.root])
    },
    ForgeryCase("an authority that may not sign certificates", .untrustedChain, .chain) { envelope, chain in
      let odd = try Mint.certificate("odd authority", by: chain.root, markers: [.intermediateMarker]) {
        $0.isAuthority = true
      }
      let signer = try Mint.certificate("its signer", by: odd)
      resign(&envelope, signer, [signer, odd, chain.root])
    },
    ForgeryCase("the root issues the signer, no intermediate", .wrongPurpose, .markerOIDs) { envelope, chain in
      let signer = try Mint.certificate("direct signer", by: chain.root)
      resign(&envelope, signer, [signer, chain.root])
    },
    ForgeryCase("markers on the wrong certificates", .wrongPurpose, .markerOIDs) { envelope, chain in
      let odd = try Mint.certificate("swapped authority", by: chain.root, markers: [.receiptSignerMarker]) {
        $0.isAuthority = true
        $0.keyUsage = .certificateSigning
      }
      let signer = try Mint.certificate("swapped signer", by: odd, markers: [.intermediateMarker])
      resign(&envelope, signer, [signer, odd, chain.root])
    },
    ForgeryCase("an attacker's chain of the same names, with the true root beside it", .untrustedChain, .chain) {
      let attacker = try TestAuthority(seed: "attacker", keySize: .bits1024).chain()
      var envelope = try EnvelopeMinter(attacker).envelope(.sandboxSample())
      let root = try Mint.authority.root()
      envelope.certificates.append(root)
      return (try envelope.mint().bytes, [root])
    },
    ForgeryCase("a decoy root of the same name, the true chain", .testSigned, nil) { envelope, _ in
      envelope.certificates.insert(try TestAuthority(seed: "attacker", keySize: .bits1024).root(), at: 0)
    },
    ForgeryCase("the true chain, and an anchor of the same name", .untrustedChain, .chain) {
      let (envelope, _) = try Mint.envelope()
      return (try envelope.mint().bytes, [try TestAuthority(seed: "attacker", keySize: .bits1024).root()])
    },
    ForgeryCase("no anchor", .untrustedChain, .chain) {
      let (envelope, _) = try Mint.envelope()
      return (try envelope.mint().bytes, [])
    },
  ]

  private static func receipt(created date: String?, _ options: ChainOptions = ChainOptions()) throws
    -> (bytes: [UInt8], anchors: [TestCertificate])
  {
    let chain = try Mint.authority.chain(options)
    var receipt = ReceiptDescription.sandboxSample()
    receipt.creationDate = date
    return (try EnvelopeMinter(chain).mint(receipt).bytes, [chain.root])
  }

  private static func created(
    _ date: String?, _ name: String, _ verdict: Authenticity.Verdict, _ options: ChainOptions = ChainOptions()
  ) -> ForgeryCase {
    ForgeryCase("\(name) (\(date ?? "no date"))", verdict, verdict == .testSigned ? nil : .validity) {
      try receipt(created: date, options)
    }
  }

  /// Certificates are judged when the receipt says that it was made, to the second, both ends included.
  static let times: [ForgeryCase] = [
    created("2024-07-24T14:50:02.999Z", "before the signer", .outsideValidity),
    created("2024-07-24T14:50:03Z", "the signer's first second", .testSigned),
    created("2026-08-23T14:50:02Z", "the signer's last second", .testSigned),
    created("2026-08-23T14:50:02.999Z", "the end of the signer's last second", .testSigned),
    created("2026-08-23T14:50:03Z", "after the signer", .outsideValidity),
    created("2026-08-23T16:50:02+0200", "the last second, with an offset", .testSigned),
    created("2026-08-23T14:50:02-0100", "an hour after the signer, with an offset", .outsideValidity),
    created("4001-01-01T00:00:00Z", "far in the future", .outsideValidity),
    created(nil, "nothing to judge at", .outsideValidity),
    created("", "an empty date", .outsideValidity),
    created("yesterday", "an unreadable date", .outsideValidity),
    created(
      "2025-06-01T00:00:00Z", "intermediate expired", .outsideValidity,
      options { $0.intermediateValidity.notAfter = "2025-01-01T00:00:00Z" }),
    created(
      "2025-06-01T00:00:00Z", "root expired", .outsideValidity,
      options { $0.rootValidity.notAfter = "2025-01-01T00:00:00Z" }),
    created(
      "2025-06-01T00:00:00Z", "intermediate not yet valid", .outsideValidity,
      options { $0.intermediateValidity.notBefore = "2025-07-01T00:00:00Z" }),
    created(
      "2025-06-01T00:00:00Z", "never valid together", .outsideValidity,
      options { $0.intermediateValidity.notAfter = "2024-01-01T00:00:00Z" }),
    created(
      "2050-06-01T00:00:00Z", "GeneralizedTime", .testSigned,
      options {
        $0.signerValidity.notAfter = "2051-01-01T00:00:00Z"
        $0.intermediateValidity.notAfter = "2051-01-01T00:00:00Z"
        $0.rootValidity.notAfter = "2051-01-01T00:00:00Z"
      }),
  ]
}
