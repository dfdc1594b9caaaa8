/// How a check ended. Raw values are stable and appear in JSON output.
public enum CheckOutcome: String, CaseIterable, Sendable {
  /// The requirement is met.
  case passed
  /// The requirement is not met.
  case failed
  /// The check was not run, or could not be run. It has not passed.
  case skipped
  /// The requirement is met, but a person should look at the receipt.
  case warning
}

/// The finding of a check. Texts are for people: their wording may change; the words of ``CheckOutcome`` do not.
package struct CheckFinding: Equatable, Sendable {
  package var outcome: CheckOutcome
  /// The expected value; `nil` if nothing was expected.
  package var expected: Message?
  package var found: Message?
  /// The reason, in one sentence without a final full stop; always present unless the check passed.
  package var reason: Message?

  package static func passed(expected: Message? = nil, found: Message? = nil, _ reason: Message? = nil) -> CheckFinding
  {
    CheckFinding(outcome: .passed, expected: expected, found: found, reason: reason)
  }

  package static func failed(expected: Message? = nil, found: Message? = nil, _ reason: Message) -> CheckFinding {
    CheckFinding(outcome: .failed, expected: expected, found: found, reason: reason)
  }

  package static func skipped(expected: Message? = nil, found: Message? = nil, _ reason: Message) -> CheckFinding {
    CheckFinding(outcome: .skipped, expected: expected, found: found, reason: reason)
  }

  package static func warning(expected: Message? = nil, found: Message? = nil, _ reason: Message) -> CheckFinding {
    CheckFinding(outcome: .warning, expected: expected, found: found, reason: reason)
  }
}

extension Message {
  /// A value that is the same in every language.
  static func value(_ text: String?) -> Message? { text.map { "\($0)" } }
}

/// The result of one check for one receipt.
public struct CheckResult: Equatable, Sendable {
  /// The name of the check.
  public let identifier: String
  /// Whether the caller requested the check, by an expectation or in ``Expectations/requiredChecks``.
  public let wasRequested: Bool
  /// Whether an input can pass only if this check could be run.
  let isEssential: Bool
  package let finding: CheckFinding

  /// How the check ended.
  public var outcome: CheckOutcome { finding.outcome }
  /// The expected value, if anything was expected.
  public var expected: String? { finding.expected?.description }
  /// The actual value.
  public var found: String? { finding.found?.description }
  /// The reason for the outcome.
  public var reason: Message? { finding.reason }
  /// The expected and the actual value, for people: in quotation marks if they look equal but differ.
  package var shown: (expected: Message?, found: Message?) {
    guard let expected, let found, expected.looksSame(as: found) else { return (finding.expected, finding.found) }
    return ("“\(expected)”", "“\(found)”")
  }
  /// Whether the check was required, because it was requested or is essential, but could not be run.
  package var isMissing: Bool {
    outcome == .skipped && (wasRequested || isEssential)
  }
}
