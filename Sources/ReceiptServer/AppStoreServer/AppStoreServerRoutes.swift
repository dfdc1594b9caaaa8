import HTTPTypes
import ReceiptKit
import ReceiptMint

/// What a stand-in for the App Store Server API answers from.
package struct StandInSettings: Sendable {
  /// What the scenarios say.
  package var data: ScenarioData
  /// Signs the answers.
  package var authority: TestAuthority
  /// The key of clients.
  package var key: ServerAPIKey
  /// Milliseconds of its clock in one of real time; 0 leaves it where requests set it.
  package var speed = 0.0

  /// Makes settings; see the properties.
  package init(data: ScenarioData, authority: TestAuthority, key: ServerAPIKey) {
    (self.data, self.authority, self.key) = (data, authority, key)
  }
}

/// The routes of the App Store Server API: same requests, same answers as Apple's, from scenarios and under a test authority.
struct AppStoreServerRoutes: Sendable {
  private let standIn: StandIn
  private let check: APITokenCheck
  private let reader: BodyReader
  private let faults: FaultInjector
  /// The real time.
  private let clock: @Sendable () -> Instant

  /// No body of this API is longer than some hundred characters.
  private static let largestBody = 64 << 10

  init(
    _ settings: StandInSettings, _ standIn: StandIn, _ reader: BodyReader, outage: Outage,
    clock: @escaping @Sendable () -> Instant
  ) throws(MintError) {
    self.standIn = standIn
    self.reader = reader
    self.clock = clock
    check = try APITokenCheck(settings.key, bundles: settings.data.bundles, clock: clock)
    faults = FaultInjector(outage.ofAppStoreServer)
  }

  var all: [Route] {
    let history = HistoryCalls(standIn: standIn)
    let revision = Self.text("revision", "The revision of the answer before, for what follows it.")
    return [
      route("/inApps/v1/transactions/{id}", .get, "transactionInfo", "Get Transaction Info") {
        try history.transaction($0)
      },
      route(
        "/inApps/v2/history/{id}", .get, "transactionHistory", "Get Transaction History",
        parameters: [revision] + Self.historyParameters
      ) { try history.history($0, version: 2) },
      route(
        "/inApps/v1/history/{id}", .get, "transactionHistoryV1", "Get Transaction History V1 (deprecated)",
        parameters: [revision] + Self.historyParameters
      ) { try history.history($0, version: 1) },
      route(
        "/inApps/v1/subscriptions/{id}", .get, "subscriptionStatuses", "Get All Subscription Statuses",
        parameters: [
          QueryParameter(
            "status", "Only subscriptions with this status.", example: "1", kind: .word(["1", "2", "3", "4", "5"]),
            isRepeatable: true)
        ]
      ) { try history.statuses($0) },
      route(
        "/inApps/v1/transactions/appTransactions/{id}", .get, "appTransactionInfo", "Get App Transaction Info"
      ) { try history.appTransaction($0) },
      route("/inApps/v1/lookup/{id}", .get, "orderLookup", "Look Up Order ID") { try history.order($0) },
      route(
        "/inApps/v2/refund/lookup/{id}", .get, "refundHistory", "Get Refund History", parameters: [revision]
      ) { try history.refunds($0) },
    ]
  }

  private static func text(_ name: String, _ description: String, isRepeatable: Bool = false) -> QueryParameter {
    QueryParameter(name, description, example: "x", isRepeatable: isRepeatable)
  }

  private static let historyParameters = [
    text("startDate", "Purchased at or after these milliseconds since 1970."),
    text("endDate", "Purchased before these milliseconds since 1970."),
    text("productId", "Only of this product.", isRepeatable: true),
    QueryParameter(
      "productType", "Only of this type.", example: "CONSUMABLE",
      kind: .word(["AUTO_RENEWABLE", "NON_RENEWABLE", "CONSUMABLE", "NON_CONSUMABLE"]), isRepeatable: true),
    QueryParameter(
      "sort", "The order by the time of the last change.", example: "ASCENDING",
      kind: .word(["ASCENDING", "DESCENDING"])),
    text("subscriptionGroupIdentifier", "Only of this group.", isRepeatable: true),
    QueryParameter(
      "inAppOwnershipType", "Only bought, or only shared by the family.", example: "PURCHASED",
      kind: .word(["PURCHASED", "FAMILY_SHARED"])),
    QueryParameter("revoked", "Only what is revoked, or only what is not.", example: "true", kind: .flag),
  ]

  private func route(
    _ path: String, _ method: HTTPRequest.Method, _ name: String, _ title: String,
    parameters: [QueryParameter] = [], takesBody: Bool = false, success: HTTPResponse.Status = .ok,
    _ answer: @escaping @Sendable (APIQuestion) throws -> JSONValue?
  ) -> Route {
    let operation = Operation(
      name, "Apple's \(title)",
      "Of the scenario, at the time of the server's clock. The token is one of the App Store Server API, made with the key of the "
        + "authority's folder. Errors are Apple's: errorCode and errorMessage.",
      parameters: parameters, body: takesBody ? [("application/json", "any")] : [],
      answers: [
        Operation.Answer(
          code: String(success.code), description: "Apple's answer", content: [("application/json", "any")]),
        Operation.Answer(code: "401", description: "No token that holds", content: [("text/plain", nil)]),
      ])
    // The token of this server would be in the same field as that of the API.
    return Route(path, [method], isOpen: true, operation: operation) { call in
      try await self.answer(call, success, answer)
    }
  }

  private func answer(
    _ call: Call, _ success: HTTPResponse.Status, _ answer: @escaping @Sendable (APIQuestion) throws -> JSONValue?
  ) async throws -> Reply {
    let fault = faults.roll()
    if let delay = fault.delay { try await Task.sleep(for: delay) }
    if fault.isDropped {
      var reply = Reply(.ok, type: nil, .bytes([]))
      reply.isDropped = true
      return reply
    }
    switch fault.failure {
    case .api(let code)?: return APIError(code).reply(now: clock())
    case .http(401)?: return APIError.unauthenticated
    case .http(let code)?: return Reply(HTTPResponse.Status(code: code), type: nil, .bytes([]))
    case .status?, nil: break
    }
    return try await reader.answer(call, limit: Self.largestBody) { [check, standIn, clock] body in
      guard let bundle = check.bundle(of: call.headers[.authorization]) else { return APIError.unauthenticated }
      do {
        var parameters: [String: String] = [:]
        for (name, text) in call.parameters { parameters[name] = Query.decoded(text[...]) ?? "" }
        let question = APIQuestion(
          bundle: bundle, now: standIn.clock.now, parameters: parameters, query: try APIQuery(call.query), body: body)
        guard let document = try answer(question) else { return Reply(success, type: nil, .bytes([])) }
        var writer = JSONWriter(layout: .compact, reservingCapacity: 1 << 14)
        writer.value(document)
        return .json(writer, success)
      } catch let error as APIError {
        return error.reply(now: clock())
      }
    }
  }
}
