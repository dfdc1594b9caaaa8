import HTTPTypes
import NIOCore
import ReceiptKit

/// One answer.
struct Reply: Sendable {
  /// The body, sent after the head.
  enum Body: Sendable {
    case bytes([UInt8])
    /// The parts of a fixed document. All answers use the same memory, so it counts against no budget.
    case shared([ByteBuffer])
    /// Written in parts, each after the client has accepted the previous one.
    case stream(@Sendable (_ write: ([UInt8]) async throws -> Void) async throws -> Void)

    /// The number of bytes in memory before the first byte is sent.
    var heldCount: Int {
      if case .bytes(let bytes) = self { bytes.count } else { 0 }
    }
  }

  var status: HTTPResponse.Status
  /// Fields in addition to those of every answer, or instead of them.
  var fields: HTTPFields = [:]
  var body: Body
  /// `status` of an answer in Apple's format, for log and metrics.
  var appleStatus: Int?
  /// Whether the connection ends here without an answer.
  var isDropped = false
  /// The body's share of the memory budget, until it is sent.
  var share: MemoryShare?

  init(_ status: HTTPResponse.Status = .ok, type: String?, _ body: Body) {
    self.status = status
    self.body = body
    if let type { fields[.contentType] = type }
  }

  /// No answer: the connection ends.
  static let dropped: Reply = {
    var reply = Reply(type: nil, .bytes([]))
    reply.isDropped = true
    return reply
  }()

  /// An answer with a JSON object on one line.
  static func object(_ members: (inout JSONWriter) -> Void) -> Reply {
    var writer = JSONWriter(layout: .compact)
    writer.object { writer in members(&writer) }
    writer.endLine()
    return .json(writer)
  }

  /// An answer with the JSON of a writer.
  static func json(_ writer: JSONWriter, _ status: HTTPResponse.Status = .ok) -> Reply {
    Reply(status, type: "application/json", .bytes(writer.bytes))
  }
}
