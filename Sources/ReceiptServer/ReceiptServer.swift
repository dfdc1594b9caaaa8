import Dispatch
import NIOConcurrencyHelpers
import NIOCore
import NIOPosix
import UnixSignals

import SystemLibrary

/// Our own verifyReceipt server, over HTTP/1.1.
package struct ReceiptServer: Sendable {
  private let settings: ServerSettings

  /// Makes a server. The server does nothing until ``run(onListening:)`` is called.
  package init(_ settings: ServerSettings) {
    self.settings = settings
  }

  /// How a server ended.
  package enum Ending: Sendable {
    /// The requests in progress were finished, or their time limit ended.
    case finished
    /// A second signal arrived while requests were finished, or no further signal was possible. Answers may have been
    /// lost.
    case brokenOff
  }

  /// Another signal within this time after the first one counts as the same request: `timeout` sends its signal to the
  /// process and to its group.
  private static let repetitionInterval = Duration.seconds(1)

  /// Listens and answers until SIGTERM or SIGINT, and then finishes the requests in progress. A second signal that
  /// arrives at least a second after the first ends the server immediately.
  ///
  /// - Parameter onListening: called with the URL once connections are accepted; the server ends if it throws.
  /// - Throws: ``StartError`` if the address cannot be used.
  package func run(onListening: @escaping @Sendable (String) throws -> Void) async throws -> Ending {
    guard settings.address.isLoopback || settings.tokens != nil else { throw StartError.noToken(settings.address) }
    // A client that disconnects must not end the process.
    signal(SIGPIPE, SIG_IGN)
    let limits = settings.limits
    let limit = Listener.raiseLimit(wanted: limits.connections)
    let reader = BodyReader(bytesInMemory: limits.bodiesInMemory)
    // The reader for routes that require no token.
    let openReader = BodyReader(openBytesInMemory: limits.openBodiesInMemory)
    let connections = Connections(comfortableCount: limit / 2, openReader: openReader)
    let access = settings.tokens.map(AccessControl.init)
    let service = settings.service.map {
      PurchaseService($0, settings, reader, openReader, connections, access)
    }
    let standIn = settings.standIn.map(StandIn.init)
    let metrics = Metrics()
    let routes = try routes(reader, openReader, standIn, service, operations: metrics.routes(connections, service))
    let responder = Responder(routes, settings: settings, access: access, metrics: metrics)
    let canReread = settings.readTokensAgain != nil || service?.webhooks != nil || service?.forwards != nil
    let signals: AsyncStream<Int32> =
      if let signals = settings.signals { signals } else { await Self.trap(canReread ? [.sighup] : []) }
    let listener = try await Listener(settings.address, connections: connections, maximumConnections: limit) {
      try HTTPConnection.prepare($0, responder, connections: connections, limits: limits)
    }
    do {
      try onListening(settings.address.url(port: listener.port ?? settings.address.port))
    } catch {
      await listener.end(within: .zero)
      throw error
    }
    let housekeeping = Task { await connections.keepRoom() }
    defer { housekeeping.cancel() }
    let sending = Task { [receiver = settings.standIn?.receiver] in
      if let receiver { await standIn?.sendNotifications(to: receiver) }
    }
    defer { sending.cancel() }
    return await runUntilEnd(listener, signals: signals, access: access, service)
  }

  /// All routes, in the order of the OpenAPI document.
  private func routes(
    _ reader: BodyReader, _ openReader: BodyReader, _ standIn: StandIn?, _ service: PurchaseService?,
    operations: [Route]
  ) throws -> [Route] {
    let workers = WorkerPool(settings.decoder)
    var routes =
      AppleRoutes(settings, reader, workers, standIn).all + DocumentRoutes(settings, reader, workers).all + operations
      + settings.pageRoutes(reader)
    if let standIn {
      routes += try AppStoreServerRoutes(standIn, openReader, outage: settings.outage, clock: settings.clock).all
      routes += standIn.clockRoutes(reader)
      routes += [
        standIn.receiptRoute(reader, workers), standIn.realtimeRoute(reader), standIn.inspectorRoute,
      ]
    }
    routes += service?.routes ?? []
    routes.append(
      OpenAPIDocument.route(describing: routes, version: settings.version, needsToken: settings.tokens != nil))
    return routes
  }

  /// Runs the deliveries until there is a reason to end, and then finishes the requests in progress.
  private func runUntilEnd(
    _ listener: Listener, signals: AsyncStream<Int32>, access: AccessControl?, _ service: PurchaseService?
  ) async -> Ending {
    let delivering = Task {
      await withTaskGroup(of: Void.self) { group in
        group.addTask { await service?.webhooks?.run() }
        group.addTask { await service?.forwards?.run() }
        group.addTask { await service?.service.background?() }
      }
    }
    defer { delivering.cancel() }
    let reasons = AsyncStream<ReasonToEnd>.makeStream()
    listener.onClose { reasons.continuation.yield(.closed) }
    let hangups = AsyncStream<Void>.makeStream()
    let rereading = Task { for await _ in hangups.stream { readAgain(access, service) } }
    defer { rereading.cancel() }
    let signalHandling = Task {
      for await signal in signals {
        if signal == SIGHUP { hangups.continuation.yield() } else { reasons.continuation.yield(.signal) }
      }
      reasons.continuation.yield(.abandoned)
    }
    defer { signalHandling.cancel() }
    let first = await reasons.stream.first { _ in true } ?? .closed
    let asked = ContinuousClock.now
    return await withTaskGroup(of: Ending.self) { group in
      // Requests that are still incomplete get no answer.
      group.addTask { [timeLimit = settings.limits.timeLimit] in
        // Running requests are finished; no new ones begin. Deliveries are broken off, and made again by a later run.
        delivering.cancel()
        await listener.end(within: timeLimit)
        await delivering.value
        return .finished
      }
      group.addTask {
        guard first != .abandoned else { return .brokenOff }
        for await reason in reasons.stream {
          if reason == .abandoned || reason == .signal && .now - asked >= Self.repetitionInterval { break }
        }
        return .brokenOff
      }
      let ending = await group.next() ?? .finished
      group.cancelAll()
      return ending
    }
  }

  /// Reads the files of tokens and receivers again.
  private func readAgain(_ access: AccessControl?, _ service: PurchaseService?) {
    if let access, let read = settings.readTokensAgain {
      let tokens = read()
      if let tokens { access.replace(tokens) }
      settings.log?(.info, "SIGHUP: the tokens " + (tokens == nil ? "are as before" : "were read again"))
    }
    readAgain("the webhooks", service?.webhooks, settings.service?.readWebhooksAgain)
    readAgain("the receivers of notifications", service?.forwards, settings.service?.readForwardsAgain)
  }

  private func readAgain(_ what: String, _ delivery: WebhookDelivery?, _ read: (@Sendable () -> [Webhook]?)?) {
    guard let delivery, let read else { return }
    let receivers = read()
    if let receivers { delivery.replace(receivers) }
    settings.log?(.info, "SIGHUP: \(what) " + (receivers == nil ? "are as before" : "were read again"))
  }

  /// A signal, the end of the listener, or that no signal can come any more.
  private enum ReasonToEnd { case signal, closed, abandoned }

  /// Receives the signals that end a server, and further signals, from now on.
  private static func trap(_ more: [UnixSignal]) async -> AsyncStream<Int32> {
    let trapped = await UnixSignalsSequence(trapping: [.sigterm, .sigint] + more)
    return AsyncStream { continuation in
      let task = Task { for await signal in trapped { continuation.yield(signal.rawValue) } }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  /// Runs the server for a synchronous caller, and blocks the thread.
  package func runBlocking(onListening: @escaping @Sendable (String) throws -> Void) throws -> Ending {
    let done = DispatchSemaphore(value: 0)
    let outcome = NIOLockedValueBox<Result<Ending, any Error>>(.success(.finished))
    Task.detached(priority: .serving) {
      do {
        let ending = try await run(onListening: onListening)
        outcome.withLockedValue { $0 = .success(ending) }
      } catch {
        outcome.withLockedValue { $0 = .failure(error) }
      }
      done.signal()
    }
    done.wait()
    return try outcome.withLockedValue { $0 }.get()
  }
}

extension TaskPriority {
  /// The priority of all work of a server, because clients wait for it.
  ///
  /// Dispatch on Linux has a pool of threads for each priority. So tasks with another priority that block their threads
  /// do not stop a server in the same process from answering.
  static let serving = TaskPriority(rawValue: 0x21)
}
