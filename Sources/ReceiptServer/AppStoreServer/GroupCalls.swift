import ReceiptKit

/// The calls about groups and the seats of their subscriptions, all of which Apple has in the sandbox only.
///
/// The group and the member are those that Apple's sandbox returns for every customer without a group. Seats come from
/// the scenario, and this software makes the claims. Apple's documentation names four errors without their numbers.
extension StandIn {
  private static let group = "900000000000000000"
  private static let member = "700000000000000000"
  /// A seat that has been claimed. The request identifier is in lowercase, like the other identifier.
  typealias SeatClaim = (identifier: String, request: String)

  /// The maximum number of claims of all subscriptions together.
  private static let maximumClaims = 10_000

  private static let noAvailableSeats = unnumbered("NoAvailableSeats")
  private static let claimNotFound = unnumbered("SeatClaimIdNotFound")
  private static let appTransactionNotFound = unnumbered("AppTransactionIdNotFound")
  private static let noSeats = APIError(4_000_000, "The subscription has no seats that your server claims.")

  private static func unnumbered(_ name: String) -> APIError {
    APIError(4_000_000, name + ". Apple's number of this error is not known here.")
  }

  /// Get Customer Groups.
  func customerGroups(_ question: APIQuestion) throws -> JSONValue {
    _ = try customer(of: question.identifier, in: question.bundle, at: question.now)
    let roles = [("example.productId.one", "ADMIN"), ("example.productId.two", "NONE")].map { product, role in
      JSONValue.members(("productId", .string(product)), ("role", .string(role)))
    }
    let group = JSONValue.members(
      ("groupId", .string(Self.group)), ("groupType", .string("ORGANIZATION")), ("roles", .array(roles)))
    return .members(("groups", .array([group])))
  }

  /// Get Group Members.
  func groupMembers(_ question: APIQuestion) throws -> JSONValue {
    guard question.identifier.isIdentifier else { throw APIError(4_000_225) }
    // There is only one page, and no answer contains a token for a further page.
    guard question.query.all("paginationToken").isEmpty else { throw APIError(4_000_014) }
    guard question.identifier == Self.group else { throw APIError(4_040_022) }
    return .members(
      ("members", .array([.members(("appTransactionId", .string(Self.member)))])), ("hasMore", .bool(false)))
  }

  /// Get Seat Info.
  func seatInfo(_ question: APIQuestion) throws -> JSONValue {
    let (subscription, total) = try seats(of: question)
    let claims = claims.withLockedValue { $0[subscription] ?? [] }
    return .members(
      ("totalSeatCount", .whole(total)), ("availableSeatCount", .whole(max(0, total - Int64(claims.count)))),
      ("assignedSeatClaimIds", .array(claims.map { .string($0.identifier) })))
  }

  /// Claim Seat. A repeated request gets the same seat.
  func claimSeat(_ question: APIQuestion) throws -> JSONValue {
    let (subscription, total) = try seats(of: question)
    let body = try question.object()
    let request = body["requestIdentifier"]?.stringValue?.lowercased() ?? ""
    // A person need not be named, but has to be known.
    _ = try namesPerson(body, question)
    let claim = try claims.withLockedValue { all -> String in
      let claims = all[subscription] ?? []
      if let known = claims.first(where: { $0.request == request }) { return known.identifier }
      guard claims.count < total else { throw Self.noAvailableSeats }
      guard all.values.reduce(0, { $0 + $1.count }) < Self.maximumClaims else { throw APIError(4_290_000) }
      let identifier = newIdentifier()
      all[subscription, default: []].append((identifier, request))
      return identifier
    }
    return .members(("seatClaimId", .string(claim)))
  }

  /// Unclaim Seat.
  func unclaimSeat(_ question: APIQuestion) throws -> JSONValue? {
    try withClaim(question) { claims, index in claims.remove(at: index) }
    return nil
  }

  /// Associate Seat.
  func associateSeat(_ question: APIQuestion) throws -> JSONValue? {
    guard try namesPerson(try question.object(), question) else { throw Self.appTransactionNotFound }
    try withClaim(question) { _, _ in }
    return nil
  }

  /// Works on the claims of a subscription, with the index of the claim in the path.
  private func withClaim(_ question: APIQuestion, _ work: (inout [SeatClaim], Int) -> Void) throws {
    let (subscription, _) = try seats(of: question)
    let identifier = question.parameters["claim"]?.lowercased()
    try claims.withLockedValue { all in
      guard let index = all[subscription]?.firstIndex(where: { $0.identifier == identifier }) else {
        throw Self.claimNotFound
      }
      work(&all[subscription, default: []], index)
    }
  }

  /// Whether the request names the person who gets a seat: a customer of the app, or the member of the group.
  private func namesPerson(_ body: JSONValue, _ question: APIQuestion) throws(APIError) -> Bool {
    guard let identifier = body["appTransactionId"]?.stringValue else { return false }
    let isKnown = data.customers.contains {
      $0.bundle == question.bundle && $0.appTransactionID == identifier
    }
    guard isKnown || identifier == Self.member else { throw Self.appTransactionNotFound }
    return true
  }

  /// The subscription of a transaction, and its number of seats at that moment: all seats of the running period that
  /// were bought, in one transaction or several, and not refunded. Only seats to which the developer invites count.
  private func seats(of question: APIQuestion) throws -> (subscription: String, total: Int64) {
    let customer = try customer(of: question.identifier, in: question.bundle, at: question.now)
    let all = transactions(of: customer, at: question.now)
    let original = all.first { [$0.identifier, $0.original].contains(question.identifier) }?.original
    let running = all.filter { transaction in
      transaction.original == original && transaction.payload["inAppOwnershipType"] == .string("PURCHASED")
        && transaction.revoked == nil
        && transaction.payload.milliseconds("expiresDate").map { $0 > question.now } ?? false
        && transaction.payload["multiSeatInfo"]?["invitationManagement"] == .string("DEVELOPER")
    }
    guard let original, !running.isEmpty else { throw Self.noSeats }
    return ("\(question.bundle) \(original)", running.reduce(0) { $0 + $1.seatsLeft })
  }
}

extension CurrentTransaction {
  /// The seats that were bought with the transaction and not refunded.
  var seatsLeft: Int64 { max(0, seatNumber(payload["quantity"]) - revokedSeats) }

  private var revokedSeats: Int64 { seatNumber(payload["multiSeatInfo"]?["revokedSeatQuantity"]) }

  /// Apple's numbers of seats have 32 bits.
  private func seatNumber(_ value: JSONValue?) -> Int64 { max(0, min(value?.wholeNumber ?? 0, Int64(Int32.max))) }

  /// The member `multiSeatInfo` after further seats were refunded.
  func seats(revoking count: Int64) -> JSONValue.Member {
    var members: [JSONValue.Member] = []
    if case .object(let known)? = payload["multiSeatInfo"] {
      members = known.filter { $0.name != "revokedSeatQuantity" }
    }
    members.append(.init("revokedSeatQuantity", .whole(revokedSeats + count)))
    return .init("multiSeatInfo", .object(members))
  }
}
