import ReceiptKit
import ReceiptMint

/// The calls about server notifications.
extension StandIn {
  private static let day: Int64 = 86_400_000

  /// Get Notification History.
  func notificationHistory(_ question: APIQuestion) throws -> JSONValue {
    let body = try question.object()
    let filter = try NotificationFilter(body, now: question.now, historyLength: historyLength)
    // The transactions of the customer who is asked about; an unknown customer has none.
    let identifiers = filter.transaction.map { transaction in
      let found = try? self.customer(of: transaction, in: question.bundle, at: question.now)
      return Set(found?.transactions.map(\.identifier) ?? [])
    }
    let all = deliveries.all(at: question.now).filter { _, delivery in
      delivery.notification.bundle == question.bundle && filter.takes(delivery, at: question.now)
        && (identifiers.map { delivery.notification.transaction.map($0.contains) ?? false } ?? true)
    }
    let subject = "notifications \(issuer) \(question.bundle) \(filter.text)"
    var start: Revision?
    if let token = try question.query.single("paginationToken", otherwise: 4_000_014) {
      guard let revision = Revision(token, subject) else { throw APIError(4_000_014) }
      start = revision
    }
    let page = Page(all, isAscending: true, behind: start) {
      Revision($0.delivery.notification.signed, String($0.number))
    }
    let elements = try page.elements.map { try document($0.delivery, question.now) }
    return .present(
      ("paginationToken", page.hasMore ? .string(page.end.text(subject)) : nil), ("hasMore", .bool(page.hasMore)),
      ("notificationHistory", .array(elements)))
  }

  /// The time that the history covers, in milliseconds.
  private var historyLength: Int64 { (data.environment == "Production" ? 180 : 30) * Self.day }

  private func document(_ delivery: Delivery, _ now: Int64) throws -> JSONValue {
    let notification = delivery.notification
    let payload = try signer.sign(notification: notification.payload, at: notification.signed)
    let attempts = delivery.attempts(by: now).map {
      JSONValue.members(("attemptDate", .whole($0.date)), ("sendAttemptResult", .string($0.result)))
    }
    return .members(("signedPayload", .string(payload)), ("sendAttempts", .array(attempts)))
  }

  /// Request a Test Notification.
  func requestTestNotification(_ question: APIQuestion) throws -> JSONValue {
    guard deliveries.hasReceiver else { throw APIError(4_040_007) }
    try deliveries.reserve(1)
    let identifier = newIdentifier()
    let app = JSONValue.present(
      ("appAppleId", appleID(of: question.bundle)), ("bundleId", .string(question.bundle)),
      ("environment", .string(data.environment)))
    let payload = notification("TEST", subtype: nil, identifier, ("data", app), question.now)
    deliveries.add(
      ScenarioNotification(signed: question.now, payload: payload, bundle: question.bundle), isRetried: false)
    return .members(("testNotificationToken", .string("\(identifier)_\(question.now)")))
  }

  /// Get Test Notification Status.
  func testNotificationStatus(_ question: APIQuestion) throws -> JSONValue {
    let parts = question.identifier.split(separator: "_", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].utf8.isUUID, let date = Int64(parts[1]) else {
      throw APIError(4_000_020)
    }
    guard let delivery = deliveries[String(parts[0])], delivery.notification.signed == date,
      delivery.notification.bundle == question.bundle,
      delivery.notification.payload["notificationType"] == .string("TEST")
    else { throw APIError(4_040_008) }
    // Its attempt is shown even if the clock was set back since.
    return try document(delivery, max(question.now, date))
  }
}

/// The filter of a notification history.
struct NotificationFilter {
  private let start: Int64
  private let end: Int64
  private let type: String?
  private let subtype: String?
  let transaction: String?
  private let isFailuresOnly: Bool

  init(_ body: JSONValue, now: Int64, historyLength: Int64) throws(APIError) {
    start = body["startDate"]?.wholeNumber ?? 0
    end = body["endDate"]?.wholeNumber ?? 0
    guard start <= now else { throw APIError(4_000_015) }
    guard start < end else { throw APIError(4_000_013) }
    guard start >= now - historyLength else { throw APIError(4_000_012) }
    isFailuresOnly = body["onlyFailures"] == .bool(true)
    let type = body["notificationType"]?.stringValue
    let subtype = body["notificationSubtype"]?.stringValue
    self.type = type
    self.subtype = subtype
    transaction = body["transactionId"]?.stringValue
    guard transaction == nil || (type == nil && subtype == nil) else { throw APIError(4_000_019) }
    if let transaction, !transaction.isIdentifier { throw APIError(4_000_006) }
    let known = NotificationMeaning.all
    if let type {
      guard known.contains(where: { $0.type == type && (subtype == nil || $0.subtype == subtype) }) else {
        throw APIError(4_000_018)
      }
    } else if subtype != nil {
      throw APIError(4_000_018)
    }
  }

  /// All parameters of the request, so that a token continues the same request.
  var text: String {
    "\(start) \(end) \(type ?? "") \(subtype ?? "") \(transaction ?? "") \(isFailuresOnly)"
  }

  func takes(_ delivery: Delivery, at now: Int64) -> Bool {
    let notification = delivery.notification
    let attempts = delivery.attempts(by: now)
    return (start..<end).contains(notification.signed)
      && (type.map { notification.payload["notificationType"] == .string($0) } ?? true)
      && (subtype.map { notification.payload["subtype"] == .string($0) } ?? true)
      && (!isFailuresOnly || (!attempts.isEmpty && !attempts.contains { $0.result == "SUCCESS" }))
  }
}

extension ScenarioNotification {
  /// The transaction of the notification.
  var transaction: String? { payload["data"]?["signedTransactionInfo"]?["transactionId"]?.stringValue }
}

extension StandIn {
  /// Makes a new UUID.
  func newIdentifier() -> String { String.randomUUID() }

  /// The payload of a notification that a request caused.
  func notification(
    _ type: String, subtype: String?, _ identifier: String, _ content: (String, JSONValue), _ now: Int64
  ) -> JSONValue {
    .present(
      ("notificationType", .string(type)), ("subtype", subtype.map(JSONValue.string)),
      ("notificationUUID", .string(identifier)), content, ("version", .string("2.0")), ("signedDate", .whole(now)))
  }
}
