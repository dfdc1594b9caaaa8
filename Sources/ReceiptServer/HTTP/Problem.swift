import HTTPTypes
import NIOHTTP1
import ReceiptKit

/// Why a request cannot be answered, in the format of RFC 9457:
///
///     { "type": "urn:receipt-tool:problem:truncated", "title": "...", "status": 422, "detail": "...", "hint": "..." }
struct Problem: Error {
  /// The kinds of problems. Raw values are stable; `explain` explains all of them.
  enum Kind: String, CaseIterable {
    case header, host, origin, token, scope, rate, malformed, method, path, parameter, body, busy, unknown
    case notification, ledger, followers, apple
    case eventsGone = "events-gone"
    case idempotencyKey = "idempotency-key"
    case transferCoding = "transfer-coding"
    case notFound = "not-found"
    case tooLarge = "too-large"
  }

  /// The last part of `type`: a ``Kind``, or the code of an error of the library.
  let name: String
  /// The common title of all problems of this type.
  let title: String
  let status: HTTPResponse.Status
  /// The fault of this request.
  let detail: String
  /// What to try next.
  var hint: String?
  /// The offset of the fault in the input, in bytes.
  var offset: Int?
  /// Additional header fields.
  var fields: HTTPFields = [:]

  init(_ kind: Kind, _ title: String, _ status: HTTPResponse.Status, _ detail: String, hint: String? = nil) {
    self.init(kind.rawValue, title, status, detail, hint)
  }

  private init(_ name: String, _ title: String, _ status: HTTPResponse.Status, _ detail: String, _ hint: String?) {
    self.name = name
    self.title = title
    self.status = status
    self.detail = detail
    self.hint = hint
  }

  /// An input that cannot be read as a receipt.
  ///
  /// - Parameter source: which of several inputs it is.
  init(_ error: ReceiptError, in source: String? = nil) {
    let isDefect = error.code == .defect
    self.init(
      error.code.rawValue, isDefect ? "A defect in receipt-tool" : "The input is not a receipt that can be read",
      isDefect ? .internalServerError : .unprocessableContent,
      (source.map { $0 + ": " } ?? "") + error.message.description, error.hint?.description)
    offset = error.offset
  }

  static func notFound(_ paths: [String]) -> Problem {
    Problem(
      .notFound, "There is nothing here", .notFound, "no route has this path", hint: paths.joined(separator: ", "))
  }

  static func method(allowed: [HTTPRequest.Method]) -> Problem {
    let names = allowed.map(\.rawValue).joined(separator: ", ")
    var problem = Problem(.method, "The method is not allowed here", .methodNotAllowed, "this route takes \(names)")
    problem.fields[.allow] = names
    return problem
  }

  static func tooLarge(_ limit: Int) -> Problem {
    Problem(
      .tooLarge, "The request is too large", .contentTooLarge, "the body has more than \(limit) bytes")
  }

  /// A request that is not HTTP, or ends too early.
  static func malformed(_ error: HTTPParserError?) -> Problem {
    let detail =
      switch error {
      case .invalidMethod?: "the method is none of HTTP's"
      case .invalidVersion?: "the version of HTTP is neither 1.0 nor 1.1"
      case .invalidURL?: "the target of the request is not a URL"
      case .headerOverflow?: "the head of the request is too large"
      case .invalidHeaderToken?: "a header field is malformed"
      case .invalidContentLength?, .unexpectedContentLength?:
        "the length of the body is not a length, or is given in two ways"
      case .invalidChunkSize?: "the size of a chunk is not a number"
      case .invalidEOFState?: "the request ends before its body does"
      default: "the request is not HTTP/1.1"
      }
    let status: HTTPResponse.Status =
      if case .headerOverflow? = error { .requestHeaderFieldsTooLarge } else { .badRequest }
    return Problem(.malformed, "The request is malformed", status, detail)
  }

  /// The memory budget for bodies and answers is used up.
  static let busy: Problem = {
    var problem = Problem(
      .busy, "Too much at one time", .serviceUnavailable, "too many requests and answers are held at one time")
    problem.fields[.retryAfter] = "1"
    return problem
  }()

  static func parameter(_ detail: String, hint: String? = nil) -> Problem {
    Problem(.parameter, "A query parameter is wrong", .badRequest, detail, hint: hint)
  }

  /// A fault in a name in the path.
  static func path(_ detail: String) -> Problem { Problem(.path, "A name in the path is wrong", .badRequest, detail) }

  /// A header field of the request.
  static func header(_ detail: String) -> Problem { Problem(.header, "A header field is wrong", .badRequest, detail) }

  /// A body that was read to its end, but that the route does not accept.
  static func body(
    _ detail: String, hint: String? = nil, status: HTTPResponse.Status = .badRequest
  ) -> Problem {
    Problem(.body, "The body of the request is wrong", status, detail, hint: hint)
  }

  var reply: Reply {
    var writer = JSONWriter(layout: .compact)
    writer.object { writer in
      writer.member("type", "urn:receipt-tool:problem:\(name)")
      writer.member("title", title)
      writer.member("status", status.code)
      writer.member("detail", detail)
      if let hint { writer.member("hint", hint) }
      if let offset { writer.member("offset", offset) }
    }
    writer.endLine()
    var reply = Reply(status, type: "application/problem+json", .bytes(writer.bytes))
    // Fields are appended instead of set, because a name may occur twice.
    for field in fields { reply.fields.append(field) }
    return reply
  }
}
