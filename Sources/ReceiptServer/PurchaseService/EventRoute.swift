import HTTPTypes
import ReceiptKit
import ReceiptLedger

extension PurchaseService {
  /// The interval at which a follower without new events is sent something, so that proxies keep the connection.
  private static let heartbeat: Duration = .seconds(15)
  /// The maximum number of events that are read at once.
  private static let pageSize = 1_000
  /// The longest time for a client to wait for the first event, in seconds.
  private static let longestWait = 600

  /// `GET /v1/events`: the changes, as lines of JSON or as server-sent events.
  var eventRoute: Route {
    Route("/v1/events", [.get], scope: .read, operation: Self.eventsOperation) { [self] call in
      try await reply(to: call)
    }
  }

  private func reply(to call: Call) async throws -> Reply {
    let query = try Query(call.query, Self.eventParameters)
    let isFollowed = call.headers[.accept]?.contains("text/event-stream") ?? false
    let lastSeen = HTTPField.Name("Last-Event-ID").flatMap { call.headers[$0] }
    let since =
      try lastSeen.map { try Self.number($0, "Last-Event-ID", 0...Int64.max, Problem.header) }
      ?? query["since"].map { try Self.number($0, "since", 0...Int64.max) } ?? 0
    let wait = try query["wait"].map { try Self.number($0, "wait", 0...Int64(Self.longestWait)) } ?? 0
    let limit = try query["limit"].map { Int(try Self.number($0, "limit", 1...1_000_000)) } ?? .max
    // The events are read before the answer begins, because its status could not report missing events afterwards.
    let first = try await readEvents(since: since, min(limit, Self.pageSize))
    // Only a waiting client counts as a follower.
    let waits = isFollowed || wait > 0 && first.isEmpty
    let place = waits ? try notifier.enter() : nil
    guard isFollowed else { return lines(first, since, limit, wait: .seconds(wait), call.token, place) }
    return follow(first, since, call.token, place)
  }

  private func readEvents(since: Int64, _ limit: Int) async throws -> [LedgerEvent] {
    try await LedgerThreads.reading.run(reportingTo: settings.log) { [self] in
      try service.reading.events(since: since, limit: limit)
    }
  }

  /// Waits for events after a number. Returns no events if the waiting time is over.
  private func awaitEvents(after last: Int64, _ limit: Int, until deadline: ContinuousClock.Instant) async throws
    -> [LedgerEvent]
  {
    while true {
      try await notifier.wait(after: last, until: deadline)
      let events = try await readEvents(since: last, limit)
      if !events.isEmpty || connections.isDraining || ContinuousClock.now >= deadline { return events }
    }
  }

  private func lines(
    _ first: [LedgerEvent], _ since: Int64, _ limit: Int, wait: Duration, _ token: String?,
    _ place: EventNotifier.Place?
  ) -> Reply {
    let deadline = ContinuousClock.now + wait
    return Reply(
      type: "application/x-ndjson",
      .stream { [self] send in
        var page = first
        if page.isEmpty, place != nil {
          page = try await awaitEvents(after: since, min(limit, Self.pageSize), until: deadline)
        }
        // The token may have been revoked while the client waited.
        guard access?.allows(token, .read) ?? true else { return }
        var left = limit
        while let last = page.last?.sequence {
          var writer = JSONWriter(layout: .compact, reservingCapacity: page.count * 256)
          for event in page { event.write(to: &writer) }
          try await send(writer.bytes)
          left -= page.count
          guard left > 0 else { return }
          page = try await readEvents(since: last, min(left, Self.pageSize))
        }
      })
  }

  private func follow(
    _ first: [LedgerEvent], _ since: Int64, _ token: String?, _ place: EventNotifier.Place?
  ) -> Reply {
    Reply(
      type: "text/event-stream",
      .stream { [self] send in
        defer { withExtendedLifetime(place) {} }
        var page = first
        var last = since
        // This is sent immediately, so that the client knows that it is connected.
        try await send(Array(": since \(since)\n\n".utf8))
        // A client whose token was revoked gets no more events.
        while !connections.isDraining, access?.allows(token, .read) ?? true {
          if !page.isEmpty { try await send(page.flatMap(Self.message)) }
          last = page.last?.sequence ?? last
          page = try await awaitEvents(after: last, Self.pageSize, until: .now + Self.heartbeat)
          if page.isEmpty { try await send(Array(":\n\n".utf8)) }
        }
      })
  }

  /// One server-sent event (WHATWG HTML, 9.2). The document is one line.
  private static func message(_ event: LedgerEvent) -> [UInt8] {
    var writer = JSONWriter(layout: .compact, reservingCapacity: 256)
    event.write(to: &writer)
    return Array("id: \(event.sequence)\nevent: \(event.name)\ndata: ".utf8) + writer.bytes + [0x0A]
  }

  private static func number(
    _ text: String, _ name: String, _ range: ClosedRange<Int64>,
    _ problem: (String) -> Problem = { Problem.parameter($0) }
  ) throws -> Int64 {
    let isPlain = !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    guard isPlain, let number = Int64(text), range.contains(number) else {
      throw problem("\(name) is not a number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  private static let eventParameters = [
    QueryParameter(
      "since", "The number of the last event that is known already; 0 is all.", example: "41",
      kind: .pattern("^[0-9]+$")),
    QueryParameter(
      "wait", "How many seconds to wait for the first event, if there is none yet.", example: "1",
      kind: .pattern("^[0-9]{1,3}$")),
    QueryParameter("limit", "The most events to send.", example: "1000", kind: .pattern("^[0-9]{1,7}$")),
  ]

  private static let eventsOperation = Operation(
    "events", "What changed, in order",
    """
    One event a line. Every change has a number; numbers never repeat and never skip, so that a client that remembers \
    the last number sees each change exactly once. With Accept: text/event-stream the answer goes on with what is new \
    (server-sent events), and Last-Event-ID takes the place of since.
    """,
    parameters: eventParameters,
    headers: [
      Operation.Header(
        name: "Last-Event-ID", description: "In place of since: the number of the last event that a client got.",
        example: "41", pattern: "^[0-9]+$")
    ],
    answers: [
      Operation.Answer(
        code: "200", description: "The events", content: [("application/x-ndjson", nil), ("text/event-stream", nil)]),
      .problem("410", "Events after that number were pruned, or there never was one with it"),
      .problem("503", "Too many clients follow the events of this instance already"),
    ])
}
