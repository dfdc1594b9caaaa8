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
  /// The time limit for connecting to a receiver, and for one request. Standard Webhooks recommends 15 to 30 seconds.
  private static let timeout: Duration = .seconds(15)
  /// The polling interval for new events.
  private static let pollingInterval: Duration = .milliseconds(250)
  /// The duration of the lease in milliseconds, unless it is renewed. After that time, another process may take over.
  private static let leaseDuration: Int64 = 10_000
  /// The interval at which the lease is renewed during a pass.
  private static let leaseRenewalInterval: Duration = .seconds(3)
  /// After this time, a pass begins no further try.
  private static let passDuration: Duration = .seconds(60)
  /// The number of accounts that are served at the same time.
  private static let concurrentAccounts = 8
  /// The number of failures in a row after which the other events wait, too, because the receiver is down.
  private static let maximumFailures = 8

  private let webhook: Webhook
  private let delivery: WebhookDelivery
  /// Whether the administrator had the file read again. A receiver that was gone then gets events again.
  private let resumes: Bool
  private let store: WebhookStore
  private let transport = HTTPTransport(connectTimeout: Self.timeout, userAgent: "receipt-tool serve")
  /// The number of this sender as the holder of the lease.
  private let leaseHolder = Int64.random(in: 1...Int64.max)

  init(webhook: Webhook, delivery: WebhookDelivery, resumes: Bool) {
    self.webhook = webhook
    self.delivery = delivery
    self.resumes = resumes
    store = WebhookStore(delivery.ledger, name: webhook.name, webhook.storedContent, url: webhook.endpoint.url)
  }

  /// Delivers until the task is cancelled. Call it only once.
  func run() async {
    var mustResume = resumes
    // The number of passes in a row without any acknowledgement: the receiver is down, and the pauses grow up to a
    // minute.
    var failedPasses = 0
    while !Task.isCancelled {
      let pause: Duration
      do {
        if mustResume {
          try await onLedgerThread { try store.resume() }
          mustResume = false
        }
        if try await takeLease() {
          note(isGone: false)
          let outcome = try await pass()
          failedPasses = outcome == .failed ? min(failedPasses + 1, 6) : 0
          pause =
            switch outcome {
            case .nothing: Self.pollingInterval
            case .progress: .milliseconds(1)
            case .failed: .seconds(1 << failedPasses)
            }
        } else {
          note(isGone: try await onLedgerThread { try store.isGone() })
          pause = .seconds(2)
        }
      } catch is CancellationError {
        break
      } catch {
        report((error as? LedgerError)?.message.description ?? "\(error)")
        pause = .seconds(5)
      }
      try? await Task.sleep(for: pause)
    }
    // Not on a ledger thread, which takes no work of a cancelled task.
    try? store.release(leaseHolder)
    await transport.shutdown()
  }

  private func onLedgerThread<Value: Sendable>(
    _ work: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    try await LedgerThreads.delivering.run(work)
  }

  /// Takes or renews the lease.
  ///
  /// - Returns: `false` if another process has it, or if the receiver is gone.
  private func takeLease() async throws -> Bool {
    try await onLedgerThread { try store.lease(leaseHolder, for: Self.leaseDuration, now: delivery.clock()) }
  }

  /// Reports a fault once, in the log and in the figures.
  private func report(_ fault: String) {
    var isNew = false
    delivery.change(webhook.name) { figure in
      isNew = figure.problem != fault
      figure.problem = fault
    }
    if isNew { delivery.log?(.info, "\(webhook.title): \(fault)") }
  }

  /// Records whether the receiver is gone; any process may have found this out.
  private func note(isGone: Bool) {
    delivery.change(webhook.name) { figure in
      if figure.isGone, !isGone { figure.problem = nil }
      figure.isGone = isGone
    }
    if isGone {
      report("the receiver answered 410: nothing more is sent before its file is read again (SIGHUP)")
    }
  }

  /// Records how many notifications the receiver will never get, and logs the new ones.
  private func note(dropped: Int) {
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

  private enum PassOutcome {
    /// Nothing was due, or another process has taken over.
    case nothing
    /// Something was settled, and more may be due.
    case progress
    /// Nothing was acknowledged, and a try failed.
    case failed
  }

  /// Sends the due messages, and records the results in the ledger.
  private func pass() async throws -> PassOutcome {
    let due = try await onLedgerThread { try store.due(now: delivery.clock()) }
    note(dropped: due.dropped)
    guard !due.messages.isEmpty || !due.held.isEmpty || !due.pruned.isEmpty else { return .nothing }
    if !due.pruned.isEmpty {
      delivery.log?(.info, "\(webhook.title): \(due.pruned.count) events were pruned before they were delivered")
    }
    let leaseRenewal = Task {
      while !Task.isCancelled {
        try? await Task.sleep(for: Self.leaseRenewalInterval)
        _ = try? await takeLease()
      }
    }
    let results = await send(due.messages)
    leaseRenewal.cancel()
    let settlement = Settlement(of: due, results, now: delivery.clock())
    let isRecorded = try await onLedgerThread {
      try store.settle(
        delivered: settlement.delivered, waiting: settlement.waiting, position: settlement.position,
        lease: leaseHolder, isGone: settlement.isGone)
    }
    delivery.change(webhook.name) { figure in
      figure.delivered += settlement.acknowledged
      figure.failed += settlement.failures.count
      if settlement.failures.isEmpty { figure.problem = nil }
    }
    if let fault = settlement.failures.last { report(fault) }
    guard isRecorded else { return .nothing }
    return settlement.acknowledged == 0 && !settlement.failures.isEmpty ? .failed : .progress
  }

  /// The result for one message; a message that was not tried has none.
  private enum Result: Equatable, Sendable {
    case delivered
    /// The receiver does not want this notification, or it was erased meanwhile.
    case unwanted
    /// The reason in a few words.
    case failed(String)
    /// An earlier event of its account failed, so it was not tried.
    case held
    /// 410: the receiver wants no more.
    case gone
  }

  /// What a pass records in the ledger and in the figures.
  private struct Settlement: Sendable {
    /// The messages that are done with: acknowledged, unwanted, or pruned.
    var delivered: [Int64]
    var waiting: [(sequence: Int64, attempts: Int, due: Instant)]
    var position: Int64
    var isGone: Bool
    /// The number of acknowledged messages.
    var acknowledged = 0
    /// The reason of each failed try.
    var failures: [String] = []

    init(of due: WebhookStore.Due, _ results: [Int64: Result], now: Instant) {
      delivered = due.pruned
      // Events that wait for an earlier one of their account had no try, and are due as soon as that one is delivered.
      waiting = due.held.map { (sequence: $0.sequence, attempts: 0, due: now) }
      position = due.position
      isGone = results.values.contains(.gone)
      for sequence in due.messages.map(\.sequence) {
        let isNew = due.attempts[sequence] == nil
        let attempts = due.attempts[sequence] ?? 0
        switch results[sequence] {
        case .delivered:
          delivered.append(sequence)
          acknowledged += 1
        case .unwanted: delivered.append(sequence)
        case .failed(let reason):
          failures.append(reason)
          let nextTry = WebhookStore.nextTry(after: attempts + 1, now: now, chance: Double.random(in: 0...1))
          waiting.append((sequence: sequence, attempts: attempts + 1, due: nextTry))
        case .held: waiting.append((sequence: sequence, attempts: attempts, due: now))
        case .gone, nil:
          // The message stays as it is in the ledger. If it is new, the position does not pass it.
          if isNew { position = min(position, sequence - 1) }
        }
      }
      // A new event behind the position is found again by the next pass, with the events before it.
      waiting.removeAll { due.attempts[$0.sequence] == nil && $0.sequence > position }
    }
  }

  /// Sends messages: different accounts concurrently, and those of one account in order, up to the first failure.
  private func send(_ messages: [DeliveredMessage]) async -> [Int64: Result] {
    let accounts = Dictionary(grouping: messages, by: \.deliveryOrder)
    let failuresInRow = NIOLockedValueBox(0)
    let deadline = ContinuousClock.now + Self.passDuration
    return await withTaskGroup(of: [Int64: Result].self) { group in
      var remaining = accounts.values.sorted { $0[0].sequence < $1[0].sequence }[...]
      var results: [Int64: Result] = [:]
      func startNext() {
        guard let messages = remaining.popFirst() else { return }
        group.addTask { await sendInOrder(messages, until: deadline, failuresInRow) }
      }
      for _ in 0..<Self.concurrentAccounts { startNext() }
      for await found in group {
        results.merge(found) { $1 }
        startNext()
      }
      return results
    }
  }

  /// Sends the messages of one account.
  ///
  /// - Parameter failuresInRow: counts the failures of all accounts since the last acknowledgement.
  private func sendInOrder(
    _ messages: [DeliveredMessage], until deadline: ContinuousClock.Instant, _ failuresInRow: NIOLockedValueBox<Int>
  ) async -> [Int64: Result] {
    var results: [Int64: Result] = [:]
    var hasFailed = false
    for message in messages {
      guard !hasFailed else {
        results[message.sequence] = .held
        continue
      }
      let isDown = failuresInRow.withLockedValue { $0 >= Self.maximumFailures }
      guard !Task.isCancelled, ContinuousClock.now < deadline, !isDown else { break }
      let result = await post(message)
      results[message.sequence] = result
      switch result {
      case .delivered: failuresInRow.withLockedValue { $0 = 0 }
      case .failed:
        hasFailed = true
        failuresInRow.withLockedValue { $0 += 1 }
      case .unwanted, .held: break
      case .gone: return results
      }
    }
    return results
  }

  private func post(_ message: DeliveredMessage) async -> Result {
    do {
      guard let request = try await request(for: message) else { return .unwanted }
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
  private func request(for message: DeliveredMessage) async throws -> RemoteRequest? {
    switch (message, webhook.content) {
    case (.event(let event), .events(let key)):
      var writer = JSONWriter(layout: .compact, reservingCapacity: 256)
      event.write(to: &writer)
      // The line of the event without its line feed.
      var request = unsignedRequest(Array(writer.bytes.dropLast()))
      // A restored ledger assigns numbers again, so the same number with another event must be another message.
      let digest = DigestAlgorithm.sha256.digest(request.body).prefix(8)
      let identifier = "event_\(event.sequence)_\(hexadecimal(digest))"
      let seconds = floorDivide(Int(delivery.clock().milliseconds), by: 1_000).quotient
      request.fields = try Webhook.fields(identifier, at: Int64(seconds), request.body, key: key)
      return request
    case (.notification(let notification), .notifications(let filter)):
      guard filter.takes(notification.name, signedAt: notification.signedAt) else { return nil }
      return try await onLedgerThread { try store.body(of: notification) }.map(unsignedRequest)
    // A receiver wants either events or notifications.
    default: return nil
    }
  }

  private func unsignedRequest(_ body: [UInt8]) -> RemoteRequest {
    RemoteRequest(body: body, to: webhook.endpoint, timeout: Self.timeout, maximumBytes: 1 << 16)
  }
}

extension Webhook {
  fileprivate var storedContent: WebhookStore.Content {
    if case .events = content { .events } else { .notifications }
  }
}
