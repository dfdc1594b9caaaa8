/// The `status` of an answer of verifyReceipt.
///
/// A status is Apple's judgement and never an error. Source: Apple, "status" of verifyReceipt.
public struct VerifyReceiptStatus: Hashable, Sendable {
  /// The number, as Apple sent it; any integer.
  public let code: Int

  /// Makes a status from its number.
  package init(_ code: Int) {
    self.code = code
  }

  /// The next action after a status. Raw values are stable and appear in JSON output.
  public enum FollowUp: String, CaseIterable, Sendable {
    /// Nothing: the receipt is valid.
    case accept
    /// Nothing: a retry brings the same answer.
    case giveUp = "give_up"
    /// Ask once more, because Apple documents the status as possibly temporary; then give up.
    case retryOnce = "retry_once"
    /// Ask again later, with growing pauses.
    case retry
    /// Send the same request to the sandbox.
    case askSandbox = "ask_sandbox"
    /// Send the same request to production.
    case askProduction = "ask_production"
  }

  private typealias Row = (codes: ClosedRange<Int>, name: String, followUp: FollowUp?)

  /// The documented statuses. Without a next action, the retry flag of the answer decides.
  private static let table: [Row] = [
    (0...0, "valid", .accept),
    (21000...21000, "not_post", .giveUp),
    (21001...21001, "no_longer_sent", .giveUp),
    (21002...21002, "malformed", .retryOnce),
    (21003...21003, "not_authenticated", .giveUp),
    (21004...21004, "shared_secret_mismatch", .giveUp),
    (21005...21005, "server_unavailable", .retry),
    (21006...21006, "subscription_expired", .giveUp),
    (21007...21007, "sandbox_receipt_sent_to_production", .askSandbox),
    (21008...21008, "production_receipt_sent_to_sandbox", .askProduction),
    (21009...21009, "internal_data_access_error", .retry),
    (21010...21010, "account_not_found", .giveUp),
    (21100...21199, "internal_data_access_error", nil),
  ]

  private var row: Row? { Self.table.first { $0.codes.contains(code) } }

  /// The name of the status in this software, such as `shared_secret_mismatch`; `unknown` if Apple does not document
  /// it.
  public var name: String { row?.name ?? "unknown" }

  /// Whether the receipt is valid.
  package var isValid: Bool { code == 0 }

  /// The next action.
  ///
  /// - Parameter retryFlag: the answer's `is_retryable`, which decides for 21100 to 21199; `nil` without one.
  public func followUp(retryFlag: Bool?) -> FollowUp {
    // Of an unknown status, only the flag says whether a retry may help.
    row?.followUp ?? (retryFlag == true ? .retry : .giveUp)
  }

  /// The entry of the status in `explain`; `nil` if Apple does not document the status.
  package var entry: ReferenceEntry? {
    ReferenceEntry.statuses.first { $0.key == String(code) || $0.range?.contains(code) ?? false }
  }

  /// The first sentence of its entry in `explain`, with its full stop.
  package var explanation: String { entry?.firstSentence ?? "Apple does not document this status." }
}
