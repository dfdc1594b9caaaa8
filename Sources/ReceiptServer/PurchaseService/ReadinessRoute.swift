import HTTPTypes
import NIOConcurrencyHelpers
import ReceiptKit
import ReceiptLedger

extension PurchaseService {
  /// What is known of the ledger and of the deliveries to each receiver.
  typealias Readiness = (ledger: LedgerCondition, webhooks: [Receiver], forwards: [Receiver])
  typealias Receiver = (name: String, figure: WebhookDelivery.Figure, condition: WebhookStore.Condition?)

  static func readiness(
    _ service: ServiceSettings, _ webhooks: WebhookDelivery?, _ forwards: WebhookDelivery?, log: ServerLog?
  ) -> SharedAnswer<Readiness> {
    // The ledger that is tried, which is opened at the first question. If that fails, the next question opens it.
    let triedLedger = NIOLockedValueBox<Ledger?>(nil)
    return SharedAnswer {
      let figures = webhooks?.sortedFigures ?? []
      let forwarding = forwards?.sortedFigures ?? []
      return try await LedgerThreads.trying.run(reportingTo: log) {
        let ledger = service.reading
        let tried = try triedLedger.withLockedValue { known in
          let opened = try known ?? service.ledger.forTrying()
          known = opened
          return opened
        }
        try tried.refuseUnwritable()
        return (
          try ledger.condition(),
          try figures.map { ($0.name, $0.figure, try WebhookStore(ledger, name: $0.name).condition()) },
          try forwarding.map {
            ($0.name, $0.figure, try WebhookStore(ledger, name: $0.name, .notifications).condition())
          }
        )
      }
    }
  }

  /// `GET /readyz`: whether requests that need the ledger can be answered now.
  var readinessRoute: Route {
    Route("/readyz", [.get], isOpen: true, operation: Self.readinessOperation) { [readiness, settings] call in
      _ = try Query(call.query, [])
      let now = settings.clock()
      let found = try await readiness.get()
      return Self.reply(call.token == nil ? nil : found, now)
    }
  }

  /// - Parameter found: further facts about a ledger that can be read; `nil` if the answer must not show them.
  private static func reply(_ found: Readiness?, _ now: Instant) -> Reply {
    return .object { writer in
      writer.member("ready", true)
      guard let found else { return }
      writer.member("last_event", Int(found.ledger.lastEvent))
      writer.member("oldest_pending_seconds", found.ledger.oldestPending.map { seconds(from: $0, to: now) })
      writer.member("last_notification_seconds", found.ledger.lastNotification.map { seconds(from: $0, to: now) })
      if !found.webhooks.isEmpty {
        writer.objects("webhooks", found.webhooks) { writer, webhook in
          writer.member("name", webhook.name)
          writer.member("position", webhook.condition.map { Int($0.position) })
          write(webhook, to: &writer, now)
        }
      }
      if !found.forwards.isEmpty {
        writer.objects("forwards", found.forwards) { writer, forward in
          writer.member("name", forward.name)
          write(forward, to: &writer, now)
          writer.member("dropped", forward.condition?.dropped)
        }
      }
    }
  }

  private static func write(_ receiver: Receiver, to writer: inout JSONWriter, _ now: Instant) {
    writer.member("waiting", receiver.condition?.waiting)
    writer.member("oldest_seconds", receiver.condition?.oldest.map { seconds(from: $0, to: now) })
    writer.member("failing", receiver.figure.problem != nil)
    writer.member("gone", receiver.figure.isGone)
  }

  private static func seconds(from moment: Instant, to now: Instant) -> Int {
    Int(max(0, now.milliseconds - moment.milliseconds) / 1_000)
  }

  private static let readinessOperation = Operation(
    "ready", "Whether the ledger can be read and written",
    """
    No token is asked for; the ledger is tried once a second, with a commit that changes nothing. With a token the \
    answer also has the number of the last event, how long the oldest order has been waiting for Apple, and how long \
    ago the last notification of version 2 came; null without one. Of each webhook it says how far it is, how many \
    events wait for another try, how old the oldest is that was not delivered, whether the last try failed (the log \
    says why), and whether it is gone: after 410 nothing is sent until the webhooks are read again. Of each \
    receiver of Apple's notifications it says the same, with how many wait, and how many were dropped because too many \
    did.
    """,
    answers: [
      .json("It can"),
      .problem("503", "It cannot"),
    ])
}
