import AsyncHTTPClient
import NIOCore
import NIOSSL

/// Posts with AsyncHTTPClient.
///
/// HTTP/1.1, certificates always verified against the system's authorities, no redirects, no proxies, no cookies, no
/// compression, so that an answer's bytes are those that were sent.
public final class HTTPTransport: VerifyReceiptTransport {
  private let client: HTTPClient
  private let userAgent: String

  /// A transport, which starts no thread before its first request. It must be shut down before it is released.
  ///
  /// - Parameters:
  ///   - connectTimeout: for resolving the host, connecting and the TLS handshake.
  ///   - userAgent: the value of `User-Agent`.
  public convenience init(connectTimeout: Duration, userAgent: String = "receipt-tool") {
    self.init(connectTimeout: connectTimeout, userAgent: userAgent, trustRoots: .default)
  }

  /// With other authorities than the system's, for tests of valid certificates; invalid ones need no authority.
  ///
  /// Not public: no user of this library can weaken the verification.
  init(connectTimeout: Duration, userAgent: String, trustRoots: NIOSSLTrustRoots) {
    var configuration = HTTPClient.Configuration()
    var tls = TLSConfiguration.makeClientConfiguration()
    tls.certificateVerification = .fullVerification
    tls.trustRoots = trustRoots
    configuration.tlsConfiguration = tls
    configuration.redirectConfiguration = .disallow
    configuration.timeout.connect = connectTimeout.timeAmount
    // The client has its own retries, which are counted and reported.
    configuration.connectionPool.retryConnectionEstablishment = false
    configuration.httpVersion = .http1Only
    self.userAgent = userAgent
    client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
  }

  /// Closes open connections.
  public func shutdown() async {
    // The only possible error is that it is already shut down.
    try? await client.shutdown()
  }

  /// Posts once. See ``VerifyReceiptTransport/post(_:to:timeout:maximumBytes:)``.
  ///
  /// The timeout includes resolving the name of the host.
  public func post(
    _ body: [UInt8], to endpoint: Endpoint, timeout: Duration, maximumBytes: Int
  ) async throws(RemoteFault) -> HTTPAnswer {
    let began = ContinuousClock.now
    var request = HTTPClientRequest(url: endpoint.url)
    request.method = .POST
    request.headers.add(name: "Content-Type", value: "application/json")
    request.headers.add(name: "Accept", value: "application/json")
    request.headers.add(name: "User-Agent", value: userAgent)
    if let token = endpoint.token { request.headers.add(name: "Authorization", value: "Bearer " + token.revealed) }
    request.body = .bytes(ByteBuffer(bytes: body))
    let response: HTTPClientResponse
    do {
      response = try await client.execute(request, deadline: .now() + timeout.timeAmount)
    } catch {
      throw TransportError(error, endpoint, timeout: timeout).fault
    }
    var answer = HTTPAnswer(
      status: Int(response.status.code), fields: response.headers.map { (name: $0.name, value: $0.value) })
    guard (200..<300).contains(answer.status) else { return answer }
    let reading = AnswerBody(endpoint: endpoint, maximumBytes: maximumBytes, timeout: timeout)
    answer.body = try await reading.collect(
      response.body, announced: answer[field: "Content-Length"], within: timeout - began.duration(to: .now))
    return answer
  }
}

extension Duration {
  /// The same for NIO, in nanoseconds; values out of range become the maximum.
  var timeAmount: TimeAmount {
    let (seconds, attoseconds) = components
    let (nanoseconds, isTooLong) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    return .nanoseconds(isTooLong ? .max / 4 : nanoseconds + attoseconds / 1_000_000_000)
  }
}
