import ReceiptKit

/// A call of the App Store Server API that changes nothing. Source of the rows: Apple, "App Store Server API" and its
/// page "Identifying rate limits".
package struct AppStoreServerCall: Sendable {
  /// The place of the signed data in an answer.
  enum Content: Sendable {
    /// One member of the answer.
    case member(String, SignedPayloadKind)
    /// `signedTransactions`, a list.
    case transactions
    /// `data[].lastTransactions[]`, each with `signedTransactionInfo` and `signedRenewalInfo`.
    case statuses
    /// `notificationHistory[]`, each with `signedPayload`.
    case notifications
    /// `signedTransactionInfo` and `signedRenewalInfo` of one purchase, if present.
    case purchase
    /// The answer has no signed data: only TLS protects it.
    case nothing

    var isSigned: Bool { if case .nothing = self { false } else { true } }
  }

  /// The member of an answer that names the next page. The parameter that requests that page has the same name.
  enum Paging: String, Sendable {
    case revision
    case paginationToken
  }

  /// The name in this software. It is stable and appears in JSON output.
  package let name: String
  /// Apple's name: `Get Transaction Info`.
  package let title: String
  /// The path before the identifier.
  let path: String
  /// The number of requests per second that Apple allows in production, counted over an hour; the sandbox allows a
  /// tenth. `nil` if the limit is unknown.
  public let rate: Int?
  /// The version of the API that introduced the call.
  package let since: String
  let content: Content
  /// The way in which pages follow each other; `nil` for an answer that is always complete.
  let paging: Paging?
  /// The path after the identifier.
  var suffix = ""
  /// Whether only Apple's sandbox has the call.
  var isOfSandbox = false
  /// The same as `AppStoreServerChange.stays`.
  var stays = false

  /// Whether an answer may be one of several pages, each with a `revision` with which a caller can request later
  /// changes.
  public var hasRevisions: Bool { paging == .revision }
  /// Whether an answer may have several pieces of signed data.
  package var hasSeveral: Bool {
    switch content {
    case .transactions, .statuses, .notifications, .purchase: true
    case .member, .nothing: false
    }
  }

  /// One transaction, by its own identifier.
  package static let transaction = AppStoreServerCall(
    name: "transaction", title: "Get Transaction Info", path: "/inApps/v1/transactions/", rate: 50, since: "1.8",
    content: .member("signedTransactionInfo", .transaction), paging: nil)
  /// All transactions of a customer.
  package static let history = AppStoreServerCall(
    name: "history", title: "Get Transaction History", path: "/inApps/v2/history/", rate: 50, since: "1.12",
    content: .transactions, paging: .revision)
  /// The state of each subscription of a customer.
  package static let statuses = AppStoreServerCall(
    name: "statuses", title: "Get All Subscription Statuses", path: "/inApps/v1/subscriptions/", rate: 50, since: "1.0",
    content: .statuses, paging: nil)
  /// The refunded transactions of a customer.
  package static let refunds = AppStoreServerCall(
    name: "refunds", title: "Get Refund History", path: "/inApps/v2/refund/lookup/", rate: 10, since: "1.6",
    content: .transactions, paging: .revision)
  /// The transactions of an order, by the identifier on the customer's invoice.
  package static let order = AppStoreServerCall(
    name: "order", title: "Look Up Order ID", path: "/inApps/v1/lookup/", rate: 10, since: "1.1",
    content: .transactions, paging: nil)
  /// The download of the app by a customer.
  package static let appTransaction = AppStoreServerCall(
    name: "app-transaction", title: "Get App Transaction Info", path: "/inApps/v1/transactions/appTransactions/",
    rate: 50, since: "1.17", content: .member("signedAppTransactionInfo", .appTransaction), paging: nil)

  /// The notifications that Apple sent to the server of the app, and each attempt.
  package static let notifications = AppStoreServerCall(
    name: "notifications", title: "Get Notification History", path: "/inApps/v1/notifications/history", rate: 50,
    since: "1.5", content: .notifications, paging: .paginationToken)
  /// The result of a test notification, by its token.
  package static let testNotification = AppStoreServerCall(
    name: "test-notification", title: "Get Test Notification Status", path: "/inApps/v1/notifications/test/", rate: 1,
    since: "1.5", content: .member("signedPayload", .notification), paging: nil)
  /// The progress of extending all renewal dates of a product.
  package static let massExtension = AppStoreServerCall(
    name: "mass-extension", title: "Get Status of Subscription Renewal Date Extensions",
    path: "/inApps/v1/subscriptions/extend/mass/", rate: 1, since: "1.7", content: .nothing, paging: nil)

  /// A report about an external purchase token.
  public static let report = AppStoreServerCall(
    name: "show", title: "Retrieve External Purchase Report", path: "/externalPurchase/v1/reports/", rate: nil,
    since: "1.0", content: .nothing, paging: nil)

  /// The groups through which an organization or another customer gives access to this customer.
  public static let groups = AppStoreServerCall(
    name: "groups", title: "Get Customer Groups", path: "/groups/v1/currentGroups/", rate: nil, since: "1.22",
    content: .nothing, paging: nil, isOfSandbox: true)
  /// The members of a group.
  public static let groupMembers = AppStoreServerCall(
    name: "group-members", title: "Get Group Members", path: "/groups/v1/group/", rate: nil, since: "1.22",
    content: .nothing, paging: .paginationToken, isOfSandbox: true)
  /// The seats of a subscription to which the developer invites members.
  public static let seats = AppStoreServerCall(
    name: "seats", title: "Get Seat Info", path: "/groups/v1/transactions/", rate: nil, since: "1.23",
    content: .nothing, paging: nil, suffix: "/seats", isOfSandbox: true)
}

extension AppStoreServerCall {
  /// The call about a customer's purchases that was made at this URL; `nil` for any other call.
  package init?(ofCustomerAt url: String) {
    guard let call = [Self.history, .statuses, .order, .transaction].first(where: { url.contains($0.path) }) else {
      return nil
    }
    self = call
  }
}

/// A request that only reads.
package struct AppStoreServerRequest: Sendable {
  /// The call.
  package let call: AppStoreServerCall
  /// A transaction, an original transaction, an app transaction, an order or a token; empty for notifications.
  package let identifier: String
  /// The start in a call with pages: `revision` or `paginationToken` of an earlier answer to the same request.
  package var revision: String?
  /// Query parameters that narrow the request.
  public let filters: [Filter]
  /// The JSON of a POST; `nil` for a GET.
  let body: [UInt8]?

  /// A query parameter with Apple's name and value.
  public struct Filter: Equatable, Sendable {
    let name: String
    let value: String

    /// Makes a filter; see the properties.
    public init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }
  }

  /// Makes a request about an identifier.
  ///
  /// - Returns: `nil` for an identifier that does not have the form of Apple's: 1 to 64 letters, digits, hyphens and
  ///   underscores.
  public init?(_ call: AppStoreServerCall, _ identifier: String, revision: String? = nil, filters: [Filter] = []) {
    guard Self.isIdentifier(identifier), call.name != AppStoreServerCall.notifications.name else { return nil }
    (self.call, self.identifier, self.revision, self.filters, body) = (call, identifier, revision, filters, nil)
  }

  /// Makes a request about a product: the status of a mass extension, or the default message in a language.
  ///
  /// - Parameters:
  ///   - call: the call of the API.
  ///   - productIdentifier: the product.
  ///   - identifier: the path component after the product.
  /// - Returns: `nil` for a product identifier that is empty, longer than 255 bytes, or a relative path component, and
  ///   for an `identifier` that does not have the form of Apple's.
  public init?(_ call: AppStoreServerCall, _ productIdentifier: String, _ identifier: String) {
    guard let path = Self.path(productIdentifier, identifier) else { return nil }
    (self.call, self.identifier, revision, filters, body) = (call, path, nil, [], nil)
  }

  /// Two components of a path: a product, and an identifier of Apple's form. `nil` for anything else, and for `.` and
  /// `..`, which would lead to another path.
  static func path(_ product: String, _ identifier: String) -> String? {
    guard (1...255).contains(product.utf8.count), ![".", ".."].contains(product), isIdentifier(identifier) else {
      return nil
    }
    return product.percentEncoded + "/" + identifier
  }

  /// A pseudo request that describes the signed data in the answer to a change, for its proof.
  static func purchase(of change: AppStoreServerChange) -> AppStoreServerRequest {
    AppStoreServerRequest(
      of: AppStoreServerCall(
        name: change.name, title: change.title, path: "", rate: nil, since: "", content: .purchase, paging: nil))
  }

  /// Makes a request for something that an app has only once.
  init(of call: AppStoreServerCall) {
    (self.call, identifier, revision, filters, body) = (call, "", nil, [], nil)
  }

  /// Asks for notifications.
  package init(_ filter: NotificationFilter, page: String? = nil) {
    (call, identifier, revision, filters, body) = (.notifications, "", page, [], filter.body)
  }

  /// Whether a text has the form of Apple's identifiers: 1 to 64 letters, digits, hyphens and underscores.
  package static func isIdentifier(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count)
      && text.utf8.allSatisfy { $0.isASCIIDigit || $0.isASCIILetter || "-_".utf8.contains($0) }
  }

  /// The path and query after the host.
  var target: String {
    var query = filters
    if let revision, let paging = call.paging { query.append(Filter(paging.rawValue, revision)) }
    let parameters = query.map { $0.name + "=" + $0.value.percentEncoded }
    return call.path + identifier + call.suffix + (query.isEmpty ? "" : "?" + parameters.joined(separator: "&"))
  }

  /// Whether filters may exclude parts of the answer.
  var isNarrowed: Bool { filters.contains { $0.name != "sort" } }
}

/// The filter of a request for notifications (Apple, "NotificationHistoryRequest").
package struct NotificationFilter: Sendable {
  /// The first moment; Apple keeps 180 days of production, 30 of the sandbox.
  package var start: Instant
  /// The exclusive end: the notifications were sent before it.
  package var end: Instant
  /// The subject of the notifications. Apple accepts one of the two, or neither.
  package enum Subject: Sendable {
    /// A type such as `DID_RENEW`, and optionally a subtype.
    case type(String, subtype: String?)
    /// A transaction of the customer.
    case transaction(String)
  }
  /// The subject of the notifications; `nil` for all.
  package var subject: Subject?
  /// Whether to return only notifications that have not reached the app's server.
  package var onlyFailures: Bool

  /// Makes a filter; see the properties.
  package init(start: Instant, end: Instant, subject: Subject? = nil, onlyFailures: Bool = false) {
    (self.start, self.end, self.subject, self.onlyFailures) = (start, end, subject, onlyFailures)
  }

  var body: [UInt8] {
    JSONWriter.object { writer in
      writer.key("startDate")
      writer.integer(start.milliseconds)
      writer.key("endDate")
      writer.integer(end.milliseconds)
      switch subject {
      case .type(let type, let subtype):
        writer.member("notificationType", type)
        if let subtype { writer.member("notificationSubtype", subtype) }
      case .transaction(let identifier): writer.member("transactionId", identifier)
      case nil: break
      }
      if onlyFailures { writer.member("onlyFailures", true) }
    }
  }
}
