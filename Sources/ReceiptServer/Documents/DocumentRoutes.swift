import HTTPTypes
import NIOCore
import ReceiptKit

/// The JSON of the commands: `POST /v1/decode` and its like.
struct DocumentRoutes: Sendable {
  private let settings: ServerSettings
  private let reader: BodyReader
  private let workers: WorkerPool

  /// How much of an answer is put together before it is sent.
  private static let pieceSize = 1 << 16

  init(_ settings: ServerSettings, _ reader: BodyReader) {
    self.settings = settings
    self.reader = reader
    workers = WorkerPool(settings.decoder)
  }

  var all: [Route] {
    DocumentKind.all.map { kind in
      Route("/v1/\(kind.name)", [.post], operation: Self.operation(kind)) { try await answer($0, kind) }
    }
  }

  private static func operation(_ kind: DocumentKind) -> Operation {
    Operation(
      kind.name, kind.summary,
      "The body is one input in any form that receipt-tool \(kind.name) takes, and the answer its document; source is \"-\". As "
        + "application/x-ndjson the body is one input a line and the answer one document a line, in the same order and as soon as "
        + "each is read; source is \"line N\", and an input that cannot be read gives a document with an error.",
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

  private func answer(_ call: Call, _ kind: DocumentKind) async throws -> Reply {
    let preparation = try kind.prepare(try Query(call.query, kind.parameters), settings)
    guard !call.isLines else { return lines(call, kind, preparation) }
    return try await reader.withBody(of: call, limit: settings.limits.input) { body in
      var writer = JSONWriter(layout: .compact)
      do {
        try workers.withWorker(judgingAt: preparation.decoder.judgingTime) {
          try preparation.write(body, "-", $0, &writer)
        }
      } catch let error as ReceiptError {
        throw Problem(error)
      }
      return .json(writer)
    }
  }

  /// One document a line, each as soon as its input has been read. The next input is not read before the client has taken it.
  private func lines(_ call: Call, _ kind: DocumentKind, _ preparation: DocumentKind.Preparation) -> Reply {
    let limit = settings.limits.input
    let budget = reader.budget
    return Reply(
      type: "application/x-ndjson",
      .stream { send in
        let worker = ReceiptWorker(preparation.decoder)
        var splitter = LineSplitter(limit: limit)
        var output = ByteBuffer()
        var reserved = 0
        defer { budget.release(reserved) }
        func add(_ line: LineSplitter.Line) {
          output.writeBytes(Self.document(line, limit, kind, preparation.write, worker))
        }
        for try await piece in call.pieces {
          var rest = piece
          // A piece can hold many lines, and each line can make a document that is much larger.
          while let part = rest.readSlice(length: min(rest.readableBytes, 4_096)), part.readableBytes > 0 {
            splitter.take(part, add)
            if output.readableBytes >= Self.pieceSize {
              try await send(output)
              output = ByteBuffer()
            }
          }
          // The answer has begun: where memory is short, all that is left is to break it off.
          guard budget.reserve(splitter.heldCount - reserved) else { throw Problem.busy }
          reserved = splitter.heldCount
          if output.readableBytes > 0 {
            try await send(output)
            output = ByteBuffer()
          }
        }
        if let last = splitter.finish() { add(last) }
        if output.readableBytes > 0 { try await send(output) }
      })
  }

  private static func document(
    _ line: LineSplitter.Line, _ limit: Int, _ kind: DocumentKind, _ write: DocumentKind.Writing,
    _ worker: ReceiptWorker
  ) -> [UInt8] {
    let source = "line \(line.number)"
    var writer = JSONWriter(layout: .compact)
    do throws(ReceiptError) {
      guard let bytes = line.bytes else {
        throw ReceiptError(.inputTooLarge, "a line of more than \(limit) bytes", offset: limit)
      }
      try write(bytes, source, worker, &writer)
    } catch {
      writer = JSONWriter(layout: .compact)
      // What the command would have exited with.
      ErrorDocument.write(
        error, schema: kind.schema, source: source, exitCode: error.code == .defect ? 70 : 65, to: &writer)
    }
    return writer.bytes
  }
}
