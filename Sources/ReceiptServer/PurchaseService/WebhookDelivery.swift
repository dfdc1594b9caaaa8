import NIOConcurrencyHelpers
import ReceiptKit
import ReceiptLedger

/// Delivers events to the webhooks of `--webhook-file`, or Apple's notifications to the receivers of `--forward-file`.
/// ``replace(_:)`` changes the list after the file was read again.
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
  private let (webhookLists, continuation) = AsyncStream.makeStream(
    of: [Webhook].self, bufferingPolicy: .bufferingNewest(1))

  init(
    _ webhooks: [Webhook], _ ledger: Ledger, clock: @escaping @Sendable () -> Instant, log: ServerLog?
  ) {
    self.ledger = ledger
    self.clock = clock
    self.log = log
    figures = NIOLockedValueBox(Dictionary(uniqueKeysWithValues: webhooks.map { ($0.name, Figure()) }))
    continuation.yield(webhooks)
  }

  /// Delivers to these webhooks from now on. A pass in progress is broken off, and nothing of it is recorded: what its
  /// receivers acknowledged is sent again. A webhook with the same name continues after the last recorded event, even
  /// if its receiver had answered 410.
  func replace(_ webhooks: [Webhook]) { continuation.yield(webhooks) }

  /// Delivers until the task is cancelled. Call it only once.
  func run() async {
    var current: Task<Void, Never>?
    // Receivers that answered 410 get events again only after the file was read again.
    var isReread = false
    for await webhooks in webhookLists {
      current?.cancel()
      await current?.value
      keepFigures(of: webhooks.map(\.name))
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

  /// Removes the figures of all webhooks except these. New ones begin with empty figures.
  private func keepFigures(of names: [String]) {
    figures.withLockedValue { figures in
      figures = Dictionary(uniqueKeysWithValues: names.map { ($0, figures[$0] ?? Figure()) })
    }
  }

  /// The figures by name, sorted.
  var sortedFigures: [(name: String, figure: Figure)] {
    figures.withLockedValue { $0 }.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }
}
