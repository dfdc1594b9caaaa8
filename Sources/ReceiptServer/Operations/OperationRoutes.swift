import HTTPTypes

/// Routes for operators of the server.
struct OperationRoutes: Sendable {
  let metrics: Metrics
  let connections: Connections
  /// The notification counts of the purchase service; `nil` without one.
  let notifications: NotificationCounts?
  let webhooks: WebhookFigures
  let notifier: EventNotifier?

  var all: [Route] {
    [
      Route("/healthz", [.get], isOpen: true, operation: Self.health, begin: { _ in .now(Self.ok) }),
      Route("/metrics", [.get], operation: Self.figures) { _ in
        let text = metrics.text(
          connections: connections.count, notifications: notifications?.all, webhooks: webhooks.all,
          followers: notifier?.figures)
        return Reply(type: Self.prometheus, .bytes(Array(text.utf8)))
      },
    ]
  }

  /// The route that describes all others and itself.
  static func description(of routes: [Route], version: String, needsToken: Bool) -> Route {
    let operation = Operation(
      "openapi", "This document", "OpenAPI 3.1",
      answers: [Operation.Answer(code: "200", description: "This document", content: [("application/json", "any")])])
    let itself = Route("/openapi.json", [.get], operation: operation) { _ in Reply(type: nil, .bytes([])) }
    let text = OpenAPIDocument.text(routes: routes + [itself], version: version, needsToken: needsToken)
    return Route(itself.path, itself.methods, operation: operation) { _ in Reply(type: "application/json", .bytes(text))
    }
  }

  private static let ok = Reply(type: "text/plain; charset=utf-8", .bytes(Array("ok\n".utf8)))
  private static let prometheus = "text/plain; version=0.0.4; charset=utf-8"

  private static let health = Operation(
    "health", "Whether the server answers", "No token is asked for.",
    answers: [Operation.Answer(code: "200", description: "It does", content: [("text/plain", nil)])])

  private static let figures = Operation(
    "metrics", "Figures about requests", "In the text format of Prometheus.",
    answers: [Operation.Answer(code: "200", description: "The figures", content: [("text/plain", nil)])])
}
