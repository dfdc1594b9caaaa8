import HTTPTypes
import ReceiptKit
import ReceiptRemote

/// The content of Apple's request to a backend when a customer is about to cancel (Apple, DecodedRealtimeRequestBody).
struct RealtimeQuestion: Sendable {
  let bundle: String
  let product: String
  let original: String
  /// The time on the stand-in's clock, in milliseconds since 1970.
  let now: Int64
  var locale = "en-US"

  init(_ transaction: CurrentTransaction, bundle: String, at now: Int64) {
    product = transaction.payload["productId"]?.stringValue ?? ""
    (original, self.bundle, self.now) = (transaction.original, bundle, now)
  }
}

/// One attempt to get an answer.
struct RealtimeAttempt: Sendable {
  let milliseconds: Int64
  /// Apple's word (sendAttemptResult).
  let result: String
  let status: Int?
  /// Why the answer is not used; `nil` if it is used.
  let objection: String?
  let answer: JSONValue?
}

/// A test of a backend's URL, and its results so far.
struct RealtimeTest: Sendable {
  let target: String
  private(set) var attempts: [RealtimeAttempt] = []

  /// The number of requests, at the same time and in total. Like the share that must be answered in time, these are a
  /// choice of this software. Apple states its own numbers in its answer.
  static let total = 20
  static let atOnce = 4
  private static let neededPercent = 95
  static let deadline = 700

  init(target: String) { self.target = target }

  mutating func add(_ attempt: RealtimeAttempt) { attempts.append(attempt) }

  static let config = JSONValue.members(
    ("maxConcurrentRequests", .whole(Int64(atOnce))), ("totalRequests", .whole(Int64(total))),
    ("totalDuration", .whole(Int64(total * deadline))), ("responseTimeThreshold", .whole(Int64(deadline))),
    ("successRateThreshold", .whole(Int64(neededPercent))))

  private var successPercent: Int {
    attempts.isEmpty ? 0 : attempts.count { $0.result == "SUCCESS" } * 100 / attempts.count
  }

  /// `PENDING`, `PASS` or `FAIL`.
  var verdict: String {
    attempts.count < Self.total ? "PENDING" : successPercent >= Self.neededPercent ? "PASS" : "FAIL"
  }

  var document: JSONValue {
    let times = attempts.map(\.milliseconds).sorted()
    // The nearest rank.
    func percentile(_ percent: Int) -> JSONValue {
      .whole(times.isEmpty ? 0 : times[max(0, (times.count * percent + 99) / 100 - 1)])
    }
    let failures = Dictionary(grouping: attempts.filter { $0.result != "SUCCESS" }, by: \.result)
    return .members(
      ("config", Self.config), ("target", .string(target)), ("result", .string(verdict)),
      ("successRate", .whole(Int64(successPercent))), ("numPending", .whole(Int64(Self.total - attempts.count))),
      (
        "responseTimes",
        .members(
          ("average", .whole(times.isEmpty ? 0 : times.reduce(0, +) / Int64(times.count))), ("p50", percentile(50)),
          ("p90", percentile(90)), ("p95", percentile(95)), ("p99", percentile(99)))
      ),
      (
        "failures",
        .object(failures.sorted { $0.key < $1.key }.map { .init($0.key, .whole(Int64($0.value.count))) })
      ))
  }
}

/// Asks a backend for the message to show, as Apple does when a customer is about to cancel.
final class RealtimeAsker: Sendable {
  private let standIn: StandIn
  /// The URL for apps that have set no URL.
  let usual: String?
  private let allowsRemote: Bool

  /// The maximum size of an answer; valid ones are smaller.
  private static let maximumAnswer = 64 << 10

  init(_ standIn: StandIn, usual: String?, allowsRemote: Bool) {
    (self.standIn, self.usual, self.allowsRemote) = (standIn, usual, allowsRemote)
  }

  func mayAsk(_ url: String) -> Bool {
    guard let endpoint = try? Endpoint(url) else { return false }
    return allowsRemote || endpoint.isLoopback
  }

  /// Begins a test. Its result is stored in the state of the app.
  func begin(_ test: String, _ url: String, _ question: RealtimeQuestion) {
    Task.detached {
      let transport = Self.transport()
      await withTaskGroup(of: RealtimeAttempt.self) { group in
        for number in 0..<RealtimeTest.total {
          if number >= RealtimeTest.atOnce, let attempt = await group.next() { self.note(attempt, test, question) }
          group.addTask { await self.ask(url, question, transport) }
        }
        for await attempt in group { self.note(attempt, test, question) }
      }
      await transport.shutdown()
    }
  }

  private func note(_ attempt: RealtimeAttempt, _ test: String, _ question: RealtimeQuestion) {
    standIn.messaging.withLockedValue { $0[question.bundle]?.tests[test]?.add(attempt) }
  }

  private static func transport() -> HTTPTransport {
    HTTPTransport(connectTimeout: .milliseconds(RealtimeTest.deadline), userAgent: "receipt-tool serve")
  }

  /// Asks the backend once.
  func ask(_ url: String, _ question: RealtimeQuestion) async -> RealtimeAttempt {
    let transport = Self.transport()
    let attempt = await ask(url, question, transport)
    await transport.shutdown()
    return attempt
  }

  private func ask(_ url: String, _ question: RealtimeQuestion, _ transport: HTTPTransport) async -> RealtimeAttempt {
    let payload = JSONValue.members(
      ("originalTransactionId", .string(question.original)),
      ("appAppleId", .whole(standIn.data.appleIDs[question.bundle] ?? 1)), ("productId", .string(question.product)),
      ("userLocale", .string(question.locale)), ("requestIdentifier", .string(standIn.newIdentifier())),
      ("environment", .string(standIn.data.environment)))
    guard let endpoint = try? Endpoint(url), let signed = try? standIn.signer.sign(payload, at: question.now) else {
      return RealtimeAttempt(milliseconds: 0, result: "OTHER", status: nil, objection: "it was not sent", answer: nil)
    }
    let start = ContinuousClock.now
    func attempt(_ result: String, _ status: Int?, _ objection: String?, _ answer: JSONValue?) -> RealtimeAttempt {
      let milliseconds = Int64((ContinuousClock.now - start) / .milliseconds(1))
      standIn.journal.note(
        JournalEntry(
          date: question.now, kind: .notification, title: "POST " + url.prefix { $0 != "?" }, status: status,
          detail: [result, "after \(milliseconds) ms", objection].compactMap(\.self).joined(separator: ", "),
          asked: payload.compactText, answered: answer))
      return RealtimeAttempt(
        milliseconds: milliseconds, result: result, status: status, objection: objection, answer: answer)
    }
    do throws(RemoteFault) {
      let answer = try await transport.send(
        RemoteRequest(
          body: JSONValue.members(("signedPayload", .string(signed))).compactBytes, to: endpoint,
          timeout: .milliseconds(RealtimeTest.deadline), maximumBytes: Self.maximumAnswer))
      guard answer.status == 200 else {
        return attempt(
          "UNSUCCESSFUL_HTTP_RESPONSE_CODE", answer.status, "Apple wants HTTP 200, and not \(answer.status)", nil)
      }
      guard let body = try? JSONReader(maximumDepth: 6, maximumValues: 200).read(answer.body) else {
        return attempt("INVALID_RESPONSE", 200, "the answer is not JSON", nil)
      }
      if let fault = RequestRules.realtimeAnswer.faults(in: body).first {
        return attempt("INVALID_RESPONSE", 200, "of the answer, \(fault.reason)", body)
      }
      return attempt("SUCCESS", 200, nil, body)
    } catch {
      return attempt(NotificationSender.result(error.code), nil, error.message, nil)
    }
  }
}

extension RequestRules {
  /// Exactly one of the members (Apple, "RealtimeResponseBody").
  fileprivate static let realtimeAnswer = RequestRules(
    [
      RequestMember("message", .object([named]), optional: true),
      RequestMember(
        "alternateProduct", .object([named, RequestMember("productId", .text(maximum: 255))]), optional: true),
      RequestMember(
        "promotionalOffer",
        .object([
          named, RequestMember("promotionalOfferSignatureV2", .text(maximum: 8_192), optional: true),
          RequestMember(
            "promotionalOfferSignatureV1",
            .object([
              RequestMember("encodedSignature", .text(maximum: 1_024)), RequestMember("productId", .text(maximum: 255)),
              RequestMember("nonce", .uuid), RequestMember("timestamp", .number(0...Int64.max)),
              RequestMember("keyId", .text(maximum: 64)), RequestMember("offerIdentifier", .text(maximum: 255)),
            ]), optional: true),
        ]), optional: true),
      RequestMember(
        "advancedCommerceInfo", .object([named, RequestMember("advancedCommerceData", .text(maximum: 32_768))]),
        optional: true),
    ],
    together: { answer in
      func count(_ names: [String], in value: JSONValue?) -> Int { names.count { value?[$0] ?? .null != .null } }
      guard count(["message", "alternateProduct", "promotionalOffer", "advancedCommerceInfo"], in: answer) == 1 else {
        return [
          RequestFault(
            4_000_000, "",
            "there is not exactly one of message, alternateProduct, promotionalOffer, advancedCommerceInfo")
        ]
      }
      let signatures = ["promotionalOfferSignatureV1", "promotionalOfferSignatureV2"]
      let offer = answer["promotionalOffer"] ?? .null
      guard offer == .null || count(signatures, in: offer) == 1 else {
        return [RequestFault(4_000_000, "promotionalOffer", "has not exactly one signature")]
      }
      let nonce = offer["promotionalOfferSignatureV1"]?["nonce"]?.stringValue ?? ""
      let place = "promotionalOffer.promotionalOfferSignatureV1.nonce"
      return nonce == nonce.lowercased() ? [] : [RequestFault(4_000_000, place, "has to be in small letters")]
    })

  private static let named = RequestMember("messageIdentifier", .uuid)
}

/// `POST /_realtime` makes the stand-in ask the backend once, as if the customer were about to cancel, and returns what
/// the customer would see.
///
///     {"transaction": "2000000000000001", "locale": "de-DE"}
struct RealtimeRoute: Sendable {
  let standIn: StandIn
  let asker: RealtimeAsker
  let reader: BodyReader

  var route: Route {
    Route("/_realtime", [.post], operation: Self.operation) { call in
      try await reader.answer(call, limit: 4_096, waiting: { body in try await answer(body) })
    }
  }

  private static let operation = Operation(
    "realtime", "Asks the backend's URL for retention messages once, as Apple does when a customer is about to cancel",
    """
    transaction is one of the customer's, locale a language (en-US). The answer says what came in how many \
    milliseconds, of the 700 that Apple allows, and what is shown: the backend's answer, the default message, or \
    nothing.
    """,
    body: [("application/json", "any")],
    answers: [Operation.Answer(code: "200", description: "What is shown", content: [("application/json", "any")])])

  private func answer(_ body: [UInt8]) async throws -> Reply {
    guard let request = try? JSONReader(maximumDepth: 2, maximumValues: 8).read(body),
      let identifier = request["transaction"]?.stringValue
    else { throw Problem.body("it names no transaction", hint: #"{"transaction": "2000000000000001"}"#) }
    let now = standIn.clock.now
    let found = standIn.data.bundles.sorted().lazy.compactMap { bundle in
      (try? standIn.transaction(identifier, in: bundle, at: now)).map { (bundle, $0) }
    }.first
    guard let (bundle, transaction) = found else { throw Problem.body("no app has this transaction", hint: nil) }
    var question = RealtimeQuestion(transaction, bundle: bundle, at: now)
    if let locale = request["locale"]?.stringValue { question.locale = locale }
    let state = standIn.messaging.withLockedValue { $0[bundle] } ?? MessagingState()
    guard let url = state.url ?? asker.usual else {
      throw Problem.body("the app has no URL for retention messages", hint: "serve --realtime URL")
    }
    let attempt = await asker.ask(url, question)
    let usual = state.defaults[MessagingState.Place(product: question.product, locale: question.locale)]
    var writer = JSONWriter(layout: .compact)
    writer.object { writer in
      writer.member("target", url)
      writer.member("result", attempt.result)
      writer.key("milliseconds")
      writer.integer(attempt.milliseconds)
      writer.member("objection", attempt.objection)
      writer.member("shown", attempt.objection == nil ? "answer" : usual == nil ? "nothing" : "default")
      writer.key("answer")
      writer.value(attempt.objection == nil ? attempt.answer ?? .null : .null)
      writer.member("default_message", usual)
    }
    writer.endLine()
    return .json(writer)
  }
}
