import HTTPTypes

extension Metrics {
  /// Routes for operators of the server.
  ///
  /// - Parameter service: the purchase service, if there is one.
  func routes(_ connections: Connections, _ service: PurchaseService?) -> [Route] {
    [
      Route("/healthz", [.get], isOpen: true, operation: Self.healthOperation) { _ in Self.ok },
      Route("/metrics", [.get], operation: Self.metricsOperation) { _ in
        let text = self.text(connections: connections.count, service)
        return Reply(type: Self.prometheus, .bytes(Array(text.utf8)))
      },
    ]
  }

  private static let ok = Reply(type: "text/plain; charset=utf-8", .bytes(Array("ok\n".utf8)))
  private static let prometheus = "text/plain; version=0.0.4; charset=utf-8"

  private static let healthOperation = Operation(
    "health", "Whether the server answers", "No token is asked for.",
    answers: [.text("It does")])

  private static let metricsOperation = Operation(
    "metrics", "Figures about requests", "In the text format of Prometheus.",
    answers: [.text("The figures")])
}
