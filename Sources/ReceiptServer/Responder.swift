import HTTPTypes
import HummingbirdCore
import NIOCore
import NIOHTTP1
import ReceiptKit

/// Answers requests one after another: finds the route, calls it, sends its answer, and logs the result.
struct Responder: Sendable {
  /// By path; of one path, those for different methods.
  private let routes: [String: [Route]]
  /// Those whose paths have segments in braces.
  private let patterns: [Route]
  private let paths: [String]
  private let gatekeeper: Gatekeeper
  private let metrics: Metrics
  private let log: (@Sendable (String) -> Void)?
  private let format: LogFormat
  private let date: DateHeader
  private let largestBody: Int
  private let patience: Duration

  init(_ routes: [Route], settings: ServerSettings, access: AccessControl?, metrics: Metrics) {
    self.routes = Dictionary(grouping: routes) { $0.path }
    patterns = routes.filter { !$0.parameterNames.isEmpty }
    var paths: [String] = []
    for route in routes where route.path != paths.last { paths.append(route.path) }
    self.paths = paths
    gatekeeper = Gatekeeper(address: settings.address, access: access)
    self.metrics = metrics
    (log, format) = (settings.requestLog, settings.logFormat)
    date = DateHeader(clock: settings.clock)
    largestBody = max(settings.limits.input, ServerLimits.appleBody)
    patience = settings.limits.patience
  }

  /// The connection is closed without an answer, or in the middle of one.
  private struct Dropped: Error {}

  func respond(_ request: Request, _ writer: consuming ResponseWriter, _ channel: any Channel) async throws {
    let began = ContinuousClock.now
    metrics.began()
    var call = Call(request)
    let route = route(of: &call)
    // Not the path that was asked for: it can hold a receipt.
    var record = RequestRecord(route: route?.path ?? "other", method: Self.name(of: call.method))
    defer { note(record, call.received.value, ContinuousClock.now - began) }

    var reply: Reply
    do {
      let route = try admit(&call, route)
      // Bodies announced as too large are rejected before they are sent.
      if call.headers[.expect]?.lowercased() == "100-continue",
        call.isLines || (call.announcedLength ?? 0) <= largestBody
      {
        try await writer.writeInformationalHead(HTTPResponse(status: .continue))
      }
      reply = try await route.answer(call)
    } catch let problem as Problem {
      reply = problem.reply
    } catch let error as HTTPParserError {
      // `explain` answers this, because Hummingbird gets the error, too; but not if the connection was closed by us,
      // which ended the request.
      if channel.isActive {
        let reply = Problem.malformed(error).reply
        record.code = reply.status.code
        if case .bytes(let body) = reply.body { record.sent = body.count }
      }
      throw error
    }
    // The answer counts against the budget until it is sent.
    defer { withExtendedLifetime(reply) {} }
    guard !reply.isDropped else { throw Dropped() }
    record.code = reply.status.code
    record.appleStatus = reply.appleStatus
    reply.fields[.date] = date.value
    record.isBrokenOff = true
    switch reply.body {
    case .bytes(let bytes):
      reply.fields[.contentLength] = String(bytes.count)
      let sent = call.method == .head ? [] : bytes
      let head = HTTPResponse(status: reply.status, headerFields: reply.fields)
      guard sent.count > AnswerPieces.size else {
        record.sent = sent.count
        try await writer.write(response: head, body: ResponseBody(byteBuffer: ByteBuffer(bytes: sent)))
        break
      }
      var body: any ResponseBodyWriter = try await writer.writeHead(head)
      try await AnswerPieces(sent, patience).send(on: channel) { piece in
        record.sent += piece.readableBytes
        try await body.write(piece)
      }
      try await body.finish(nil)
    case .stream where call.method == .head:
      let head = HTTPResponse(status: reply.status, headerFields: reply.fields)
      try await writer.write(response: head, body: ResponseBody(byteBuffer: ByteBuffer()))
    case .stream(let write):
      var body: any ResponseBodyWriter = try await writer.writeHead(
        HTTPResponse(status: reply.status, headerFields: reply.fields))
      do {
        try await write { bytes in
          try await AnswerPieces(bytes, patience).send(on: channel) { piece in
            record.sent += piece.readableBytes
            try await body.write(piece)
          }
        }
      } catch is HTTPParserError {
        // Hummingbird would write a second head for it.
        throw Dropped()
      }
      try await body.finish(nil)
    }
    record.isBrokenOff = false
  }

  /// The route of a path, for the method of the call if there is one; the call gets what stands in the places of the braces.
  private func route(of call: inout Call) -> Route? {
    var found = routes[call.path] ?? []
    if found.isEmpty {
      for route in patterns {
        guard let parameters = route.parameters(in: call.path) else { continue }
        call.parameters = parameters
        found.append(route)
      }
    }
    return found.first { $0.allowed.contains(call.method) } ?? found.first
  }

  /// The route for the request, or the error without one. Nothing of the body has been read or requested.
  private func admit(_ call: inout Call, _ route: Route?) throws -> Route {
    let isTaken = route.map { $0.isApple || $0.allowed.contains(call.method) } ?? false
    // What another method would need is not asked for.
    call.token = try gatekeeper.admit(call, isOpen: route?.isOpen ?? false, scope: isTaken ? route?.scope : nil)
    guard let route else { throw Problem.notFound(paths) }
    guard isTaken else { throw Problem.method(allowed: routes[route.path, default: [route]].flatMap(\.allowed)) }
    return route
  }

  /// The answer to an unreadable request.
  ///
  /// - Parameter isRequest: whether its head was readable, so that ``respond(_:_:_:)`` logs it.
  func explain(_ error: HTTPParserError?, isRequest: Bool) -> (HTTPResponse, ByteBuffer) {
    let reply = Problem.malformed(error).reply
    var bytes: [UInt8] = []
    if case .bytes(let body) = reply.body { bytes = body }
    if !isRequest {
      metrics.began()
      var record = RequestRecord(route: "other", method: "other")
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

  /// Methods that log and metrics name; a client may send any word.
  private static let knownMethods: [HTTPRequest.Method] = [
    .get, .head, .post, .put, .delete, .options, .patch, .trace, .connect,
  ]

  private static func name(of method: HTTPRequest.Method) -> String {
    knownMethods.contains(method) ? method.rawValue : "other"
  }

  private func note(_ record: RequestRecord, _ received: Int, _ duration: Duration) {
    var record = record
    record.received = received
    let labels = Metrics.Labels(
      route: record.route, method: record.method, code: record.code, appleStatus: record.appleStatus)
    let seconds = duration / .seconds(1)
    metrics.ended(labels, seconds: seconds, received: received, sent: record.sent, isBrokenOff: record.isBrokenOff)
    log?(format.line(record, seconds: seconds, at: date.now))
  }
}
