import NIOConcurrencyHelpers
import ReceiptKit
import ReceiptLedger

/// Delivers to all receivers of one file. After another file was read, delivers to the webhooks of that file.
final class WebhookDelivery: Sendable {
  /// The figures about a webhook in `/metrics` and `/readyz`.
  struct Figure: Sendable {
    var delivered = 0
    var failed = 0
    /// The number of notifications that the receiver will never get, as of the last pass.
    var dropped = 0
    /// Whether the receiver answered 410 and gets no more events.
    var isGone = false
    /// The latest fault; `nil` without one.
    var problem: String?
  }

  let ledger: Ledger
  let clock: @Sendable () -> Instant
  let log: ServerLog?
  private let figures: NIOLockedValueBox<[String: Figure]>
  private let (files, continuation) = AsyncStream.makeStream(of: [Webhook].self, bufferingPolicy: .bufferingNewest(1))

  init(
    _ webhooks: [Webhook], _ ledger: Ledger, clock: @escaping @Sendable () -> Instant, log: ServerLog?
  ) {
    (self.ledger, self.clock, self.log) = (ledger, clock, log)
    figures = NIOLockedValueBox(Dictionary(uniqueKeysWithValues: webhooks.map { ($0.name, Figure()) }))
    continuation.yield(webhooks)
  }

  /// Delivers to these webhooks from now on. Deliveries in progress are finished first. A webhook with the same name
  /// continues after the last event that its receiver acknowledged, even if the receiver had answered 410.
  func replace(_ webhooks: [Webhook]) { continuation.yield(webhooks) }

  /// Delivers until the task is cancelled. Call it only once.
  func run() async {
    var current: Task<Void, Never>?
    var isReread = false
    for await webhooks in files {
      current?.cancel()
      await current?.value
      keep(webhooks.map(\.name))
      current = Task { [isReread] in await deliver(webhooks, resumes: isReread) }
      isReread = true
    }
    current?.cancel()
    await current?.value
  }

  private func deliver(_ webhooks: [Webhook], resumes: Bool) async {
    await withTaskGroup(of: Void.self) { group in
      for webhook in webhooks {
        let sender = WebhookSender(webhook: webhook, delivery: self, resumes: resumes)
        group.addTask { await sender.run() }
      }
    }
  }

  /// Changes the figures of a webhook.
  func change(_ name: String, _ change: (inout Figure) -> Void) {
    figures.withLockedValue { change(&$0[name, default: Figure()]) }
  }

  /// Removes all webhooks except these, and adds these if they are missing.
  private func keep(_ names: [String]) {
    figures.withLockedValue { figures in
      figures = Dictionary(uniqueKeysWithValues: names.map { ($0, figures[$0] ?? Figure()) })
    }
  }

  /// The figures by name, sorted.
  var all: [(name: String, figure: Figure)] {
    figures.withLockedValue { $0 }.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }
}
