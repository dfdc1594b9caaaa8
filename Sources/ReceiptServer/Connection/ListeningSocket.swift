import NIOCore

import SystemLibrary

/// A listening socket with a known descriptor. A shutdown without lost requests needs the descriptor.
struct ListeningSocket: Sendable {
  let descriptor: CInt

  /// The maximum number of connections that the system accepts before the server does.
  private static let backlog: CInt = 4096

  /// Listens on an address.
  ///
  /// - Throws: a ``StartError``.
  init(_ address: ListenAddress) throws {
    let target: SocketAddress
    do {
      target = try SocketAddress.makeAddressResolvingHost(address.host, port: address.port)
    } catch {
      throw StartError.unknownHost(address)
    }
    #if os(Linux) && !canImport(Musl)
      let stream = CInt(SOCK_STREAM.rawValue)
    #else
      let stream = SOCK_STREAM
    #endif
    descriptor = socket(target.protocol == .inet6 ? AF_INET6 : AF_INET, stream, 0)
    guard descriptor >= 0 else { throw StartError(errno, address) }
    var yes: CInt = 1
    // Connections of a server that has just ended must not keep the next server from using the port.
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<CInt>.size))
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    let code = target.withSockAddr { pointer, size -> CInt in
      guard bind(descriptor, pointer, socklen_t(size)) == 0, listen(descriptor, Self.backlog) == 0 else { return errno }
      return 0
    }
    guard code == 0 else {
      close(descriptor)
      throw StartError(code, address)
    }
  }

  /// Restores the intended length of the queue, in case other code called `listen` on the socket.
  func widenQueue() {
    listen(descriptor, Self.backlog)
  }

  /// Stops new connections from entering the queue. Queued connections stay there to be accepted.
  ///
  /// Closing the socket at once would reset connections on which a request may be waiting. On Linux, a filter drops
  /// packets for the listening socket only: clients that connect now retry a second later, and are then refused. On
  /// other systems the queue is made as short as possible.
  func stopQueueing() {
    #if os(Linux)
      // One instruction of classic BPF: `ret #0`, keep no byte of the packet.
      var program: [UInt16] = [0x06, 0, 0, 0]
      program.withUnsafeMutableBytes { instructions in
        var filter = FilterProgram(count: 1, instructions: instructions.baseAddress)
        setsockopt(descriptor, SOL_SOCKET, SO_ATTACH_FILTER, &filter, socklen_t(MemoryLayout<FilterProgram>.size))
      }
    #else
      listen(descriptor, 0)
    #endif
  }
}

#if os(Linux)
  /// `struct sock_fprog` of linux/filter.h.
  private struct FilterProgram {
    var count: UInt16
    var instructions: UnsafeMutableRawPointer?
  }
#endif
