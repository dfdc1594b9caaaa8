import HTTPTypes
import NIOCore
import NIOHTTP1

/// The head of an answer in its form on the wire (RFC 9112, 4 and 5).
struct ResponseHead {
  /// How the client finds the end of the body.
  enum Framing {
    /// The body has this number of bytes.
    case length(Int)
    /// The body ends with the last chunk.
    case chunks
    /// The body ends with the connection.
    case connection
    /// There is no body, because the status allows none.
    case none
  }

  let status: Int
  let fields: HTTPFields
  let framing: Framing
  /// Whether the client speaks HTTP/1.0.
  let isOld: Bool
  /// Whether the connection ends with the answer.
  let isLast: Bool
  /// The value of `Date`.
  let date: String

  static let `continue` = ByteBuffer(string: "HTTP/1.1 100 Continue\r\n\r\n")

  /// Whether answers with this status have a body (RFC 9110, 6.4.1).
  static func allowsBody(_ status: Int) -> Bool { status >= 200 && status != 204 && status != 304 }

  func write(to buffer: inout ByteBuffer) {
    switch (status, isOld) {
    case (200, false): buffer.writeStaticString("HTTP/1.1 200 OK\r\n")
    default:
      let phrase = HTTPResponseStatus(statusCode: status).reasonPhrase
      buffer.writeString("HTTP/1.\(isOld ? 0 : 1) \(status) \(phrase)\r\n")
    }
    if fields.contains(.cacheControl) || fields.contains(.contentSecurityPolicy) {
      for (name, line) in Self.always where !fields.contains(name) { buffer.writeImmutableBuffer(line) }
    } else {
      buffer.writeImmutableBuffer(Self.allAlways)
    }
    for field in fields {
      buffer.writeString(field.name.rawName)
      buffer.writeStaticString(": ")
      buffer.writeString(field.value)
      buffer.writeStaticString("\r\n")
    }
    buffer.writeStaticString("Date: ")
    buffer.writeString(date)
    if isLast { buffer.writeStaticString("\r\nConnection: close") }
    switch framing {
    case .length(let count):
      buffer.writeStaticString("\r\nContent-Length: ")
      buffer.writeString(String(count))
    case .chunks: buffer.writeStaticString("\r\nTransfer-Encoding: chunked")
    case .connection, .none: break
    }
    buffer.writeStaticString("\r\n\r\n")
  }

  /// Fields of every answer: receipts are personal data, and must not appear in a cache, a frame or another page. An
  /// answer may override the first two.
  private static let always: [(HTTPField.Name, ByteBuffer)] = {
    var fields: [(HTTPField.Name, String)] = [
      (.cacheControl, "no-store"),
      (.contentSecurityPolicy, "default-src 'none'; frame-ancestors 'none'"),
      (.xContentTypeOptions, "nosniff"),
    ]
    for (name, value) in [("Referrer-Policy", "no-referrer"), ("Cross-Origin-Resource-Policy", "same-origin")] {
      if let name = HTTPField.Name(name) { fields.append((name, value)) }
    }
    return fields.map { ($0, ByteBuffer(string: "\($0.rawName): \($1)\r\n")) }
  }()

  private static let allAlways = {
    var buffer = ByteBuffer()
    for (_, line) in always { buffer.writeImmutableBuffer(line) }
    return buffer
  }()
}
