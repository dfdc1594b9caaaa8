extension Check {
  /// Whether the certificates were issued for signing receipts.
  static let markerOIDs = Check(
    "marker_oids", .provenance, isAboutProof: true,
    summary: "Do signer and intermediate carry the marks by which Apple says that they sign receipts?",
    ifFailed: .developer,
    "Treat the receipt as forged: any developer's certificate leads to Apple's root, but may not sign receipts.",
    isRequested: { _ in false }
  ) { context in
    let expected: Message = "marks for receipt signing"
    guard let step = context.step(.markerOIDs) else {
      return .skipped(expected: expected, "no signature of this kind is verified")
    }
    switch step.outcome {
    case .passed: return .passed(expected: expected, step.detail)
    case .failed:
      return .failed(
        expected: expected, found: (context.decoded.authenticity?.verdict.rawValue).map(Message.init(english:)),
        step.detail)
    case .skipped:
      // What is unsigned failed no earlier step: each of its steps says that there is no signature.
      let wasReached = context.step(.validity)?.outcome == .passed || context.decoded.authenticity?.verdict == .unsigned
      return .skipped(
        expected: expected, wasReached ? step.detail : "the chain of certificates does not hold")
    }
  }
}
