import ReceiptKit

/// A call of the App Store Server API that changes something. Source: Apple, "App Store Server API".
package struct AppStoreServerChange: Sendable {
  /// The name in this software; stable.
  package let name: String
  /// Apple's name of the change: `Extend a Subscription Renewal Date`.
  package let title: String
  /// The number of requests per second that Apple allows in production; the sandbox allows a tenth. `nil` if the limit
  /// is unknown.
  public let rate: Int?
  let method: RemoteRequest.Method
  /// The path and query after the host.
  let target: String
  let body: [UInt8]
  /// Whether a repetition of the same request changes nothing more.
  let isRepeatable: Bool
  let expectation: Expectation
  /// Whether only Apple's sandbox has the call.
  var isOfSandbox = false
  /// Whether the request is about the app or a token, and not about one purchase. Such a request is sent to one server
  /// only: the sandbox may know an app that production does not know, but the request was not meant for the sandbox.
  var stays = false
  var contentType = "application/json"

  /// What Apple answers if it made the change.
  enum Expectation: Sendable {
    /// ExtendRenewalDateResponse: `success`, and the `originalTransactionId` of the request.
    case extended(String)
    /// A member of this name with an identifier. If the identifier is known beforehand, the member must have this
    /// value.
    case identifier(String, String?)
    /// Signed data of the purchase, which is then proven.
    case purchase
    /// The status alone.
    case nothing
  }

  /// Extends the current period of a subscription by some days without a charge.
  ///
  /// - Parameters:
  ///   - originalTransactionIdentifier: the subscription.
  ///   - days: 1 to 90.
  ///   - reason: the reason; the customer sees it.
  ///   - requestIdentifier: a UUID for this request; Apple repeats it in its answer.
  /// - Returns: `nil` for values that Apple does not accept.
  package static func extend(
    _ originalTransactionIdentifier: String, days: Int, reason: ExtendReason, requestIdentifier: String
  ) -> AppStoreServerChange? {
    guard AppStoreServerRequest.isIdentifier(originalTransactionIdentifier), (1...90).contains(days),
      (1...128).contains(requestIdentifier.utf8.count)
    else { return nil }
    return AppStoreServerChange(
      name: "extend", title: "Extend a Subscription Renewal Date", rate: 20, method: .put,
      target: "/inApps/v1/subscriptions/extend/" + originalTransactionIdentifier,
      body: JSONWriter.object { writer in
        writer.member("extendByDays", days)
        writer.member("extendReasonCode", reason.code)
        writer.member("requestIdentifier", requestIdentifier)
      }, isRepeatable: false, expectation: .extended(originalTransactionIdentifier))
  }

  /// Answers a CONSUMPTION_REQUEST with version 2 of the call.
  ///
  /// - Parameters:
  ///   - transactionIdentifier: the transaction itself, not the original one.
  ///   - information: the known facts about the use of the purchase.
  /// - Returns: `nil` for values that Apple does not accept.
  package static func consumption(
    _ transactionIdentifier: String, _ information: ConsumptionInformation
  ) -> AppStoreServerChange? {
    guard information.fault == nil else { return nil }
    return consumption(transactionIdentifier, body: information.body)
  }

  /// Sends the body of an earlier ``consumption(_:_:)`` again.
  ///
  /// - Returns: `nil` for an identifier that does not have the form of Apple's.
  package static func consumption(_ transactionIdentifier: String, body: [UInt8]) -> AppStoreServerChange? {
    guard AppStoreServerRequest.isIdentifier(transactionIdentifier) else { return nil }
    return AppStoreServerChange(
      name: "consume", title: "Send Consumption Information", rate: 50, method: .put,
      target: "/inApps/v2/transactions/consumption/" + transactionIdentifier, body: body, isRepeatable: true,
      expectation: .nothing)
  }

  /// Assigns a purchase to an account of the app.
  ///
  /// - Parameters:
  ///   - originalTransactionIdentifier: the purchase.
  ///   - token: a UUID.
  /// - Returns: `nil` for values that Apple does not accept.
  package static func setAccountToken(_ originalTransactionIdentifier: String, token: String) -> AppStoreServerChange? {
    guard AppStoreServerRequest.isIdentifier(originalTransactionIdentifier), token.utf8.isUUID else { return nil }
    return AppStoreServerChange(
      name: "set-token", title: "Set App Account Token", rate: 20, method: .put,
      target: "/inApps/v1/transactions/\(originalTransactionIdentifier)/appAccountToken",
      body: JSONWriter.object { $0.member("appAccountToken", token) }, isRepeatable: true, expectation: .nothing)
  }

  /// Finishes a transaction on behalf of the app.
  ///
  /// - Returns: `nil` for an identifier that does not have the form of Apple's.
  package static func finish(_ transactionIdentifier: String) -> AppStoreServerChange? {
    guard AppStoreServerRequest.isIdentifier(transactionIdentifier) else { return nil }
    return AppStoreServerChange(
      name: "finish", title: "Finish Transaction", rate: 50, method: .post,
      target: "/inApps/v1/transactions/\(transactionIdentifier)/finish", body: [], isRepeatable: true,
      expectation: .nothing)
  }

  /// Asks for a notification to the server of the app.
  package static let testNotification = AppStoreServerChange(
    name: "test-notification", title: "Request a Test Notification", rate: 1, method: .post,
    target: "/inApps/v1/notifications/test", body: [], isRepeatable: true,
    expectation: .identifier("testNotificationToken", nil))

  /// Extends the current period of all active subscribers of a product.
  ///
  /// - Parameters:
  ///   - product: the subscription.
  ///   - days: 1 to 90.
  ///   - reason: the reason; customers see it.
  ///   - storefronts: country codes of three letters; none means all.
  ///   - requestIdentifier: a UUID for this request; use it to ask for its status.
  /// - Returns: `nil` for values that Apple does not accept.
  public static func extendAll(
    _ product: String, days: Int, reason: ExtendReason, storefronts: [String], requestIdentifier: String
  ) -> AppStoreServerChange? {
    guard (1...100).contains(product.utf8.count), (1...90).contains(days),
      AppStoreServerRequest.isIdentifier(requestIdentifier),
      storefronts.allSatisfy({ $0.utf8.count == 3 && $0.utf8.allSatisfy { (0x41...0x5A).contains($0) } })
    else { return nil }
    var change = AppStoreServerChange(
      name: "extend-all", title: "Extend Subscription Renewal Dates for All Active Subscribers", rate: 1,
      method: .post, target: "/inApps/v1/subscriptions/extend/mass",
      body: JSONWriter.object { writer in
        writer.member("extendByDays", days)
        writer.member("extendReasonCode", reason.code)
        writer.member("requestIdentifier", requestIdentifier)
        writer.member("productId", product)
        guard !storefronts.isEmpty else { return }
        writer.key("storefrontCountryCodes")
        writer.value(.array(storefronts.map(JSONValue.string)))
      }, isRepeatable: false, expectation: .identifier("requestIdentifier", requestIdentifier))
    change.stays = true
    return change
  }

  /// Answers a CONSUMPTION_REQUEST with version 1 of the call, which is for purchases of Advanced Commerce.
  ///
  /// - Parameters:
  ///   - transactionIdentifier: the transaction itself, not the original one.
  ///   - body: a ConsumptionRequestV1 that `RequestRules` accepts.
  /// - Returns: `nil` for an identifier that does not have the form of Apple's.
  package static func consumptionV1(_ transactionIdentifier: String, _ body: JSONValue) -> AppStoreServerChange? {
    guard AppStoreServerRequest.isIdentifier(transactionIdentifier) else { return nil }
    return AppStoreServerChange(
      name: "consume-v1", title: "Send Consumption Information V1", rate: 50, method: .put,
      target: "/inApps/v1/transactions/consumption/" + transactionIdentifier, body: body.compactBytes,
      isRepeatable: true, expectation: .nothing)
  }

  /// Makes a call of the Advanced Commerce API.
  ///
  /// - Parameters:
  ///   - call: the call.
  ///   - transactionIdentifier: the purchase.
  ///   - body: a request that the rules of the call accept.
  /// - Returns: `nil` for an identifier that does not have the form of Apple's.
  package static func advancedCommerce(
    _ call: AdvancedCommerceCall, _ transactionIdentifier: String, _ body: JSONValue
  ) -> AppStoreServerChange? {
    guard AppStoreServerRequest.isIdentifier(transactionIdentifier) else { return nil }
    // Apple refuses a second request with the same requestReferenceId.
    return AppStoreServerChange(
      name: call.rawValue, title: call.title, rate: nil, method: .post,
      target: "/advancedCommerce/v1/\(call.path)/\(transactionIdentifier)", body: body.compactBytes,
      isRepeatable: false,
      expectation: .purchase)
  }

  /// Reports the sales for an external purchase token.
  ///
  /// - Parameter report: a report that the rules accept.
  package static func report(_ report: JSONValue) -> AppStoreServerChange {
    var change = AppStoreServerChange(
      name: "send", title: "Send External Purchase Report", rate: nil, method: .put,
      target: "/externalPurchase/v1/reports", body: report.compactBytes, isRepeatable: false,
      expectation: .identifier("requestIdentifier", report["requestIdentifier"]?.stringValue))
    // Only the sandbox knows a sandbox token.
    change.isOfSandbox = report["externalPurchaseId"]?.stringValue?.hasPrefix("SANDBOX_") ?? false
    change.stays = true
    return change
  }

  /// Claims a seat for a person whom the developer invited.
  ///
  /// - Parameters:
  ///   - transactionIdentifier: the purchaser's transaction.
  ///   - requestIdentifier: a new UUID for each claim. A retry must use the same UUID; it then gets the same seat.
  ///   - appTransactionIdentifier: the person who gets the seat, if known.
  /// - Returns: `nil` for values that Apple does not accept.
  public static func claimSeat(
    _ transactionIdentifier: String, requestIdentifier: String, appTransactionIdentifier: String? = nil
  ) -> AppStoreServerChange? {
    guard requestIdentifier.utf8.isUUID, appTransactionIdentifier.map(AppStoreServerRequest.isIdentifier) ?? true
    else { return nil }
    return seat(
      "claim-seat", "Claim Seat", .post, transactionIdentifier, "",
      JSONWriter.object { writer in
        writer.member("requestIdentifier", requestIdentifier)
        if let appTransactionIdentifier { writer.member("appTransactionId", appTransactionIdentifier) }
      }, isRepeatable: true, .identifier("seatClaimId", nil))
  }

  /// Gives a seat back to the subscription.
  ///
  /// - Parameters:
  ///   - claim: the UUID in the answer to the claim.
  ///   - transactionIdentifier: the purchaser's transaction.
  /// - Returns: `nil` for values that Apple does not accept.
  public static func unclaimSeat(_ claim: String, of transactionIdentifier: String) -> AppStoreServerChange? {
    guard claim.utf8.isUUID else { return nil }
    // A repeated request would find no claim, and would seem to be refused.
    return seat(
      "unclaim-seat", "Unclaim Seat", .delete, transactionIdentifier, "/" + claim, [], isRepeatable: false, .nothing)
  }

  /// Tells Apple which person has a seat.
  ///
  /// - Parameters:
  ///   - claim: the UUID in the answer to the claim.
  ///   - transactionIdentifier: the purchaser's transaction.
  ///   - appTransactionIdentifier: the person who has the seat.
  /// - Returns: `nil` for values that Apple does not accept.
  public static func associateSeat(
    _ claim: String, of transactionIdentifier: String, appTransactionIdentifier: String
  ) -> AppStoreServerChange? {
    guard claim.utf8.isUUID, AppStoreServerRequest.isIdentifier(appTransactionIdentifier) else { return nil }
    return seat(
      "associate-seat", "Associate Seat", .post, transactionIdentifier, "/\(claim)/associate",
      JSONWriter.object { $0.member("appTransactionId", appTransactionIdentifier) }, isRepeatable: true, .nothing)
  }

  private static func seat(
    _ name: String, _ title: String, _ method: RemoteRequest.Method, _ transaction: String, _ path: String,
    _ body: [UInt8], isRepeatable: Bool, _ expectation: Expectation
  ) -> AppStoreServerChange? {
    guard AppStoreServerRequest.isIdentifier(transaction) else { return nil }
    return AppStoreServerChange(
      name: name, title: title, rate: nil, method: method,
      target: "/groups/v1/transactions/\(transaction)/seats" + path,
      body: body, isRepeatable: isRepeatable, expectation: expectation, isOfSandbox: true)
  }

  /// Why an answer of 2xx does not confirm the change; `nil` if the answer confirms it or is Apple's refusal
  /// (`"success":false`).
  func objection(to document: JSONValue?) -> String? {
    if let document {
      guard case .object = document else { return "it is \(document.kind), where it has to be an object" }
      if let twice = document.repeatedName { return "it has `\(twice.displayed(limit: 60))` twice" }
      if document["errorCode"] != nil { return "it has an `errorCode`, which does not go with its HTTP status" }
    }
    switch expectation {
    case .extended(let identifier):
      guard let document else { return "it is empty" }
      let named = document["originalTransactionId"]
      guard document["success"] != .bool(false) || named != nil else { return nil }
      guard named?.stringValue == identifier else { return "its `originalTransactionId` is not the one of the request" }
      if case .bool? = document["success"] { return nil }
      return "its `success` is not true or false"
    case .identifier(let name, let known):
      let identifier = document?[name]?.stringValue ?? ""
      let isUsable =
        known.map { $0.lowercased() == identifier.lowercased() } ?? AppStoreServerRequest.isIdentifier(identifier)
      return isUsable ? nil : "it has no usable `\(name)`"
    case .purchase: return document == nil ? "it is empty" : nil
    case .nothing: return nil
    }
  }
}

/// The reason for an extension (Apple, `extendReasonCode`).
package enum ExtendReason: String, CaseIterable, Sendable {
  /// The reason is not stated.
  case undeclared
  /// The extension is meant to keep a customer.
  case satisfaction
  /// Another reason.
  case other
  /// An outage, or another problem of the service.
  case outage

  /// Apple's number.
  var code: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// Apple's answer to a change. Only TLS protects it.
package struct AppStoreServerConfirmation: Sendable {
  /// The unchanged bytes of the answer; empty if Apple only confirms the receipt of the request.
  package let bytes: [UInt8]
  /// The answer; `nil` if Apple only confirms the receipt of the request.
  package let document: JSONValue?
  /// The record of the exchange.
  package let record: ExchangeRecord
}
