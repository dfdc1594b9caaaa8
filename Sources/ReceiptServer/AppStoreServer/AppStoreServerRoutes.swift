import HTTPTypes
import ReceiptKit
import ReceiptRemote

/// The routes of the App Store Server API: same requests, same answers as Apple's, from scenarios and under a test
/// authority.
struct AppStoreServerRoutes: Sendable {
  private let standIn: StandIn
  private let check: APITokenCheck
  private let reader: BodyReader
  private let faults: FaultInjector
  /// The real time.
  private let clock: @Sendable () -> Instant

  private let calls: [AppStoreServerCall]
  private let functions: [String: StandIn.Function]

  /// A client without a valid token may only send a body of this size.
  private static let usualBody = 64 << 10

  init(
    _ standIn: StandIn, _ reader: BodyReader, outage: Outage, calls: [AppStoreServerCall] = AppStoreServerCall.all,
    functions: [String: StandIn.Function] = StandIn.functions, clock: @escaping @Sendable () -> Instant
  ) throws(InvalidInAppPurchaseKey) {
    self.standIn = standIn
    self.reader = reader
    self.clock = clock
    self.calls = calls
    self.functions = functions
    check = try APITokenCheck(standIn.key, bundles: { standIn.data.bundles }, clock: clock)
    faults = FaultInjector(outage.ofAppStoreServer)
  }

  var all: [Route] {
    calls.compactMap { call in functions[call.operation].map { route(call, $0(standIn)) } }
  }

  private func route(
    _ row: AppStoreServerCall, _ function: @escaping @Sendable (APIQuestion) throws -> JSONValue?
  ) -> Route {
    let operation = Operation(
      row.operation, "Apple's \(row.title)",
      """
      Of the scenario and of receipts that were presented, at the time of the server's clock. The token is one of the \
      App Store Server API, made with the key of the authority's folder. Errors are Apple's: errorCode and errorMessage.
      """,
      parameters: row.queryParameters,
      body: row.hasBody ? [(row.contentType, row.contentType == "application/json" ? "any" : nil)] : [],
      answers: [
        .json("Apple's answer", code: String(row.success)),
        .text("No token that holds", code: "401"),
      ])
    // The route is open because the token of this server would need the same header field as the token of the API.
    let method = HTTPRequest.Method(rawValue: row.method.rawValue) ?? .get
    return Route(row.path, [method], isOpen: true, operation: operation) { call in
      try await self.answer(call, row, function)
    }
  }

  private func answer(
    _ call: Call, _ row: AppStoreServerCall,
    _ function: @escaping @Sendable (APIQuestion) throws -> JSONValue?
  ) async throws -> Reply {
    let fault = faults.nextFault()
    if let delay = fault.delay { try await Task.sleep(for: delay) }
    if let reply = outageReply(fault.failure) {
      note(call, standIn.clock.now, status: reply.isDropped ? nil : reply.status.code, detail: "rehearsed outage")
      return reply
    }
    let mayBeLarge = row.maximumBody <= Self.usualBody || check.bundle(of: call.headers[.authorization]) != nil
    return try await reader.answer(call, limit: mayBeLarge ? row.maximumBody : Self.usualBody) { [self] body in
      let now = standIn.clock.now
      let success = HTTPResponse.Status(code: row.success)
      var code = success.code
      var document: JSONValue?
      defer { note(call, now, status: code, asked: body, answered: document) }
      guard let bundle = check.bundle(of: call.headers[.authorization]) else {
        code = 401
        return APIError.unauthenticated
      }
      do {
        var parameters: [String: String] = [:]
        for (name, text) in call.parameters { parameters[name] = Query.decoded(text[...]) ?? "" }
        let question = APIQuestion(
          call: row, bundle: bundle, now: now, parameters: parameters, query: try APIQuery(call.query, row), body: body)
        document = try function(question)
        guard let document else { return Reply(success, type: nil, .bytes([])) }
        var writer = JSONWriter(layout: .compact, reservingCapacity: 1 << 14)
        writer.value(document)
        return .json(writer, success)
      } catch {
        // Any other error means that libcrypto cannot sign.
        let error = error as? APIError ?? APIError(5_000_000)
        code = Int(error.code / 10_000)
        document = .members(("errorCode", .whole(error.code)))
        return error.reply(now: clock())
      }
    }
  }

  /// The answer of a simulated outage, without examining the request; `nil` if the request is to be answered.
  private func outageReply(_ failure: Outage.Failure?) -> Reply? {
    switch failure {
    case .dropped?: return .dropped
    case .api(let code)?: return APIError(code).reply(now: clock())
    case .http(401)?: return APIError.unauthenticated
    case .http(let code)?: return Reply(HTTPResponse.Status(code: code), type: nil, .bytes([]))
    // Only answers of verifyReceipt have such a status.
    case .status?, nil: return nil
    }
  }

  private func note(
    _ call: Call, _ now: Int64, status: Int?, detail: String = "", asked: [UInt8] = [], answered: JSONValue? = nil
  ) {
    standIn.journal.note(
      JournalEntry(
        date: now, isSent: false, title: call.method.rawValue + " " + call.target, status: status, detail: detail,
        asked: String(decoding: asked.prefix(Self.usualBody), as: UTF8.self), answered: answered))
  }
}

extension AppStoreServerCall {
  /// The query as the OpenAPI document describes it.
  fileprivate var queryParameters: [QueryParameter] {
    let page = paging.map {
      QueryParameter($0.rawValue, "The \($0.rawValue) of the answer before, for what follows it.", example: "x")
    }
    return [page].compactMap(\.self)
      + parameters.filter { $0.place == .query }.map { parameter in
        let (kind, example): (QueryParameter.Kind, String) =
          switch parameter.member.kind {
          case .word(let words): (.word(words), words.first ?? "")
          case .flag: (.flag, "true")
          case .number(let range): (.pattern("^[0-9]+$"), String(range.lowerBound))
          default: (.text, "x")
          }
        return QueryParameter(
          parameter.name, parameter.help, example: example, kind: kind, isRepeatable: parameter.isRepeatable)
      }
  }
}
