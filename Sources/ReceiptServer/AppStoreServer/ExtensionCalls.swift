import NIOConcurrencyHelpers
import ReceiptKit
import ReceiptRemote

/// The calls that extend subscriptions.
extension StandIn {
  private static let day: Int64 = 86_400_000
  /// The maximum number of extensions of one subscription in a year.
  private static let perYear = 2

  /// The length of the extension that a request asks for, in milliseconds.
  private static func requestedLength(_ body: JSONValue) -> Int64 { (body["extendByDays"]?.wholeNumber ?? 0) * day }

  /// Extend a Subscription Renewal Date.
  func extendRenewalDate(_ question: APIQuestion) throws -> JSONValue {
    let identifier = question.identifier
    guard identifier.isIdentifier else { throw APIError(4_000_008) }
    let length = Self.requestedLength(try question.object())
    guard let customer = try? customer(of: identifier, in: question.bundle, at: question.now),
      customer.transactions.contains(where: { $0.original == identifier })
    else { throw APIError(4_040_005) }
    guard
      let subscription = subscriptions(of: customer, at: question.now).first(where: {
        $0.transaction.original == identifier
      })
    else { throw APIError(4_030_004) }
    try deliveries.reserve(1)
    let effective: Int64
    do throws(APIError) {
      effective = try extend(subscription, by: length, at: question.now)
    } catch {
      deliveries.release(1)
      throw error
    }
    notify(subscription, effective, question)
    return .present(
      ("originalTransactionId", .string(identifier)),
      ("webOrderLineItemId", subscription.transaction.payload["webOrderLineItemId"]), ("success", .bool(true)),
      ("effectiveDate", .whole(effective)))
  }

  /// - Returns: the new renewal date of the subscription.
  private func extend(
    _ subscription: CurrentSubscription, by length: Int64, at now: Int64
  ) throws(APIError) -> Int64 {
    let transaction = subscription.transaction
    guard !transaction.isShared else { throw APIError(4_030_007) }
    guard !transaction.isAssigned else { throw APIError(4_030_028) }
    guard subscription.isActive, transaction.payload["offerDiscountType"] != .string("FREE_TRIAL"),
      let expires = transaction.payload.milliseconds("expiresDate")
    else { throw APIError(4_030_004) }
    let isAdded = writes.withLockedValue { writes in
      let earlier = writes.extensions[transaction.original] ?? []
      // The clock may have been set back, so later extensions count, too.
      let isYearFull = earlier.count { ($0.at - now).magnitude < UInt64(365 * Self.day) } >= Self.perYear
      guard !isYearFull else { return false }
      writes.extensions[transaction.original] =
        earlier + [
          ClientWrites.Extension(
            at: now, modified: writes.modificationTime(at: now), transaction: transaction.identifier, added: length)
        ]
      return true
    }
    guard isAdded else { throw APIError(4_030_005) }
    return expires + length
  }

  /// Sends the notification about one extension.
  ///
  /// - Parameter effective: the new renewal date.
  private func notify(
    _ subscription: CurrentSubscription, _ effective: Int64, _ question: APIQuestion
  ) {
    let transaction = subscription.transaction.payload.setting("expiresDate", .whole(effective))
      .setting("signedDate", .whole(question.now))
    let renewal = subscription.renewal?.setting("renewalDate", .whole(effective))
      .setting("signedDate", .whole(question.now))
    let data = app(question).joined(
      .present(("signedTransactionInfo", transaction), ("signedRenewalInfo", renewal), ("status", .whole(1))))
    addNotification("RENEWAL_EXTENDED", content: ("data", data), question)
  }

  private func app(_ question: APIQuestion) -> JSONValue {
    .present(
      ("environment", .string(data.environment)), ("appAppleId", appleID(of: question.bundle)),
      ("bundleId", .string(question.bundle)))
  }

  private func addNotification(
    _ type: String, subtype: String? = nil, content: (String, JSONValue), _ question: APIQuestion
  ) {
    let payload = notification(type, subtype: subtype, newIdentifier(), content, question.now)
    deliveries.add(ScenarioNotification(signed: question.now, payload: payload, bundle: question.bundle))
  }

  /// Extend Subscription Renewal Dates for All Active Subscribers. The extension completes immediately.
  func extendRenewalDates(_ question: APIQuestion) throws -> JSONValue {
    let body = try question.object()
    let length = Self.requestedLength(body)
    let product = body["productId"]?.stringValue ?? ""
    let identifier = body["requestIdentifier"]?.stringValue ?? ""
    var storefronts: Set<String>?
    if case .array(let codes)? = body["storefrontCountryCodes"] { storefronts = Set(codes.compactMap(\.stringValue)) }
    let subscriptions = data.customers.filter { $0.bundle == question.bundle }
      .flatMap { self.subscriptions(of: $0, at: question.now) }
      .filter { subscription in
        let payload = subscription.transaction.payload
        return subscription.isActive && payload["productId"] == .string(product)
          && storefronts.map { payload["storefront"]?.stringValue.map($0.contains) ?? false } ?? true
      }
    // One notification for each subscription, and the summary.
    try deliveries.reserve(subscriptions.count + 1)
    var succeeded: Int64 = 0
    var failed: Int64 = 0
    for subscription in subscriptions {
      do throws(APIError) {
        notify(subscription, try extend(subscription, by: length, at: question.now), question)
        succeeded += 1
      } catch {
        deliveries.release(1)
        failed += 1
      }
    }
    let outcome = MassExtension(
      bundle: question.bundle, product: product, identifier: identifier, date: question.now,
      succeeded: succeeded, failed: failed)
    massExtensions.withLockedValue { all in
      if all.count >= MassExtension.maximumKept { all.removeFirst() }
      all.append(outcome)
    }
    let summary = app(question).joined(
      .members(
        ("productId", .string(product)), ("requestIdentifier", .string(identifier)),
        ("storefrontCountryCodes", .array((storefronts ?? []).sorted().map(JSONValue.string))),
        ("succeededCount", .whole(succeeded)), ("failedCount", .whole(failed))))
    addNotification("RENEWAL_EXTENSION", subtype: "SUMMARY", content: ("summary", summary), question)
    return .members(("requestIdentifier", .string(identifier)))
  }

  /// Get Status of Subscription Renewal Date Extensions.
  func renewalDateExtensions(_ question: APIQuestion) throws -> JSONValue {
    let product = question.parameters["productId"] ?? ""
    let identifier = question.identifier
    guard AppStoreServerRequest.isProduct(product) else { throw APIError(4_000_023) }
    guard identifier.utf8.isUUID else { throw APIError(4_000_011) }
    let found = massExtensions.withLockedValue { all in
      all.last {
        $0.bundle == question.bundle && $0.product == product && $0.identifier == identifier && $0.date <= question.now
      }
    }
    guard let found else { throw APIError(4_040_009) }
    return .members(
      ("requestIdentifier", .string(identifier)), ("complete", .bool(true)), ("completeDate", .whole(found.date)),
      ("succeededCount", .whole(found.succeeded)), ("failedCount", .whole(found.failed)))
  }
}

/// The result of an extension for all subscribers.
struct MassExtension: Sendable {
  static let maximumKept = 1_000

  let bundle: String
  let product: String
  let identifier: String
  /// In milliseconds since 1970.
  let date: Int64
  let succeeded: Int64
  let failed: Int64
}
