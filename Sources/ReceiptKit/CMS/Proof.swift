/// Collects the steps of one proof and draws the verdict from the first that fails.
struct Proof {
  private let certificates: [Certificate]
  private let judgedAt: Authenticity.JudgedAt?
  private var steps: [Authenticity.Step] = []
  private var chain: CertificateChain?
  var signerIndex: Int?
  var digestAlgorithm: DigestAlgorithm?

  init(certificates: [Certificate], judgedAt: Authenticity.JudgedAt?) {
    self.certificates = certificates
    self.judgedAt = judgedAt
  }

  mutating func passed(_ step: Authenticity.Step.Name, _ detail: String) {
    steps.append(Authenticity.Step(name: step, outcome: .passed, detail: detail))
  }

  mutating func failed(
    _ step: Authenticity.Step.Name, _ verdict: Authenticity.Verdict, _ reason: String
  ) -> Authenticity {
    steps.append(Authenticity.Step(name: step, outcome: .failed, detail: reason))
    return authenticity(verdict, reason)
  }

  /// Takes the steps from the chain on, which are the same for every kind of receipt.
  ///
  /// - Parameter signatureFailure: verifies the signature; called last, and only if everything before it holds.
  mutating func conclude(
    signer: Certificate, anchors: [TrustAnchor], signatureFailure: () -> SignatureVerification.Failure?
  ) -> Authenticity {
    switch findChain(from: signer, to: anchors) {
    case .failure(let failure): return failed(.chain, .untrustedChain, failure.reason)
    case .success(let found):
      chain = found
      let name = found.anchor.certificate.displayName
      passed(
        .chain,
        found.anchor.origin == .pinned ? "leads to \(name), pinned" : "leads to \(name), an anchor given by the user")
    }
    guard let chain else { return failed(.chain, .untrustedChain, "no chain") }
    if let reason = validityFailure(chain) { return failed(.validity, .outsideValidity, reason) }
    passed(.validity, "every certificate was valid at \(judgedAt?.instant.rfc3339 ?? "")")
    if chain.certificates.count == 1, chain.anchor.origin == .user {
      // Whoever names the signer's own certificate as an anchor (Xcode's export) vouches for this very key.
      steps.append(
        Authenticity.Step(
          name: .markerOIDs, outcome: .skipped, detail: "the signer itself is the anchor given by the user"))
    } else {
      if let reason = markerFailure(chain) { return failed(.markerOIDs, .wrongPurpose, reason) }
      passed(.markerOIDs, "signer and intermediate are marked for receipt signing")
    }
    if let failure = signatureFailure() { return failed(.signature, .badSignature, failure.reason) }
    passed(.signature, "RSA with \(digestAlgorithm?.rawValue ?? "an unknown digest") over the payload")
    return chain.anchor.origin == .pinned
      ? authenticity(.authentic, "signed by Apple: the chain leads to \(chain.anchor.certificate.displayName)")
      : authenticity(
        .testSigned, "vouched for by the given anchor \(chain.anchor.certificate.displayName), not by Apple")
  }

  private func findChain(
    from signer: Certificate, to anchors: [TrustAnchor]
  ) -> Result<CertificateChain, CertificateChain.Failure> {
    var failure = CertificateChain.Failure(reason: untrustedReason(signer))
    for anchor in anchors {
      do throws(CertificateChain.Failure) {
        return .success(try CertificateChain(from: signer, through: certificates, to: anchor))
      } catch {
        if anchor.origin == .pinned {
          failure = CertificateChain.Failure(
            reason: "no chain from the signer to \(anchor.certificate.displayName): \(error.reason)")
        }
      }
    }
    return .failure(failure)
  }

  /// Says plainly what an untrusted signer is, because each kind has another remedy.
  private func untrustedReason(_ signer: Certificate) -> String {
    if signer.issuer == signer.subject {
      return signer.commonName == "StoreKit"
        ? "signed by StoreKit testing in Xcode, not by Apple"
        : "the signer's certificate is self-signed (\(signer.displayName)) and no anchor vouches for it"
    }
    return "no chain leads from the signer (\(signer.displayName)) to an Apple root"
  }

  private func validityFailure(_ chain: CertificateChain) -> String? {
    guard let judgedAt else {
      return "the receipt has no readable creation date at which its certificates could be judged"
    }
    guard let validity = chain.validity else {
      return "the certificates of the chain were never valid at the same time"
    }
    guard !validity.contains(judgedAt.instant) else { return nil }
    let culprit = chain.certificates.first {
      guard let first = $0.notBefore, let last = $0.notAfter else { return true }
      return judgedAt.instant < first || judgedAt.instant.milliseconds > last.milliseconds + 999
    }
    let range = "\(culprit?.notBefore?.rfc3339 ?? "?") to \(culprit?.notAfter?.rfc3339 ?? "?")"
    return
      "at \(judgedAt.instant.rfc3339) the certificate of \(culprit?.displayName ?? "the chain") was not valid (\(range))"
  }

  /// Without the marks any certificate that Apple ever issued, to any developer, could sign a "receipt".
  private func markerFailure(_ chain: CertificateChain) -> String? {
    guard let signer = chain.certificates.first, signer.markerOIDs.contains(MarkerOID.receiptSigning) else {
      return "the signer's certificate lacks the marker for receipt signing, \(MarkerOID.receiptSigning)"
    }
    guard chain.certificates.count > 1, chain.certificates[1].markerOIDs.contains(MarkerOID.developerRelations) else {
      return
        "the intermediate lacks the marker of Apple's developer relations authority, \(MarkerOID.developerRelations)"
    }
    return nil
  }

  private func authenticity(_ verdict: Authenticity.Verdict, _ reason: String) -> Authenticity {
    var all = steps
    for name in Authenticity.Step.Name.allCases where !all.contains(where: { $0.name == name }) {
      all.append(Authenticity.Step(name: name, outcome: .skipped, detail: "not reached"))
    }
    return Authenticity(
      verdict: verdict, reason: reason, steps: all, judgedAt: judgedAt, anchor: chain?.anchor,
      chain: chain?.certificates ?? [], certificates: certificates, signerIndex: signerIndex,
      digestAlgorithm: digestAlgorithm)
  }
}

extension Certificate {
  /// The common name, or the whole subject where there is none.
  var displayName: String { commonName ?? subject }
}
