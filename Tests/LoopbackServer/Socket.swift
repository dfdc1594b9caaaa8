import Foundation

import SystemLibrary

/// Plain sockets. Malformed answers cannot be sent with a library that knows HTTP.
enum Socket {
  struct Failure: Error {
    let call: String
    let number: Int32
  }

  /// A listener on a free port of 127.0.0.1.
  static func listen() throws -> (descriptor: Int32, port: Int) {
    #if canImport(Darwin) || canImport(Musl)
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM), 0)
    #else
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #endif
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

  /// The next connection; `nil` when the listener is ended.
  static func accept(_ listener: Int32) -> Int32? {
    while true {
      let connection = systemAccept(listener)
      if connection < 0, errno == EINTR || errno == ECONNABORTED { continue }
      guard connection >= 0 else { return nil }
      #if canImport(Darwin)
        var on: Int32 = 1
        setsockopt(connection, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
      #endif
      return connection
    }
  }

  /// Some bytes; none at the end, `nil` if the connection broke.
  static func receive(_ connection: Int32) -> [UInt8]? {
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = recv(connection, &chunk, chunk.count, 0)
      if count < 0, errno == EINTR { continue }
      return count < 0 ? nil : Array(chunk[..<count])
    }
  }

  /// Whether all of it was taken.
  static func send(_ bytes: [UInt8], _ connection: Int32) -> Bool {
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
  static func end(_ descriptor: Int32) {
    shutdown(descriptor, Int32(SHUT_RDWR))
  }

  static func close(_ descriptor: Int32) {
    _ = systemClose(descriptor)
  }
}

// The functions of the system have the names that these want.
private func systemListen(_ descriptor: Int32) -> Int32 { listen(descriptor, 16) }

private func systemAccept(_ listener: Int32) -> Int32 { accept(listener, nil, nil) }

private func systemSend(_ connection: Int32, _ bytes: UnsafeRawPointer?, _ count: Int, _ flags: Int32) -> Int {
  send(connection, bytes, count, flags)
}

private func systemClose(_ descriptor: Int32) -> Int32 { close(descriptor) }
