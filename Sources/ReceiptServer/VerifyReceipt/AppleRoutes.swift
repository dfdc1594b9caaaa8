import HTTPTypes
import ReceiptKit

/// Apple's two routes, with the same requests and the same answers.
struct AppleRoutes: Sendable {
  private let settings: ServerSettings
  private let reader: BodyReader
  private let faults: FaultInjector
  private let workers: WorkerPool
  private let standIn: StandIn?

  /// - Parameter standIn: knows customers, and has a clock. With `nil`, an answer contains only what the receipt itself
  ///   contains.
  init(_ settings: ServerSettings, _ reader: BodyReader, _ workers: WorkerPool, _ standIn: StandIn?) {
    self.settings = settings
    self.reader = reader
    self.workers = workers
    self.standIn = standIn
    faults = FaultInjector(settings.outage.ofVerifyReceipt)
  }

  var all: [Route] {
    [route("/verifyReceipt", .production), route("/sandbox/verifyReceipt", .sandbox)]
  }

  private func route(_ path: String, _ server: VerifyReceiptAnswer.Server) -> Route {
    Route(path, [.post], isApple: true, operation: Self.operation(server), begin: { answering($0, server) })
  }

  private static func operation(_ server: VerifyReceiptAnswer.Server) -> Operation {
    let name = server == .production ? "production" : "the sandbox"
    return Operation(
      server == .production ? "verifyReceipt" : "sandboxVerifyReceipt", "Apple's verifyReceipt, \(name)",
      """
      Answers as Apple does, whatever is sent: 200 with a status. Other methods than POST are answered with status \
      21000.
      """,
      body: [("application/json", "verifyReceiptRequest")],
      answers: [
        .json("Apple's answer", "verifyReceiptAnswer"),
        Operation.Answer(code: "413", description: "The body has more than 3,145,728 bytes"),
      ])
  }

  private func answering(_ call: Call, _ server: VerifyReceiptAnswer.Server) -> Route.Answering {
    let fault = faults.nextFault()
    let reply = replyWithoutBody(to: call, fault.failure)
    let body = wholeBody(for: server)
    if reply == nil, fault.delay == nil { return .whenRead(body) }
    return .now {
      if let delay = fault.delay { try await Task.sleep(for: delay) }
      if let reply { return reply }
      return try await body.answer(call)
    }
  }

  /// The answer to a request whose body does not matter; `nil` if the receipt must be judged.
  private func replyWithoutBody(to call: Call, _ failure: Outage.Failure?) -> Reply? {
    switch failure {
    case .dropped?: return .dropped
    case .http(let code)?: return Reply(HTTPResponse.Status(code: code), type: nil, .bytes([]))
    case .status(let status)?: return Self.makeReply(.simulatedOutage(status))
    // Faults of the App Store Server API never occur here: `ofVerifyReceipt` leaves them out.
    case .api?, nil: return call.method == .post ? nil : Self.makeReply(.notPost)
    }
  }

  private func wholeBody(for server: VerifyReceiptAnswer.Server) -> WholeBody {
    WholeBody(
      reader: reader, limit: ServerLimits.appleBody,
      make: { [workers, settings, standIn] body in
        let now = standIn.map { Instant(milliseconds: $0.clock.now) } ?? settings.clock()
        var answer = workers.withWorker {
          settings.answerer.answer(to: body, server: server, at: now, using: $0)
        }
        if let standIn, let receipt = answer.receipt { answer.knowledge = standIn.knowledge(beyond: receipt, at: now) }
        return Self.makeReply(answer)
      },
      tooLarge: { _ in Self.makeReply(.tooLarge) })
  }

  private static func makeReply(_ answer: VerifyReceiptAnswer) -> Reply {
    var writer = JSONWriter(layout: .compact, reservingCapacity: 1 << 14)
    answer.write(to: &writer)
    var reply = Reply.json(writer, HTTPResponse.Status(code: answer.httpStatus))
    reply.appleStatus = answer.status
    // An answer without a status, such as 413, has no body.
    if answer.status == nil { reply.fields[.contentType] = nil }
    // Apple never gives a reason; clients written for Apple ignore this field.
    if let name = HTTPField.Name("Receipt-Tool-Reason") { reply.fields[name] = answer.reason.description.headerSafe }
    return reply
  }
}

extension String {
  /// The text in printable ASCII, for a header field.
  fileprivate var headerSafe: String {
    String(String.UnicodeScalarView(unicodeScalars.map { $0.value >= 0x20 && $0.value < 0x7F ? $0 : "?" }))
  }
}
