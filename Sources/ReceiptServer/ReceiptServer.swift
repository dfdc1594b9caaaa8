import Dispatch
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
  private static let oneWish = Duration.seconds(1)

  /// Listens and answers until SIGTERM or SIGINT, and then finishes the requests in progress. A second signal that
  /// arrives at least a second after the first ends the server immediately.
  ///
  /// - Parameter onListening: called with the URL once connections are accepted; the server ends if it throws.
  /// - Throws: ``StartError`` if the address cannot be used.
  package func run(onListening: @escaping @Sendable (String) throws -> Void) async throws -> Ending {
    guard settings.address.isLoopback || settings.tokens != nil else { throw StartError.noToken(settings.address) }
    // A client that disconnects must not end the process.
    signal(SIGPIPE, SIG_IGN)
    let limit = Listener.raiseLimit(wanted: settings.limits.connections)
    let reader = BodyReader(bytesInMemory: settings.limits.bodiesInMemory)
    // The reader for routes that require no token.
    let openReader = BodyReader(bytesInMemory: settings.limits.openBodiesInMemory)
    let connections = Connections(comfortable: limit / 2, openBudget: openReader.budget)
    let metrics = Metrics()
    let access = settings.tokens.map(AccessControl.init)
    let notifications = settings.service.map { _ in NotificationCounts() }
    let webhooks = settings.service?.webhooks
    let figures = WebhookFigures(webhooks?.all.map(\.name) ?? [])
    let notifier = settings.service.map { EventNotifier($0.reading, connections, log: settings.log) }
    let workers = WorkerPool(settings.decoder)
    let standIn = settings.standIn.map(StandIn.init)
    var routes =
      AppleRoutes(settings, reader, workers, standIn).all + DocumentRoutes(settings, reader, workers).all
      + ComparisonRoutes(settings, reader).all
      + OperationRoutes(
        metrics: metrics, connections: connections, notifications: notifications, webhooks: figures, notifier: notifier
      ).all
      + PageRoutes(settings, reader).all
    if let standIn {
      routes += try AppStoreServerRoutes(standIn, openReader, outage: settings.outage, clock: settings.clock).all
      routes += [
        standIn.clockRoute(reader), standIn.receiptRoute(reader, workers), standIn.realtimeRoute(reader),
        standIn.inspectorRoute,
      ]
    }
    if let service = settings.service, let notifications, let notifier {
      routes.append(PurchaseRoute(service, settings, reader, notifier).route)
      routes.append(NotificationRoute(service, settings, openReader, notifications, notifier).route)
      let accounts = AccountRoutes(service, settings).all + AccountChanges(service, settings, reader, notifier).all
      routes += accounts.sorted { $0.path < $1.path }
      routes.append(EventRoute(service, settings, connections, access, notifier).route)
      routes.append(ReadinessRoute(service, settings, figures).route)
      var page = settings.page
      if let lookUp = service.lookUp {
        routes += AppleLookupRoutes(settings, lookUp).all
        page.asksApple = true
      }
      routes.append(SupportPage.route(page))
    }
    routes.append(
      OperationRoutes.description(of: routes, version: settings.version, needsToken: settings.tokens != nil))
    let responder = Responder(routes, settings: settings, access: access, metrics: metrics)
    let limits = settings.limits
    let canReread = settings.readTokensAgain != nil || webhooks != nil
    let signals: AsyncStream<Int32> =
      if let signals = settings.signals { signals } else { await Self.trap(canReread ? [.sighup] : []) }
    let listener = try await Listener(settings.address, connections: connections, maximumConnections: limit) {
      try HTTPConnection.prepare($0, responder, connections: connections, limits: limits)
    }
    do {
      try onListening(settings.address.url(port: listener.port ?? settings.address.port))
    } catch {
      await listener.end(patience: .zero)
      throw error
    }
    let housekeeping = Task { await connections.keepRoom() }
    defer { housekeeping.cancel() }
    let sending = Task { [receiver = settings.standIn?.receiver] in
      if let receiver { await standIn?.sendNotifications(to: receiver) }
    }
    defer { sending.cancel() }
    let delivery: WebhookDelivery? =
      if let service = settings.service, let webhooks {
        WebhookDelivery(webhooks, service.ledger, figures, clock: settings.clock, log: settings.log)
      } else { nil }
    let delivering = Task { [service = settings.service] in
      await withTaskGroup(of: Void.self) { group in
        group.addTask { await delivery?.run() }
        group.addTask { await service?.background?() }
      }
    }
    defer { delivering.cancel() }
    let hangups = AsyncStream<Void>.makeStream()
    let rereading = Task { [settings] in
      for await _ in hangups.stream {
        if let access, let read = settings.readTokensAgain {
          let tokens = read()
          if let tokens { access.replace(tokens) }
          settings.log?(.info, "SIGHUP: the tokens " + (tokens == nil ? "are as before" : "were read again"))
        }
        if let delivery, let read = settings.service?.readWebhooksAgain {
          let webhooks = read()
          if let webhooks { delivery.replace(webhooks) }
          settings.log?(.info, "SIGHUP: the webhooks " + (webhooks == nil ? "are as before" : "were read again"))
        }
      }
    }
    defer { rereading.cancel() }
    let reasons = AsyncStream<ReasonToEnd>.makeStream()
    listener.onClose { reasons.continuation.yield(.closed) }
    let trap = Task {
      for await signal in signals {
        if signal == SIGHUP { hangups.continuation.yield() } else { reasons.continuation.yield(.signal) }
      }
      reasons.continuation.yield(.abandoned)
    }
    defer { trap.cancel() }
    var first = ReasonToEnd.closed
    for await reason in reasons.stream {
      first = reason
      break
    }
    let isAbandoned = first == .abandoned
    let asked = ContinuousClock.now
    return await withTaskGroup(of: Ending.self) { group in
      // Requests that are still incomplete get no answer.
      group.addTask {
        // Running requests and deliveries are finished; no new ones begin.
        delivering.cancel()
        await listener.end(patience: limits.patience)
        await delivering.value
        return .finished
      }
      group.addTask {
        guard !isAbandoned else { return .brokenOff }
        for await reason in reasons.stream {
          if reason == .abandoned || reason == .signal && .now - asked >= Self.oneWish { break }
        }
        return .brokenOff
      }
      let ending = await group.next() ?? .finished
      group.cancelAll()
      return ending
    }
  }

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
    let outcome = Outcome()
    Task.detached(priority: .serving) {
      do { outcome.result = .success(try await run(onListening: onListening)) } catch {
        outcome.result = .failure(error)
      }
      done.signal()
    }
    done.wait()
    return try outcome.result.get()
  }

  /// `@unchecked Sendable`: the value is written before the semaphore is signalled, and read after that.
  private final class Outcome: @unchecked Sendable {
    var result: Result<Ending, any Error> = .success(.finished)
  }
}

extension TaskPriority {
  /// The priority of all work of a server, because clients wait for it.
  ///
  /// Dispatch on Linux has a pool of threads for each priority. So tasks with another priority that block their threads
  /// do not stop a server in the same process from answering.
  static let serving = TaskPriority(rawValue: 0x21)
}
