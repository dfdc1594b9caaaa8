import Foundation
import Testing

import LoopbackServer

/// A server on this machine that answers like verifyReceipt, as a test says, and remembers every call.
final class LoopbackApple: @unchecked Sendable {
  struct Call {
    let path: String
    let receipt: String
    let sequence: Int
  }

  struct Answer {
    var status = 200
    var headers: [String] = []
    var body: String

    init(_ body: String, status: Int = 200, headers: [String] = []) {
      (self.body, self.status, self.headers) = (body, status, headers)
    }
  }

  var port: Int { listener.port }
  private let listener: Listener
  // Guards everything below: connections have threads of their own.
  private let lock = NSLock()
  private var recorded: [Call] = []
  private var script: (Call) -> Answer

  /// - Parameter script: asked for one call after the other, never for two at once.
  init(_ script: @escaping (Call) -> Answer) throws {
    self.script = script
    let listener = try Listener()
    self.listener = listener
    Thread.detachNewThread { [weak self, listener] in
      while let connection = listener.accept() {
        guard let server = self else { return Socket.close(connection) }
        Thread.detachNewThread {
          server.serve(connection)
          Socket.close(connection)
        }
      }
    }
  }

  deinit { listener.end() }

  var options: [String] {
    ["--endpoint", "http://127.0.0.1:\(port)/production", "--sandbox-endpoint", "http://127.0.0.1:\(port)/sandbox"]
  }

  var calls: [Call] { lock.withLock { recorded } }

  private func serve(_ connection: Int32) {
    var request = Data()
    while true {
      if let end = request.range(of: Data("\r\n\r\n".utf8)) {
        let head = String(decoding: request[..<end.lowerBound], as: UTF8.self)
        let length =
          head.components(separatedBy: "\r\n").first { $0.lowercased().hasPrefix("content-length:") }
          .flatMap { Int($0.dropFirst(15).trimmingCharacters(in: .whitespaces)) } ?? 0
        if request.count >= end.upperBound + length {
          answer(head, request[end.upperBound...], connection)
          return
        }
      }
      guard let more = Socket.receive(connection), !more.isEmpty else { return }
      request.append(contentsOf: more)
    }
  }

  private func answer(_ head: String, _ body: Data, _ connection: Int32) {
    let path = head.components(separatedBy: " ").dropFirst().first ?? ""
    let json = (try? JSONSerialization.jsonObject(with: body)) as? [String: Any]
    let answer = lock.withLock {
      let call = Call(path: path, receipt: json?["receipt-data"] as? String ?? "", sequence: recorded.count)
      recorded.append(call)
      return script(call)
    }
    let headers = answer.headers + ["Content-Length: \(answer.body.utf8.count)", "Connection: close"]
    let text = "HTTP/1.1 \(answer.status) X\r\n\(headers.joined(separator: "\r\n"))\r\n\r\n\(answer.body)"
    // The runner may be dead by now, which must not end the tests.
    _ = Socket.send(Array(text.utf8), connection)
  }
}
