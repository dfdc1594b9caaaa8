import Foundation

import SystemLibrary

/// Accepts connections on a free port of 127.0.0.1 until it is ended.
package final class Listener: Sendable {
  package let port: Int
  private let descriptor: Int32
  private let isEnded = Locked(false)

  package init() throws {
    (descriptor, port) = try Socket.listen()
  }

  /// The next connection; `nil` at the end.
  package func accept() -> Int32? { Socket.accept(descriptor) { !isEnded.current } }

  /// Ends it, also where a thread waits for a connection.
  package func end() {
    isEnded.set(true)
    Socket.end(descriptor)
  }

  deinit { Socket.close(descriptor) }
}

/// Plain sockets. Malformed requests and answers cannot be sent with a library that knows HTTP.
package enum Socket {
  struct Failure: Error {
    let call: String
    let number: Int32
  }

  /// A new socket for a connection; -1 and `errno` if there can be none.
  package static func stream() -> Int32 {
    #if canImport(Darwin) || canImport(Musl)
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM), 0)
    #else
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    #if canImport(Darwin)
      var on: Int32 = 1
      setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
    #endif
    return descriptor
  }

  /// A listener on a free port of 127.0.0.1.
  static func listen() throws -> (descriptor: Int32, port: Int) {
    let descriptor = stream()
    guard descriptor >= 0 else { throw Failure(call: "socket", number: errno) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(descriptor, address, length) == 0 && systemListen(descriptor) == 0
          && getsockname(descriptor, address, &length) == 0
      }
    }
    guard isBound else { throw Failure(call: "bind", number: errno) }
    return (descriptor, Int(UInt16(bigEndian: address.sin_port)))
  }

  /// The next connection; `nil` when the listener is ended. Where a listener that was shut down goes on waiting
  /// (Darwin), the end is noticed a little later.
  static func accept(_ listener: Int32, while isWanted: () -> Bool) -> Int32? {
    while isWanted() {
      var wanted = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
      guard poll(&wanted, 1, 100) > 0 else { continue }
      let connection = systemAccept(listener)
      if connection < 0, errno == EINTR || errno == ECONNABORTED { continue }
      guard connection >= 0 else { return nil }
      #if canImport(Darwin)
        var on: Int32 = 1
        setsockopt(connection, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
      #endif
      return connection
    }
    return nil
  }

  /// Some bytes; none at the end, `nil` if the connection broke.
  package static func receive(_ connection: Int32) -> [UInt8]? {
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = recv(connection, &chunk, chunk.count, 0)
      if count < 0, errno == EINTR { continue }
      return count < 0 ? nil : Array(chunk[..<count])
    }
  }

  /// Whether all of it was taken.
  package static func send(_ bytes: [UInt8], _ connection: Int32) -> Bool {
    #if canImport(Darwin)
      let flags: Int32 = 0
    #else
      let flags = Int32(MSG_NOSIGNAL)
    #endif
    var done = 0
    while done < bytes.count {
      let count = bytes[done...].withUnsafeBytes { systemSend(connection, $0.baseAddress, $0.count, flags) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      done += count
    }
    return true
  }

  /// Ends what other threads do with it.
  package static func end(_ descriptor: Int32) {
    shutdown(descriptor, Int32(SHUT_RDWR))
  }

  package static func close(_ descriptor: Int32) {
    _ = systemClose(descriptor)
  }
}

// The functions of the system have the names that these want.
private func systemListen(_ descriptor: Int32) -> Int32 { listen(descriptor, 64) }

private func systemAccept(_ listener: Int32) -> Int32 { accept(listener, nil, nil) }

private func systemSend(_ connection: Int32, _ bytes: UnsafeRawPointer?, _ count: Int, _ flags: Int32) -> Int {
  send(connection, bytes, count, flags)
}

private func systemClose(_ descriptor: Int32) -> Int32 { close(descriptor) }
