import ReceiptKit

/// Why an attempt got no answer from verifyReceipt or the App Store Server API. Every status of verifyReceipt is an
/// answer, never a fault.
public struct RemoteFault: Error, Equatable, Sendable {
  /// What went wrong, for programs to branch on. Raw values are stable and appear in JSON output.
  public enum Code: String, CaseIterable, Sendable {
    /// The host name has no address, or could not be resolved.
    case hostNotFound = "host_not_found"
    /// The host exists, but nothing listens at the port.
    case connectionRefused = "connection_refused"
    /// No route leads to the host.
    case unreachable = "unreachable"
    /// The connection was not accepted in time, or the TLS handshake did not end in time.
    case connectTimeout = "connect_timeout"
    /// This machine does not trust the server's certificate for the host.
    case certificate = "certificate"
    /// The encrypted connection could not be set up for another reason.
    case tls = "tls"
    /// The request was sent, but no answer began in time.
    case answerTimeout = "answer_timeout"
    /// An answer began but did not end in time.
    case answerUnfinished = "answer_unfinished"
    /// The connection ended before the answer did.
    case connectionClosed = "connection_closed"
    /// The answer is not HTTP, or its header is larger than the limit.
    case invalidHTTP = "invalid_http"
    /// The server redirects. Redirects are not followed: a receipt goes only to the intended server.
    case redirect = "redirect"
    /// The body of the request is larger than Apple's limit: rejected before it was sent, or by HTTP 413.
    case requestTooLarge = "request_too_large"
    /// HTTP 408, 425, 429, 5xx, or an error code of the App Store Server API that may be temporary: the server asks to
    /// try again.
    case serverBusy = "server_busy"
    /// Any other HTTP status outside 2xx.
    case httpStatus = "http_status"
    /// An answer without a body.
    case emptyAnswer = "empty_answer"
    /// A page of HTML or XML: from a proxy, or a login page of the network.
    case htmlPage = "html_page"
    /// The body of the answer is larger than the limit. Only the allowed amount was read.
    case answerTooLarge = "answer_too_large"
    /// JSON that ends too early.
    case truncatedAnswer = "truncated_answer"
    /// An answer that is not UTF-8.
    case invalidEncoding = "answer_not_utf8"
    /// An answer that is not JSON, or JSON that does not answer the request.
    case notAnAnswer = "not_an_answer"
    /// HTTP 401 of the App Store Server API: it does not accept the token.
    case unauthorized = "unauthorized"
    /// A final error code of the App Store Server API; the fault contains it.
    case apiRefused = "api_refused"
    /// An answer of the App Store Server API with signed data that is not proven.
    case unprovenAnswer = "unproven_answer"
    /// An answer of the App Store Server API about another app, environment, customer or transaction.
    case foreignAnswer = "foreign_answer"
    /// A page of an answer occurred before, the `revision` does not change, or empty pages do not end.
    case repeatedPage = "repeated_page"
    /// The request was not sent, because its token could not be signed or libcurl cannot be used.
    case notSent = "not_sent"
    /// The caller cancelled the request.
    case cancelled = "cancelled"
  }

  /// The class of the fault.
  public var code: Code
  /// One clause without a final full stop: the event, with the host.
  ///
  /// The clause contains no secret and nothing of value from a receipt. Text that it quotes from servers is not
  /// escaped, so the code that prints it must escape it.
  public var message: Message
  /// What to try next, if a remedy is known.
  public var hint: Message?
  /// The wait that the server requested.
  package var retryAfter: Duration?
  /// The error code of the App Store Server API, if the answer had one.
  package var apiCode: Int64?

  /// Makes a fault; see the properties.
  package init(_ code: Code, _ message: Message, hint: Message? = nil, retryAfter: Duration? = nil) {
    self.code = code
    self.message = message
    self.hint = hint
    self.retryAfter = retryAfter
  }

  /// Whether the same request may succeed a moment later.
  ///
  /// A wrong certificate, a redirect or an HTML page does not disappear within seconds.
  package var isTransient: Bool {
    switch code {
    case .hostNotFound, .connectionRefused, .unreachable, .connectTimeout, .answerTimeout, .answerUnfinished,
      .connectionClosed, .serverBusy, .emptyAnswer, .truncatedAnswer:
      true
    case .certificate, .tls, .invalidHTTP, .redirect, .requestTooLarge, .httpStatus, .htmlPage, .answerTooLarge,
      .invalidEncoding, .notAnAnswer, .unauthorized, .apiRefused, .unprovenAnswer, .foreignAnswer, .repeatedPage,
      .notSent, .cancelled:
      false
    }
  }
}
