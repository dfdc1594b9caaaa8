import HTTPTypes
import NIOCore
import ReceiptKit

/// One answer.
struct Reply: Sendable {
  /// The body, sent after the head.
  enum Body: Sendable {
    case bytes([UInt8])
    /// Written part by part, each as soon as the client has accepted the one before.
    case stream(@Sendable (_ write: ([UInt8]) async throws -> Void) async throws -> Void)

    /// The number of bytes in memory before the first is sent.
    var heldCount: Int {
      if case .bytes(let bytes) = self { bytes.count } else { 0 }
    }
  }

  var status: HTTPResponse.Status
  var fields: HTTPFields
  var body: Body
  /// `status` of an answer of Apple's, for log and metrics.
  var appleStatus: Int?
  /// Whether the connection ends here without an answer.
  var isDropped = false
  /// The body's share of the memory budget, until it is sent.
  var share: MemoryShare?

  init(_ status: HTTPResponse.Status = .ok, type: String?, _ body: Body) {
    self.status = status
    self.body = body
    fields = Self.always
    if let type { fields[.contentType] = type }
  }

  /// The JSON of a writer.
  static func json(_ writer: JSONWriter, _ status: HTTPResponse.Status = .ok) -> Reply {
    Reply(status, type: "application/json", .bytes(writer.bytes))
  }

  /// Fields of every answer: receipts are personal data, and must not be in a cache, a frame or another page.
  private static let always: HTTPFields = {
    var fields = HTTPFields()
    fields[.cacheControl] = "no-store"
    fields[.xContentTypeOptions] = "nosniff"
    fields[.contentSecurityPolicy] = "default-src 'none'; frame-ancestors 'none'"
    for (name, value) in [("Referrer-Policy", "no-referrer"), ("Cross-Origin-Resource-Policy", "same-origin")] {
      if let name = HTTPField.Name(name) { fields[name] = value }
    }
    return fields
  }()
}
