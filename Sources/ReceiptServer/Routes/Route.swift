import HTTPTypes

/// One path and its handler.
struct Route: Sendable {
  /// The path, which is also the name of the route in log and metrics. A segment in braces matches any segment:
  /// `/inApps/v1/history/{id}`.
  let path: String
  private let pattern: [Substring]
  /// The accepted methods; GET includes HEAD. Requests with other methods get a problem, or 21000 on Apple's routes.
  let methods: [HTTPRequest.Method]
  /// Whether the route requires no token.
  let isOpen: Bool
  /// The scope that the token must have; `nil` accepts any token.
  let scope: TokenScope?
  /// Whether all answers are in Apple's format.
  let isApple: Bool
  /// The entry of the route in the OpenAPI document.
  let operation: Operation
  /// Called on the event loop, once the head of a request has arrived.
  let begin: @Sendable (Call) throws -> Answering

  /// How a request is answered.
  enum Answering: Sendable {
    /// Once the body has been read.
    case whenRead(WholeBody)
    /// At once. The task may read the body itself. It is on the event loop until it waits for something; long work is
    /// for ``WorkerThreads``.
    case now(@Sendable () async throws -> Reply)
  }

  /// A route that decides for each request how it is answered.
  init(
    _ path: String, _ methods: [HTTPRequest.Method], isOpen: Bool = false, isApple: Bool = false,
    scope: TokenScope? = nil,
    operation: Operation, begin: @escaping @Sendable (Call) throws -> Answering
  ) {
    self.path = path
    pattern = Self.segments(of: path)
    self.methods = methods
    self.isOpen = isOpen
    self.isApple = isApple
    self.scope = scope
    self.operation = operation
    self.begin = begin
  }

  /// A route that answers every request at once, without a body or with one that `answer` reads.
  init(
    _ path: String, _ methods: [HTTPRequest.Method], isOpen: Bool = false, isApple: Bool = false,
    scope: TokenScope? = nil,
    operation: Operation, answer: @escaping @Sendable (Call) async throws -> Reply
  ) {
    self.init(
      path, methods, isOpen: isOpen, isApple: isApple, scope: scope, operation: operation,
      begin: { call in
        .now { try await answer(call) }
      })
  }

  /// The values of the segments in braces, by name, if a path matches this route; `nil` otherwise.
  ///
  /// - Parameter segments: the texts between the slashes of the path.
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

  /// The accepted methods as HTTP has them: with HEAD wherever GET is accepted.
  var allowed: [HTTPRequest.Method] { methods.contains(.get) ? methods + [.head] : methods }
}

/// A body that is read as a whole.
///
/// The event loop that read a small body also answers it, because that takes less time than passing it to a thread. A
/// large body goes to one of the reader's threads.
struct WholeBody: Sendable {
  /// The largest body that an event loop reads and answers by itself.
  static let small = 1 << 16

  let reader: BodyReader
  /// The maximum size of the body in bytes.
  let limit: Int
  /// Makes the answer from the bytes; throws a ``Problem``.
  let make: @Sendable (consuming [UInt8]) async throws -> Reply
  /// The answer to a body that exceeds the limit.
  var tooLarge: @Sendable (Problem) -> Reply = { $0.reply }

  /// Reads and answers on a thread.
  func answer(_ call: Call) async throws -> Reply {
    do {
      return try await reader.answer(
        call, limit: limit,
        waiting: { bytes in
          try await withTaskExecutorPreference(reader.threads) { try await make(bytes) }
        })
    } catch let problem as Problem where problem.status == .contentTooLarge {
      return tooLarge(problem)
    }
  }
}
