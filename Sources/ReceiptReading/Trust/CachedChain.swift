/// A chain that was verified once: the resulting judgement, and the period in which it is valid.
///
/// It is made only from positive judgements, so that no unverified chain is ever cached.
final class CachedChain {
  /// The judgement on the receipt that introduced the chain.
  let first: Authenticity
  private let digest: DigestAlgorithm
  private let kind: VerificationKey.Kind
  private let signer: Certificate
  /// The moments at which every certificate of the chain is valid.
  let validity: ClosedRange<Instant>
  /// Created when the chain is used for the second time, to save the cost for certificates that occur only once.
  private(set) lazy var key = VerificationKey(signer, kind, digest)
  /// The names of the chain. Computing them costs more than the rest of a judgement.
  private lazy var names = first.chainNames
  /// The judgement as JSON. It is created when the chain is used for the second time, too.
  private(set) lazy var printed = AuthenticityTemplate { authenticity(judgedAt: $0) }

  /// - Parameter kind: the kind of the signer's key.
  /// - Returns: `nil` unless the judgement is positive and has all the details needed here.
  init?(_ authenticity: Authenticity, _ kind: VerificationKey.Kind) {
    guard authenticity.verdict == .authentic || authenticity.verdict == .testSigned,
      let digest = authenticity.digestAlgorithm, let signer = authenticity.chain.first,
      let validity = CertificateChain.validity(of: authenticity.chain)
    else { return nil }
    first = authenticity
    (self.digest, self.kind) = (digest, kind)
    self.signer = signer
    self.validity = validity
  }

  var verdict: Authenticity.Verdict { first.verdict }

  /// The judgement on another receipt with the same chain.
  ///
  /// The moment must be within ``validity``, and the signature must have been verified.
  func authenticity(judgedAt instant: Instant) -> Authenticity {
    var authenticity =
      first.judgedAt.map { first.judged(at: Authenticity.JudgedAt(instant, source: $0.source)) } ?? first
    authenticity.rememberedNames = names
    return authenticity
  }

  /// Whether the signature of an envelope was made over its payload with the key of the signer.
  func verifies(_ envelope: EnvelopeLayout, in bytes: RawSpan) -> Bool {
    guard let key else { return false }
    return key.verifies(bytes, signature: envelope.signature, message: envelope.payload)
  }
}
