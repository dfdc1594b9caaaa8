import Foundation
import Testing

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

  let port: UInt16
  private let listener: Int32
  // Guards everything below: connections have threads of their own.
  private let lock = NSLock()
  private var recorded: [Call] = []
  private var script: (Call) -> Answer

  /// - Parameter script: asked for one call after the other, never for two at once.
  init(_ script: @escaping (Call) -> Answer) throws {
    self.script = script
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let listener = listener
    port = try withUnsafeMutablePointer(to: &address) { pointer in
      try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { raw in
        try #require(
          bind(listener, raw, size) == 0 && listen(listener, 64) == 0 && getsockname(listener, raw, &size) == 0)
      }
      return UInt16(bigEndian: pointer.pointee.sin_port)
    }
    Thread.detachNewThread { [weak self] in
      while true {
        let connection = accept(listener, nil, nil)
        guard connection >= 0, let server = self else { return }
        Thread.detachNewThread {
          server.serve(connection)
          close(connection)
        }
      }
    }
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
  }

  var options: [String] {
    ["--endpoint", "http://127.0.0.1:\(port)/production", "--sandbox-endpoint", "http://127.0.0.1:\(port)/sandbox"]
  }

  var calls: [Call] { lock.withLock { recorded } }

  private func serve(_ connection: Int32) {
    var request = Data()
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
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
      let count = recv(connection, &buffer, buffer.count, 0)
      guard count > 0 else { return }
      request.append(contentsOf: buffer[..<count])
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
    Array(text.utf8).withUnsafeBytes { bytes in
      // The runner may be dead by now, which must not end the tests.
      #if os(Linux)
        let flags = Int32(MSG_NOSIGNAL)
      #else
        let flags: Int32 = 0
        var on: Int32 = 1
        setsockopt(connection, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
      #endif
      _ = send(connection, bytes.baseAddress, bytes.count, flags)
    }
  }
}
