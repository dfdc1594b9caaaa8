import ReceiptKit
import ReceiptMint

/// The calls that return transactions.
extension StandIn {
  /// Get Transaction Info.
  func transactionInfo(_ question: APIQuestion) throws -> JSONValue {
    let current = try transaction(question.identifier, in: question.bundle, at: question.now)
    return .members(("signedTransactionInfo", try signed(current.payload, question)))
  }

  /// Get Transaction History. Version 1 omits consumables that the app has finished.
  func transactionHistory(_ question: APIQuestion, version: Int) throws -> JSONValue {
    let customer = try customer(of: question.identifier, in: question.bundle, at: question.now)
    let filter = try HistoryFilter(question.query, now: question.now)
    let all = transactions(of: customer, at: question.now).filter {
      !(version == 1 && $0.isFinished && $0.type == "Consumable") && filter.takes($0)
    }
    let subject = "history \(version) \(revisionSubject(customer)) \(filter.text)"
    let start = try question.revision(subject)
    let page = Page(all, isAscending: filter.isAscending, behind: start) { Revision($0.modified, $0.identifier) }
    if let last = page.elements.map(\.modified).max() { writes.withLockedValue { $0.noteDelivered(upTo: last) } }
    return .present(
      ("revision", .string(page.end.text(subject))), ("hasMore", .bool(page.hasMore)),
      ("bundleId", .string(customer.bundle)), ("appAppleId", appleID(of: customer.bundle)),
      ("environment", .string(data.environment)),
      ("signedTransactions", .array(try page.elements.map { try signed($0.payload, question) })))
  }

  /// Get Refund History: the refunded transactions, the earliest first.
  func refundHistory(_ question: APIQuestion) throws -> JSONValue {
    let customer = try customer(of: question.identifier, in: question.bundle, at: question.now)
    let all = transactions(of: customer, at: question.now).filter(\.isRefunded)
    let subject = "refunds \(revisionSubject(customer))"
    let start = try question.revision(subject)
    let page = Page(all, isAscending: true, behind: start) { Revision($0.revoked ?? 0, $0.identifier) }
    return .members(
      ("signedTransactions", .array(try page.elements.map { try signed($0.payload, question) })),
      ("revision", .string(page.end.text(subject))), ("hasMore", .bool(page.hasMore)))
  }

  /// Look Up Order ID. The order of a transaction is M followed by the transaction's identifier. This is a choice of
  /// this software: signed data names no order, and Apple documents no form. The `status` is 0 for an order of the app,
  /// and 1 for any other.
  func orderLookup(_ question: APIQuestion) throws -> JSONValue {
    let order = question.identifier
    guard order.hasPrefix("M"), order.dropFirst().isIdentifier,
      let current = try? transaction(String(order.dropFirst()), in: question.bundle, at: question.now)
    else { return .members(("status", .whole(1)), ("signedTransactions", .array([]))) }
    return .members(("status", .whole(0)), ("signedTransactions", .array([try signed(current.payload, question)])))
  }

  /// Get App Transaction Info.
  func appTransactionInfo(_ question: APIQuestion) throws -> JSONValue {
    let customer = try customer(of: question.identifier, in: question.bundle, at: question.now)
    guard let statement = customer.appTransactions.newest(at: question.now) else { throw APIError(4_040_019) }
    return .members(("signedAppTransactionInfo", try signed(statement.payload, question)))
  }

  /// Get All Subscription Statuses.
  func subscriptionStatuses(_ question: APIQuestion) throws -> JSONValue {
    let wanted = question.query.all("status")
    let customer = try customer(of: question.identifier, in: question.bundle, at: question.now)
    let subscriptions = subscriptions(of: customer, at: question.now).filter {
      wanted.isEmpty || wanted.contains(String($0.status))
    }
    let groups = Dictionary(grouping: subscriptions, by: \.group).sorted { $0.key < $1.key }
    let last = try groups.map { group, subscriptions in
      // Receipts do not name the group.
      JSONValue.present(
        ("subscriptionGroupIdentifier", group.isEmpty ? nil : .string(group)),
        ("lastTransactions", .array(try subscriptions.map { try status($0, question) })))
    }
    return .present(
      ("environment", .string(data.environment)), ("bundleId", .string(customer.bundle)),
      ("appAppleId", appleID(of: customer.bundle)), ("data", .array(last)))
  }

  private func status(_ subscription: CurrentSubscription, _ question: APIQuestion) throws -> JSONValue {
    .present(
      ("originalTransactionId", .string(subscription.transaction.original)),
      ("status", .whole(Int64(subscription.status))),
      ("signedRenewalInfo", try subscription.renewal.map { try signed($0, question) }),
      ("signedTransactionInfo", try signed(subscription.transaction.payload, question)))
  }
}

extension StandIn {
  /// A payload, signed at the moment of the request.
  func signed(_ payload: JSONValue, _ question: APIQuestion) throws -> JSONValue {
    .string(try signer.sign(payload, at: question.now))
  }

  /// The customer's part of the text from which revisions are made.
  func revisionSubject(_ customer: ScenarioCustomer) -> String {
    "\(issuer) \(customer.bundle) \(customer.name)"
  }

  /// Apple's number of the app; absent in the sandbox.
  func appleID(of bundle: String) -> JSONValue? {
    data.environment == "Production" ? data.appleIDs[bundle].map(JSONValue.whole) : nil
  }
}

extension APIQuestion {
  /// The place in the parameter `revision`.
  ///
  /// - Throws: 4000005 for a text that did not come from an answer to the same request.
  func revision(_ subject: String) throws(APIError) -> Revision? {
    guard let text = try query.single("revision", otherwise: 4_000_005) else { return nil }
    guard let revision = Revision(text, subject) else { throw APIError(4_000_005) }
    return revision
  }
}

/// The filter and the order of a transaction history.
struct HistoryFilter {
  let isAscending: Bool
  /// Milliseconds since 1970; the end is exclusive.
  private let start: Int64?
  private let end: Int64?
  private let products: [String]
  private let types: [String]
  private let groups: [String]
  private let ownership: String?
  /// Only revoked transactions, or only others; `nil` for both.
  private let isRevoked: Bool?

  /// The names of types in queries, and in signed data.
  private static let typeNames = [
    "AUTO_RENEWABLE": "Auto-Renewable Subscription", "NON_RENEWABLE": "Non-Renewing Subscription",
    "CONSUMABLE": "Consumable", "NON_CONSUMABLE": "Non-Consumable",
  ]

  init(_ query: APIQuery, now: Int64) throws(APIError) {
    start = query["startDate"].flatMap { Int64($0) }
    end = query["endDate"].flatMap { Int64($0) }
    if let start, start > now { throw APIError(4_000_015) }
    if let start, let end, start >= end { throw APIError(4_000_013) }
    products = query.all("productId")
    types = query.all("productType").compactMap { Self.typeNames[$0] }
    groups = query.all("subscriptionGroupIdentifier")
    isAscending = query["sort"] != "DESCENDING"
    ownership = query["inAppOwnershipType"]
    // `excludeRevoked` is older: true leaves out what is revoked, false nothing.
    isRevoked = query.flag("revoked") ?? (query.flag("excludeRevoked") == true ? false : nil)
  }

  /// All parameters of the request, so that a revision continues the same request.
  var text: String {
    "\(isAscending) \(start ?? -1) \(end ?? -1) \(products.sorted()) \(types.sorted()) \(groups.sorted()) "
      + "\(ownership ?? "") \(isRevoked.map { "\($0)" } ?? "")"
  }

  func takes(_ current: CurrentTransaction) -> Bool {
    let payload = current.payload
    func isOne(of wanted: [String], _ name: String) -> Bool {
      wanted.isEmpty || payload[name]?.stringValue.map(wanted.contains) == true
    }
    let isInTime = (start.map { current.purchased >= $0 } ?? true) && (end.map { current.purchased < $0 } ?? true)
    let isOfProduct =
      isOne(of: products, "productId") && isOne(of: types, "type") && isOne(of: groups, "subscriptionGroupIdentifier")
    let hasOwnership = ownership.map { payload["inAppOwnershipType"] == .string($0) } ?? true
    let hasRevocation = isRevoked.map { (current.revoked != nil) == $0 } ?? true
    return isInTime && isOfProduct && hasOwnership && hasRevocation
  }
}
