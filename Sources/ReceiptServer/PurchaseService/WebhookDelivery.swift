import ReceiptKit
import ReceiptLedger

/// Delivers to all webhooks of the file. After another file was read, delivers to the webhooks of that file.
final class WebhookDelivery: Sendable {
  private let ledger: Ledger
  private let figures: WebhookFigures
  private let clock: @Sendable () -> Instant
  private let log: ServerLog?
  private let (files, continuation) = AsyncStream.makeStream(of: Webhooks.self, bufferingPolicy: .bufferingNewest(1))

  init(
    _ webhooks: Webhooks, _ ledger: Ledger, _ figures: WebhookFigures, clock: @escaping @Sendable () -> Instant,
    log: ServerLog?
  ) {
    (self.ledger, self.figures, self.clock, self.log) = (ledger, figures, clock, log)
    continuation.yield(webhooks)
  }

  /// Delivers to these webhooks from now on. Deliveries in progress are finished first. A webhook with the same name
  /// continues after the last event that its receiver acknowledged, even if the receiver had answered 410.
  func replace(_ webhooks: Webhooks) { continuation.yield(webhooks) }

  /// Delivers until the task is cancelled. Call it only once.
  func run() async {
    var current: Task<Void, Never>?
    var isReread = false
    for await webhooks in files {
      current?.cancel()
      await current?.value
      figures.keep(webhooks.all.map(\.name))
      current = Task { [isReread] in await deliver(webhooks.all, resumes: isReread) }
      isReread = true
    }
    current?.cancel()
    await current?.value
  }

  private func deliver(_ webhooks: [Webhook], resumes: Bool) async {
    await withTaskGroup(of: Void.self) { group in
      for webhook in webhooks {
        let sender = WebhookSender(
          webhook: webhook, ledger: ledger, figures: figures, clock: clock, log: log, resumes: resumes)
        group.addTask { await sender.run() }
      }
    }
  }
}
