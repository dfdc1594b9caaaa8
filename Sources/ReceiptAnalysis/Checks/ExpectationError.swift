/// An expectation that cannot be read, or two that exclude each other.
public struct ExpectationError: Error, Equatable, Sendable {
  /// What is wrong, naming the value; one sentence without a final full stop.
  public var message: String
  /// The forms that are accepted, if that helps: `use 90s, 30m, 12h, 16d or 2w`.
  public var hint: String?

  package init(_ message: String, hint: String? = nil) {
    self.message = message
    self.hint = hint
  }
}

extension DurationText {
  /// Reads a length of time as it is written in an expectation.
  public init(_ text: String) throws(ExpectationError) {
    guard let period = DurationText(written: text) else {
      throw ExpectationError("'\(text)' is not a length of time", hint: DurationText.acceptedForms)
    }
    self = period
  }
}
