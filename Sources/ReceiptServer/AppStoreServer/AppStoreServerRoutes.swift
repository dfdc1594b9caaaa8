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

  /// The JSON of this API never has more than some thousand characters.
  private static let largestBody = 64 << 10

  init(
    _ standIn: StandIn, _ reader: BodyReader, outage: Outage, clock: @escaping @Sendable () -> Instant
  ) throws(InvalidInAppPurchaseKey) {
    (self.standIn, self.reader, self.clock) = (standIn, reader, clock)
    check = try APITokenCheck(standIn.key, bundles: { standIn.data.bundles }, clock: clock)
    faults = FaultInjector(outage.ofAppStoreServer)
  }

  var all: [Route] {
    let standIn = standIn
    let revision = Self.text("revision", "The revision of the answer before, for what follows it.")
    let routes: [Route] = [
      route("/inApps/v1/transactions/{id}", .get, "transactionInfo", "Get Transaction Info") {
        try standIn.transactionInfo($0)
      },
      route(
        "/inApps/v2/history/{id}", .get, "transactionHistory", "Get Transaction History",
        parameters: [revision] + Self.historyParameters
      ) { try standIn.transactionHistory($0, version: 2) },
      route(
        "/inApps/v1/history/{id}", .get, "transactionHistoryV1", "Get Transaction History V1 (deprecated)",
        parameters: [revision] + Self.historyParameters
      ) { try standIn.transactionHistory($0, version: 1) },
      route(
        "/inApps/v1/subscriptions/{id}", .get, "subscriptionStatuses", "Get All Subscription Statuses",
        parameters: [
          QueryParameter(
            "status", "Only subscriptions with this status.", example: "1", kind: .word(["1", "2", "3", "4", "5"]),
            isRepeatable: true)
        ]
      ) { try standIn.subscriptionStatuses($0) },
      route(
        "/inApps/v1/transactions/appTransactions/{id}", .get, "appTransactionInfo", "Get App Transaction Info"
      ) { try standIn.appTransactionInfo($0) },
      route("/inApps/v1/lookup/{id}", .get, "orderLookup", "Look Up Order ID") { try standIn.orderLookup($0) },
      route(
        "/inApps/v2/refund/lookup/{id}", .get, "refundHistory", "Get Refund History", parameters: [revision]
      ) { try standIn.refundHistory($0) },
      route(
        "/inApps/v1/notifications/history", .post, "notificationHistory", "Get Notification History",
        parameters: [Self.text("paginationToken", "That of the answer before, for what follows it.")], takesBody: true
      ) { try standIn.notificationHistory($0) },
      route("/inApps/v1/notifications/test", .post, "requestTestNotification", "Request a Test Notification") {
        try standIn.requestTestNotification($0)
      },
      route("/inApps/v1/notifications/test/{id}", .get, "testNotificationStatus", "Get Test Notification Status") {
        try standIn.testNotificationStatus($0)
      },
      route(
        "/inApps/v1/subscriptions/extend/{id}", .put, "extendRenewalDate", "Extend a Subscription Renewal Date",
        takesBody: true
      ) { try standIn.extendRenewalDate($0) },
      route(
        "/inApps/v1/subscriptions/extend/mass", .post, "extendRenewalDates",
        "Extend Subscription Renewal Dates for All Active Subscribers", takesBody: true
      ) { try standIn.extendRenewalDates($0) },
      route(
        "/inApps/v1/subscriptions/extend/mass/{productId}/{id}", .get, "renewalDateExtensions",
        "Get Status of Subscription Renewal Date Extensions"
      ) { try standIn.renewalDateExtensions($0) },
      route(
        "/inApps/v1/transactions/consumption/{id}", .put, "consumptionV1",
        "Send Consumption Information V1 (deprecated)", takesBody: true, success: .accepted
      ) { try standIn.consumptionV1($0) },
      route(
        "/inApps/v2/transactions/consumption/{id}", .put, "consumption", "Send Consumption Information",
        takesBody: true, success: .accepted
      ) { try standIn.consumption($0) },
      route(
        "/inApps/v1/transactions/{id}/appAccountToken", .put, "setAppAccountToken", "Set App Account Token",
        takesBody: true
      ) { try standIn.setAppAccountToken($0) },
      route("/inApps/v1/transactions/{id}/finish", .post, "finishTransaction", "Finish Transaction") {
        try standIn.finishTransaction($0)
      },
      route("/groups/v1/currentGroups/{id}", .get, "customerGroups", "Get Customer Groups") {
        try standIn.customerGroups($0)
      },
      route(
        "/groups/v1/group/{id}", .get, "groupMembers", "Get Group Members",
        parameters: [
          QueryParameter("limit", "How many at most.", example: "100"),
          Self.text("paginationToken", "That of the answer before, for what follows it."),
        ]
      ) { try standIn.groupMembers($0) },
      route("/groups/v1/transactions/{id}/seats", .get, "seatInfo", "Get Seat Info") { try standIn.seatInfo($0) },
      route("/groups/v1/transactions/{id}/seats", .post, "claimSeat", "Claim Seat", takesBody: true) {
        try standIn.claimSeat($0)
      },
      route("/groups/v1/transactions/{id}/seats/{claim}", .delete, "unclaimSeat", "Unclaim Seat") {
        try standIn.unclaimSeat($0)
      },
      route(
        "/groups/v1/transactions/{id}/seats/{claim}/associate", .post, "associateSeat", "Associate Seat",
        takesBody: true
      ) { try standIn.associateSeat($0) },
      route("/inApps/v1/messaging/image/list", .get, "imageList", "Get Image List") { try standIn.imageList($0) },
      route(
        "/inApps/v1/messaging/image/{id}", .put, "uploadImage", "Upload Image",
        parameters: [
          QueryParameter(
            "imageSize", "What it is for.", example: "FULL_SIZE", kind: .word(MessageImageSize.allCases.map(\.rawValue))
          )
        ], takesBody: true, limit: PNGImage.maximumBytes
      ) { try standIn.uploadImage($0) },
      route("/inApps/v1/messaging/image/{id}", .delete, "deleteImage", "Delete Image") {
        try standIn.deleteImage($0)
      },
      route("/inApps/v1/messaging/message/list", .get, "messageList", "Get Message List") {
        try standIn.messageList($0)
      },
      route("/inApps/v1/messaging/message/{id}", .put, "uploadMessage", "Upload Message", takesBody: true) {
        try standIn.uploadMessage($0)
      },
      route("/inApps/v1/messaging/message/{id}", .delete, "deleteMessage", "Delete Message") {
        try standIn.deleteMessage($0)
      },
      route("/inApps/v1/messaging/default/{productId}/{locale}", .get, "defaultMessage", "Get Default Message") {
        try standIn.defaultMessage($0)
      },
      route(
        "/inApps/v1/messaging/default/{productId}/{locale}", .put, "setDefaultMessage", "Configure Default Message",
        takesBody: true
      ) { try standIn.setDefaultMessage($0) },
      route(
        "/inApps/v1/messaging/default/{productId}/{locale}", .delete, "deleteDefaultMessage",
        "Delete Default Message"
      ) { try standIn.deleteDefaultMessage($0) },
      route("/inApps/v1/messaging/realtime/url", .get, "realtimeURL", "Get Realtime URL") {
        try standIn.realtimeURL($0)
      },
      route("/inApps/v1/messaging/realtime/url", .put, "setRealtimeURL", "Configure Realtime URL", takesBody: true) {
        try standIn.setRealtimeURL($0)
      },
      route("/inApps/v1/messaging/realtime/url", .delete, "deleteRealtimeURL", "Delete Realtime URL") {
        try standIn.deleteRealtimeURL($0)
      },
      route(
        "/inApps/v1/messaging/performanceTest", .post, "performanceTest", "Initiate Performance Test", takesBody: true
      ) { try standIn.performanceTest($0) },
      route(
        "/inApps/v1/messaging/performanceTest/result/{id}", .get, "performanceTestResult",
        "Get Performance Test Results"
      ) { try standIn.performanceTestResult($0) },
      route(
        "/externalPurchase/v1/reports", .put, "sendReport", "Send External Purchase Report", takesBody: true,
        limit: 1 << 20
      ) { try standIn.sendReport($0) },
      route("/externalPurchase/v1/reports/{id}", .get, "report", "Retrieve External Purchase Report") {
        try standIn.report($0)
      },
    ]
    return routes
      + AdvancedCommerceCall.allCases.map { call in
        route(
          "/advancedCommerce/v1/\(call.path)/{id}", .post, "advancedCommerce-" + call.rawValue, call.title,
          takesBody: true
        ) { try standIn.advancedCommerce(call, $0) }
      }
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
      "inAppOwnershipType", "Only bought, only shared by the family, or only assigned.", example: "PURCHASED",
      kind: .word(["PURCHASED", "FAMILY_SHARED", "ASSIGNED"])),
    QueryParameter("revoked", "Only what is revoked, or only what is not.", example: "true", kind: .flag),
  ]

  private func route(
    _ path: String, _ method: HTTPRequest.Method, _ name: String, _ title: String,
    parameters: [QueryParameter] = [], takesBody: Bool = false, limit: Int = AppStoreServerRoutes.largestBody,
    success: HTTPResponse.Status = .ok, _ answer: @escaping @Sendable (APIQuestion) throws -> JSONValue?
  ) -> Route {
    let operation = Operation(
      name, "Apple's \(title)",
      """
      Of the scenario and of receipts that were presented, at the time of the server's clock. The token is one of the \
      App Store Server API, made with the key of the authority's folder. Errors are Apple's: errorCode and errorMessage.
      """,
      parameters: parameters,
      body: limit == PNGImage.maximumBytes ? [("image/png", nil)] : takesBody ? [("application/json", "any")] : [],
      answers: [
        .json("Apple's answer", code: String(success.code)),
        .text("No token that holds", code: "401"),
      ])
    // The route is open because the token of this server would need the same header field as the token of the API.
    return Route(path, [method], isOpen: true, operation: operation) { call in
      try await self.answer(call, limit, success, answer)
    }
  }

  private func answer(
    _ call: Call, _ limit: Int, _ success: HTTPResponse.Status,
    _ answer: @escaping @Sendable (APIQuestion) throws -> JSONValue?
  ) async throws -> Reply {
    let fault = faults.roll()
    if let delay = fault.delay { try await Task.sleep(for: delay) }
    if let reply = rehearsed(fault.failure) {
      note(call, standIn.clock.now, status: reply.isDropped ? nil : reply.status.code, detail: "rehearsed outage")
      return reply
    }
    // A client without a valid token may only send a body of the usual size; some calls allow larger ones.
    let isKnown = limit <= Self.largestBody || check.bundle(of: call.headers[.authorization]) != nil
    return try await reader.answer(call, limit: isKnown ? limit : Self.largestBody) { [self] body in
      let now = standIn.clock.now
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
          bundle: bundle, now: now, parameters: parameters, query: try APIQuery(call.query), body: body)
        document = try answer(question)
        guard let document else { return Reply(success, type: nil, .bytes([])) }
        var writer = JSONWriter(layout: .compact, reservingCapacity: 1 << 14)
        writer.value(document)
        return .json(writer, success)
      } catch {
        // libcrypto cannot sign.
        let error = error as? APIError ?? APIError(5_000_000)
        code = Int(error.code / 10_000)
        document = .members(("errorCode", .whole(error.code)))
        return error.reply(now: clock())
      }
    }
  }

  /// The answer of a simulated outage, without examining the request.
  private func rehearsed(_ failure: Outage.Failure?) -> Reply? {
    switch failure {
    case .dropped?: return .dropped
    case .api(let code)?: return APIError(code).reply(now: clock())
    case .http(401)?: return APIError.unauthenticated
    case .http(let code)?: return Reply(HTTPResponse.Status(code: code), type: nil, .bytes([]))
    case .status?, nil: return nil
    }
  }

  private func note(
    _ call: Call, _ now: Int64, status: Int?, detail: String = "", asked: [UInt8] = [], answered: JSONValue? = nil
  ) {
    standIn.journal.note(
      JournalEntry(
        date: now, isSent: false, title: call.method.rawValue + " " + call.target, status: status, detail: detail,
        asked: String(decoding: asked.prefix(Self.largestBody), as: UTF8.self), answered: answered))
  }
}
