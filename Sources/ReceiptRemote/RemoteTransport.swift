/// Carries a request to a server. Clients know only this protocol; ``HTTPTransport`` is the implementation that uses a
/// network.
///
/// With this protocol, tests exercise the rules for retries and servers without sockets and without waiting. Other
/// tests exercise the network with real sockets.
public protocol RemoteTransport: Sendable {
  /// Sends a request once: no retry, no redirect.
  ///
  /// - Throws: the reason why no complete HTTP answer arrived.
  func send(_ request: RemoteRequest) async throws(RemoteFault) -> HTTPAnswer
}

/// One HTTP request, and the limits on its answer.
public struct RemoteRequest: Sendable {
  /// The HTTP method (RFC 9110, 9.3).
  package enum Method: String, Sendable {
    /// Asks, without a body.
    case get = "GET"
    /// Sends JSON, or nothing.
    case post = "POST"
    /// Sends a replacement for the present state.
    case put = "PUT"
    /// Removes the present state, without a body.
    case delete = "DELETE"
  }

  /// The HTTP method.
  package var method: Method
  /// The server, with the token that it requires.
  package var endpoint: Endpoint
  /// The body of a POST or PUT; it may contain a secret.
  public var body: [UInt8]
  /// The media type of the body.
  public var contentType = "application/json"
  /// The time limit for everything from resolving the host to the last byte of the answer.
  package var timeout: Duration
  /// The maximum size of the answer's body in bytes; no more is read.
  public var maximumBytes: Int
  /// Further header fields: ASCII without control characters. None by default.
  package var fields: [(name: String, value: String)] = []
  /// The maximum size of a body that is read with a status of 4xx or 5xx; a longer body is ignored. With 0, no such
  /// body is read.
  package var maximumErrorBytes: Int

  /// A request with a body; see the properties.
  package init(
    _ method: Method = .post, body: [UInt8], to endpoint: Endpoint, timeout: Duration, maximumBytes: Int,
    maximumErrorBytes: Int = 0
  ) {
    self.method = method
    self.body = body
    self.endpoint = endpoint
    self.timeout = timeout
    self.maximumBytes = maximumBytes
    self.maximumErrorBytes = maximumErrorBytes
  }
}

/// An HTTP answer, untrusted.
public struct HTTPAnswer: Sendable {
  /// The status code.
  public var status: Int
  /// Header fields in their order.
  package var fields: [(name: String, value: String)]
  /// The unchanged body. It is empty for a status other than 2xx, unless the request asks for the bodies of such
  /// answers.
  public var body: [UInt8]

  /// Makes an answer.
  package init(status: Int, fields: [(name: String, value: String)] = [], body: [UInt8] = []) {
    self.status = status
    self.fields = fields
    self.body = body
  }

  /// The first field of this name, case-insensitively.
  package subscript(field name: String) -> String? {
    let name = name.lowercased()
    return fields.first { $0.name.lowercased() == name }?.value
  }
}
