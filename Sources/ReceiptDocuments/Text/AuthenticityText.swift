extension TextPage {
  /// Writes the verdict in plain words, the time of judging and its source.
  ///
  /// - Parameter showsSteps: whether the steps are written even if all of them passed.
  mutating func verdict(_ authenticity: Authenticity, showsSteps: Bool) {
    let words = VerdictWords(authenticity)
    paragraph(
      StyledText("\(words.mark) \(words.verdict)", words.role) + StyledText(" — \(words.summary)"), hanging: 2)
    paragraph(StyledText(words.meaning), indent: 2)
    if let judgedAt = authenticity.judgedAt, authenticity.outcome(of: .validity) != .skipped {
      paragraph(
        StyledText("Judged at \(judgedAt.instant.utcText), \(judgedAt.source.words).", .faint),
        indent: 2)
    }
    let isComplete = authenticity.steps.allSatisfy { $0.outcome == .passed }
    guard authenticity.verdict != .unsigned, showsSteps || !isComplete else { return }
    blank()
    for step in authenticity.steps { self.step(step, verdictReason: authenticity.reason) }
  }

  /// Writes the verdict on several pieces, some of which are not proven.
  ///
  /// - Parameters:
  ///   - unproven: the unproven pieces and the reasons.
  ///   - isMixed: whether some of the pieces that count are proven and others are not.
  mutating func verdict(_ authenticity: Authenticity, unproven: Message, isMixed: Bool) {
    guard !authenticity.verdict.isAtLeast(.testSigned) else {
      verdict(authenticity, showsSteps: false)
      paragraph(StyledText("! \(unproven)", .warning), indent: 2, hanging: 2)
      return
    }
    let words = VerdictWords(authenticity)
    let headline =
      isMixed ? StyledText("! partly proven", .warning) : StyledText("\(words.mark) \(words.verdict)", words.role)
    paragraph(headline + StyledText(" — \(unproven)"), hanging: 2)
    paragraph(
      StyledText(
        isMixed
          ? "What is not proven is marked, and changes no state that is proven."
          : "Everything below is only what they claim."), indent: 2)
  }

  private mutating func step(_ step: Authenticity.Step, verdictReason: Message) {
    let name = .spaces(1) + StyledText(step.name.words, .label)
    switch step.outcome {
    case .passed: field(StyledText("✓", .good) + name, StyledText(step.detail), nameWidth: 15)
    case .failed:
      let detail: Message = step.detail == verdictReason ? "does not hold, as said above" : step.detail
      field(StyledText("✗", .bad) + name, StyledText(detail, .bad), nameWidth: 15)
    case .skipped:
      field(StyledText("-", .faint) + name, StyledText("not checked: \(step.reasonToSkip)", .faint), nameWidth: 15)
    }
  }
}

/// A verdict in words for people. No verdict here calls a receipt good if its signature was not verified.
private struct VerdictWords {
  let mark: String
  let role: TextRole
  let verdict: Message
  /// The signer, or why the signer is unknown.
  let summary: Message
  /// The consequence for readers of the report.
  let meaning: Message

  init(_ authenticity: Authenticity) {
    let signature = Self.sentence(aboutSignatureOf: authenticity)
    let claims: Message = "Everything below is only what it claims."
    let digest = authenticity.digestAlgorithm?.name ?? "an unknown digest"
    let anchor = authenticity.anchor?.certificate.displayName ?? "an unknown root"
    switch authenticity.verdict {
    case .authentic:
      mark = "✓"
      role = .good
      verdict = "authentic"
      summary = "signed by Apple"
      meaning = "The signature (\(authenticity.keyKind) with \(digest)) holds and leads to \(anchor)."
    case .testSigned:
      mark = "!"
      role = .warning
      verdict = "test-signed"
      summary = "not by Apple"
      meaning =
        """
        The signature (\(authenticity.keyKind) with \(digest)) holds, but it leads to \(anchor), which was given as a \
        trust anchor, and not to Apple.
        """
    case .untrustedChain where authenticity.outcome(of: .signature) == .passed:
      // The reason contains the remedy, so it is too long for a headline.
      mark = "✗"
      role = .bad
      verdict = "untrusted chain"
      summary = "no known authority vouches for the signer"
      meaning = "\(authenticity.reason.capitalized). \(claims)"
    case .untrustedChain:
      mark = "✗"
      role = .bad
      verdict = "untrusted chain"
      summary = authenticity.reason
      let remedy: Message = "The certificate that Xcode exports can vouch for it, as a trust anchor."
      meaning = authenticity.isOfXcode ? "\(signature) \(remedy) \(claims)" : "\(signature) \(claims)"
    case .wrongPurpose:
      mark = "✗"
      role = .bad
      verdict = "wrong purpose"
      summary = authenticity.reason
      meaning = "Its certificates were made for another purpose. \(signature) \(claims)"
    case .outsideValidity:
      mark = "✗"
      role = .bad
      verdict = "outside validity"
      summary = authenticity.reason
      meaning = "\(signature) \(claims)"
    case .badSignature:
      mark = "✗"
      role = .bad
      verdict = "bad signature"
      summary = authenticity.reason
      let isInOrder = [.chain, .validity, .markerOIDs].allSatisfy { authenticity.outcome(of: $0) == .passed }
      let certificates: Message = "Its certificates are in order, but they do not vouch for these contents."
      meaning = "\(isInOrder ? certificates : signature) \(claims)"
    case .unsigned:
      mark = "✗"
      role = .bad
      verdict = "unsigned"
      summary = authenticity.reason
      meaning = "Anybody could have written it. \(claims)"
    }
  }

  private static func sentence(aboutSignatureOf authenticity: Authenticity) -> Message {
    switch authenticity.outcome(of: .signature) {
    // The signature of an iOS 6 transaction receipt is verified even if a step before it failed.
    case .passed: "The signature belongs to these bytes."
    case .failed: "The signature does not belong to the contents."
    case .skipped: "Whether the signature belongs to the contents was not checked."
    }
  }
}

extension Authenticity {
  /// The outcome of a step; skipped if the step was not reached.
  fileprivate func outcome(of name: Step.Name) -> Step.Outcome {
    steps.first { $0.name == name }?.outcome ?? .skipped
  }
}

extension Authenticity.Step {
  fileprivate var reasonToSkip: Message { isReached ? detail : "a step before it failed" }
}

extension Authenticity.Step.Name {
  fileprivate var words: Message {
    switch self {
    case .signerCertificate: "signer"
    case .chain: "chain"
    case .validity: "validity"
    case .markerOIDs: "purpose"
    case .signature: "signature"
    }
  }
}

extension Authenticity.JudgedAt.Source {
  fileprivate var words: Message {
    switch self {
    case .receiptCreationDate: "when the receipt was made"
    case .purchaseDate: "the date of the purchase"
    case .signedDate: "when it was signed"
    case .now: "now: it has no date of its own"
    case .override: "as asked for, not at its creation date"
    }
  }
}

extension DigestAlgorithm {
  /// `SHA-256`
  fileprivate var name: String { rawValue.replacing("sha", with: "SHA-") }
}
