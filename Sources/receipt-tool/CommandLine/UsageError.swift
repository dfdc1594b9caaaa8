/// A command line that cannot be understood, and what would be right.
struct UsageError: Error, Equatable {
  let message: String
  /// `nil` leads to the command's help.
  let hint: String?

  init(_ message: String, hint: String? = nil) {
    self.message = message
    self.hint = hint
  }
}
