import HTTPTypes
import ReceiptKit

/// An error of the App Store Server API, in the form of Apple's answer: `{"errorCode": 4040010, "errorMessage":
/// "Transaction id not found."}`.
struct APIError: Error, Equatable {
  let code: Int64
  /// Text in place of the meaning of the code.
  private let detail: String?
  /// The errors of a report, which are a list.
  private let errors: [JSONValue]

  init(_ code: Int64, _ detail: String? = nil) {
    self.code = code
    self.detail = detail
    errors = []
  }

  init(errors: [JSONValue]) {
    code = 4_000_000
    detail = nil
    self.errors = errors
  }

  /// The words of ``AppStoreServerError`` for the code, because Apple's documentation does not contain Apple's own
  /// words.
  private var message: String {
    detail ?? AppStoreServerError.of(code)?.meaning ?? "General error."
  }

  /// - Parameter now: the real time, which determines the time of the next attempt.
  func reply(now: Instant) -> Reply {
    var writer = JSONWriter(layout: .compact)
    writer.object { writer in
      guard errors.isEmpty else {
        writer.key("errors")
        return writer.value(.array(errors))
      }
      writer.key("errorCode")
      writer.integer(code)
      writer.member("errorMessage", message)
    }
    var reply = Reply.json(writer, HTTPResponse.Status(code: Int(code / 10_000)))
    // RateLimitExceeded: a client may try again in a second. The field has a UNIX time in milliseconds, not seconds and
    // not an HTTP date (Apple, "Identifying rate limits").
    if code == 4_290_000 { reply.fields[.retryAfter] = String(now.milliseconds + 1_000) }
    reply.appleStatus = Int(code)
    return reply
  }

  /// The answer to a request without a valid token: plain text, like Apple's.
  static var unauthenticated: Reply {
    Reply(.unauthorized, type: "text/plain", .bytes(Array("Unauthenticated\n".utf8)))
  }
}
