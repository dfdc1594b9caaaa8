import HTTPTypes
import ReceiptKit

/// The JSON of the commands: `POST /v1/decode` and similar routes.
struct DocumentRoutes: Sendable {
  let settings: ServerSettings
  let reader: BodyReader
  private let workers: WorkerPool

  init(_ settings: ServerSettings, _ reader: BodyReader, _ workers: WorkerPool) {
    self.settings = settings
    self.reader = reader
    self.workers = workers
  }

  var all: [Route] {
    let single = DocumentKind.all.map { kind in
      Route("/v1/\(kind.name)", [.post], operation: Self.operation(kind), begin: { try answering($0, kind) })
    }
    return single + comparisons
  }

  private static func operation(_ kind: DocumentKind) -> Operation {
    Operation(
      kind.name, kind.summary,
      """
      The body is one input in any form that receipt-tool \(kind.name) takes, and the answer its document; source is \
      \"-\". As application/x-ndjson the body is one input a line and the answer one document a line, in the same \
      order and as soon as each is read; source is \"line N\", and an input that cannot be read gives a document with \
      an error
      """
        + (kind.undone == nil ? "." : ", and so does a body without any line."),
      parameters: kind.parameters,
      body: [
        ("text/plain", nil), ("application/octet-stream", nil), ("application/json", nil),
        ("application/x-ndjson", nil),
      ],
      answers: [
        Operation.Answer(
          code: "200", description: kind.summary,
          content: [("application/json", kind.name), ("application/x-ndjson", nil)])
      ])
  }

  private func answering(_ call: Call, _ kind: DocumentKind) throws -> Route.Answering {
    let preparation = try kind.prepare(try Query(call.query, kind.parameters), settings)
    if let together = preparation.together {
      guard !call.isLines else {
        throw Problem.parameter("together is for one body with all inputs, and not for lines")
      }
      return .now { [reader, settings] in
        try await reader.answer(call, limit: settings.limits.input) { .json(try together($0)) }
      }
    }
    guard !call.isLines else { return .now { replyByLine(call, kind, preparation) } }
    let body = WholeBody(reader: reader, limit: settings.limits.input) { [workers] body in
      var writer = JSONWriter(layout: .compact)
      do {
        try workers.withWorker(judgingAt: preparation.decoder.judgingTime) {
          _ = try preparation.renderer($0).write(body, head: DocumentHead(source: "-"), to: &writer)
        }
      } catch let error as ReceiptError {
        throw Problem(error)
      }
      return .json(writer)
    }
    return kind.isSlow ? .now { try await body.answer(call) } : .whenRead(body)
  }

  /// Sends one document per line, as soon as its input has been read. The next input is not read before the client has
  /// accepted it.
  private func replyByLine(_ call: Call, _ kind: DocumentKind, _ preparation: DocumentKind.Preparation) -> Reply {
    let limit = settings.limits.input
    let budget = reader.budget
    return Reply(
      type: "application/x-ndjson",
      .stream { send in
        let lines = LineDocuments(preparation, limit: limit)
        let share = MemoryShare(budget)
        func sendNow(_ documents: [UInt8], held: Int) async throws {
          // The answer has begun. If memory is short, the only option is to abort it.
          guard share.resize(to: held + documents.count) else { throw Problem.busy }
          if !documents.isEmpty { try await send(documents) }
        }
        while let piece = try await call.pieces.next() {
          lines.add(piece)
          var isMore = true
          while isMore {
            let made = try await WorkerThreads.run { lines.next() }
            isMore = made.isMore
            try await sendNow(made.documents, held: lines.heldCount)
          }
          _ = share.resize(to: lines.heldCount)
        }
        try await sendNow(try await WorkerThreads.run { lines.last() }, held: 0)
        // If there is no line, no line has failed. The answer must not look like a good verdict.
        if let undone = kind.undone, !lines.hasLines { try await sendNow(lines.errorWithoutLines(undone), held: 0) }
      })
  }
}
