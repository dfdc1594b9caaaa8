/// Why a try brought no answer of verifyReceipt. A status, whatever it is, is an answer and never one of these.
public struct RemoteFault: Error, Equatable, Sendable {
  /// What went wrong, for programs to branch on. Raw values are stable and appear in JSON output.
  public enum Code: String, CaseIterable, Sendable {
    /// The name of the host has no address, or nobody could be asked for it.
    case hostNotFound = "host_not_found"
    /// The host is there, and nothing listens at the port.
    case connectionRefused = "connection_refused"
    /// No way leads to the host.
    case unreachable = "unreachable"
    /// Nobody took the connection in time, or the encryption was not agreed upon in time.
    case connectTimeout = "connect_timeout"
    /// The server's certificate is not one that this machine trusts for the host.
    case certificate = "certificate"
    /// The encrypted connection could not be set up for another reason.
    case tls = "tls"
    /// The request was sent, and no answer began in time.
    case answerTimeout = "answer_timeout"
    /// An answer began and did not end in time.
    case answerUnfinished = "answer_unfinished"
    /// The connection ended before the answer did.
    case connectionClosed = "connection_closed"
    /// What came is no HTTP.
    case invalidHTTP = "invalid_http"
    /// The server sends elsewhere. Redirects are not followed: a receipt goes only where it was meant to go.
    case redirect = "redirect"
    /// The body of the request is larger than Apple takes: refused before it was sent, or by HTTP 413.
    case requestTooLarge = "request_too_large"
    /// HTTP 408, 425, 429 or 5xx: the server asks to try again.
    case serverBusy = "server_busy"
    /// Any other status of HTTP than 2xx.
    case httpStatus = "http_status"
    /// An answer without a body.
    case emptyAnswer = "empty_answer"
    /// A page of HTML or XML: a proxy's, or a login page of the network.
    case htmlPage = "html_page"
    /// An answer larger than the limit. No more than the limit was read.
    case answerTooLarge = "answer_too_large"
    /// JSON that ends too early.
    case truncatedAnswer = "truncated_answer"
    /// An answer that is not UTF-8.
    case invalidEncoding = "answer_not_utf8"
    /// Not JSON, or JSON that is no answer of verifyReceipt.
    case notAnAnswer = "not_an_answer"
    /// The caller gave up.
    case cancelled = "cancelled"
  }

  /// The class of failure.
  public var code: Code
  /// One clause without a final full stop: what happened, with the host. No secret and nothing that acts on a receipt; text from servers
  /// in it is not escaped.
  public var message: String
  /// What to try next, if anything is known to help.
  public var hint: String?
  /// How long the server asked to be left alone.
  public var retryAfter: Duration?

  /// Makes a fault; see the properties.
  public init(_ code: Code, _ message: String, hint: String? = nil, retryAfter: Duration? = nil) {
    (self.code, self.message, self.hint, self.retryAfter) = (code, message, hint, retryAfter)
  }

  /// Whether the same request may well succeed a moment later. What a wrong certificate, a redirect or a page of HTML stand for does
  /// not pass in seconds.
  public var isTransient: Bool {
    switch code {
    case .hostNotFound, .connectionRefused, .unreachable, .connectTimeout, .answerTimeout, .answerUnfinished,
      .connectionClosed,
      .serverBusy, .emptyAnswer, .truncatedAnswer:
      true
    case .certificate, .tls, .invalidHTTP, .redirect, .requestTooLarge, .httpStatus, .htmlPage, .answerTooLarge,
      .invalidEncoding, .notAnAnswer, .cancelled:
      false
    }
  }
}
