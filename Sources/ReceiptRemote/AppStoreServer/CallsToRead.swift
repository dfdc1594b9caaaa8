import ReceiptKit

/// The calls about purchases and notifications that change nothing. Source of the rows here and in the files beside it:
/// Apple, "App Store Server API". ``AppStoreServerCall`` explains the fields of a row.
extension AppStoreServerCall {
  package static let purchases = [transaction, history, historyV1, statuses, order, refunds, appTransaction]
  package static let notifying = [notifications, testNotification, requestTest]

  /// One transaction, by its own identifier.
  package static let transaction = AppStoreServerCall(
    name: "transaction", title: "Get Transaction Info", operation: "transactionInfo", method: .get,
    path: "/inApps/v1/transactions/{id}", parameters: [.id("The id of the transaction.")],
    answer: .member("signedTransactionInfo", .transaction), rate: 50, since: "1.8",
    command: Command(.api, "Ask for one transaction."))

  /// All transactions of a customer.
  package static let history = AppStoreServerCall(
    name: "history", title: "Get Transaction History", operation: "transactionHistory", method: .get,
    path: "/inApps/v2/history/{id}", parameters: [.id(anyTransaction)] + historyFilters, answer: .transactions,
    paging: .revision, rate: 50, since: "1.12", command: Command(.api, "Ask for all transactions of a customer."))

  /// The older version of the call.
  package static let historyV1 = AppStoreServerCall(
    name: "history-v1", title: "Get Transaction History V1 (deprecated)", operation: "transactionHistoryV1",
    method: .get, path: "/inApps/v1/history/{id}", parameters: [.id(anyTransaction)] + historyFilters,
    answer: .transactions, paging: .revision, rate: 50)

  /// The state of each subscription of a customer.
  package static let statuses = AppStoreServerCall(
    name: "statuses", title: "Get All Subscription Statuses", operation: "subscriptionStatuses", method: .get,
    path: "/inApps/v1/subscriptions/{id}",
    parameters: [
      .id(anyTransaction),
      .query(
        "status", "status", "number", .number(1...5), 4_000_031,
        "Only subscriptions with this status: 1 active, 2 expired, 3 billing retry, 4 grace period, 5 revoked. Repeat "
          + "it for more.", isRepeatable: true),
    ], answer: .statuses, rate: 50, since: "1.0",
    command: Command(.api, "Ask for the state of each subscription of a customer."))

  /// The transactions of an order, by the identifier on the customer's invoice.
  package static let order = AppStoreServerCall(
    name: "order", title: "Look Up Order ID", operation: "orderLookup", method: .get, path: "/inApps/v1/lookup/{id}",
    parameters: [.id("The order id on the customer's invoice.", "MK5TTTVWJH")], answer: .transactions, rate: 10,
    since: "1.1", command: Command(.api, "Ask for the transactions of an order."))

  /// The refunded transactions of a customer.
  package static let refunds = AppStoreServerCall(
    name: "refunds", title: "Get Refund History", operation: "refundHistory", method: .get,
    path: "/inApps/v2/refund/lookup/{id}", parameters: [.id("Any transaction of the customer.")], answer: .transactions,
    paging: .revision, rate: 10, since: "1.6",
    command: Command(.api, "Ask for the refunded transactions of a customer."))

  /// The download of the app by a customer.
  package static let appTransaction = AppStoreServerCall(
    name: "app-transaction", title: "Get App Transaction Info", operation: "appTransactionInfo", method: .get,
    path: "/inApps/v1/transactions/appTransactions/{id}", parameters: [.id(anyTransaction)],
    answer: .member("signedAppTransactionInfo", .appTransaction), rate: 50, since: "1.17",
    command: Command(.api, "Ask when and where a customer downloaded the app."))

  /// The notifications that Apple sent to the server of the app, and each attempt.
  package static let notifications = AppStoreServerCall(
    name: "notifications", title: "Get Notification History", operation: "notificationHistory", method: .post,
    path: "/inApps/v1/notifications/history",
    // The command `notifications` has options of its own.
    parameters: [
      .body(Member("startDate", .moment, invalid: 4_000_015), .none, "", nil),
      .body(Member("endDate", .moment, invalid: 4_000_016), .none, "", nil),
      .body(Member("notificationType", .text(maximum: 255), optional: true, invalid: 4_000_018), .none, "", nil),
      .body(Member("notificationSubtype", .text(maximum: 255), optional: true, invalid: 4_000_018), .none, "", nil),
      .body(Member("transactionId", .identifier, optional: true, invalid: 4_000_006), .none, "", nil),
      .body(Member("onlyFailures", .flag, optional: true), .none, "", nil),
    ], answer: .notifications, paging: .paginationToken, rate: 50, since: "1.5")

  /// The result of a test notification, by its token.
  package static let testNotification = AppStoreServerCall(
    name: "test-notification", title: "Get Test Notification Status", operation: "testNotificationStatus", method: .get,
    path: "/inApps/v1/notifications/test/{id}",
    parameters: [.id("The token that `notifications test` was given.", "\"$TOKEN\"")],
    answer: .member("signedPayload", .notification), rate: 1, since: "1.5",
    command: Command(.api, "Ask what became of a test notification."))

  /// Asks for a notification to the server of the app.
  package static let requestTest = AppStoreServerCall(
    name: "test-notification", title: "Request a Test Notification", operation: "requestTestNotification",
    method: .post, path: "/inApps/v1/notifications/test", answer: .identifier("testNotificationToken"),
    change: Change(isRepeatable: true) { _ in "Request a test notification" }, rate: 1)

  typealias Member = RequestMember

  private static let anyTransaction = "Any transaction of the customer, or the id of the AppTransaction."

  private static let historyFilters: [CallParameter] = [
    .query(
      "productId", "product", "id", .product, 4_000_023, "Only of this product. Repeat it for more.",
      isRepeatable: true),
    .query(
      "productType", "type", "type", .word(ProductType.self), 4_000_022, "Only of this type. Repeat it for more.",
      .word(ProductType.self, hasDefault: false), isRepeatable: true),
    .query(
      "subscriptionGroupIdentifier", "group", "id", .digits, 4_000_024,
      "Only of this subscription group. Repeat it for more.", isRepeatable: true),
    .query(
      "startDate", "since", "time", .moment, 4_000_015, "Only what was purchased from this moment on.", .time),
    .query("endDate", "until", "time", .moment, 4_000_016, "Only what was purchased before this moment.", .time),
    .query(
      "inAppOwnershipType", "ownership", "ownership", .word(Ownership.self), 4_000_026, "Only with this ownership.",
      .word(Ownership.self, hasDefault: false)),
    .query(
      "revoked", "revoked", "yes|no", .flag, 4_000_030, "Only what is revoked, or only what is not.",
      .word(YesOrNo.self, hasDefault: false)),
    .query(
      "sort", "sort", "order", .word(Order.self), 4_000_021, "The order, by the time of the last change.",
      .word(Order.self, hasDefault: false)),
    // The older, deprecated parameter with the opposite meaning.
    CallParameter(
      place: .query, member: Member("excludeRevoked", .flag, optional: true, invalid: 4_000_025),
      help: "Without what is revoked."
    ),
  ]

  private enum ProductType: String, RequestWord {
    case autoRenewable = "AUTO_RENEWABLE"
    case nonRenewable = "NON_RENEWABLE"
    case consumable = "CONSUMABLE"
    case nonConsumable = "NON_CONSUMABLE"
  }

  private enum Ownership: String, RequestWord {
    case purchased = "PURCHASED"
    case shared = "FAMILY_SHARED"
    case assigned = "ASSIGNED"
  }

  private enum YesOrNo: String, RequestWord {
    case yes, no

    var value: String { self == .yes ? "true" : "false" }
  }

  private enum Order: String, RequestWord {
    case ascending = "ASCENDING"
    case descending = "DESCENDING"
  }
}
