import HTTPTypes
import HummingbirdCore

/// One request, as far as routes have to know it.
struct Call: Sendable {
  let method: HTTPRequest.Method
  /// Up to the question mark, as it was sent.
  let path: String
  /// Behind the question mark, as it was sent; `nil` where there is none.
  let query: String?
  let request: Request

  init(_ request: Request) {
    self.request = request
    method = request.method
    let target = request.head.path ?? "/"
    let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    path = String(parts.first ?? "/")
    query = parts.count == 2 ? String(parts[1]) : nil
  }

  var headers: HTTPFields { request.headers }

  /// Whether the body is one input after another, a line each.
  var isLines: Bool { Self.isLines(headers) }

  static func isLines(_ headers: HTTPFields) -> Bool {
    guard let type = headers[.contentType] else { return false }
    return ["application/x-ndjson", "application/ndjson", "application/jsonl"]
      .contains(type.prefix { $0 != ";" && $0 != " " }.lowercased())
  }
}
