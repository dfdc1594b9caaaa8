/// How far the signer of an input is proven. An input that is not authentic is described by a value of this type, never
/// by an error.
public struct Authenticity: Sendable {
  /// The judgement. Only ``authentic`` means that Apple signed the receipt. Raw values are stable and appear in JSON
  /// output.
  public enum Verdict: String, CaseIterable, Sendable {
    /// The chain ends at a pinned Apple root, every marker is present, and the signature is right.
    case authentic
    /// The same, but the chain ends at an anchor that the user gave: a test authority, or the certificate that Xcode
    /// exports.
    case testSigned = "test-signed"
    /// No chain from the signer leads to an anchor.
    case untrustedChain = "untrusted-chain"
    /// The chain is valid, but its certificates were not issued for signing receipts.
    case wrongPurpose = "wrong-purpose"
    /// A certificate of the chain was not valid at the time at which the chain was judged.
    case outsideValidity = "outside-validity"
    /// The signature does not match these bytes.
    case badSignature = "bad-signature"
    /// There is no signature.
    case unsigned
  }

  /// One step of the proof. Steps are listed in the order in which they are taken.
  public struct Step: Equatable, Sendable {
    /// The subject of a step. Raw values are stable and appear in JSON output.
    public enum Name: String, CaseIterable, Sendable {
      /// Which embedded certificate the signature names.
      case signerCertificate = "signer_certificate"
      /// Whether a chain leads from this certificate to an anchor.
      case chain
      /// Whether every certificate of the chain was valid at the time of judging.
      case validity
      /// Whether signer and intermediate have Apple's marker OIDs for signing receipts.
      case markerOIDs = "marker_oids"
      /// Whether the signature matches the bytes.
      case signature
    }

    /// How a step ended. A step that was skipped has not passed.
    public enum Outcome: String, CaseIterable, Sendable {
      /// The step succeeded.
      case passed
      /// The step failed. The first failed step determines the verdict.
      case failed
      /// The step was not checked, because an earlier step failed or because it does not apply.
      case skipped
    }

    /// The subject of the step.
    public internal(set) var name: Name
    /// How the step ended.
    public internal(set) var outcome: Outcome
    /// The finding, in words.
    public internal(set) var detail: Message
    /// Whether all earlier steps passed, so that this step was reached.
    package internal(set) var isReached = true
  }

  /// The time at which certificates were judged, and the reason for it.
  public struct JudgedAt: Equatable, Sendable {
    /// Where the time came from. Raw values are stable and appear in JSON output.
    public enum Source: String, CaseIterable, Sendable {
      /// Attribute 12 of the receipt: certificates must have been valid when the receipt was created, not at the time
      /// of the check.
      case receiptCreationDate = "receipt_creation_date"
      /// `purchase-date` of an iOS 6 transaction receipt, which has no creation date.
      case purchaseDate = "purchase_date"
      /// `signedDate` of signed data.
      case signedDate = "signed_date"
      /// The time of the check, for signed data without a date. Receipts are never judged at it.
      case now
      /// A time given by the caller.
      case override
    }

    /// The moment.
    public var instant: Instant
    /// Where it came from.
    public var source: Source

    package init(_ instant: Instant, source: Source) {
      self.instant = instant
      self.source = source
    }
  }

  /// The judgement.
  public internal(set) var verdict: Verdict
  /// The reason for the verdict, in one sentence without a final full stop.
  public internal(set) var reason: Message
  /// Every step with its outcome.
  public internal(set) var steps: [Step]
  /// When the certificates were judged; `nil` if the receipt has no readable date and none was given.
  public internal(set) var judgedAt: JudgedAt?
  /// The anchor at which the chain ends, if one was found.
  public internal(set) var anchor: TrustAnchor?
  /// The chain that was found, signer first, anchor last; empty without one.
  public internal(set) var chain: [Certificate]
  /// All embedded certificates, in their order in the envelope, whether or not they are part of the chain.
  public internal(set) var certificates: [Certificate]
  /// The index of the signer in ``certificates``, if the signer is embedded.
  public internal(set) var signerIndex: Int?
  /// The digest algorithm that the signature claims, if it is a known one.
  public internal(set) var digestAlgorithm: DigestAlgorithm?
  /// Whether the end of the signature is missing, so that it cannot be valid.
  package internal(set) var isCut = false
  /// The compact JSON of the judgement without the time, from ``JWSChains``. Code that changes any other value must
  /// remove the template.
  var template: AuthenticityTemplate?
  /// ``chainNames``, if the names are cached together with the chain.
  var rememberedNames: String?

  /// The names of the chain, signer first: `Mac App Store Receipt Signing < … < Apple Root CA`; empty without a chain.
  package var chainNames: String {
    rememberedNames ?? chain.map { $0.commonName ?? $0.subject }.joined(separator: " < ")
  }
}

extension Authenticity {
  /// The kind of the signature: ECDSA for signed data, RSA for receipts and without a certificate.
  package var keyKind: String { certificates.first.map { $0.hasCurveKey ? "ECDSA" : "RSA" } ?? "RSA" }

  static func unsigned(_ reason: Message) -> Authenticity {
    Authenticity(
      verdict: .unsigned, reason: reason,
      steps: Step.Name.allCases.map { Step(name: $0, outcome: .skipped, detail: "there is no signature") },
      chain: [], certificates: [])
  }
}
