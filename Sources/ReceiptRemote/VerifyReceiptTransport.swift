/// What carries a request to a server. The client's logic knows nothing below it; ``HTTPTransport`` is the one that uses a network.
///
/// Because of this protocol tests try the rules for retries and servers without sockets and without waiting, and the network with
/// real sockets.
public protocol VerifyReceiptTransport: Sendable {
  /// Posts a JSON body once: no retry, no redirect.
  ///
  /// - Parameters:
  ///   - body: the JSON; it may contain a secret.
  ///   - endpoint: the server.
  ///   - timeout: for everything from resolving the host to the last byte of the answer.
  ///   - maximumBytes: the maximum size of the body; no more is read.
  /// - Throws: why no complete HTTP answer came.
  func post(
    _ body: [UInt8], to endpoint: Endpoint, timeout: Duration, maximumBytes: Int
  ) async throws(RemoteFault) -> HTTPAnswer
}

/// An HTTP answer, untrusted.
public struct HTTPAnswer: Sendable {
  /// The status code.
  public var status: Int
  /// Header fields in their order.
  public var fields: [(name: String, value: String)]
  /// The unchanged body; empty for other statuses than 2xx, whose bodies are not read.
  public var body: [UInt8]

  /// Makes an answer.
  public init(status: Int, fields: [(name: String, value: String)] = [], body: [UInt8] = []) {
    (self.status, self.fields, self.body) = (status, fields, body)
  }

  /// The first field of this name, case-insensitively.
  public subscript(field name: String) -> String? {
    let name = name.lowercased()
    return fields.first { $0.name.lowercased() == name }?.value
  }
}
