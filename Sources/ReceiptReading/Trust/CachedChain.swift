/// A chain that was judged once: the resulting judgement, and the moments at which it applies to other inputs.
///
/// A chain is cached as one that holds only if it was verified together with a signature. A verified chain with a wrong
/// signature is cached, too: it makes other wrong signatures cheap, and accepts none.
final class CachedChain {
  /// The moments of judging for which the steps before the signature have the same outcome.
  private enum Moments {
    /// No chain leads to an anchor, whatever the time.
    case all
    /// All certificates are valid.
    case during(ClosedRange<Instant>)
    /// Some certificate is not valid; `nil` if they never are at the same time.
    case outside(ClosedRange<Instant>?)
  }

  /// The judgement on the receipt that introduced the chain.
  let firstJudgement: Authenticity
  private let moments: Moments
  private let digest: DigestAlgorithm
  private let kind: VerificationKey.Kind
  private let signer: Certificate?
  /// Whether the chain was good, and so was a signature made with its key. The signature of another input then decides.
  let holds: Bool
  /// Whether the chain was good, and the signature wrong. The judgement holds only for inputs whose signature is wrong,
  /// too. An input with a right one has to take every step.
  let isForged: Bool
  /// Created when the chain is used for the second time, to save the cost for certificates that occur only once.
  private(set) lazy var key = signer.flatMap { VerificationKey($0, kind, digest) }
  /// The names of the chain. Computing them costs more than the rest of a judgement.
  private lazy var names = firstJudgement.chainNames
  /// The judgement as JSON, also created when the chain is used for the second time; `nil` if more than the time
  /// depends on the moment.
  private(set) lazy var printed: AuthenticityTemplate? =
    if case .outside = moments { nil } else { AuthenticityTemplate { authenticity(judgedAt: $0) } }

  /// - Parameter kind: the kind of the signer's key.
  /// - Returns: `nil` if the judgement is about more than the chain and the moment, or lacks a detail needed here.
  init?(_ authenticity: Authenticity, _ kind: VerificationKey.Kind) {
    guard let digest = authenticity.digestAlgorithm else { return nil }
    let validity = CertificateChain.validity(of: authenticity.chain)
    switch authenticity.verdict {
    case .authentic, .testSigned, .wrongPurpose, .badSignature:
      guard let validity, !authenticity.chain.isEmpty else { return nil }
      moments = .during(validity)
    case .untrustedChain: moments = .all
    case .outsideValidity:
      guard authenticity.judgedAt != nil else { return nil }
      moments = .outside(validity)
    case .unsigned: return nil
    }
    firstJudgement = authenticity
    self.digest = digest
    self.kind = kind
    signer = authenticity.chain.first
    holds = authenticity.verdict == .authentic || authenticity.verdict == .testSigned
    isForged = authenticity.verdict == .badSignature
  }

  var verdict: Authenticity.Verdict { firstJudgement.verdict }

  /// Whether the judgement applies to an input that is judged at this moment.
  func applies(at judgedAt: Instant) -> Bool {
    switch moments {
    case .all: true
    case .during(let validity): validity.contains(judgedAt)
    case .outside(let validity): validity?.contains(judgedAt) != true
    }
  }

  /// The judgement on another receipt with the same chain.
  ///
  /// The judgement must apply at the moment. If the chain holds, the signature must have been verified; if it is
  /// forged, the signature must be wrong.
  func authenticity(judgedAt instant: Instant) -> Authenticity {
    var authenticity =
      firstJudgement.judgedAt.map { firstJudgement.judged(at: Authenticity.JudgedAt(instant, source: $0.source)) }
      ?? firstJudgement
    authenticity.rememberedNames = names
    return authenticity
  }

  /// Whether the signature of an envelope was made over its payload with the key of the signer.
  func verifies(_ envelope: EnvelopeLayout, in bytes: RawSpan) -> Bool {
    guard let key else { return false }
    return key.verifies(bytes, signature: envelope.signature, message: envelope.payload)
  }
}
