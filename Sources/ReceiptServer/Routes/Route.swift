import HTTPTypes

/// One path, and what is done there.
struct Route: Sendable {
  /// The path, which is also its name in log and figures.
  let path: String
  /// What it takes; with GET also HEAD. Other methods get a problem, on Apple's routes 21000.
  let methods: [HTTPRequest.Method]
  /// Whether no token is asked for.
  var isOpen = false
  /// Answers in Apple's words whatever is asked.
  var isApple = false
  /// What the OpenAPI document says of it.
  let operation: Operation
  let answer: @Sendable (Call) async throws -> Reply

  init(
    _ path: String, _ methods: [HTTPRequest.Method], isOpen: Bool = false, isApple: Bool = false,
    operation: Operation, answer: @escaping @Sendable (Call) async throws -> Reply
  ) {
    self.path = path
    self.methods = methods
    self.isOpen = isOpen
    self.isApple = isApple
    self.operation = operation
    self.answer = answer
  }

  var allowed: [HTTPRequest.Method] { methods.contains(.get) ? methods + [.head] : methods }
}
