import HTTPTypes
import NIOHTTP1

extension HTTPResponseHead {
  /// The head of an answer.
  ///
  /// - Parameters:
  ///   - isHTTP10: whether the client speaks HTTP/1.0.
  ///   - isLast: whether the connection ends with the answer.
  ///   - date: the value of `Date`.
  init(_ reply: Reply, isHTTP10: Bool, isLast: Bool, date: String) {
    let status = HTTPResponseStatus(statusCode: reply.status.code)
    var headers = HTTPHeaders()
    headers.reserveCapacity(Self.always.count + reply.fields.count + 3)
    for field in Self.always where !reply.fields.contains(field.name) {
      headers.add(name: field.name.rawName, value: field.value)
    }
    for field in reply.fields { headers.add(name: field.name.rawName, value: field.value) }
    headers.add(name: "Date", value: date)
    if isLast { headers.add(name: "Connection", value: "close") }
    switch reply.body {
    // The other statuses allow no body (RFC 9110, 6.4.1).
    case .bytes(let bytes) where status.mayHaveResponseBody:
      headers.add(name: "Content-Length", value: String(bytes.count))
    case .shared(let parts) where status.mayHaveResponseBody:
      headers.add(name: "Content-Length", value: String(parts.reduce(0) { $0 + $1.readableBytes }))
    // HTTP/1.0 has no chunks, so the body ends with the connection.
    case .stream where !isHTTP10: headers.add(name: "Transfer-Encoding", value: "chunked")
    default: break
    }
    self.init(version: isHTTP10 ? .http1_0 : .http1_1, status: status, headers: headers)
  }

  /// Fields of every answer, unless it has its own: receipts are personal data, and must not appear in a cache, a frame
  /// or another page.
  private static let always: HTTPFields = {
    var fields: HTTPFields = [
      .cacheControl: "no-store",
      .contentSecurityPolicy: "default-src 'none'; frame-ancestors 'none'",
      .xContentTypeOptions: "nosniff",
    ]
    for (name, value) in [("Referrer-Policy", "no-referrer"), ("Cross-Origin-Resource-Policy", "same-origin")] {
      if let name = HTTPField.Name(name) { fields[name] = value }
    }
    return fields
  }()
}
