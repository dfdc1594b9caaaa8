/// A command line that cannot be parsed, with the correct form.
struct UsageError: Error, Equatable {
  let message: String
  /// `nil` refers to the command's help.
  let hint: String?

  init(_ message: String, hint: String? = nil) {
    self.message = message
    self.hint = hint
  }
}
