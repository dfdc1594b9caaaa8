import NIOConcurrencyHelpers
import ReceiptKit
import ReceiptLedger

/// The purchase service: a ledger over HTTP. The other files of this folder have its routes.
final class PurchaseService: Sendable {
  /// The settings of the purchase service.
  let service: ServiceSettings
  /// The settings of the whole server.
  let settings: ServerSettings
  let reader: BodyReader
  /// The reader for routes that require no token.
  let openReader: BodyReader
  let connections: Connections
  let access: AccessControl?
  let notifier: EventNotifier
  let notificationCounts = NIOLockedValueBox<[NotificationResult: Int]>([:])
  /// The webhooks and the state of their deliveries; `nil` without webhooks.
  let webhooks: WebhookDelivery?
  /// The same for the receivers of Apple's notifications.
  let forwards: WebhookDelivery?
  let workers: WorkerPool
  let writer: PurchaseWriter
  let prover: NotificationProver
  let readiness: SharedAnswer<Readiness>
  /// The waiting questions about entitlements, with the maximum number of questions per query.
  let questions = Batcher<WaitingQuestion>(atMost: 64, on: .reading)
  /// Limits how many questions Apple is asked at the same time. Further ones are refused.
  let lookups = ConcurrencyLimit(working: 4, waiting: 0)

  init(
    _ service: ServiceSettings, _ settings: ServerSettings, _ reader: BodyReader, _ openReader: BodyReader,
    _ connections: Connections, _ access: AccessControl?
  ) {
    self.service = service
    self.settings = settings
    self.reader = reader
    self.openReader = openReader
    self.connections = connections
    self.access = access
    notifier = EventNotifier(service.reading, connections, log: settings.log)
    func delivery(_ receivers: [Webhook]) -> WebhookDelivery {
      WebhookDelivery(receivers, service.ledger, clock: settings.clock, log: settings.log)
    }
    webhooks = service.webhooks.map(delivery)
    forwards = service.forwards.map(delivery)
    workers = WorkerPool(service.decoder)
    writer = PurchaseWriter(service, settings, onRecorded: notifier.wake)
    prover = NotificationProver(service.decoder)
    readiness = Self.readiness(service, webhooks, forwards, log: settings.log)
  }

  /// The routes; those with the same path are adjacent.
  var routes: [Route] {
    [purchaseRoute, notificationRoute] + (accountRoutes + accountChanges).sorted { $0.path < $1.path }
      + [eventRoute, readinessRoute] + supportRoutes
  }
}
