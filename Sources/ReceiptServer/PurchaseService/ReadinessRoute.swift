import HTTPTypes
import NIOConcurrencyHelpers
import ReceiptKit
import ReceiptLedger

extension PurchaseService {
  /// What is known of the ledger and of the deliveries to each webhook.
  typealias Readiness = (
    ledger: LedgerCondition,
    webhooks: [(name: String, figure: WebhookDelivery.Figure, condition: WebhookStore.Condition?)]
  )

  static func readiness(
    _ service: ServiceSettings, _ webhooks: WebhookDelivery?, log: ServerLog?
  ) -> SharedAnswer<Readiness> {
    // A failure to open is the answer, which is asked for again.
    let trying = NIOLockedValueBox<Ledger?>(nil)
    return SharedAnswer {
      let figures = webhooks?.all ?? []
      return try await LedgerThreads.trying.run(reportingTo: log) {
        let ledger = service.reading
        let own = try trying.withLockedValue { own in
          let opened = try own ?? service.ledger.forTrying()
          own = opened
          return opened
        }
        try own.refuseUnwritable()
        return (
          try ledger.condition(),
          try figures.map { ($0.name, $0.figure, try WebhookStore(ledger, name: $0.name).condition()) }
        )
      }
    }
  }

  /// `GET /readyz`: whether requests that need the ledger can be answered now.
  var readinessRoute: Route {
    Route(
      "/readyz", [.get], isOpen: true, operation: Self.readinessOperation,
      begin: { [readiness, settings] call in
        _ = try Query(call.query, [])
        let now = settings.clock()
        let showsToken = call.token != nil
        return .called { finish in
          readiness.get { result in finish(result.map { Self.reply(showsToken ? $0 : nil, now) }) }
        }
      })
  }

  /// - Parameter found: further facts about a ledger that can be read; `nil` if the answer must not show them.
  private static func reply(_ found: Readiness?, _ now: Instant) -> Reply {
    return .object { writer in
      writer.member("ready", true)
      guard let found else { return }
      writer.member("last_event", Int(found.ledger.lastEvent))
      writer.member("oldest_pending_seconds", found.ledger.oldestPending.map { seconds(from: $0, to: now) })
      writer.member("last_notification_seconds", found.ledger.lastNotification.map { seconds(from: $0, to: now) })
      guard !found.webhooks.isEmpty else { return }
      writer.objects("webhooks", found.webhooks) { writer, webhook in
        writer.member("name", webhook.name)
        writer.member("position", webhook.condition.map { Int($0.position) })
        writer.member("waiting", webhook.condition?.waiting)
        writer.member("oldest_seconds", webhook.condition?.oldest.map { seconds(from: $0, to: now) })
        writer.member("failing", webhook.figure.problem != nil)
        writer.member("gone", webhook.figure.isGone)
      }
    }
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
    says why), and whether it is gone: after 410 nothing is sent until the webhooks are read again.
    """,
    answers: [
      .json("It can"),
      .problem("503", "It cannot"),
    ])
}
