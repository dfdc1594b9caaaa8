import HTTPTypes

/// One path, and its handler.
struct Route: Sendable {
  /// The path, which is also its name in log and metrics. A segment in braces stands for any one:
  /// `/inApps/v1/history/{id}`.
  let path: String
  private let pattern: [Substring]
  /// The accepted methods; GET includes HEAD. Other methods get a problem, on Apple's routes 21000.
  let methods: [HTTPRequest.Method]
  /// Whether it requires no token.
  var isOpen = false
  /// What the token has to allow; `nil`: any token will do.
  var scope: TokenScope?
  /// Whether all answers are in Apple's format.
  var isApple = false
  /// Its entry in the OpenAPI document.
  let operation: Operation
  /// Called on the event loop, once the head of a request has arrived.
  let begin: @Sendable (Call) throws -> Answering

  /// Begins work whose answer another thread gives, by one call of `finish`.
  typealias Calling = @Sendable (_ finish: @escaping @Sendable (Result<Reply, any Error>) -> Void) -> Void

  /// How a request is answered.
  enum Answering: Sendable {
    /// With this, at once.
    case now(Reply)
    /// When its body has been read, without waiting for anything.
    case whenRead(WholeBody)
    /// By a call from another thread, once the answer is known.
    case called(Calling)
    /// By a task, which may read the body itself.
    case later(@Sendable () async throws -> Reply)
  }

  init(
    _ path: String, _ methods: [HTTPRequest.Method], isOpen: Bool = false, isApple: Bool = false,
    operation: Operation, begin: @escaping @Sendable (Call) throws -> Answering
  ) {
    self.path = path
    pattern = Self.segments(of: path)
    self.methods = methods
    self.isOpen = isOpen
    self.isApple = isApple
    self.operation = operation
    self.begin = begin
  }

  /// A route whose answers have to be waited for.
  init(
    _ path: String, _ methods: [HTTPRequest.Method], isOpen: Bool = false, isApple: Bool = false,
    operation: Operation, answer: @escaping @Sendable (Call) async throws -> Reply
  ) {
    self.init(
      path, methods, isOpen: isOpen, isApple: isApple, operation: operation,
      begin: { call in
        .later { try await answer(call) }
      })
  }

  /// The segments in braces, by their names, of a path that has those of this route in all other places; `nil` for
  /// other paths.
  ///
  /// - Parameter segments: what stands between the slashes of the path.
  func parameters(in segments: [Substring]) -> [String: String]? {
    guard pattern.count == segments.count else { return nil }
    var parameters: [String: String] = [:]
    for (expected, segment) in zip(pattern, segments) {
      if expected.hasPrefix("{") {
        parameters[String(expected.dropFirst().dropLast())] = String(segment)
      } else if expected != segment {
        return nil
      }
    }
    return parameters
  }

  static func segments(of path: String) -> [Substring] { path.split(separator: "/", omittingEmptySubsequences: false) }

  /// The names of the segments in braces.
  var parameterNames: [String] {
    path.split(separator: "/").filter { $0.hasPrefix("{") }.map { String($0.dropFirst().dropLast()) }
  }

  var allowed: [HTTPRequest.Method] { methods.contains(.get) ? methods + [.head] : methods }
}
