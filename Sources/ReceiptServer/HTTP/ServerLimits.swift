/// The limits for clients.
package struct ServerLimits: Sendable {
  /// Apple's limit for the body of a request, used for Apple's routes.
  package static let appleBody = 3_145_728

  /// The maximum number of inputs of a body. It is more than a person pastes, and each input may contain thousands of
  /// pieces itself.
  static let inputs = 1_000

  /// The maximum number of bytes of an input on the other routes, and of one line of a stream.
  package var input = 4 << 20
  /// The maximum number of bytes of the form of a page, which people fill with a mail or several files at once. It is
  /// that of the command line by default.
  package var form: Int { 4 * input }
  /// The time limit for the head of a request, a body, or a line of a stream, and for each 4 MiB of an answer.
  ///
  /// It is also the time limit for idle connections.
  package var timeLimit: Duration = .seconds(30)
  /// The maximum number of bytes of bodies and answers in memory; requests that exceed it get 503.
  package var bodiesInMemory = 256 << 20
  /// The separate limit for routes that require no token, so that clients without a token take no memory from clients
  /// with one.
  package var openBodiesInMemory = 64 << 20
  /// The maximum number of connections; fewer if the system allows fewer open files.
  package var connections = 10_000

  /// The default limits.
  package init() {}
}
