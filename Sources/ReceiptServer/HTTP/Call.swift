import HTTPTypes
import NIOCore
import NIOHTTP1

/// One request, as routes receive it.
struct Call: Sendable {
  let method: HTTPRequest.Method
  /// The part before the question mark, as it was sent.
  let path: String
  /// The part after the question mark, as it was sent; `nil` if absent.
  let query: String?
  let headers: HTTPHeaders
  /// The value of `Host`; `nil` without one.
  let authority: String?
  /// Whether the request also names other hosts, in `Host` or in its target.
  let hasOtherHosts: Bool
  /// The length of the body, if announced.
  let announcedLength: Int?
  /// Whether the body comes in chunks.
  let isChunked: Bool
  /// The values of the segments that the path of the route has in braces, as they were sent.
  var parameters: [String: String] = [:]
  /// The name of the request's token; `nil` without one.
  var token: String?
  /// The body as it arrives. It can be read once.
  var pieces = RequestBody.none

  /// Path and query as they were sent.
  var target: String { path + (query.map { "?" + $0 } ?? "") }

  init(_ head: HTTPRequestHead) {
    method = Self.method(head.method)
    headers = head.headers
    let target = Self.split(head.uri)
    path = target.path
    query = target.query
    if let name = HTTPField.Name.host {
      let hosts = headers[values: name]
      authority = hosts.first
      hasOtherHosts = hosts.count > 1 || target.host.map { host in hosts.contains { $0.lowercased() != host } } ?? false
    } else {
      // Never reached, because `Host` is a valid name; such a request would be refused.
      authority = nil
      hasOtherHosts = true
    }
    // NIO accepts lengths that are no `Int`; they are over every limit.
    announcedLength = headers[.contentLength].flatMap { UInt64($0) }.map { Int(clamping: $0) }
    isChunked = headers.contains(.transferEncoding)
  }

  /// Whether there is a body (RFC 9112, 6.3).
  var hasBody: Bool { isChunked || announcedLength ?? 0 > 0 }

  /// Whether the body has one input on each line.
  var isLines: Bool {
    guard let type = headers[.contentType] else { return false }
    return ["application/x-ndjson", "application/ndjson", "application/jsonl"]
      .contains(type.prefix { $0 != ";" && $0 != " " }.lowercased())
  }

  /// Splits the target of a request (RFC 9112, 3.2), in origin form or in absolute form, at its question mark.
  ///
  /// - Returns: path and query as they were sent, and the authority of the absolute form in lower case. The authority
  ///   takes precedence over `Host`, which must be equal to it.
  private static func split(_ target: String) -> (host: String?, path: String, query: String?) {
    var rest = target[...]
    var host: String?
    if !target.utf8.starts(with: "/".utf8), let scheme = target.firstRange(of: "://") {
      rest = target[scheme.upperBound...]
      let end = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
      host = rest[..<end].lowercased()
      rest = rest[end...].prefix { $0 != "#" }
    }
    let mark = rest.utf8.firstIndex(of: UInt8(ascii: "?"))
    let path = String(rest[..<(mark ?? rest.endIndex)])
    return (host, path.isEmpty ? "/" : path, mark.map { String(rest[rest.utf8.index(after: $0)...]) })
  }

  private static func method(_ method: HTTPMethod) -> HTTPRequest.Method {
    switch method {
    case .GET: .get
    case .HEAD: .head
    case .POST: .post
    case .PUT: .put
    case .DELETE: .delete
    // The parser knows the names of methods, and each of them is a token.
    default: HTTPRequest.Method(method.rawValue) ?? .trace
    }
  }
}
