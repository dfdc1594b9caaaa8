/// Runs every check on a decoded input.
public struct Validator: Sendable {
  /// The expectations.
  public var expectations: Expectations
  /// The time at which dates are judged. Certificates were judged when the input was decoded.
  public var now: Instant

  /// Makes a validator.
  public init(expectations: Expectations = Expectations(), now: Instant) {
    self.expectations = expectations
    self.now = now
  }

  /// Judges one input.
  public func validate(_ decoded: DecodedInput) -> Validation {
    let context = CheckContext(decoded, expectations: expectations, now: now)
    var results: [CheckResult] = []
    results.reserveCapacity(Check.all.count)
    for check in Check.all {
      let identifier = check.identifier
      let wasRequested = check.isRequested(expectations) || expectations.requiredChecks.contains(identifier)
      guard wasRequested || !check.isOnlyForSignedData || context.signedData != nil else { continue }
      results.append(
        CheckResult(
          identifier: identifier, wasRequested: wasRequested, isEssential: check.isEssential,
          finding: check.run(context)))
    }
    let isIncomplete = results.contains(where: \.isMissing)
    // An unread part may say the opposite; see ``UnreadPart``.
    let isPartial = !decoded.unread.isEmpty
    let hasFailed = results.contains { $0.outcome == .failed }
    return Validation(
      decoded: decoded, checks: results, judgedAt: now,
      verdict: hasFailed ? .failed : isIncomplete || isPartial ? .incomplete : .passed)
  }
}

/// The judgement on one input.
public struct Validation: Sendable {
  /// Whether the receipt is good. Raw values are stable and appear in JSON output.
  public enum Verdict: String, CaseIterable, Sendable {
    /// No check failed, and every requested check could be run.
    case passed
    /// A check failed.
    case failed
    /// No check failed, but a requested or essential check could not be run, or a part of the input was not read.
    case incomplete
  }

  /// The judged input.
  public let decoded: DecodedInput
  /// One result for each check that applies to this kind of document or was requested, in the order of
  /// ``Expectations/checkNames``.
  public let checks: [CheckResult]
  /// The time at which dates were judged.
  public let judgedAt: Instant
  /// The judgement.
  public let verdict: Verdict

  /// The result of the check with this name; `nil` if ``checks`` has no such result.
  public subscript(identifier: String) -> CheckResult? { checks.first { $0.identifier == identifier } }
}
