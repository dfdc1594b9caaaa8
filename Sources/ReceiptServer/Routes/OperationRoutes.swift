import HTTPTypes

/// What those who run the server ask for.
struct OperationRoutes: Sendable {
  let metrics: Metrics
  let connections: Connections

  var all: [Route] {
    [
      Route("/healthz", [.get], isOpen: true) { _ in
        Reply(type: "text/plain; charset=utf-8", .bytes(Array("ok\n".utf8)))
      },
      Route("/metrics", [.get]) { _ in
        let text = metrics.text(connections: connections.count)
        return Reply(type: "text/plain; version=0.0.4; charset=utf-8", .bytes(Array(text.utf8)))
      },
    ]
  }
}
