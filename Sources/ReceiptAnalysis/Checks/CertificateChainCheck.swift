extension Check {
  /// Whether a chain leads from the signer's certificate to an anchor, through certificates that were valid.
  static let certificateChain = Check(
    "certificate_chain", .provenance, isEssential: true, isAboutProof: true,
    summary:
      "Does a chain of certificates, all valid when the receipt was made, lead from the signer to a trusted root?",
    ifFailed: .developer,
    """
    A receipt of StoreKit testing in Xcode needs the certificate that Xcode exports as a trust anchor. What was not \
    valid at a moment that you asked for may be sound: leave out --at. Anything else was not made by Apple, or lost \
    its certificates on the way.
    """,
    isRequested: { _ in false }
  ) { context in
    let expected: Message = "a chain to a trusted root, valid \(moment(context))"
    let steps = [Authenticity.Step.Name.signerCertificate, .chain, .validity].compactMap(context.step)
    if let failure = steps.first(where: { $0.outcome == .failed }) {
      return .failed(
        expected: expected, found: (context.decoded.authenticity?.verdict.rawValue).map(Message.init(english:)),
        failure.detail)
    }
    guard steps.count == 3, steps.allSatisfy({ $0.outcome == .passed }) else {
      let detail = steps.first { $0.outcome != .passed }?.detail
      return .skipped(
        expected: expected, detail ?? "no signature of this kind is verified")
    }
    return .passed(
      expected: expected, found: .value(context.decoded.authenticity?.chainNames ?? ""),
      steps.dropFirst().map(\.detail).summarized())
  }

  private static func moment(_ context: CheckContext) -> Message {
    guard let judgedAt = context.decoded.authenticity?.judgedAt else { return "when the receipt was made" }
    let source: Message =
      switch judgedAt.source {
      case .receiptCreationDate: "when the receipt was made"
      case .purchaseDate: "the date of the purchase"
      case .signedDate: "when it was signed"
      case .now: "now: it has no date"
      case .override: "as asked for"
      }
    return "at \(judgedAt.instant.rfc3339), \(source)"
  }
}
