import GRDB
import ReceiptKit

extension GRDB.Database {
  /// Searches the file for damage: pages, tables and values that this software never writes.
  ///
  /// It does not check whether sound values contradict each other; ``Ledger/check()`` does.
  ///
  /// - Returns: the fault, without a final full stop; `nil` if none was found.
  func damage() throws -> Message? {
    let db = Database(self)
    let integrity: [String] = try db.values("PRAGMA integrity_check(20)")
    guard integrity == ["ok"] else { return "\(integrity.prefix(3).joined(separator: "; "))" }
    if let problem = try LedgerSchema.problem(db) { return problem }
    // Throws if the number is impossible.
    _ = try db.lastEvent()
    for columns in CheckedColumns.all {
      for name in columns.names
      where try db.isTrue("SELECT EXISTS (SELECT 1 FROM \(columns.table) WHERE NOT (\(columns.condition(name))))") {
        return "the column \(columns.table).\(name) holds what never was written there"
      }
    }
    return nil
  }
}

/// Columns of a table, and a condition that all of their values must meet. The table itself decides whether NULL is
/// allowed.
private struct CheckedColumns {
  let table: String
  let names: [String]
  /// The condition for one of the columns, as SQL.
  let condition: @Sendable (String) -> String

  /// A word from a list.
  static func words<Word: CaseIterable & RawRepresentable<String>>(
    _ table: String, _ name: String, _: Word.Type
  ) -> Self {
    let words = Word.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
    return Self(table: table, names: [name]) { "coalesce(\($0), '') IN (\(words))" }
  }

  /// Numbers in a range.
  static func numbers(_ table: String, _ range: ClosedRange<Int64>, _ names: String...) -> Self {
    Self(table: table, names: names) { "coalesce(\($0) BETWEEN \(range.lowerBound) AND \(range.upperBound), 1)" }
  }

  /// Texts without NUL, which ends a text for some of SQLite's functions, such as `printf`, but not for others.
  static func texts(_ table: String, _ names: String...) -> Self {
    Self(table: table, names: names) {
      "coalesce(length(CAST(printf('%s', \($0)) AS BLOB)) = length(CAST(\($0) AS BLOB)), 1)"
    }
  }

  private static let counts = Int64(Int.storable.lowerBound)...Int64(Int.storable.upperBound)

  static let all: [Self] = [
    .words("presentation", "decision", LedgerDecision.self), .words("presentation", "state", OrderState.self),
    .words("purchase", "state", PurchaseState.self), .words("claim", "outcome", PurchaseOutcome.self),
    .words("subscription", "state", RenewalState.self), .words("answer", "meaning", AnswerMeaning.self),
    .words("answer", "endpoint", LedgerEnvironment.self),
    .texts("presentation", "order_id", "account"), .texts("subscription", "account"),
    .texts("event", "account", "named_account"),
    .words("mention", "kind", Mention.Kind.self), .texts("mention", "name", "account"),
    .texts("purchase", "account"), .texts("app", "bundle_id"),
    .numbers("app", 0...1, "is_fixed"), .numbers("presentation", counts, "repeats"),
    .numbers("task", counts, "attempts", "refusals"),
    .numbers("presentation", Instant.storable, "at", "ordered_at", "repeated_at"),
    .numbers("receipt", Instant.storable, "created_at", "seen_at"),
    .numbers("purchase", Instant.storable, "purchased_at", "expires_at", "refunded_at", "signed_at", "said_at"),
    .numbers("purchase", Instant.storable, "commitment_ends_at"),
    .numbers("purchase", 0...1, "is_renewal", "is_upgraded", "is_revoked"),
    .numbers("notification", Instant.storable, "signed_at", "at"),
    .numbers("renewal", Instant.storable, "said_at", "begins_at", "grace_expires_at", "renews_at"),
    .numbers("renewal", Instant.storable, "commitment_ends_at"), .numbers("renewal", 0...2, "price_increase"),
    .numbers("status", Instant.storable, "said_at"), .numbers("status", 1...5, "code"),
    .numbers("renewal", 0...1, "will_renew", "is_in_billing_retry", "commitment_renews"),
    .numbers("subscription", Instant.storable, "begins_at", "expires_at", "judged_at", "changed_at"),
    .numbers("answer", Instant.storable, "at"), .numbers("event", Instant.storable, "at"),
    .numbers("task", Instant.storable, "due_at", "refused_at", "leased_at", "leased_until"),
    .numbers("request", Instant.storable, "at"), .numbers("hint", Instant.storable, "at"),
    .numbers("pace", Instant.storable, "next_at"), .numbers("webhook", counts, "position", "dropped"),
    .numbers("delivery", counts, "seq", "attempts"), .numbers("delivery", Instant.storable, "due_at"),
    .numbers("forwarded", Instant.storable, "signed_at", "at"),
    .numbers("refused", Instant.storable, "at"), .numbers("erased", Instant.storable, "at"),
    .texts("consent", "account", "source"), .numbers("consent", 0...1, "is_given"),
    .numbers("consent", Instant.storable, "at"), .numbers("consumption", 0...1, "is_commerce"),
    .numbers("consumption", counts, "tries"),
    .numbers("consumption", Instant.storable, "asked_at", "answer_by", "due_at", "leased_at", "leased_until"),
    Self(table: "erased", names: ["hash"]) { "length(\($0)) = 32" },
    Self(table: "webhook", names: ["gone_url"]) { "coalesce(length(\($0)) = 32, 1)" },
  ]
}
