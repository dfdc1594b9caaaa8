/// The `status` of an answer of verifyReceipt.
///
/// A status is Apple's judgement and never an error. Source: Apple, "status" of verifyReceipt (FORMAT.md).
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

  private enum Rule: Sendable {
    case always(FollowUp)
    /// Send the request again if the answer's retry flag says so; otherwise give up.
    case asFlagged
  }

  private struct Row: Sendable {
    let codes: ClosedRange<Int>
    let name: String
    let rule: Rule

    init(_ codes: ClosedRange<Int>, _ name: String, _ rule: Rule) {
      (self.codes, self.name, self.rule) = (codes, name, rule)
    }

    init(_ code: Int, _ name: String, _ followUp: FollowUp) { self.init(code...code, name, .always(followUp)) }
  }

  private static let table: [Row] = [
    Row(0, "valid", .accept),
    Row(21000, "not_post", .giveUp),
    Row(21001, "no_longer_sent", .giveUp),
    Row(21002, "malformed", .retryOnce),
    Row(21003, "not_authenticated", .giveUp),
    Row(21004, "shared_secret_mismatch", .giveUp),
    Row(21005, "server_unavailable", .retry),
    Row(21006, "subscription_expired", .giveUp),
    Row(21007, "sandbox_receipt_sent_to_production", .askSandbox),
    Row(21008, "production_receipt_sent_to_sandbox", .askProduction),
    Row(21009, "internal_data_access_error", .retry),
    Row(21010, "account_not_found", .giveUp),
    Row(21100...21199, "internal_data_access_error", .asFlagged),
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
    switch row?.rule {
    case .always(let followUp)?: followUp
    case .asFlagged?: retryFlag == true ? .retry : .giveUp
    // Whether a retry may help is unknown without the flag.
    case nil: retryFlag == true ? .retry : .giveUp
    }
  }

  /// The entry of the status in `explain`; `nil` if Apple does not document the status.
  package var entry: ReferenceEntry? {
    ReferenceEntry.statuses.first { $0.key == String(code) || $0.range?.contains(code) ?? false }
  }

  /// The first sentence of its entry in `explain`, with its full stop.
  package var explanation: String { entry?.firstSentence ?? "Apple does not document this status." }
}
