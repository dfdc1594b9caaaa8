import ReceiptKit

/// The calls of the Advanced Commerce API. They accept any purchase, because signed data of scenarios does not say
/// which purchases belong to Advanced Commerce.
///
/// Cancelling, revoking and refunding with `revoke` take effect from then on. Other calls are checked, but change
/// nothing.
struct CommerceCalls: Sendable {
  let standIn: StandIn

  /// The maximum number of requests to remember.
  private static let maximumRequests = 10_000

  func answer(_ call: AdvancedCommerceCall, _ question: APIQuestion) throws -> JSONValue {
    let current = try standIn.transaction(question.identifier, in: question.bundle, at: question.now)
    let customer = try standIn.customer(of: question.identifier, in: question.bundle, at: question.now)
    let body = try question.object(call.rules)
    if standIn.data.environment == "Production", Self.simulates(body) { throw APIError(4_000_158) }
    let subscription = standIn.subscriptions(of: customer, at: question.now).first {
      $0.transaction.original == current.original
    }
    switch call {
    case .requestRefund:
      guard current.revoked == nil else { throw APIError(4_030_021) }
    case .revoke:
      guard let subscription else { throw APIError(4_030_008) }
      guard ![2, 5].contains(subscription.status) else { throw APIError(4_000_186) }
    case .cancel, .changeMetadata, .changePrice, .migrate:
      guard let subscription else { throw APIError(4_030_008) }
      guard ![2, 5].contains(subscription.status) else { throw APIError(4_030_015) }
    }
    try remember(body, question)
    let isRevoked = call == .revoke || call == .requestRefund && Self.revokes(body)
    standIn.writes.withLockedValue { writes in
      if isRevoked {
        let transaction = call == .revoke ? subscription?.transaction ?? current : current
        // If only some seats are revoked, the transaction stays valid for the others.
        if call == .revoke, let seats = body["revokeSeatQuantity"]?.wholeNumber, seats > 0,
          transaction.payload["multiSeatInfo"] != nil, seats < transaction.seatsLeft
        {
          return writes.change(transaction.identifier, [transaction.seats(revoking: seats)], at: question.now)
        }
        writes.change(
          transaction.identifier,
          [
            .init("revocationDate", .whole(question.now)), .init("revocationReason", .whole(0)),
            .init("revocationType", .string("REFUND_FULL")),
          ], at: question.now)
      }
      if call == .cancel || call == .revoke {
        writes.change("renewal " + current.original, [.init("autoRenewStatus", .whole(0))], at: question.now)
      }
    }
    return try signed(current, customer, question, isOfSubscription: call != .requestRefund)
  }

  /// - Parameter isOfSubscription: whether the newest transaction of the subscription is meant instead of this one.
  private func signed(
    _ current: CurrentTransaction, _ customer: ScenarioCustomer, _ question: APIQuestion, isOfSubscription: Bool
  ) throws -> JSONValue {
    let subscription = standIn.subscriptions(of: customer, at: question.now).first {
      $0.transaction.original == current.original
    }
    let transaction =
      try (isOfSubscription ? subscription?.transaction : nil)
      ?? standIn.transaction(current.identifier, in: question.bundle, at: question.now)
    var members: [JSONValue.Member] = []
    if let renewal = subscription?.renewal {
      members.append(.init("signedRenewalInfo", .string(try standIn.signer.sign(renewal, at: question.now))))
    }
    members.append(
      .init("signedTransactionInfo", .string(try standIn.signer.sign(transaction.payload, at: question.now))))
    return .object(members)
  }

  /// Remembers a request, because each request can be made only once.
  private func remember(_ body: JSONValue, _ question: APIQuestion) throws {
    let identifier = body["requestInfo"]?["requestReferenceId"]?.stringValue?.lowercased() ?? ""
    try standIn.commerceRequests.withLockedValue { known in
      guard known.count < Self.maximumRequests else { throw APIError(4_290_000) }
      guard known.insert(question.bundle + " " + identifier).inserted else { throw APIError(4_000_097) }
    }
  }

  private static func items(_ body: JSONValue) -> [JSONValue] {
    if case .array(let items)? = body["items"] { items } else { [] }
  }

  private static func revokes(_ body: JSONValue) -> Bool { items(body).contains { $0["revoke"] == .bool(true) } }

  private static func simulates(_ body: JSONValue) -> Bool {
    ([body] + items(body)).contains { $0["refundReason"] == .string("SIMULATE_REFUND_DECLINE") }
  }
}
