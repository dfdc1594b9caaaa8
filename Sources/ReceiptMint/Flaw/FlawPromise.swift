/// What a correct verifier has to say of what is flawed: of an app receipt in Apple's shape, or of signed data, under
/// the root of the authority that minted it as an anchor, with test-signed receipts allowed and nothing else expected.
/// `mint --flaw list`, the vectors and the tests all read it from here.
package struct FlawPromise: Hashable, Sendable {
  /// The code of the error if it cannot be read; a judgement then has no meaning.
  package let error: String?
  /// The verdict of `authenticity`.
  package let authenticity: String?
  /// The failing step of the proof, if any.
  package let failedStep: String?
  /// The failing checks of `validate`, in the order of reports; all others pass, warn or are skipped.
  package let failedChecks: [String]

  /// The verdict of `validate`; `nil` for an error. What looks wrong and is not, passes.
  package var verdict: String? { error == nil ? failedChecks.isEmpty ? "passed" : "failed" : nil }

  /// The exit status of `validate`.
  package var exitStatus: Int32 { error == nil ? failedChecks.isEmpty ? 0 : 1 : 65 }

  /// It cannot be read.
  static func unreadable(_ code: String) -> FlawPromise {
    FlawPromise(error: code, authenticity: nil, failedStep: nil, failedChecks: [])
  }

  /// It can be read, but a check fails.
  static func failed(_ authenticity: String, step: String? = nil, _ checks: String...) -> FlawPromise {
    FlawPromise(error: nil, authenticity: authenticity, failedStep: step, failedChecks: checks)
  }
}
