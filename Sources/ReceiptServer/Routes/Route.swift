import HTTPTypes

/// One path, and its handler.
struct Route: Sendable {
  /// The path, which is also its name in log and metrics.
  let path: String
  /// The accepted methods; GET includes HEAD. Other methods get a problem, on Apple's routes 21000.
  let methods: [HTTPRequest.Method]
  /// Whether it requires no token.
  var isOpen = false
  /// Whether all answers are in Apple's format.
  var isApple = false
  /// Its entry in the OpenAPI document.
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
