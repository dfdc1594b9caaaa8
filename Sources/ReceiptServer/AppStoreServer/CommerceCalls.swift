import ReceiptKit

/// The calls of the Advanced Commerce API. They accept any purchase, because signed data of scenarios does not say
/// which purchases belong to Advanced Commerce.
///
/// Cancelling, revoking and refunding with `revoke` take effect immediately; the other calls are checked, and change
/// nothing. The remainder of a period is computed by time. Signed data of scenarios has no items, so the average of
/// several refunds counts.
extension StandIn {
  /// The maximum number of requests to remember.
  private static let maximumRequests = 10_000

  func advancedCommerce(_ call: AdvancedCommerceCall, _ question: APIQuestion) throws -> JSONValue {
    let current = try transaction(question.identifier, in: question.bundle, at: question.now)
    let customer = try customer(of: question.identifier, in: question.bundle, at: question.now)
    let body = try question.object()
    if data.environment == "Production", Self.simulates(body) { throw APIError(4_000_158) }
    let subscription = subscriptions(of: customer, at: question.now).first {
      $0.transaction.original == current.original
    }
    // Revoking refunds the newest transaction of the subscription, any other call this one.
    let refunded = call == .revoke ? subscription?.transaction ?? current : current
    // The objects of the body with `refundType`.
    let refunds: [JSONValue] =
      switch call {
      case .revoke: [body]
      case .requestRefund: Self.items(body)
      case .cancel, .changeMetadata, .changePrice, .migrate: []
      }
    switch call {
    case .requestRefund:
      guard current.revoked == nil else { throw APIError(4_030_021) }
      // Only the latest period has time left that can be refunded in part.
      let isLatest = subscription?.transaction.identifier == current.identifier
      guard isLatest || !refunds.contains(where: { $0["refundType"] == .string("PRORATED") }) else {
        throw APIError(4_000_182)
      }
    case .revoke:
      guard let subscription else { throw APIError(4_030_008) }
      guard !subscription.isOver else { throw APIError(4_000_186) }
    case .cancel, .changeMetadata, .changePrice, .migrate:
      guard let subscription else { throw APIError(4_030_008) }
      guard !subscription.isOver else { throw APIError(4_030_015) }
    }
    try remember(body, question)
    // The refunds that also take the purchase back.
    let revoking = call == .revoke ? refunds : refunds.filter { $0["revoke"] == .bool(true) }
    writes.withLockedValue { writes in
      if call == .revoke, let seats = refunded.someSeats(in: body) {
        // The transaction continues for the other seats.
        writes.change(refunded.identifier, [refunded.seats(revoking: seats)], at: question.now)
        return
      }
      if !revoking.isEmpty {
        writes.change(refunded.identifier, refunded.revocation(revoking, at: question.now), at: question.now)
      }
      if call == .cancel || call == .revoke {
        let key = ClientWrites.renewalKey(of: current.original)
        writes.change(key, [.init("autoRenewStatus", .whole(0))], at: question.now)
      }
    }
    return try answer(current, customer, question, isOfSubscription: call != .requestRefund)
  }

  /// - Parameter isOfSubscription: whether to answer with the newest transaction of the subscription, or with this one.
  private func answer(
    _ current: CurrentTransaction, _ customer: ScenarioCustomer, _ question: APIQuestion, isOfSubscription: Bool
  ) throws -> JSONValue {
    let subscription = subscriptions(of: customer, at: question.now).first {
      $0.transaction.original == current.original
    }
    let transaction =
      try (isOfSubscription ? subscription?.transaction : nil)
      ?? transaction(current.identifier, in: question.bundle, at: question.now)
    return .present(
      ("signedRenewalInfo", try subscription?.renewal.map { try signed($0, question) }),
      ("signedTransactionInfo", try signed(transaction.payload, question)))
  }

  /// Remembers a request, because each request can be made only once.
  private func remember(_ body: JSONValue, _ question: APIQuestion) throws {
    let identifier = body["requestInfo"]?["requestReferenceId"]?.stringValue?.lowercased() ?? ""
    try commerceRequests.withLockedValue { known in
      guard known.count < Self.maximumRequests else { throw APIError(4_290_000) }
      guard known.insert(question.bundle + " " + identifier).inserted else { throw APIError(4_000_097) }
    }
  }

  private static func items(_ body: JSONValue) -> [JSONValue] {
    if case .array(let items)? = body["items"] { items } else { [] }
  }

  private static func simulates(_ body: JSONValue) -> Bool {
    ([body] + items(body)).contains { $0["refundReason"] == .string("SIMULATE_REFUND_DECLINE") }
  }
}

extension CurrentTransaction {
  /// The number of seats that a request revokes, if others are left; `nil` if it revokes the whole transaction.
  fileprivate func someSeats(in body: JSONValue) -> Int64? {
    guard let seats = body["revokeSeatQuantity"]?.wholeNumber, seats > 0, payload["multiSeatInfo"] != nil,
      seats < seatsLeft
    else { return nil }
    return seats
  }

  /// The members that say how the transaction was refunded.
  ///
  /// - Parameter refunds: the objects with `refundType`.
  fileprivate func revocation(_ refunds: [JSONValue], at now: Int64) -> [JSONValue.Member] {
    let isFull = refunds.allSatisfy { $0["refundType"] == .string("FULL") }
    let shares = refunds.map { refundedShare(by: $0, at: now) }
    let share = shares.reduce(0, +) / Double(max(shares.count, 1))
    return [
      .init("revocationDate", .whole(now)), .init("revocationReason", .whole(0)),
      .init("revocationType", .string(isFull ? "REFUND_FULL" : "REFUND_PRORATED")),
    ] + (isFull ? [] : [.init("revocationPercentage", .whole(Int64((share * 100_000).rounded())))])
  }

  /// The share of the price that is paid back, 0 to 1.
  private func refundedShare(by refund: JSONValue, at now: Int64) -> Double {
    func share(_ part: Double, of whole: Double) -> Double { whole > 0 ? min(max(part / whole, 0), 1) : 1 }
    let begin = Double(purchased)
    let end = Double(payload.milliseconds("expiresDate") ?? 0)
    func number(_ value: JSONValue?) -> Double { Double(value?.wholeNumber ?? 0) }
    return switch refund["refundType"]?.stringValue {
    case "PRORATED": share(end - Double(now), of: end - begin)
    case "CUSTOM": share(number(refund["refundAmount"]), of: number(payload["price"]))
    // FULL.
    default: 1
    }
  }
}
