import ArgumentParser
import ReceiptCommands
import ReceiptRemote

private let seatText = """
  It is for group subscriptions whose members your own server invites. Apple has this call in the sandbox only, and \
  the tool asks no other server.
  """

private let invalid = UsageError(
  """
  Apple's ids have 1 to 64 letters, digits, - and _; a seat and a request are UUIDs such as \
  7e3fb20b-4cdb-47cc-936d-99d65f608138
  """)

struct ClaimSeat: ChangingCall {
  static let help = CallHelp(
    name: "claim-seat", abstract: "Take a seat of a group subscription for a member.",
    text: """
      Apple's "Claim Seat". \(seatText) The answer names the seat. The same --request-id again gets the same seat.
      """,
    examples: [
      "api claim-seat --app reader --yes 2000000123456789",
      "api claim-seat --app reader --yes 2000000123456789 \\\n    --request-id \"$REQUEST\"",
      "api claim-seat --app reader --yes 2000000123456789 \\\n    --app-transaction-id 704289572311513324",
    ])

  @Argument(help: "The transaction of the purchaser.")
  var id: String

  @OptionGroup var request: RequestIdentifierOption

  @Option(
    name: .customLong("app-transaction-id"),
    help: ArgumentHelp("The appTransactionId of the member, if it is known.", valueName: "id"))
  var member: String?

  func change(_ console: Console) throws -> PlannedChange {
    let identifier = request.identifier
    let change = try AppStoreServerChange.claimSeat(id, requestIdentifier: identifier, appTransactionIdentifier: member)
      .required(invalid)
    return PlannedChange(
      change: change, what: "Claim a seat of the purchase \(id)",
      madeIdentifier: request.made(identifier))
  }
}

struct UnclaimSeat: ChangingCall {
  static let help = CallHelp(
    name: "unclaim-seat", abstract: "Give a member's seat back to the group.",
    text: "Apple's \"Unclaim Seat\". \(seatText) Your server then ends the access of the member who had the seat.",
    examples: [
      "api unclaim-seat --app reader 2000000123456789 \"$SEAT\"",
      "api unclaim-seat --app reader --yes 2000000123456789 \"$SEAT\"",
      "api unclaim-seat --app reader --environment sandbox --yes \\\n    2000000123456789 \"$SEAT\"",
    ])

  @Argument(help: "The transaction of the purchaser.")
  var id: String

  @Argument(help: "The seatClaimId.")
  var seat: String

  func change(_ console: Console) throws -> PlannedChange {
    let change = try AppStoreServerChange.unclaimSeat(seat, of: id).required(invalid)
    return PlannedChange(change: change, what: "Unclaim the seat \(seat) of the purchase \(id)")
  }
}

struct AssociateSeat: ChangingCall {
  static let help = CallHelp(
    name: "associate-seat", abstract: "Tell Apple which member has a seat.",
    text: "Apple's \"Associate Seat\". \(seatText)",
    examples: [
      "api associate-seat --app reader 2000000123456789 \"$SEAT\" \\\n    704289572311513324",
      "api associate-seat --app reader --yes 2000000123456789 \"$SEAT\" \\\n    704289572311513324",
      "api associate-seat --app reader --yes \\\n    2000000123456789 \"$SEAT\" 704289572311513324",
    ])

  @Argument(help: "The transaction of the purchaser.")
  var id: String

  @Argument(help: "The seatClaimId.")
  var seat: String

  @Argument(help: "The appTransactionId of the member.")
  var member: String

  func change(_ console: Console) throws -> PlannedChange {
    let change = try AppStoreServerChange.associateSeat(seat, of: id, appTransactionIdentifier: member).required(
      invalid)
    return PlannedChange(change: change, what: "Associate the seat \(seat) with the member \(member)")
  }
}

struct ReadGroups: PlainReading {
  static let help = CallHelp(
    name: "groups", abstract: "Ask which groups give a customer access.",
    text: "Apple's \"Get Customer Groups\", which Apple has in the sandbox only.",
    examples: [
      "api groups --app reader 2000000123456789", "api groups --app reader 2000000123456789 | jq .groups",
      "api groups --app reader 2000000123456789 | jq -c .groups[]",
    ])

  @Argument(help: "Any transaction of the customer, or the id of the AppTransaction.")
  var id: String

  func request() throws -> AppStoreServerRequest {
    try AppStoreServerRequest(.groups, id).required(invalid)
  }
}

struct ReadGroupMembers: PlainReading {
  static let help = CallHelp(
    name: "group-members", abstract: "Ask who is in a group.",
    text: "Apple's \"Get Group Members\", which Apple has in the sandbox only. Each page is an answer.",
    examples: [
      "api group-members --app reader 900000000000000000",
      "api group-members --app reader --limit 10 900000000000000000",
      "api group-members --app reader 900000000000000000 | jq -s .",
    ])

  @Argument(help: "The group, as `groups` names it.")
  var id: String

  @Option(help: ArgumentHelp("How many members an answer may have, 1 to 100.", valueName: "count"))
  var limit: Int?

  func validate() throws {
    guard limit.map((1...100).contains) ?? true else { throw UsageError("--limit is 1 to 100") }
  }

  func request() throws -> AppStoreServerRequest {
    let filters = limit.map { [AppStoreServerRequest.Filter("limit", String($0))] } ?? []
    return try AppStoreServerRequest(.groupMembers, id, filters: filters).required(invalid)
  }
}

struct ReadSeats: PlainReading {
  static let help = CallHelp(
    name: "seats", abstract: "Ask for the seats of a group subscription.",
    text: "Apple's \"Get Seat Info\". \(seatText)",
    examples: [
      "api seats --app reader 2000000123456789", "api seats --app reader 2000000123456789 | jq .totalSeatCount",
      "api seats --app reader --environment sandbox 2000000123456789",
    ])

  @Argument(help: "The transaction of the purchaser.")
  var id: String

  func request() throws -> AppStoreServerRequest {
    try AppStoreServerRequest(.seats, id).required(invalid)
  }
}
