import NIOConcurrencyHelpers
import ReceiptKit
import ReceiptLedger
import ReceiptRemote

/// Posts the events of the ledger, or Apple's notifications, to one receiver: each at least once, and those of one
/// account in their order; of notifications, those of one subscription.
///
/// If the receiver does not acknowledge one, it and later ones of its account wait for another try; other accounts
/// continue. The state of delivery is in the ledger, so any process can continue where another one ended. Only
/// one process delivers at a time.
struct WebhookSender: Sendable {
  /// The time limit for a receiver. Standard Webhooks recommends 15 to 30 seconds.
  private static let patience: Duration = .seconds(15)
  /// The polling interval for new events.
  private static let pause: Duration = .milliseconds(250)
  /// The duration of the lease in milliseconds, unless it is renewed. After that time, another process may take over.
  private static let lease: Int64 = 10_000
  private static let keeping: Duration = .seconds(3)
  /// After this time, a pass begins no further try.
  private static let length: Duration = .seconds(60)
  /// The number of accounts that are served at the same time.
  private static let jobs = 8
  /// The number of failures in a row after which the other events wait, too, because the receiver is down.
  private static let mostFailures = 8

  let webhook: Webhook
  let delivery: WebhookDelivery
  /// Whether the administrator had the file read again. A receiver that was gone then gets events again.
  let resumes: Bool

  /// The result for one message.
  private enum Result: Sendable {
    case delivered
    /// The receiver does not want this notification, or it was erased meanwhile.
    case unwanted
    /// The reason in a few words.
    case failed(String)
    /// 410: the receiver wants no more.
    case gone
    /// No try was made.
    case skipped
  }

  /// Delivers until the task is cancelled.
  func run() async {
    let transport = HTTPTransport(connectTimeout: Self.patience, userAgent: "receipt-tool serve")
    let store = WebhookStore(
      delivery.ledger, name: webhook.name, webhook.stored, url: webhook.endpoint.url)
    let number = Int64.random(in: 1...Int64.max)
    var quiet: Duration = Self.pause
    // The number of passes without any acknowledgement: the receiver is down, and the pauses grow up to a minute.
    var failedPasses = 0
    var resumes = resumes
    while !Task.isCancelled {
      do {
        if resumes {
          try await call { try store.resume() }
          resumes = false
        }
        if try await call({ try store.lease(number, for: Self.lease, now: delivery.clock()) }) {
          set(isGone: false)
          let outcome = try await pass(store, number, transport)
          failedPasses = outcome == .failed ? min(failedPasses + 1, 6) : 0
          quiet =
            switch outcome {
            case .more: .milliseconds(1)
            case .failed: .seconds(1 << failedPasses)
            default: Self.pause
            }
        } else {
          set(isGone: try await call { try store.isGone() })
          quiet = .seconds(2)
        }
      } catch is CancellationError {
        break
      } catch {
        let reason = (error as? LedgerError)?.message.description ?? "\(error)"
        tell(reason)
        quiet = .seconds(5)
      }
      try? await Task.sleep(for: quiet)
    }
    try? store.release(number)
    await transport.shutdown()
  }

  private func call<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await LedgerThreads.delivering.run(work)
  }

  /// Reports a fault once, in the log and in the figures.
  private func tell(_ reason: String) {
    var isNew = false
    delivery.change(webhook.name) { figure in
      isNew = figure.problem != reason
      figure.problem = reason
    }
    if isNew { delivery.log?(.info, "\(webhook.title): \(reason)") }
  }

  /// Records whether the receiver is gone; any process may have found this out.
  private func set(isGone: Bool) {
    delivery.change(webhook.name) { figure in
      if figure.isGone, !isGone { figure.problem = nil }
      figure.isGone = isGone
    }
    if isGone {
      tell("the receiver answered 410: nothing more is sent before its file is read again (SIGHUP)")
    }
  }

  private enum Outcome { case nothing, more, failed }

  /// Says how many notifications the receiver will never get.
  private func tell(dropped: Int) {
    var new = 0
    delivery.change(webhook.name) { figure in
      new = dropped - figure.dropped
      figure.dropped = dropped
    }
    if new > 0 {
      delivery.log?(
        .error, "\(webhook.title): \(new) notifications were dropped, because too many wait for the receiver")
    }
  }

  /// Sends the due messages.
  private func pass(_ store: WebhookStore, _ number: Int64, _ transport: HTTPTransport) async throws -> Outcome {
    let due = try await call { try store.due(now: delivery.clock()) }
    tell(dropped: due.dropped)
    guard !due.messages.isEmpty || !due.held.isEmpty || !due.pruned.isEmpty else {
      return .nothing
    }
    if !due.pruned.isEmpty {
      delivery.log?(.info, "\(webhook.title): \(due.pruned.count) events were pruned before they were delivered")
    }
    let keeping = Task {
      while !Task.isCancelled {
        try? await Task.sleep(for: Self.keeping)
        _ = try? await call { try store.lease(number, for: Self.lease, now: delivery.clock()) }
      }
    }
    let results = await send(due.messages, store, transport)
    keeping.cancel()
    var delivered = due.pruned
    var acknowledged = 0
    var waiting = due.held.map { (sequence: $0.sequence, attempts: 0, due: delivery.clock()) }
    var reasons: [String] = []
    var isGone = false
    // Events that were not tried stay unchanged, and the position does not pass them.
    var position = due.position
    for event in due.messages {
      switch results[event.sequence] ?? .skipped {
      case .delivered:
        delivered.append(event.sequence)
        acknowledged += 1
      case .unwanted: delivered.append(event.sequence)
      case .failed(let reason):
        let attempts = (due.attempts[event.sequence] ?? 0) + 1
        reasons.append(reason)
        waiting.append(
          (
            event.sequence, attempts,
            WebhookStore.nextTry(after: attempts, now: delivery.clock(), chance: Double.random(in: 0...1))
          ))
      case .gone:
        isGone = true
        position = due.attempts[event.sequence] == nil ? min(position, event.sequence - 1) : position
      case .skipped:
        if due.attempts[event.sequence] == nil { position = min(position, event.sequence - 1) }
      }
    }
    // A failed event that follows an event that was not tried is retried together with that event.
    waiting.removeAll { due.attempts[$0.sequence] == nil && $0.sequence > position }
    let count = acknowledged
    let settled = delivered
    let waits = waiting
    let end = position
    let isOver = isGone
    let isOurs = try await call {
      try store.settle(delivered: settled, waiting: waits, position: end, lease: number, isGone: isOver)
    }
    delivery.change(webhook.name) { figure in
      figure.delivered += count
      figure.failed += reasons.count
      if reasons.isEmpty { figure.problem = nil }
    }
    if let reason = reasons.last { tell(reason) }
    guard isOurs else { return .nothing }
    return count == 0 && !reasons.isEmpty ? .failed : .more
  }

  /// Sends messages: different accounts concurrently, and those of one account in order, up to the first failure.
  private func send(
    _ messages: [DeliveredMessage], _ store: WebhookStore, _ transport: HTTPTransport
  ) async -> [Int64: Result] {
    var streams: [String: [DeliveredMessage]] = [:]
    for event in messages { streams[event.deliveryOrder, default: []].append(event) }
    let failures = NIOLockedValueBox(0)
    let end = ContinuousClock.now + Self.length
    return await withTaskGroup(of: [(Int64, Result)].self) { group in
      var rest = streams.values.sorted { $0[0].sequence < $1[0].sequence }[...]
      var results: [Int64: Result] = [:]
      func start() {
        guard let stream = rest.popFirst() else { return }
        group.addTask { await send(stream: stream, until: end, store, transport, failures) }
      }
      for _ in 0..<Self.jobs { start() }
      for await found in group {
        for (sequence, result) in found { results[sequence] = result }
        start()
      }
      return results
    }
  }

  private func send(
    stream: [DeliveredMessage], until end: ContinuousClock.Instant, _ store: WebhookStore, _ transport: HTTPTransport,
    _ failures: NIOLockedValueBox<Int>
  ) async -> [(Int64, Result)] {
    var results: [(Int64, Result)] = []
    var reason: String?
    for event in stream {
      // The event waits for the earlier event that failed.
      if let reason { results.append((event.sequence, .failed(reason))); continue }
      guard !Task.isCancelled, ContinuousClock.now < end, failures.withLockedValue({ $0 < Self.mostFailures }) else {
        break
      }
      let result = await send(event, store, transport)
      results.append((event.sequence, result))
      switch result {
      case .delivered: failures.withLockedValue { $0 = 0 }
      case .failed(let words):
        reason = words
        failures.withLockedValue { $0 += 1 }
      case .unwanted: break
      case .gone, .skipped: return results
      }
    }
    return results
  }

  private func send(_ message: DeliveredMessage, _ store: WebhookStore, _ transport: HTTPTransport) async -> Result {
    do {
      guard let request = try await request(message, store) else { return .unwanted }
      let answer = try await transport.send(request)
      switch answer.status {
      case 200...299: return .delivered
      case 410: return .gone
      default: return .failed("the receiver answered \(answer.status)")
      }
    } catch let fault as RemoteFault {
      // The length of an acknowledgement does not matter.
      return fault.code == .answerTooLarge ? .delivered : .failed(fault.message.description)
    } catch {
      return .failed("\(error)")
    }
  }

  /// - Returns: `nil` for a notification that the receiver does not want, or that is not stored any more.
  private func request(_ message: DeliveredMessage, _ store: WebhookStore) async throws -> RemoteRequest? {
    switch (message, webhook.content) {
    case (.event(let event), .events(let key)):
      var writer = JSONWriter(layout: .compact, reservingCapacity: 256)
      event.write(to: &writer)
      var request = request(Array(writer.bytes.dropLast()))
      // A restored ledger assigns numbers again, so the same number with another event must be another message.
      let digest = DigestAlgorithm.sha256.digest(request.body).prefix(8)
      let identifier = "event_\(event.sequence)_\(hexadecimal(digest))"
      let seconds = floorDivide(Int(delivery.clock().milliseconds), by: 1_000).quotient
      request.fields = try Webhook.fields(identifier, at: Int64(seconds), request.body, key: key)
        .map { (name: $0.0, value: $0.1) }
      return request
    case (.notification(let notification), .notifications(let filter)):
      guard filter.takes(notification.name, signedAt: notification.signedAt) else { return nil }
      return try await call { try store.body(of: notification) }.map(request)
    default: return nil
    }
  }

  private func request(_ body: [UInt8]) -> RemoteRequest {
    RemoteRequest(body: body, to: webhook.endpoint, timeout: Self.patience, maximumBytes: 1 << 16)
  }
}

extension Webhook {
  fileprivate var stored: WebhookStore.Content { if case .events = content { .events } else { .notifications } }
}
