/// An expectation that cannot be read, or two that exclude each other.
public struct ExpectationError: Error, Equatable, Sendable {
  /// The fault and the value at fault, in one sentence without a final full stop.
  public var message: Message
  /// What to do instead, if a remedy is known, for example `use 90s, 30m, 12h, 16d or 2w`.
  public var hint: Message?

  package init(_ message: Message, hint: Message? = nil) {
    self.message = message
    self.hint = hint
  }
}

extension DurationText {
  /// Reads a length of time as an expectation states it, such as `16d`.
  ///
  /// - Throws: an error for a text that `init(written:)` does not accept.
  public init(_ text: String) throws(ExpectationError) {
    guard let period = DurationText(written: text) else {
      throw ExpectationError("'\(text)' is not a length of time", hint: DurationText.acceptedForms)
    }
    self = period
  }
}
