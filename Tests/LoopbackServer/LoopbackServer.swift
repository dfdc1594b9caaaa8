import Foundation

/// An HTTP server on the loopback that says what a test tells it to, well-formed or not, over plain sockets.
///
/// It takes a free port, answers every connection on a thread of its own, one request a connection, and remembers what
/// it was asked.
public final class LoopbackServer: @unchecked Sendable {
  /// One request, as it came.
  public struct Request: Sendable {
    /// The request line and the header fields.
    public let head: String
    /// The body.
    public let body: [UInt8]

    /// `POST` and the path.
    public var line: (method: String, path: String) {
      let words = head.split(separator: " ", maxSplits: 2).map(String.init)
      return words.count == 3 ? (words[0], words[1]) : ("", "")
    }

    /// The value of a header field.
    public func field(_ name: String) -> String? {
      for line in head.components(separatedBy: "\r\n") {
        let parts = line.split(separator: ":", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
        if parts.count == 2, parts[0].lowercased() == name.lowercased() { return parts[1] }
      }
      return nil
    }
  }

  /// The port that the system gave.
  public var port: Int { listener.port }
  private let listener: Listener
  /// Decides by the request and by how many with the same path came before it.
  private let script: @Sendable (Request, Int) -> Reply
  private let lock = NSLock()
  private var received: [Request] = []
  private var sent = 0
  private var isStopped = false
  private var open: Set<Int32> = []

  /// Starts a server.
  ///
  /// - Parameter script: the reply to a request, given the number of earlier requests for the same path.
  public init(_ script: @escaping @Sendable (Request, Int) -> Reply) throws {
    self.script = script
    listener = try Listener()
    let thread = Thread { [self] in acceptAll() }
    thread.start()
  }

  /// `http://127.0.0.1:PORT/path`
  public func url(_ path: String) -> String { "http://127.0.0.1:\(port)/\(path)" }

  /// All requests so far, in the order in which they came.
  public var requests: [Request] { locked { received } }

  /// Bytes of bodies that clients took.
  public var sentBytes: Int { locked { sent } }

  /// Ends the server and every connection.
  public func stop() {
    locked {
      guard !isStopped else { return }
      isStopped = true
      listener.end()
      for connection in open { Socket.end(connection) }
    }
  }

  private func locked<Value>(_ work: () -> Value) -> Value {
    lock.lock()
    defer { lock.unlock() }
    return work()
  }

  private func acceptAll() {
    while let connection = listener.accept() {
      let isTaken = locked {
        guard !isStopped else { return false }
        open.insert(connection)
        return true
      }
      guard isTaken else {
        Socket.close(connection)
        break
      }
      Thread { [self] in
        serve(connection)
        locked { _ = open.remove(connection) }
        Socket.close(connection)
      }.start()
    }
  }

  private func serve(_ connection: Int32) {
    guard let request = Self.read(connection) else { return }
    let reply = locked {
      let earlier = received.count { $0.line.path == request.line.path }
      received.append(request)
      return script(request, earlier)
    }
    reply.send(to: connection) { [self] count in locked { sent += count } }
  }

  private static func read(_ connection: Int32) -> Request? {
    var bytes: [UInt8] = []
    let end = Array("\r\n\r\n".utf8)
    var headLength: Int?
    while true {
      guard let chunk = Socket.receive(connection), !chunk.isEmpty else { return nil }
      let searchFrom = max(0, bytes.count - end.count)
      bytes += chunk
      if headLength == nil, bytes.count >= end.count {
        headLength = (searchFrom...(bytes.count - end.count)).first { bytes[$0..<($0 + end.count)].elementsEqual(end) }
      }
      guard let headLength else { continue }
      let head = String(decoding: bytes[..<headLength], as: UTF8.self)
      let body = Array(bytes[(headLength + end.count)...])
      let request = Request(head: head, body: body)
      if body.count >= request.field("Content-Length").flatMap({ Int($0) }) ?? 0 { return request }
    }
  }
}
