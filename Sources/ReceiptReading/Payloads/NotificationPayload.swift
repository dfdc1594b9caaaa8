extension PayloadTable {
  /// The body of the request in which a notification arrives.
  package static let notificationBody = PayloadTable(
    name: "responseBodyV2", title: "the body of a notification", service: notifications,
    members: [
      PayloadMember(
        "signedPayload", .signed(.notification), "Notification",
        "The whole of a server notification of version 2: a JWS.")
    ])

  /// Source: Apple, responseBodyV2DecodedPayload.
  package static let notification = PayloadTable(
    name: "responseBodyV2DecodedPayload", title: "a notification",
    members: [
      PayloadMember(
        "notificationType", .text, "Type", "What happened; subtype says more.",
        redaction: .common { NotificationMeaning.types.contains($0) }),
      PayloadMember(
        "subtype", .text, "Subtype", "The details of what happened. Many types have none.",
        redaction: .common { NotificationMeaning.subtypes.contains($0) }),
      PayloadMember(
        "data", .object(.notificationData), "Data",
        """
        What a notification about a purchase is about: the ordinary case.
        """),
      PayloadMember(
        "summary", .object(.notificationSummary), "Summary",
        "What became of a renewal extension for all subscribers: of RENEWAL_EXTENSION with SUMMARY."),
      PayloadMember(
        "externalPurchaseToken", .object(.externalPurchaseToken), "Token",
        "The token of an external purchase: of EXTERNAL_PURCHASE_TOKEN.", since: .notifications("2.10")),
      PayloadMember(
        "appData", .object(.notificationAppData), "App data", "The app's purchase or download: of RESCIND_CONSENT.",
        since: .notifications("2.19")),
      PayloadMember(
        "unclaimInfo", .object(.notificationSeats), "Seats", "The seats that were unclaimed: of UNCLAIM_SEATS.",
        since: .notifications("2.23")),
      PayloadMember(
        "notificationUUID", .uuid, "Notification", "The identifier of the notification, the same in every retry.",
        redaction: .identifier(.notification)),
      PayloadMember("version", .text, "Version", "The version of notifications: 2.0.", redaction: .version),
      .signedDate,
    ])

  private static let notifications = "App Store Server Notifications V2"

  /// The members for the subject of a notification. Each notification has one of them.
  package static let notificationContents = [
    "data", "summary", "externalPurchaseToken", "appData", "unclaimInfo",
  ]

  /// What a notification is about, and the member that names its app (Apple, responseBodyV2DecodedPayload).
  package static func content(of notification: JSONValue) -> JSONValue? {
    notificationContents.lazy.compactMap { notification[$0] }.first { $0 != .null }
  }

  private static let notificationData = PayloadTable(
    name: "data", title: "the data of a notification", service: notifications,
    members: [
      .bundleID,
      PayloadMember(
        "bundleVersion", .text, "Version", "The version of the app, by its build number.",
        redaction: .version),
      .appAppleID, .environment,
      PayloadMember(
        "status", .enumeration(.subscriptionStatus), "Status", "The status of the subscription when it was signed.",
        redaction: .number(5)),
      PayloadMember(
        "consumptionRequestReason", .enumeration(.consumptionRequestReason), "Wants refund",
        "Why the customer asks for a refund: of CONSUMPTION_REQUEST."),
      PayloadMember(
        "signedTransactionInfo", .signed(.transaction), "Transaction",
        """
        A transaction of StoreKit 2 and the App Store Server API: a JWS. It is not a receipt: verifyReceipt does not \
        take it.
        """
      ),
      PayloadMember(
        "signedRenewalInfo", .signed(.renewal), "Renewal info", "The renewal information of a subscription: a JWS."),
    ])

  private static let notificationSummary = PayloadTable(
    name: "summary", title: "the summary of a notification", service: notifications,
    members: [
      .bundleID, .appAppleID, .environment,
      PayloadMember("productId", .text, "Product", "The product whose subscribers were extended.", redaction: .product),
      PayloadMember(
        "storefrontCountryCodes", .list(of: .text), "Storefronts",
        "The countries of the extension, three letters each.",
        redaction: .threeCapitals),
      PayloadMember("succeededCount", .integer, "Succeeded", "How many subscriptions were extended."),
      PayloadMember("failedCount", .integer, "Failed", "How many subscriptions were not extended."),
      PayloadMember("requestIdentifier", .uuid, "Request", "The UUID that the developer gave to the request."),
    ])

  private static let externalPurchaseToken = PayloadTable(
    name: "externalPurchaseToken", title: "a token of an external purchase", service: notifications,
    members: [
      .bundleID, .appAppleID,
      PayloadMember(
        "externalPurchaseId", .text, "Token",
        "The identifier of the token. It begins with SANDBOX where the token is of the sandbox.",
        redaction: .identifierBehind("SANDBOX_", .unknown)),
      PayloadMember(
        "tokenType", .enumeration(.tokenType), "Type", "The kind of a token of a custom link, or of an app in Japan.",
        since: .notifications("2.17")),
      PayloadMember("tokenCreationDate", .milliseconds, "Created", "When the token was made."),
      PayloadMember(
        "tokenExpirationDate", .milliseconds, "Expires", "When a token of a custom link expires.",
        since: .notifications("2.17")),
    ])

  private static let notificationAppData = PayloadTable(
    name: "appData", title: "the app data of a notification", service: notifications,
    members: [
      .bundleID, .appAppleID, .environment,
      PayloadMember(
        "signedAppTransactionInfo", .signed(.appTransaction), "App purchase",
        "The purchase or download of the app: a JWS."),
    ])

  /// Only a part of Apple's page was seen. The members that name the app are those of the other contents.
  private static let notificationSeats = PayloadTable(
    name: "unclaimInfo", title: "the unclaimed seats of a notification", service: notifications,
    members: [
      .bundleID, .appAppleID, .environment,
      PayloadMember(
        "unclaimSeatIds", .list(of: .uuid), "Unclaimed", "The identifiers that the seats had when they were claimed.",
        since: .notifications("2.23")),
    ])
}
