import HTTPTypes
import ReceiptKit
import ReceiptLedger

/// `GET /readyz`: whether requests that need the ledger can be answered now.
struct ReadinessRoute: Sendable {
  private let service: ServiceSettings
  private let settings: ServerSettings
  private let figures: WebhookFigures

  init(_ service: ServiceSettings, _ settings: ServerSettings, _ figures: WebhookFigures) {
    (self.service, self.settings, self.figures) = (service, settings, figures)
  }

  var route: Route {
    Route("/readyz", [.get], isOpen: true, operation: Self.operation) { call in
      _ = try Query(call.query, [])
      let now = settings.clock()
      let problems = figures.all
      let (condition, webhooks) = try await LedgerThreads.run(settings.log) { [ledger = service.reading] in
        (try ledger.condition(), try problems.map { ($0, try WebhookStore(ledger, name: $0.name).condition()) })
      }
      var writer = JSONWriter(layout: .compact)
      writer.object { writer in
        writer.member("ready", true)
        writer.member("last_event", Int(condition.lastEvent))
        writer.member("oldest_pending_seconds", condition.oldestPending.map { Self.seconds(from: $0, to: now) })
        writer.member("last_notification_seconds", condition.lastNotification.map { Self.seconds(from: $0, to: now) })
        guard !webhooks.isEmpty else { return }
        writer.objects("webhooks", webhooks) { writer, webhook in
          let ((name, figure), condition) = webhook
          writer.member("name", name)
          writer.member("position", condition.map { Int($0.position) })
          writer.member("waiting", condition?.waiting)
          writer.member("oldest_seconds", condition?.oldest.map { Self.seconds(from: $0, to: now) })
          writer.member("failing", figure.problem != nil)
        }
      }
      writer.endLine()
      return .json(writer)
    }
  }

  private static func seconds(from moment: Instant, to now: Instant) -> Int {
    Int(max(0, now.milliseconds - moment.milliseconds) / 1_000)
  }

  private static let operation = Operation(
    "ready", "Whether the ledger can be read",
    "No token is asked for. The answer has the number of the last event, how long the oldest order has been "
      + "waiting for Apple, and how long ago the last notification of version 2 came; null without one. Of each webhook it says how far it is, how many "
      + "events wait for another try, how old the oldest is that was not delivered, and whether the last try failed; the log says why.",
    answers: [
      Operation.Answer(code: "200", description: "It can", content: [("application/json", "any")]),
      Operation.Answer(code: "503", description: "It cannot", content: Operation.problem),
    ])
}
