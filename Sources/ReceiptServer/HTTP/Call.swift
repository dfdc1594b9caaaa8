import HTTPTypes
import HummingbirdCore
import NIOConcurrencyHelpers
import NIOCore

/// One request, as routes see it.
struct Call: Sendable {
  let method: HTTPRequest.Method
  /// The part before the question mark, as it was sent.
  let path: String
  /// The part after the question mark, as it was sent; `nil` if absent.
  let query: String?
  let request: Request
  /// What stands in the path where that of the route has braces, as it was sent.
  var parameters: [String: String] = [:]
  /// The name of the token that the request shows; `nil` without one.
  var token: String?
  /// Path and query, as they were sent.
  var target: String { path + (query.map { "?" + $0 } ?? "") }
  /// Bytes of the body that have been read.
  let received = Counter()

  init(_ request: Request) {
    self.request = request
    method = request.method
    let target = request.head.path ?? "/"
    let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    path = String(parts.first ?? "/")
    query = parts.count == 2 ? String(parts[1]) : nil
  }

  var headers: HTTPFields { request.headers }

  /// The length of the body, if announced.
  var announcedLength: Int? { headers[.contentLength].flatMap { Int($0) } }

  /// The body as it arrives. It can be read once.
  var pieces: some AsyncSequence<ByteBuffer, any Error> & Sendable {
    request.body.map { [received] piece in
      received.add(piece.readableBytes)
      return piece
    }
  }

  /// Whether the body has one input on each line.
  var isLines: Bool { Self.isLines(headers) }

  static func isLines(_ headers: HTTPFields) -> Bool {
    guard let type = headers[.contentType] else { return false }
    return ["application/x-ndjson", "application/ndjson", "application/jsonl"]
      .contains(type.prefix { $0 != ";" && $0 != " " }.lowercased())
  }
}

/// A number that grows.
final class Counter: Sendable {
  private let number = NIOLockedValueBox(0)

  var value: Int { number.withLockedValue { $0 } }

  func add(_ count: Int) { number.withLockedValue { $0 += count } }
}
