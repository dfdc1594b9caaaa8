import Foundation

/// What a ``LoopbackServer`` does with a request.
public enum Reply: Sendable {
  /// A whole HTTP answer.
  case answer(status: Int, fields: [String], body: [UInt8])
  /// These bytes and no others; then the connection ends.
  case raw([UInt8])
  /// A head without a length, and then these bytes again and again with a pause before each, until the client goes.
  case endless([UInt8], pause: TimeInterval)
  /// Nothing, until the client goes.
  case silence
  /// The reply after some time.
  indirect case late(TimeInterval, Reply)

  /// An answer with status 200.
  public static func json(_ text: String, fields: [String] = []) -> Reply {
    .answer(status: 200, fields: ["Content-Type: application/json"] + fields, body: Array(text.utf8))
  }

  /// `{"status":21005}`
  public static func status(_ status: Int, _ more: String = "", fields: [String] = []) -> Reply {
    .json("{\"status\":\(status)\(more)}", fields: fields)
  }

  /// An HTTP status without a body.
  public static func http(_ status: Int, fields: [String] = []) -> Reply {
    .answer(status: status, fields: fields, body: [])
  }

  func send(to connection: Int32, counting: (Int) -> Void) {
    switch self {
    case .answer(let status, let fields, let body):
      let head = ["HTTP/1.1 \(status) Scripted", "Content-Length: \(body.count)", "Connection: close"] + fields
      guard Socket.send(Array((head.joined(separator: "\r\n") + "\r\n\r\n").utf8), connection) else { return }
      if Socket.send(body, connection) { counting(body.count) }
    case .raw(let bytes):
      if Socket.send(bytes, connection) { counting(bytes.count) }
    case .endless(let bytes, let pause):
      guard Socket.send(Array("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n".utf8), connection) else { return }
      while true {
        if pause > 0 { Thread.sleep(forTimeInterval: pause) }
        guard Socket.send(bytes, connection) else { return }
        counting(bytes.count)
      }
    case .silence:
      while let more = Socket.receive(connection), !more.isEmpty {}
    case .late(let time, let reply):
      Thread.sleep(forTimeInterval: time)
      reply.send(to: connection, counting: counting)
    }
  }
}
