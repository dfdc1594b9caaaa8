import HummingbirdCore
import Logging
import NIOCore
import NIOExtras
import NIOPosix

/// Takes connections and hands each to Hummingbird's HTTP/1.1.
///
/// Hummingbird's own server is not used for this: when it ends, connections that it took and has not begun with end the process
/// (`NIOAsyncWriter` must not be let go unfinished), and those that the system has queued are reset.
struct Listener: Sendable {
  /// How long connections that had been queued are still taken at the end.
  private static let lastConnections: Duration = .milliseconds(100)

  private let socket: ListeningSocket
  private let channel: any Channel
  private let connections: Connections

  /// Listens, and answers from now on.
  ///
  /// - Throws: a ``StartError``, or NIO's errors.
  init(
    _ address: ListenAddress, http: HTTP1Channel, connections: Connections, maximumConnections: Int, logger: Logger
  ) async throws {
    socket = try ListeningSocket(address)
    self.connections = connections
    channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .serverChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(
            AvailableConnectionsChannelHandler(
              delegate: MaximumAvailableConnections(maximumConnections, logger: logger)))
        }
      }
      .childChannelOption(.allowRemoteHalfClosure, value: true)
      .childChannelInitializer { channel in
        http.setup(channel: channel, logger: logger).flatMapThrowing { value in
          try VersionHandler.add(to: channel)
          Task { await http.handle(value: value, logger: logger) }
        }
      }
      .withBoundSocket(socket.descriptor).get()
    // NIO listened once more, before any of its options counts.
    socket.widenQueue()
  }

  /// The port that was really taken.
  var port: Int? { channel.localAddress?.port }

  /// Takes no more connections, answers what has been asked, and closes every connection.
  ///
  /// - Parameter patience: how long that may take; what is not finished by then is broken off.
  func end(patience: Duration) async {
    let deadline = ContinuousClock.now + patience
    connections.startDraining()
    socket.stopQueueing()
    try? await Task.sleep(for: Self.lastConnections)
    try? await channel.close()
    for channel in connections.all { channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent()) }
    while connections.count > 0, ContinuousClock.now < deadline, !Task.isCancelled {
      try? await Task.sleep(for: .milliseconds(10))
    }
  }

  /// Calls back when the listening socket is closed, whoever closed it.
  func onClose(_ body: @escaping @Sendable () -> Void) {
    channel.closeFuture.whenComplete { _ in body() }
  }
}
