extension Check {
  /// Whether the signature matches the receipt and is Apple's.
  static let signature = Check(
    "signature", .provenance, isEssential: true, isAboutProof: true,
    summary: "Does the signature belong to these very bytes, and is it Apple's?",
    ifFailed: .developer,
    """
    Take nothing from this receipt: get it again from the device, unchanged; allow test-signed receipts only where \
    you test.
    """,
    isRequested: { _ in false }
  ) { context in
    let allowed = context.expectations.allowsTestSigned
    let expected: Message = allowed ? "authentic or test-signed" : "authentic"
    guard let authenticity = context.decoded.authenticity else {
      return .skipped(expected: expected, "no signature of this kind is verified")
    }
    let found = Message(english: authenticity.verdict.rawValue)
    let reason = authenticity.reason
    switch authenticity.verdict {
    case .authentic: return .passed(expected: expected, found: found)
    case .testSigned where allowed: return .passed(expected: expected, found: found, reason)
    case .testSigned:
      return .failed(
        expected: expected, found: found, "\(reason); test-signed receipts were not allowed")
    case .badSignature, .unsigned: return .failed(expected: expected, found: found, reason)
    case .untrustedChain, .wrongPurpose, .outsideValidity:
      // This is signed data with an invalid part, although its own certificates are valid.
      if context.step(.signature)?.outcome == .failed {
        return .failed(expected: expected, found: found, reason)
      }
      // Each of these faults has its own check, which failed.
      return .skipped(
        expected: expected, found: found, "the certificates do not hold, so that nothing vouches for the signature")
    }
  }
}
