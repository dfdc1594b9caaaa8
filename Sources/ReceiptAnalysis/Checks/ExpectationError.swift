/// An expectation that cannot be read, or two that exclude each other.
public struct ExpectationError: Error, Equatable, Sendable {
  /// What is wrong, naming the value; one sentence without a final full stop.
  public var message: String
  /// The forms that are accepted, if that helps: `use 90s, 30m, 12h, 16d or 2w`.
  public var hint: String?

  /// Makes an error.
  public init(_ message: String, hint: String? = nil) {
    self.message = message
    self.hint = hint
  }
}
