import ReceiptKit

/// An open question of Apple's about the use of a purchase (CONSUMPTION_REQUEST).
struct ConsumptionRequest: Sendable {
  /// `notificationUUID`: the same in every retry of Apple's.
  let identifier: String
  let transaction: String
  let isAdvancedCommerce: Bool
  let askedAt: Instant
  /// Until when Apple wants an answer.
  let answerBy: Instant
  let dueAt: Instant
  /// The answer, once it may have been sent.
  let body: [JSONValue.Member]?
  /// How often the answer may have been sent.
  let tries: Int
  private let leasedAt: Instant?
  private let leasedUntil: Instant?

  /// Two processes read the clock at different moments, so a slightly early lease does not mean that the clock was set
  /// back. In milliseconds.
  private static let slack: Int64 = 60_000
  /// A question that is due even later was stored before the clock was set back. In milliseconds.
  private static let longestDelay: Int64 = 2 * 3_600_000

  init(_ row: StoredRow) throws {
    identifier = try row["uuid"]
    transaction = try row["transaction_id"]
    isAdvancedCommerce = try row["is_commerce"]
    askedAt = try row["asked_at"]
    answerBy = try row["answer_by"]
    dueAt = try row["due_at"]
    body = try row["body"] as String? == nil ? nil : row.members("body")
    tries = try row["tries"]
    leasedAt = try row["leased_at"]
    leasedUntil = try row["leased_until"]
  }

  /// Whether another process may be sending the answer now.
  func isTaken(_ now: Instant) -> Bool {
    guard let leasedAt, let leasedUntil else { return false }
    return leasedUntil > now && leasedAt.milliseconds <= now.milliseconds + Self.slack
  }

  /// Whether it is time to send the answer. A process that holds the lease may be sending it: see ``isTaken(_:)``.
  func isDue(_ now: Instant) -> Bool {
    dueAt <= now || dueAt.milliseconds > now.milliseconds + Self.longestDelay
  }
}
