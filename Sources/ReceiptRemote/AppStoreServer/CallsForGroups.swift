import ReceiptKit

/// The calls about groups and the seats of their subscriptions. ``AppStoreServerCall`` explains the fields of a row.
extension AppStoreServerCall {
  package static let groupCalls = [groups, groupMembers, seats, claimSeat, unclaimSeat, associateSeat]

  /// The groups through which an organization or another customer gives access to this customer.
  package static let groups = AppStoreServerCall(
    name: "groups", title: "Get Customer Groups", operation: "customerGroups", method: .get,
    path: "/groups/v1/currentGroups/{id}",
    parameters: [.id("Any transaction of the customer, or the id of the AppTransaction.")], since: "1.22",
    isOfSandbox: true,
    command: Command(.api, "Ask which groups give a customer access.", "Apple has it in the sandbox only."))

  /// The members of a group.
  package static let groupMembers = AppStoreServerCall(
    name: "group-members", title: "Get Group Members", operation: "groupMembers", method: .get,
    path: "/groups/v1/group/{id}",
    parameters: [
      .id("The group, as `groups` names it.", "900000000000000000"),
      .query(
        "limit", "limit", "count", .number(1...100), 4_000_004, "How many members an answer may have, 1 to 100.",
        example: "10"),
    ], paging: .paginationToken, since: "1.22", isOfSandbox: true,
    command: Command(.api, "Ask who is in a group.", "Apple has it in the sandbox only. Each page is an answer."))

  /// The seats of a subscription to which the developer invites members.
  package static let seats = AppStoreServerCall(
    name: "seats", title: "Get Seat Info", operation: "seatInfo", method: .get,
    path: "/groups/v1/transactions/{id}/seats", parameters: [purchaser], since: "1.23", isOfSandbox: true,
    command: Command(.api, "Ask for the seats of a group subscription.", seatText))

  /// Claims a seat for a person whom the developer invited.
  package static let claimSeat = AppStoreServerCall(
    // A retry with the same identifier gets the same seat.
    name: "claim-seat", title: "Claim Seat", operation: "claimSeat", method: .post,
    path: "/groups/v1/transactions/{id}/seats",
    parameters: [purchaser, newRequest(.uuid), person(.option("app-transaction-id", "id"), optional: true)],
    answer: .identifier("seatClaimId"),
    change: Change(isRepeatable: true) { "Claim a seat of the purchase \($0["id"])" }, since: "1.23", isOfSandbox: true,
    command: Command(
      .api, "Take a seat of a group subscription for a member.",
      seatText + " The answer names the seat. The same --request-id again gets the same seat."))

  /// Gives a seat back to the subscription. A repeated request would find no claim, and would seem to be refused.
  package static let unclaimSeat = AppStoreServerCall(
    name: "unclaim-seat", title: "Unclaim Seat", operation: "unclaimSeat", method: .delete,
    path: "/groups/v1/transactions/{id}/seats/{claim}", parameters: [purchaser, seat],
    change: Change { "Unclaim the seat \($0["claim"]) of the purchase \($0["id"])" }, since: "1.23", isOfSandbox: true,
    command: Command(
      .api, "Give a member's seat back to the group.",
      seatText + " Your server then ends the access of the member who had the seat."))

  /// Tells Apple which person has a seat.
  package static let associateSeat = AppStoreServerCall(
    name: "associate-seat", title: "Associate Seat", operation: "associateSeat", method: .post,
    path: "/groups/v1/transactions/{id}/seats/{claim}/associate",
    parameters: [purchaser, seat, person(.argument("member"), optional: false)],
    change: Change(isRepeatable: true) {
      "Associate the seat \($0["claim"]) with the member \($0["appTransactionId"])"
    }, since: "1.23", isOfSandbox: true, command: Command(.api, "Tell Apple which member has a seat.", seatText))

  private static let seatText = """
    It is for group subscriptions whose members your own server invites. Apple has this call in the sandbox only, and \
    the tool asks no other server.
    """
  private static let purchaser = CallParameter.id("The transaction of the purchaser.")
  private static let seat = CallParameter.path("claim", "seat", "The seatClaimId.", "\"$SEAT\"", .uuid)

  private static func person(_ input: CallParameter.Input, optional: Bool) -> CallParameter {
    .body(
      Member("appTransactionId", .identifier, optional: optional), input,
      optional ? "The appTransactionId of the member, if it is known." : "The appTransactionId of the member.",
      "704289572311513324")
  }
}
