/// The required result of a correct verifier for a flawed subject: an app receipt in Apple's shape, or signed data.
///
/// The verifier has the root of the minting authority as an anchor, allows test-signed receipts, and expects nothing
/// else. `mint --flaw list`, the vectors and the tests all use these values.
package struct FlawPromise: Hashable, Sendable {
  /// The code of the error if the subject cannot be read. In that case a verdict has no meaning.
  package let error: String?
  /// The verdict of `authenticity`.
  package let authenticity: String?
  /// The failing step of the proof, if any.
  package let failedStep: String?
  /// The failing checks of `validate`, in the order of reports; all others pass, warn or are skipped.
  package let failedChecks: [String]

  /// The verdict of `validate`; `nil` for an error. A subject that only looks wrong passes.
  package var verdict: String? { error == nil ? failedChecks.isEmpty ? "passed" : "failed" : nil }

  /// The exit status of `validate`.
  package var exitStatus: Int32 { error == nil ? failedChecks.isEmpty ? 0 : 1 : 65 }

  /// The subject cannot be read.
  static func unreadable(_ code: String) -> FlawPromise {
    FlawPromise(error: code, authenticity: nil, failedStep: nil, failedChecks: [])
  }

  /// The subject can be read, but a check fails.
  static func failed(_ authenticity: String, step: String? = nil, checks: String...) -> FlawPromise {
    FlawPromise(error: nil, authenticity: authenticity, failedStep: step, failedChecks: checks)
  }

  /// No chain leads to an anchor.
  ///
  /// - Parameter step: the failing step of the proof.
  static func untrusted(_ step: String) -> FlawPromise {
    .failed("untrusted-chain", step: step, checks: "certificate_chain")
  }
}
