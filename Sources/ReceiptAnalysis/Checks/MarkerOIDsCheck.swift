/// Whether the certificates were issued for signing receipts.
struct MarkerOIDsCheck: Check {
  let identifier = "marker_oids"
  let subject = CheckSubject.provenance
  let summary = "Do signer and intermediate carry the marks by which Apple says that they sign receipts?"
  let remedy = CheckRemedy(
    .developer,
    "Treat the receipt as forged: any developer's certificate leads to Apple's root, but may not sign receipts.")
  let isAboutProof = true

  func isRequested(by expectations: Expectations) -> Bool { false }

  func run(_ context: CheckContext) -> CheckFinding {
    let expected = "marks for receipt signing"
    guard let step = context.step(.markerOIDs) else {
      return .skipped(expected: expected, "no signature of this kind is verified")
    }
    switch step.outcome {
    case .passed: return .passed(expected: expected, step.detail)
    case .failed: return .failed(expected: expected, found: context.decoded.authenticity?.verdict.rawValue, step.detail)
    case .skipped:
      let wasReached = context.step(.validity)?.outcome == .passed || context.decoded.authenticity?.verdict == .unsigned
      return .skipped(expected: expected, wasReached ? step.detail : "the chain of certificates does not hold")
    }
  }
}
