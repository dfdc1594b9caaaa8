import HTTPTypes
import HummingbirdCore
import NIOCore
import NIOHTTP1
import ReceiptKit

/// Answers one request after another: finds the route, lets it answer, sends that, and notes what happened.
struct Responder: Sendable {
  private let routes: [String: Route]
  private let paths: [String]
  private let gatekeeper: Gatekeeper
  private let metrics: Metrics
  private let log: (@Sendable (String) -> Void)?
  private let date: DateHeader
  private let largestBody: Int

  init(_ routes: [Route], settings: ServerSettings, metrics: Metrics) {
    self.routes = Dictionary(routes.map { ($0.path, $0) }) { first, _ in first }
    paths = routes.map(\.path)
    gatekeeper = Gatekeeper(address: settings.address, token: settings.token)
    self.metrics = metrics
    log = settings.log
    date = DateHeader(clock: settings.clock)
    largestBody = max(settings.limits.input, ServerLimits.appleBody)
  }

  /// The connection is closed without an answer, or in the middle of one.
  private struct Dropped: Error {}

  func respond(_ request: Request, _ writer: consuming ResponseWriter, _ channel: any Channel) async throws {
    let began = ContinuousClock.now
    metrics.began()
    let call = Call(request)
    let route = routes[call.path]
    var record = Record(route: route?.path ?? "other", method: Self.name(of: call.method))
    defer { note(record, call.received.value, ContinuousClock.now - began) }

    // What is announced as too large is refused without being sent.
    if call.headers[.expect]?.lowercased() == "100-continue", call.isLines || (call.announcedLength ?? 0) <= largestBody
    {
      try await writer.writeInformationalHead(HTTPResponse(status: .continue))
    }
    var reply: Reply
    do {
      reply = try await self.reply(to: call, route)
    } catch let error as HTTPParserError {
      // Answered by `explain`, because Hummingbird hears of it, too.
      record.code = Problem.malformed(error).status.code
      throw error
    }
    guard !reply.isDropped else { throw Dropped() }
    record.code = reply.status.code
    record.appleStatus = reply.appleStatus
    reply.fields[.date] = date.value
    record.isBrokenOff = true
    switch reply.body {
    case .bytes(let bytes):
      reply.fields[.contentLength] = String(bytes.count)
      let sent = call.method == .head ? [] : bytes
      record.sent = sent.count
      try await writer.write(
        response: HTTPResponse(status: reply.status, headerFields: reply.fields),
        body: ResponseBody(byteBuffer: ByteBuffer(bytes: sent)))
    case .stream(let write):
      var body: any ResponseBodyWriter = try await writer.writeHead(
        HTTPResponse(status: reply.status, headerFields: reply.fields))
      do {
        try await write { piece in
          record.sent += piece.readableBytes
          try await body.write(piece)
        }
      } catch is HTTPParserError {
        // Hummingbird would write a second head for it.
        throw Dropped()
      }
      try await body.finish(nil)
    }
    record.isBrokenOff = false
  }

  /// Throws nothing but the HTTP parser's errors, for which Hummingbird answers 400.
  private func reply(to call: Call, _ route: Route?) async throws -> Reply {
    do {
      try gatekeeper.admit(call, isOpen: route?.isOpen ?? false)
      guard let route else { throw Problem.notFound(paths) }
      guard route.isApple || route.allowed.contains(call.method) else { throw Problem.method(allowed: route.allowed) }
      return try await route.answer(call)
    } catch let problem as Problem {
      return problem.reply
    }
  }

  /// The answer to what cannot be read.
  ///
  /// - Parameter isRequest: whether its head could be read, so that ``respond(_:_:_:)`` notes it.
  func explain(_ error: HTTPParserError?, isRequest: Bool) -> (HTTPResponse, ByteBuffer) {
    let reply = Problem.malformed(error).reply
    var bytes: [UInt8] = []
    if case .bytes(let body) = reply.body { bytes = body }
    if !isRequest {
      metrics.began()
      var record = Record(route: "other", method: "other")
      record.code = reply.status.code
      record.sent = bytes.count
      note(record, 0, .zero)
    }
    var fields = reply.fields
    fields[.date] = date.value
    fields[.connection] = "close"
    fields[.contentLength] = String(bytes.count)
    return (HTTPResponse(status: reply.status, headerFields: fields), ByteBuffer(bytes: bytes))
  }

  private struct Record {
    let route: String
    /// As it is named in log and figures.
    let method: String
    var sent = 0
    var code = 0
    var appleStatus: Int?
    /// Whether the answer was begun and not sent to its end.
    var isBrokenOff = false
  }

  /// Methods that are named in log and figures; a client may send any word.
  private static let knownMethods: [HTTPRequest.Method] = [
    .get, .head, .post, .put, .delete, .options, .patch, .trace, .connect,
  ]

  private static func name(of method: HTTPRequest.Method) -> String {
    knownMethods.contains(method) ? method.rawValue : "other"
  }

  private func note(_ record: Record, _ received: Int, _ duration: Duration) {
    let labels = Metrics.Labels(
      route: record.route, method: record.method, code: record.code, appleStatus: record.appleStatus)
    let seconds = duration / .seconds(1)
    metrics.ended(labels, seconds: seconds, received: received, sent: record.sent, isBrokenOff: record.isBrokenOff)
    guard let log else { return }
    let code = record.code == 0 ? "closed" : String(record.code) + (record.isBrokenOff ? " broken-off" : "")
    let status = record.appleStatus.map { " status=\($0)" } ?? ""
    let milliseconds = Double(Int(seconds * 10_000)) / 10
    log(
      "\(date.now.rfc3339) \(record.method) \(record.route) \(code)\(status) \(milliseconds)ms "
        + "in=\(received) out=\(record.sent)")
  }
}
