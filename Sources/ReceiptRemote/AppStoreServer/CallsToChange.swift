import ReceiptKit

/// The calls that change something about purchases, and the one that tells how far a change is. ``AppStoreServerCall``
/// explains the fields of a row.
extension AppStoreServerCall {
  package static let changes = [extend, extendAll, massExtension, consume, consumeV1, setToken, finish]

  /// Extends the current period of a subscription by some days without a charge.
  package static let extend = AppStoreServerCall(
    name: "extend", title: "Extend a Subscription Renewal Date", operation: "extendRenewalDate", method: .put,
    path: "/inApps/v1/subscriptions/extend/{id}",
    parameters: [.id("The original transaction of the subscription.")] + extensionMembers(.text(maximum: 128)),
    answer: .extended, change: Change { "Extend the subscription \($0["id"]) by \($0.count("extendByDays", "day"))" },
    rate: 20,
    command: Command(
      .api, "Give a subscriber more days free of charge.",
      "Apple allows two extensions a year for a subscription, of 90 days each."))

  /// Extends the current period of all active subscribers of a product. It is about the app and not about one purchase,
  /// so it asks one server.
  package static let extendAll = AppStoreServerCall(
    name: "extend-all", title: "Extend Subscription Renewal Dates for All Active Subscribers",
    operation: "extendRenewalDates", method: .post, path: "/inApps/v1/subscriptions/extend/mass",
    parameters: extensionMembers(.uuid) + [
      .body(
        Member("productId", .product, invalid: 4_000_023), .argument("product"), "The product.", "com.example.monthly"),
      .body(
        Member("storefrontCountryCodes", .each(.country), optional: true, invalid: 4_000_028, empty: 4_000_027),
        .option("storefront", "code"), "Only of this country, in three letters. Repeat it for more.", "USA"),
    ], answer: .identifier("requestIdentifier", isRepeated: true),
    change: Change { values in
      let countries = values.all("storefrontCountryCodes")
      let place = countries.isEmpty ? "all countries" : countries.joined(separator: ", ")
      let days = values.count("extendByDays", "day")
      return "Extend ALL subscriptions of \(values["productId"]) in \(place) by \(days)"
    }, rate: 1, asksOneServer: true,
    command: Command(
      .api, "Give all subscribers of a product more days free of charge.",
      """
      The answer names the request; `mass-extension` asks how far it is. It is never sent again by itself.
      """))

  /// The progress of extending all renewal dates of a product.
  package static let massExtension = AppStoreServerCall(
    name: "mass-extension", title: "Get Status of Subscription Renewal Date Extensions",
    operation: "renewalDateExtensions", method: .get, path: "/inApps/v1/subscriptions/extend/mass/{productId}/{id}",
    parameters: [
      .path("productId", "product", "The product that was extended.", "com.example.monthly", .productSegment),
      .path("id", "id", "The requestIdentifier of the extension.", "\"$REQUEST\"", .uuid),
    ], rate: 1, since: "1.7", command: Command(.api, "Ask how far an extension for all subscribers is."))

  /// Answers a CONSUMPTION_REQUEST with version 2 of the call (Apple, "ConsumptionRequest" of 1.19).
  package static let consume = AppStoreServerCall(
    name: "consume", title: "Send Consumption Information", operation: "consumption", method: .put,
    path: "/inApps/v2/transactions/consumption/{id}",
    parameters: [
      .id("The very transaction that the request names, not the original one."),
      .body(
        Member("customerConsented", .consent, invalid: 4_000_035), .flag("customer-consented", "true", otherwise: nil),
        "The customer consented to this. Required.", ""),
      .body(
        Member("sampleContentProvided", .flag, invalid: 4_000_041), .flag("sample-content", "true", otherwise: "false"),
        "The customer could try it, or knew before what it is.", ""),
      .body(
        Member("deliveryStatus", .word(ConsumptionInformation.DeliveryStatus.self), invalid: 4_000_036),
        .option("delivery-status", "status"), "Whether the app delivered what was bought.", "DELIVERED",
        as: .word(ConsumptionInformation.DeliveryStatus.self, hasDefault: false)),
      // In thousandths of a percent. Apple's documentation names the error of this one without its number.
      .body(
        Member("consumptionPercentage", .number(0...100_000), optional: true),
        .option("consumption-percentage", "percent"), "How much was used, from 0 to 100. Not for subscriptions.", nil,
        as: .percentage),
      .body(
        Member(
          "refundPreference", .word(ConsumptionInformation.RefundPreference.self), optional: true, invalid: 4_000_044),
        .option("refund-preference", "preference"), "What you would like Apple to do.", "GRANT_FULL",
        as: .word(ConsumptionInformation.RefundPreference.self, hasDefault: false)),
    ], change: Change(isRepeatable: true) { "Send consumption information about the transaction \($0["id"])" },
    rate: 50, since: "1.19", success: 202,
    ruleOfSeveralMembers: { ConsumptionInformation($0)?.fault },
    command: Command(
      .api, "Tell Apple how a purchase was used, which decides about a refund.",
      """
      It is the answer to a CONSUMPTION_REQUEST within 12 hours. The customer has to have consented; without consent \
      Apple asks for no answer, and nothing is sent.
      """))

  /// Answers a CONSUMPTION_REQUEST with version 1 of the call, which is for purchases of Advanced Commerce.
  package static let consumeV1 = AppStoreServerCall(
    name: "consume-v1", title: "Send Consumption Information V1", operation: "consumptionV1", method: .put,
    path: "/inApps/v1/transactions/consumption/{id}",
    parameters: [.id("The very transaction that the request names, not the original one.")],
    body: .json(.consumptionV1),
    change: Change(isRepeatable: true) { "Send consumption information about the transaction \($0["id"])" }, rate: 50,
    success: 202,
    command: Command(
      .api, "The same for a purchase of Advanced Commerce, in version 1 of the call.",
      """
      FILE has Apple's ConsumptionRequestV1 as JSON; what breaks a rule is not sent. It needs customerConsented, and \
      appAccountToken, a UUID or empty.
      """))

  /// Assigns a purchase to an account of the app.
  package static let setToken = AppStoreServerCall(
    name: "set-token", title: "Set App Account Token", operation: "setAppAccountToken", method: .put,
    path: "/inApps/v1/transactions/{id}/appAccountToken",
    parameters: [
      .id("The original transaction of the purchase."),
      .body(
        Member("appAccountToken", .uuid, invalid: 4_000_183), .argument("token"), "The UUID of the account.",
        "\"$ACCOUNT\""),
    ],
    change: Change(isRepeatable: true) {
      "Set the account token of the purchase \($0["id"]) to \($0["appAccountToken"])"
    }, rate: 20,
    command: Command(
      .api, "Join a purchase to an account of the app.",
      """
      It is for purchases that were made outside of the app. It takes the place of the token that is there.
      """))

  /// Finishes a transaction on behalf of the app.
  package static let finish = AppStoreServerCall(
    name: "finish", title: "Finish Transaction", operation: "finishTransaction", method: .post,
    path: "/inApps/v1/transactions/{id}/finish", parameters: [.id("The transaction.")],
    change: Change(isRepeatable: true) { "Finish the transaction \($0["id"])" }, rate: 50, since: "1.20",
    command: Command(
      .api, "Finish a transaction in place of the app.",
      "The app is not told of a finished transaction again: deliver first."))

  private static func extensionMembers(_ identifier: RequestMember.Kind) -> [CallParameter] {
    [
      .body(
        Member("extendByDays", .number(1...90), invalid: 4_000_009), .option("days", "count"),
        "How many days, from 1 to 90.",
        "7"),
      .body(
        Member("extendReasonCode", .number(0...3), invalid: 4_000_010), .option("reason", "reason"),
        "Why: undeclared, satisfaction, other or outage.", "outage", as: .word(ExtendReason.self, hasDefault: true)),
      newRequest(identifier),
    ]
  }

  /// The identifier with which a request can be sent again.
  static func newRequest(_ kind: RequestMember.Kind) -> CallParameter {
    .body(
      Member("requestIdentifier", kind, invalid: 4_000_011), .option("request-id", "uuid"),
      "A UUID for the request. Without it one is made.", "\"$REQUEST\"", as: .newUUID)
  }
}

/// The reason for an extension (Apple, `extendReasonCode`).
package enum ExtendReason: String, RequestWord {
  /// The reason is not stated.
  case undeclared
  /// The extension is meant to keep a customer.
  case satisfaction
  /// Another reason.
  case other
  /// An outage, or another problem of the service.
  case outage

  /// Apple's number.
  package var value: String { String(Self.allCases.firstIndex(of: self) ?? 0) }
}

extension ConsumptionInformation.DeliveryStatus: RequestWord {}
extension ConsumptionInformation.RefundPreference: RequestWord {}

extension ConsumptionInformation {
  /// The information in a request; `nil` if Apple's rules for its members are broken.
  fileprivate init?(_ body: JSONValue) {
    guard let status = body["deliveryStatus"]?.stringValue.flatMap(DeliveryStatus.init),
      case .bool(let hasSample)? = body["sampleContentProvided"]
    else { return nil }
    var percentage: Int?
    if case .number(let digits)? = body["consumptionPercentage"] { percentage = Int(digits) }
    self.init(
      deliveryStatus: status, sampleContentProvided: hasSample, consumptionPercentage: percentage,
      refundPreference: body["refundPreference"]?.stringValue.flatMap(RefundPreference.init))
  }
}
