/// Collects the steps of one proof and draws the verdict from the first that fails.
///
/// OpenSSL could judge chain, validity and signature in one call. Here they are separate steps, so that the verdict
/// distinguishes an unknown signer, an expired certificate and changed bytes.
struct EnvelopeVerification {
  private let certificates: [Certificate]
  /// The certificates that may be links of the chain.
  private let links: [Certificate]
  private let judgedAt: Authenticity.JudgedAt?
  private var steps: [Authenticity.Step] = []
  private var chain: CertificateChain?
  /// The first weak key, starting from the signer, of a chain that is nevertheless accepted.
  private var weakness: Message?
  var signerIndex: Int?
  var digestAlgorithm: DigestAlgorithm?

  init(certificates: [Certificate], links: [Certificate]? = nil, judgedAt: Authenticity.JudgedAt?) {
    self.certificates = certificates
    self.links = links ?? certificates
    self.judgedAt = judgedAt
  }

  /// Records a step that passed.
  mutating func passed(_ step: Authenticity.Step.Name, _ detail: Message) {
    steps.append(Authenticity.Step(name: step, outcome: .passed, detail: detail))
  }

  /// Records a step that failed, and returns the judgement that follows from it.
  mutating func failed(
    _ step: Authenticity.Step.Name, _ verdict: Authenticity.Verdict, _ reason: Message
  ) -> Authenticity {
    // These are two statements: in a single statement, the proof would be copied before the step is recorded.
    let rejection = reject(step, verdict, reason)
    return authenticity(after: rejection)
  }

  /// A failed step, and the resulting verdict.
  struct Rejection {
    let verdict: Authenticity.Verdict
    let reason: Message
  }

  /// Takes the steps chain, validity and markers, up to the first that fails.
  ///
  /// - Returns: why the chain is not good; `nil` for a good chain.
  mutating func judgeChain(from signer: Certificate, to anchors: [TrustAnchor], rules: ChainRules) -> Rejection? {
    switch findChain(from: signer, to: anchors, rules: rules) {
    case .failure(let failure): return reject(.chain, .untrustedChain, failure.reason)
    case .success(let found):
      self.chain = found
      weakness = rules.wantsStrongKeys ? found.certificates.lazy.compactMap(\.weakness).first : nil
      if let weakness, found.anchor.origin == .pinned { return reject(.chain, .untrustedChain, weakness) }
      return judgeFound(found, rules: rules)
    }
  }

  /// Takes the steps that are left for a chain that leads to an anchor: validity, and markers or usage.
  private mutating func judgeFound(_ chain: CertificateChain, rules: ChainRules) -> Rejection? {
    let name = chain.anchor.certificate.displayName
    var detail: Message =
      chain.anchor.origin == .pinned ? "leads to \(name), pinned" : "leads to \(name), an anchor given by the user"
    if let weakness { detail = "\(detail); weak: \(weakness)" }
    if let unused = unusedRoot(chain) { detail = "\(detail); \(unused)" }
    passed(.chain, detail)
    if let reason = validityFailure(chain, rules) { return reject(.validity, .outsideValidity, reason) }
    // Without a time, the step has failed above.
    if let judgedAt { passed(.validity, EnvelopeVerification.validityDetail(judgedAt.instant)) }
    if chain.certificates.count == 1, chain.anchor.origin == .user {
      // An anchor that is the signer's own certificate (Xcode's export) approves exactly this key.
      if let reason = rules.usageFailure(chain) { return reject(.markerOIDs, .wrongPurpose, reason) }
      steps.append(
        Authenticity.Step(
          name: .markerOIDs, outcome: .skipped, detail: "the signer itself is the anchor given by the user"))
    } else {
      if let reason = rules.markerFailure(chain) ?? rules.usageFailure(chain) {
        return reject(.markerOIDs, .wrongPurpose, reason)
      }
      passed(.markerOIDs, rules.markersDetail(chain))
    }
    return nil
  }

  /// The remark about a last certificate that could not be a link and is not the anchor.
  private func unusedRoot(_ chain: CertificateChain) -> Message? {
    guard links.count < certificates.count, let last = certificates.last, last.der != chain.anchor.certificate.der
    else {
      return nil
    }
    return "the last certificate that was sent (\(last.displayName)) is another one and was not used"
  }

  /// The detail for a chain that was valid at the required time.
  static func validityDetail(_ instant: Instant) -> Message { "every certificate was valid at \(instant.rfc3339)" }

  /// Records a step that failed.
  mutating func reject(
    _ step: Authenticity.Step.Name, _ verdict: Authenticity.Verdict, _ reason: Message
  ) -> Rejection {
    steps.append(Authenticity.Step(name: step, outcome: .failed, detail: reason))
    return Rejection(verdict: verdict, reason: reason)
  }

  /// The judgement that follows from a failed step.
  func authenticity(after rejection: Rejection) -> Authenticity { authenticity(rejection.verdict, rejection.reason) }

  /// The verdict after every step has passed. It depends on the origin of the anchor.
  func accepted() -> Authenticity {
    // Callers have found a chain before.
    guard let chain else { return authenticity(.untrustedChain, "no chain") }
    let name = chain.anchor.certificate.displayName
    if chain.anchor.origin == .pinned {
      return authenticity(.authentic, "signed by Apple: the chain leads to \(name)")
    }
    let reason: Message = "vouched for by the given anchor \(name), not by Apple"
    return authenticity(.testSigned, weakness.map { "\(reason); weak: \($0)" } ?? reason)
  }

  private func findChain(
    from signer: Certificate, to anchors: [TrustAnchor], rules: ChainRules
  ) -> Result<CertificateChain, TrustFailure> {
    let links = links + rules.links
    var reason = untrustedReason(signer)
    var refusals: [Message] = []
    for anchor in anchors {
      do throws(TrustFailure) {
        return .success(
          try CertificateChain(from: signer, through: links, to: anchor, rules.strictness))
      } catch {
        let name = anchor.certificate.displayName
        if anchor.origin == .user {
          refusals.append("\(name) (\(error.reason))")
        } else if signer.issuer != signer.subject {
          // For a self-issued signer, there is a more specific reason than the missing chain.
          reason = "no chain from the signer to \(name): \(error.reason)"
        }
      }
    }
    // A file can contain any number of anchors; the faults of the first few are enough.
    if !refusals.isEmpty {
      let shown = (refusals.prefix(3) + (refusals.count > 3 ? ["…"] : [])).joined(separator: ", ")
      reason = "\(reason); no given anchor vouches for it: \(shown)"
    }
    return .failure(TrustFailure(reason: reason))
  }

  /// Describes the kind of untrusted signer, because each kind has another remedy.
  private func untrustedReason(_ signer: Certificate) -> Message {
    guard signer.issuer == signer.subject else {
      return "no chain leads from the signer (\(signer.displayName)) to an Apple root"
    }
    if !signer.isSelfSigned {
      return "the signer's certificate (\(signer.displayName)) names itself as its issuer, which it is not"
    }
    return signer.isOfXcode
      ? "signed by StoreKit testing in Xcode, not by Apple"
      : "the signer's certificate is self-signed (\(signer.displayName)) and no anchor vouches for it"
  }

  private func validityFailure(_ chain: CertificateChain, _ rules: ChainRules) -> Message? {
    guard let judgedAt else {
      return "there is no readable \(rules.dateName) at which the certificates could be judged"
    }
    return EnvelopeVerification.validityFailure(of: chain.certificates, at: judgedAt.instant)
  }

  /// Why a chain was not valid at a moment; `nil` if it was.
  fileprivate static func validityFailure(of chain: [Certificate], at instant: Instant) -> Message? {
    guard let validity = CertificateChain.validity(of: chain) else {
      return "the certificates of the chain were never valid at the same time"
    }
    guard !validity.contains(instant) else { return nil }
    for certificate in chain where CertificateChain.validity(of: [certificate])?.contains(instant) == false {
      guard let first = certificate.notBefore, let last = certificate.notAfter else { continue }
      return """
        at \(instant.rfc3339) the certificate of \(certificate.displayName) was not valid (\(first.rfc3339) to \
        \(last.rfc3339))
        """
    }
    return "the chain was not valid at \(instant.rfc3339)"
  }

  private func authenticity(_ verdict: Authenticity.Verdict, _ reason: Message) -> Authenticity {
    let all = Authenticity.Step.Name.allCases.map { name in
      steps.first { $0.name == name }
        ?? Authenticity.Step(name: name, outcome: .skipped, detail: "not reached", isReached: false)
    }
    return Authenticity(
      verdict: verdict, reason: reason, steps: all, judgedAt: judgedAt, anchor: chain?.anchor,
      chain: chain?.certificates ?? [], certificates: certificates, signerIndex: signerIndex,
      digestAlgorithm: digestAlgorithm)
  }
}

extension Authenticity {
  /// The same judgement, for another moment at which every step has the same outcome.
  func judged(at judgedAt: JudgedAt) -> Authenticity {
    var authenticity = self
    authenticity.judgedAt = judgedAt
    for index in steps.indices where steps[index].name == .validity {
      switch steps[index].outcome {
      case .passed: authenticity.steps[index].detail = EnvelopeVerification.validityDetail(judgedAt.instant)
      case .failed:
        guard let reason = EnvelopeVerification.validityFailure(of: chain, at: judgedAt.instant) else { continue }
        authenticity.steps[index].detail = reason
        authenticity.reason = reason
      case .skipped: break
      }
    }
    return authenticity
  }

  /// Whether the signer's certificate has the name of StoreKit testing in Xcode. Anyone can make such a certificate.
  package var isOfXcode: Bool { signerIndex.map { certificates[$0].isOfXcode } ?? false }
}

extension Certificate {
  /// Whether the certificate has a name that StoreKit testing in Xcode uses: the first for receipts, the second for
  /// signed data.
  package var isOfXcode: Bool { commonName == "StoreKit" || commonName == "StoreKit Testing in Xcode" }

  /// The common name, or the whole subject if there is no common name, for use in sentences. It is truncated if it is
  /// longer than any real name.
  package var displayName: String { (commonName ?? subject).displayed(limit: 100) }
}
