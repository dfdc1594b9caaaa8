/// The result of one of Apple's attempts to send a notification: `sendAttemptResult` of the App Store Server API. Raw
/// values are Apple's.
///
/// Source: Apple, "sendAttemptResult".
package enum SendAttemptResult: String, CaseIterable, Sendable {
  case success = "SUCCESS"
  case timedOut = "TIMED_OUT"
  case tlsIssue = "TLS_ISSUE"
  case circularRedirect = "CIRCULAR_REDIRECT"
  case noResponse = "NO_RESPONSE"
  case socketIssue = "SOCKET_ISSUE"
  case unsupportedCharset = "UNSUPPORTED_CHARSET"
  case invalidResponse = "INVALID_RESPONSE"
  case prematureClose = "PREMATURE_CLOSE"
  case unsuccessfulStatus = "UNSUCCESSFUL_HTTP_RESPONSE_CODE"
  case other = "OTHER"

  /// The event, as a clause about "your server".
  package var words: Message {
    switch self {
    case .success: "your server took it"
    case .timedOut: "your server did not answer in time"
    case .tlsIssue: "no encrypted connection to your server came about"
    case .circularRedirect: "your server redirected in a circle"
    case .noResponse: "your server gave no answer"
    case .socketIssue: "the connection to your server broke"
    case .unsupportedCharset: "your server answered in a character set that Apple does not read"
    case .invalidResponse: "the answer of your server was not a valid HTTP"
    case .prematureClose: "your server closed the connection before its answer was complete"
    case .unsuccessfulStatus: "your server answered with another status than 200 to 206"
    case .other: "it failed for another reason"
    }
  }

  /// What to do about it, in whole sentences; empty if no action is needed.
  package var action: String {
    switch self {
    case .success: ""
    case .timedOut, .noResponse:
      "Answer first and work afterwards, and look whether a firewall lets Apple's addresses (17.0.0.0/8) through."
    case .tlsIssue: "Look at the certificate, its chain, and that TLS 1.2 or later is offered."
    case .circularRedirect: "Give App Store Connect the URL that answers, without redirects."
    case .socketIssue, .prematureClose: "Look at the log of the server and of the proxies before it."
    case .unsupportedCharset, .invalidResponse: "Answer with status 200 and an empty body."
    case .unsuccessfulStatus:
      "Look at the log of the server: 40x says that the path or the reading of the body is wrong."
    case .other: "Look at the log of the server at that time."
    }
  }
}
