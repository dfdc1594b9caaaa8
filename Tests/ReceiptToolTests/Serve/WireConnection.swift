import Foundation
import Testing

import LoopbackServer
import SystemLibrary

/// A TCP connection on which a test sends whatever it likes.
final class WireConnection {
  struct Closed: Error {}

  private let descriptor: Int32

  /// Connects to this machine; reads and writes give up after `patience` seconds.
  init(port: Int, patience: Int = 60) throws {
    descriptor = Socket.stream()
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    var time = timeval(tv_sec: patience, tv_usec: 0)
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      setsockopt(descriptor, SOL_SOCKET, option, &time, socklen_t(MemoryLayout<timeval>.size))
    }
    let status = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard status == 0 else { throw Closed() }
  }

  deinit { close(descriptor) }

  func send(_ bytes: [UInt8]) throws {
    // The server may close at any time, and that must not end the tests.
    guard Socket.send(bytes, descriptor) else { throw Closed() }
  }

  func send(_ text: String) throws { try send(Array(text.utf8)) }

  /// Says that nothing more will be sent.
  func finishSending() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// What has come, or `nil` at the end, after a reset and when patience has run out.
  func receive(atMost limit: Int = 1 << 16) -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: limit)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    return count > 0 ? Array(buffer[..<count]) : nil
  }

  /// Everything up to the end of the connection.
  func receiveAll() -> [UInt8] {
    var bytes: [UInt8] = []
    while let piece = receive() { bytes += piece }
    return bytes
  }

  /// Reads one answer to its end, and not beyond.
  func answer(toHead: Bool = false) throws -> WireAnswer {
    var bytes: [UInt8] = []
    while true {
      if let answer = WireAnswer(bytes, toHead: toHead) { return answer }
      guard let piece = receive() else { throw Closed() }
      bytes += piece
    }
  }
}

/// An answer as it came over the wire.
struct WireAnswer {
  let status: Int
  /// Names in lower case.
  let headers: [String: String]
  /// How many lines each name has.
  let repeated: [String: Int]
  let body: [UInt8]

  /// `nil` while bytes are missing. An interim answer (1xx) is skipped.
  init?(_ bytes: [UInt8], toHead: Bool = false) {
    guard let end = bytes.indices.first(where: { bytes[$0...].starts(with: [13, 10, 13, 10]) }) else { return nil }
    let lines = String(decoding: bytes[..<end], as: UTF8.self).components(separatedBy: "\r\n")
    let rest = Array(bytes[(end + 4)...])
    guard let code = lines[0].split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else { return nil }
    if (100..<200).contains(code) {
      guard let next = WireAnswer(rest, toHead: toHead) else { return nil }
      self = next
      return
    }
    status = code
    headers = Dictionary(
      lines.dropFirst().compactMap { line in
        line.firstIndex(of: ":").map {
          (line[..<$0].lowercased(), line[line.index(after: $0)...].trimmingCharacters(in: .whitespaces))
        }
      }, uniquingKeysWith: { "\($0), \($1)" })
    repeated = Dictionary(
      lines.dropFirst().map { ($0.prefix { $0 != ":" }.lowercased(), 1) }, uniquingKeysWith: +)
    if toHead {
      body = []
    } else if headers["transfer-encoding"] == "chunked" {
      guard let whole = Self.unchunked(rest) else { return nil }
      body = whole
    } else {
      let length = headers["content-length"].flatMap { Int($0) } ?? 0
      guard rest.count >= length else { return nil }
      body = Array(rest[..<length])
    }
  }

  private static func unchunked(_ bytes: [UInt8]) -> [UInt8]? {
    var body: [UInt8] = []
    var rest = bytes[...]
    while let end = rest.indices.first(where: { rest[$0...].starts(with: [13, 10]) }) {
      guard let count = Int(String(decoding: rest[..<end], as: UTF8.self), radix: 16) else { return nil }
      rest = rest[(end + 2)...]
      if count == 0 { return body }
      guard rest.count >= count + 2 else { return nil }
      body += rest.prefix(count)
      rest = rest.dropFirst(count + 2)
    }
    return nil
  }

  var text: String { String(decoding: body, as: UTF8.self) }

  func json() throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(body)) as? [String: Any], "\(status): \(text)")
  }

  /// The last part of the type of an RFC 9457 problem.
  func problem() throws -> String {
    #expect(headers["content-type"] == "application/problem+json")
    let document = try json()
    #expect(document["status"] as? Int == status && (document["title"] as? String)?.isEmpty == false)
    #expect((document["detail"] as? String)?.isEmpty == false)
    let type = try #require(document["type"] as? String)
    #expect(type.hasPrefix("urn:receipt-tool:problem:"))
    return String(type.split(separator: ":").last ?? "")
  }
}
