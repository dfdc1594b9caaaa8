import NIOCore
import NIOPosix

import SystemLibrary

/// Accepts connections.
struct Listener: Sendable {
  /// How long queued connections are still accepted at shutdown.
  private static let lastConnections: Duration = .milliseconds(100)
  /// The maximum number of connections that the system accepts before the server does.
  private static let backlog: CInt = 4096
  /// The maximum number of bytes of one read.
  private static let readSize = 1 << 14

  private let channel: any Channel
  private let connections: Connections

  /// Listens on the address and answers requests from now on.
  ///
  /// - Parameter prepare: adds the handlers of a connection, on its event loop.
  /// - Throws: a ``StartError``, or NIO's errors.
  init(
    _ address: ListenAddress, connections: Connections, maximumConnections: Int,
    prepare: @escaping @Sendable (any Channel) throws -> Void
  ) async throws {
    let target: SocketAddress
    do {
      target = try SocketAddress.makeAddressResolvingHost(address.host, port: address.port)
    } catch {
      throw StartError.unknownHost(address)
    }
    self.connections = connections
    let bootstrap = ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .serverChannelOption(.backlog, value: Self.backlog)
      // Connections of a server that has just ended must not keep the next server from using the port.
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .serverChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try Self.withSocket(of: channel) { _ = fcntl($0, F_SETFD, FD_CLOEXEC) }
          try channel.pipeline.syncOperations.addHandler(ConnectionLimit(maximumConnections))
        }
      }
      .childChannelOption(.allowRemoteHalfClosure, value: true)
      // A connection reads when it has space.
      .childChannelOption(.autoRead, value: false)
      // What one read may put into memory before the connection stops reading.
      .childChannelOption(
        .recvAllocator,
        value: AdaptiveRecvByteBufferAllocator(minimum: 64, initial: 2048, maximum: Self.readSize)
      )
      .childChannelOption(.maxMessagesPerRead, value: 1)
      .childChannelInitializer { channel in channel.eventLoop.makeCompletedFuture { try prepare(channel) } }
    do {
      channel = try await bootstrap.bind(to: target).get()
    } catch let error as IOError {
      throw StartError(error.errnoCode, address)
    }
  }

  /// The actual port.
  var port: Int? { channel.localAddress?.port }

  /// Accepts no more connections, answers the pending requests, and closes every connection.
  ///
  /// - Parameter timeLimit: requests that are not finished after this time are aborted.
  func end(within timeLimit: Duration) async {
    let deadline = ContinuousClock.now + timeLimit
    connections.startDraining()
    try? await channel.eventLoop.submit { [channel] in try Self.withSocket(of: channel, Self.stopQueueing) }.get()
    try? await Task.sleep(for: Self.lastConnections)
    try? await channel.close()
    for channel in connections.all { channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent()) }
    while connections.count > 0, ContinuousClock.now < deadline, !Task.isCancelled {
      try? await Task.sleep(for: .milliseconds(10))
    }
    for channel in connections.all { channel.close(promise: nil) }
  }

  /// Calls back when the listening socket is closed, for any reason.
  func onClose(_ body: @escaping @Sendable () -> Void) {
    channel.closeFuture.whenComplete { _ in body() }
  }

  /// Passes the descriptor of the listening socket. Call it on the channel's event loop.
  private static func withSocket(of channel: any Channel, _ body: (CInt) -> Void) throws {
    try channel.pipeline.syncOperations.withUnsafeTransportIfAvailable(of: NIOBSDSocket.Handle.self, body)
  }

  /// Stops new connections from entering the queue of a socket. Queued connections stay there to be accepted.
  ///
  /// Closing the socket at once would reset connections on which a request may be waiting. On Linux, a filter drops
  /// packets for the listening socket only: clients that connect now retry a second later, and are then refused. On
  /// other systems the queue is made as short as possible.
  private static func stopQueueing(of descriptor: CInt) {
    #if os(Linux)
      // One instruction of classic BPF: `ret #0`, keep no byte of the packet.
      var program: [UInt16] = [0x06, 0, 0, 0]
      program.withUnsafeMutableBytes { instructions in
        // `struct sock_fprog` of linux/filter.h.
        var filter = (count: UInt16(1), instructions: instructions.baseAddress)
        setsockopt(descriptor, SOL_SOCKET, SO_ATTACH_FILTER, &filter, socklen_t(MemoryLayout.size(ofValue: filter)))
      }
    #else
      listen(descriptor, 0)
    #endif
  }

  /// The number of descriptors needed in addition to connections: event loops and standard streams, with space for two
  /// of each.
  private static let otherFiles = 64

  /// Raises the system's limit on open files of the process as far as requested and allowed. A server without free
  /// descriptors cannot even refuse a connection.
  ///
  /// - Returns: the possible number of connections; at least 1.
  static func raiseLimit(wanted: Int) -> Int {
    var limit = rlimit()
    #if os(Linux) && !canImport(Musl)
      let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
      let resource = RLIMIT_NOFILE
    #endif
    // By default, Linux allows 1,024 open files, and macOS 256.
    guard getrlimit(resource, &limit) == 0 else { return min(wanted, 128) }
    let needed = rlim_t(wanted + otherFiles)
    if limit.rlim_cur < needed {
      var raised = limit
      raised.rlim_cur = min(needed, limit.rlim_max)
      if setrlimit(resource, &raised) == 0 { limit = raised }
    }
    return max(1, min(wanted, Int(clamping: limit.rlim_cur) - otherFiles))
  }
}
