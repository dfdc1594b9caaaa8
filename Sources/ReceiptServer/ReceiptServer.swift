import Dispatch
import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle
import UnixSignals

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A verifyReceipt of one's own, on HTTP/1.1.
public struct ReceiptServer: Sendable {
  private let settings: ServerSettings

  /// Makes a server; it does nothing before ``run(onListening:)``.
  public init(_ settings: ServerSettings) {
    self.settings = settings
  }

  /// Listens and answers until SIGTERM or SIGINT, then finishes what has been begun.
  ///
  /// - Parameter onListening: told the URL once connections are taken.
  /// - Throws: ``StartError`` if the address cannot be had.
  public func run(onListening: @escaping @Sendable (String) -> Void) async throws {
    guard settings.address.isLoopback || settings.token != nil else { throw StartError.noToken(settings.address) }
    // A client that leaves must not end the process.
    signal(SIGPIPE, SIG_IGN)
    let limit = OpenFiles.raiseLimit(wanted: settings.limits.connections)
    let connections = Connections(comfortable: limit / 2)
    let metrics = Metrics()
    let reader = BodyReader(bytesInMemory: settings.limits.bodiesInMemory)
    var routes =
      AppleRoutes(settings, reader).all + DocumentRoutes(settings: settings, reader: reader).all
      + OperationRoutes(metrics: metrics, connections: connections).all
    routes.append(OperationRoutes.description(of: routes, version: settings.version))
    let responder = Responder(routes, settings: settings, metrics: metrics)
    let logger = Logger(label: "receipt-tool") { _ in
      var handler = StreamLogHandler.standardError(label: "receipt-tool")
      handler.logLevel = .error
      return handler
    }

    let limits = settings.limits
    let channel = HTTP1Channel(
      responder: { request, writer, channel in try await responder.respond(request, writer, channel) },
      configuration: .init(
        additionalChannelHandlers: [ConnectionGuard(connections: connections, limits: limits)],
        idleTimeout: TimeAmount(limits.patience),
        httpDecoderConfiguration: .init(
          maxHeaderFieldSize: 16 << 10, maxHeaderListSize: 32 << 10, maxHeaderFieldCount: 100)))
    let address = settings.address
    let service = channel.server(
      configuration: ServerConfiguration(
        address: .hostname(address.host, port: address.port), backlog: 4096,
        availableConnectionsDelegate: MaximumAvailableConnections(limit, logger: logger)),
      onServerRunning: { channel in onListening(address.url(port: channel.localAddress?.port ?? address.port)) },
      eventLoopGroup: MultiThreadedEventLoopGroup.singleton, logger: logger)
    var configuration = ServiceGroupConfiguration(
      services: [service, Housekeeping(connections: connections)], gracefulShutdownSignals: [.sigterm, .sigint],
      logger: logger)
    // Whoever has not sent a whole request by then does not get an answer.
    configuration.maximumGracefulShutdownDuration = limits.patience
    do {
      try await ServiceGroup(configuration: configuration).run()
    } catch let error as IOError {
      throw StartError(error, address)
    } catch let error as NIOConnectionError {
      throw StartError.unknownHost(address, "\(error)")
    } catch let error as SocketAddressError {
      throw StartError.unknownHost(address, "\(error)")
    }
  }

  /// The same, for a caller that is not asynchronous; blocks its thread.
  public func runBlocking(onListening: @escaping @Sendable (String) -> Void) throws {
    let done = DispatchSemaphore(value: 0)
    let outcome = Outcome()
    Task.detached {
      do { try await run(onListening: onListening) } catch { outcome.error = error }
      done.signal()
    }
    done.wait()
    if let error = outcome.error { throw error }
  }

  /// Written before the semaphore is signalled and read behind it.
  private final class Outcome: @unchecked Sendable {
    var error: (any Error)?
  }
}

/// What has to be done now and then, and at the end.
private struct Housekeeping: Service {
  let connections: Connections

  func run() async throws {
    await withGracefulShutdownHandler {
      while !Task.isShuttingDownGracefully, !Task.isCancelled {
        try? await Task.sleep(for: .milliseconds(250))
        connections.makeRoom(at: .now())
      }
    } onGracefulShutdown: {
      connections.startDraining()
    }
  }
}
